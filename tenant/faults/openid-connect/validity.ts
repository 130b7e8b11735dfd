import type { Deviation } from '../../behaviour/behaviour.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { VerifiedIdToken } from '../../state/identity-provider.ts';
import { sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** Answers what begins like an ID token and cannot be read as one with this. */
function malformedAs(status: number): Deviation {
  return (normal) => ({
    refusalStatus: (call, refused) =>
      refused.refused === 'malformed-id-token' && normal.idTokenOf(call)?.startsWith('eyJ') === true
        ? status
        : normal.refusalStatus(call, refused),
  });
}

/** The part of a JWT as the object that it should be; throws where it is not. */
function part(value: string, index: number): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(value.split('.')[index] ?? '', 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >;
}

/** ID tokens that are over, and what only looks like one (OIC-21, OIC-22). */
export const validityFaults: readonly Fault[] = [
  {
    id: 'openid-connect/end-not-looked-at',
    breaks: ['OIC-21'],
    also: ['LIF-12'],
    summary: 'An ID token is never over.',
    behaviour: () => ({ idTokenHasExpired: () => false }),
  },
  {
    id: 'openid-connect/a-day-of-leeway',
    breaks: ['OIC-21'],
    summary: 'An ID token is accepted for a day after its end.',
    behaviour: () => ({ idTokenLeeway: () => 86_400 }),
  },
  {
    id: 'openid-connect/end-not-looked-at-with-nbf',
    breaks: ['OIC-21'],
    summary: 'Where a token has an nbf, only that is looked at.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => token.claims['nbf'] === undefined && normal.idTokenHasExpired(call, token),
    }),
  },
  {
    id: 'openid-connect/verified-once-for-ever',
    breaks: ['OIC-21'],
    summary: 'An ID token that was accepted once is not verified again.',
    behaviour: (normal) => {
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
  },
  {
    id: 'openid-connect/each-use-prolongs',
    breaks: ['OIC-21'],
    summary: 'A use of an ID token puts its end off to ten minutes from then.',
    behaviour: (normal) => {
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
  },
  {
    id: 'openid-connect/expired-answered-403',
    breaks: ['OIC-21'],
    summary: 'An ID token that is over is answered with 403.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'expired-id-token' ? 403 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'openid-connect/malformed-is-an-error',
    breaks: ['OIC-22'],
    also: ['OIC-05', 'OIC-07', 'TRN-07', 'TRN-08'],
    summary: 'What cannot be read as an ID token is answered with 500.',
    behaviour: malformedAs(500),
  },
  {
    id: 'openid-connect/malformed-is-a-bad-request',
    breaks: ['OIC-22'],
    also: ['OIC-05', 'OIC-07', 'TRN-07', 'TRN-08'],
    summary: 'What cannot be read as an ID token is answered with 400.',
    behaviour: malformedAs(400),
  },
  {
    id: 'openid-connect/null-claims-are-an-error',
    breaks: ['OIC-22'],
    also: ['TRN-07', 'TRN-08'],
    summary: 'A payload of JSON that is null makes the tenant fail.',
    behaviour: (normal) => ({
      verifyIdToken: async (call, value) => {
        let claims: unknown = {};
        try {
          claims = part(value, 1);
        } catch {
          // what is no JSON is refused as it should be
        }
        if (claims === null) throw new TypeError('claims is null');
        return normal.verifyIdToken(call, value);
      },
    }),
  },
  {
    id: 'openid-connect/unknown-algorithm-is-an-error',
    breaks: ['OIC-22'],
    also: ['OIC-07', 'OIC-08', 'TRN-07', 'TRN-08'],
    summary: 'An ID token with an algorithm that is not known makes the tenant fail.',
    behaviour: (normal) => ({
      algorithmIsAllowed: (call, algorithm) => {
        if (!normal.algorithmIsAllowed(call, algorithm)) throw new Error('unsupported algorithm');
        return true;
      },
    }),
  },
  {
    id: 'openid-connect/further-parts-not-looked-at',
    breaks: ['OIC-22'],
    also: ['OIC-05'],
    summary: 'Of a token with more than three parts the first three count.',
    behaviour: (normal) => ({
      readIdToken: (call, value) => normal.readIdToken(call, value.split('.').slice(0, 3).join('.')),
    }),
  },
  {
    id: 'openid-connect/no-dots-is-an-error',
    breaks: ['OIC-22'],
    also: ['TRN-07', 'TRN-08'],
    summary: 'A bearer value that begins like an ID token and has one part makes the tenant fail.',
    behaviour: (normal) => ({
      authenticateIdToken: (call, value) =>
        value.startsWith('eyJ') && !value.includes('.')
          ? refusal('internal-error', 'The token has no claims.')
          : normal.authenticateIdToken(call, value),
    }),
  },
  {
    id: 'openid-connect/expired-id-tokens-may-write',
    breaks: ['OIC-21'],
    summary: 'Records are created for ID tokens past their end.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => normal.idTokenHasExpired(call, token) && call.request.method !== 'POST',
    }),
  },
  {
    id: 'openid-connect/expired-tokens-list-what-they-sort',
    breaks: ['OIC-21'],
    summary: 'A sorted listing does not look at the end of an ID token.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => normal.idTokenHasExpired(call, token) && !sorts(call),
    }),
  },
  {
    id: 'openid-connect/an-end-of-nought-is-none',
    breaks: ['OIC-21'],
    summary: 'An exp of 0 is taken for one that is not there, and the token for one without an end.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => token.claims['exp'] !== 0 && normal.idTokenHasExpired(call, token),
    }),
  },
  {
    id: 'openid-connect/a-negative-end-is-none',
    breaks: ['OIC-21'],
    summary: 'An ID token whose exp is below 0 is taken for one without an end.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) =>
        normal.idTokenHasExpired(call, token) && !(typeof token.claims['exp'] === 'number' && token.claims['exp'] < 0),
    }),
  },
  {
    id: 'openid-connect/an-end-in-text-is-not-looked-at',
    breaks: ['OIC-21'],
    summary: 'The end of an ID token is looked at where exp is a number, and not where it is a text of digits.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) =>
        typeof token.claims['exp'] !== 'string' && normal.idTokenHasExpired(call, token),
    }),
  },
  {
    id: 'openid-connect/an-end-with-a-fraction-is-not-looked-at',
    breaks: ['OIC-21'],
    summary: 'The end of an ID token is looked at where exp is a whole number.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) =>
        normal.idTokenHasExpired(call, token) && Number.isInteger(token.claims['exp'] ?? 0),
    }),
  },
  {
    id: 'openid-connect/an-end-without-a-beginning-is-not-looked-at',
    breaks: ['OIC-21'],
    summary: 'The end of an ID token is looked at where the token says when it was issued.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => token.claims['iat'] !== undefined && normal.idTokenHasExpired(call, token),
    }),
  },
];
