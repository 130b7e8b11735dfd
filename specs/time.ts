import { Allotment } from '../core/run/allotment.ts';
import { OutOfTime } from '../core/trouble.ts';
import type { Session } from '../drivers/session/session.ts';
import type { RealTime } from '../drivers/session/target.ts';

/** Seconds within which a run is to end, and when that is, in milliseconds since 1970. */
export interface GivenTime {
  readonly withinSeconds: number;
  readonly endsAt: number;
}

/** Deals out among these checks what is left of the time that a run was given. */
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
 * Aborts once the time of a run is over, with what it may take longer.
 *
 * @param ended aborted when nobody waits for it any longer
 */
export function timeIsOver({ leftOfAll }: Allotment, { pause }: RealTime, ended: AbortSignal): AbortSignal {
  const over = new AbortController();
  pause(leftOfAll, ended).then(
    () => over.abort(new OutOfTime('the time limit of the run was reached')),
    () => {},
  );
  return over.signal;
}
