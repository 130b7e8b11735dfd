import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import type { Target } from '../session/target.ts';
import type { App, Laboratory, User } from '../world/actors.ts';
import {
  accessTokenIn,
  aKeyOwnerWithAccess,
  aLaboratoryFor,
  anApp,
  anAppWithAccess,
  aUser,
  legacyTokenPath,
  requestToken,
  someOfEachKind,
  tokenPath,
} from '../world/actors.ts';
import { bearer } from '../world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  authorize,
  aUserWithAccess,
  exchangeCode,
  refresh,
  refreshTokenIn,
} from '../world/delegated.ts';
import { anIdToken, plainIdToken, signInOnce } from '../world/identity.ts';
import { isPage, nextTokenOf } from '../world/page.ts';
import { authorizePath } from '../world/paths.ts';
import { openScene } from '../world/open-scene.ts';
import type { Scene } from '../world/scene.ts';
import type { Answered, Question } from './questions.ts';
import { answered, isNowhere, Patience, question, servingOf, settle, unclear } from './questions.ts';
import type { ByKind, GrantType, ListingWay, PresentedKind, Serving, Survey, SurveyedListing } from './survey.ts';
import { listingWays } from './survey.ts';

/**
 * The forms in which a listing is asked. A listing that demands more than a credential is not absent, so each of these
 * forms is tried.
 */
const forms = [undefined, { pageSize: '10' }, { pageSize: '10', sort: 'modifiedAt:desc' }] as const;

/** Finds out which places are served and to which callers, with right requests only, before anything is judged. */
export async function takeSurvey(target: Target): Promise<Survey> {
  const branch = await target.timeline.openAtOnce('the survey');
  try {
    const scene = openScene(target, new Journal(), branch, target.realTime.now(), { isBeside: true });
    const patience = new Patience(target);
    const authorizer = await unlessLacking(scene, () => anAuthorizer(scene));
    // in parallel: a tenant that lets each request wait would take minutes
    const [authorization, byApps] = await Promise.all([
      authorizer && surveyAuthorization(scene, patience, authorizer),
      surveyAppGrants(scene, patience),
    ]);
    const byUsers = authorization === 'served' && authorizer ? await surveyUserGrants(scene, patience, authorizer) : {};
    const tokenPaths = paths.map((path) => ({ path, by: { ...byApps[path], ...byUsers[path] } }));
    const credentials = await Promise.all([
      unlessLacking(scene, () => anAppToken(scene, tokenPaths)),
      unlessLacking(scene, () => aKey(scene)),
      unlessLacking(scene, () => aDelegatedToken(scene, tokenPaths)),
    ]);
    const presented = credentials.filter((one) => one !== undefined);
    const surveyWith = (listings: Survey['listings']): Survey => ({
      listings,
      tokenPaths,
      ...(authorization === undefined ? {} : { authorization }),
      unknownOperations: target.control.unknown,
    });
    const served = await surveyListings(scene, patience, presented);
    const listings = await surveyWays(scene, patience, served, presented);
    // before a provider is set up, one of its tokens is presented at a listing that is served
    target.survey = surveyWith(listings);
    const idToken = await unlessLacking(scene, () => idTokens(scene));
    if (idToken === undefined) return surveyWith(listings);
    // with a new patience, because the first one may be used up: an ID token that is refused each time would then be
    // unclear
    const withIdTokens = await surveyListings(scene, new Patience(target), [idToken]);
    return surveyWith(
      listings.map((listing, index) => ({ ...listing, by: { ...listing.by, ...withIdTokens[index]?.by } })),
    );
  } finally {
    branch.close();
  }
}

/**
 * Makes something; returns undefined if this target cannot have it, so that the survey does not ask with it. An
 * operation that the control lists and does not know counts as not listed.
 */
async function unlessLacking<T>({ target }: Scene, make: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await make();
    } catch (reason) {
      unclear(reason);
      const { control } = target;
      const unknown = control.unknown.filter((operation) => control.supports(operation));
      if (unknown.length === 0) return undefined;
      control.withdraw(unknown);
    }
  }
}

/** A user, and an app to which the user may consent. */
interface Authorizer {
  readonly app: App;
  readonly user: User;
}

async function anAuthorizer(scene: Scene): Promise<Authorizer | undefined> {
  if (!scene.makesGrants) return undefined;
  return { app: await aClient(scene), user: await aUser(scene) };
}

