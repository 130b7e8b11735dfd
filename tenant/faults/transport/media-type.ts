import type { Answer, Call } from '../../http/message.ts';
import { withHeader, withoutHeader } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

const served = (answer: Answer, call: Call): boolean =>
  call.found.actor !== undefined && call.request.method === 'GET' && answer.status === 200;

/** How pages are labelled and written. */
export const mediaTypeFaults: readonly Fault[] = [
  {
    id: 'transport/pages-as-plain-text',
    breaks: ['TRN-18'],
    summary: 'Pages of assay results are labelled text/plain.',
    behaviour: () => ({
      answer: (answer, call) =>
        served(answer, call) && call.request.path.endsWith('/assay-results')
          ? withHeader(answer, 'Content-Type', 'text/plain; charset=utf-8')
          : answer,
    }),
  },
  {
    id: 'transport/empty-pages-without-a-label',
    breaks: ['TRN-18'],
    summary: 'A page without items has no content type.',
    behaviour: () => ({
      answer: (answer, call) =>
        served(answer, call) && /^\{"[a-z]+":\[\],/.test(answer.body ?? '')
          ? withoutHeader(answer, 'Content-Type')
          : answer,
    }),
  },
  {
    id: 'transport/later-pages-as-html',
    breaks: ['TRN-18'],
    summary: 'A page that was asked for by nextToken is labelled text/html.',
    behaviour: () => ({
      answer: (answer, call) =>
        served(answer, call) && (call.request.query.get('nextToken') ?? '') !== ''
          ? withHeader(answer, 'Content-Type', 'text/html')
          : answer,
    }),
  },
  {
    id: 'transport/pages-of-plates-for-script-tags',
    breaks: ['TRN-18'],
    summary: 'Pages of plates for keys are labelled as a script.',
    behaviour: () => ({
      answer: (answer, call) =>
        served(answer, call) && call.found.actor?.credential.kind === 'apiKey' && call.request.path.includes('plate')
          ? withHeader(answer, 'Content-Type', 'application/javascript')
          : answer,
    }),
  },
];
