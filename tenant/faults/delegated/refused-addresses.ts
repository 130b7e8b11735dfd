import type { Fault } from '../fault.ts';

function unregistrable(id: string, summary: string, isRefused: (url: URL, redirectUri: string) => boolean): Fault {
  return {
    id,
    breaks: ['DEL-64'],
    summary,
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        redirectUri.startsWith('https:') && isRefused(new URL(redirectUri), redirectUri)
          ? 'This redirect URI cannot be registered.'
          : normal.redirectUriProblem(tenant, redirectUri),
    }),
  };
}

/** HTTPS redirect URIs that cannot be registered or used for how they are written. */
export const refusedAddressFaults: readonly Fault[] = [
  {
    id: 'delegated/no-long-redirect-uris',
    breaks: ['DEL-24'],
    summary: 'An HTTPS redirect URI of more than 120 characters is cut short when it is registered.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const kept = redirectUri.startsWith('https:') ? redirectUri.slice(0, 120) : redirectUri;
        return normal.registerRedirectUri(tenant, app, kept);
      },
    }),
  },
  unregistrable(
    'delegated/no-redirect-uris-that-end-in-a-slash',
    'An HTTPS redirect URI that ends in a slash cannot be registered.',
    (_url, redirectUri) => redirectUri.endsWith('/'),
  ),
  unregistrable(
    'delegated/no-redirect-uris-without-a-path',
    'An HTTPS redirect URI without a path cannot be registered.',
    ({ pathname }) => pathname === '/',
  ),
  unregistrable(
    'delegated/no-redirect-uris-far-below-a-domain',
    'An HTTPS redirect URI on a host with more than three labels cannot be registered.',
    ({ hostname }) => hostname.split('.').length > 3,
  ),
  {
    id: 'delegated/redirect-uris-are-decoded-at-the-exchange',
    breaks: ['DEL-27'],
    also: ['TOK-35'],
    summary: 'The redirect_uri of an exchange is percent-decoded once more, so that one with escapes never fits.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        normal.codeFitsRedirectUri(call, code, decodeURIComponent(redirectUri)),
    }),
  },
];
