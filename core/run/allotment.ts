import type { Turn } from './host.ts';

/** When a run has to be over, in milliseconds of the suite's clock. */
export interface RunTime {
  readonly now: () => number;
  readonly endsAt: number;
  /** How long the run is to take at most, in milliseconds. */
  readonly within: number;
  /** How many checks may do their first cases at a time. */
  readonly beginners: number;
  /** How many may have a turn at this moment. */
  readonly room: () => number;
}

/** A share of the time that is left to what has begun when no further case is, and milliseconds that are enough for it. */
const keptBack = 0.05;
const keptBackAtMost = 10_000;
/** By so much a run may take longer than it was given: as a share, or these milliseconds where that is less. */
const overtime = 0.1;
const leastOvertime = 30_000;
/** Of it, what may be used to look again at reds, and after what all is stopped, so that the report can be written. */
const forReds = 0.5;
const untilStopped = 0.75;

/**
 * What a turn is for, in the order in which it is given: to look again at what is red, to have the tenant for oneself, or
 * to do a further case.
 */
const purposes = ['red', 'alone', 'further'] as const;
type Purpose = (typeof purposes)[number];
type Answer = (turn: Turn | undefined) => void;

/**
 * Deals out the time of a run that is to end within a given one. The first cases of every check need no turn. All else
 * comes when all checks have done these: first what is red is looked at again, then further cases come in turn over all
 * checks, while time is left.
 *
 * Each check says by {@link begin} that it is about to begin and by {@link over} that it has come to its end, of
 * any kind.
 */
export class Allotment {
  readonly #time: RunTime;
  /** Checks that have not done their first cases yet. */
  readonly #beginning: Set<string>;
  /** Those of them that are about it, and what lets those in that wait until they may be. */
  readonly #present = new Set<string>();
  readonly #outside: (() => void)[] = [];
  /** How many further cases a check was given. */
  readonly #given = new Map<string, number>();
  readonly #waiting: Readonly<Record<Purpose, Map<string, Answer[]>>> = {
    red: new Map(),
    alone: new Map(),
    further: new Map(),
  };
  #underWay = 0;
  #someoneIsAlone = false;

  constructor(checks: Iterable<string>, time: RunTime) {
    this.#beginning = new Set(checks);
    this.#time = time;
  }

  /** Milliseconds that are left for further cases. */
  get left(): number {
    const { endsAt, within, now } = this.#time;
    return Math.max(0, endsAt - Math.min(keptBack * within, keptBackAtMost) - now());
  }

  /** Milliseconds that are left to look again at reds. */
  get leftForReds(): number {
    return this.#leftOfOvertime(forReds);
  }

  /** Milliseconds after which everything that is under way has to be stopped. */
  get leftOfAll(): number {
    return this.#leftOfOvertime(untilStopped);
  }

  /** Waits until a check may begin with its first cases. */
  begin(check: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#outside.push(() => {
      this.#present.add(check);
      resolve();
    });
    this.#admit();
    return promise;
  }

  /**
   * Waits for the turn of one more case beyond the first ones of a check. Of those who wait, the one that was given least
   * comes first.
   *
   * @returns what is to be called when that case is over; undefined when no time is left
   */
  mayGoOn(check: string): Promise<Turn | undefined> {
    return this.#turnFor('further', check);
  }

  /** Waits for room to look again at what is red: before all further cases, and after the last of them too. */
  mayLookAgain(check: string): Promise<Turn | undefined> {
    return this.#turnFor('red', check);
  }

  /** Waits for a turn beside which nobody has one. */
  mayBeAlone(check: string): Promise<Turn | undefined> {
    return this.#turnFor('alone', check);
  }

  /** A check has come to its end, or nobody is to wait for its first cases. */
  over(check: string): void {
    this.#beginning.delete(check);
    this.#present.delete(check);
    this.#admit();
    this.#deal();
  }

  #leftOfOvertime(share: number): number {
    const { endsAt, within, now } = this.#time;
    return Math.max(0, endsAt + Math.max(overtime * within, leastOvertime) * share - now());
  }

  #admit(): void {
    while (this.#present.size < this.#time.beginners && this.#outside.length > 0) this.#outside.shift()?.();
  }

  #turnFor(purpose: Purpose, check: string): Promise<Turn | undefined> {
    const { promise, resolve } = Promise.withResolvers<Turn | undefined>();
    const mine = this.#waiting[purpose].get(check);
    if (mine === undefined) this.#waiting[purpose].set(check, [resolve]);
    else mine.push(resolve);
    this.over(check);
    return promise;
  }

  #deal(): void {
    for (const purpose of purposes) if (!this.#hasTimeFor(purpose)) this.#sendAway(purpose);
    for (const purpose of purposes) {
      while (this.#waiting[purpose].size > 0) {
        if (!this.#hasRoomFor(purpose)) return;
        this.#give(purpose);
      }
    }
  }

  #sendAway(purpose: Purpose): void {
    const answers = [...this.#waiting[purpose].values()].flat();
    this.#waiting[purpose].clear();
    for (const answer of answers) answer(undefined);
  }

  #hasTimeFor(purpose: Purpose): boolean {
    return (purpose === 'red' ? this.leftForReds : this.left) > 0;
  }

  #hasRoomFor(purpose: Purpose): boolean {
    if (this.#beginning.size > 0 || this.#someoneIsAlone) return false;
    return this.#underWay < (purpose === 'alone' ? 1 : Math.max(1, this.#time.room()));
  }

  #give(purpose: Purpose): void {
    const waiting = this.#waiting[purpose];
    const check = this.#next(waiting.keys());
    const answers = waiting.get(check) ?? [];
    const answer = answers.shift();
    if (answers.length === 0) waiting.delete(check);
    if (purpose === 'further') this.#given.set(check, this.#givenTo(check) + 1);
    answer?.(this.#turn(purpose));
  }

  #next(checks: Iterable<string>): string {
    let next = '';
    let least = Infinity;
    for (const check of checks) {
      const given = this.#givenTo(check);
      if (given < least) [next, least] = [check, given];
    }
    return next;
  }

  #givenTo(check: string): number {
    return this.#given.get(check) ?? 0;
  }

  #turn(purpose: Purpose): Turn {
    this.#underWay++;
    this.#someoneIsAlone = purpose === 'alone';
    let given = true;
    return () => {
      if (!given) return;
      given = false;
      this.#underWay--;
      if (purpose === 'alone') this.#someoneIsAlone = false;
      this.#deal();
    };
  }
}
