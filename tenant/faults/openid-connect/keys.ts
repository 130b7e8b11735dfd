import type { JWK } from 'jose';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { IdentityProvider } from '../../state/identity-provider.ts';
import type { Fault } from '../fault.ts';

/** Knows only some of the published keys. */
function only(some: (keys: readonly JWK[]) => readonly JWK[]): Deviation {
  return (normal) => ({
    keysOf: async (call, provider, anew) => some(await normal.keysOf(call, provider, anew)),
  });
}

/** Where keys come from, and which of them count (OIC-10 to OIC-12). */
export const keyFaults: readonly Fault[] = [
  {
    id: 'openid-connect/believed-while-the-provider-is-away',
    breaks: ['OIC-10'],
    also: ['OIC-06'],
    summary: 'Where the keys cannot be fetched, an ID token is believed as it stands.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) => {
        try {
          return await normal.signatureIsRight(call, provider, token);
        } catch {
          return true;
        }
      },
    }),
  },
  {
    id: 'openid-connect/no-keys-found-means-no-signature-wanted',
    breaks: ['OIC-10'],
    also: ['OIC-06'],
    summary: 'A provider that answers 404 for its keys is taken for one that signs nothing.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) => {
        try {
          return await normal.signatureIsRight(call, provider, token);
        } catch (error) {
          return error instanceof Error && error.message.includes('404');
        }
      },
    }),
  },
  {
    id: 'openid-connect/keys-at-a-guessed-address',
    breaks: ['OIC-01'],
    summary: 'Keys are looked for where many providers have them, and not where the configuration says.',
    behaviour: () => ({ keysAddress: (_call, provider) => `${provider.issuer}/.well-known/jwks.json` }),
  },
  {
    id: 'openid-connect/first-key-only',
    breaks: ['OIC-11'],
    also: ['OIC-12'],
    summary: 'Only the first of the published keys is used.',
    behaviour: only((keys) => keys.slice(0, 1)),
  },
  {
    id: 'openid-connect/last-key-only',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'Only the last of the published keys is used.',
    behaviour: only((keys) => keys.slice(-1)),
  },
  {
    id: 'openid-connect/two-keys-at-most',
    breaks: ['OIC-11'],
    also: ['OIC-12'],
    summary: 'A current and a next key are kept; a third one has no place.',
    behaviour: only((keys) => keys.slice(0, 2)),
  },
  {
    id: 'openid-connect/keys-by-algorithm-and-not-by-kid',
    breaks: ['OIC-11'],
    also: ['OIC-12'],
    summary: 'The first key for the algorithm of the token is taken, whatever its kid.',
    behaviour: () => ({
      keysFor: (_call, { header }, keys) => keys.filter((key) => key.alg === header['alg']).slice(0, 1),
    }),
  },
  {
    id: 'openid-connect/keys-kept-for-ever',
    breaks: ['OIC-12'],
    summary: 'Keys are fetched once and never again.',
    behaviour: (normal) => ({
      keysAreFresh: () => true,
      keysOf: (call, provider, anew) => normal.keysOf(call, provider, anew && provider.fetched === undefined),
    }),
  },
  {
    id: 'openid-connect/keys-looked-for-again-only-once',
    breaks: ['OIC-12'],
    summary: 'A key that is not known is looked for once; the next new one is not.',
    behaviour: (normal) => {
      const looked = new WeakSet<IdentityProvider>();
      return {
        keysAreFresh: () => true,
        keysOf: (call, provider, anew) => {
          const again = anew && !looked.has(provider);
          if (again) looked.add(provider);
          return normal.keysOf(call, provider, again);
        },
      };
    },
  },
];
