import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

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
