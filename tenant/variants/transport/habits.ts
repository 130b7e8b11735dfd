import { withHeader, withMembers } from '../../http/message.ts';
import type { Call } from '../../call.ts';
import type { Answer, Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Members whose names have a meaning in programs that use objects as dictionaries. */
const strange: readonly (readonly [name: string, value: unknown])[] = [
  ['__proto__', { isAdmin: false, error: null }],
  ['constructor', null],
  ['toString', 'page'],
  ['length', 0],
  ['', {}],
];

/** Returns the object with strangely named members before its own. `__proto__` has to be defined to be a member. */
export function withStrangeMembers(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, value] of [...strange, ...Object.entries(members)]) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

const isForBrowsers = (call: Call): boolean => call.found.route?.part === 'browser';

function withNamesInCapitals(answer: Answer): Answer {
  return { ...answer, headers: answer.headers.map(([name, value]) => [name.toUpperCase(), value] as const) };
}

/** Variants of usual but undocumented habits of servers. */
export const habitVariants: readonly Variant[] = [
  {
    id: 'transport/names-of-headers-in-capitals',
    freedoms: ['FRE-03', 'FRE-04'],
    summary: 'The names of all headers are in capital letters.',
    behaviour: (normal) => ({
      answer: async (answer, call) => {
        const answered = await normal.answer(answer, call);
        return answered === 'disconnect' ? answered : withNamesInCapitals(answered);
      },
    }),
  },
  {
    id: 'transport/unauthorized-in-octets',
    freedoms: ['FRE-01'],
    summary: 'A 401 has a body of octets that are not text in any encoding.',
    behaviour: () => ({
      answer: (answer, call) =>
        answer.status === 401 && call.found.route?.part === 'api'
          ? {
              ...withHeader(answer, 'Content-Type', 'application/x-protobuf'),
              pieces: [Buffer.from([0x08, 0x91, 0x03, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x80])],
            }
          : answer,
    }),
  },
  {
    id: 'transport/three-answers-a-connection',
    freedoms: ['FRE-03'],
    summary: 'A connection is closed after its third answer, which announces that.',
    behaviour: () => {
      const answers = new WeakMap<Connection, number>();
      return {
        answer: (answer, { connection }) => {
          const count = (answers.get(connection) ?? 0) + 1;
          answers.set(connection, count);
          return count < 3 ? answer : withHeader(answer, 'Connection', 'close');
        },
      };
    },
  },
  {
    id: 'transport/too-many-calls-are-forbidden-for-now',
    freedoms: ['FRE-12'],
    summary: 'Every seventeenth call is answered with 403 that says when it may be sent again.',
    behaviour: () => {
      let calls = 0;
      return {
        rateLimit: (call) =>
          !isForBrowsers(call) && ++calls % 17 === 0
            ? refusal('forbidden', 'You have exceeded a secondary rate limit.', [['Retry-After', '0']])
            : undefined,
      };
    },
  },
  {
    id: 'transport/members-of-strange-names',
    freedoms: ['FRE-36', 'FRE-134', 'FRE-184'],
    summary: 'Token answers, pages and envelopes have members with names such as __proto__ and constructor.',
    behaviour: (normal) => ({
      answer: async (answer, call) => {
        const answered = await normal.answer(answer, call);
        return answered === 'disconnect' ? answered : withMembers(answered, withStrangeMembers);
      },
      shapeEnvelope: (tenant, event, app) => withStrangeMembers(normal.shapeEnvelope(tenant, event, app)),
    }),
  },
  {
    id: 'transport/the-unauthorized-have-to-wait',
    freedoms: ['FRE-01', 'FRE-12'],
    summary: 'Each 401 comes thirty milliseconds later than other answers.',
    behaviour: (normal) => ({
      answer: async (answer, call) => {
        if (answer.status === 401) {
          await call.tenant.pause(30, AbortSignal.timeout(1000));
        }
        return normal.answer(answer, call);
      },
    }),
  },
];
