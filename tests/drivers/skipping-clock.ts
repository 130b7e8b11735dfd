import type { RealTime } from '../../drivers/session/target.ts';

/** A clock that skips pauses at once, and that a test moves by the time that other work takes. */
export class SkippingClock implements RealTime {
  /** The pauses in order, in milliseconds. */
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
