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
import { findContrast } from './contrasts.ts';
import { happensToApp, happensToUser, misuse } from '../world/events.ts';
import type { NamedApp } from '../world/populations.ts';

import type { SharedRecords, Shown } from '../world/presentations.ts';
import { Presenter } from '../world/presentations.ts';
import { undefinedIfDeclined, isRequiredAtOnce, nameOfPath, namesAnError, outcomeOf } from './outcomes.ts';

import { Actors } from './actors.ts';
import { Timekeeper } from './timekeeper.ts';
import type { Beginning, Limits, PlayedHistory } from './interpreter.ts';
import { interpret } from './interpreter.ts';
import { oneOf } from './addressees.ts';
import type { Answer, Change, Holder, Outcome } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

/** Settings for playing the histories of a check. */
export interface ExecutorOptions extends Limits {
  /** Whether time passes in the histories. If so, the tenant's clock dates everything that is done. */
  readonly timed: boolean;
}

/** Plays a history at the tenant, with users and apps that are made for it. */
export function perform(
  scene: Scene,
  history: History,
  shared: SharedRecords,
  options: ExecutorOptions,
): Promise<PlayedHistory> {
  const play = async (own?: Dispatcher): Promise<PlayedHistory> => {
    const executor = new Executor(scene, shared, own, options);
    const acts = interpret(history, await executor.prepare(history, shared.project), options);
    let step = acts.next();
    while (step.done !== true) step = acts.next(await executor.do(step.value));
    return step.value;
  };
  return history.presentations.some(({ connection }) => connection === 'own') ? scene.onOneConnection(play) : play();
}

class Executor {
  readonly #scene: Scene;
  readonly #options: ExecutorOptions;
  readonly #actors: Actors;
  /**
   * The time of the last change of each user and app that may take time to propagate, in milliseconds of the suite's
   * clock.
   */
  readonly #changed = { user: new Map<number, number>(), app: new Map<number, number>() };
  readonly #time: Timekeeper;
  readonly #presenter: Presenter;

  constructor(scene: Scene, shared: SharedRecords, own: Dispatcher | undefined, options: ExecutorOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#presenter = new Presenter(scene, shared, own);
    this.#time = new Timekeeper(scene, options.timed);
    this.#actors = new Actors(scene, this.#time);
  }

