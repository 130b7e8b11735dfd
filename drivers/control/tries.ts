import { Interrupted, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { ControlFailure } from './failure.ts';
import type { Question } from './idempotent.ts';
import { isIdempotent } from './idempotent.ts';
import type { ControlWeather } from './weather.ts';

/** Carries out an operation by attempts; the last one counts. */
export type Tries = <T>(operation: Question, attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export interface TriesOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Seconds that one try may take, from the profile. A pause is no longer than that either. */
  readonly timeoutSeconds: number;
  readonly weather: ControlWeather;
  /** Aborted when the control is closed: after that, nothing is tried again. */
  readonly closed: AbortSignal;
}

/** Each pause is three times the previous one: six tries cover some twelve seconds, enough for a service to restart. */
const growth = 3;
const mostTries = 6;
const firstPause = 100;
/** The tries for a failure that is usually permanent, such as a refusal: they only confirm it. */
const mostTriesIfPermanent = 3;
const firstPauseIfPermanent = 50;
/** The number of tries that may end without an answer: no try begins later than this many time-outs after the first. */
const mostTimeouts = 3;

/**
 * Returns a policy that retries if a retry does no harm: after a failure that certainly changed nothing, and for
 * idempotent operations. Any other operation may have been carried out. Repeated, it would do something else (create
 * another app) or be refused (a user with the same e-mail address). Its trouble is therefore a passing one, and the
 * caller starts again.
 *
 * An operation that failed in all tries is tried only once per call from then on, until it works again: otherwise each
 * check would wait as long in vain.
 */
export function retryPolicy({ now, pause, timeoutSeconds, weather, closed }: TriesOptions): Tries {
  const failing = new Set<Question>();
  return async (operation, attempt, signal) => {
    const until = now() + mostTimeouts * timeoutSeconds * 1000;
    const met: Miss[] = [];
    for (;;) {
      try {
        const output = await attempt();
        failing.delete(operation);
        weather.worked(operation);
        // if the same call worked a moment later, even a refusal was a disturbance
        for (const { kind } of met) weather.disturbed(operation, kind);
        return output;
      } catch (reason) {
        const miss = missOf(reason);
        if (miss === undefined) throw reason;
        met.push(miss);
        const isLast = closed.aborted || failing.has(operation) || !mayBeRepeated(operation, miss);
        if (isLast) throw ending(operation, met, miss, weather);
        const delay = pauseAfter(operation, met, miss);
        if (delay === undefined || delay > timeoutSeconds * 1000 || now() + delay > until) {
          if (!isUsuallyPermanent(operation, miss)) failing.add(operation);
          throw ending(operation, met, miss, weather);
        }
        const stop = signal === undefined ? closed : AbortSignal.any([signal, closed]);
        await pause(delay, stop).catch((error: unknown) => {
          throw stop.aborted ? new Interrupted('the check has ended') : error;
        });
      }
    }
  };
}

/** A failed attempt whose cause is the control. */
interface Miss {
  readonly reason: ControlFailure | Unsupported;
  readonly kind: string;
}

/** Returns undefined for failures with other causes (a browser of the suite, a check that has ended). */
function missOf(reason: unknown): Miss | undefined {
  if (reason instanceof ControlFailure) return { reason, kind: reason.kind };
  return reason instanceof Unsupported ? { reason, kind: 'status 501' } : undefined;
}

function mayBeRepeated(operation: Question, { reason }: Miss): boolean {
  if (reason instanceof Unsupported) return true;
  return !reason.lasting && (reason.undone || isIdempotent(operation));
}

/** Returns the milliseconds until the next try, or undefined after the last one. */
function pauseAfter(operation: Question, met: readonly Miss[], miss: Miss): number | undefined {
  const [tries, first] = isUsuallyPermanent(operation, miss)
    ? [mostTriesIfPermanent, firstPauseIfPermanent]
    : [mostTries, firstPause];
  if (met.length >= tries) return undefined;
  const asked = miss.reason instanceof ControlFailure ? (miss.reason.retryAfter ?? 0) * 1000 : 0;
  return Math.max(asked, first * growth ** (met.length - 1));
}

/**
 * Reports whether such a failure is usually permanent. The first call to a control is one of these cases, because its
 * address may be wrong.
 */
function isUsuallyPermanent(operation: Question, { reason }: Miss): boolean {
  return operation === 'describe' || reason instanceof Unsupported || reason.refusal;
}

/** Returns the error with which an operation ends. A permanent failure is not counted as a disturbance. */
function ending(operation: Question, met: readonly Miss[], last: Miss, weather: ControlWeather): Error {
  const { reason } = last;
  const isMissing = reason instanceof Unsupported && !weather.hasWorked(operation);
  const isPermanent = (miss: Miss): boolean =>
    isUsuallyPermanent(operation, miss) && (isMissing || !(miss.reason instanceof Unsupported));
  for (const miss of met) if (!isPermanent(miss)) weather.disturbed(operation, miss.kind);
  if (reason instanceof Unsupported) {
    if (isMissing) {
      weather.lacked(operation);
      return reason;
    }
    const message = `the control has carried ${operation} out before, but now says that it does not support it (501)`;
    return new TestBedTrouble(message, { passing: true });
  }
  const { message, cause, refusal, lasting } = reason;
  // the operation may succeed with other names, or for another user
  if (refusal) return new TestBedTrouble(message, { refusal, cause, passing: !isIdempotent(operation) });
  if (lasting || !mayBeRepeated(operation, last)) return reason;
  return new TestBedTrouble(met.length === 1 ? message : `${message} (the last of ${met.length} tries)`, { cause });
}
