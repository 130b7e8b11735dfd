import type { Exchange } from '../../core/exchange.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { accessTokenIn, legacyTokenPath, requestToken, tokenPath } from '../../drivers/world/actors.ts';
import { authorize, exchangeCode, refresh, refreshTokenIn } from '../../drivers/world/delegated.ts';
import type { PresentedKind } from '../../drivers/survey/survey.ts';
import { isServedTo } from '../../drivers/survey/survey.ts';
import { versionedListingAt, versionedListings } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainPresentation } from '../../generators/presentation.ts';
import { accepted } from '../expectations/acceptance.ts';
import type { Presenter, Shown } from '../world/presentations.ts';
import type { Judged } from './answers.ts';
import { ofForms, ofTokenPaths, ofVersions } from './attribution.ts';
import type { RequirementId } from '../requirements/index.ts';
import { isOfLegacyPath } from './outcomes.ts';
import type { ByKind, Contrast, Credential } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

const presentedAs: ByKind<PresentedKind> = {
  apiKey: 'API key',
  appToken: 'app token',
  accessToken: 'delegated token',
  idToken: 'ID token',
};

/** A presentation that was refused and should have been served, or the other way round. */
interface Mistreated {
  readonly expected: 'served' | 'refused';
  /** The requirement that is broken, unless the contrast shows another cause. */
  readonly requirement: RequirementId;
  readonly credential: Credential;
  readonly value: string;
  readonly presentation: Presentation;
  readonly exchange: Exchange;
  /** The app that holds the credential, with its present secret, and the user for whom the app acts. */
  readonly client: App | undefined;
  readonly user: User | undefined;
}

/**
 * Looks for a similar presentation that is treated correctly, if a judged requirement concerns the difference. If there
 * is one, the difference is the cause, not the events of the user and the app ("Versioning", 2 and 3).
 */
export async function findContrast(
  scene: Scene,
  presenter: Presenter,
  judged: Judged,
  mistreated: Mistreated,
): Promise<Contrast | undefined> {
  const { credential, exchange, expected, requirement } = mistreated;
  const ofPaths = expected === 'served' ? ofTokenPaths(credential, isOfLegacyPath(exchange), requirement) : undefined;
  if (ofPaths !== undefined && judged.has(ofPaths) && (await otherPathServes(scene, presenter, mistreated, ofPaths)))
    return 'other token path';
  const between = ofVersions(credential, expected);
  if (between !== undefined && judged.has(between) && (await isRightOnOtherVersion(scene, presenter, mistreated)))
    return 'other version';
  return expected === 'served' &&
    ofForms(credential, requirement) !== undefined &&
    (await isServedPlainly(presenter, mistreated))
    ? 'other form'
    : undefined;
}

/**
 * Reports whether a credential is served in a plain call. The tenant must know the credential: a status of 401 shows
 * that it does not.
 */
async function isServedPlainly(presenter: Presenter, { credential, value, exchange }: Mistreated): Promise<boolean> {
  if (!isReusable(credential) || exchange.response?.status === 401) return false;
  return (await presenter.call(credential, value, plainPresentation, true)).served;
}

/**
 * Reports whether one path both issues tokens and accepts them: the usual path, or the path at which a refresh was
 * refused.
 */
async function otherPathServes(
  scene: Scene,
  presenter: Presenter,
  mistreated: Mistreated,
  ofPaths: RequirementId,
): Promise<boolean> {
  const { credential, presentation, exchange, user } = mistreated;
  const path = ofPaths === 'VER-10' && isOfLegacyPath(exchange) ? legacyTokenPath : tokenPath;
  const issued = await issuedAnew(scene, mistreated, path);
  const token = issued === undefined ? undefined : accessTokenIn(issued);
  if (token === undefined || !isReusable(credential)) return token !== undefined;
  const fresh = { id: credential.id, kind: user === undefined ? 'appToken' : 'accessToken' } as const;
  const call = (): Promise<Shown> => presenter.call(fresh, token, presentation, true);
  return (await scene.settle(call, ({ served }) => served)).served;
}

/**
 * Requests an app token, or the tokens of a new authorization of the user. If a refresh was refused, refreshes these,
 * too.
 */
async function issuedAnew(
  scene: Scene,
  { credential, client, user }: Mistreated,
  path: string,
): Promise<Exchange | undefined> {
  if (client === undefined) return undefined;
  if (user === undefined) return requestToken(scene, client, path);
  const { code } = await authorize(scene, { app: client, user });
  const issued = code === undefined ? undefined : await exchangeCode(scene, client, code, { path });
  if (credential.kind !== 'refreshToken' || issued === undefined) return issued;
  const token = refreshTokenIn(issued);
  return token === undefined ? undefined : refresh(scene, client, token, { path });
}

/** Reports whether the listing of the same records in the other version treats the credential correctly. */
async function isRightOnOtherVersion(
  scene: Scene,
  presenter: Presenter,
  { credential, presentation, exchange, expected }: Mistreated,
): Promise<boolean> {
  const {
    method,
    url,
    headers: { authorization = '' },
  } = exchange.request;
  if (method !== 'GET') return false;
  const called = versionedListingAt(url);
  const other = versionedListings.find(({ kind, version }) => kind === called?.kind && version !== called.version);
  if (other === undefined) return false;
  const { searchParams } = new URL(url);
  // A listing that serves no credential of this kind (it is one with which calls are made) cannot show a refusal. A
  // refused first page does not show that a following page would be refused.
  const isServed = isServedTo(scene.target.survey, other.path, presentedAs[credential.kind]!);
  if (expected === 'refused' && (!isServed || searchParams.has('nextToken'))) return false;
  // a page token is valid for its own listing only
  for (const name of ['nextToken', 'pageSize']) searchParams.delete(name);
  // only the version may differ: the connection and the spelling of the scheme could be the cause, too
  const call = await presenter.over(presentation, (over) =>
    scene.call(other.path, { ...over, authorization, query: Object.fromEntries(searchParams) }),
  );
  return accepted(call) === (expected === 'served');
}
