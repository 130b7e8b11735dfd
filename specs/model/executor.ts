import type { Exchange } from '../../core/exchange.ts';
import { PremiseUnmet, SuiteMistake } from '../../core/trouble.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import { accessTokenIn, aKeyOwnerWithAccess, aLaboratoryFor, aUser, requestToken } from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import {
  aClient,
  authorize,
  exchangeCode,
  redirectUri,
  refresh,
  refreshTokenIn,
} from '../../drivers/world/delegated.ts';
import { isAt } from '../expectations/authorization.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { History } from '../../generators/history.ts';
import { accepted } from '../expectations/acceptance.ts';
import type { Dated, Moment } from '../expectations/age.ts';
import { dated } from '../expectations/age.ts';
import { handsOutTokens, namesInvalidGrant } from '../expectations/spent-refresh-token.ts';
import type { Action, Change, ActionOutcome, Witness, Witnesses } from './actions.ts';
import { contradicts } from './actions.ts';
import type { Beginning, Limits, PlayedHistory } from './interpreter.ts';
import { interpret } from './interpreter.ts';
import type { Answer, Credential } from './vocabulary.ts';
import { day } from '../../core/spans.ts';

type Presenting = Extract<Action, { readonly act: 'present' }>;

/** Keys that are created after this day expire ("Basic authentication (personal API key)", 3). */
const boundary = Date.UTC(2026, 7, 7) / 1000;

/** What the histories of a check are about. */
export interface ExecutorOptions extends Limits {
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Whether time is let pass, so that the tenant's clock is read around everything. */
  readonly timed: boolean;
}

/** Whose a credential is, or what is changed: a user, an app, or what a user gave to an app. */
interface Held {
  readonly user?: number;
  readonly app?: number;
}

/** Plays a history at the tenant, with users and apps that are made for it. */
export async function perform(scene: Scene, history: History, options: ExecutorOptions): Promise<PlayedHistory> {
  const stage = new Executor(scene, options);
  const acts = interpret(history, await stage.prepare(history), options);
  let step = acts.next();
  while (step.done !== true) step = acts.next(await stage.do(step.value));
  return step.value;
}

class Executor {
  readonly #scene: Scene;
  readonly #options: ExecutorOptions;
  readonly #users: User[] = [];
  readonly #apps: App[] = [];
  readonly #values = new Map<number, string>();
  /** When a user or an app was last changed in a way that may take time to be noticed, in milliseconds of the suite's clock. */
  readonly #changed = new Map<User | App, number>();
  #listing: string;

  constructor(scene: Scene, options: ExecutorOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#listing = scene.versionedListings[0].path;
  }

