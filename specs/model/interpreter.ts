import type { Exchange } from '../../core/exchange.ts';
import type { Command, History, KeyDate, Misuse } from '../../generators/history.ts';
import { isAmong } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainPresentation } from '../../generators/presentation.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import { exactly } from '../expectations/age.ts';
import type { Action, ActionOutcome, Presenting, Witness, Witnesses } from './actions.ts';
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
import { pairsToDeny } from './denials.ts';
import { secondsUntil, soon } from './instants.ts';
import { toleranceOf } from './tolerance.ts';
import { isOfLegacyPath } from './outcomes.ts';
import type { Answer, Beside, Change, Credential, EventLog, LoggedEvent, UserAndApp } from './vocabulary.ts';
import { isReusable } from './vocabulary.ts';

/** A history as it was played. It is plain data, so that it can be judged again. */
export interface PlayedHistory {
  readonly history: History;
  readonly past: EventLog;
  /** The exchanges of the presentations, by their index in `past`. */
  readonly shown: Readonly<Record<number, Exchange>>;
  /** The index in `past` at which the steps ended and the final presentations began. */
  readonly stepsEnd: number;
}

/** The keys and client secrets that exist when a history begins, and the time at which it begins. */
export interface Beginning {
  readonly credentials: readonly Credential[];
  readonly now: Moment;
}

/** The limits of a history, and the requirements that are judged. */
export interface Limits {
  readonly judged: Judged;
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Seconds that may pass in total. */
  readonly seconds: number;
}

/** The number of presentations after which a drawn history takes no further step. */
const mostPresented = 18;

/** The acts of a part of a history, and the value that the part returns. */
type Acts<T = boolean> = Generator<Action, T, ActionOutcome>;

/**
 * Yields the acts of a history one after the other. The history ends with the first judged outcome that contradicts the
 * model. A refusal with a wrong error name does not end it.
 */
