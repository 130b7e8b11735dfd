import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { App, Project, User } from '../../drivers/world/actors.ts';
import {
  aKey,
  aKeyOwner,
  anAccessToken,
  aProject,
  grantIfAllowed,
  revoke,
  someRecords,
} from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import type { Grant } from '../../drivers/world/delegated.ts';
import { aClient, aGrant, authorize, redirectUri, refreshed } from '../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken, signInOnce } from '../../drivers/world/identity.ts';
import { recordKinds } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import { aWritableProject, writeRecord } from '../../drivers/world/write-probe.ts';
import type { UserMake } from '../../generators/population.ts';
import type { ProjectPlan } from '../../generators/project-plan.ts';
import type { ActorAct, ActorKind, Likeness, ReachStep, ReachStory, UserAct } from '../../generators/reach-story.ts';
import { oneOfEach } from '../../generators/reach-story.ts';
import type { Happening } from '../model/reach.ts';
import type { NamedUser } from '../world/populations.ts';
import { createUserOfMake } from '../world/populations.ts';
import type { ReachActor } from './reach-changes.ts';
import { changes } from './reach-changes.ts';

/** A placeholder for an actor that the control cannot make. No step involves it. */
const absentUser: User = { userId: '', email: '' };

/**
 * Seconds after which tokens are renewed: more than ten minutes, so that a story can look with a token of that age.
 * Tokens last longer, even if each of the waits ends late.
 */
const lifetime = 630;

