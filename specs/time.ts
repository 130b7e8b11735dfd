import { Allotment } from '../core/run/allotment.ts';
import { OutOfTime } from '../core/trouble.ts';
import type { Session } from '../drivers/session/session.ts';
import type { RealTime } from '../drivers/session/target.ts';

/** Seconds within which a run must end, and the time of that end in milliseconds since 1970. */
export interface GivenTime {
  readonly withinSeconds: number;
  readonly endsAt: number;
}

/** Returns an allotment that divides the rest of the run's time limit among these checks. */
export function allotmentOf(
  checks: readonly { readonly id: string }[],
  { concurrency, room }: Pick<Session, 'concurrency' | 'room'>,
  { withinSeconds, endsAt }: GivenTime,
  { now, today }: RealTime,
): Allotment {
  return new Allotment(
    checks.map(({ id }) => id),
    {
      now,
      endsAt: now() + endsAt - today().getTime(),
      within: withinSeconds * 1000,
      beginners: concurrency,
      room,
    },
  );
}

/**
 * Returns a signal that aborts when the time of a run and its allowed overtime are over.
 *
 * @param ended aborted when the signal is no longer needed
 */
export function timeIsOver({ leftOfAll }: Allotment, { pause }: RealTime, ended: AbortSignal): AbortSignal {
  const over = new AbortController();
  pause(leftOfAll, ended).then(
    () => over.abort(new OutOfTime('the time limit of the run was reached')),
    () => {},
  );
  return over.signal;
}
