import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import type { MetBadValue } from '../../core/run/host.ts';
import { nextTokenOf } from '../world/page.ts';
import { presentedKinds } from './survey.ts';
import type { ListingWay, PresentedKind, Survey, SurveyedListing } from './survey.ts';

/** Of each kind of credential what demands that every listing takes it. */
const kindRequirements: Readonly<Record<PresentedKind, string>> = {
  'app token': 'CCR-04',
  'API key': 'KEY-02',
  'delegated token': 'DEL-62',
  'ID token': 'OIC-01',
};

/**
 * What of that which a case met is known to be bad at this tenant: a listing that serves somebody, and answers no right
 * request of one form, or none with one kind of credential. The survey asked for just that, and met no weather.
 */
export function badValueIn(survey: Survey, baseUrl: string, exchanges: readonly Exchange[]): MetBadValue | undefined {
  for (const exchange of exchanges) {
    const { method, url } = exchange.request;
    if (method !== 'GET') continue;
    const listing = survey.listings.find(({ path }) => url.replace(/\?.*$/s, '') === `${baseUrl}${path}`);
    const told = listing && badAt(listing, exchange);
    if (listing !== undefined && told !== undefined)
      return { place: `GET ${listing.path}`, told: `GET ${listing.path} ${told}` };
  }
  return undefined;
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
