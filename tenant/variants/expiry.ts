import type { Variant } from './variant.ts';

export const expiryVariants: readonly Variant[] = [
  {
    id: 'expiry/expired-refresh-tokens-are-forgotten',
    freedoms: ['FRE-130'],
    summary: 'A refresh token that has expired is answered like one that never was.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        return token !== undefined && call.tenant.behaviour.refreshTokenHasExpired(call, token) ? undefined : token;
      },
    }),
  },
];
