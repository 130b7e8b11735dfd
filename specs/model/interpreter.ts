import type { Exchange } from '../../core/exchange.ts';
import type { Command, History, KeyDate, Misuse } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainly } from '../../generators/presentation.ts';
import type { Moment } from '../expectations/age.ts';
import { exactly } from '../expectations/age.ts';
import type { Action, ActionOutcome, Witnesses } from './actions.ts';
import type { Change } from './changes.ts';
import { contradicts } from './actions.ts';
import type { Judged } from './answers.ts';
import { ageOf } from './age.ts';
import { answerAmong, answerFor, answerForVisit } from './answers.ts';
import { among, isAmong, oneOf } from './addressees.ts';
import { changeBy, isChanging, makesSense, mayBeDeclined } from './changes.ts';
import {
  archivedSince,
  credentialsIn,
  lastPresented,
  replacedSince,
  suspendedSince,
  toUser,
  toCredential,
  same,
  uninstalledSince,
} from './event-log.ts';
import {
  holdsSeveralKeys,
  currentOf,
  endedRefreshTokensIn,
  newCodeIn,
  newestRefreshTokensIn,
  ofKind,
  refusedCodeIn,
  reusableIn,
  secretOf,
} from './holdings.ts';
import { deniableIn } from './denials.ts';
import { secondsUntil, soon } from './instants.ts';
import { toleranceOf } from './tolerance.ts';
import { isOfLegacyPath } from './outcomes.ts';
import type { Answer, Credential, LoggedEvent, EventLog } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

/** A history as it went: plain data, by which it can be judged again. */
export interface PlayedHistory {
  readonly past: EventLog;
  /** The exchanges that show presentations, by their place in the past. */
  readonly shown: Readonly<Record<number, Exchange>>;
  /** Where in the past the steps were over, and everything was presented. */
  readonly stepsEnd: number;
}

/** The keys and client secrets that are there when a history begins, and when it does. */
export interface Beginning {
  readonly credentials: readonly Credential[];
  readonly now: Moment;
}

/** What limits a history. */
export interface Limits {
  readonly judged: Judged;
  /** Seconds that may pass altogether. */
  readonly seconds: number;
}

/** So many credentials are presented by the steps of a history at most, and so many of each sort at its end. */
const mostPresented = 18;
const mostAtTheEnd = { reusable: 6, newest: 3, ended: 3, denials: 1 } as const;
const all = { reusable: Infinity, newest: Infinity, ended: Infinity, denials: 1 } as const;

/** The acts of a history, one after the other; it ends with the first judged outcome that contradicts the model, however its error is named. */
export function* interpret(
  history: History,
  beginning: Beginning,
  limits: Limits,
): Generator<Action, PlayedHistory, ActionOutcome> {
  const game = new Game(history, beginning, limits);
  yield* game.run();
  return game.played();
}

class Game {
  readonly #history: History;
  readonly #past: LoggedEvent[];
  readonly #shown: Record<number, Exchange> = {};
  readonly #judged: Judged;
  #next: number;
  #now: Moment;
  #secondsLeft: number;
  #presented = 0;
  #over = false;
  #stepsEnd = 0;

  constructor(history: History, { credentials, now }: Beginning, { seconds, judged }: Limits) {
    this.#judged = judged;
    this.#history = history;
    this.#past = credentials.map((credential) => ({ kind: 'issued', credential }));
    this.#next = Math.max(0, ...credentials.map(({ id }) => id + 1));
    this.#now = now;
    this.#secondsLeft = seconds;
  }