async function surveyAuthorization(scene: Scene, patience: Patience, authorizer: Authorizer): Promise<Serving> {
  const asked = question(authorizePath, async (time) => {
    // a tenant may demand a state, which the specification strongly recommends
    const { code, status } = await authorize(scene, { ...authorizer, ...(time > 0 ? { state: 'survey' } : {}) });
    if (code !== undefined) return 'served';
    if (isNowhere(status)) return 'absent';
    return status >= 500 || status === 429 ? 'disturbed' : 'refused';
  });
  // a browser that could not be driven shows nothing
  return (
    (await unlessLacking(scene, () => settle(scene, patience, [[asked]]).then(() => servingOf(asked)))) ?? 'unclear'
  );
}

const paths = [tokenPath, legacyTokenPath];

/** The result for each grant, by token path. */
type ByPath = Readonly<Record<string, ByKind<GrantType>>>;

async function surveyAppGrants(scene: Scene, patience: Patience): Promise<ByPath> {
  const app = await unlessLacking(scene, () => anApp(scene));
  if (app === undefined) return {};
  return surveyGrants(scene, patience, (path) => ({
    client_credentials: async () => answered(await requestToken(scene, app, path), hasToken),
  }));
}

async function surveyUserGrants(scene: Scene, patience: Patience, authorizer: Authorizer): Promise<ByPath> {
  const { app } = authorizer;
  // a code and a refresh token are good for one attempt
  const exchange = async (path: string): Promise<Exchange> =>
    exchangeCode(scene, app, await aCode(scene, authorizer), { path });
  return surveyGrants(scene, patience, (path) => ({
    authorization_code: async () => answered(await exchange(path), hasRefreshToken),
    refresh_token: async () => {
      let granted = await exchange(path);
      if (!hasRefreshToken(granted)) granted = await exchange(path === tokenPath ? legacyTokenPath : tokenPath);
      const refreshToken = refreshTokenIn(granted);
      return answered(
        refreshToken === undefined ? granted : await refresh(scene, app, refreshToken, { path }),
        hasToken,
      );
    },
  }));
}

/** Requests tokens at both paths, one after the other: a code, or the tokens of a refresh, may end earlier ones. */
async function surveyGrants(
  scene: Scene,
  patience: Patience,
  asking: (path: string) => Partial<Record<GrantType, () => Promise<Answered>>>,
): Promise<ByPath> {
  const asked = paths.map((path) => {
    const grants = Object.entries(asking(path)) as [GrantType, Question['ask']][];
    return { path, questions: grants.map(([grant, ask]) => [grant, question(path, ask)] as const) };
  });
  await settle(scene, patience, [asked.flatMap(({ questions }) => questions.map(([, one]) => one))]);
  return Object.fromEntries(
    asked.map(({ path, questions }) => [
      path,
      Object.fromEntries(questions.map(([grant, one]) => [grant, servingOf(one)])) as ByKind<GrantType>,
    ]),
  );
}

function hasToken(exchange: Exchange): boolean {
  return accessTokenIn(exchange) !== undefined;
}

function hasRefreshToken(exchange: Exchange): boolean {
  return refreshTokenIn(exchange) !== undefined;
}

/**
 * A credential that is presented to the listings. It is made anew for each attempt if it may be good for one use only.
 */
interface Presented {
  readonly kind: PresentedKind;
  readonly authorization: () => Promise<string>;
  /**
   * Whether the caller who presents it was given something to see: a caller who may see nothing may be refused
   * everywhere (FRE-05).
   */
  readonly hasAccess: boolean;
  /** The laboratory that the caller may see, if one was made. */
  readonly laboratory?: Laboratory | undefined;
}

async function surveyListings(
  scene: Scene,
  patience: Patience,
  presented: readonly Presented[],
): Promise<Survey['listings']> {
  const listings = await scene.listings();
  const asked = presented.map((one) => ({
    ...one,
    questions: listings.map(({ path }) =>
      question(path, async (time) => {
        const query = forms[time % forms.length];
        const call = await scene.call(path, { authorization: await one.authorization(), ...(query && { query }) });
        return answered(call, isListed);
      }),
    ),
  }));
  await settle(
    scene,
    patience,
    asked.flatMap(({ questions }) => questions.map((one) => [one])),
  );
  const servingIn = (questions: readonly Question[], index: number, hasAccess: boolean): Serving => {
    const serving = servingOf(questions[index] as Question);
    const isKnown = hasAccess || questions.some((one) => one.served);
    return serving !== 'served' && !isKnown ? 'unclear' : serving;
  };
  return listings.map((listing, index) => ({
    ...listing,
    by: Object.fromEntries(
      asked.map(({ kind, questions, hasAccess }) => [kind, servingIn(questions, index, hasAccess)]),
    ) as ByKind<PresentedKind>,
  }));
}

