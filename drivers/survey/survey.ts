import type { Serving } from '../../core/serving.ts';
import { notServed } from '../../core/serving.ts';
import type { OperationName } from '../control/operation.ts';
import type { Listing } from '../world/listing.ts';
import { authorizePath, legacyTokenPath, tokenPath } from '../world/paths.ts';

/** The kinds of credential that may be presented at a listing. */
export const presentedKinds = ['app token', 'API key', 'delegated token', 'ID token'] as const;
export type PresentedKind = (typeof presentedKinds)[number];

/** The grants that may be requested at a token path. */
export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof grantTypes)[number];

export type { Serving } from '../../core/serving.ts';

/** The requests to a listing in addition to the one for its first page. */
export const listingWays = ['modifiedAt:desc', 'modifiedAt:asc', 'a following page'] as const;
export type ListingWay = (typeof listingWays)[number];

/** A kind is omitted if the suite had nothing to ask with. */
export type ByKind<Kind extends string> = Readonly<Partial<Record<Kind, Serving>>>;

/** A listing, and the kinds of credential that it serves. */
export interface SurveyedListing extends Listing {
  readonly by: ByKind<PresentedKind>;
  /** Whether the listing serves requests for more than its first page, from a caller that it serves. */
  readonly ways?: ByKind<ListingWay>;
}

/** The places that a tenant serves, and the callers that it serves, as found before the checks. Plain data. */
export interface Survey {
  readonly listings: readonly SurveyedListing[];
  /** Whether a user who consents is sent back with a code; absent if no user can be sent there. */
  readonly authorization?: Serving;
  readonly tokenPaths: readonly { readonly path: string; readonly by: ByKind<GrantType> }[];
  /** Operations that the control lists, and does not know when they are requested (501). */
  readonly unknownOperations: readonly OperationName[];
}

/**
 * A place that does not exist at this tenant, or that refuses every right request. If a place exists and answers
 * wrongly in another way, its checks report that.
 */
export interface Lack {
  /** Method and path. */
  readonly place: string;
  /** The requirements that demand it, the most important one first. */
  readonly demandedBy: readonly [string, ...string[]];
  /** Whether the place exists, and refuses every caller. */
  readonly isBad?: true;
}

/** Reports whether a place was tried, and each attempt found nothing there. */
function isMissing(by: ByKind<string>): boolean {
  const found = Object.values(by);
  return found.length > 0 && found.every((one) => one === 'absent');
}

/** Reports whether a place exists and refuses every caller. */
function refusesAll(by: ByKind<string>): boolean {
  const found = Object.values(by);
  return found.includes('refused') && found.every((one) => one === 'refused' || one === 'absent');
}

/**
 * Reports whether right requests were tried, and none of them was served. The address at which a browser arrives does
 * not count, because only the control reports it.
 */
export function servesNothing({ listings, tokenPaths }: Survey): boolean {
  const found = [...listings, ...tokenPaths].flatMap(({ by }) => Object.values(by));
  return found.length > 0 && !found.includes('served');
}

const listingRequirements: Readonly<Record<string, string>> = {
  '/api/v3/entry/items': 'LST-01',
  '/api/v2/entries': 'LST-02',
  '/api/v3/plate/items': 'LST-03',
  '/api/v2/plates': 'LST-04',
};
const versionRequirements = ['VER-01', 'VER-02', 'VER-03'] as const;

/** Returns the requirements that demand that a listing answers right requests. */
export function demandersOfListing({ path }: Listing): readonly [string, ...string[]] {
  return [listingRequirements[path] ?? 'LST-05', 'TRN-02'];
}

/** Reports whether a listing or a token path serves callers or grants of a kind; true if that is not known. */
export function isServedTo(survey: Survey | undefined, at: string, kind: PresentedKind | GrantType): boolean {
  const places = [...(survey?.listings ?? []), ...(survey?.tokenPaths ?? [])];
  const found = places.find(({ path }) => path === at);
  return found === undefined || (found.by as ByKind<string>)[kind] === 'served';
}

/**
 * Returns the lack that a call of a listing meets: the listing does not exist, or it serves no caller. Returns
 * undefined if there is no lack.
 */
export function lackAtListing(survey: Survey, path: string): Lack | undefined {
  const listing = survey.listings.find((one) => one.path === path);
  if (listing === undefined) return undefined;
  const isBad = refusesAll(listing.by);
  if (!isBad && !isMissing(listing.by)) return undefined;
  const sisters = survey.listings.filter(({ version }) => version !== undefined && version === listing.version);
  const wholeVersion = sisters.length > 0 && sisters.every(({ by }) => isMissing(by));
  return {
    place: `GET ${path}`,
    demandedBy: [...demandersOfListing(listing), ...(wholeVersion ? versionRequirements : [])],
    ...(isBad ? { isBad } : {}),
  };
}

/**
 * For each token path, the requirements that demand that it issues tokens, by the grants. A requirement that needs both
 * paths is listed at both.
 */
const tokenPathRequirements: Readonly<Record<string, readonly [string, ...string[]]>> = {
  [tokenPath]: ['TOK-01', 'VER-04', 'TRN-02', 'CCR-01', 'DEL-27', 'DEL-37', 'VER-05'],
  [legacyTokenPath]: ['VER-05', 'TRN-02', 'VER-06', 'VER-07', 'VER-04'],
};

/** Returns the requirements that demand that a token path answers right requests. */
export function demandersOfTokenPath(path: string): readonly string[] {
  return tokenPathRequirements[path] ?? [];
}

/** Returns the lack that a token request meets: the path does not exist. Returns undefined if there is no lack. */
export function lackAtTokenPath(survey: Survey, path: string): Lack | undefined {
  const found = survey.tokenPaths.find((one) => one.path === path);
  const demandedBy = tokenPathRequirements[path];
  if (found === undefined || demandedBy === undefined || !isMissing(found.by)) return undefined;
  return { place: `POST ${path}`, demandedBy };
}

/**
 * Returns the lack that a user meets at the authorization endpoint: no user is sent back with a code. Returns undefined
 * if there is no lack.
 */
export function lackOfAuthorization({ authorization }: Survey): Lack | undefined {
  return authorization === 'absent'
    ? { place: `GET ${authorizePath}`, demandedBy: ['DEL-01', 'VER-19', 'TRN-02', 'DEL-61'] }
    : undefined;
}

/**
 * Requirements that demand that something is served, and requirements that the same answers prove. A check that proves
 * only these may ask for something that is not served.
 */
const demanding: ReadonlySet<string> = new Set([
  'DEL-01',
  'VER-19',
  'DEL-61',
  'LST-05',
  ...Object.values(listingRequirements),
  ...Object.values(tokenPathRequirements).flat(),
  ...versionRequirements,
  'LST-31',
  'DEL-38',
  'DEL-39',
]);

/**
 * Reports whether a check with these requirements is about a lack, and about nothing that only follows from the lack.
 */
export function provesOnlyLack(lack: Lack, proves: ReadonlySet<string>): boolean {
  return lack.demandedBy.some((one) => proves.has(one)) && [...proves].every((one) => demanding.has(one));
}

/** Returns a lack in words, with the requirement that forbids it. */
export function lackInWords({ place, demandedBy: [requirement], isBad }: Lack): string {
  return isBad === true ? `${place} serves no caller: see ${requirement}` : notServed(place, requirement);
}
