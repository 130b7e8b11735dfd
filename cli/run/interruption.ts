import { leave } from '../leave.ts';

/** The request of a person, or of the system, to end a run. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly interrupt: () => void;
  /** Resolves the given number of milliseconds after the interruption, and never if there is none. */
  readonly since: (milliseconds: number) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Listens for signals. The first SIGINT or SIGTERM ends the run in good order, a second one at once.
 *
 * @param onFirst called at the first signal
 */
export function listenForInterrupt(onFirst: () => void): Interruption {
  const controller = new AbortController();
  const { promise: wished, resolve } = Promise.withResolvers<number>();
  const interrupt = (): void => {
    if (controller.signal.aborted) leave(130);
    onFirst();
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
