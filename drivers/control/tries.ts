import { Interrupted, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { ControlFailure } from './failure.ts';
import type { Question } from './idempotent.ts';
import { isIdempotent } from './idempotent.ts';
import type { ControlWeather } from './weather.ts';

/** Carries an operation out by attempts of which the last one counts. */
export type Tries = <T>(operation: Question, attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export interface TriesOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Seconds that one try may take, by the profile; no longer pause is made either. */
  readonly timeoutSeconds: number;
  readonly weather: ControlWeather;
  /** Aborted when the control is closed: nothing is tried again then. */
  readonly closed: AbortSignal;
}

/** Pauses grow threefold: six tries sit out some twelve seconds, in which a service is started anew. */
const growth = 3;
const most = 6;
const firstPause = 100;
/** For what mostly is no accident: it is only made sure of that. */
const mostRefused = 3;
const firstPauseRefused = 50;
/** So many tries may end without an answer: no other begins later than so many time-outs after the first. */
const mostTimeouts = 3;

/**
 * Tries again what may be tried again without harm: what surely was not done, and what is idempotent. Anything else may
 * have been done, and a second time it would be something else (another app) or be refused (a user with the same
 * e-mail address): its trouble is a passing one, and the caller begins anew.
 *
 * What went on failing through all tries is tried only once at a time from then on, until it works again: each check
 * would wait as long for nothing.
 */
export function persistent({ now, pause, timeoutSeconds, weather, closed }: TriesOptions): Tries {
  const failing = new Set<Question>();
  return async (operation, attempt, signal) => {
    const until = now() + mostTimeouts * timeoutSeconds * 1000;
    const met: Miss[] = [];
    for (;;) {
      try {
        const output = await attempt();
        failing.delete(operation);
        weather.worked(operation);
        // even a refusal was none, if the same was done a moment later
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
          if (!isMostlySo(operation, miss)) failing.add(operation);
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

/** An attempt that came to nothing, for a reason of the control's. */
interface Miss {
  readonly reason: ControlFailure | Unsupported;
  readonly kind: string;
}

/** What fails otherwise (a browser of the suite's own, a check that has ended) is none of this. */
function missOf(reason: unknown): Miss | undefined {
  if (reason instanceof ControlFailure) return { reason, kind: reason.kind };
  return reason instanceof Unsupported ? { reason, kind: 'status 501' } : undefined;
}

function mayBeRepeated(operation: Question, { reason }: Miss): boolean {
  if (reason instanceof Unsupported) return true;
  return !reason.lasting && (reason.undone || isIdempotent(operation));
}

/** Milliseconds until the next try; undefined where there were enough. */
function pauseAfter(operation: Question, met: readonly Miss[], miss: Miss): number | undefined {
  const [tries, first] = isMostlySo(operation, miss) ? [mostRefused, firstPauseRefused] : [most, firstPause];
  if (met.length >= tries) return undefined;
  const asked = miss.reason instanceof ControlFailure ? (miss.reason.retryAfter ?? 0) * 1000 : 0;
  return Math.max(asked, first * growth ** (met.length - 1));
}

/** Whether it mostly is no accident: so is a control that cannot be asked the first time, since its address may be wrong. */
function isMostlySo(operation: Question, { reason }: Miss): boolean {
  return operation === 'describe' || reason instanceof Unsupported || reason.refusal;
}

/** How an operation ends that came to nothing in all tries. What was no accident is not counted as a disturbance. */
function ending(operation: Question, met: readonly Miss[], last: Miss, weather: ControlWeather): Error {
  const { reason } = last;
  const isMissing = reason instanceof Unsupported && !weather.hasWorked(operation);
  const isUsual = (miss: Miss): boolean =>
    isMostlySo(operation, miss) && (isMissing || !(miss.reason instanceof Unsupported));
  for (const miss of met) if (!isUsual(miss)) weather.disturbed(operation, miss.kind);
  if (reason instanceof Unsupported) {
    if (isMissing) {
      weather.lacked(operation);
      return reason;
    }
    const message = `the control has carried ${operation} out before, but now says that it does not support it (501)`;
    return new TestBedTrouble(message, { passing: true });
  }
  const { message, cause, refusal, lasting } = reason;
  // with other names, or for another user, it may be done
  if (refusal) return new TestBedTrouble(message, { refusal, cause, passing: !isIdempotent(operation) });
  if (lasting || !mayBeRepeated(operation, last)) return reason;
  return new TestBedTrouble(met.length === 1 ? message : `${message} (the last of ${met.length} tries)`, { cause });
}
