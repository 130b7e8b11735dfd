import type { UserMake } from '../../generators/population.ts';
import { succeeded } from '../../core/exchange.ts';
import { writeRecord, aWritableProject } from '../../drivers/world/write-probe.ts';
import type { Exchange } from '../../core/exchange.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { OperationName } from '../../drivers/control/operation.ts';
import type { App, Project, User } from '../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aKey,
  anAccessToken,
  anApp,
  aProject,
  aReplacedKey,
  grantIfAllowed,
  legacyTokenPath,
  requestToken,
  revoke,
  setIdleWebhook,
  someRecords,
  tokenPath,
  withNewSecret,
  aKeyOwner,
} from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import type { Grant } from '../../drivers/world/delegated.ts';
import { aClient, aGrant, authorize, redirectUri, refreshed } from '../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken, signInWhereNeeded } from '../../drivers/world/identity.ts';
import { recordKinds } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import type { ProjectPlan } from '../../generators/project-plan.ts';
import type { ActorKind, Likeness, ReachStep, ReachStory } from '../../generators/reach-story.ts';
import { oneOfEach } from '../../generators/reach-story.ts';
import type { Happening } from '../model/reach.ts';
import type { NamedUser } from '../world/populations.ts';
import { aUserLike } from '../world/populations.ts';

/** An actor of a story, with the credential that it has at the moment. */
export interface Cast {
  readonly kind: ActorKind;
  who: App | User;
  /** The value of its Authorization header; undefined for who never calls. */
  authorization: string | undefined;
  /** The program by which it calls; the suite's own unless given. */
  program?: string;
}

/** Whom the control cannot make, so that nothing happens to them. */
const nobody: User = { userId: '', email: '' };

/** What is done to one actor. */
type Change = Exclude<ReachStep, { app: number } | { project: number } | { do: 'wait' }>['do'];

const wrongSecret = 'nobody-was-ever-given-this';

/** What the control must offer for a step; nothing for what needs no control. */
const operations: Readonly<Record<ReachStep['do'], readonly OperationName[]>> = {
  grant: ['project.grant'],
  revoke: ['project.revoke'],
  record: ['record.create'],
  archive: ['app.archive', 'app.unarchive'],
  unarchive: ['app.unarchive'],
  uninstall: ['app.uninstall'],
  suspend: ['user.suspend', 'user.unsuspend'],
  unsuspend: ['user.unsuspend'],
  'rotate its secret': ['app.rotateSecret'],
  'rotate the key': ['apiKey.rotate'],
  'set a webhook': ['app.setWebhook'],
  'register a redirect URI': ['app.registerRedirectUri'],
  'send bad requests': [],
  'send a wrong secret': [],
  consent: ['browser.authorize'],
  deny: ['browser.authorize'],
  refresh: ['browser.authorize'],
  'look for': ['browser.authorize'],
  'write for': ['browser.authorize'],
  'ask for a token': [],
  'ask for a token at the legacy path': [],
  'take a token of the legacy path': [],
  'go on by another program': [],
  look: [],
  'look at each listing': [],
  write: [],
  wait: [],
};

/** Seconds for which tokens are used; they last a little longer. */
const lifetime = 800;

