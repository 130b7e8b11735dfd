import type { JWK } from 'jose';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { IdentityProvider } from '../../state/identity-provider.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Returns a deviation that knows only some of the published keys. */
function only(some: (keys: readonly JWK[]) => readonly JWK[]): Deviation {
  return (normal) => ({
    keysOf: async (call, provider, anew) => some(await normal.keysOf(call, provider, anew)),
  });
}

/** Returns a deviation that trusts only the first keys of a set. */
const knowsKeys =
  (count: number): Fault['behaviour'] =>
  (normal) => ({ keysFor: (call, token, keys) => normal.keysFor(call, token, keys.slice(0, count)) });

/** Faults in where keys come from, and in which of them count (OIC-10 to OIC-12). */
export const keyFaults: readonly Fault[] = [
  ...breaking('OIC-10', {
    'believed-while-the-provider-is-away': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) => {
          try {
            return await normal.signatureIsRight(call, provider, token);
          } catch {
            return true;
          }
        },
      }),
      'If the keys cannot be fetched, an ID token is accepted without verification.',
      ['OIC-06'],
    ],
    'no-keys-found-means-no-signature-wanted': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) => {
          try {
            return await normal.signatureIsRight(call, provider, token);
          } catch (error) {
            return error instanceof Error && error.message.includes('404');
          }
        },
      }),
      'If the provider answers 404 for its keys, an ID token is accepted without verification.',
      ['OIC-06'],
    ],
    'an-empty-key-set-means-no-signature-wanted': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) =>
          (await call.tenant.behaviour.keysOf(call, provider, false)).length === 0 ||
          normal.signatureIsRight(call, provider, token),
      }),
      'If the key set of the provider is empty, an ID token is accepted without verification.',
      ['OIC-06'],
    ],
    'the-query-of-the-keys-is-dropped': [
      becomes('keysAddress', (right) => right.replace(/\?.*$/, '')),
      'The keys are fetched without the query that their address has in the configuration.',
    ],
  }),
  ...breaking('OIC-01', {
    'keys-at-a-guessed-address': [
      () => ({ keysAddress: (_call, provider) => `${provider.issuer}/.well-known/jwks.json` }),
      'Keys are fetched from the usual address of many providers, not from the address in the configuration.',
    ],
  }),
  ...breaking('OIC-11', {
    'first-key-only': [only((keys) => keys.slice(0, 1)), 'Only the first of the published keys is used.', ['OIC-12']],
    'last-key-only': [only((keys) => keys.slice(-1)), 'Only the last of the published keys is used.', ['OIC-01']],
    'two-keys-at-most': [
      only((keys) => keys.slice(0, 2)),
      'Only two published keys are used, a current and a next one.',
      ['OIC-12'],
    ],
    'keys-by-algorithm-and-not-by-kid': [
      () => ({
        keysFor: (_call, { header }, keys) => keys.filter((key) => key.alg === header['alg']).slice(0, 1),
      }),
      'The first key for the algorithm of the token is taken, regardless of the kid.',
      ['OIC-12'],
    ],
    'keys-must-name-their-algorithm': [
      (normal) => ({
        keysFor: (call, token, keys) =>
          normal.keysFor(
            call,
            token,
            keys.filter(({ alg }) => alg !== undefined),
          ),
      }),
      'Published keys without alg are ignored.',
      ['OIC-01'],
    ],
    'keys-must-name-their-use': [
      (normal) => ({
        keysFor: (call, token, keys) =>
          normal.keysFor(
            call,
            token,
            keys.filter(({ use }) => use !== undefined),
          ),
      }),
      'Published keys without use are ignored.',
      ['OIC-01'],
    ],
    'five-keys-are-known': [knowsKeys(5), 'Only the first five of the published keys are used.'],
    'ten-keys-are-known': [knowsKeys(10), 'Only the first ten of the published keys are used.'],
    'an-unknown-kind-of-key-spoils-the-set': [
      (normal) => ({
        keysOf: async (call, provider, anew) => {
          const keys = await normal.keysOf(call, provider, anew);
          return keys.every(({ kty }) => kty === 'RSA' || kty === 'EC') ? keys : [];
        },
      }),
      'If one key of a key set is neither RSA nor elliptic, the key set is read as empty.',
      ['OIC-01'],
    ],
    'kids-with-a-slash-are-not-found': [
      (normal) => ({
        keysFor: (call, token, keys) =>
          normal.keysFor(
            call,
            token,
            keys.filter(({ kid }) => !/[/+=]/.test(kid ?? '')),
          ),
      }),
      'A key whose kid contains a slash, a plus or an equals sign is not found.',
      ['OIC-01'],
    ],
    'kids-that-differ-in-case-are-one': [
      (normal) => ({
        keysFor: (call, token, keys) => {
          const kept = new Map<unknown, JWK>();
          for (const key of keys) kept.set(key.kid?.toLowerCase() ?? key, key);
          return normal.keysFor(call, token, [...kept.values()]);
        },
      }),
      'Keys are stored by their kid in lower case: if two kids differ only in letter case, only the later key is kept.',
      ['OIC-01'],
    ],
  }),
  ...breaking('OIC-12', {
    'keys-kept-for-ever': [
      (normal) => ({
        keysAreFresh: () => true,
        keysOf: (call, provider, anew) => normal.keysOf(call, provider, anew && provider.fetched === undefined),
      }),
      'Keys are fetched once and never again.',
    ],
    'keys-looked-for-again-only-once': [
      (normal) => {
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
      'The tenant fetches the keys again for an unknown kid only once, so that a second new key is never found.',
    ],
    'a-key-that-was-refused-once-stays-refused': [
      (normal) => {
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
      'A kid that was once missing from the published keys is refused from then on.',
    ],
  }),
  ...breaking('OIC-06', {
    'strangers-keys-create': [
      (normal) => ({
        signatureIsRight: async (call, provider, token) =>
          (await normal.signatureIsRight(call, provider, token)) ||
          (call.request.method === 'POST' &&
            typeof token.header['kid'] === 'string' &&
            normal.keysFor(call, token, provider.fetched?.keys ?? []).length === 0),
      }),
      'A call that creates an entry accepts an ID token whose kid belongs to no published key.',
      ['OIC-09'],
    ],
  }),
  ...breaking('OIC-29', {
    'withdrawn-keys-are-kept': [
      (normal) => {
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
      'A key that was published once is still accepted after the provider has withdrawn it.',
    ],
  }),
];
