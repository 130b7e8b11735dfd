import type { Exchange } from '../../core/exchange.ts';
import type { Command, History, KeyDate, Misuse } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainly } from '../../generators/presentation.ts';
import type { Moment } from '../expectations/age.ts';
import { exactly } from '../expectations/age.ts';
import type { Action, ActionOutcome, Presenting, Witness } from './actions.ts';
import { contradicts } from './actions.ts';
import type { Judged } from './answers.ts';
import { ageOf } from './age.ts';
import { answerAmong, answerFor, answerForVisit } from './answers.ts';
import { among, isAmong, oneOf } from './addressees.ts';
import { changeOf, isAppStopped, isChanging, mayBeDeclined } from './changes.ts';
import {
  credentialsIn,
  lastPresented,
  replacedSince,
  same,
  suspendedSince,
  toCredential,
  toUser,
} from './event-log.ts';
import {
  currentOf,
  endedRefreshTokensIn,
  holdsSeveralKeys,
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
import type { Answer, Beside, Change, Credential, EventLog, LoggedEvent } from './vocabulary.ts';
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
const mostAtTheEnd = { reusable: 6, newest: 3, ended: 3 } as const;
const all = { reusable: Infinity, newest: Infinity, ended: Infinity } as const;

/** What is done in a part of a history, and what comes of it. */
type Acts<T = boolean> = Generator<Action, T, ActionOutcome>;

/**
 * The acts of a history, one after the other; it ends with the first judged outcome that contradicts the model, however its error
 * is named.
 */
export function interpret(history: History, beginning: Beginning, limits: Limits): Acts<PlayedHistory> {
  return new Game(history, beginning, limits).play();
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

  constructor(history: History, { credentials, now }: Beginning, { seconds, judged }: Limits) {
    this.#judged = judged;
    this.#history = history;
    this.#past = credentials.map((credential) => ({ kind: 'issued', credential }));
    this.#next = Math.max(0, ...credentials.map(({ id }) => id + 1));
    this.#now = now;
    this.#secondsLeft = seconds;
  }

  *play(): Acts<PlayedHistory> {
    for (const key of ofKind(this.#past, 'apiKey')) yield* this.#use(key);
    const { users, apps, opening, steps, atTheEnd } = this.#history;
    for (const command of opening) {
      if (!this.#over && isAmong(command, users, apps)) yield* this.#run(command);
    }
    this.#presented = 0;
    for (const { command, look } of steps) {
      if (this.#over || (this.#presented >= mostPresented && atTheEnd === undefined)) break;
      if (yield* this.#run(among(command, users, apps))) yield* this.#look(look.from, look.count);
    }
    const stepsEnd = this.#past.length;
    yield* this.#end();
    return { past: this.#past, shown: this.#shown, stepsEnd };
  }

  // -- commands ------------------------------------------------------------------------------------------------

  /** Does what a command says, where it makes sense now; whether it did. */
  #run(command: Command): Acts {
    const past = this.#past;
    if (isChanging(command)) return this.#change(changeOf(past, command));
    switch (command.do) {
      case 'rotateKey':
        return this.#rotate(currentOf(past, 'apiKey', command), suspendedSince(past, command.user) >= 0);
      case 'rotateSecret':
        return this.#rotate(secretOf(past, command.app), isAppStopped(past, command.app));
      case 'getIdToken':
        return this.#getIdToken(command.user);
      case 'giveKey':
        return this.#giveKey(command.user, command.date);
      case 'connect':
        return this.#connect(command);
      case 'authorize':
        return this.#visit(command, 'grant');
      case 'deny':
        // by one of those of whom it can tell something
        return this.#visit(oneOf(deniableIn(past, this.#history), command.user + command.app), 'deny');
      case 'askForToken':
        return this.#present(secretOf(past, command.app));
      case 'exchange':
        return this.#present(newCodeIn(past));
      case 'exchangeAgain':
        return this.#present(refusedCodeIn(past));
      case 'refresh':
        return this.#present(oneOf(newestRefreshTokensIn(past), command.which));
      case 'presentEnded':
        return this.#present(oneOf(endedRefreshTokensIn(past, this.#now), command.which));
      case 'use':
        return this.#present(oneOf(reusableIn(past), command.which));
      case 'misuse':
        return this.#misuse(oneOf(newestRefreshTokensIn(past), command.which), command.how);
      case 'besideUser':
        return this.#beside({ kind: 'besideUser', user: command.user, what: command.what });
      case 'besideApp':
        return this.#beside({ kind: 'besideApp', app: command.app, what: command.what });
      case 'elapse':
        return this.#elapse(command.seconds, command.exactly === true ? exactly : undefined);
      case 'waitUntil': {
        const { instant, before } = command;
        return this.#elapse(secondsUntil(instant, this.#now.before, before), soon, `${before} s before ${instant}`);
      }
    }
  }

  *#change(change: Change | undefined): Acts {
    if (change === undefined) return false;
    const { done = true, at } = yield { act: 'change', change, mayBeDeclined: mayBeDeclined(this.#past, change) };
    this.#now = at;
    if (done) this.#past.push(change);
    return done;
  }

  *#rotate(old: Credential | undefined, mayBeDeclined: boolean): Acts {
    // which of several keys a rotation replaces is not said (FRE-93)
    if (old === undefined || holdsSeveralKeys(this.#past, old)) return false;
    const id = this.#next++;
    const { done = true, at, expires = old.expires } = yield { act: 'rotate', old, id, mayBeDeclined };
    this.#now = at;
    if (!done) return false;
    const credential: Credential = { ...old, expires, id, place: old.place + 1, born: at };
    this.#past.push({ kind: 'replaced', credential: old.id }, { kind: 'issued', credential });
    if (credential.kind === 'apiKey') yield* this.#present(credential);
    return true;
  }

  /** A provider at which the user is suspended issues none. */
  *#getIdToken(user: number): Acts {
    if (this.#past.some(toUser(user, 'suspendedAtProvider'))) return false;
    const id = this.#next++;
    const { at } = yield { act: 'idToken', user, id };
    this.#now = at;
    yield* this.#receive({ id, kind: 'idToken', user, place: 0, born: at });
    return true;
  }

  /** A key beside those that a user has: a console may make no more of them (FRE-93). */
  *#giveKey(user: number, date: KeyDate): Acts {
    const id = this.#next++;
    const { done = true, at, born = at, expires } = yield { act: 'giveKey', user, id, date };
    this.#now = at;
    if (done) yield* this.#receive({ id, kind: 'apiKey', user, place: 0, born, expires });
    return done;
  }

  *#connect(whose: { readonly user: number; readonly app: number }): Acts {
    return (yield* this.#visit(whose, 'grant')) && (yield* this.#present(newCodeIn(this.#past)));
  }

  *#visit(whose: { readonly user: number; readonly app: number } | undefined, consent: 'grant' | 'deny'): Acts {
    if (whose === undefined || this.#over) return false;
    const { user, app } = whose;
    const answer = answerForVisit(this.#past, user, app, consent);
    // where consent may be remembered, nothing is learnt from a denial
    if (consent === 'deny' && answer.word === 'unspecified') return false;
    const code = this.#next++;
    const { outcome = 'served', at, brought, asked } = yield { act: 'visit', user, app, consent, answer, code };
    this.#now = at;
    this.#past.push({ kind: 'visited', user, app, consent, outcome, asked });
    if (contradicts(answer, { outcome })) this.#over = true;
    else if (brought === true) this.#issue({ id: code, kind: 'code', user, app, family: code, place: 0, born: at });
    return true;
  }

  *#misuse(credential: Credential | undefined, how: Misuse): Acts {
    if (credential === undefined) return false;
    const { at } = yield { act: 'misuse', credential, how, secret: secretOf(this.#past, credential.app) };
    this.#now = at;
    this.#past.push({ kind: 'misused', credential: credential.id, how });
    return true;
  }

  *#elapse(seconds: number, late = this.#tolerance(seconds), until?: string): Acts {
    if (seconds > this.#secondsLeft) return false;
    this.#secondsLeft -= seconds;
    const { at } = yield { act: 'elapse', seconds, late };
    this.#now = at;
    this.#past.push({ kind: 'elapsed', seconds, until });
    return true;
  }

  /** Seconds by which a pause may be longer: no credential is worth anything else before that is over. */
  #tolerance(seconds: number): number {
    const answers = credentialsIn(this.#past).map((one) => this.#answerTo(one));
    return toleranceOf(answers, this.#now, seconds);
  }

  *#beside(event: Beside): Acts {
    const { done = true, at } = yield { act: 'beside', event };
    this.#now = at;
    if (done) this.#past.push(event);
    return done;
  }

  // -- presentations -------------------------------------------------------------------------------------------

  /** Presents a credential, where there is one and that shows anything; whether it did. */
  *#present(credential: Credential | undefined): Acts {
    if (credential === undefined || this.#over || this.#isAllSeenOf(credential)) return false;
    this.#presented++;
    const act: Presenting = {
      act: 'present',
      ...this.#showing(credential, this.#presentationOf(credential)),
      brings: { access: this.#next++, refresh: this.#next++ },
      witnesses: this.#witnessesOf(credential),
    };
    const { outcome = 'served', exchange, brought, ...seen } = yield act;
    const answer = act.answerAt(seen.at);
    this.#now = seen.at;
    if (exchange !== undefined) this.#shown[this.#past.length] = exchange;
    const atLegacyPath = isOfLegacyPath(exchange);
    this.#past.push({ kind: 'presented', credential: credential.id, ...seen, outcome, atLegacyPath });
    // a refusal of another name than it should have is one all the same
    if (contradicts(answer, { outcome }) || outcome === 'unclear') {
      // a call changes nothing: where it is served against the model by what this check does not judge, all that comes
      // after it can still be judged
      const isServed = outcome === 'served' && brought !== true && answer.word === 'refused';
      this.#over = !isServed || this.#judged.has(answer.requirement);
    } else if (brought === true) yield* this.#receiveTokens(credential, act.brings, seen.at, atLegacyPath);
    return true;
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
  *#receiveTokens(
    { id, kind, user, app, family, place }: Credential,
    brings: Presenting['brings'],
    born: Moment,
    legacy: boolean,
  ): Acts<void> {
    const issued = { user, app, family, born, legacy };
    if (kind === 'clientSecret') {
      yield* this.#receive({ ...issued, id: brings.access, kind: 'appToken', place: 0 });
      return;
    }
    const shared = { ...issued, place: kind === 'code' ? 0 : place + 1 };
    const token: Credential = { ...shared, id: brings.access, kind: 'accessToken' };
    this.#past.push({ kind: 'spent', credential: id, atLegacyPath: legacy });
    this.#issue(token);
    this.#issue({ ...shared, id: brings.refresh, kind: 'refreshToken' });
    yield* this.#use(token);
  }

  #issue(credential: Credential): void {
    this.#past.push({ kind: 'issued', credential });
  }

  *#receive(credential: Credential): Acts<void> {
    this.#issue(credential);
    yield* this.#use(credential);
  }

  /** Uses what has just been issued, unless it is to be left unused. */
  *#use(credential: Credential): Acts<void> {
    if (this.#history.leavesUnused !== true) yield* this.#present(credential);
  }

  *#look(from: number, count: number): Acts<void> {
    const all = reusableIn(this.#past);
    for (let index = 0; index < Math.min(count, all.length); index++) yield* this.#present(oneOf(all, from + index));
  }

  /** At the end everything is presented, what has effects on others last unless it is to come first. */
  *#end(): Acts<void> {
    const past = this.#past;
    const { atTheEnd } = this.#history;
    const most = atTheEnd === undefined ? mostAtTheEnd : all;
    const inOrder = <T>(newestFirst: readonly T[]): readonly T[] =>
      atTheEnd === 'oldest first' ? newestFirst.toReversed() : newestFirst;
    if (atTheEnd === 'refresh tokens first') yield* this.#presentEach(newestRefreshTokensIn(past));
    yield* this.#presentEach(inOrder(reusableIn(past)).slice(0, most.reusable));
    if (ofKind(past, 'appToken').length > 0) yield* this.#presentEach(ofKind(past, 'clientSecret').slice(-2));
    yield* this.#present(newCodeIn(past));
    // those that ended before, not those that are spent only now
    const over = endedRefreshTokensIn(past, this.#now).slice(0, most.ended);
    yield* this.#presentEach(inOrder(newestRefreshTokensIn(past)).slice(0, most.newest));
    yield* this.#presentEach(over);
    if (this.#judged.has('DEL-18') && past.some(({ kind }) => kind === 'visited'))
      yield* this.#visit(deniableIn(past, this.#history)[0], 'deny');
  }

  *#presentEach(all: readonly Credential[]): Acts<void> {
    for (const one of all) yield* this.#present(one);
  }

  // -- what there is -------------------------------------------------------------------------------------------

  #answerTo(credential: Credential): (at: Moment) => Answer {
    const past = [...this.#past];
    return (at) => answerAmong(this.#judged, answerFor(past, credential, at));
  }

  #showing(credential: Credential, presentation: Presentation): Witness {
    const secret = secretOf(this.#past, credential.app);
    return { credential, presentation, answerAt: this.#answerTo(credential), secret };
  }

  /** What is as sure of the user, and hangs on no app that may have been stopped; and the app's client secret. */
  #witnessesOf({ user, app }: Credential): Presenting['witnesses'] {
    const past = this.#past;
    const ofUser = reusableIn(past).filter((one) => user !== undefined && one.user === user);
    return {
      user: this.#firstSure(ofUser.filter((one) => one.app === undefined || !isAppStopped(past, one.app))),
      app: this.#firstSure([secretOf(past, app)]),
    };
  }

  #firstSure(some: readonly (Credential | undefined)[]): Witness | undefined {
    const isSure = (one: Credential): boolean =>
      replacedSince(this.#past, one) < 0 &&
      ageOf(one, this.#now) === 'within' &&
      this.#answerTo(one)(this.#now).word !== 'unspecified';
    const found = some.find((one) => one !== undefined && isSure(one));
    return found && this.#showing(found, plainly);
  }
}
