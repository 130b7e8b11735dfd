import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** Faults that refuse valid ID tokens because of simultaneous or earlier calls (OIC-01, OIC-26). */
export const repeatedUseFaults: readonly Fault[] = [
  ...breaking('OIC-26', {
    'one-call-at-a-time': [
      (normal) => {
        const underWay = new Set<string>();
        return {
          verifyIdToken: async (call, value) => {
            if (underWay.has(value)) return refusal('expired-id-token', 'The ID token is in use.');
            underWay.add(value);
            try {
              return await normal.verifyIdToken(call, value);
            } finally {
              underWay.delete(value);
            }
          },
        };
      },
      'While a call with an ID token is in progress, another call with the same token is refused.',
      ['OIC-01', 'OIC-02', 'OIC-24'],
    ],
    'one-user-at-a-time': [
      (normal) => {
        const over = new Set<string>();
        let current: { readonly value: string; readonly userId: string } | undefined;
        return {
          authenticateIdToken: (call, value) => {
            const actor = normal.authenticateIdToken(call, value);
            if (isRefusal(actor)) return actor;
            if (over.has(value)) return refusal('expired-id-token', 'The ID token is over.');
            if (current !== undefined && current.userId !== actor.id) over.add(current.value);
            current = { value, userId: actor.id };
            return actor;
          },
        };
      },
      'When another user presents an ID token, the token that was used before it is refused from then on.',
      ['OIC-01', 'OIC-02', 'OIC-24'],
    ],
    'a-call-with-a-key-ends-id-tokens': [
      (normal) => {
        const used = new Map<string, Set<string>>();
        const over = new Set<string>();
        return {
          actorOfKey: (call, key) => {
            for (const value of used.get(key.userId) ?? []) over.add(value);
            return normal.actorOfKey(call, key);
          },
          authenticateIdToken: (call, value) => {
            const actor = normal.authenticateIdToken(call, value);
            if (isRefusal(actor)) return actor;
            used.set(actor.id, (used.get(actor.id) ?? new Set()).add(value));
            return over.has(value) ? refusal('expired-id-token', 'The ID token is over.') : actor;
          },
        };
      },
      'When a user calls with the API key, the ID tokens that the user presented before are refused from then on.',
      ['OIC-01'],
    ],
    'a-token-is-good-for-twenty-calls': [
      (normal) => {
        const uses = new Map<string, number>();
        return {
          authenticateIdToken: (call, value) => {
            uses.set(value, (uses.get(value) ?? 0) + 1);
            return (uses.get(value) ?? 0) > 20
              ? refusal('unknown-credential', 'The access token is not known.')
              : normal.authenticateIdToken(call, value);
          },
        };
      },
      'An ID token is refused from its twenty-first call on.',
    ],
  }),
  ...breaking('OIC-01', {
    'refused-while-the-keys-are-fetched': [
      (normal) => {
        const fetching = new Set<string>();
        return {
          keysOf: async (call, provider, anew) => {
            if (fetching.has(provider.issuer)) return [];
            fetching.add(provider.issuer);
            try {
              return await normal.keysOf(call, provider, anew);
            } finally {
              fetching.delete(provider.issuer);
            }
          },
        };
      },
      'While the keys of a provider are fetched for one call, other calls with its tokens are refused.',
      ['OIC-26', 'OIC-11'],
    ],
  }),
];
