import type { JWK } from 'jose';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const WEEK = 7 * 86_400_000;

/** Variants of the set-up of providers, and of the lifetime of ID tokens. */
export const setupVariants: readonly Variant[] = [
  {
    id: 'openid-connect/configuration-read-once',
    freedoms: ['FRE-106'],
    summary:
      'The address of the keys is read once from the configuration; the keys are fetched from there if one is missing.',
    behaviour: (normal) => {
      const addresses = new Map<string, string>();
      return {
        keysAddress: (call, provider, configuration) => {
          const known = addresses.get(provider.issuer) ?? normal.keysAddress(call, provider, configuration);
          addresses.set(provider.issuer, known);
          return known;
        },
      };
    },
  },
  {
    id: 'openid-connect/withdrawn-keys-live-on-for-a-week',
    freedoms: ['FRE-106'],
    summary: 'A key that the provider has withdrawn is valid for a week after it was last published.',
    behaviour: (normal) => {
      const last = new Map<string, Map<unknown, { readonly key: JWK; readonly at: number }>>();
      return {
        keysOf: async (call, provider, anew) => {
          const keys = await normal.keysOf(call, provider, anew);
          const known = last.get(provider.issuer) ?? new Map<unknown, { readonly key: JWK; readonly at: number }>();
          last.set(provider.issuer, known);
          const now = call.now.getTime();
          for (const key of keys) known.set(key.kid, { key, at: now });
          const withdrawn = [...known.values()].filter(({ key }) => keys.every(({ kid }) => kid !== key.kid));
          return [...keys, ...withdrawn.filter(({ at }) => now - at < WEEK).map(({ key }) => key)];
        },
      };
    },
  },
  {
    id: 'openid-connect/an-hour-at-most',
    freedoms: ['FRE-100', 'FRE-101'],
    summary: 'An ID token with a lifetime of more than an hour, or issued more than an hour ago, is refused.',
    behaviour: (normal) => ({
      claimsProblem: (call, token, provider) => {
        const { iat, exp } = token.claims;
        const now = call.now.getTime() / 1000;
        const long =
          typeof iat !== 'number' || typeof exp !== 'number' || exp - iat > 3600 || now - iat > 3660 || iat - now > 60;
        return (
          normal.claimsProblem(call, token, provider) ??
          (long ? refusal('wrong-claims', 'The ID token lasts too long.') : undefined)
        );
      },
    }),
  },
];
