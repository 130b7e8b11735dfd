import { leave } from '../leave.ts';

/** The wish of a person, or of the system, that a run ends. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly interrupt: () => void;
  /** Resolves so many milliseconds after it came, and never where it does not come. */
  readonly since: (milliseconds: number) => Promise<void>;
  readonly stop: () => void;
}

/**
 * The first SIGINT or SIGTERM ends the run in good order, a second one at once.
 *
 * @param told is called at the first
 */
export function listenForInterrupt(told: () => void): Interruption {
  const controller = new AbortController();
  const { promise: wished, resolve } = Promise.withResolvers<number>();
  const interrupt = (): void => {
    if (controller.signal.aborted) leave(130);
    told();
    controller.abort(new Error('interrupted'));
    resolve(performance.now());
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signal: controller.signal,
    interrupt,
    since: (milliseconds) =>
      wished.then(
        (at) => new Promise((resolve) => void setTimeout(resolve, Math.max(0, at + milliseconds - performance.now()))),
      ),
    stop: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}
