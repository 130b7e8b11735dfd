import { SuiteMistake } from '../../core/trouble.ts';
import type { Project, User } from '../../drivers/world/actors.ts';
import { grant, settledTokenRequest, somethingToSee } from '../../drivers/world/actors.ts';
import { signInOnce } from '../../drivers/world/identity.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { History, KeyDate } from '../../generators/history.ts';
import { operationsIn } from '../world/operations.ts';
import type { NamedApp, NamedUser } from '../world/populations.ts';
import { createAppOfKind, createUserOfMake } from '../world/populations.ts';
import { oneOf } from './addressees.ts';
import type { Beginning } from './interpreter.ts';
import { aKeyDated } from './keys.ts';
import type { Timekeeper } from './timekeeper.ts';
import type { Credential } from './vocabulary.ts';

/** The users and apps of a history at the tenant, and the values of all its credentials. */
export class Actors {
  readonly users: NamedUser[] = [];
  readonly apps: NamedApp[] = [];
  /** The project that the apps have from the beginning, if they have one. */
  projectOfApps: Project | undefined;
  readonly #scene: Scene;
  readonly #time: Timekeeper;
  readonly #values = new Map<number, string>();

  constructor(scene: Scene, time: Timekeeper) {
    this.#scene = scene;
    this.#time = time;
  }

  /**
   * Makes users and apps that may see records, with their keys and client secrets.
   *
   * @param keys whether users have personal keys
   * @param shared a project that other actors see too, if the control can make one
   */
  async make(history: History, keys: boolean, shared: Project | undefined): Promise<Beginning> {
    const { users, apps, keyAges, population, projects } = history;
    const usesIdTokens = operationsIn(history, keys).includes('identityProvider.trust');
    const credentials: Credential[] = [];
    for (let user = 0; user < users; user++) {
      const made = await createUserOfMake(this.#scene, oneOf(population.users, user), this.users[0]);
      this.users.push(made);
      // a tenant may know users by their first sign-in only (FRE-109)
      if (usesIdTokens) await signInOnce(this.#scene, made);
      if (keys) credentials.push(await this.key(user, credentials.length, keyAges[user] ?? 0));
    }
    for (let app = 0; app < apps; app++) {
      const made = await createAppOfKind(this.#scene, oneOf(population.apps, app) ?? 'a plain app', this.apps[0]);
      // a new app may take time to propagate, like any change but an archiving (FRE-15)
      if (this.#scene.changesTakeTime) await settledTokenRequest(this.#scene, made);
      this.apps.push(made);
      this.keep(credentials.length, made.clientSecret);
      const born = await this.#time.now();
      credentials.push({ id: credentials.length, kind: 'clientSecret', app, place: 0, born });
    }
    // actors whose own project has no records may be refused everywhere (FRE-05)
    const project = shared !== undefined && projects === 'own' ? await somethingToSee(this.#scene) : shared;
    if (project !== undefined && projects !== 'none') {
      if (projects !== 'of users') this.projectOfApps = project;
      for (const actor of this.projectOfApps === undefined ? this.users : [...this.users, ...this.apps])
        await grant(this.#scene, project, actor);
    }
    return { credentials, now: await this.#time.now() };
  }

  /** Makes a key for a user with a given date of creation. */
  async key(user: number, id: number, date: KeyDate): Promise<Credential> {
    const { apiKey, ...life } = await aKeyDated(this.#scene, this.#time, this.userOf(user).userId, date);
    this.keep(id, apiKey);
    return { id, kind: 'apiKey', user, place: 0, ...life };
  }

  /** Stores the value of a credential. */
  keep(id: number, value: string): void {
    this.#values.set(id, value);
  }

  valueOf(id: number): string {
    const value = this.#values.get(id);
    if (value === undefined) throw new SuiteMistake(`a history presents credential ${id}, which has no value`);
    return value;
  }

  userOf(user: number | undefined): User {
    return named(this.users, user);
  }

  appOf(app: number | undefined): NamedApp {
    return named(this.apps, app);
  }
}

function named<T>(all: readonly T[], which: number | undefined): T {
  const found = all[which ?? -1];
  if (found === undefined) throw new SuiteMistake('a history names a user or an app that does not exist');
  return found;
}
