import type { Exchange } from '../../core/exchange.ts';
import type { Command, History, KeyDate, Misuse } from '../../generators/history.ts';
import { beginningOf, isAmong } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainly } from '../../generators/presentation.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import { exactly } from '../expectations/age.ts';
import type { Action, ActionOutcome, Presenting, Witness } from './actions.ts';
import { contradicts } from './actions.ts';
import type { Judged } from './answers.ts';
import { ageOf } from './age.ts';
import { answerAmong, answerFor, answerForVisit } from './answers.ts';
import { among, oneOf } from './addressees.ts';
import { changeOf, isAppStopped, isChanging, mayBeDeclined } from './changes.ts';
import {
  credentialsIn,
  lastPresented,
  ofKind,
  replacedSince,
  suspendedSince,
  toCredential,
  toThis,
  toUser,
} from './event-log.ts';
import {
  currentOf,
  endedRefreshTokensIn,
  holdsSeveralKeys,
  newCodeIn,
  newestRefreshTokensIn,
  refusedCodeIn,
  reusableIn,
  secretOf,
} from './holdings.ts';
import { deniableIn } from './denials.ts';
import { secondsUntil, soon } from './instants.ts';
import { toleranceOf } from './tolerance.ts';
import { isOfLegacyPath } from './outcomes.ts';
import type { Answer, Beside, Change, Credential, EventLog, LoggedEvent, UserAndApp } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

/** A history as it went: plain data, by which it can be judged again. */
export interface PlayedHistory {
  readonly history: History;
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
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Seconds that may pass altogether. */
  readonly seconds: number;
}

/** So many credentials are presented by the steps of a history at most. */
const mostPresented = 18;

/** What is done in a part of a history, and what comes of it. */
type Acts<T = boolean> = Generator<Action, T, ActionOutcome>;

/**
 * The acts of a history, one after the other; it ends with the first judged outcome that contradicts the model, however its error
 * is named.
 */
