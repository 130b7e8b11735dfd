import type { Dispatcher } from 'undici';
import type { Exchange } from '../../core/exchange.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import type { Project } from '../../drivers/world/actors.ts';
import { accessTokenIn, requestToken } from '../../drivers/world/actors.ts';
import { authorize, exchangeCode, refresh, refreshTokenIn } from '../../drivers/world/delegated.ts';
import { isAt } from '../expectations/authorization.ts';
import { anIdToken, plainIdToken } from '../../drivers/world/identity.ts';
import type { RequestOptions } from '../../drivers/world/request.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { History } from '../../generators/history.ts';
import type { Dated } from '../expectations/age.ts';
import { handsOutTokens, namesInvalidGrant } from '../expectations/spent-refresh-token.ts';
import { expiryOf } from './age.ts';
import type { Action, ActionOutcome, Exchanging, Presenting, Witness, Witnesses } from './actions.ts';
import { contradicts } from './actions.ts';
import { stateChanges } from './changes.ts';
import { contrastTo } from './contrasts.ts';
import { happensToApp, happensToUser, misuse } from '../world/events.ts';
import type { NamedApp } from '../world/populations.ts';

import type { Place, Shown } from '../world/presentations.ts';
import { Presenter } from '../world/presentations.ts';
import { declined, isAtOnce, nameOfPath, namesAnError, outcomeOf } from './outcomes.ts';

import { Actors } from './actors.ts';
import { Timekeeper } from './timekeeper.ts';
import type { Beginning, Limits, PlayedHistory } from './interpreter.ts';
import { interpret } from './interpreter.ts';
import { oneOf } from './addressees.ts';
import type { Answer, Beside, Change, Holder, Outcome } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

/** What the histories of a check are about. */
export interface ExecutorOptions extends Limits {
  /** Whether time is let pass, so that the tenant's clock is read around everything. */
  readonly timed: boolean;
}

/** Plays a history at the tenant, with users and apps that are made for it. */
export function perform(
  scene: Scene,
  history: History,
  place: Place,
  options: ExecutorOptions,
): Promise<PlayedHistory> {
  const play = async (own?: Dispatcher): Promise<PlayedHistory> => {
    const stage = new Executor(scene, place, own, options);
    const acts = interpret(history, await stage.prepare(history, place.project), options);
    let step = acts.next();
    while (step.done !== true) step = acts.next(await stage.do(step.value));
    return step.value;
  };
  return history.presentations.some(({ connection }) => connection === 'own') ? scene.onOneConnection(play) : play();
}

class Executor {
  readonly #scene: Scene;
  readonly #options: ExecutorOptions;
  readonly #actors: Actors;
  /** When users and apps were last changed in a way that may take time to be noticed, in milliseconds of the suite's clock. */
  readonly #changed = { user: new Map<number, number>(), app: new Map<number, number>() };
  readonly #time: Timekeeper;
  readonly #presenter: Presenter;

  constructor(scene: Scene, place: Place, own: Dispatcher | undefined, options: ExecutorOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#presenter = new Presenter(scene, place, own);
    this.#time = new Timekeeper(scene, options.timed);
    this.#actors = new Actors(scene, this.#time);
  }

