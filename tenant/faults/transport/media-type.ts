import { withHeader, withoutHeader, type Answer } from '../../http/message.ts';
import { filters } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { all, always, isDelegated, isKey, atResults } from '../operators/kinds.ts';
import { ofActor } from '../operators/presented.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasParameter, isApi } from './conditions.ts';

/** Returns a decision: the answers to served API calls are changed if `isMeant` holds for their body. */
const changed = (change: (answer: Answer) => Answer, isMeant: (body: string) => boolean = () => true): Wrong => ({
  breaks: ['TRN-18'],
  wrong: (when) => (normal) => ({
    answer: (answer, call) => {
      const { actor } = call.found;
      const isServed = actor !== undefined && isApi(call) && answer.status === 200;
      const isChanged = isServed && isMeant(answer.body ?? '') && when(call, ofActor(actor));
      return normal.answer(isChanged ? change(answer) : answer, call);
    },
  }),
});
/** Returns a decision: a page has another content type. */
const labelled = (type: string, isMeant?: (body: string) => boolean): Wrong =>
  changed((answer) => withHeader(answer, 'Content-Type', type), isMeant);
/** Returns a decision: the JSON of a page is written differently. */
const written = (write: (body: string) => string): Wrong =>
  changed(({ body = '', ...answer }) => ({ ...answer, body: write(body) }));

const text = 'text/plain; charset=utf-8';

/** Faults in the content type and in the JSON of pages. */
export const mediaTypeFaults: readonly Fault[] = faultsOf('transport', {
  'pages-as-plain-text': [labelled(text), atResults, 'Pages of assay results are labelled text/plain.'],
  'empty-pages-without-a-label': [
    changed(
      (answer) => withoutHeader(answer, 'Content-Type'),
      (body) => /^\{"[a-z]+":\[\],/.test(body),
    ),
    always,
    'A page without items has no content type.',
  ],
  'later-pages-as-html': [
    labelled('text/html'),
    hasParameter('nextToken', /./),
    'A page that was requested with a nextToken is labelled text/html.',
  ],
  'pages-of-plates-for-script-tags': [
    labelled('application/javascript'),
    all(isKey, ({ request }) => request.path.includes('plate')),
    'Pages of plates for keys are labelled as a script.',
  ],
  'larger-pages-are-lines': [
    labelled('application/x-ndjson', (body) => (body.match(/"modifiedAt"/g)?.length ?? 0) > 8),
    always,
    'Pages of more than eight items are labelled as lines of JSON.',
  ],
  'filtered-pages-are-labelled-as-text': [labelled(text), filters, 'A filtered page is labelled as text.'],
  'pages-for-users-of-apps-as-html': [
    labelled('text/html; charset=utf-8'),
    isDelegated,
    'Pages for delegated tokens are labelled text/html.',
  ],
  'pages-with-letters-beyond-ascii-as-text': [
    labelled(text, (body) => /[^\u0020-\u007e]/.test(body)),
    always,
    'A page that contains a character beyond ASCII is labelled text/plain.',
  ],
  'pages-in-ascending-order-are-labelled-html': [
    labelled('text/html'),
    hasParameter('sort', /:asc$/),
    'A page in ascending order is labelled text/html.',
  ],
  'lengths-are-counted-in-characters': [
    changed((answer) => {
      const { length } = answer.body ?? '';
      const cut = withHeader(answer, 'Content-Length', String(length));
      return { ...cut, pieces: [Buffer.from(answer.body ?? '', 'utf8').subarray(0, length)] };
    }),
    always,
    'The Content-Length of a page counts its characters, so that characters beyond ASCII cut the page short.',
    { also: ['TRN-02', 'TRN-14', 'LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05'] },
  ],
  'backslashes-in-names-stay-as-they-are': [
    written((body) => body.replaceAll('\\\\', '\\')),
    always,
    'A backslash in the name of a record is not escaped in the JSON of a page.',
    { also: ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05'] },
  ],
  'line-breaks-in-names-stay-as-they-are': [
    written((body) => body.replaceAll('\\n', '\n')),
    always,
    'A line break in the name of a record is not escaped in the JSON of a page.',
  ],
  'characters-beyond-the-basic-plane-break-pages': [
    written((body) => body.replace(/[\u{10000}-\u{10ffff}]/gu, (one) => `\\U${one.codePointAt(0)?.toString(16)}`)),
    always,
    'A character beyond the basic plane is written as an escape that JSON does not have.',
    { also: ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05', 'FLT-05', 'FLT-06', 'FLT-33'] },
  ],
  'pages-begin-with-a-byte-order-mark': [
    written((body) => `\uFEFF${body}`),
    always,
    'The JSON of a page begins with a byte order mark.',
  ],
});
