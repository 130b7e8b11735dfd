import { lockVariants } from './delegated/locks.ts';
import { redirectUriVariants } from './delegated/addresses.ts';
import { authorizationPageVariants } from './delegated/pages.ts';
import { ruleVariants } from './delegated/rules.ts';
import { authorizationVariants } from './delegated/authorization.ts';
import { delegatedShapeVariants } from './delegated/shapes.ts';
import { delegatedTokenVariants } from './delegated/tokens.ts';
import type { Variant } from './variant.ts';

export const delegatedVariants: readonly Variant[] = [
  ...lockVariants,
  ...redirectUriVariants,
  ...authorizationPageVariants,
  ...ruleVariants,
  ...delegatedTokenVariants,
  ...authorizationVariants,
  ...delegatedShapeVariants,
  {
    id: 'delegated/reuse-ends-the-family',
    freedoms: ['FRE-82', 'FRE-83'],
    summary: 'Presenting a spent refresh token ends every token of its authorization.',
    behaviour: () => ({
      spentRefreshTokenWasPresented: (call, token) => call.tenant.behaviour.endDelegation(call, token.delegation),
    }),
  },
  {
    id: 'delegated/browser-moved-by-script',
    freedoms: ['FRE-53', 'FRE-56'],
    summary: 'A script redirects the browser, and the redirect names the issuer.',
    behaviour: (normal) => ({
      redirectParameters: (call, request, outcome) => [
        ...normal.redirectParameters(call, request, outcome),
        ['iss', call.tenant.baseUrl()],
      ],
      sendBrowserTo: (_call, location, headers = []) => ({
        status: 200,
        headers: [['Content-Type', 'text/html; charset=utf-8'], ['Cache-Control', 'no-store'], ...headers],
        body: `<!doctype html><title>One moment</title><script>location.replace(${JSON.stringify(location)})</script>`,
      }),
    }),
  },
  {
    id: 'delegated/refresh-ends-the-access-token',
    freedoms: ['FRE-81'],
    summary: 'A refresh ends the access token that was issued before it.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        (token.delegation !== undefined && token.delegation.latestAccessToken !== token) ||
        normal.tokenHasEnded(call, token),
    }),
  },
];