  async prepare(history: History, project: Project | undefined): Promise<Beginning> {
    const beginning = await this.#actors.make(history, this.#options.keys, project);
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
        return this.#rotate(act);
      case 'visit':
        return this.#visit(act);
      case 'idToken': {
        const user = this.#actors.userOf(act.user);
        const { outcome: token, moment: at } = await this.#time.dated(() =>
          anIdToken(this.#scene, plainIdToken, { user }),
        );
        this.#actors.keep(act.id, token);
        return { at };
      }
      case 'giveKey': {
        const { outcome: key, moment: at } = await this.#time.dated(() =>
          unlessRefused(this.#actors.key(act.user, act.id, act.date)),
        );
        return key === undefined ? { done: false, at } : { at, born: key.born, expires: key.expires };
      }
      case 'present':
        return this.#present(act);
      case 'side by side':
        return {
          each: await this.#scene.together(act.acts.map((one) => () => this.#present(one))),
          at: this.#time.latest,
        };
      case 'misuse': {
        // what comes of it is a question of other checks
        const value = this.#actors.valueOf(act.credential.id);
        const { moment: at } = await this.#time.dated(() => misuse(this.#scene, act.how, this.#clientOf(act), value));
        return { at };
      }
      case 'beside': {
        const { outcome: done, moment: at } = await this.#time.dated(() => this.#beside(act.event));
        return { done, at };
      }
      case 'elapse': {
        const at = await this.#time.elapse(act.seconds, act.late);
        this.#presenter.forgetWrites();
        return { at };
      }
    }
  }

  #beside(event: Beside): Promise<boolean> {
    const scene = this.#scene;
    return event.kind === 'besideUser'
      ? happensToUser(scene, event.what, this.#actors.userOf(event.user))
      : happensToApp(scene, event.what, this.#actors.appOf(event.app));
  }

  // -- the control ---------------------------------------------------------------------------------------------

  async #change(change: Change, mayBeDeclined: boolean): Promise<ActionOutcome> {
    const { operation } = stateChanges[change.kind];
    const { outcome: done, moment: at } = await this.#time.dated(() =>
      declined(mayBeDeclined, async () =>
        operation === undefined
          ? {}
          : this.#scene.operate(operation, 'user' in change ? this.#userId(change.user) : this.#appId(change.app)),
      ),
    );
    this.#presenter.forgetWrites();
    if (change.kind !== 'archived' && change.kind !== 'suspendedAtProvider') this.#hasChanged(change);
    return { done: done !== undefined, at };
  }

  async #rotate({ old, id, mayBeDeclined }: Action & { readonly act: 'rotate' }): Promise<ActionOutcome> {
    const { outcome: made, moment: at } = await this.#time.dated(() =>
      declined(mayBeDeclined, async () =>
        old.kind === 'apiKey'
          ? this.#scene.operate('apiKey.rotate', this.#userId(old.user))
          : this.#scene.operate('app.rotateSecret', this.#appId(old.app)),
      ),
    );
    if (made === undefined) return { done: false, at };
    if ('clientSecret' in made) {
      this.#actors.keep(id, made.clientSecret);
      this.#hasChanged(old); // a key that is not yet known is looked at again
      return { at };
    }
    this.#actors.keep(id, made.apiKey);
    // it is created now, with any date that it is told to have
    const isKnown = this.#options.timed && this.#scene.supports('clock.now');
    return { at, expires: expiryOf(isKnown ? new Date(at.after * 1000).toISOString() : made.createdAt) };
  }

  async #visit({ user, app, consent, answer, code: id }: Action & { readonly act: 'visit' }): Promise<ActionOutcome> {
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
    return { outcome: brought ? 'served' : 'refused', brought, at, asked: outcome.prompts.includes('consent') };
  }

  // -- presentations -------------------------------------------------------------------------------------------

  async #present(act: Presenting): Promise<ActionOutcome> {
    const { credential, presentation } = act;
    const seen = await this.#see(act);
    const answer = act.answerAt(seen.at);
    const expected = answer.word === 'accepted' ? 'served' : 'refused';
    if (answer.word === 'unspecified' || seen.outcome === 'unclear' || seen.outcome === expected) return seen;
    const contrast = await contrastTo(this.#scene, this.#presenter, this.#options.judged, {
      expected,
      requirement: answer.requirement,
      credential,
      presentation,
      exchange: seen.exchange,
      value: this.#actors.valueOf(credential.id),
      client: credential.app === undefined ? undefined : this.#clientOf(act),
      user: credential.user === undefined ? undefined : this.#actors.userOf(credential.user),
    });
    return { ...seen, contrast };
  }

  /** What comes of a presentation: of what is good for one use after what was changed has been noticed. */
  async #see(act: Presenting): Promise<ActionOutcome & Pick<Shown, 'exchange'>> {
    const { credential, brings, answerAt } = act;
    const isGoodOnce = credential.kind === 'code' || credential.kind === 'refreshToken';
    if (isGoodOnce) await this.#waitForNotice(credential, act.witnesses);
    const { outcome: shown, moment: at } = await (isGoodOnce
      ? this.#show(act, this.#mayServe(act))
      : this.#patiently(act));
    const { exchange, versions, forms, served } = shown;
    const outcome = outcomeOf(shown);
    const seen = { outcome, at, exchange, forms };
    if (isReusable(credential)) {
      const refusal = outcome === 'refused' ? { unauthorized: exchange.response?.status === 401 } : {};
      return { ...seen, versions, ...refusal };
    }
    const answer = answerAt(at);
    if (answer.word !== 'refused') {
      const [access, refreshed] = [accessTokenIn(exchange), refreshTokenIn(exchange)];
      if (served && access !== undefined) this.#actors.keep(brings.access, access);
      if (served && refreshed !== undefined) this.#actors.keep(brings.refresh, refreshed);
      return { ...seen, brought: served };
    }
    const refusal = { ...seen, invalidGrant: namesInvalidGrant(exchange) };
    return handsOutTokens(exchange) ? { ...refusal, outcome: await this.#countsAs(act, answer, exchange) } : refusal;
  }

  /** Presents what changes nothing once, and again where what was changed may not have been noticed yet. */
  async #patiently(witness: Witness): Promise<Dated<Shown>> {
    const { answerAt } = witness;
    const mayServe = this.#mayServe(witness);
    const look = (): Promise<Dated<Shown>> => this.#show(witness, mayServe);
    const asExpected = ({ outcome, moment }: Dated<Shown>): boolean =>
      !contradicts(answerAt(moment), { outcome: outcomeOf(outcome) });
    const first = await look();
    return asExpected(first) || isAtOnce(answerAt(first.moment)) ? first : this.#scene.settle(look, asExpected);
  }

  #show(witness: Witness, mayServe: boolean): Promise<Dated<Shown>> {
    const { credential, presentation } = witness;
    const value = this.#actors.valueOf(credential.id);
    return this.#time.dated(() =>
      isReusable(credential)
        ? this.#presenter.call(credential, value, presentation, mayServe)
        : this.#askForTokens(witness, value, mayServe),
    );
  }

  /** Asks for tokens at each path, side by side; the answer that brings some, or the last. */
  async #askForTokens(witness: Witness, value: string, mayServe: boolean): Promise<Shown> {
    const { credential, presentation } = witness;
    const { kind } = credential;
    const client = this.#clientOf(witness);
    const ask = (options: RequestOptions & { readonly path: string }): Promise<Exchange> => {
      if (kind === 'clientSecret')
        return requestToken(this.#scene, { ...client, clientSecret: value }, options.path, options);
      return kind === 'code'
        ? exchangeCode(this.#scene, client, value, { ...options, redirectUri: client.redirectUri })
        : refresh(this.#scene, client, value, options);
    };
    const paths = this.#presenter.tokenPaths(credential, presentation, mayServe);
    return this.#presenter.over(presentation, async (options) => {
      const answers = await Promise.all(paths.map((path) => ask({ ...options, path })));
      const serving = answers.findIndex(handsOutTokens);
      const exchange = answers.at(serving)!;
      const forms = paths.filter((_, at) => serving < 0 || at === serving).map(nameOfPath);
      const isWhole = kind === 'clientSecret' || refreshTokenIn(exchange) !== undefined;
      return { exchange, forms, versions: [], served: isWhole && accessTokenIn(exchange) !== undefined };
    });
  }

  /** Whether no refusal is due, as far as is known before the clock is read. */
  #mayServe({ answerAt }: Witness): boolean {
    return answerAt(this.#time.latest).word !== 'refused';
  }

  /** Tokens came where none should: whether that is as good as a refusal, or came of a change not yet noticed. */
  async #countsAs(
    act: Presenting,
    answer: Answer & { readonly word: 'refused' },
    exchange: Exchange,
  ): Promise<Outcome> {
    const [access, refreshed] = [accessTokenIn(exchange), refreshTokenIn(exchange)];
    if (answer.unusableIsEnough === true) {
      if (access === undefined) return 'refused';
      const kind = act.credential.kind === 'clientSecret' ? 'appToken' : 'accessToken';
      const call = (): Promise<Shown> =>
        this.#presenter.call({ id: act.brings.access, kind }, access, act.presentation, false);
      const used = answer.atOnce ? await call() : await this.#scene.settle(call, ({ served }) => !served);
      return used.served ? 'served' : 'refused';
    }
    if (answer.atOnce || !this.#scene.changesTakeTime || refreshed === undefined) return 'served';
    // it is refused once the change has been noticed: then nothing is shown, and nothing is known of the tokens
    await this.#scene.settleWhole();
    const again = await refresh(this.#scene, this.#clientOf(act), refreshed);
    return handsOutTokens(again) ? 'served' : 'unclear';
  }

  #clientOf({ credential, secret }: Exchanging): NamedApp {
    const app = this.#actors.appOf(credential.app);
    return secret === undefined ? app : { ...app, clientSecret: this.#actors.valueOf(secret.id) };
  }

  // -- time ----------------------------------------------------------------------------------------------------

  /**
   * Lets changes of a user and an app be noticed before they do something that cannot be done again: by a harmless call,
   * or by waiting.
   */
  async #waitForNotice(whose: Holder, witnesses: Witnesses = {}): Promise<void> {
    if (!this.#scene.changesTakeTime) return;
    for (const side of ['user', 'app'] as const) {
      const [actor, witness] = [whose[side], witnesses[side]];
      const since = actor === undefined ? undefined : this.#changed[side].get(actor);
      if (since === undefined) continue;
      if (witness === undefined) await this.#scene.settleWhole(since);
      else await this.#patiently(witness);
    }
  }

  #hasChanged({ user, app }: Holder): void {
    const now = this.#scene.target.realTime.now();
    if (user !== undefined) this.#changed.user.set(user, now);
    if (app !== undefined) this.#changed.app.set(app, now);
  }

  #userId(user: number | undefined): { userId: string } {
    return { userId: this.#actors.userOf(user).userId };
  }

  #appId(app: number | undefined): { appId: string } {
    return { appId: this.#actors.appOf(app).appId };
  }
}
