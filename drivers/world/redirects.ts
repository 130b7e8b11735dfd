import type { Exchange } from '../../core/exchange.ts';
import { header, saysNothingIsThere } from '../../core/exchange.ts';
import { isPage } from './page.ts';
import { assayResultsPaths, versionedListings } from './listing.ts';
import { legacyTokenPath, tokenPath } from './paths.ts';

/** The maximum number of redirects that a request follows. */
export const maxRedirects = 3;

const documented: ReadonlySet<string> = new Set([
  ...versionedListings.map(({ path }) => path),
  ...assayResultsPaths,
  tokenPath,
  legacyTokenPath,
]);

/** Reports whether a redirect from an address is followed: only over HTTPS, and only from a listing or a token path. */
export function isFollowedFrom(url: string, assayResults: string | undefined): boolean {
  const { protocol, pathname } = new URL(url);
  return protocol === 'https:' && (documented.has(pathname) || pathname === assayResults);
}

/**
 * Returns the address to which an answer redirects the same request: another address of the same tenant over HTTPS
 * (FRE-03). Returns undefined if the answer is not a redirect, leads anywhere else, or asks for another method (RFC
 * 9110, section 15.4).
 */
export function redirectTarget(answered: Exchange): string | undefined {
  const { request, response } = answered;
  const status = response?.status ?? 0;
  const keepsMethod = request.method === 'GET' ? [301, 302, 303, 307, 308] : [307, 308];
  const location = header(answered, 'location');
  if (!keepsMethod.includes(status) || location === undefined) return undefined;
  const url = URL.parse(location, request.url);
  const isOfTenant = url !== null && url.origin === URL.parse(request.url)?.origin;
  return isOfTenant && url.href !== request.url ? url.href : undefined;
}

/**
 * Reports whether a redirect led to something that answers for the path: a page of a listing, another success, or a
 * refusal. A page of the web application, nothing at all, or a crash does not count.
 */
export function isAnswer(found: Exchange): boolean {
  const status = found.response?.status ?? 0;
  if (status >= 200 && status < 300) return found.request.method !== 'GET' || isPage(found);
  return status >= 400 && status < 500 && !saysNothingIsThere(status);
}
