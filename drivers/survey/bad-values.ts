import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import type { MetBadValue } from '../../core/run/host.ts';
import { nextTokenOf } from '../world/page.ts';
import { legacyTokenPath } from '../world/paths.ts';
import { grantIn } from '../world/step-names.ts';
import { grantTypes, presentedKinds } from './survey.ts';
import type { GrantType, ListingWay, PresentedKind, Survey, SurveyedListing } from './survey.ts';

/** Of each kind of credential what demands that every listing takes it. */
const kindRequirements: Readonly<Record<PresentedKind, string>> = {
  'app token': 'CCR-04',
  'API key': 'KEY-02',
  'delegated token': 'DEL-62',
  'ID token': 'OIC-01',
};

/** Of each grant what demands it at the token path, and at the legacy one. */
const grantRequirements: Readonly<Record<GrantType, readonly [string, string]>> = {
  client_credentials: ['CCR-01', 'VER-05'],
  authorization_code: ['DEL-27', 'VER-06'],
  refresh_token: ['DEL-37', 'VER-07'],
};

/**
 * What of that which a case met is known to be bad at this tenant: a listing that serves somebody, and answers no right
 * request of one form, or none with one kind of credential, or a token path that refuses a grant. The survey asked for just that, and met no weather.
 */
export function badValueIn(survey: Survey, baseUrl: string, exchanges: readonly Exchange[]): MetBadValue | undefined {
  for (const exchange of exchanges) {
    const { method, url, body = '' } = exchange.request;
    const isAt = ({ path }: { readonly path: string }): boolean => url.replace(/\?.*$/s, '') === `${baseUrl}${path}`;
    const listing = method === 'GET' ? survey.listings.find(isAt) : undefined;
    const told = listing && badAt(listing, exchange);
    if (listing !== undefined && told !== undefined)
      return { place: `GET ${listing.path}`, told: `GET ${listing.path} ${told}` };
    const { path, by } = (method === 'POST' ? survey.tokenPaths.find(isAt) : undefined) ?? {};
    const grant = grantTypes.find((one) => one === grantIn(body));
    if (path === undefined || grant === undefined || by?.[grant] !== 'refused' || succeeded(exchange)) continue;
    return {
      place: grantAt(path, grant),
      told: `POST ${path} grants no ${grant}: see ${grantRequirement(path, grant)}`,
    };
  }
  return undefined;
}

/** One grant at a token path, as a place. */
export function grantAt(path: string, grant: string): string {
  return `POST ${path} (${grant})`;
}

function grantRequirement(path: string, grant: GrantType): string {
  const [here, legacy] = grantRequirements[grant];
  return path === legacyTokenPath ? legacy : here;
}

function badAt(listing: SurveyedListing, exchange: Exchange): string | undefined {
  const isBad = (way: ListingWay): boolean => listing.ways?.[way] === 'refused';
  const query = new URL(exchange.request.url).searchParams;
  if (succeeded(exchange)) {
    const mayLeadOn = query.has('pageSize') && nextTokenOf(exchange) === undefined;
    return mayLeadOn && isBad('a following page') ? 'leads to no following page: see LST-11' : undefined;
  }
  const sort = query.get('sort');
  if (sort === 'modifiedAt:desc' && isBad(sort)) {
    const requirement = listing.path === '/api/v3/entry/items' ? 'LST-22' : 'LST-37';
    return `is not served with sort=${sort}: see ${requirement}`;
  }
  if (sort === 'modifiedAt:asc' && isBad(sort)) return `is not served with sort=${sort}: see LST-23`;
  if (query.has('nextToken') && isBad('a following page')) return 'serves no following page: see LST-12';
  const kind = presentedKinds.find((one) => listing.by[one] === 'refused' && mayBe(one, exchange));
  return kind === undefined ? undefined : `takes no ${kind}: see ${kindRequirements[kind]}`;
}

/** Whether a credential of this kind may have been presented, by how it was. */
function mayBe(kind: PresentedKind, { request }: Exchange): boolean {
  const scheme = kind === 'API key' ? /^basic /i : /^bearer /i;
  return Object.entries(request.headers).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && scheme.test(value),
  );
}
