import { grainOf, precise } from '../../core/grain.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import type { Control } from './control.ts';
import { ControlFailure } from './failure.ts';
import type { ControlWeather } from './weather.ts';

/** What the clock showed, in seconds, between two moments of the suite's own clock, in milliseconds. */
export interface ClockReading {
  readonly seconds: number;
  /** The finest precision in which it has shown itself so far, in seconds. */
  readonly grain: number;
  readonly began: number;
  readonly ended: number;
  /** Whether the clock was seen to run on by itself, second by second. */
  readonly runsOn: boolean;
}

export interface MovableClockOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly weather?: ControlWeather;
}

const mostTries = 3;
/** A precise clock that shows so many seconds as they pass runs on by itself. */
const shownToRun = 0.1;
/** Seconds that come of counting with fractions of them. */
const rounding = 0.0005;

/**
 * The tenant's clock as far as the control moves it. That it was moved is not taken on trust: the clock is read before
 * and after, and what is missing is moved too. Before a move, a clock that was seen to run on by itself need not be read
 * again. A clock that cannot be moved by that is given up, since all who wait would wait for nothing; they hear of it in
 * the same words.
 */
export class MovableClock {
  readonly #control: Control;
  readonly #options: MovableClockOptions;
  #moved = 0;
  #last: ClockReading | undefined;
  #runsOn = false;
  /** What the control said last when it moved the clock, for one that does not read it. */
  #said: number | undefined;
  /** The finest precision in which the clock has shown itself: a fraction is not there by chance. */
  #grain = 1;
  #broken: TestBedTrouble | undefined;

  constructor(control: Control, options: MovableClockOptions) {
    this.#control = control;
    this.#options = options;
  }

  /** Seconds by which it was moved so far. */
  get moved(): number {
    return this.#moved;
  }

  /** What it showed when it had been moved last. */
  get shown(): ClockReading | undefined {
    return this.#last;
  }

  /**
   * Moves the clock forward by so many seconds, or by a little more where it does not show fractions of one.
   *
   * @throws TestBedTrouble where it is not moved: after a refusal it may be moved otherwise, and where nobody can tell how
   *   far it was moved the next move begins anew; after anything else it is broken
   */
  async advance(seconds: number): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    await this.#advance(seconds);
    this.#moved += seconds;
  }

  async #advance(seconds: number): Promise<void> {
    let before: number | undefined;
    let asked = 0;
    let last: TestBedTrouble | undefined;
    for (let tries = 0; tries <= mostTries; tries++) {
      try {
        const now = tries === 0 ? await this.#before() : await this.#read();
        before ??= now;
        const missing = before === undefined || now === undefined ? seconds : leftOf(seconds, now - before);
        // what a coarse clock does not show may have passed
        if (asked > 0 && missing <= (last === undefined ? this.#grain : 0) + rounding) return;
        if (asked > 0 && last === undefined) {
          this.#options.weather?.disturbed('clock.advance', 'claimed only');
          // one that was wrongly taken to run on looks the same
          this.#runsOn = false;
        }
        if (tries === mostTries) break;
        last = undefined;
        // the last time in whole seconds, for a control that knows no others
        const step = ++asked < mostTries ? missing : Math.ceil(missing);
        const reading = await this.#askToMove(step);
        if (before === undefined) return; // with nothing to compare it with, its word is taken
        if (reading !== undefined && leftOf(seconds, reading - before) <= rounding) return;
      } catch (reason) {
        if (!(reason instanceof TestBedTrouble)) throw reason;
        if (!this.#control.supports('clock.now') && mayHaveMoved(reason)) throw reason;
        last = reason;
      }
    }
    throw this.#givenUp(last);
  }

  #givenUp(last: TestBedTrouble | undefined): TestBedTrouble {
    const why = last === undefined ? 'the control reports success, but the clock did not move' : last.cause;
    const trouble = new TestBedTrouble(`the tenant's clock could not be moved in ${mostTries} tries: ${why}`);
    if (last?.refusal !== true) this.#broken = trouble;
    return trouble;
  }

  /** What the clock says before a move: as the last reading tells, if it runs on by itself, or as it is read. */
  async #before(): Promise<number | undefined> {
    const last = this.#last;
    if (last === undefined) return this.#read();
    const passed = (this.#options.now() - last.ended) / 1000;
    if (this.#runsOn) return last.seconds + passed;
    const read = await this.#read();
    const shown = read === undefined ? 0 : read - last.seconds;
    this.#runsOn = this.#grain <= precise && passed >= shownToRun && shown >= passed - this.#grain;
    return read;
  }

  /** Has the control move the clock; gives what a reading beside it showed, which is over when this is. */
  async #askToMove(seconds: number): Promise<number | undefined> {
    const moved = this.#control.call('clock.advance', { seconds });
    const shown = this.#alongside();
    try {
      this.#said = secondsOf(await moved);
    } finally {
      await shown;
    }
    return shown;
  }

  /**
   * A reading beside the move, which spares a way to the control and back where it shows the move already: only of a
   * clock that runs on, so that it is dated, and that no person reads.
   */
  async #alongside(): Promise<number | undefined> {
    if (!this.#runsOn || this.#control.kind === 'manual') return undefined;
    return this.#read().catch(() => undefined);
  }

  /** What the clock says, in seconds; what it said last where it cannot be read, and undefined where it never did. */
  async #read(): Promise<number | undefined> {
    if (!this.#control.supports('clock.now')) return this.#said;
    const { now } = this.#options;
    const began = now();
    const seconds = secondsOf(await this.#control.call('clock.now', {}));
    this.#grain = Math.min(this.#grain, grainOf(seconds));
    this.#last = { seconds, grain: this.#grain, began, ended: now(), runsOn: this.#runsOn };
    return seconds;
  }
}

/** What is missing of so many seconds when some have passed; no clock that goes back is run after. */
function leftOf(seconds: number, passed: number): number {
  return passed <= 0 ? seconds : Math.round((seconds - passed) * 1000) / 1000;
}

function secondsOf({ now }: { readonly now: string }): number {
  return Date.parse(now) / 1000;
}

function mayHaveMoved(trouble: TestBedTrouble): boolean {
  return trouble instanceof ControlFailure && !trouble.undone;
}
