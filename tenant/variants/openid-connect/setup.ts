import type { JWK } from 'jose';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const WEEK = 7 * 86_400_000;

/** How providers may be set up, and what else ID tokens must be. */
export const setupVariants: readonly Variant[] = [
  {
    id: 'openid-connect/configuration-read-once',
    freedoms: ['FRE-106'],
    summary:
      'Where the keys are is read once from the configuration; the keys are fetched from there when one is missing.',
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
    summary: 'A key that the provider has withdrawn is good for a week after it was last among the keys.',
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
    summary: 'An ID token that is to last longer than an hour, or was issued more than an hour ago, is refused.',
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
