import type { Call } from '../../call.ts';
import { withHeader, withoutHeader, type Answer } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isApi, isListing } from './api-calls.ts';

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
  {
    id: 'transport/larger-pages-are-lines',
    breaks: ['TRN-18'],
    summary: 'Pages of more than eight items are labelled as lines of JSON.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || (answer.body?.match(/"modifiedAt"/g)?.length ?? 0) <= 8) return answer;
        return {
          ...answer,
          headers: answer.headers.map(([name, value]) =>
            name === 'Content-Type' ? [name, 'application/x-ndjson'] : [name, value],
          ),
        };
      },
    }),
  },
  {
    id: 'transport/filtered-pages-are-labelled-as-text',
    breaks: ['TRN-18'],
    summary: 'What a filter finds is labelled as text.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || !call.request.target.includes('schemaFields')) return answer;
        return { ...answer, headers: [['Content-Type', 'text/plain; charset=utf-8']] };
      },
    }),
  },
  {
    id: 'transport/pages-for-users-of-apps-as-html',
    breaks: ['TRN-18'],
    summary: 'Pages for delegated tokens are labelled text/html.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const { actor } = call.found;
        return answer.status === 200 &&
          actor?.credential.kind === 'accessToken' &&
          actor.credential.token.delegation !== undefined
          ? withHeader(answer, 'Content-Type', 'text/html; charset=utf-8')
          : normal.answer(answer, call);
      },
    }),
  },
  {
    id: 'transport/pages-with-letters-beyond-ascii-as-text',
    breaks: ['TRN-18'],
    summary: 'A page that has a letter beyond ASCII in it is labelled text/plain.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isListing(call) && answer.status === 200 && /[^\u0020-\u007e]/.test(answer.body ?? '')
          ? withHeader(answer, 'Content-Type', 'text/plain; charset=utf-8')
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/lengths-are-counted-in-characters',
    breaks: ['TRN-18'],
    also: ['TRN-02', 'TRN-14', 'LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05'],
    summary: 'The Content-Length of a page is its number of characters, so that letters beyond ASCII cut it short.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const { body = '' } = answer;
        if (!isApi(call) || answer.status !== 200) return normal.answer(answer, call);
        const cut = withHeader(answer, 'Content-Length', String(body.length));
        return { ...cut, pieces: [Buffer.from(body, 'utf8').subarray(0, body.length)] };
      },
    }),
  },
  {
    id: 'transport/backslashes-in-names-stay-as-they-are',
    breaks: ['TRN-18'],
    also: ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05'],
    summary: 'A backslash in the name of a record goes into the JSON of a page as it is.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isApi(call) && answer.status === 200 && answer.body !== undefined
          ? { ...answer, body: answer.body.replaceAll('\\\\', '\\') }
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/line-breaks-in-names-stay-as-they-are',
    breaks: ['TRN-18'],
    summary: 'A line break in the name of a record goes into the JSON of a page as it is.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isApi(call) && answer.status === 200 && answer.body !== undefined
          ? { ...answer, body: answer.body.replaceAll('\\n', '\n') }
          : normal.answer(answer, call),
    }),
  },

  {
    id: 'transport/characters-beyond-the-basic-plane-break-pages',
    breaks: ['TRN-18'],
    also: ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05', 'FLT-05', 'FLT-06', 'FLT-33'],
    summary: 'A character beyond the basic plane is written as an escape that JSON does not have.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const body = answer.body?.replace(
          /[\u{10000}-\u{10ffff}]/gu,
          (one) => `\\U${one.codePointAt(0)?.toString(16)}`,
        );
        return normal.answer(call.found.route?.part === 'api' ? { ...answer, body } : answer, call);
      },
    }),
  },
  {
    id: 'transport/pages-in-ascending-order-are-labelled-html',
    breaks: ['TRN-18'],
    summary: 'A page that is sorted up is labelled text/html.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        normal.answer(
          answer.status === 200 && call.request.query.get('sort')?.endsWith(':asc') === true
            ? withHeader(answer, 'Content-Type', 'text/html')
            : answer,
          call,
        ),
    }),
  },
];