/** The actors and projects of a story, and what is done to them. */
export class Company {
  readonly actors: Cast[] = [];
  readonly #scene: Scene;
  readonly #projects: Project[] = [];
  readonly #grants = new Map<string, Grant>();
  readonly #stopped = new Set<number>();
  #waited = 0;
  #place: Project | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Makes the actors and the projects of a story; what has happened by that. */
  async gather({ actors, projects, alike = 'nothing' }: ReachStory): Promise<Happening[]> {
    const name = alike === 'their names' ? this.#scene.target.name('both') : undefined;
    let first: NamedUser | undefined;
    for (const kind of actors) {
      if (kind !== 'app' && this.#scene.supports('user.create')) {
        const made = await aUserAlike(this.#scene, alike, first);
        // an address that is taken for another one's may lead to the same user
        const isTaken = this.actors.some(({ who }) => 'userId' in who && who.userId === made.userId);
        const user = isTaken ? await aUserAlike(this.#scene, 'nothing', first) : made;
        first ??= user;
        this.actors.push({ kind, who: user, authorization: await this.#credentialOf(kind, user) });
      } else this.actors.push({ kind, ...(await this.#known(kind, name)) });
    }
    const happened: Happening[] = [];
    for (const [index, plan] of projects.entries()) {
      const made = await aProject(this.#scene, name);
      // a name that is taken may lead to the project that has it
      const isTaken = this.#projects.some(({ projectId }) => projectId === made.projectId);
      this.#projects.push(isTaken ? await aProject(this.#scene) : made);
      happened.push({ do: 'record', project: index, records: await this.#fill(index, plan) });
    }
    return happened;
  }

  /** Does a step; what has happened by that: nothing where the control cannot, or the operator will not, do it. */
  async act(step: ReachStep): Promise<Happening[]> {
    if (!operations[step.do].every((operation) => this.#scene.supports(operation))) return [];
    if (step.do === 'record') return [{ ...step, records: await this.#fill(step.project, oneOfEach) }];
    if ('who' in step && this.actors[step.who]?.who === nobody) return [];
    if ('app' in step) return this.actors[step.app]?.who === nobody ? [] : this.#withUser(step);
    return (await this.#isDone(step)) ? [step] : [];
  }

  async #isDone(step: Exclude<ReachStep, { app: number } | { do: 'record' }>): Promise<boolean> {
    if (step.do === 'wait') {
      await this.#wait(step.seconds);
      return true;
    }
    if (step.do !== 'grant' && step.do !== 'revoke') return this.#change(step.do, step.who);
    const [actor, project] = [this.actors[step.who], this.#projects[step.project]];
    if (actor === undefined || project === undefined) return false;
    if (step.do === 'grant') return grantIfAllowed(this.#scene, project, actor.who);
    return (await unlessRefused(revoke(this.#scene, project, actor.who).then(() => true))) ?? false;
  }

  /** Lets everybody create records, and waits until they can. */
  async openForWriting(): Promise<void> {
    const able = this.actors.filter(({ who }) => who !== nobody);
    this.#place = await aWritableProject(this.#scene, ...able.map(({ who }) => who));
    for (const { authorization } of able)
      if (authorization !== undefined) await this.#write(this.#scene, authorization);
  }

  /** Has an actor create a record; undefined where it has no credential that counts. */
  async write(who: number, scene = this.#scene): Promise<Exchange | undefined> {
    const authorization = this.#stopped.has(who) ? undefined : this.actors[who]?.authorization;
    return authorization === undefined ? undefined : this.#write(scene, authorization);
  }

  #write(scene: Scene, authorization: string): Promise<Exchange> {
    return scene.settle(() => writeRecord(scene, authorization, this.#place?.projectId), succeeded);
  }

  async #wait(seconds: number): Promise<void> {
    await this.#scene.elapse(seconds);
    this.#waited += seconds;
    if (this.#waited < lifetime) return;
    this.#waited = 0;
    for (const [who, actor] of this.actors.entries()) {
      if (actor.kind === 'app') actor.authorization = await this.renewed(who);
    }
  }

  /** A token of an app beside the one that it has had from the start. */
  async renewed(who: number): Promise<string> {
    return bearer(await anAccessToken(this.#scene, this.actors[who]?.who as App));
  }

  /** Whether a credential of the actor may be refused for what it is. */
  isStopped(who: number): boolean {
    return this.#stopped.has(who);
  }

  async grantAll(to: App | User, projects: readonly number[]): Promise<void> {
    for (const index of projects) {
      const project = this.#projects[index];
      if (project !== undefined) await grantIfAllowed(this.#scene, project, to);
    }
  }

  /** An app, or a user of the fixtures where none can be made. */
  async #known(kind: ActorKind, name: string | undefined): Promise<Omit<Cast, 'kind'>> {
    const isFirst = this.actors.every((other) => other.kind !== kind);
    if (kind === 'app' && (isFirst || this.#scene.supports('app.create'))) {
      const app = await this.#app(name);
      return { who: app, authorization: bearer(await anAccessToken(this.#scene, app)) };
    }
    if (kind !== 'user with a key' || !isFirst) return { who: nobody, authorization: undefined };
    const owner = await aKeyOwner(this.#scene);
    return { who: owner, authorization: basic(owner.apiKey) };
  }

  #app(name: string | undefined): Promise<App> {
    return anApp(this.#scene, { redirectUris: [redirectUri], ...(name === undefined ? {} : { name }) });
  }

  async #credentialOf(kind: ActorKind, user: User): Promise<string | undefined> {
    if (kind === 'user with a key') return basic(await aKey(this.#scene, user));
    if (kind === 'user of an app') return (await aGrant(this.#scene, await aClient(this.#scene), user)).authorization;
    if (kind !== 'user with an ID token') return undefined;
    await signInWhereNeeded(this.#scene, user);
    return bearer(await anIdToken(this.#scene, plainIdToken, { user }));
  }

  async #fill(index: number, plan: ProjectPlan): Promise<CreatedRecord[]> {
    const records: CreatedRecord[] = [];
    const project = this.#projects[index];
    if (project === undefined) return records;
    for (const kind of recordKinds) {
      if (plan[kind] > 0) records.push(...(await someRecords(this.#scene, project, kind, plan[kind])));
    }
    return records;
  }

  async #withUser(step: Extract<ReachStep, { app: number }>): Promise<Happening[]> {
    const { who, app: at, do: does } = step;
    if (this.#stopped.has(who) || this.#stopped.has(at)) return [];
    const [app, user] = [this.actors[at]?.who as App, this.actors[who]?.who as User];
    if (does === 'deny') {
      await authorize(this.#scene, { app, user, consent: 'deny', freshSession: true });
      return [step];
    }
    const known = `${at} ${who}`;
    const held = does === 'consent' ? undefined : this.#grants.get(known);
    let grant = held ?? (await aGrant(this.#scene, app, user));
    if (does === 'refresh') grant = await refreshed(this.#scene, grant);
    this.#grants.set(known, grant);
    const { authorization } = grant;
    const listings = does === 'look for' ? await this.#scene.listings() : [];
    for (const { path } of listings) await this.#scene.call(path, { authorization });
    if (does === 'write for') await this.#write(this.#scene, authorization);
    return held === undefined && does !== 'consent' ? [{ ...step, do: 'consent' }, step] : [step];
  }

  /** Whether it was done. */
  async #change(does: Change, at: number): Promise<boolean> {
    const actor = this.actors[at];
    if (actor === undefined) return false;
    const { who } = actor;
    if (does === 'unarchive' && !this.#stopped.has(at)) return false;
    if (does === 'go on by another program') actor.program = 'conformance-client/2.0';
    else if (!('userId' in who ? await this.#changeUser(does, actor, who) : await this.#changeApp(does, actor, who)))
      return false;
    // what an app does then with tokens from before is not said, or is said elsewhere
    if (does === 'archive' || does === 'uninstall' || does === 'suspend') this.#stopped.add(at);
    if (does === 'unarchive' || does === 'unsuspend') this.#stopped.delete(at);
    const isNew = does === 'unarchive' || does === 'rotate its secret';
    if (isNew && !this.#stopped.has(at)) actor.authorization = await this.renewed(at);
    return true;
  }

  async #changeUser(does: Change, actor: Cast, user: User): Promise<boolean> {
    const { userId } = user;
    if (does === 'rotate the key') actor.authorization = basic(await aReplacedKey(this.#scene, user));
    else if (does === 'suspend') await this.#scene.operate('user.suspend', { userId });
    else if (does === 'unsuspend') await this.#scene.operate('user.unsuspend', { userId });
    else return false;
    return true;
  }

  async #changeApp(does: Change, actor: Cast, app: App): Promise<boolean> {
    const [scene, { appId }] = [this.#scene, app];
    if (does === 'archive') await scene.operate('app.archive', { appId });
    else if (does === 'unarchive') await scene.operate('app.unarchive', { appId });
    else if (does === 'uninstall')
      return (await unlessRefused(scene.operate('app.uninstall', { appId }))) !== undefined;
    else if (does === 'rotate its secret') actor.who = await withNewSecret(scene, app);
    else if (does === 'set a webhook') await setIdleWebhook(scene, app);
    else if (does === 'register a redirect URI')
      await unlessRefused(scene.operate('app.registerRedirectUri', { appId, redirectUri: `${redirectUri}/added` }));
    else if (does === 'send bad requests') await this.#sendBadRequests(actor.authorization);
    else if (does === 'send a wrong secret')
      await requestToken(scene, { ...app, clientSecret: wrongSecret }, tokenPath, { note: 'a wrong client secret' });
    else if (does === 'ask for a token') await requestToken(scene, app);
    else if (does === 'ask for a token at the legacy path') await requestToken(scene, app, legacyTokenPath);
    else if (does === 'take a token of the legacy path') {
      // whether the legacy path issues tokens at all is a question of its own
      const token = accessTokenIn(await requestToken(scene, app, legacyTokenPath));
      if (token === undefined) return false;
      actor.authorization = bearer(token);
    } else return false;
    return true;
  }

  async #sendBadRequests(authorization: string | undefined): Promise<void> {
    if (authorization === undefined) return;
    const [{ path }] = await this.#scene.listings();
    for (const query of [{ pageSize: 'abc' }, { nextToken: 'bogus' }]) {
      await this.#scene.call(path, { authorization, query, note: 'a wrong query' });
    }
    await this.#scene.call('/api/v2/conformance-finds-nothing-here', {
      authorization,
      note: 'a path that is not there',
    });
  }
}

/** A user who resembles the first one, if there is one, as was drawn. */
function aUserAlike(scene: Scene, alike: Likeness, first: NamedUser | undefined): Promise<NamedUser> {
  const { called, address } = scene.namings.next();
  const make: UserMake = { called, address, resembling: apart, namesake: false, further: false };
  if (alike === 'nothing') return aUserLike(scene, make);
  if (alike === 'their names') return aUserLike(scene, { ...make, namesake: true }, first);
  if (alike === 'capitals in the address')
    return aUserLike(scene, first === undefined ? make : { ...make, address: alike });
  return aUserLike(scene, { ...make, resembling: alike }, first);
}

const apart = 'an address of its own';