  played(): PlayedHistory {
    return { past: this.#past, shown: this.#shown, stepsEnd: this.#stepsEnd };
  }

  *run(): Generator<Action, void, ActionOutcome> {
    for (const key of ofKind(this.#past, 'apiKey')) yield* this.#use(key);
    const { users, apps, opening, steps } = this.#history;
    for (const command of opening) {
      if (isAmong(command, users, apps)) yield* this.#run(command);
    }
    this.#presented = 0;
    for (const { command, look } of steps) {
      if (this.#over || (this.#presented >= mostPresented && this.#history.atTheEnd === undefined)) break;
      if (yield* this.#run(among(command, users, apps))) yield* this.#look(look.from, look.count);
    }
    this.#stepsEnd = this.#past.length;
    yield* this.#end();
  }

  // -- commands ------------------------------------------------------------------------------------------------

  /** Does what a command says, where it makes sense now; whether it did. */
  *#run(command: Command): Generator<Action, boolean, ActionOutcome> {
    if (this.#over) return false;
    if (isChanging(command)) return makesSense(this.#past, command) && (yield* this.#change(changeBy(command)));
    switch (command.do) {
      case 'rotateKey':
        return yield* this.#rotate(
          currentOf(this.#past, 'apiKey', { user: command.user }),
          this.#isSuspended(command.user),
        );
      case 'getIdToken':
        return yield* this.#getIdToken(command.user);
      case 'rotateSecret':
        return yield* this.#rotate(
          secretOf(this.#past, command.app),
          this.#isArchived(command.app) || !this.#isInstalled(command.app),
        );
      case 'askForToken':
        return yield* this.#presentIfAny(secretOf(this.#past, command.app));
      case 'connect':
        return (
          (yield* this.#visit(command.user, command.app, 'grant')) && (yield* this.#presentIfAny(newCodeIn(this.#past)))
        );
      case 'authorize':
        return yield* this.#visit(command.user, command.app, 'grant');
      case 'deny':
        return yield* this.#deny(command.user + command.app);
      case 'exchange':
        return yield* this.#presentIfAny(newCodeIn(this.#past));
      case 'exchangeAgain':
        return yield* this.#presentIfAny(refusedCodeIn(this.#past));
      case 'refresh':
        return yield* this.#presentIfAny(oneOf(newestRefreshTokensIn(this.#past), command.which));
      case 'presentEnded':
        return yield* this.#presentIfAny(oneOf(endedRefreshTokensIn(this.#past, this.#now), command.which));
      case 'elapse':
        return yield* this.#elapse(command.seconds, command.exactly === true ? exactly : undefined);
      case 'waitUntil':
        return yield* this.#elapse(
          secondsUntil(command.instant, this.#now.before, command.before),
          soon,
          `${command.before} s before ${command.instant}`,
        );
      case 'giveKey':
        return yield* this.#giveKey(command.user, command.date);
      case 'use':
        return yield* this.#presentIfAny(oneOf(reusableIn(this.#past), command.which));
      case 'misuse':
        return yield* this.#misuse(oneOf(newestRefreshTokensIn(this.#past), command.which), command.how);
      case 'besideUser':
        return yield* this.#beside({ kind: 'besideUser', user: command.user, what: command.what });
      case 'besideApp':
        return yield* this.#beside({ kind: 'besideApp', app: command.app, what: command.what });
    }
  }

  *#change(change: Change): Generator<Action, boolean, ActionOutcome> {
    const { done, at } = yield { act: 'change', change, mayBeDeclined: mayBeDeclined(this.#past, change) };
    this.#now = at;
    if (done) this.#past.push(change);
    return done;
  }

  *#rotate(old: Credential | undefined, mayBeDeclined: boolean): Generator<Action, boolean, ActionOutcome> {
    // which of several keys a rotation replaces is not said (FRE-93)
    if (old === undefined || holdsSeveralKeys(this.#past, old)) return false;
    const id = this.#next++;
    const { done, at, expires } = yield { act: 'rotate', old, id, mayBeDeclined };
    this.#now = at;
    if (!done) return false;
    const renewed = expires === undefined ? {} : { expires };
    const credential: Credential = { ...old, ...renewed, id, place: old.place + 1, born: at };
    this.#past.push({ kind: 'replaced', credential: old.id }, { kind: 'issued', credential });
    if (credential.kind === 'apiKey') yield* this.#present(credential);
    return true;
  }

  /** A provider at which the user is suspended issues none. */
  *#getIdToken(user: number): Generator<Action, boolean, ActionOutcome> {
    if (this.#past.some(toUser(user, 'suspendedAtProvider'))) return false;
    const id = this.#next++;
    const { at } = yield { act: 'idToken', user, id };
    this.#now = at;
    const credential: Credential = { id, kind: 'idToken', user, place: 0, born: at };
    this.#past.push({ kind: 'issued', credential });
    yield* this.#use(credential);
    return true;
  }

  *#visit(user: number, app: number, consent: 'grant' | 'deny'): Generator<Action, boolean, ActionOutcome> {
    const answer = answerForVisit(this.#past, user, app, consent);
    // where consent may be remembered, nothing is learnt from a denial
    if (this.#over || (consent === 'deny' && answer.word === 'unspecified')) return false;
    const code = this.#next++;
    const { outcome, at, brought, asked } = yield { act: 'visit', user, app, consent, answer, code };
    this.#now = at;
    this.#past.push({ kind: 'visited', user, app, consent, outcome, ...(asked === undefined ? {} : { asked }) });
    if (contradicts(answer, { outcome })) this.#over = true;
    else if (brought) {
      this.#past.push({
        kind: 'issued',
        credential: { id: code, kind: 'code', user, app, family: code, place: 0, born: at },
      });
    }
    return true;
  }

  /** A denial by one of those of whom it can tell something. */
  *#deny(which: number): Generator<Action, boolean, ActionOutcome> {
    const pair = oneOf(deniableIn(this.#past, this.#history), which);
    return pair === undefined ? false : yield* this.#visit(pair.user, pair.app, 'deny');
  }

  /** A key beside those that a user has: a console may make no more of them (FRE-93). */
  *#giveKey(user: number, date: KeyDate): Generator<Action, boolean, ActionOutcome> {
    const id = this.#next++;
    const { done, at, born = at, expires } = yield { act: 'giveKey', user, id, date };
    this.#now = at;
    if (!done) return false;
    const credential = {
      id,
      kind: 'apiKey',
      user,
      place: 0,
      born,
      ...(expires === undefined ? {} : { expires }),
    } as const;
    this.#past.push({ kind: 'issued', credential });
    yield* this.#use(credential);
    return true;
  }

  *#misuse(credential: Credential | undefined, how: Misuse): Generator<Action, boolean, ActionOutcome> {
    if (credential === undefined) return false;
    const secret = secretOf(this.#past, credential.app);
    const { at } = yield { act: 'misuse', credential, how, ...(secret === undefined ? {} : { secret }) };
    this.#now = at;
    this.#past.push({ kind: 'misused', credential: credential.id, how });
    return true;
  }

  *#elapse(
    seconds: number,
    late = this.#tolerance(seconds),
    until?: string,
  ): Generator<Action, boolean, ActionOutcome> {
    if (seconds > this.#secondsLeft) return false;
    this.#secondsLeft -= seconds;
    const { at } = yield { act: 'elapse', seconds, late };
    this.#now = at;
    this.#past.push({ kind: 'elapsed', seconds, ...(until === undefined ? {} : { until }) });
    return true;
  }

  /** Seconds by which a pause may be longer: no credential is worth anything else before that is over. */
  #tolerance(seconds: number): number {
    const answers = credentialsIn(this.#past).map((one) => this.#answerTo(one));
    return toleranceOf(answers, this.#now, seconds);
  }

  *#beside(
    event: Extract<LoggedEvent, { readonly kind: 'besideUser' | 'besideApp' }>,
  ): Generator<Action, boolean, ActionOutcome> {
    const { done, at } = yield { act: 'beside', event };
    this.#now = at;
    if (done) this.#past.push(event);
    return done;
  }

  // -- presentations -------------------------------------------------------------------------------------------

  *#presentIfAny(credential: Credential | undefined): Generator<Action, boolean, ActionOutcome> {
    if (credential === undefined || this.#over || this.#isAllSeenOf(credential)) return false;
    yield* this.#present(credential);
    return true;
  }

  *#present(credential: Credential): Generator<Action, void, ActionOutcome> {
    if (this.#over) return;
    this.#presented++;
    const brings = { access: this.#next++, refresh: this.#next++ };
    const answerAt = this.#answerTo(credential);
    const secret = secretOf(this.#past, credential.app);
    const done = yield {
      act: 'present',
      credential,
      presentation: this.#presentationOf(credential),
      answerAt,
      brings,
      ...(secret === undefined ? {} : { secret }),
      witnesses: this.#witnessesOf(credential),
    };
    const answer = answerAt(done.at);
    this.#now = done.at;
    if (done.exchange !== undefined) this.#shown[this.#past.length] = done.exchange;
    const { outcome, at, invalidGrant, unauthorized } = done;
    this.#past.push({
      kind: 'presented',
      credential: credential.id,
      outcome,
      at,
      ...(invalidGrant === undefined ? {} : { invalidGrant }),
      ...(unauthorized === undefined ? {} : { unauthorized }),
      ...(isOfLegacyPath(done.exchange) ? { atLegacyPath: true } : {}),
      ...(done.versions === undefined ? {} : { versions: done.versions }),
      ...(done.forms === undefined ? {} : { forms: done.forms }),
      ...(done.contrast === undefined ? {} : { contrast: done.contrast }),
    });
    // a refusal of another name than it should have is one all the same
    if (contradicts(answer, { outcome }) || outcome === 'unclear') this.#over = !this.#isBesideThePoint(done, answer);
    else if (done.brought) yield* this.#receive(credential, brings, at, isOfLegacyPath(done.exchange));
  }

  /**
   * Whether a call was served against the model by what this check does not judge: a call changes nothing, so all that
   * comes after it can still be judged.
   */
  #isBesideThePoint({ outcome, brought }: ActionOutcome, answer: Answer): boolean {
    return outcome === 'served' && !brought && answer.word === 'refused' && !this.#judged.has(answer.requirement);
  }

  /** Whether a credential was presented in every form since anything has happened: doing so again would show nothing. */
  #isAllSeenOf(credential: Credential): boolean {
    if (!isReusable(credential) || this.#presentationOf(credential).call !== 'every form') return false;
    const last = lastPresented(this.#past, credential);
    return last >= 0 && this.#past.slice(last).every(({ kind }) => kind === 'presented');
  }

  #presentationOf(credential: Credential): Presentation {
    const times = this.#past.filter(toCredential(this.#past, 'presented', same(credential))).length;
    return oneOf(this.#history.presentations, credential.id + times) ?? plainly;
  }

  /** Takes down what a token request brought, and sees whether it works. */
  *#receive(
    from: Credential,
    ids: { access: number; refresh: number },
    born: Moment,
    atLegacyPath: boolean,
  ): Generator<Action, void, ActionOutcome> {
    const { user, app, family } = from;
    if (app === undefined) return;
    const issued = { born, ...(atLegacyPath ? ({ legacy: true } as const) : {}) };
    if (from.kind === 'clientSecret') {
      const token: Credential = { ...issued, id: ids.access, kind: 'appToken', app, place: 0 };
      this.#past.push({ kind: 'issued', credential: token });
      yield* this.#use(token);
    } else if (user !== undefined && family !== undefined) {
      const place = from.kind === 'code' ? 0 : from.place + 1;
      const shared = { ...issued, user, app, family, place };
      const token: Credential = { ...shared, id: ids.access, kind: 'accessToken' };
      this.#past.push(
        { kind: 'spent', credential: from.id, ...(atLegacyPath ? { atLegacyPath } : {}) },
        { kind: 'issued', credential: token },
        { kind: 'issued', credential: { ...shared, id: ids.refresh, kind: 'refreshToken' } },
      );
      yield* this.#use(token);
    }
  }

  /** Uses what has just been issued, unless it is to be left unused. */
  *#use(credential: Credential): Generator<Action, void, ActionOutcome> {
    if (this.#history.leavesUnused !== true) yield* this.#present(credential);
  }

  *#look(from: number, count: number): Generator<Action, void, ActionOutcome> {
    const all = reusableIn(this.#past);
    for (let index = 0; index < Math.min(count, all.length); index++) {
      yield* this.#presentIfAny(all[(from + index) % all.length]);
    }
  }

  /** At the end everything is presented, what has effects on others last unless it is to come first. */
  *#end(): Generator<Action, void, ActionOutcome> {
    const { atTheEnd } = this.#history;
    const most = atTheEnd === undefined ? mostAtTheEnd : all;
    const inOrder = <T>(newestFirst: readonly T[]): readonly T[] =>
      atTheEnd === 'oldest first' ? newestFirst.toReversed() : newestFirst;
    if (atTheEnd === 'refresh tokens first') {
      for (const one of newestRefreshTokensIn(this.#past)) yield* this.#presentIfAny(one);
    }
    for (const one of inOrder(reusableIn(this.#past)).slice(0, most.reusable)) yield* this.#presentIfAny(one);
    for (const secret of ofKind(this.#past, 'clientSecret').slice(-2)) {
      if (credentialsIn(this.#past).some(({ kind }) => kind === 'appToken')) yield* this.#presentIfAny(secret);
    }
    yield* this.#presentIfAny(newCodeIn(this.#past));
    // those that ended before, not those that are spent only now
    const over = endedRefreshTokensIn(this.#past, this.#now).slice(0, most.ended);
    for (const one of inOrder(newestRefreshTokensIn(this.#past)).slice(0, most.newest)) yield* this.#presentIfAny(one);
    for (const one of over) yield* this.#presentIfAny(one);
    if (this.#judged.has('DEL-18') && this.#past.some(({ kind }) => kind === 'visited')) {
      for (const { user, app } of deniableIn(this.#past, this.#history).slice(0, most.denials)) {
        if (!this.#over) yield* this.#visit(user, app, 'deny');
      }
    }
  }

  // -- what there is -------------------------------------------------------------------------------------------

  #answerTo(credential: Credential): (at: Moment) => Answer {
    const past = [...this.#past];
    return (at) => answerAmong(this.#judged, answerFor(past, credential, at));
  }

  /** What is as sure of the user, and hangs on no app that may have been stopped; and the app's client secret. */
  #witnessesOf({ user, app }: Pick<Credential, 'user' | 'app'>): Witnesses {
    const ofUser =
      user === undefined
        ? undefined
        : reusableIn(this.#past).find(
            (one) => one.user === user && (one.app === undefined || this.#goesOn(one.app)) && this.#isSure(one),
          );
    const ofApp = secretOf(this.#past, app);
    return {
      ...(ofUser === undefined ? {} : { user: { credential: ofUser, answerAt: this.#answerTo(ofUser) } }),
      ...(ofApp === undefined || !this.#isSure(ofApp)
        ? {}
        : { app: { credential: ofApp, answerAt: this.#answerTo(ofApp) } }),
    };
  }

  #isSure(credential: Credential): boolean {
    return (
      replacedSince(this.#past, credential) < 0 &&
      ageOf(credential, this.#now) === 'within' &&
      this.#answerTo(credential)(this.#now).word !== 'unspecified'
    );
  }

  #goesOn(app: number): boolean {
    return !this.#isArchived(app) && this.#isInstalled(app);
  }

  #isSuspended(user: number): boolean {
    return suspendedSince(this.#past, user) >= 0;
  }

  #isArchived(app: number): boolean {
    return archivedSince(this.#past, app) >= 0;
  }

  #isInstalled(app: number): boolean {
    return uninstalledSince(this.#past, app) < 0;
  }
}