/** Asks for more than a first page, as a caller who is served, if there is more. */
async function surveyWays(
  scene: Scene,
  patience: Patience,
  listings: Survey['listings'],
  presented: readonly Presented[],
): Promise<readonly SurveyedListing[]> {
  const asked: { readonly path: string; readonly way: ListingWay; readonly question: Question }[] = [];
  const laboratories = new Set(presented.flatMap(({ laboratory }) => laboratory ?? []));
  const filled = new Set<Laboratory>();
  for (const laboratory of laboratories)
    if ((await unlessLacking(scene, () => someOfEachKind(scene, laboratory))) !== undefined) filled.add(laboratory);
  for (const { path, kind, by } of listings) {
    const one = presented.find((each) => by[each.kind] === 'served');
    if (one === undefined) continue;
    const ask = async (query: Readonly<Record<string, string>>): Promise<Exchange> =>
      scene.call(path, { authorization: await one.authorization(), query });
    for (const way of listingWays) {
      if (way === 'a following page') {
        // the tenant may refuse pages of one record (FRE-253), and a caller who sees one record has no other page
        const first = await ask(pageOfOne);
        const hasMore = one.laboratory !== undefined && filled.has(one.laboratory);
        if (!isListed(first) || !(hasMore || nextTokenOf(first) !== undefined)) continue;
        const following = async (): Promise<Answered> => {
          const page = await ask(pageOfOne);
          const nextToken = isListed(page) ? nextTokenOf(page) : undefined;
          if (!isListed(page)) return answered(page, isListed);
          return nextToken === undefined ? 'refused' : answered(await ask({ ...pageOfOne, nextToken }), isListed);
        };
        asked.push({ path, way, question: question(path, following) });
      } else if (kind !== 'assayResult') {
        const sorted = async (time: number): Promise<Answered> =>
          answered(await ask({ ...(time % 2 === 0 ? {} : { pageSize: '10' }), sort: way }), isListed);
        asked.push({ path, way, question: question(path, sorted) });
      }
    }
  }
  // a page token may end an earlier one of the same listing
  const lanes = Map.groupBy(asked, ({ path }) => path);
  await settle(
    scene,
    patience,
    [...lanes.values()].map((lane) => lane.map((one) => one.question)),
  );
  return listings.map((listing) => ({
    ...listing,
    ways: Object.fromEntries(
      asked.filter(({ path }) => path === listing.path).map((one) => [one.way, servingOf(one.question)]),
    ) as ByKind<ListingWay>,
  }));
}

const pageOfOne = { pageSize: '1' } as const;

function isListed(exchange: Exchange): boolean {
  return succeeded(exchange) && isPage(exchange);
}

async function anAppToken(scene: Scene, tokenPaths: Survey['tokenPaths']): Promise<Presented | undefined> {
  const path = tokenPaths.find(({ by }) => by.client_credentials === 'served')?.path;
  if (path === undefined) return undefined;
  const { authorization, laboratory } = await anAppWithAccess(scene, path);
  return {
    kind: 'app token',
    authorization: () => Promise.resolve(authorization),
    hasAccess: laboratory !== undefined,
    laboratory,
  };
}

async function aKey(scene: Scene): Promise<Presented> {
  const { authorization, laboratory } = await aKeyOwnerWithAccess(scene);
  return { kind: 'API key', authorization: () => Promise.resolve(authorization), hasAccess: laboratory !== undefined };
}

async function aDelegatedToken(scene: Scene, tokenPaths: Survey['tokenPaths']): Promise<Presented | undefined> {
  const path = tokenPaths.find(({ by }) => by.authorization_code === 'served')?.path;
  if (path === undefined) return undefined;
  const { user, laboratory } = await aUserWithAccess(scene);
  const { authorization } = await aGrant(scene, await aClient(scene), user, { path });
  const hasAccess = laboratory !== undefined;
  return { kind: 'delegated token', authorization: () => Promise.resolve(authorization), hasAccess };
}

/** Returns ID tokens of a user. The user may have to sign in to the web application once before (FRE-109). */
async function idTokens(scene: Scene): Promise<Presented | undefined> {
  if (!scene.supports('identityProvider.trust') || !scene.supports('user.create')) return undefined;
  const user = await aUser(scene);
  const laboratory = await aLaboratoryFor(scene, user);
  await signInOnce(scene, user);
  const authorization = async (): Promise<string> => bearer(await anIdToken(scene, plainIdToken, { user }));
  return { kind: 'ID token', authorization, hasAccess: laboratory !== undefined };
}