export function* interpret(history: History, beginning: Beginning, { seconds, judged }: Limits): Acts<PlayedHistory> {
  const { users, apps, pasts = [], opening, steps, atTheEnd } = history;
  const past: LoggedEvent[] = beginning.credentials.map((credential) => ({ kind: 'issued', credential }));
  const shown: Record<number, Exchange> = {};
  let next = Math.max(0, ...beginning.credentials.map(({ id }) => id + 1));
  let { now } = beginning;
  let secondsLeft = seconds;
  let presented = 0;
  let isOver = false;

  // keys are presented after earlier events too: otherwise each later refusal could be blamed on these events
  for (const commands of [pasts.flat(), opening]) {
    for (const key of ofKind(past, 'apiKey')) yield* presentIssued([key]);
    for (const command of commands) if (!isOver && isAmong(command, users, apps)) yield* run(command);
  }
  presented = 0;
  for (const { command, look: looks } of steps) {
    if (isOver || (presented >= mostPresented && atTheEnd === undefined)) break;
    if (yield* run(among(command, users, apps))) yield* look(looks.from, looks.count);
  }
  const stepsEnd = past.length;
  yield* end();
  return { history, past, shown, stepsEnd };

  // -- commands ------------------------------------------------------------------------------------------------

  /** Runs a command if it makes sense now. Returns whether it did. */
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
        // only some pairs of user and app can show something by a denial: one of these pairs denies
        return visit(oneOf(pairsToDeny(past, history), command.user + command.app), 'deny');
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

  /** Yields an act and returns its outcome. */
  function* perform(act: Action): Acts<ActionOutcome> {
    const outcome = yield act;
    now = outcome.at;
    return outcome;
  }

  /** Performs an act that is one event of the history, and logs the event. Returns whether the act was done. */
  function* performAndLog(act: Action, event: LoggedEvent): Acts {
    const { done = true } = yield* perform(act);
    if (done) past.push(event);
    return done;
  }

  function* change(change: Change | undefined): Acts {
    if (change === undefined) return false;
    return yield* performAndLog({ act: 'change', change, mayBeDeclined: mayBeDeclined(past, change) }, change);
  }

  function* rotate(old: Credential | undefined, mayBeDeclined: boolean): Acts {
    // the specification does not say which of several keys a rotation replaces (FRE-93)
    if (old === undefined || holdsSeveralKeys(past, old)) return false;
    const id = next++;
    const { done = true, expires = old.expires } = yield* perform({ act: 'rotate', old, id, mayBeDeclined });
    if (!done) return false;
    const credential: Credential = { ...old, expires, id, place: old.place + 1, born: now };
    past.push({ kind: 'replaced', credential: old.id }, { kind: 'issued', credential });
    if (credential.kind === 'apiKey') yield* present(credential);
    return true;
  }

  /** Has an ID token issued and presents it. A provider at which the user is suspended issues none. */
  function* getIdToken(user: number): Acts {
    if (past.some(toUser(user, 'suspendedAtProvider'))) return false;
    const id = next++;
    yield* perform({ act: 'idToken', user, id });
    yield* presentIssued([issue({ id, kind: 'idToken', user, place: 0, born: now })]);
    return true;
  }

  /** Creates a further key for a user and presents it. A console may refuse a further key (FRE-93). */
  function* giveKey(user: number, date: KeyDate): Acts {
    const id = next++;
    const { done = true, born = now, expires } = yield* perform({ act: 'giveKey', user, id, date });
    if (done) yield* presentIssued([issue({ id, kind: 'apiKey', user, place: 0, born, expires })]);
    return done;
  }

  function* connect(whose: UserAndApp): Acts {
    return (yield* visit(whose, 'grant')) && (yield* present(newCodeIn(past)));
  }

  function* visit(whose: UserAndApp | undefined, consent: 'grant' | 'deny'): Acts {
    if (whose === undefined || isOver) return false;
    const { user, app } = whose;
    const answer = answerForVisit(past, user, app, consent);
    // a denial shows nothing if the tenant may remember an earlier consent
    if (consent === 'deny' && answer.word === 'unspecified') return false;
    const code = next++;
    const { outcome = 'served', brought, asked } = yield* perform({ act: 'visit', user, app, consent, answer, code });
    past.push({ kind: 'visited', user, app, consent, outcome, asked });
    if (contradicts(answer, { outcome })) isOver = true;
    else if (brought === true) issue({ id: code, kind: 'code', user, app, family: code, place: 0, born: now });
    return true;
  }

  function* misuse(credential: Credential | undefined, how: Misuse): Acts {
    if (credential === undefined) return false;
    const secret = secretOf(past, credential.app);
    return yield* performAndLog(
      { act: 'misuse', credential, how, secret },
      { kind: 'misused', credential: credential.id, how },
    );
  }

  function beside(event: Beside): Acts {
    return performAndLog({ act: 'beside', event }, event);
  }

  /** @param late seconds by which the pause may be longer: the answer for each credential stays the same until then */
  function* elapse(seconds: number, late = tolerated(seconds), until?: string): Acts {
    if (seconds > secondsLeft) return false;
    secondsLeft -= seconds;
    return yield* performAndLog({ act: 'elapse', seconds, late }, { kind: 'elapsed', seconds, until });
  }

  function tolerated(seconds: number, among?: readonly number[]): number {
    return toleranceOf(credentialsIn(past).map(answerTo), now, seconds, among);
  }

  // -- presentations -------------------------------------------------------------------------------------------

  /**
   * Presents a credential, if there is one and its presentation can show something. Returns whether it was presented.
   */
  function* present(credential: Credential | undefined): Acts {
    const before = presented;
    if (credential !== undefined) yield* presentEach([credential]);
    return presented > before;
  }

  /** Presents credentials one after the other, and then presents the tokens that were issued. */
  function* presentEach(all: readonly Credential[]): Acts<void> {
    const brought: Credential[] = [];
    for (const one of all) {
      if (showsNothingNew(one)) continue;
      const act = presenting(one);
      brought.push(...logPresentation(act, yield* perform(act)));
    }
    yield* presentIssued(brought);
  }

  /**
   * Presents credentials at the same time. Use it only if no outcome depends on another: for credentials that are used
   * in calls, or that have ended.
   */
  function* presentSideBySide(all: readonly Credential[]): Acts<void> {
    const acts = all.filter((one) => !showsNothingNew(one)).map(presenting);
    const { each = [] } = yield* perform({ act: 'side by side', acts });
    yield* presentIssued(each.flatMap((done, at) => (isOver ? [] : logPresentation(acts[at]!, done))));
  }

  function presenting(credential: Credential): Presenting {
    presented++;
    return {
      act: 'present',
      ...showing(credential, formOf(credential, timesPresented(credential))),
      brings: { access: next++, refresh: next++ },
      witnesses: () => witnessesOf(credential),
    };
  }

  /** Logs a presentation. Returns the issued token that can be used in calls, if there is one. */
  function logPresentation(act: Presenting, done: ActionOutcome): readonly Credential[] {
    const { outcome = 'served', exchange, brought, ...seen } = done;
    const answer = act.answerAt(seen.at);
    if (exchange !== undefined) shown[past.length] = exchange;
    const atLegacyPath = isOfLegacyPath(exchange);
    past.push({ kind: 'presented', credential: act.credential.id, ...seen, outcome, atLegacyPath });
    // a refusal with a wrong error name is still a refusal
    if (contradicts(answer, { outcome }) || outcome === 'unclear') {
      // A call changes nothing. If a call was wrongly served and this check does not judge the requirement, everything
      // after the call can still be judged.
      const isServed = outcome === 'served' && brought !== true && answer.word === 'refused';
      isOver = !isServed || judged.has(answer.requirement);
    } else if (brought === true) return [receiveTokens(act.credential, act.brings, atLegacyPath)];
    return [];
  }

  /**
   * Reports whether presenting a credential can show nothing new. The history may be over. Or only calls, which change
   * nothing, came after its last presentation, and its form would be the same or its answer is unspecified.
   */
  function showsNothingNew(credential: Credential): boolean {
    const last = lastPresented(past, credential);
    const isSame = last >= 0 && past.slice(last).every(toCredential(past, 'presented', isReusable));
    if (isOver || !isSame) return isOver;
    const times = timesPresented(credential);
    return formOf(credential, times) === formOf(credential, times - 1) || isUnspecified(credential);
  }

  /** Reports whether the judged requirements allow any outcome for a credential. */
  function isUnspecified(credential: Credential): boolean {
    return answerTo(credential)(now).word === 'unspecified';
  }

  function timesPresented(credential: Credential): number {
    return past.filter(toThis(credential, 'presented')).length;
  }

  function formOf({ id }: Credential, times: number): Presentation {
    return oneOf(history.presentations, id + times) ?? plainPresentation;
  }

  /** Logs the tokens that a token request returned. Returns the token for calls. */
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

  /** Presents credentials that were just issued, unless the history leaves them unused. */
  function* presentIssued(all: readonly Credential[]): Acts<void> {
    if (history.leavesUnused !== true && all.length > 0) yield* presentSideBySide(all);
  }

  function* look(from: number, count: number): Acts<void> {
    const all = reusableIn(past);
    yield* presentSideBySide(all.slice(0, count).flatMap((_, index) => oneOf(all, from + index) ?? []));
  }

  /**
   * Presents everything at the end. Credentials whose presentation affects others come last, unless the history puts
   * them first.
   */
  function* end(): Acts<void> {
    // a drawn history presents only a few of each kind
    const some = (newestFirst: Credential[], few: number): Credential[] => {
      if (atTheEnd === undefined) return newestFirst.slice(0, few);
      return atTheEnd === 'oldest first' ? newestFirst.toReversed() : newestFirst;
    };
    if (atTheEnd === 'refresh tokens first') yield* presentEach(newestRefreshTokensIn(past));
    yield* presentSideBySide(
      some(reusableIn(past), 6).filter((one) => !isUnspecified(one) || lastPresented(past, one) < 0),
    );
    if (ofKind(past, 'appToken').length > 0) yield* presentEach(ofKind(past, 'clientSecret').slice(-2));
    yield* present(newCodeIn(past));
    // refresh tokens that ended before, without the tokens that are spent only now
    const ended = some(endedRefreshTokensIn(past, now), 3);
    yield* presentEach(some(newestRefreshTokensIn(past), 3).filter((one) => !ended.includes(one)));
    yield* presentSideBySide(ended);
    if (judged.has('DEL-18') && past.some(({ kind }) => kind === 'visited'))
      yield* visit(pairsToDeny(past, history)[0], 'deny');
  }

  // -- credentials ----------------------------------------------------------------------------------------------

  function answerTo(credential: Credential): (at: Moment) => Answer {
    const before = [...past];
    let known: { readonly at: Moment; readonly answer: Answer } | undefined;
    return (at) => {
      // an answer is asked for several times at the moment of a presentation
      if (known?.at !== at) known = { at, answer: answerAmong(judged, answerFor(before, credential, at)) };
      return known.answer;
    };
  }

  function showing(credential: Credential, presentation: Presentation): Witness {
    return { credential, presentation, answerAt: answerTo(credential), secret: secretOf(past, credential.app) };
  }

  /**
   * Returns witnesses for the user and the app of a credential: a reusable credential of the user with a certain answer
   * that depends on no stopped app, and the client secret of the app.
   */
  function witnessesOf({ user, app }: Credential): Witnesses {
    const ofUser = reusableIn(past).filter((one) => user !== undefined && one.user === user);
    return {
      user: firstSure(ofUser.filter((one) => one.app === undefined || !isAppStopped(past, one.app))),
      app: firstSure([secretOf(past, app)]),
    };
  }

  function firstSure(some: readonly (Credential | undefined)[]): Witness | undefined {
    const found = some.find(
      (one) => one !== undefined && replacedSince(past, one) < 0 && ageOf(one, now) === 'within' && !isUnspecified(one),
    );
    return found && showing(found, plainPresentation);
  }
}
