import type { Serving } from '../../core/serving.ts';
import { notServed } from '../../core/serving.ts';
import type { OperationName } from '../control/operation.ts';
import type { Listing } from '../world/listing.ts';
import { authorizePath, legacyTokenPath, tokenPath } from '../world/paths.ts';

/** What may be presented at a listing. */
export const presentedKinds = ['app token', 'API key', 'delegated token', 'ID token'] as const;
export type PresentedKind = (typeof presentedKinds)[number];

/** What may be asked for at a token path. */
export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof grantTypes)[number];

export type { Serving } from '../../core/serving.ts';

/** What a listing may be asked for beside its first page. */
export const listingWays = ['modifiedAt:desc', 'modifiedAt:asc', 'a following page'] as const;
export type ListingWay = (typeof listingWays)[number];

/** Left out where there was nothing to ask with. */
export type ByKind<Kind extends string> = Readonly<Partial<Record<Kind, Serving>>>;

/** A listing, and whom it serves. */
export interface SurveyedListing extends Listing {
  readonly by: ByKind<PresentedKind>;
  /** What it answers whom it serves, when it is asked for more than its first page. */
  readonly ways?: ByKind<ListingWay>;
}

/** What a tenant serves, and to whom, as it was found before the checks. Plain data. */
export interface Survey {
  readonly listings: readonly SurveyedListing[];
  /** Whether a user who consents comes back with a code; absent where no user can be sent there. */
  readonly authorization?: Serving;
  readonly tokenPaths: readonly { readonly path: string; readonly by: ByKind<GrantType> }[];
  /** Operations that the control lists and does not know when it is asked for them (501). */
  readonly unknownOperations: readonly OperationName[];
}

/**
 * Something that is not there at this tenant, or refuses every right request. What is there and answers otherwise wrongly is
 * for its checks to tell.
 */
export interface Lack {
  /** Method and path. */
  readonly place: string;
  /** What demands it, the weightiest first. */
  readonly demandedBy: readonly [string, ...string[]];
  /** Whether it is there, and refuses every caller. */
  readonly isBad?: true;
}

/** Whether something was tried, and each try found nothing there. */
function isMissing(by: ByKind<string>): boolean {
  const found = Object.values(by);
  return found.length > 0 && found.every((one) => one === 'absent');
}

/** Whether something is there and refuses every caller. */
function refusesAll(by: ByKind<string>): boolean {
  const found = Object.values(by);
  return found.includes('refused') && found.every((one) => one === 'refused' || one === 'absent');
}

/** Whether right requests were tried, and none of them was served. Where a browser arrives is only what a control says. */
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

/** What demands that a listing answers right requests. */
export function demandersOfListing({ path }: Listing): readonly [string, ...string[]] {
  return [listingRequirements[path] ?? 'LST-05', 'TRN-02'];
}

/** Whether a listing or a token path serves callers or grants of a kind, unless that is not known. */
export function isServedTo(survey: Survey | undefined, at: string, kind: PresentedKind | GrantType): boolean {
  const places = [...(survey?.listings ?? []), ...(survey?.tokenPaths ?? [])];
  const found = places.find(({ path }) => path === at);
  return found === undefined || (found.by as ByKind<string>)[kind] === 'served';
}

/** What a call of a listing meets: nothing, or that the listing is not there or serves nobody. */
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

/** Of each token path what demands that it issues tokens, by the grants. What is shown by both asks at both. */
const tokenPathRequirements: Readonly<Record<string, readonly [string, ...string[]]>> = {
  [tokenPath]: ['TOK-01', 'VER-04', 'TRN-02', 'CCR-01', 'DEL-27', 'DEL-37', 'VER-05'],
  [legacyTokenPath]: ['VER-05', 'TRN-02', 'VER-06', 'VER-07', 'VER-04'],
};

/** What demands that a token path answers right requests. */
export function demandersOfTokenPath(path: string): readonly string[] {
  return tokenPathRequirements[path] ?? [];
}

/** What a token request meets: nothing, or that the path is not there. */
export function lackAtTokenPath(survey: Survey, path: string): Lack | undefined {
  const found = survey.tokenPaths.find((one) => one.path === path);
  const demandedBy = tokenPathRequirements[path];
  if (found === undefined || demandedBy === undefined || !isMissing(found.by)) return undefined;
  return { place: `POST ${path}`, demandedBy };
}

/** What sending a user to the authorization endpoint meets: nothing, or that nobody comes back with a code. */
export function lackOfAuthorization({ authorization }: Survey): Lack | undefined {
  return authorization === 'absent'
    ? { place: `GET ${authorizePath}`, demandedBy: ['DEL-01', 'VER-19', 'TRN-02', 'DEL-61'] }
    : undefined;
}

/**
 * Requirements that demand that something is served, and what is shown by the same answers where it is. What proves these
 * alone may ask where nothing is.
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

/** Whether a check with these requirements tells of a lack, and of nothing that would only follow from it. */
export function isAbout(lack: Lack, proves: ReadonlySet<string>): boolean {
  return lack.demandedBy.some((one) => proves.has(one)) && [...proves].every((one) => demanding.has(one));
}

/** A lack in words, with the requirement that says that it must not be. */
export function toldLack({ place, demandedBy: [requirement], isBad }: Lack): string {
  return isBad === true ? `${place} serves nobody: see ${requirement}` : notServed(place, requirement);
}
