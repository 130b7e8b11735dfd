import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import { nextTokenOf } from '../world/page.ts';
import { legacyTokenPath } from '../world/paths.ts';
import { grantIn } from '../world/step-names.ts';
import { demandersOfListing, demandersOfTokenPath, grantTypes, presentedKinds } from './survey.ts';
import type { GrantType, ListingWay, PresentedKind, Survey, SurveyedListing } from './survey.ts';
import type { MetBadValue } from '../../core/run/manner.ts';

/** For each kind of credential, the requirement that every listing accepts it. */
const kindRequirements: Readonly<Record<PresentedKind, string>> = {
  'app token': 'CCR-04',
  'API key': 'KEY-02',
  'delegated token': 'DEL-62',
  'ID token': 'OIC-01',
};

/** For each grant, the requirement that demands it at the token path, and the one at the legacy token path. */
const grantRequirements: Readonly<Record<GrantType, readonly [string, string]>> = {
  client_credentials: ['CCR-01', 'VER-05'],
  authorization_code: ['DEL-27', 'VER-06'],
  refresh_token: ['DEL-37', 'VER-07'],
};

/**
 * Returns the bad value that a case met and that is known at this tenant. It is a listing that serves some caller but
 * answers no right request of one form, or no request with one kind of credential; or it is a token path that refuses a
 * grant. The survey asked for exactly that, and met no weather.
 */
export function badValueIn(survey: Survey, baseUrl: string, exchanges: readonly Exchange[]): MetBadValue | undefined {
  for (const exchange of exchanges) {
    const { method, url, body = '' } = exchange.request;
    const isAt = ({ path }: { readonly path: string }): boolean => url.replace(/\?.*$/s, '') === `${baseUrl}${path}`;
    const listing = method === 'GET' ? survey.listings.find(isAt) : undefined;
    const bad = listing && badAt(listing, exchange);
    if (listing !== undefined && bad !== undefined) {
      const place = `GET ${listing.path}`;
      const told = `${place} ${bad.what}: see ${bad.requirement}`;
      return { place, told, demandedBy: [bad.requirement, ...demandersOfListing(listing)] };
    }
    const { path, by } = (method === 'POST' ? survey.tokenPaths.find(isAt) : undefined) ?? {};
    const grant = grantTypes.find((one) => one === grantIn(body));
    if (path === undefined || grant === undefined || by?.[grant] !== 'refused' || succeeded(exchange)) continue;
    const requirement = grantRequirement(path, grant);
    return {
      place: grantAt(path, grant),
      told: `POST ${path} grants no ${grant}: see ${requirement}`,
      demandedBy: [requirement, ...demandersOfTokenPath(path)],
    };
  }
  return undefined;
}

/** Returns one grant at a token path, as a place. */
export function grantAt(path: string, grant: string): string {
  return `POST ${path} (${grant})`;
}

function grantRequirement(path: string, grant: GrantType): string {
  const [here, legacy] = grantRequirements[grant];
  return path === legacyTokenPath ? legacy : here;
}

/** A bad behaviour, and the requirement that demands a good one. */
interface Bad {
  readonly what: string;
  readonly requirement: string;
}

function badAt(listing: SurveyedListing, exchange: Exchange): Bad | undefined {
  const isBad = (way: ListingWay): boolean => listing.ways?.[way] === 'refused';
  const query = new URL(exchange.request.url).searchParams;
  if (succeeded(exchange)) {
    const mayLeadOn = query.has('pageSize') && nextTokenOf(exchange) === undefined;
    return mayLeadOn && isBad('a following page')
      ? { what: 'leads to no following page', requirement: 'LST-11' }
      : undefined;
  }
  const sort = query.get('sort');
  if ((sort === 'modifiedAt:desc' || sort === 'modifiedAt:asc') && isBad(sort))
    return { what: `is not served with sort=${sort}`, requirement: sortRequirement(listing.path, sort) };
  if (query.has('nextToken') && isBad('a following page'))
    return { what: 'serves no following page', requirement: 'LST-12' };
  const kind = presentedKinds.find((one) => listing.by[one] === 'refused' && mayBe(one, exchange));
  return kind && { what: `takes no ${kind}`, requirement: kindRequirements[kind] };
}

function sortRequirement(path: string, sort: 'modifiedAt:desc' | 'modifiedAt:asc'): string {
  if (sort === 'modifiedAt:asc') return 'LST-23';
  return path === '/api/v3/entry/items' ? 'LST-22' : 'LST-37';
}

/**
 * Reports whether a request may have presented a credential of this kind, by the scheme of its Authorization header.
 */
function mayBe(kind: PresentedKind, { request }: Exchange): boolean {
  const scheme = kind === 'API key' ? /^basic /i : /^bearer /i;
  return Object.entries(request.headers).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && scheme.test(value),
  );
}
