import { jsonAnswer, withHeader, withoutHeader } from '../../http/message.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Returns the length of a request's head in octets, as far as its parts show it. */
function lengthOfHead({ request }: Call): number {
  let length = request.method.length + request.target.length + 12;
  for (const [name, values] of request.headers) for (const value of values) length += name.length + value.length + 4;
  return length;
}

const otherPlaces = ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token'];
const otherParameters = ['access_token', 'api_key', 'apikey', 'token'];

/** Returns the documented path if another spelling of it was sent, otherwise the path itself. */
function plainSpelling(path: string): string {
  const lower = decodeURI(path).replaceAll(/\/+/g, '/').toLowerCase();
  return lower.length > 1 ? lower.replace(/\/$/, '') : lower;
}

function documentedPaths(call: Call): readonly string[] {
  const { behaviour } = call.tenant;
  return behaviour.routes(behaviour).map(({ path }) => path);
}

const isForBrowsers = (call: Call): boolean => call.request.path === '/oauth/authorize';

const longHead = [
  ['Content-Security-Policy', `default-src 'self'; img-src${' https://images.lab.example/a/long/path'.repeat(620)}`],
  ['X-Empty', ''],
  ['X-Served-By', 'L\u00e4bor/1.0'],
  ['X-Cache', 'MISS'],
  ['X-Cache', 'HIT'],
] as const;

/** Variants of gateways between callers and a tenant, with rules of their own. */
export const gatewayVariants: readonly Variant[] = [
  {
    id: 'transport/a-refusal-ends-its-connection',
    freedoms: ['FRE-03'],
    summary: 'A connection is closed after an answer of 400 or more.',
    behaviour: () => ({
      answer: (answer) => (answer.status < 400 ? answer : withHeader(answer, 'Connection', 'close')),
    }),
  },
  {
    id: 'transport/credentials-in-two-places-are-refused',
    freedoms: ['FRE-07', 'FRE-31', 'FRE-151'],
    summary: 'A request with a credential in the Authorization header and another one elsewhere is refused with 400.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const { headers, query } = call.request;
        const elsewhere =
          otherPlaces.some((name) => headers.has(name)) || otherParameters.some((name) => query.has(name));
        return elsewhere && headers.has('authorization')
          ? refusal('invalid-query', 'One credential is enough.')
          : normal.authenticate(call);
      },
    }),
  },
  {
    id: 'transport/unknown-paths-are-an-index',
    freedoms: ['FRE-06'],
    summary: 'A request for an unknown path is answered with a list of the existing services.',
    behaviour: (normal) => ({
      refuse: (call, refused) =>
        refused.refused === 'not-found' && call.found.route === undefined
          ? jsonAnswer(200, { services: [{ id: 'lab', name: 'Laboratory' }, { id: 'docs' }], nextToken: '' })
          : normal.refuse(call, refused),
    }),
  },
  {
    id: 'transport/paths-in-any-spelling',
    freedoms: ['FRE-06'],
    summary: 'Letter case, doubled slashes and a slash at the end make no difference to a path.',
    behaviour: (normal) => ({
      pathOf: (call) => {
        const plain = plainSpelling(call.request.path);
        return documentedPaths(call).includes(plain) ? plain : normal.pathOf(call);
      },
    }),
  },
  {
    id: 'transport/other-spellings-are-redirected',
    freedoms: ['FRE-03', 'FRE-06'],
    summary: 'Another spelling of a path is redirected to the documented one.',
    behaviour: (normal) => ({
      refuse: (call, refused) => {
        const plain = plainSpelling(call.request.path);
        return refused.refused === 'not-found' &&
          call.found.route === undefined &&
          documentedPaths(call).includes(plain)
          ? { status: 308, headers: [['Location', call.tenant.baseUrl() + plain]], body: undefined }
          : normal.refuse(call, refused);
      },
    }),
  },
  {
    id: 'transport/after-three-refusals-one-has-to-wait',
    freedoms: ['FRE-12'],
    summary: 'After three answers of 401 in a row the next call is answered with 429, and may be sent again at once.',
    behaviour: () => {
      let refused = 0;
      return {
        rateLimit: (call) => {
          if (isForBrowsers(call) || refused < 3) return undefined;
          refused = 0;
          return refusal('too-many-requests', 'Too many wrong credentials.', [['Retry-After', '0']]);
        },
        answer: (answer) => {
          if (answer.status === 401) refused++;
          else if (answer.status !== 429) refused = 0;
          return answer;
        },
      };
    },
  },
  {
    id: 'transport/dates-of-another-day',
    freedoms: ['FRE-04'],
    summary: 'The Date of an answer comes from a server whose clock is a day behind.',
    behaviour: () => ({
      answer: (answer, call) =>
        withHeader(answer, 'Date', new Date(call.tenant.clock.now().getTime() - 86_400_000).toUTCString()),
    }),
  },
  {
    id: 'transport/pages-of-a-media-type-of-their-own',
    freedoms: ['FRE-153', 'FRE-157'],
    summary: 'Pages have a media type of the vendor, with a structured suffix and parameters.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answered = normal.answerListing(call, actor, listing);
        return 'status' in answered
          ? withHeader(answered, 'Content-Type', `application/vnd.laboratory.page+json; version="2"; charset=UTF-8`)
          : answered;
      },
    }),
  },
  {
    id: 'transport/heads-of-eight-kilobytes',
    freedoms: ['FRE-12'],
    summary: 'A request whose head has more than eight kilobytes is answered with 431.',
    behaviour: (normal) => ({
      accept: (call) =>
        lengthOfHead(call) > 8192 ? { status: 431, headers: [], body: undefined } : normal.accept(call),
    }),
  },
  {
    id: 'transport/heads-of-answers-are-long',
    freedoms: ['FRE-04'],
    summary: 'The head of an answer has twenty-four kilobytes, with empty, repeated and non-ASCII headers.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isForBrowsers(call) ? normal.answer(answer, call) : { ...answer, headers: [...answer.headers, ...longHead] },
    }),
  },
  {
    id: 'transport/callers-say-what-they-are',
    freedoms: ['FRE-06', 'FRE-12'],
    summary: 'A call without a User-Agent is answered with 403.',
    behaviour: (normal) => ({
      accept: (call) =>
        call.request.headers.has('user-agent')
          ? normal.accept(call)
          : { status: 403, headers: [['Content-Type', 'text/plain']], body: 'Say what you are, in a User-Agent.' },
    }),
  },
  {
    id: 'transport/long-addresses-are-refused',
    freedoms: ['FRE-12', 'FRE-151'],
    summary: 'A call whose target has more than 1500 characters is answered with 414.',
    behaviour: (normal) => ({
      accept: (call) =>
        call.request.target.length > 1500 && !isForBrowsers(call)
          ? { status: 414, headers: [['Content-Type', 'text/html']], body: '<h1>414 URI Too Long</h1>' }
          : normal.accept(call),
    }),
  },
  {
    id: 'transport/scripts-are-not-challenged',
    freedoms: ['FRE-11'],
    warnings: ['TRN-17'],
    summary: 'A 401 has no challenge if a header says that the call comes from a script in a browser.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        call.request.headers.has('x-requested-with')
          ? normal.answer(withoutHeader(answer, 'WWW-Authenticate'), call)
          : normal.answer(answer, call),
    }),
  },
];
