import type { Dispatcher } from 'undici';
import type { Exchange } from '../../core/exchange.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { App, Project, User } from '../../drivers/world/actors.ts';
import { accessTokenIn, requestToken, tokenPath } from '../../drivers/world/actors.ts';
import { authorize, exchangeCode, refresh, refreshTokenIn } from '../../drivers/world/delegated.ts';
import { isAt } from '../expectations/authorization.ts';
import { anIdToken, plainIdToken } from '../../drivers/world/identity.ts';
import type { RequestOptions } from '../../drivers/world/request.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { History } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainly } from '../../generators/presentation.ts';
import type { Dated } from '../expectations/age.ts';
import { handsOutTokens, namesInvalidGrant } from '../expectations/spent-refresh-token.ts';
import { expiryOf } from './age.ts';
import type { Action, ActionOutcome, Witness, Witnesses } from './actions.ts';
import type { Change } from './changes.ts';
import { stateChangeOf } from './changes.ts';
import { contradicts } from './actions.ts';
import type { Mistreated } from './contrasts.ts';
import { contrastTo } from './contrasts.ts';
import { happensToApp, happensToUser, misuse } from '../world/beside-events.ts';
import type { NamedApp } from '../world/populations.ts';

import type { Place, Shown } from '../world/presentations.ts';
import { Presenter } from '../world/presentations.ts';
import { declined, isAtOnce, nameOfPath, namesAnError, outcomeOf } from './outcomes.ts';

import { Actors } from './actors.ts';
import { Timekeeper } from './timekeeper.ts';
import type { Beginning, Limits, PlayedHistory } from './interpreter.ts';
import { interpret } from './interpreter.ts';
import { oneOf } from './addressees.ts';
import type { Answer, Contrast, Credential } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

type Presenting = Extract<Action, { readonly act: 'present' }>;

/** What the histories of a check are about. */
export interface ExecutorOptions extends Limits {
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Whether time is let pass, so that the tenant's clock is read around everything. */
  readonly timed: boolean;
}

/** What was answered to who asked for tokens, and where. */
type Asked = Pick<Shown, 'exchange' | 'forms'>;

/** Whose a credential is, or what is changed: a user, an app, or what a user gave to an app. */
interface Held {
  readonly user?: number;
  readonly app?: number;
}

/** Plays a history at the tenant, with users and apps that are made for it. */
export function perform(
  scene: Scene,
  history: History,
  place: Place,
  options: ExecutorOptions,
): Promise<PlayedHistory> {
  if (history.presentations.every(({ connection }) => connection !== 'own'))
    return play(new Executor(scene, place, undefined, options), history, options);
  return scene.onOneConnection((own) => play(new Executor(scene, place, own, options), history, options));
}

async function play(stage: Executor, history: History, options: ExecutorOptions): Promise<PlayedHistory> {
  const acts = interpret(history, await stage.prepare(history), options);
  let step = acts.next();
  while (step.done !== true) step = acts.next(await stage.do(step.value));
  return step.value;
}

class Executor {
  readonly #scene: Scene;
  readonly #options: ExecutorOptions;
  readonly #actors: Actors;
  /** When a user or an app was last changed in a way that may take time to be noticed, in milliseconds of the suite's clock. */
  readonly #changed = new Map<User | App, number>();
  readonly #time: Timekeeper;
  readonly #project: Project | undefined;
  readonly #presenter: Presenter;

  constructor(scene: Scene, place: Place, own: Dispatcher | undefined, options: ExecutorOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#project = place.project;
    this.#presenter = new Presenter(scene, place, own);
    this.#time = new Timekeeper(scene, options.timed);
    this.#actors = new Actors(scene, this.#time);
  }

  async prepare(history: History): Promise<Beginning> {
    const beginning = await this.#actors.make(history, this.#options.keys, this.#project);
    for (const app of this.#actors.apps.keys()) {
      // its installation may be known at the token endpoint and nowhere else yet
      const kind = oneOf(history.population.apps, app);
      if (kind === 'an app that was installed after it was made') this.#hasChanged({ app });
    }
    return beginning;
  }