/** The actors and projects of a story, and the acts that involve them. */
export class ReachActors {
  readonly all: ReachActor[] = [];
  readonly #scene: Scene;
  readonly #projects: Project[] = [];
  readonly #grants = new Map<string, Grant>();
  /** The users who denied an app. A denial may count as long as the user's session lasts (FRE-230). */
  readonly #denied = new Set<string>();
  #waited = 0;
  #place: Project | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Makes the actors and the projects of a story. Returns the resulting events. */
  async gather({ actors, projects, alike = 'nothing' }: ReachStory): Promise<Happening[]> {
    const name = alike === 'their names' ? this.#scene.target.name('both') : undefined;
    let latest: NamedUser | undefined;
    for (const kind of actors) {
      if (kind !== 'app' && this.#scene.supports('user.create')) {
        const made = await aUserAlike(this.#scene, alike, latest);
        // the tenant may treat the address as that of an earlier user and return that user
        const isTaken = this.all.some(({ who }) => 'userId' in who && who.userId === made.userId);
        latest = isTaken ? await aUserAlike(this.#scene, 'nothing', latest) : made;
        await this.#enter({ kind, who: latest });
      } else await this.#enterKnown(kind, name);
    }
    const happened: Happening[] = [];
    for (const [index, plan] of projects.entries()) {
      const made = await aProject(this.#scene, name);
      // the tenant may return the existing project with this name
      const isTaken = this.#projects.some(({ projectId }) => projectId === made.projectId);
      this.#projects.push(isTaken ? await aProject(this.#scene) : made);
      happened.push({ do: 'record', project: index, records: await this.#fill(index, plan) });
    }
    return happened;
  }

  /** Does a step and returns the resulting events: none if the control cannot do it, or the operator will not. */
  async act(step: ReachStep): Promise<Happening[]> {
    if (step.do === 'wait') {
      await this.#wait(step.seconds);
      return [step];
    }
    if (step.do === 'record') {
      if (!this.#scene.supports('record.create')) return [];
      return [{ ...step, records: await this.#fill(step.project, oneOfEach) }];
    }
    const actor = this.all[step.who];
    if (actor === undefined || actor.who === absentUser) return [];
    if ('app' in step) return this.#withUser(step.do, step.who, step.app);
    const isDone =
      'project' in step ? this.admit(step.do, step.project, actor.who) : this.#change(step.do, step.who, actor);
    return (await isDone) ? [step] : [];
  }

  /** Requests another token for an app, in addition to its first one. */
  async renewed(who: number, scene = this.#scene): Promise<string> {
    return bearer(await anAccessToken(scene, this.all[who]?.who as App));
  }

  /** Adds an actor to a project, or takes it from the project. Returns whether that was done. */
  async admit(does: 'grant' | 'revoke', index: number, who: App | User, scene = this.#scene): Promise<boolean> {
    const project = this.#projects[index];
    if (project === undefined || !scene.supports(`project.${does}`)) return false;
    if (does === 'grant') return grantIfAllowed(scene, project, who);
    return (await unlessRefused(revoke(scene, project, who).then(() => true))) ?? false;
  }

  /** Lets all actors create records. */
  async openForWriting(): Promise<void> {
    const able = this.all.map(({ who }) => who).filter((who) => who !== absentUser);
    this.#place = await aWritableProject(this.#scene, ...able);
  }

  /** Has an actor create a record, as soon as it can. Returns undefined if it has no valid credential. */
  async write(who: number, scene = this.#scene): Promise<Exchange | undefined> {
    const { authorization, isStopped } = this.all[who] ?? {};
    return authorization === undefined || isStopped === true ? undefined : this.#write(scene, authorization);
  }

  #write(scene: Scene, authorization: string): Promise<Exchange> {
    return scene.settle(() => writeRecord(scene, authorization, this.#place?.projectId), succeeded);
  }

  /** Adds an app, or a user from the fixtures if the control cannot make users. */
  async #enterKnown(kind: ActorKind, name: string | undefined): Promise<void> {
    const isFirst = this.all.every((other) => other.kind !== kind);
    if (kind === 'app' && (isFirst || this.#scene.supports('app.create')))
      return this.#enter({ kind, who: await aClient(this.#scene, [redirectUri], name) });
    if (kind !== 'user with a key' || !isFirst) return void this.all.push({ kind, who: absentUser });
    const owner = await aKeyOwner(this.#scene);
    this.all.push({ kind, who: owner, authorization: basic(owner.apiKey) });
  }

  async #enter(made: ReachActor): Promise<void> {
    const [scene, { kind, who }] = [this.#scene, made];
    const isOfApp = kind === 'user of an app' && scene.supports('app.create') && scene.supports('browser.authorize');
    const actor = isOfApp ? { ...made, app: await aClient(scene) } : made;
    const hasKey = kind === 'user with a key' && scene.supports('apiKey.create');
    const authorization = hasKey ? basic(await aKey(scene, who as User)) : await this.#token(actor);
    this.all.push({ ...actor, authorization });
  }

  /** Returns the Authorization header of an actor that calls with tokens; undefined for others. */
  async #token({ kind, who, app }: ReachActor): Promise<string | undefined> {
    const scene = this.#scene;
    if (!('userId' in who)) return bearer(await anAccessToken(scene, who));
    if (app !== undefined) return (await aGrant(scene, app, who)).authorization;
    if (kind !== 'user with an ID token' || !scene.supports('identityProvider.trust')) return undefined;
    // a tenant may know users by their first sign-in only (FRE-109)
    await signInOnce(scene, who);
    return bearer(await anIdToken(scene, plainIdToken, { user: who }));
  }

  async #fill(index: number, plan: ProjectPlan): Promise<CreatedRecord[]> {
    const records: CreatedRecord[] = [];
    const project = this.#projects[index];
    for (const kind of project === undefined ? [] : recordKinds) {
      if (plan[kind] > 0) records.push(...(await someRecords(this.#scene, project!, kind, plan[kind])));
    }
    return records;
  }

  async #wait(seconds: number): Promise<void> {
    await this.#scene.elapse(seconds);
    this.#waited += seconds;
    if (this.#waited < lifetime) return;
    this.#waited = 0;
    for (const [who, actor] of this.all.entries()) {
      if (actor.kind === 'app') this.all[who] = { ...actor, authorization: await this.renewed(who) };
    }
  }

  async #withUser(does: UserAct, who: number, at: number): Promise<Happening[]> {
    const [owner, actor] = [this.all[at], this.all[who]];
    const isAble = [owner, actor].every((one) => one !== undefined && one.isStopped !== true && one.who !== absentUser);
    if (!isAble || !this.#scene.supports('browser.authorize')) return [];
    const [app, user, scene] = [owner?.who as App, actor?.who as User, this.#scene];
    const step = { do: does, who, app: at };
    const known = `${at} ${who}`;
    if (does === 'deny') {
      this.#denied.add(known);
      await authorize(scene, { app, user, consent: 'deny', freshSession: true });
      return [step];
    }
    const held = does === 'consent' ? undefined : this.#grants.get(known);
    let grant = held ?? (await aGrant(scene, app, user, { freshSession: this.#denied.has(known) }));
    if (does === 'refresh') grant = await refreshed(scene, grant);
    this.#grants.set(known, grant);
    const { authorization } = grant;
    const listings = does === 'look for' ? await scene.listings() : [];
    for (const { path } of listings) await scene.call(path, { authorization });
    if (does === 'write for') await this.#write(scene, authorization);
    return held === undefined && does !== 'consent' ? [{ ...step, do: 'consent' }, step] : [step];
  }

  /** Returns whether the change was done. */
  async #change(does: ActorAct, at: number, actor: ReachActor): Promise<boolean> {
    const { needs = [], happen, renews } = changes[does] ?? {};
    if (!needs.every((operation) => this.#scene.supports(operation))) return false;
    const changed = await happen?.(this.#scene, actor.who as App & User, actor);
    if (changed === undefined) return false;
    const now = { ...actor, ...changed };
    const token = renews === true && now.isStopped !== true ? await this.#token(now) : undefined;
    this.all[at] = { ...now, authorization: token ?? now.authorization };
    return true;
  }
}

/** Makes a user who resembles another user, if there is one, in the drawn way. */
function aUserAlike(scene: Scene, alike: Likeness, other: NamedUser | undefined): Promise<NamedUser> {
  const { called, address } = scene.makes.next();
  const make: UserMake = {
    called,
    address,
    resembling: 'an address of its own',
    namesake: alike === 'their names',
  };
  if (other === undefined || alike === 'nothing' || alike === 'their names')
    return createUserOfMake(scene, make, other);
  const like = alike === 'capitals in the address' ? { address: alike } : { resembling: alike };
  return createUserOfMake(scene, { ...make, ...like }, other);
}
