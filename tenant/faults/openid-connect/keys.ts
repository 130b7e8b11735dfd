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

/** Believes the first keys of a set only. */
const knowsKeys =
  (count: number): Fault['behaviour'] =>
  (normal) => ({ keysFor: (call, token, keys) => normal.keysFor(call, token, keys.slice(0, count)) });

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
    id: 'openid-connect/an-empty-key-set-means-no-signature-wanted',
    breaks: ['OIC-10'],
    also: ['OIC-06'],
    summary: 'A provider whose key set is empty is taken for one that signs nothing.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) =>
        (await call.tenant.behaviour.keysOf(call, provider, false)).length === 0 ||
        normal.signatureIsRight(call, provider, token),
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
  {
    id: 'openid-connect/strangers-keys-create',
    breaks: ['OIC-06'],
    also: ['OIC-09'],
    summary: 'What creates an entry believes an ID token whose kid is that of no published key.',
    behaviour: (normal) => ({
      signatureIsRight: async (call, provider, token) =>
        (await normal.signatureIsRight(call, provider, token)) ||
        (call.request.method === 'POST' &&
          typeof token.header['kid'] === 'string' &&
          normal.keysFor(call, token, provider.fetched?.keys ?? []).length === 0),
    }),
  },
  {
    id: 'openid-connect/withdrawn-keys-are-kept',
    breaks: ['OIC-29'],
    summary: 'A key that was published once stays good after the provider has withdrawn it.',
    behaviour: (normal) => {
      const ever = new Map<string, JWK[]>();
      return {
        keysOf: async (call, provider, anew) => {
          const keys = await normal.keysOf(call, provider, anew);
          const known = ever.get(provider.issuer) ?? [];
          const all = [...keys, ...known.filter((one) => keys.every(({ kid }) => kid !== one.kid))];
          ever.set(provider.issuer, all);
          return all;
        },
      };
    },
  },
  {
    id: 'openid-connect/keys-must-name-their-algorithm',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'Published keys without alg are left out.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) =>
        normal.keysFor(
          call,
          token,
          keys.filter(({ alg }) => alg !== undefined),
        ),
    }),
  },
  {
    id: 'openid-connect/keys-must-name-their-use',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'Published keys without use are left out.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) =>
        normal.keysFor(
          call,
          token,
          keys.filter(({ use }) => use !== undefined),
        ),
    }),
  },
  {
    id: 'openid-connect/five-keys-are-known',
    breaks: ['OIC-11'],
    summary: 'Of the published keys the first five are used.',
    behaviour: knowsKeys(5),
  },
  {
    id: 'openid-connect/ten-keys-are-known',
    breaks: ['OIC-11'],
    summary: 'Of the published keys the first ten are used.',
    behaviour: knowsKeys(10),
  },
  {
    id: 'openid-connect/an-unknown-kind-of-key-spoils-the-set',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'A key set in which one key is neither RSA nor elliptic is read as empty.',
    behaviour: (normal) => ({
      keysOf: async (call, provider, anew) => {
        const keys = await normal.keysOf(call, provider, anew);
        return keys.every(({ kty }) => kty === 'RSA' || kty === 'EC') ? keys : [];
      },
    }),
  },
  {
    id: 'openid-connect/kids-with-a-slash-are-not-found',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary: 'A key whose kid holds a slash, a plus or an equals sign is not found.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) =>
        normal.keysFor(
          call,
          token,
          keys.filter(({ kid }) => !/[/+=]/.test(kid ?? '')),
        ),
    }),
  },
  {
    id: 'openid-connect/kids-that-differ-in-case-are-one',
    breaks: ['OIC-11'],
    also: ['OIC-01'],
    summary:
      'Keys are kept by their kid in lower case, so that of two that differ in letter case the later one is left.',
    behaviour: (normal) => ({
      keysFor: (call, token, keys) => {
        const kept = new Map<unknown, JWK>();
        for (const key of keys) kept.set(key.kid?.toLowerCase() ?? key, key);
        return normal.keysFor(call, token, [...kept.values()]);
      },
    }),
  },
  {
    id: 'openid-connect/the-query-of-the-keys-is-dropped',
    breaks: ['OIC-10'],
    summary: 'The keys are asked for without the query that their address has in the configuration.',
    behaviour: (normal) => ({
      keysAddress: (call, provider, configuration) =>
        normal.keysAddress(call, provider, configuration).replace(/\?.*$/, ''),
    }),
  },

  {
    id: 'openid-connect/a-key-that-was-refused-once-stays-refused',
    breaks: ['OIC-12'],
    summary: 'A kid that was not among the published keys once is never looked for again.',
    behaviour: (normal) => {
      const refused = new Set<unknown>();
      return {
        signatureIsRight: async (call, provider, token) => {
          const { kid } = token.header;
          if (refused.has(kid)) return false;
          const isRight = await normal.signatureIsRight(call, provider, token);
          const isKnown = provider.fetched?.keys.some((key) => key.kid === kid) === true;
          if (!isRight && !isKnown && kid !== undefined) refused.add(kid);
          return isRight;
        },
      };
    },
  },
];