  async do(act: Action): Promise<ActionOutcome> {
    switch (act.act) {
      case 'change':
        return this.#change(act.change, act.mayBeDeclined);
      case 'rotate':
        return this.#rotate(act.old, act.id, act.mayBeDeclined);
      case 'visit':
        return this.#visit(act);
      case 'idToken':
        return this.#idToken(act);
      case 'present':
        return this.#present(act);
      case 'giveKey': {
        const { outcome, moment: at } = await this.#time.dated(() =>
          unlessRefused(this.#actors.key(act.user, act.id, act.date)),
        );
        if (outcome === undefined) return { done: false, outcome: 'unclear', brought: false, at };
        return {
          done: true,
          outcome: 'served',
          brought: true,
          at,
          born: outcome.born,
          expires: outcome.expires ?? 'yes',
        };
      }
      case 'misuse':
        return this.#misuse(act);
      case 'beside': {
        const { outcome: done, moment: at } = await this.#time.dated(() => this.#beside(act.event));
        return { done, outcome: 'served', brought: false, at };
      }
      case 'elapse': {
        const at = await this.#time.elapse(act.seconds, act.late);
        this.#presenter.forgetWrites();
        return { done: true, outcome: 'served', brought: false, at };
      }
    }
  }

  #beside(event: Extract<Action, { readonly act: 'beside' }>['event']): Promise<boolean> {
    const scene = this.#scene;
    return event.kind === 'besideUser'
      ? happensToUser(scene, event.what, this.#actors.userOf(event.user))
      : happensToApp(scene, event.what, this.#actors.appOf(event.app));
  }

  /** Presents a refresh token as it must not be: what comes of it is a question of other checks. */
  async #misuse(act: Extract<Action, { readonly act: 'misuse' }>): Promise<ActionOutcome> {
    const presented = () => misuse(this.#scene, act.how, this.#clientOf(act), this.#actors.valueOf(act.credential.id));
    return { done: true, outcome: 'refused', brought: false, at: (await this.#time.dated(presented)).moment };
  }

  // -- the control ---------------------------------------------------------------------------------------------

  async #change(change: Change, mayBeDeclined: boolean): Promise<ActionOutcome> {
    const { operation } = stateChangeOf(change);
    const { outcome: done, moment } = await this.#time.dated(() =>
      declined(mayBeDeclined, async () =>
        operation === undefined
          ? {}
          : this.#scene.operate(operation, 'user' in change ? this.#userId(change.user) : this.#appId(change.app)),
      ),
    );
    this.#presenter.forgetWrites();
    if (change.kind !== 'archived' && change.kind !== 'suspendedAtProvider') this.#hasChanged(change);
    return { done: done !== undefined, outcome: 'served', brought: false, at: moment };
  }

  async #rotate(old: Credential, id: number, mayBeDeclined: boolean): Promise<ActionOutcome> {
    const { outcome: made, moment: at } = await this.#time.dated(() =>
      declined(mayBeDeclined, async () => {
        if (old.kind === 'apiKey') {
          const { apiKey, createdAt } = await this.#scene.operate('apiKey.rotate', this.#userId(old.user));
          return { value: apiKey, createdAt };
        }
        const { clientSecret } = await this.#scene.operate('app.rotateSecret', {
          appId: this.#actors.appOf(old.app).appId,
        });
        return { value: clientSecret };
      }),
    );
    if (made === undefined) return { done: false, outcome: 'unclear', brought: false, at };
    this.#actors.keep(id, made.value);
    if (old.kind !== 'apiKey') this.#hasChanged(old); // a key that is not yet known is looked at again
    const done = { done: true, outcome: 'served', brought: true, at } as const;
    if (!('createdAt' in made)) return done;
    // it is created now, whatever date it is told to have
    const isKnown = this.#options.timed && this.#scene.supports('clock.now');
    const createdAt = isKnown ? new Date(at.after * 1000).toISOString() : made.createdAt;
    return { ...done, expires: expiryOf(createdAt) };
  }

  async #idToken({ user, id }: Extract<Action, { readonly act: 'idToken' }>): Promise<ActionOutcome> {
    const { outcome: token, moment: at } = await this.#time.dated(() =>
      anIdToken(this.#scene, plainIdToken, { user: this.#actors.userOf(user) }),
    );
    this.#actors.keep(id, token);
    return { done: true, outcome: 'served', brought: true, at };
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
    const [visitor, client] = [this.#actors.userOf(user), this.#actors.appOf(app)];
    const { outcome, moment: at } = await this.#time.dated(() =>
      authorize(this.#scene, { user: visitor, app: client, consent, redirectUri: client.redirectUri }),
    );
    // what stands beside an error after a denial, or at another address, is no authorization code (FRE-54, FRE-55)
    const isOther = consent === 'deny' && namesAnError(outcome.location);
    const code = isOther || !isAt(outcome.location, client.redirectUri) ? undefined : outcome.code;
    if (code !== undefined) this.#actors.keep(id, code);
    else if (answer.word === 'accepted' && answer.requirement === 'DEL-01') {
      throw new PremiseUnmet('an authorization code could not be had');
    }
    const brought = code !== undefined;
    const asked = outcome.prompts.includes('consent');
    return { done: true, outcome: brought ? 'served' : 'refused', brought, at, asked };
  }

  // -- presentations -------------------------------------------------------------------------------------------

  async #present(act: Presenting): Promise<ActionOutcome> {
    const done = await (isReusable(act.credential) ? this.#presentInCall(act) : this.#presentForTokens(act));
    const answer = act.answerAt(done.at);
    const expected = answer.word === 'accepted' ? 'served' : 'refused';
    if (answer.word === 'unspecified' || done.outcome === 'unclear' || done.outcome === expected) return done;
    const contrast = await this.#contrastTo(act, done, { expected, requirement: answer.requirement });
    return contrast === undefined ? done : { ...done, contrast };
  }

  async #presentInCall(act: Presenting): Promise<ActionOutcome> {
    const { outcome: shown, moment: at } = await this.#patiently(act, act.presentation);
    const { exchange, versions, forms } = shown;
    const outcome = outcomeOf(shown);
    const refusal = outcome === 'refused' ? { unauthorized: exchange.response?.status === 401 } : {};
    return { done: true, outcome, brought: false, at, exchange, versions, forms, ...refusal };
  }

  async #contrastTo(
    act: Presenting,
    { exchange }: ActionOutcome,
    broken: Pick<Mistreated, 'expected' | 'requirement'>,
  ): Promise<Contrast | undefined> {
    const { credential, presentation } = act;
    const { id, user, app } = credential;
    if (exchange === undefined) return undefined;
    return contrastTo(this.#scene, this.#presenter, this.#options.judged, {
      ...broken,
      credential,
      presentation,
      exchange,
      value: this.#actors.valueOf(id),
      ...(app === undefined ? {} : { client: this.#clientOf(act) }),
      ...(user === undefined ? {} : { user: this.#actors.userOf(user) }),
    });
  }

  /** Presents what changes nothing once, and again where what was changed may not have been noticed yet. */
  async #patiently({ credential, answerAt }: Witness, presentation = plainly): Promise<Dated<Shown>> {
    const mayServe = this.#mayServe(answerAt);
    const look = (): Promise<Dated<Shown>> => this.#time.dated(() => this.#use(credential, presentation, mayServe));
    const asExpected = ({ outcome, moment }: Dated<Shown>): boolean =>
      !contradicts(answerAt(moment), { outcome: outcomeOf(outcome) });
    const first = await look();
    return asExpected(first) || isAtOnce(answerAt(first.moment)) ? first : this.#scene.settle(look, asExpected);
  }

  /** Presents what can be presented any number of times. */
  async #use(credential: Credential, presentation: Presentation, mayServe: boolean): Promise<Shown> {
    const value = this.#actors.valueOf(credential.id);
    if (isReusable(credential)) return this.#presenter.call(credential, value, presentation, mayServe);
    const app = { ...this.#actors.appOf(credential.app), clientSecret: value };
    const asked = await this.#forTokens(credential, presentation, mayServe, (options) =>
      requestToken(this.#scene, app, options.path, options),
    );
    return { ...asked, served: accessTokenIn(asked.exchange) !== undefined, versions: [] };
  }

  /** Presents what is exchanged for tokens: what is good for one use after what was changed has been noticed. */
  async #presentForTokens(act: Presenting): Promise<ActionOutcome> {
    const { credential, brings, answerAt, presentation } = act;
    const {
      outcome: { exchange, forms },
      moment: at,
    } = credential.kind === 'clientSecret' ? await this.#patiently(act, presentation) : await this.#presentOnce(act);
    const answer = answerAt(at);
    const access = accessTokenIn(exchange);
    const refreshed = refreshTokenIn(exchange);
    const complete = access !== undefined && (credential.kind === 'clientSecret' || refreshed !== undefined);
    if (answer.word !== 'refused') {
      if (complete) this.#keep(brings, access, refreshed);
      const outcome = outcomeOf({ exchange, served: complete });
      return { done: true, outcome, brought: complete, at, exchange, forms };
    }
    const invalidGrant = namesInvalidGrant(exchange);
    const refusal = { done: true, brought: false, at, exchange, forms, invalidGrant } as const;
    if (!handsOutTokens(exchange)) return { ...refusal, outcome: outcomeOf({ exchange, served: false }) };
    const counts = await this.#countsAsServed(act, answer, access, refreshed);
    return { ...refusal, outcome: counts };
  }

  async #presentOnce(act: Presenting): Promise<Dated<Asked>> {
    const { credential, witnesses, presentation } = act;
    await this.#waitForNotice(credential, witnesses);
    const client = this.#clientOf(act);
    const value = this.#actors.valueOf(credential.id);
    const mayServe = this.#mayServe(act.answerAt);
    return this.#time.dated(() =>
      this.#forTokens(credential, presentation, mayServe, (options) =>
        credential.kind === 'code'
          ? exchangeCode(this.#scene, client, value, { ...options, redirectUri: client.redirectUri })
          : refresh(this.#scene, client, value, options),
      ),
    );
  }

  /** Asks for tokens at one path after the other until some come; the last answer, and the paths that were asked. */
  async #forTokens(
    credential: Credential,
    presentation: Presentation,
    mayServe: boolean,
    ask: (options: RequestOptions & { readonly path: string }) => Promise<Exchange>,
  ): Promise<Asked> {
    const [first = tokenPath, ...others] = this.#presenter.tokenPaths(credential, presentation, mayServe);
    return this.#presenter.over(presentation, async (options) => {
      let exchange = await ask({ ...options, path: first });
      const forms = [nameOfPath(first)];
      for (const path of others) {
        if (handsOutTokens(exchange)) break;
        exchange = await ask({ ...options, path });
        forms.push(nameOfPath(path));
      }
      return { exchange, forms };
    });
  }

  /** Whether no refusal is due, as far as is known before the clock is read. */
  #mayServe(answerAt: Witness['answerAt']): boolean {
    return answerAt(this.#time.latest).word !== 'refused';
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
      const token = {
        id: act.brings.access,
        kind: act.credential.kind === 'clientSecret' ? 'appToken' : 'accessToken',
      } as const;
      const call = (): Promise<Shown> => this.#presenter.call(token, access, act.presentation, false);
      const used = answer.atOnce ? await call() : await this.#scene.settle(call, ({ served }) => !served);
      return used.served ? 'served' : 'refused';
    }
    if (answer.atOnce || !this.#scene.changesTakeTime || refreshed === undefined) {
      return 'served';
    }
    // it is refused once the change has been noticed: then nothing is shown, and nothing is known of the tokens
    await this.#scene.settleWhole();
    const again = await refresh(this.#scene, this.#clientOf(act), refreshed);
    return handsOutTokens(again) ? 'served' : 'unclear';
  }

  #clientOf({ credential, secret }: Pick<Presenting, 'credential' | 'secret'>): NamedApp {
    const app = this.#actors.appOf(credential.app);
    return secret === undefined ? app : { ...app, clientSecret: this.#actors.valueOf(secret.id) };
  }

  // -- time ----------------------------------------------------------------------------------------------------

  /**
   * Lets changes of a user and an app be noticed before they do something that cannot be done again: by a harmless call,
   * or by waiting.
   */
  async #waitForNotice(whose: Held, witnesses: Witnesses = {}): Promise<void> {
    if (!this.#scene.changesTakeTime) return;
    const concerned = [
      [this.#actors.users[whose.user ?? -1], witnesses.user],
      [this.#actors.apps[whose.app ?? -1], witnesses.app],
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
    return [this.#actors.users[user ?? -1], this.#actors.apps[app ?? -1]].filter((actor) => actor !== undefined);
  }

  // -- names ---------------------------------------------------------------------------------------------------

  #keep(brings: Presenting['brings'], access: string, refreshed: string | undefined): void {
    this.#actors.keep(brings.access, access);
    if (refreshed !== undefined) this.#actors.keep(brings.refresh, refreshed);
  }

  #userId(user: number | undefined): { userId: string } {
    return { userId: this.#actors.userOf(user).userId };
  }

  #appId(app: number): { appId: string } {
    return { appId: this.#actors.appOf(app).appId };
  }
}
