import type { Exchange } from '../../core/exchange.ts';
import { answer, succeeded } from '../../core/exchange.ts';
import { NothingToJudge, PremiseUnmet, SuiteMistake, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { validator } from '../../schemas/validate.ts';
import type { Output } from '../control/operation.ts';
import { underNewName } from '../control/under-new-name.ts';
import { unlessRefused } from '../control/unless-refused.ts';
import type { Lack } from '../survey/survey.ts';
import { lackAtTokenPath, lackInWords } from '../survey/survey.ts';
import { basic, bearer, form } from './authorization.ts';
import { createRecords } from './create-records.ts';
import { accessTokenIn } from './issued-tokens.ts';
import { versionedListings } from './listing.ts';
import type { ActorMake, Extra } from './actor-makes.ts';
import { addressOf, endings, plain, traitsOf } from './actor-makes.ts';
import type { RecordKind } from './listing.ts';
import { legacyTokenPath, tokenPath } from './paths.ts';
import type { RequestOptions } from './request.ts';
import type { Scene } from './scene.ts';
import type { CreatedRecord } from './view.ts';

export { accessTokenIn, legacyTokenPath, tokenPath };

/** An app with its credentials. Plain data, so that cases can share it. */
export interface App {
  readonly appId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether the suite made the app, so that a case may archive it, rotate its secret and uninstall it. */
  readonly own: boolean;
}

export interface User {
  readonly userId: string;
  readonly email: string;
}

/** A user with a personal API key. */
export interface KeyOwner extends User {
  readonly apiKey: string;
}

export interface Project {
  readonly projectId: string;
  readonly name: string;
}

/** A project with one record of each kind. */
export interface Laboratory extends Project {
  readonly records: readonly CreatedRecord[];
}

export interface AppOptions {
  /** A name that other apps may have too. */
  readonly name?: string;
  readonly redirectUris?: readonly string[];
  readonly installed?: boolean;
}

/** Makes an app. The app has a unique name if no name is requested, or if the control refuses the requested one. */
export async function createApp(
  scene: Scene,
  kind: string,
  { name, ...options }: AppOptions = {},
): Promise<Output<'app.create'>> {
  const make = (called: string) => scene.operate('app.create', { ...options, name: called });
  // the specification does not promise that two apps may have the same name
  const withRequestedName = name === undefined ? undefined : await unlessRefused(make(name));
  const made =
    withRequestedName ??
    (await makeAsDrawn(scene, ({ called }) => underNewName(() => make(scene.target.name(kind) + endings[called]))));
  return made;
}

/** Sets a webhook at an address where no server answers, if the control accepts it. A control may refuse it. */
export async function setIdleWebhook(scene: Scene, { appId }: App): Promise<void> {
  if (!scene.supports('app.setWebhook')) return;
  const webhook = { url: 'https://hooks.conformance.example/app', eventTypes: [] };
  await unlessRefused(scene.operate('app.setWebhook', { appId, ...webhook }));
}

/** Makes an app, or returns the app of the fixtures if the control cannot make one. */
export async function anApp(scene: Scene, options: Omit<AppOptions, 'installed'> = {}): Promise<App> {
  if (scene.supports('app.create')) {
    const made = await createApp(scene, 'app', options);
    return { appId: made.appId, clientId: made.clientId, clientSecret: made.clientSecret, own: true };
  }
  const fixture = scene.target.settings.fixtures.app;
  if (fixture === undefined)
    throw new Unsupported(
      'there is no app: the control does not offer app.create, and the profile has no fixtures.app',
    );
  const app: App = { ...fixture, own: false };
  await scene.target.trust('fixtures.app', async () => succeeded(await requestToken(scene, app)));
  return app;
}

/** Makes a user. Other users may also have the name `called`; the e-mail address is always unique. */
export async function aUser(scene: Scene, called?: string): Promise<User> {
  return makeAsDrawn(scene, (like) =>
    underNewName(() => {
      const name = scene.target.name('user');
      return aUserNamed(scene, addressOf(like.address, name, scene.target), called ?? name + endings[like.called]);
    }),
  );
}

/** Makes an actor as it was drawn. If the control cannot do a part of that, the case must still be judged. */
async function makeAsDrawn<T extends Pick<App, 'appId'> | User>(
  scene: Scene,
  make: (like: ActorMake) => Promise<T>,
): Promise<T> {
  const drawn = scene.makes.next();
  const made = await named(scene, drawn, make);
  if (drawn.extra !== undefined) await addExtra(scene, drawn.extra, made);
  return made;
}

/**
 * Makes an actor with the drawn name and address, or with plain ones if the control fails for the drawn ones: a control
 * is free in the names that it accepts.
 */
async function named<T>(scene: Scene, drawn: ActorMake, make: (like: ActorMake) => Promise<T>): Promise<T> {
  const traits = traitsOf(drawn);
  const { makesToAvoid } = scene.target;
  if (traits.length === 0 || traits.some((trait) => makesToAvoid.has(trait))) return make(plain);
  try {
    const made = await make(drawn);
    for (const trait of traits) scene.journal.actors.add(trait);
    return made;
  } catch (reason) {
    if (!(reason instanceof TestBedTrouble)) throw reason;
    const made = await make(plain);
    for (const trait of traits) makesToAvoid.add(trait);
    return made;
  }
}

/** Makes the drawn extra in addition to an actor, if the control can do so without asking a person. */
async function addExtra(scene: Scene, extra: Extra, actor: Pick<App, 'appId'> | User): Promise<void> {
  const { control, makesToAvoid } = scene.target;
  if (control.kind === 'manual' || makesToAvoid.has(extra)) return;
  try {
    if (await makeExtra[extra](scene, actor)) scene.journal.actors.add(extra);
  } catch (reason) {
    if (!(reason instanceof TestBedTrouble)) throw reason;
    makesToAvoid.add(extra);
  }
}

/** How each extra is made. Each function reports whether it made the extra. */
const makeExtra: Readonly<Record<Extra, (scene: Scene, actor: Pick<App, 'appId'> | User) => Promise<boolean>>> = {
  'two further projects': async (scene, actor) =>
    scene.supports('project.create') &&
    scene.supports('project.grant') &&
    (await addToFurtherProject(scene, actor)) &&
    addToFurtherProject(scene, actor),
  'an archived app beside': anArchivedApp,
};

/** Makes an app and archives it, if the control can. Reports whether it did. */
export async function anArchivedApp(scene: Scene): Promise<boolean> {
  if (!scene.supports('app.create') || !scene.supports('app.archive')) return false;
  const { appId } = await underNewName(() => scene.operate('app.create', { name: scene.target.name('app') }));
  return (await unlessRefused(scene.operate('app.archive', { appId }).then(() => true))) ?? false;
}

/** Makes a user with this name, or with a unique name if the tenant refuses two users with one name. */
export async function aUserNamed(scene: Scene, email: string, name: string): Promise<User> {
  const make = (called: string) => scene.operate('user.create', { email, name: called });
  const made = (await unlessRefused(make(name))) ?? (await make(scene.target.name('user')));
  return { userId: made.userId, email: made.email };
}

/** Makes a key for a user. `createdAt` (RFC 3339) sets the key's date to one in the past or in the future. */
export async function aKey(scene: Scene, user: User, createdAt?: string): Promise<string> {
  const made = await scene.operate('apiKey.create', {
    userId: user.userId,
    ...(createdAt === undefined ? {} : { createdAt }),
  });
  return made.apiKey;
}

/**
 * Makes a key of another day, or of the present if the control cannot set a key's date: for cases that apply to keys of
 * any day.
 */
export async function aKeyOfAnotherDay(scene: Scene, user: User, createdAt: string): Promise<string> {
  return (await unlessRefused(aKey(scene, user, createdAt))) ?? aKey(scene, user);
}

/** Makes a user with a key, or returns the `index`th user with a key of the fixtures if the control cannot make one. */
export async function aKeyOwner(scene: Scene, index = 0): Promise<KeyOwner> {
  if (scene.supports('user.create') && scene.supports('apiKey.create')) {
    const user = await aUser(scene);
    return { ...user, apiKey: await aKey(scene, user) };
  }
  const found = scene.target.settings.fixtures.users.filter((user) => user.apiKey !== undefined)[index];
  if (found?.apiKey === undefined)
    throw new Unsupported(
      'there is no API key: the control does not offer apiKey.create, and the profile has no apiKey in fixtures.users',
    );
  const owner: KeyOwner = { userId: found.userId, email: found.email, apiKey: found.apiKey };
  await scene.target.trust(`the apiKey of ${owner.userId} in fixtures.users`, async () => {
    for (const { path } of versionedListings) {
      if (succeeded(await scene.call(path, { authorization: basic(owner.apiKey) }))) return true;
    }
    return false;
  });
  return owner;
}

/**
 * Makes a project. Other projects may also have the name `called`. If the tenant refuses two projects with one name,
 * the project has a unique name.
 */
export async function aProject(scene: Scene, called?: string): Promise<Project> {
  const make = async (name: string): Promise<Project> => {
    const { projectId } = await scene.operate('project.create', { name });
    return { projectId, name };
  };
  const named = called === undefined ? undefined : await unlessRefused(make(called));
  return named ?? underNewName(() => make(scene.target.name('project')));
}

/**
 * Makes records of each kind in a project. With two of each kind, a caller who sees only this project gets a following
 * page in every listing.
 */
export async function someOfEachKind(scene: Scene, project: Project, count = 1): Promise<CreatedRecord[]> {
  const records: CreatedRecord[] = [];
  for (const kind of ['entry', 'plate', 'assayResult'] as const) {
    records.push(...(await someRecords(scene, project, kind, count)));
  }
  return records;
}

/** Makes records of one kind in a project, with unique names. */
export async function someRecords(
  scene: Scene,
  project: Project,
  kind: RecordKind,
  count = 1,
): Promise<CreatedRecord[]> {
  const drafts = Array.from({ length: count }, () => ({ name: scene.target.name(kind), kind }));
  const schema = kind === 'assayResult' ? await aSchema(scene) : undefined;
  return createRecords(scene, { kind, projectId: project.projectId }, drafts, ({ name }) => ({
    name,
    ...(schema === undefined
      ? {}
      : { schemaId: schema.schemaId, fields: { [schema.field]: { type: 'String', value: name } } }),
  }));
}

/**
 * Makes a schema for assay results with one text field, so that a result can carry its name. Returns undefined if the
 * control makes no schemas.
 */
async function aSchema(scene: Scene): Promise<{ schemaId: string; field: string } | undefined> {
  if (!scene.supports('schema.create')) return undefined;
  const make = async (): Promise<{ schemaId: string; field: string }> => {
    const field = scene.target.name('field');
    const { schemaId } = await scene.operate('schema.create', {
      kind: 'assayResult',
      name: scene.target.name('schema'),
      fields: [{ name: field, type: 'String' }],
    });
    return { schemaId, field };
  };
  try {
    return await underNewName(make);
  } catch (reason) {
    if (reason instanceof Unsupported) return undefined; // records need no schema here
    throw reason;
  }
}

/**
 * Makes a project with records of each kind, so that a caller who is granted the project sees something in every
 * listing. With two records of each kind, the caller also gets a following page.
 */
export async function aLaboratory(scene: Scene, count = 1): Promise<Laboratory> {
  // If it is unclear whether a record was made, a second attempt could leave one record too many in the project. So
  // each attempt uses a new project.
  return underNewName(async () => {
    const project = await aProject(scene);
    return { ...project, records: await someOfEachKind(scene, project, count) };
  });
}

export async function grant(scene: Scene, project: Project, to: Pick<App, 'appId'> | User): Promise<void> {
  await scene.operate('project.grant', { projectId: project.projectId, ...identifierOf(to) });
}

/** As {@link grant}; reports whether the control did it. A control may refuse to add a suspended or archived actor. */
export async function grantIfAllowed(scene: Scene, project: Project, to: Pick<App, 'appId'> | User): Promise<boolean> {
  return (await unlessRefused(grant(scene, project, to).then(() => true))) ?? false;
}

/** Adds an actor to a new project without records. Reports whether the control did it. */
export async function addToFurtherProject(scene: Scene, to: Pick<App, 'appId'> | User): Promise<boolean> {
  return grantIfAllowed(scene, await aProject(scene), to);
}

export async function revoke(scene: Scene, project: Project, from: App | User): Promise<void> {
  await scene.operate('project.revoke', { projectId: project.projectId, ...identifierOf(from) });
}

function identifierOf(actor: Pick<App, 'appId'> | User): { userId: string } | { appId: string } {
  return 'userId' in actor ? { userId: actor.userId } : { appId: actor.appId };
}

/**
 * Returns the token paths that this tenant serves, the usual one first. If it serves neither, returns the usual one.
 */
export function tokenPathsOf(scene: Scene): readonly [string, ...string[]] {
  const [first = tokenPath, ...others] = [tokenPath, legacyTokenPath].filter((path) => scene.isServed({ path }));
  return [first, ...others];
}

/**
 * Requests an access token with the client_credentials grant, in the way that the specification describes.
 *
 * @throws SuiteMistake if the suite's own request does not follow the specification
 */
export async function requestToken(
  scene: Scene,
  app: Pick<App, 'clientId' | 'clientSecret'>,
  path: string = tokenPath,
  options: RequestOptions = {},
): Promise<Exchange> {
  const fields = {
    grant_type: 'client_credentials',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  } as const;
  const wrong = validator('token-request.client_credentials')(fields);
  if (wrong.length > 0) throw new SuiteMistake(`the suite's token request is wrong: ${wrong[0]?.sentence ?? ''}`);
  return scene.postForm(path, form(fields), options);
}

/** Rotates the app's client secret, and returns the app with the new secret. */
export async function withNewSecret<Known extends Pick<App, 'appId'>>(
  scene: Scene,
  app: Known,
): Promise<Known & { readonly clientSecret: string }> {
  const { clientSecret } = await scene.operate('app.rotateSecret', { appId: app.appId });
  return { ...app, clientSecret };
}

/** Rotates a user's API key, and returns the new key. */
export async function aReplacedKey(scene: Scene, { userId }: Pick<User, 'userId'>): Promise<string> {
  const { apiKey } = await scene.operate('apiKey.rotate', { userId });
  return apiKey;
}

/**
 * As {@link requestToken}. If no token is granted, asks again for as long as a change to the app may take to become
 * visible.
 */
export function settledTokenRequest(
  scene: Scene,
  app: Pick<App, 'clientId' | 'clientSecret'>,
  path: string = tokenPath,
): Promise<Exchange> {
  return scene.settle(
    () => requestToken(scene, app, path),
    (request) => accessTokenIn(request) !== undefined,
  );
}

/**
 * Obtains an access token for an app. A new app may take a moment to be known.
 *
 * @throws NothingToJudge if the token path does not exist
 * @throws PremiseUnmet if no token could be obtained
 */
export async function anAccessToken(scene: Scene, app: App, path: string = tokenPath): Promise<string> {
  const exchange = await settledTokenRequest(scene, app, path);
  const token = accessTokenIn(exchange);
  if (token !== undefined) return token;
  const lack = lackOfTokens(scene, path);
  if (lack !== undefined) throw new NothingToJudge(lackInWords(lack));
  throw new PremiseUnmet(`no access token could be obtained: POST ${path} ${answer(exchange)}`);
}

/** An actor that may list, and the authorization that it sends. */
export interface SettledActor {
  readonly authorization: string;
  readonly laboratory?: Laboratory;
  /** Present if the actor is an app. */
  readonly app?: App;
  /** Present if the actor is a user with a key. */
  readonly owner?: KeyOwner;
}

/** Returns the lack that keeps a token path of this tenant from issuing any token: the path does not exist. */
export function lackOfTokens({ target: { survey } }: Scene, path: string): Lack | undefined {
  return survey && lackAtTokenPath(survey, path);
}

/**
 * Returns any actor that may list: an app, or a user with a key. The actor has a laboratory if the control can make
 * one.
 */
export async function settledActor(scene: Scene): Promise<SettledActor> {
  const hasApp = scene.supports('app.create') || scene.target.settings.fixtures.app !== undefined;
  if (hasApp && lackOfTokens(scene, tokenPath) === undefined) return anAppWithAccess(scene);
  return aKeyOwnerWithAccess(scene);
}

/** Returns an app with an access token and, if the control can make one, a laboratory that the app may see. */
export async function anAppWithAccess(
  scene: Scene,
  path: string = tokenPath,
): Promise<SettledActor & { readonly app: App; readonly token: string }> {
  const app = await anApp(scene);
  const laboratory = app.own ? await aLaboratoryFor(scene, app) : undefined;
  if (!app.own) scene.journal.lacked.add('app.create');
  const token = await anAccessToken(scene, app, path);
  return { app, token, authorization: bearer(token), ...(laboratory === undefined ? {} : { laboratory }) };
}

/** Returns a user with an API key and, if the control can make one, a laboratory that the user may see. */
export async function aKeyOwnerWithAccess(
  scene: Scene,
  index = 0,
): Promise<SettledActor & { readonly owner: KeyOwner }> {
  const owner = await aKeyOwner(scene, index);
  const own = scene.supports('user.create');
  const laboratory = own ? await aLaboratoryFor(scene, owner) : undefined;
  if (!own) scene.journal.lacked.add('user.create');
  return { owner, authorization: basic(owner.apiKey), ...(laboratory === undefined ? {} : { laboratory }) };
}

/**
 * Makes a project that actors can be granted, with records if the control makes some. Returns undefined if the control
 * makes no project. The project is granted even if it has no records: an actor without any grant may be refused
 * everywhere (FRE-05).
 */
export async function somethingToSee(scene: Scene, count = 1): Promise<Project | Laboratory | undefined> {
  const missing = (['project.create', 'project.grant', 'record.create'] as const).filter(
    (name) => !scene.supports(name),
  );
  for (const name of missing) scene.journal.lacked.add(name);
  if (missing.length === 0) return aLaboratory(scene, count);
  return missing.every((name) => name === 'record.create') ? aProject(scene) : undefined;
}

/**
 * Makes a laboratory that the actor may see, if the control can make one. Otherwise the actor is granted a project
 * without records, if possible, and the result is undefined.
 */
export async function aLaboratoryFor(scene: Scene, actor: App | User): Promise<Laboratory | undefined> {
  const place = await somethingToSee(scene);
  if (place === undefined) return undefined;
  await grant(scene, place, actor);
  return 'records' in place ? place : undefined;
}