export function* interpret(history: History, beginning: Beginning, { seconds, judged }: Limits): Acts<PlayedHistory> {
  const { users, apps, steps, atTheEnd } = history;
  const past: LoggedEvent[] = beginning.credentials.map((credential) => ({ kind: 'issued', credential }));
  const shown: Record<number, Exchange> = {};
  let next = Math.max(0, ...beginning.credentials.map(({ id }) => id + 1));
  let { now } = beginning;
  let secondsLeft = seconds;
  let presented = 0;
  let over = false;

  for (const key of ofKind(past, 'apiKey')) yield* use([key]);
  for (const command of beginningOf(history)) {
    if (!over && isAmong(command, users, apps)) yield* run(command);
  }
  presented = 0;
  for (const { command, look: looks } of steps) {
    if (over || (presented >= mostPresented && atTheEnd === undefined)) break;
    if (yield* run(among(command, users, apps))) yield* look(looks.from, looks.count);
  }
  const stepsEnd = past.length;
  yield* end();
  return { history, past, shown, stepsEnd };

  // -- commands ------------------------------------------------------------------------------------------------

  /** Does what a command says, where it makes sense now; whether it did. */
  function run(command: Command): Acts {
    if (isChanging(command)) return change(changeOf(past, command));
    switch (command.do) {
      case 'rotateKey':
        return rotate(currentOf(past, 'apiKey', command), suspendedSince(past, command.user) >= 0);
      case 'rotateSecret':
        return rotate(secretOf(past, command.app), isAppStopped(past, command.app));
      case 'getIdToken':
        return getIdToken(command.user);
      case 'giveKey':
        return giveKey(command.user, command.date);
      case 'connect':
        return connect(command);
      case 'authorize':
        return visit(command, 'grant');
      case 'deny':
        // by one of those of whom it can tell something
        return visit(oneOf(deniableIn(past, history), command.user + command.app), 'deny');
      case 'askForToken':
        return present(secretOf(past, command.app));
      case 'exchange':
        return present(newCodeIn(past));
      case 'exchangeAgain':
        return present(refusedCodeIn(past));
      case 'refresh':
        return present(oneOf(newestRefreshTokensIn(past), command.which));
      case 'presentEnded':
        return present(oneOf(endedRefreshTokensIn(past, now), command.which));
      case 'use':
        return present(oneOf(reusableIn(past), command.which));
      case 'misuse':
        return misuse(oneOf(newestRefreshTokensIn(past), command.which), command.how);
      case 'besideUser':
      case 'besideApp': {
        const { do: kind, ...event } = command;
        return beside({ kind, ...event } as Beside);
      }
      case 'elapse':
        return elapse(command.seconds, command.exactly === true ? exactly : undefined);
      case 'waitUntil': {
        const { instant, before } = command;
        const pause = secondsUntil(instant, now.before, before);
        const late = Math.max(soon, tolerated(pause, [before / 3]));
        return elapse(pause, late, `${before} s before ${instant}`);
      }
    }
  }

  /** Has something done; how it went. */
  function* perform(act: Action): Acts<ActionOutcome> {
    const outcome = yield act;
    now = outcome.at;
    return outcome;
  }

  /** Has something done that is an event of the history by itself; whether it was. */
  function* happen(act: Action, event: LoggedEvent): Acts {
    const { done = true } = yield* perform(act);
    if (done) past.push(event);
    return done;
  }

  function* change(change: Change | undefined): Acts {
    if (change === undefined) return false;
    return yield* happen({ act: 'change', change, mayBeDeclined: mayBeDeclined(past, change) }, change);
  }

  function* rotate(old: Credential | undefined, mayBeDeclined: boolean): Acts {
    // which of several keys a rotation replaces is not said (FRE-93)
    if (old === undefined || holdsSeveralKeys(past, old)) return false;
    const id = next++;
    const { done = true, expires = old.expires } = yield* perform({ act: 'rotate', old, id, mayBeDeclined });
    if (!done) return false;
    const credential: Credential = { ...old, expires, id, place: old.place + 1, born: now };
    past.push({ kind: 'replaced', credential: old.id }, { kind: 'issued', credential });
    if (credential.kind === 'apiKey') yield* present(credential);
    return true;
  }

  /** A provider at which the user is suspended issues none. */
  function* getIdToken(user: number): Acts {
    if (past.some(toUser(user, 'suspendedAtProvider'))) return false;
    const id = next++;
    yield* perform({ act: 'idToken', user, id });
    yield* use([issue({ id, kind: 'idToken', user, place: 0, born: now })]);
    return true;
  }

  /** A key beside those that a user has: a console may make no more of them (FRE-93). */
  function* giveKey(user: number, date: KeyDate): Acts {
    const id = next++;
    const { done = true, born = now, expires } = yield* perform({ act: 'giveKey', user, id, date });
    if (done) yield* use([issue({ id, kind: 'apiKey', user, place: 0, born, expires })]);
    return done;
  }

  function* connect(whose: UserAndApp): Acts {
    return (yield* visit(whose, 'grant')) && (yield* present(newCodeIn(past)));
  }

  function* visit(whose: UserAndApp | undefined, consent: 'grant' | 'deny'): Acts {
    if (whose === undefined || over) return false;
    const { user, app } = whose;
    const answer = answerForVisit(past, user, app, consent);
    // where consent may be remembered, nothing is learnt from a denial
    if (consent === 'deny' && answer.word === 'unspecified') return false;
    const code = next++;
    const { outcome = 'served', brought, asked } = yield* perform({ act: 'visit', user, app, consent, answer, code });
    past.push({ kind: 'visited', user, app, consent, outcome, asked });
    if (contradicts(answer, { outcome })) over = true;
    else if (brought === true) issue({ id: code, kind: 'code', user, app, family: code, place: 0, born: now });
    return true;
  }

  function* misuse(credential: Credential | undefined, how: Misuse): Acts {
    if (credential === undefined) return false;
    const secret = secretOf(past, credential.app);
    return yield* happen(
      { act: 'misuse', credential, how, secret },
      { kind: 'misused', credential: credential.id, how },
    );
  }

  function beside(event: Beside): Acts {
    return happen({ act: 'beside', event }, event);
  }

  /** @param late by how many seconds it may be longer: no credential is worth anything else before that is over */
  function* elapse(seconds: number, late = tolerated(seconds), until?: string): Acts {
    if (seconds > secondsLeft) return false;
    secondsLeft -= seconds;
    return yield* happen({ act: 'elapse', seconds, late }, { kind: 'elapsed', seconds, until });
  }

  function tolerated(seconds: number, among?: readonly number[]): number {
    return toleranceOf(credentialsIn(past).map(answerTo), now, seconds, among);
  }

  // -- presentations -------------------------------------------------------------------------------------------

  /** Presents a credential, where there is one and that shows anything; whether it did. */
  function* present(credential: Credential | undefined): Acts {
    const before = presented;
    if (credential !== undefined) yield* presentEach([credential]);
    return presented > before;
  }

  /** Presents credentials one after the other, and then uses the tokens that they have brought. */
  function* presentEach(all: readonly Credential[]): Acts<void> {
    const brought: Credential[] = [];
    for (const one of all) {
      if (isAllSeenOf(one)) continue;
      const act = presenting(one);
      brought.push(...takeDown(act, yield* perform(act)));
    }
    yield* use(brought);
  }

  /** Presents credentials side by side, where nothing that comes of one depends on another: they are used in calls, or have ended. */
  function* presentSideBySide(all: readonly Credential[]): Acts<void> {
    const acts = all.filter((one) => !isAllSeenOf(one)).map(presenting);
    const { each = [] } = yield* perform({ act: 'side by side', acts });
    yield* use(each.flatMap((done, at) => (over ? [] : takeDown(acts[at]!, done))));
  }

  function presenting(credential: Credential): Presenting {
    presented++;
    return {
      act: 'present',
      ...showing(credential, formOf(credential, timesPresented(credential))),
      brings: { access: next++, refresh: next++ },
      witnesses: witnessesOf(credential),
    };
  }

  /** Takes down what came of a presentation; the tokens that it brought and that can be used in calls. */
  function takeDown(act: Presenting, done: ActionOutcome): readonly Credential[] {
    const { outcome = 'served', exchange, brought, ...seen } = done;
    const answer = act.answerAt(seen.at);
    if (exchange !== undefined) shown[past.length] = exchange;
    const atLegacyPath = isOfLegacyPath(exchange);
    past.push({ kind: 'presented', credential: act.credential.id, ...seen, outcome, atLegacyPath });
    // a refusal of another name than it should have is one all the same
    if (contradicts(answer, { outcome }) || outcome === 'unclear') {
      // a call changes nothing: where it is served against the model by what this check does not judge, all that comes
      // after it can still be judged
      const isServed = outcome === 'served' && brought !== true && answer.word === 'refused';
      over = !isServed || judged.has(answer.requirement);
    } else if (brought === true) return [receiveTokens(act.credential, act.brings, atLegacyPath)];
    return [];
  }

  /**
   * Whether a credential shows nothing more: the history is over, or it was presented in the same form, or is open, and
   * only calls were made since, which change nothing.
   */
  function isAllSeenOf(credential: Credential): boolean {
    const last = lastPresented(past, credential);
    const isSame = last >= 0 && past.slice(last).every(toCredential(past, 'presented', isReusable));
    if (over || !isSame) return over;
    const times = timesPresented(credential);
    return formOf(credential, times) === formOf(credential, times - 1) || isOpen(credential);
  }

  /** Whether anything may come of presenting a credential, as far as what is judged goes. */
  function isOpen(credential: Credential): boolean {
    return answerTo(credential)(now).word === 'unspecified';
  }

  function timesPresented(credential: Credential): number {
    return past.filter(toThis(credential, 'presented')).length;
  }

  function formOf({ id }: Credential, times: number): Presentation {
    return oneOf(history.presentations, id + times) ?? plainly;
  }

  /** Takes down what a token request brought: the token for calls. */
  function receiveTokens(
    { id, kind, user, app, family, place }: Credential,
    brings: Presenting['brings'],
    legacy: boolean,
  ): Credential {
    const issued = { user, app, family, born: now, legacy };
    if (kind === 'clientSecret') return issue({ ...issued, id: brings.access, kind: 'appToken', place: 0 });
    const shared = { ...issued, place: kind === 'code' ? 0 : place + 1 };
    past.push({ kind: 'spent', credential: id, atLegacyPath: legacy });
    const token = issue({ ...shared, id: brings.access, kind: 'accessToken' });
    issue({ ...shared, id: brings.refresh, kind: 'refreshToken' });
    return token;
  }

  function issue(credential: Credential): Credential {
    past.push({ kind: 'issued', credential });
    return credential;
  }

  /** Uses what has just been issued, unless it is to be left unused. */
  function* use(all: readonly Credential[]): Acts<void> {
    if (history.leavesUnused !== true && all.length > 0) yield* presentSideBySide(all);
  }

  function* look(from: number, count: number): Acts<void> {
    const all = reusableIn(past);
    yield* presentSideBySide(all.slice(0, count).flatMap((_, index) => oneOf(all, from + index) ?? []));
  }

  /** At the end everything is presented, what has effects on others last unless it is to come first. */
  function* end(): Acts<void> {
    // of a drawn history so many of each sort do
    const some = (newestFirst: Credential[], few: number): Credential[] =>
      (atTheEnd === 'oldest first' ? newestFirst.toReversed() : newestFirst).slice(
        0,
        atTheEnd === undefined ? few : Infinity,
      );
    if (atTheEnd === 'refresh tokens first') yield* presentEach(newestRefreshTokensIn(past));
    yield* presentSideBySide(some(reusableIn(past), 6).filter((one) => !isOpen(one) || lastPresented(past, one) < 0));
    if (ofKind(past, 'appToken').length > 0) yield* presentEach(ofKind(past, 'clientSecret').slice(-2));
    yield* present(newCodeIn(past));
    // those that ended before, not those that are spent only now
    const ended = some(endedRefreshTokensIn(past, now), 3);
    yield* presentEach(some(newestRefreshTokensIn(past), 3).filter((one) => !ended.includes(one)));
    yield* presentSideBySide(ended);
    if (judged.has('DEL-18') && past.some(({ kind }) => kind === 'visited'))
      yield* visit(deniableIn(past, history)[0], 'deny');
  }

  // -- what there is -------------------------------------------------------------------------------------------

  function answerTo(credential: Credential): (at: Moment) => Answer {
    const before = [...past];
    return (at) => answerAmong(judged, answerFor(before, credential, at));
  }

  function showing(credential: Credential, presentation: Presentation): Witness {
    const secret = secretOf(past, credential.app);
    return { credential, presentation, answerAt: answerTo(credential), secret };
  }

  /** What is as sure of the user, and hangs on no app that may have been stopped; and the app's client secret. */
  function witnessesOf({ user, app }: Credential): Presenting['witnesses'] {
    const ofUser = reusableIn(past).filter((one) => user !== undefined && one.user === user);
    return {
      user: firstSure(ofUser.filter((one) => one.app === undefined || !isAppStopped(past, one.app))),
      app: firstSure([secretOf(past, app)]),
    };
  }

  function firstSure(some: readonly (Credential | undefined)[]): Witness | undefined {
    const isSure = (one: Credential): boolean =>
      replacedSince(past, one) < 0 && ageOf(one, now) === 'within' && answerTo(one)(now).word !== 'unspecified';
    const found = some.find((one) => one !== undefined && isSure(one));
    return found && showing(found, plainly);
  }
}
