import type { Exchange } from '../../core/exchange.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { accessTokenIn, legacyTokenPath, requestToken, tokenPath } from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import { authorize, exchangeCode, refresh, refreshTokenIn } from '../../drivers/world/delegated.ts';
import type { PresentedKind } from '../../drivers/survey/survey.ts';
import { isServedTo } from '../../drivers/survey/survey.ts';
import { versionedListingAt, versionedListings } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainly } from '../../generators/presentation.ts';
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

/** What was refused and should have been served, or the other way round. */
interface Mistreated {
  readonly expected: 'served' | 'refused';
  /** What is broken by it, unless the difference is to blame. */
  readonly requirement: RequirementId;
  readonly credential: Credential;
  readonly value: string;
  readonly presentation: Presentation;
  readonly exchange: Exchange;
  /** The app that holds it, with the secret that it has now, and the user for whom it acts. */
  readonly client: App | undefined;
  readonly user: User | undefined;
}

/**
 * Looks for what is treated rightly where a credential is not, as far as a requirement that is judged is about the difference:
 * then the difference is to blame, and not what has happened to the user and the app ("Versioning", 2 and 3).
 */
export async function contrastTo(
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
  if (between !== undefined && judged.has(between) && (await isRightOnOtherVersion(scene, mistreated)))
    return 'other version';
  return expected === 'served' &&
    ofForms(credential, requirement) !== undefined &&
    (await isServedPlainly(presenter, mistreated))
    ? 'other form'
    : undefined;
}

/** Whether a credential that is known, since no call was answered with 401, is served in a plain call. */
async function isServedPlainly(presenter: Presenter, { credential, value, exchange }: Mistreated): Promise<boolean> {
  if (!isReusable(credential) || exchange.response?.status === 401) return false;
  return (await presenter.call(credential, value, plainly, true)).served;
}

/** Whether tokens work that are issued and taken by one path: the usual one, or that at which a refresh was refused. */
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

/** An app token, or what a new authorization of the user brings: refreshed, where a refresh was refused. */
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

/** Whether the other version's listing of the same records treats the same credential as it should. */
async function isRightOnOtherVersion(scene: Scene, mistreated: Mistreated): Promise<boolean> {
  const { credential, value, exchange, expected } = mistreated;
  if (exchange.request.method !== 'GET') return false;
  const called = versionedListingAt(exchange.request.url);
  const other = versionedListings.find(({ kind, version }) => kind === called?.kind && version !== called.version);
  if (other === undefined) return false;
  // what the other version serves to nobody of the kind has nothing to refuse
  // calls are made with it
  const kind = presentedAs[credential.kind]!;
  if (expected === 'refused' && !isServedTo(scene.target.survey, other.path, kind)) return false;
  const authorization = credential.kind === 'apiKey' ? basic(value) : bearer(value);
  // sorted or filtered as here; a page token is good for its own listing
  const asked = [...new URL(exchange.request.url).searchParams].filter(
    ([name]) => !/^(?:nextToken|pageSize)$/.test(name),
  );
  const call = await scene.call(other.path, { authorization, query: Object.fromEntries(asked) });
  return accepted(call) === (expected === 'served');
}
