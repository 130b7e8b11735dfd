import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

function unregistrable(id: string, summary: string, isRefused: (url: URL, redirectUri: string) => boolean): Fault {
  return {
    id,
    breaks: ['DEL-64'],
    summary,
    behaviour: replaceIf(
      'redirectUriProblem',
      (_tenant, redirectUri) => redirectUri.startsWith('https:') && isRefused(new URL(redirectUri), redirectUri),
      () => 'This redirect URI cannot be registered.',
    ),
  };
}

/** Faults with HTTPS redirect URIs that cannot be registered or used because of how they are written. */
export const refusedAddressFaults: readonly Fault[] = [
  ...breaking('DEL-24', {
    'no-long-redirect-uris': [
      (normal) => ({
        registerRedirectUri: (tenant, app, redirectUri) => {
          const kept = redirectUri.startsWith('https:') ? redirectUri.slice(0, 120) : redirectUri;
          return normal.registerRedirectUri(tenant, app, kept);
        },
      }),
      'An HTTPS redirect URI of more than 120 characters is cut short when it is registered.',
    ],
  }),
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
  ...breaking('DEL-27', {
    'redirect-uris-are-decoded-at-the-exchange': [
      (normal) => ({
        codeFitsRedirectUri: (call, code, redirectUri) =>
          normal.codeFitsRedirectUri(call, code, decodeURIComponent(redirectUri)),
      }),
      'The redirect_uri of an exchange is percent-decoded once more, so that a redirect URI with escapes never matches.',
      ['TOK-35'],
    ],
  }),
];
