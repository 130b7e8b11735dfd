import type { Variant } from '../variant.ts';

/** Variants of the addresses that apps may register. */
export const redirectUriVariants: readonly Variant[] = [
  {
    id: 'delegated/redirect-uris-in-normal-form-only',
    freedoms: ['FRE-64', 'FRE-66', 'FRE-67'],
    summary: 'A redirect URI is registered only as a browser would write it, in plain letters.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        URL.canParse(redirectUri) && [redirectUri, `${redirectUri}/`].includes(new URL(redirectUri).href)
          ? normal.redirectUriProblem(tenant, redirectUri)
          : 'The redirect URI is not in its normal form.',
    }),
  },
];
