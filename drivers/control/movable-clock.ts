import { grainOf, precise } from '../../core/grain.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import type { Control } from './control.ts';
import { ControlFailure } from './failure.ts';
import type { ControlWeather } from './weather.ts';

/** A reading of the tenant's clock, in seconds, taken between two moments of the suite's own clock, in milliseconds. */
export interface ClockReading {
  readonly seconds: number;
  /** The finest precision that the clock has shown so far, in seconds. */
  readonly grain: number;
  readonly began: number;
  readonly ended: number;
  /** Whether the clock was seen to run by itself, second by second. */
  readonly runsOn: boolean;
}

export interface MovableClockOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly weather?: ControlWeather;
}

const mostTries = 3;
/**
 * The grain, in seconds, up to which a clock counts as precise. A precise clock that advances by the seconds that pass
 * runs by itself.
 */
const shownToRun = 0.1;
/** Rounding error of calculations with fractions of seconds, in seconds. */
const rounding = 0.0005;

/**
 * The tenant's clock, as far as the control can move it. The suite does not trust the control's word that it moved the
 * clock: it reads the clock before and after, and moves it by the missing seconds too. Before a move, the suite need
 * not read a clock that was seen to run by itself. If the clock cannot be moved in this way, it is given up, because
 * every check would wait in vain; all checks get the same message.
 */
export class MovableClock {
  readonly #control: Control;
  readonly #options: MovableClockOptions;
  #moved = 0;
  #last: ClockReading | undefined;
  #runsOn = false;
  /** The time that the control last reported when it moved the clock, for a control that cannot read the clock. */
  #reported: number | undefined;
  /** The finest precision that the clock has shown. A fraction of a second is not shown by chance. */
  #grain = 1;
  #broken: TestBedTrouble | undefined;

  constructor(control: Control, options: MovableClockOptions) {
    this.#control = control;
    this.#options = options;
  }

  /** Seconds by which the clock was moved so far. */
  get moved(): number {
    return this.#moved;
  }

  /** The reading of the clock after the last move. */
  get shown(): ClockReading | undefined {
    return this.#last;
  }

  /**
   * Moves the clock forward by this many seconds, or by a little more if the clock does not show fractions of a second.
   *
   * @throws TestBedTrouble if the clock is not moved. After a refusal, another move may succeed. If the distance is
   *   unknown, the next move starts afresh. After any other failure the clock is broken.
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
        // time that a coarse clock does not show may have passed
        if (asked > 0 && missing <= (last === undefined ? this.#grain : 0) + rounding) return;
        if (asked > 0 && last === undefined) {
          this.#options.weather?.disturbed('clock.advance', 'claimed only');
          // a clock that was wrongly taken to run by itself looks the same
          this.#runsOn = false;
        }
        if (tries === mostTries) break;
        last = undefined;
        // the last try uses whole seconds, for a control that accepts no fractions
        const step = ++asked < mostTries ? missing : Math.ceil(missing);
        const reading = await this.#askToMove(step);
        if (before === undefined) return; // without an earlier reading, the control's word is taken
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

  /** Returns the clock's time before a move: calculated from the last reading if the clock runs by itself, or read. */
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

  /** Asks the control to move the clock. Returns the result of a reading at the same time, after both have ended. */
  async #askToMove(seconds: number): Promise<number | undefined> {
    const moved = this.#control.call('clock.advance', { seconds });
    const shown = this.#alongside();
    try {
      this.#reported = secondsOf(await moved);
    } finally {
      await shown;
    }
    return shown;
  }

  /**
   * Reads the clock while it is moved, which saves a round trip if the reading shows the move already. Only for a clock
   * that runs by itself, so that the reading has a date, and that no person reads.
   */
  async #alongside(): Promise<number | undefined> {
    if (!this.#runsOn || this.#control.kind === 'manual') return undefined;
    return this.#read().catch(() => undefined);
  }

  /**
   * Returns the clock's time in seconds. If the clock cannot be read, returns the time that the control last reported,
   * or undefined if it never did.
   */
  async #read(): Promise<number | undefined> {
    if (!this.#control.supports('clock.now')) return this.#reported;
    const { now } = this.#options;
    const began = now();
    const seconds = secondsOf(await this.#control.call('clock.now', {}));
    this.#grain = Math.min(this.#grain, grainOf(seconds));
    this.#last = { seconds, grain: this.#grain, began, ended: now(), runsOn: this.#runsOn };
    return seconds;
  }
}

/** Returns the seconds that are still missing after some have passed. A clock that went back is not corrected. */
function leftOf(seconds: number, passed: number): number {
  return passed <= 0 ? seconds : Math.round((seconds - passed) * 1000) / 1000;
}

function secondsOf({ now }: { readonly now: string }): number {
  return Date.parse(now) / 1000;
}

function mayHaveMoved(trouble: TestBedTrouble): boolean {
  return trouble instanceof ControlFailure && !trouble.undone;
}
