import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Call } from '../../call.ts';
import { withHeader, withoutHeader, type Answer } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

/** Returns the answer in a content coding. An answer without a body is unchanged. */
export function compressed(answer: Answer, coding: keyof typeof codings): Answer {
  if (answer.body === undefined || answer.body === '') return answer;
  const coded = withHeader(withHeader(answer, 'Content-Encoding', coding), 'Vary', 'Accept-Encoding');
  return { ...withoutHeader(coded, 'Content-Length'), pieces: [codings[coding](answer.body)] };
}

/** Returns the answer in pieces of this many octets, which split characters of more than one octet. */
export function inPieces(answer: Answer, length: number): Answer {
  const octets = Buffer.from(answer.body ?? '', 'utf8');
  if (octets.length === 0 || answer.status === 204) return answer;
  const count = Math.ceil(octets.length / length);
  return {
    ...withoutHeader(answer, 'Content-Length'),
    pieces: Array.from({ length: count }, (_, index) => octets.subarray(index * length, (index + 1) * length)),
  };
}

/** Returns JSON as some languages write it: indented, with escaped slashes and escaped letters outside ASCII. */
export function indentedJson(answer: Answer): Answer {
  if (answer.body === undefined || !/^[[{]/.test(answer.body)) return answer;
  const body = JSON.stringify(JSON.parse(answer.body), undefined, 4)
    .replaceAll('/', '\\/')
    .replaceAll('\n', '\r\n')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { ...answer, body: `\r\n${body}\r\n` };
}

/** Pages for browsers are unchanged, because the tenant's own browser reads them. */
export const isForPrograms = (call: Call): boolean => call.found.route?.part !== 'browser';

/** Variants of the transport of answers. */
export const wireVariants: readonly Variant[] = [
  {
    id: 'transport/answers-are-compressed',
    freedoms: ['FRE-153'],
    summary: 'Pages come in gzip, token answers in Brotli and refusals in deflate, regardless of Accept-Encoding.',
    behaviour: () => ({
      answer: (answer, call) => {
        if (!isForPrograms(call)) return answer;
        if (call.found.refusal !== undefined) return compressed(answer, 'deflate');
        return compressed(answer, call.found.route?.part === 'token' ? 'br' : 'gzip');
      },
    }),
  },
  {
    id: 'transport/answers-come-in-pieces',
    freedoms: ['FRE-03', 'FRE-153'],
    summary: 'Bodies come in chunks of seven octets, without a Content-Length.',
    behaviour: () => ({ answer: (answer, call) => (isForPrograms(call) ? inPieces(answer, 7) : answer) }),
  },
  {
    id: 'transport/one-answer-a-connection',
    freedoms: ['FRE-03'],
    summary: 'Each connection is closed after its answer.',
    behaviour: () => ({ answer: (answer) => withHeader(answer, 'Connection', 'close') }),
  },
  {
    id: 'transport/connections-are-soon-closed',
    freedoms: ['FRE-03'],
    summary: 'A connection is closed without announcement after it has been idle for a second and a half.',
    behaviour: () => ({
      keepsConnections: () => 1500,
      answer: (answer) => withHeader(answer, 'Connection', 'keep-alive'),
    }),
  },
  {
    id: 'transport/json-written-out',
    freedoms: ['FRE-153', 'FRE-157'],
    summary: 'JSON is indented, with escaped slashes and letters, and white space around it.',
    behaviour: () => ({ answer: (answer) => indentedJson(answer) }),
  },
  {
    id: 'transport/slow-answers',
    freedoms: ['FRE-13'],
    summary: 'Every answer takes a twenty-fifth of a second, and one in ten nearly four times as long.',
    behaviour: () => {
      let count = 0;
      return {
        answer: async (answer, call) => {
          const milliseconds = ++count % 10 === 0 ? 150 : 40;
          await call.tenant.pause(milliseconds, new AbortController().signal);
          return answer;
        },
      };
    },
  },
  {
    id: 'transport/slow-to-begin',
    freedoms: ['FRE-129'],
    summary: 'A request waits in a queue for a fiftieth of a second before it is handled.',
    behaviour: () => ({
      accept: async (call) => {
        await call.tenant.pause(20, new AbortController().signal);
        return undefined;
      },
    }),
  },
  {
    id: 'transport/few-at-a-time',
    freedoms: ['FRE-12'],
    summary: 'At most three requests are handled at a time; others are answered with 429 and a time to wait.',
    behaviour: () => {
      let working = 0;
      const counted = new WeakSet<Call>();
      return {
        accept: async (call) => {
          if (call.request.path === '/oauth/authorize') return undefined;
          if (working >= 3) {
            const headers = [['Retry-After', '0'] as const, ['X-RateLimit-Remaining', '0'] as const];
            return { status: 429, headers, body: '{"status":429,"title":"Too many at a time"}' };
          }
          working++;
          counted.add(call);
          await call.tenant.pause(1, new AbortController().signal);
          return undefined;
        },
        answer: (answer, call) => {
          if (counted.has(call)) working--;
          return answer;
        },
      };
    },
  },
  {
    id: 'transport/heads-of-eight-kilobytes-at-most',
    freedoms: ['FRE-37', 'FRE-58'],
    summary: 'Access tokens have four kilobytes, and a request line with its headers may have at most eight.',
    behaviour: () => ({
      makeAccessToken: (call) => call.tenant.random(3072).toString('base64url'),
      accept: (call) => {
        const { target, headers } = call.request;
        const length = [...headers].reduce((sum, [name, values]) => sum + name.length + values.join('').length + 4, 0);
        return target.length + length > 8192 ? { status: 431, headers: [], body: undefined } : undefined;
      },
    }),
  },
  {
    id: 'transport/calls-have-no-body',
    freedoms: ['FRE-06', 'FRE-153'],
    summary: 'A GET with a body is answered with 400, and its connection is closed.',
    behaviour: () => ({
      accept: ({ request: { method, body } }) =>
        method === 'GET' && body.length > 0
          ? { status: 400, headers: [['Connection', 'close']], body: 'Bad Request' }
          : undefined,
    }),
  },
  {
    id: 'transport/behind-a-content-network',
    freedoms: ['FRE-04', 'FRE-08', 'FRE-153'],
    summary: 'Every answer has headers of proxies, which set cookies with dots and signs.',
    behaviour: () => ({
      answer: (answer) => ({
        ...answer,
        headers: [
          ...answer.headers,
          ['Via', '1.1 varnish, 1.1 3f1c.cdn.example (Edge)'],
          ['Age', '0'],
          ['X-Cache', 'Miss from edge'],
          ['Server', 'edge'],
          ['Alt-Svc', 'h3=":443"; ma=86400'],
          ['NEL', '{"success_fraction":0,"report_to":"edge","max_age":604800}'],
          ['Link', '</docs?nextToken=>; rel="help"'],
          ['Set-Cookie', '__edge=0.1.2~abc=; Path=/; Secure; HttpOnly; SameSite=None; Partitioned'],
        ],
      }),
    }),
  },
];

const unread = refusal('no-credential', 'The credential is not good.');

/** Returns a problem document in the form of RFC 9457 that repeats the request. */
function problem(call: Call, status: number, title: string): Answer {
  const { path, target, query } = call.request;
  return {
    status,
    headers: [
      ['Content-Type', 'application/problem+json'],
      ['WWW-Authenticate', 'Negotiate'],
      ['WWW-Authenticate', 'Digest realm="lab", qop="auth,auth-int", nonce="dcd98b7102dd", opaque="5ccc"'],
    ],
    body: JSON.stringify({
      type: 'about:blank',
      status,
      title,
      instance: path,
      target,
      parameters: Object.fromEntries(query),
    }),
  };
}

/** Variants of the answer to unknown callers. */
export const challengeVariants: readonly Variant[] = [
  {
    id: 'transport/unauthorized-with-an-empty-page',
    freedoms: ['FRE-01'],
    summary: 'A 401 of a listing has the shape of an empty page, in addition to its errors.',
    behaviour: (normal) => ({
      refuse: (call, refused) => {
        const answer = normal.refuse(call, refused);
        if (answer.status !== 401 || call.found.route?.part !== 'api') return answer;
        const body = { success: false, errors: [unread.detail], results: [], data: null, nextToken: '', total: 0 };
        return { ...answer, body: JSON.stringify(body) };
      },
    }),
  },
  {
    id: 'transport/unauthorized-repeats-the-request',
    freedoms: ['FRE-01', 'FRE-11'],
    summary: 'A 401 repeats the requested address and each of its parameters, and has challenges of other schemes.',
    behaviour: (normal) => ({
      refuse: (call, refused) => {
        const answer = normal.refuse(call, refused);
        return answer.status === 401 && call.found.route?.part === 'api' ? problem(call, 401, 'Who is it?') : answer;
      },
    }),
  },
];