  /** Makes users, apps and something for them to see; their keys and client secrets. */
  async prepare({ users, apps, keyAges }: History): Promise<Beginning> {
    const credentials: Credential[] = [];
    for (let user = 0; user < users; user++) {
      const made = await aUser(this.#scene);
      this.#users.push(made);
      if (this.#options.keys) credentials.push(await this.#key(user, made, credentials.length, keyAges[user] ?? 0));
    }
    for (let app = 0; app < apps; app++) {
      const made = await aClient(this.#scene);
      await this.#waitUntilKnown(made);
      this.#apps.push(made);
      this.#values.set(credentials.length, made.clientSecret);
      const { moment: born } = await this.#timed(() => Promise.resolve());
      credentials.push({ id: credentials.length, kind: 'clientSecret', app, place: 0, born });
    }
    for (const actor of [...this.#users, ...this.#apps]) await aLaboratoryFor(this.#scene, actor);
    const keys = credentials.filter(({ kind }) => kind === 'apiKey').map(({ id }) => this.#valueOf(id));
    if (keys.length > 0 && !(await this.#findWhereKeysAreServed(keys))) {
      await this.#findWhereKeysAreServed([(await aKeyOwnerWithAccess(this.#scene)).owner.apiKey]);
    }
    return { credentials, now: (await this.#timed(() => Promise.resolve())).moment };
  }

  /** A new app may take a moment to be known, like any change but an archiving (FRE-15). */
  async #waitUntilKnown(app: App): Promise<void> {
    if (!this.#scene.changesTakeTime) return;
    const ask = (): Promise<Exchange> => requestToken(this.#scene, app);
    await this.#scene.settle(ask, (request) => accessTokenIn(request) !== undefined);
  }

  /** That a key works on both versions is inference only (FRE-216); a key that has expired is served nowhere. */
  async #findWhereKeysAreServed(keys: readonly string[]): Promise<boolean> {
    for (const key of keys) {
      for (const { path } of this.#scene.versionedListings) {
        if (!accepted(await this.#scene.call(path, { authorization: basic(key) }))) continue;
        this.#listing = path;
        return true;
      }
    }
    return false;
  }

  async #key(index: number, user: User, id: number, age: number): Promise<Credential> {
    const { userId } = user;
    const { outcome: made, moment } = await this.#timed(async () => {
      if (age === 0) return this.#scene.operate('apiKey.create', { userId });
      const createdAt = new Date(((await this.#scene.clock()) - age) * 1000).toISOString();
      return unlessRefused(this.#scene.operate('apiKey.create', { userId, createdAt }));
    });
    // a control that dates no keys makes one of now
    if (made === undefined) return this.#key(index, user, id, 0);
    this.#values.set(id, this.#scene.journal.secrets.learn('API key', made.apiKey));
    const born = { after: moment.after - age, before: moment.before - age };
    // so does one that overlooks the date
    const dated = Date.parse(made.createdAt) / 1000;
    if (age > 0 && (dated < born.after - day || dated > born.before + day)) return this.#key(index, user, id, 0);
    return { id, kind: 'apiKey', user: index, place: 0, born, expires: expiryOf(made.createdAt) };
  }

  async do(act: Action): Promise<ActionOutcome> {
    switch (act.act) {
      case 'change':
        return this.#change(act.change, act.mayBeDeclined);
      case 'rotate':
        return this.#rotate(act.old, act.id, act.mayBeDeclined);
      case 'visit':
        return this.#visit(act);
      case 'present':
        return this.#present(act);
      case 'elapse': {
        const { moment } = await this.#timed(() => this.#scene.elapse(act.seconds, { late: 0 }));
        return { done: true, outcome: 'served', brought: false, at: { after: moment.before, before: moment.before } };
      }
    }
  }

  // -- the control ---------------------------------------------------------------------------------------------

  async #change(change: Change, mayBeDeclined: boolean): Promise<ActionOutcome> {
    const scene = this.#scene;
    const { outcome: done, moment } = await this.#timed(() =>
      declined(mayBeDeclined, async () => {
        switch (change.kind) {
          case 'suspended':
            return scene.operate('user.suspend', this.#userId(change.user));
          case 'unsuspended':
            return scene.operate('user.unsuspend', this.#userId(change.user));
          case 'archived':
            return scene.operate('app.archive', this.#appId(change.app));
          case 'unarchived':
            return scene.operate('app.unarchive', this.#appId(change.app));
          case 'uninstalled':
            return scene.operate('app.uninstall', this.#appId(change.app));
          case 'installed':
            return scene.operate('app.install', this.#appId(change.app));
          case 'suspendedAtProvider':
            return {}; // at the provider only: the platform hears nothing of it
        }
      }),
    );
    if (change.kind !== 'archived' && change.kind !== 'suspendedAtProvider') this.#hasChanged(change);
    return { done: done !== undefined, outcome: 'served', brought: false, at: moment };
  }

  async #rotate(old: Credential, id: number, mayBeDeclined: boolean): Promise<ActionOutcome> {
    const { outcome: made, moment: at } = await this.#timed(() =>
      declined(mayBeDeclined, async () => {
        if (old.kind === 'apiKey') {
          const { apiKey, createdAt } = await this.#scene.operate('apiKey.rotate', this.#userId(old.user));
          return { value: this.#scene.journal.secrets.learn('API key', apiKey), expires: expiryOf(createdAt) };
        }
        const { clientSecret } = await this.#scene.operate('app.rotateSecret', this.#appId(old.app));
        return { value: this.#scene.journal.secrets.learn('client secret', clientSecret) };
      }),
    );
    if (made === undefined) return { done: false, outcome: 'unclear', brought: false, at };
    const { value, ...rest } = made;
    this.#values.set(id, value);
    if (old.kind !== 'apiKey') this.#hasChanged(old); // a key that is not yet known is looked at again
    return { done: true, outcome: 'served', brought: true, at, ...rest };
  }

  async #visit({
    user,
    app,
    consent,
    answer,
    code: id,
  }: Extract<Action, { readonly act: 'visit' }>): Promise<ActionOutcome> {
    // where users sign in may be another service than where credentials are presented, so none of them tells
    if (answer.word !== 'unspecified') await this.#waitForNotice({ user, app });
    const visitor = this.#users[user];
    const client = this.#apps[app];
    if (visitor === undefined || client === undefined) throw new SuiteMistake('a history names nobody');
    const { outcome, moment: at } = await this.#timed(() =>
      authorize(this.#scene, { user: visitor, app: client, consent }),
    );
    // what stands beside an error after a denial, or at another address, is no authorization code (FRE-54, FRE-55)
    const isOther = consent === 'deny' && namesAnError(outcome.location);
    const code = isOther || !isAt(outcome.location, redirectUri) ? undefined : outcome.code;
    if (code !== undefined) this.#values.set(id, code);
    else if (answer.word === 'accepted' && answer.requirement === 'DEL-01') {
      throw new PremiseUnmet('an authorization code could not be had');
    }
    const brought = code !== undefined;
    const asked = outcome.prompts.includes('consent');
    return { done: true, outcome: brought ? 'served' : 'refused', brought, at, asked };
  }

  // -- presentations -------------------------------------------------------------------------------------------

  async #present(act: Presenting): Promise<ActionOutcome> {
    const { kind } = act.credential;
    if (kind !== 'apiKey' && kind !== 'appToken' && kind !== 'accessToken') return this.#presentForTokens(act);
    const { outcome: exchange, moment: at } = await this.#patiently(act);
    return { done: true, outcome: outcomeOf(exchange, serves(kind, exchange)), brought: false, at, exchange };
  }

  /** Presents what changes nothing once, and again where what was changed may not have been noticed yet. */
  async #patiently({ credential, answerAt }: Witness): Promise<Dated<Exchange>> {
    const look = (): Promise<Dated<Exchange>> => this.#timed(() => this.#use(credential));
    const asExpected = ({ outcome, moment }: Dated<Exchange>): boolean =>
      !contradicts(answerAt(moment), { outcome: outcomeOf(outcome, serves(credential.kind, outcome)) });
    const first = await look();
    return asExpected(first) || isAtOnce(answerAt(first.moment)) ? first : this.#scene.settle(look, asExpected);
  }

  /** Presents what can be presented any number of times. */
  #use(credential: Credential): Promise<Exchange> {
    const value = this.#valueOf(credential.id);
    if (credential.kind === 'clientSecret')
      return requestToken(this.#scene, { ...this.#appOf(credential), clientSecret: value });
    const authorization = credential.kind === 'apiKey' ? basic(value) : bearer(value);
    return this.#scene.call(this.#listing, { authorization });
  }

  /** Presents what is exchanged for tokens: what is good for one use after what was changed has been noticed. */
  async #presentForTokens(act: Presenting): Promise<ActionOutcome> {
    const { credential, brings, answerAt } = act;
    const { outcome: exchange, moment: at } =
      credential.kind === 'clientSecret' ? await this.#patiently(act) : await this.#presentOnce(act);
    const answer = answerAt(at);
    const access = accessTokenIn(exchange);
    const refreshed = refreshTokenIn(exchange);
    const complete = access !== undefined && (credential.kind === 'clientSecret' || refreshed !== undefined);
    if (answer.word !== 'refused') {
      if (complete) this.#keep(brings, access, refreshed);
      return { done: true, outcome: outcomeOf(exchange, complete), brought: complete, at, exchange };
    }
    const refusal = { done: true, brought: false, at, exchange, invalidGrant: namesInvalidGrant(exchange) } as const;
    if (!handsOutTokens(exchange)) return { ...refusal, outcome: outcomeOf(exchange, false) };
    const counts = await this.#countsAsServed(act, answer, access, refreshed);
    return { ...refusal, outcome: counts };
  }

  async #presentOnce(act: Presenting): Promise<Dated<Exchange>> {
    const { credential, witnesses } = act;
    await this.#waitForNotice(credential, witnesses);
    const client = this.#clientOf(act);
    const value = this.#valueOf(credential.id);
    return this.#timed(() =>
      credential.kind === 'code' ? exchangeCode(this.#scene, client, value) : refresh(this.#scene, client, value),
    );
  }

  #appOf({ app: number }: Credential): App {
    const app = this.#apps[number ?? -1];
    if (app === undefined) throw new SuiteMistake('a history names no app');
    return app;
  }

  /** Tokens came where none should: whether that is as good as a refusal, or came of a change not yet noticed. */
  async #countsAsServed(
    act: Presenting,
    answer: Answer & { readonly word: 'refused' },
    access: string | undefined,
    refreshed: string | undefined,
  ): Promise<ActionOutcome['outcome']> {
    if (answer.unusableIsEnough === true) {
      if (access === undefined) return 'refused';
      const call = (): Promise<Exchange> => this.#scene.call(this.#listing, { authorization: bearer(access) });
      const used = answer.atOnce ? await call() : await this.#scene.settle(call, (one) => !accepted(one));
      return accepted(used) ? 'served' : 'refused';
    }
    if (answer.atOnce || !this.#scene.changesTakeTime || refreshed === undefined) {
      return 'served';
    }
    // it is refused once the change has been noticed: then nothing is shown, and nothing is known of the tokens
    await this.#scene.settleWhole();
    const again = await refresh(this.#scene, this.#clientOf(act), refreshed);
    return handsOutTokens(again) ? 'served' : 'unclear';
  }

  #clientOf({ credential, secret }: Presenting): App {
    const app = this.#appOf(credential);
    return secret === undefined ? app : { ...app, clientSecret: this.#valueOf(secret.id) };
  }

  // -- time ----------------------------------------------------------------------------------------------------

  /**
   * Lets changes of a user and an app be noticed before they do something that cannot be done again: by a harmless call,
   * or by waiting.
   */
  async #waitForNotice(whose: Held, witnesses: Witnesses = {}): Promise<void> {
    if (!this.#scene.changesTakeTime) return;
    const concerned = [
      [this.#users[whose.user ?? -1], witnesses.user],
      [this.#apps[whose.app ?? -1], witnesses.app],
    ] as const;
    for (const [actor, witness] of concerned) {
      const since = actor === undefined ? undefined : this.#changed.get(actor);
      if (since === undefined) continue;
      if (witness === undefined) await this.#scene.settleWhole(since);
      else await this.#patiently(witness);
    }
  }

  #hasChanged(whose: Held): void {
    for (const actor of this.#actorsIn(whose)) this.#changed.set(actor, this.#scene.target.realTime.now());
  }

  #actorsIn({ user, app }: Held): (User | App)[] {
    return [this.#users[user ?? -1], this.#apps[app ?? -1]].filter((actor) => actor !== undefined);
  }

  /** Dates what is done. Where no time is let pass, the suite's own clock will do. */
  async #timed<T>(act: () => Promise<T>): Promise<Dated<T>> {
    const skew = this.#scene.target.settings.limits.clockSkewSeconds;
    if (this.#options.timed) {
      const { outcome, moment } = await dated(this.#scene, act);
      return { outcome, moment: widened(moment, skew) };
    }
    const { now } = this.#scene.target.realTime;
    const from = now() / 1000;
    const outcome = await act();
    return { outcome, moment: widened({ after: from, before: now() / 1000 }, skew) };
  }

  // -- names ---------------------------------------------------------------------------------------------------

  #keep(brings: Presenting['brings'], access: string, refreshed: string | undefined): void {
    this.#values.set(brings.access, access);
    if (refreshed !== undefined) this.#values.set(brings.refresh, refreshed);
  }

  #valueOf(id: number): string {
    const value = this.#values.get(id);
    if (value === undefined) throw new SuiteMistake(`a history presents credential ${id}, which nobody has`);
    return value;
  }

  #userId(user: number | undefined): { userId: string } {
    const found = this.#users[user ?? -1];
    if (found === undefined) throw new SuiteMistake('a history names no user');
    return { userId: found.userId };
  }

  #appId(app: number | undefined): { appId: string } {
    const found = this.#apps[app ?? -1];
    if (found === undefined) throw new SuiteMistake('a history names no app');
    return { appId: found.appId };
  }
}

/** What the console does, or undefined where it declines what it may decline. */
async function declined<T>(mayBe: boolean, act: () => Promise<T>): Promise<T | undefined> {
  return mayBe ? unlessRefused(act()) : act();
}

function outcomeOf(exchange: Exchange, served: boolean): ActionOutcome['outcome'] {
  if (exchange.response?.status === 429) return 'unclear';
  return served ? 'served' : 'refused';
}

/** Whether what can be presented any number of times was accepted: a call, or a request for a token. */
function serves(kind: Credential['kind'], exchange: Exchange): boolean {
  return kind === 'clientSecret' ? accessTokenIn(exchange) !== undefined : accepted(exchange);
}

function isAtOnce(answer: Answer): boolean {
  return answer.word === 'refused' && answer.atOnce;
}

/** Whether a key of this day expires; the days around the boundary are free (FRE-94, FRE-95). */
function expiryOf(createdAt: string): 'yes' | 'no' | 'unspecified' {
  const created = Date.parse(createdAt) / 1000;
  if (created >= boundary + 3 * day) return 'yes';
  return created <= boundary - 2 * day ? 'no' : 'unspecified';
}

function widened({ after, before }: Moment, skew: number): Moment {
  return { after: after - skew, before: before + skew };
}

function namesAnError(location: string | null): boolean {
  return location !== null && URL.canParse(location) && new URL(location).searchParams.has('error');
}
