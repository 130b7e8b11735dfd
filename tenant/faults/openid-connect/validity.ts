import type { Deviation } from '../../behaviour/behaviour.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { VerifiedIdToken } from '../../state/identity-provider.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { replaceIf, onlyIf } from '../operators/rules.ts';

/** Returns a deviation that answers a malformed value that begins like an ID token with this status. */
function malformedAs(status: number): Deviation {
  return (normal) => ({
    refusalStatus: (call, refused) =>
      refused.refused === 'malformed-id-token' && normal.idTokenOf(call)?.startsWith('eyJ') === true
        ? status
        : normal.refusalStatus(call, refused),
  });
}

/**
 * Returns a part of a JWT as an object.
 * @throws {SyntaxError} if the part is not JSON
 */
function part(value: string, index: number): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(value.split('.')[index] ?? '', 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >;
}

/** Faults with expired and malformed ID tokens (OIC-21, OIC-22). */
export const validityFaults: readonly Fault[] = [
  ...breaking('OIC-21', {
    'end-not-looked-at': [() => ({ idTokenHasExpired: () => false }), 'An ID token never expires.', ['LIF-12']],
    'a-day-of-leeway': [() => ({ idTokenLeeway: () => 86_400 }), 'An ID token is accepted for a day after its end.'],
    'end-not-looked-at-with-nbf': [
      onlyIf('idTokenHasExpired', (_call, token) => token.claims['nbf'] === undefined),
      'If a token has an nbf, the tenant ignores its exp.',
    ],
    'verified-once-for-ever': [
      (normal) => {
        const known = new Map<string, VerifiedIdToken>();
        return {
          verifyIdToken: async (call, value) => {
            const before = known.get(value);
            if (before !== undefined) return before;
            const outcome = await normal.verifyIdToken(call, value);
            if (!isRefusal(outcome)) known.set(value, outcome);
            return outcome;
          },
        };
      },
      'An ID token that was accepted once is not verified again.',
    ],
    'each-use-prolongs': [
      (normal) => {
        const until = new Map<string, number>();
        return {
          idTokenHasExpired: (call, token) => {
            const now = call.now.getTime();
            const expired = normal.idTokenHasExpired(call, token) && now >= (until.get(token.value) ?? 0);
            if (!expired) until.set(token.value, now + 600_000);
            return expired;
          },
        };
      },
      'Each use of an ID token postpones its end to ten minutes after the use.',
    ],
    'expired-answered-403': [
      replaceIf(
        'refusalStatus',
        (_call, refused) => refused.refused === 'expired-id-token',
        () => 403,
      ),
      'An expired ID token is answered with 403.',
    ],
    'expired-id-tokens-may-write': [
      onlyIf('idTokenHasExpired', (call) => call.request.method !== 'POST'),
      'A call that creates a record accepts an expired ID token.',
    ],
    'expired-tokens-list-what-they-sort': [
      onlyIf('idTokenHasExpired', (call) => !sorts(call)),
      'A sorted listing accepts an expired ID token.',
    ],
    'an-end-of-nought-is-none': [
      onlyIf('idTokenHasExpired', (_call, token) => token.claims['exp'] !== 0),
      'An exp of 0 counts as missing, so that the token has no end.',
    ],
    'a-negative-end-is-none': [
      onlyIf(
        'idTokenHasExpired',
        (_call, token) => !(typeof token.claims['exp'] === 'number' && token.claims['exp'] < 0),
      ),
      'An ID token whose exp is below 0 has no end.',
    ],
    'an-end-in-text-is-not-looked-at': [
      onlyIf('idTokenHasExpired', (_call, token) => typeof token.claims['exp'] !== 'string'),
      'The exp of an ID token counts only if it is a number, not if it is a text of digits.',
    ],
    'an-end-with-a-fraction-is-not-looked-at': [
      onlyIf('idTokenHasExpired', (_call, token) => Number.isInteger(token.claims['exp'] ?? 0)),
      'The exp of an ID token counts only if it is a whole number.',
    ],
    'an-end-without-a-beginning-is-not-looked-at': [
      onlyIf('idTokenHasExpired', (_call, token) => token.claims['iat'] !== undefined),
      'The exp of an ID token counts only if the token also has an iat.',
    ],
  }),
  ...breaking('OIC-22', {
    'malformed-is-an-error': [
      malformedAs(500),
      'A malformed ID token is answered with 500.',
      ['OIC-05', 'OIC-07', 'TRN-07', 'TRN-08'],
    ],
    'malformed-is-a-bad-request': [
      malformedAs(400),
      'A malformed ID token is answered with 400.',
      ['OIC-05', 'OIC-07', 'TRN-07', 'TRN-08'],
    ],
    'null-claims-are-an-error': [
      (normal) => ({
        verifyIdToken: async (call, value) => {
          let claims: unknown = {};
          try {
            claims = part(value, 1);
          } catch {
            // verifyIdToken refuses a part that is not JSON, as it should.
          }
          if (claims === null) throw new TypeError('claims is null');
          return normal.verifyIdToken(call, value);
        },
      }),
      'A payload that is the JSON value null makes the tenant fail.',
      ['TRN-07', 'TRN-08'],
    ],
    'unknown-algorithm-is-an-error': [
      (normal) => ({
        algorithmIsAllowed: (call, algorithm) => {
          if (!normal.algorithmIsAllowed(call, algorithm)) throw new Error('unsupported algorithm');
          return true;
        },
      }),
      'An ID token with an unknown algorithm makes the tenant fail.',
      ['OIC-07', 'OIC-08', 'TRN-07', 'TRN-08'],
    ],
    'further-parts-not-looked-at': [
      (normal) => ({
        readIdToken: (call, value) => normal.readIdToken(call, value.split('.').slice(0, 3).join('.')),
      }),
      'If a token has more than three parts, only the first three count.',
      ['OIC-05'],
    ],
    'no-dots-is-an-error': [
      replaceIf(
        'authenticateIdToken',
        (_call, value) => value.startsWith('eyJ') && !value.includes('.'),
        () => refusal('internal-error', 'The token has no claims.'),
      ),
      'A bearer value that begins like an ID token and has only one part makes the tenant fail.',
      ['TRN-07', 'TRN-08'],
    ],
  }),
];
