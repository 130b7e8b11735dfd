import type { Turn } from './host.ts';

/** The time limit of a run. Times are milliseconds of the suite's clock. */
export interface RunTime {
  readonly now: () => number;
  readonly endsAt: number;
  /** The longest time that the run may take, in milliseconds. */
  readonly within: number;
  /** Number of checks that may run their first cases at the same time. */
  readonly beginners: number;
  /** Returns the number of turns that may be under way at this moment. */
  readonly room: () => number;
}

/**
 * Share of the time that is kept for cases under way when no further case begins, and the milliseconds that suffice for
 * it.
 */
const keptBack = 0.05;
const keptBackAtMost = 10_000;
/** Time by which a run may exceed its limit: a share of the limit, but at least these milliseconds. */
const overtime = 0.1;
const leastOvertime = 30_000;
/**
 * Shares of that time. Red cases are looked at again until the first one, and everything is stopped at the second one,
 * so that the report can be written.
 */
const forReds = 0.5;
const untilStopped = 0.75;

/**
 * The purposes of a turn, in the order in which turns are given: to look again at a red case, to have the tenant alone,
 * or to run a further case.
 */
const purposes = ['red', 'alone', 'further'] as const;
type Purpose = (typeof purposes)[number];
type Answer = (turn: Turn | undefined) => void;

/**
 * Divides the time of a run that is to end within a given time. The first cases of every check need no turn. Everything
 * else comes after all checks have run these cases: first red cases are looked at again, then further cases run in turn
 * over all checks, while time is left.
 *
 * Each check calls {@link begin} before it begins, and {@link over} at its end, of any kind.
 */
export class Allotment {
  readonly #time: RunTime;
  /** Checks that have not run their first cases yet. */
  readonly #beginning: Set<string>;
  /** The checks that are running their first cases, and the functions that admit the checks that wait to do so. */
  readonly #runningFirstCases = new Set<string>();
  readonly #waitingToBegin: (() => void)[] = [];
  /** Number of further cases that each check was given. */
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

  /** Milliseconds left for further cases. */
  get left(): number {
    const { endsAt, within, now } = this.#time;
    return Math.max(0, endsAt - Math.min(keptBack * within, keptBackAtMost) - now());
  }

  /** Milliseconds left to look again at red cases. */
  get leftForReds(): number {
    return this.#leftOfOvertime(forReds);
  }

  /** Milliseconds until everything under way has to be stopped. */
  get leftOfAll(): number {
    return this.#leftOfOvertime(untilStopped);
  }

  /** Waits until a check may begin its first cases. */
  begin(check: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waitingToBegin.push(() => {
      this.#runningFirstCases.add(check);
      resolve();
    });
    this.#admit();
    return promise;
  }

  /**
   * Waits for the turn of one more case of a check, beyond its first ones. Of the checks that wait, the one that was
   * given the fewest further cases comes first.
   *
   * @returns the function to call when that case is over; undefined when no time is left
   */
  mayGoOn(check: string): Promise<Turn | undefined> {
    return this.#turnFor('further', check);
  }

  /** Waits for room to look again at a red case: before all further cases, and also after the last of them. */
  mayLookAgain(check: string): Promise<Turn | undefined> {
    return this.#turnFor('red', check);
  }

  /** Waits for a turn during which no other check has one. */
  turnAlone(check: string): Promise<Turn | undefined> {
    return this.#turnFor('alone', check);
  }

  /** Records that a check has ended, or that no other check has to wait for its first cases. */
  over(check: string): void {
    this.#beginning.delete(check);
    this.#runningFirstCases.delete(check);
    this.#admit();
    this.#giveTurns();
  }

  #leftOfOvertime(share: number): number {
    const { endsAt, within, now } = this.#time;
    return Math.max(0, endsAt + Math.max(overtime * within, leastOvertime) * share - now());
  }

  #admit(): void {
    while (this.#runningFirstCases.size < this.#time.beginners && this.#waitingToBegin.length > 0)
      this.#waitingToBegin.shift()?.();
  }

  #turnFor(purpose: Purpose, check: string): Promise<Turn | undefined> {
    const { promise, resolve } = Promise.withResolvers<Turn | undefined>();
    const answersOfCheck = this.#waiting[purpose].get(check);
    if (answersOfCheck === undefined) this.#waiting[purpose].set(check, [resolve]);
    else answersOfCheck.push(resolve);
    this.over(check);
    return promise;
  }

  #giveTurns(): void {
    for (const purpose of purposes) if (!this.#hasTimeFor(purpose)) this.#refuseAll(purpose);
    for (const purpose of purposes) {
      while (this.#waiting[purpose].size > 0) {
        if (!this.#hasRoomFor(purpose)) return;
        this.#give(purpose);
      }
    }
  }

  #refuseAll(purpose: Purpose): void {
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
      this.#giveTurns();
    };
  }
}