  async prepare(history: History, project: Project | undefined): Promise<Beginning> {
    const beginning = await this.#actors.make(history, this.#options.keys, project);
    for (const app of this.#actors.apps.keys()) {
      // so far, perhaps only the token endpoint knows of the installation
      const kind = oneOf(history.population.apps, app);
      if (kind === 'an app that was installed after it was made') this.#noteChange({ app });
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
        // other checks judge the answer
        const value = this.#actors.valueOf(act.credential.id);
        const { moment: at } = await this.#time.dated(() => misuse(this.#scene, act.how, this.#clientOf(act), value));
        return { at };
      }
      case 'beside': {
        const { event } = act;
        const { outcome: done, moment: at } = await this.#time.dated(() =>
          event.kind === 'besideUser'
            ? happensToUser(this.#scene, event.what, this.#actors.userOf(event.user))
            : happensToApp(this.#scene, event.what, this.#actors.appOf(event.app), this.#actors.projectOfApps),
        );
        return { done, at };
      }
      case 'elapse':
        return { at: await this.#time.elapse(act.seconds, act.late) };
    }
  }

  // -- the control ---------------------------------------------------------------------------------------------

  async #change(change: Change, mayBeDeclined: boolean): Promise<ActionOutcome> {
    const { operation } = stateChanges[change.kind];
    const { outcome: done, moment: at } = await this.#time.dated(() =>
      undefinedIfDeclined(mayBeDeclined, async () =>
        operation === undefined
          ? {}
          : this.#scene.operate(operation, 'user' in change ? this.#userId(change.user) : this.#appId(change.app)),
      ),
    );
    if (change.kind !== 'archived' && change.kind !== 'suspendedAtProvider') this.#noteChange(change);
    return { done: done !== undefined, at };
  }

  async #rotate({ old, id, mayBeDeclined }: Action & { readonly act: 'rotate' }): Promise<ActionOutcome> {
    const { outcome: made, moment: at } = await this.#time.dated(() =>
      undefinedIfDeclined(mayBeDeclined, async () =>
        old.kind === 'apiKey'
          ? this.#scene.operate('apiKey.rotate', this.#userId(old.user))
          : this.#scene.operate('app.rotateSecret', this.#appId(old.app)),
      ),
    );
    if (made === undefined) return { done: false, at };
    if ('clientSecret' in made) {
      this.#actors.keep(id, made.clientSecret);
      this.#noteChange(old); // a rotated key needs no note: its presentation is repeated until the tenant knows it
      return { at };
    }
    this.#actors.keep(id, made.apiKey);
    // the new key is created now, even if createdAt names another date
    const isKnown = this.#options.timed && this.#scene.supports('clock.now');
    return { at, expires: expiryOf(isKnown ? new Date(at.after * 1000).toISOString() : made.createdAt) };
  }

  async #visit({ user, app, consent, answer, code: id }: Action & { readonly act: 'visit' }): Promise<ActionOutcome> {
    // Users may sign in at another service than the one that takes credentials, so no presented credential shows
    // whether the sign-in service has noticed a change.
    if (answer.word !== 'unspecified') await this.#waitForNotice({ user, app });
    const [visitor, client] = [this.#actors.userOf(user), this.#actors.appOf(app)];
    const { outcome, moment: at } = await this.#time.dated(() =>
      authorize(this.#scene, { user: visitor, app: client, consent, redirectUri: client.redirectUri }),
    );
    // A code next to an error after a denial, or at another address, is not an authorization code (FRE-54, FRE-55).
    const isOther = consent === 'deny' && namesAnError(outcome.location);
    const code = isOther || !isAt(outcome.location, client.redirectUri) ? undefined : outcome.code;
    if (code !== undefined) this.#actors.keep(id, code);
    else if (answer.word === 'accepted' && answer.requirement === 'DEL-01') {
      throw new PremiseUnmet('no authorization code was issued');
    }
    const brought = code !== undefined;
    return { outcome: brought ? 'served' : 'refused', brought, at, asked: outcome.prompts.includes('consent') };
  }

  // -- presentations -------------------------------------------------------------------------------------------

  async #present(act: Presenting): Promise<ActionOutcome> {
    const { credential, presentation } = act;
    const seen = await this.#presentAfterNotice(act);
    const answer = act.answerAt(seen.at);
    const expected = answer.word === 'accepted' ? 'served' : 'refused';
    if (answer.word === 'unspecified' || seen.outcome === 'unclear' || seen.outcome === expected) return seen;
    const contrast = await findContrast(this.#scene, this.#presenter, this.#options.judged, {
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

  /**
   * Presents a credential and returns the outcome. A single-use credential is presented only after the tenant has
   * noticed earlier changes.
   */
  async #presentAfterNotice(act: Presenting): Promise<ActionOutcome & Pick<Shown, 'exchange'>> {
    const { credential, brings, answerAt } = act;
    const isSingleUse = credential.kind === 'code' || credential.kind === 'refreshToken';
    if (isSingleUse) await this.#waitForNotice(credential, act.witnesses);
    const { outcome: shown, moment: at } = await (isSingleUse
      ? this.#show(act, this.#mayServe(act))
      : this.#presentUntilNoticed(act));
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
    return handsOutTokens(exchange)
      ? { ...refusal, outcome: await this.#outcomeOfUnexpectedTokens(act, answer, exchange) }
      : refusal;
  }

  /**
   * Presents a credential whose presentation changes nothing. Repeats the call while the tenant may not have noticed a
   * change yet.
   */
  async #presentUntilNoticed(witness: Witness): Promise<Dated<Shown>> {
    const { answerAt } = witness;
    const mayServe = this.#mayServe(witness);
    const look = (): Promise<Dated<Shown>> => this.#show(witness, mayServe);
    const asExpected = ({ outcome, moment }: Dated<Shown>): boolean =>
      !contradicts(answerAt(moment), { outcome: outcomeOf(outcome) });
    const first = await look();
    return asExpected(first) || isRequiredAtOnce(answerAt(first.moment)) ? first : this.#scene.settle(look, asExpected);
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

  /**
   * Requests tokens at each path at the same time. Returns the first answer that contains tokens, or else the last
   * answer.
   */
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

  /**
   * Reports whether the model allows the credential to be served, judged by the latest known time: the clock is not
   * read.
   */
  #mayServe({ answerAt }: Witness): boolean {
    return answerAt(this.#time.latest).word !== 'refused';
  }

  /**
   * Returns the outcome of an answer that contains tokens although a refusal was due. The answer may count as a
   * refusal, or the tenant may not have noticed a change yet.
   */
  async #outcomeOfUnexpectedTokens(
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
    // If the new refresh token is refused once the tenant has noticed the change, the first answer shows nothing, and
    // nothing is known of the tokens.
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
   * Waits until the tenant has noticed changes of a user and an app, before they do something that cannot be done
   * again. Presents a witness until its outcome is as expected. Without a witness, waits for the propagation delay.
   */
  async #waitForNotice(whose: Holder, witnessesOf?: () => Witnesses): Promise<void> {
    if (!this.#scene.changesTakeTime) return;
    const witnesses = witnessesOf?.();
    for (const side of ['user', 'app'] as const) {
      const [actor, witness] = [whose[side], witnesses?.[side]];
      const since = actor === undefined ? undefined : this.#changed[side].get(actor);
      if (since === undefined) continue;
      if (witness === undefined) await this.#scene.settleWhole(since);
      else await this.#presentUntilNoticed(witness);
    }
  }

  #noteChange({ user, app }: Holder): void {
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
