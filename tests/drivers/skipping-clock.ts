import type { RealTime } from '../../drivers/session/target.ts';

/** A clock that goes on by what is paused, at once, and by what is done, as a test says. */
export class SkippingClock implements RealTime {
  /** In milliseconds, each in its turn. */
  readonly pauses: number[] = [];
  #now = 1000;

  readonly now = (): number => this.#now;
  readonly today = (): Date => new Date('2026-11-20T08:00:00.000Z');
  readonly pause = (ms: number): Promise<void> => {
    this.pauses.push(ms);
    this.pass(ms);
    return Promise.resolve();
  };

  pass(ms: number): void {
    this.#now += ms;
  }
}
