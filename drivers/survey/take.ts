import type { Disturbance } from '../../core/disturbance.ts';
import { disturbanceOf } from '../../core/disturbance.ts';
import type { Exchange } from '../../core/exchange.ts';
import { saysNothingIsThere, succeeded } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import type { Doing } from '../../core/run/weather.ts';
import { ownAnswers } from '../../core/run/weather.ts';
import { usualRules } from '../../core/run/weather-rules.ts';
import type { Step } from '../../core/steps.ts';
import { NothingToJudge, PremiseUnmet, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
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
import { makesGrants } from '../world/fixture-grant.ts';
import { anIdToken, plainIdToken, signInOnce } from '../world/identity.ts';
import { isPage, nextTokenOf } from '../world/page.ts';
import { authorizePath } from '../world/paths.ts';
import { openScene } from '../world/open-scene.ts';
import type { Scene } from '../world/scene.ts';
import type { ByKind, GrantType, ListingWay, PresentedKind, Serving, Survey, SurveyedListing } from './survey.ts';
import { listingWays } from './survey.ts';

/** So many answers that are none of a listing or token path show that nothing is served there. */
const refusals = 3;
/** What a listing wants beside a credential is not its absence: it is asked in each of these forms. */
const forms = [undefined, { pageSize: '10' }, { pageSize: '10', sort: 'modifiedAt:desc' }] as const;
/** So many disturbed ones are too many to find out. */
const disturbances = 5;

/** Milliseconds between tries that are disturbed: what disturbs them may be over by then. Half a minute has to do for all. */
const pauses = [2000, 4000, 8000, 16_000];

class Patience {
  readonly #target: Target;
  readonly #pauses = pauses.values();

  constructor(target: Target) {
    this.#target = target;
  }

  async pause(): Promise<void> {
    const { value } = this.#pauses.next();
    if (value !== undefined && !this.#target.isDirect) await this.#target.realTime.pause(value);
  }
}

/** Finds out what is served and to whom, with right requests only, before anything is judged. */
export async function takeSurvey(target: Target): Promise<Survey> {
  const branch = await target.timeline.openAtOnce('the survey');
  try {
    const scene = openScene(target, new Journal(), branch, target.realTime.now(), { isBeside: true });
    const patience = new Patience(target);
    const authorizer = await unlessLacking(scene, () => anAuthorizer(scene));
    const authorization = await (authorizer && surveyAuthorization(scene, patience, authorizer));
    const tokenPaths = await surveyTokenPaths(scene, patience, authorization === 'served' ? authorizer : undefined);
    const presented = [
      await unlessLacking(scene, () => anAppToken(scene, tokenPaths)),
      await unlessLacking(scene, () => aKey(scene)),
      await unlessLacking(scene, () => aDelegatedToken(scene, tokenPaths)),
    ].filter((one) => one !== undefined);
    const found = (listings: Survey['listings']): Survey => ({
      listings,
      tokenPaths,
      ...(authorization === undefined ? {} : { authorization }),
      unknownOperations: target.control.unknown,
    });
    const served = await surveyListings(scene, patience, presented);
    const listings = await surveyWays(scene, patience, served, presented);
    // where a provider is set up, one of its tokens is tried before: where something is served
    target.survey = found(listings);
    const idToken = await unlessLacking(scene, () => idTokens(scene));
    if (idToken === undefined) return found(listings);
    // one that was refused all along would else be unclear to these
    const withIdTokens = await surveyListings(scene, new Patience(target), [idToken]);
    return found(listings.map((listing, index) => ({ ...listing, by: { ...listing.by, ...withIdTokens[index]?.by } })));
  } finally {
    branch.close();
  }
}

/** What an answer says: of one that was disturbed it cannot be told, unless it always is, and good ones beside it are not. */
type Answered = 'served' | 'absent' | 'refused' | 'disturbed' | { readonly disturbance: Disturbance };

/** Something that is asked for, and what became of it so far. */
interface Question {
  readonly path: string;
  /** Whether it was served; `disturbed` where that cannot be told from the answer. */
  readonly ask: (time: number) => Promise<Answered>;
  served: boolean;
  refused: number;
  disturbed: number;
  /** Whether something is there, although it refuses. */
  isThere: boolean;
  /** Whether its disturbed answers are the tenant's own. */
  isOwn: boolean;
}

function question(path: string, ask: Question['ask']): Question {
  return { path, ask, served: false, refused: 0, disturbed: 0, isThere: false, isOwn: false };
}

/**
 * Asks all of them until each is served, or refused or disturbed often enough; changes have their time before that.
 *
 * @param lanes asked side by side: a tenant that lets each of them wait would take minutes. What may disturb each other
 *   stands in one lane, and is asked one after the other
 */
async function settle(scene: Scene, patience: Patience, lanes: readonly (readonly Question[])[]): Promise<void> {
  const { realTime, isDirect } = scene.target;
  const questions = lanes.flat();
  const rounds: Doing[] = [];
  const stepOf = async (one: Question, began: number, said: Answered): Promise<Step> => {
    const disturbance = typeof said === 'object' ? said.disturbance : undefined;
    const contrast = disturbance === undefined ? undefined : await scene.contrastAfter(one.path);
    const resolved = disturbance === undefined;
    const key = String(questions.indexOf(one));
    return { key, endpoint: one.path, numbers: [], began, disturbance, resolved, final: false, contrast };
  };
  const round = async (): Promise<void> => {
    const steps: Step[] = [];
    const inTurn = async (lane: readonly Question[]): Promise<void> => {
      for (const one of lane.filter(isOpen)) {
        const began = realTime.now();
        const said = await one.ask(one.refused).catch(unclear);
        if (said === 'served') one.served = true;
        else if (said === 'disturbed' || typeof said === 'object') one.disturbed++;
        else one.refused++;
        one.isThere ||= said === 'refused';
        steps.push(await stepOf(one, began, said));
      }
    };
    await Promise.all(lanes.map(inTurn));
    rounds.push({ of: 0, steps, asIs: new Set() });
    const own = ownAnswers(rounds, isDirect ? { ...usualRules, spreadMs: 0 } : usualRules);
    // no limit of the rate is a finding of anything
    for (const { key, disturbance } of steps)
      if (own.has(key) && disturbance !== 'limited') Object.assign(questions[Number(key)] ?? {}, { isOwn: true });
  };
  await scene.settle(
    async () => {
      for (const one of questions) Object.assign(one, { refused: 0, isThere: false });
      await round();
    },
    () => questions.every(({ served }) => served),
  );
  while (questions.some(isOpen)) {
    if (questions.some(({ served: is, disturbed }) => !is && disturbed > 0)) await patience.pause();
    await round();
  }
}

const kinds = [NothingToJudge, PremiseUnmet, TestBedTrouble, Unsupported];

/** What kept the suite from asking says nothing of the answer. */
function unclear(reason: unknown): 'disturbed' {
  if (kinds.some((kind) => reason instanceof kind)) return 'disturbed';
  throw reason;
}

function isOpen({ served, refused, disturbed }: Question): boolean {
  return !served && refused < refusals && disturbed < disturbances;
}

function servingOf({ served, refused, isThere, isOwn }: Question): Serving {
  if (served) return 'served';
  if (isOwn) return 'refused';
  if (refused < refusals) return 'unclear';
  return isThere ? 'refused' : 'absent';
}

function answered(exchange: Exchange, isRight: (exchange: Exchange) => boolean): Answered {
  if (isRight(exchange)) return 'served';
  const status = exchange.response?.status ?? 0;
  if (isNowhere(status)) return 'absent';
  const disturbance = disturbanceOf(exchange);
  return disturbance === undefined ? 'refused' : { disturbance };
}

/** Whether a status says that nothing is there, or that the server knows nothing of it. */
function isNowhere(status: number): boolean {
  return saysNothingIsThere(status) || status === 501;
}

/** What cannot be had at this target is not asked for. What the control lists and does not know counts as not listed. */
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

/** A user and an app that they may consent to. */
interface Authorizer {
  readonly app: App;
  readonly user: User;
}

async function anAuthorizer(scene: Scene): Promise<Authorizer | undefined> {
  if (!makesGrants(scene)) return undefined;
  return { app: await aClient(scene), user: await aUser(scene) };
}

async function surveyAuthorization(scene: Scene, patience: Patience, authorizer: Authorizer): Promise<Serving> {
  const asked = question(authorizePath, async (time) => {
    // a tenant may want a state, which is strongly recommended
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

async function surveyTokenPaths(
  scene: Scene,
  patience: Patience,
  authorizer: Authorizer | undefined,
): Promise<Survey['tokenPaths']> {
  const paths = [tokenPath, legacyTokenPath];
  const asked = new Map(paths.map((path) => [path, new Map<GrantType, Question>()]));
  const put = (path: string, grant: GrantType, ask: () => Promise<Exchange>, isRight = hasToken): void => {
    asked.get(path)?.set(
      grant,
      question(path, async () => answered(await ask(), isRight)),
    );
  };
  const app = await unlessLacking(scene, () => anApp(scene));
  if (app !== undefined)
    for (const path of paths) put(path, 'client_credentials', () => requestToken(scene, app, path));
  if (authorizer !== undefined) {
    const { app: client } = authorizer;
    // a code and a refresh token are good for one try
    const exchange = async (path: string): Promise<Exchange> =>
      exchangeCode(scene, client, await aCode(scene, authorizer), { path });
    for (const path of paths) {
      put(path, 'authorization_code', () => exchange(path), hasRefreshToken);
      put(path, 'refresh_token', async () => {
        let granted = await exchange(path);
        if (!hasRefreshToken(granted)) granted = await exchange(path === tokenPath ? legacyTokenPath : tokenPath);
        const refreshToken = refreshTokenIn(granted);
        return refreshToken === undefined ? granted : refresh(scene, client, refreshToken, { path });
      });
    }
  }
  // a code, or what a refresh brings, may end another
  const lane = [...asked.values()].flatMap((grants) => [...grants.values()]);
  await settle(scene, patience, [lane]);
  return [...asked].map(([path, grants]) => ({
    path,
    by: Object.fromEntries([...grants].map(([grant, one]) => [grant, servingOf(one)])) as ByKind<GrantType>,
  }));
}

function hasToken(exchange: Exchange): boolean {
  return accessTokenIn(exchange) !== undefined;
}

function hasRefreshToken(exchange: Exchange): boolean {
  return refreshTokenIn(exchange) !== undefined;
}

/** What is presented to the listings, made anew for each try where it may be good for one use only. */
interface Presented {
  readonly kind: PresentedKind;
  readonly authorization: () => Promise<string>;
  /** Whether whoever presents it was given something to see: who may see nothing may be refused everywhere (FRE-05). */
  readonly hasAccess: boolean;
  /** What they may see, where it was made. */
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

/** Asks whoever is served for more than a first page, where there is more. */
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
        // pages of one record may be refused (FRE-253), and who sees one record has no other page
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
  // the page token that one listing gives may end what the same listing gave before
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

/** A user may have to sign in to the web application once before (FRE-109). */
async function idTokens(scene: Scene): Promise<Presented | undefined> {
  if (!scene.supports('identityProvider.trust') || !scene.supports('user.create')) return undefined;
  const user = await aUser(scene);
  const laboratory = await aLaboratoryFor(scene, user);
  await signInOnce(scene, user);
  const authorization = async (): Promise<string> => bearer(await anIdToken(scene, plainIdToken, { user }));
  return { kind: 'ID token', authorization, hasAccess: laboratory !== undefined };
}
