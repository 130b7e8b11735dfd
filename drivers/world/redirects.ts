import type { Exchange } from '../../core/exchange.ts';
import { header, saysNothingIsThere } from '../../core/exchange.ts';
import { isPage } from './page.ts';
import { assayResultsPaths, versionedListings } from './listing.ts';
import { legacyTokenPath, tokenPath } from './paths.ts';

/** How often a request is sent on at most. */
export const mostRedirects = 3;

const documented: ReadonlySet<string> = new Set([
  ...versionedListings.map(({ path }) => path),
  ...assayResultsPaths,
  tokenPath,
  legacyTokenPath,
]);

/** Whether a redirect from an address is followed: only over HTTPS, from a listing and from a token path. */
export function isFollowedFrom(url: string, assayResults: string | undefined): boolean {
  const { protocol, pathname } = new URL(url);
  return protocol === 'https:' && (documented.has(pathname) || pathname === assayResults);
}

/**
 * Where an answer sends the same request on to: another address of the same tenant over HTTPS (FRE-03). Undefined where
 * it is no redirect, leads anywhere else, or asks for a request of another method (RFC 9110, section 15.4).
 */
export function sentOnTo(answered: Exchange): string | undefined {
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
 * Whether something that answers for the path was found behind a redirect: a page of a listing, another success, or a
 * refusal, and not a page of the web application, nothing at all, or a crash.
 */
export function isAnswer(found: Exchange): boolean {
  const status = found.response?.status ?? 0;
  if (status >= 200 && status < 300) return found.request.method !== 'GET' || isPage(found);
  return status >= 400 && status < 500 && !saysNothingIsThere(status);
}
