import { SuiteMistake } from './trouble.ts';

/**
 * The way in which time passes at a target. A movable clock is moved for all checks at once, so none of them may be in
 * the middle of something. On a real clock the suite waits.
 */
export type PassingOfTime =
  | {
      readonly advance: (seconds: number) => Promise<void>;
      /** Seconds by which the clock has run on by itself. Without this function, it stands still between two moves. */
      readonly ran?: () => number;
    }
  | { readonly wait: (seconds: number, signal: AbortSignal) => Promise<void> };

/** Tolerances of a wait. */
export interface WaitOptions {
  /** Seconds by which the wait may end too late, so that one move can wake several branches; 0 unless given. */
  readonly late?: number;
  /** Whether time by which the clock runs on by itself counts. Only a caller that looks again may rely on it. */
  readonly running?: boolean;
}

/**
 * The reason with which unfinished work of a check is rejected. It is created once, since its stack would say nothing
 * about that work.
 */
const checkEnded = new Error('the check has ended');

interface Sleeper {
  /** Returns the seconds that are left to wait. */
  readonly left: () => number;
  readonly late: number;
  readonly reject: (reason: unknown) => void;
  readonly resolve: () => void;
  readonly event?: Promise<unknown>;
  /** Set when the event came: wakes the sleeper, at once or at the end of a move. */
  got?: () => void;
  done(settle: () => void): void;
}

/**
 * One clock for many checks. Time does not move while any branch of a check runs. When all of them wait, it moves to
 * the earliest moment that a branch waits for, or as far beyond it as the tolerances of the waits allow. A branch runs
 * unless it says that it waits, so parallel parts need {@link Branch.together}. A check whose results do not depend on
 * the clock does not hold it.
 *
 * Moments are seconds by which the clock was moved since the timeline began.
 */
export class Timeline {
  readonly #passing: PassingOfTime;
  readonly #grace: () => Promise<void>;
  readonly #room: () => number;
  /**
   * The callers that wait for room: cases of begun checks come before checks that have not begun. `#arriving` counts
   * those that were let in and do not run yet.
   */
  readonly #begun = new Set<() => void>();
  readonly #queue = new Set<() => void>();
  #arriving = 0;
  #moment = 0;
  #moves = 0;
  readonly #expected = new Set<string>();
  readonly #running = new Set<Branch>();
  /** Working branches that do not hold the clock. */
  readonly #untimed = new Set<Branch>();
  /** Running branches that only let real time pass, and so leave their room to others. */
  readonly #dozing = new Set<Branch>();
  readonly #sleepers = new Set<Sleeper>();
  #moving: Promise<void> | undefined;

  /**
   * @param grace real time for which the timeline listens for pending events before it moves time
   * @param room number of branches that may work when another check or another case begins. Hundreds at the same time
   *   would wait so long for their answers that newly issued credentials expire.
   */
  constructor(passing: PassingOfTime, grace: () => Promise<void>, room: () => number = () => Infinity) {
    this.#passing = passing;
    this.#grace = grace;
    this.#room = room;
  }

  get moment(): number {
    return this.#moment;
  }

  /** Number of moves of the clock. */
  get moves(): number {
    return this.#moves;
  }

  /** Ids of the branches that work or are expected. Time does not move before those that hold the clock wait or end. */
  get heldBy(): string[] {
    return [...this.#expected, ...[...this.#running, ...this.#untimed].map((branch) => branch.id)];
  }

  /** Announces checks that will open: time does not move before each of them has opened. */
  expect(ids: Iterable<string>): void {
    for (const id of ids) this.#expected.add(id);
  }

  /**
   * Begins a check's time when there is room. The check holds the clock from here until it waits or is closed.
   *
   * @param holdsClock whether the check holds the clock; false if its results do not depend on the clock
   */
  async open(id: string, signal?: AbortSignal, holdsClock = true): Promise<Branch> {
    await this.#admission(this.#queue, signal);
    this.#arriving--;
    return this.openAtOnce(id, signal, holdsClock);
  }

  /** Does the same as {@link open}, even if there is no room: for work that running checks wait for. */
  async openAtOnce(id: string, signal?: AbortSignal, holdsClock = true): Promise<Branch> {
    const root = new Branch(this, id, holdsClock);
    this.run(root); // before any await: the branch holds time from here on
    this.#expected.delete(id);
    if (signal?.aborted === true) root.close(signal.reason);
    // A run's signal outlives its checks. A listener that stays after the end would keep all data of a check, with its
    // tenant.
    const interrupt = (): void => root.close(signal?.reason);
    signal?.addEventListener('abort', interrupt);
    root.ended.addEventListener('abort', () => signal?.removeEventListener('abort', interrupt), { once: true });
    await this.#betweenMoves(root); // nothing begins in the middle of a move
    return root;
  }

  /** Waits for the end of a move, unless the check has ended: a move that is tried again may take long. */
  async #betweenMoves({ ended }: Branch): Promise<void> {
    if (this.#moving === undefined || ended.aborted) return;
    const { promise: end, resolve } = Promise.withResolvers<void>();
    ended.addEventListener('abort', () => resolve(), { once: true });
    while (this.#moving !== undefined && !ended.aborted) await Promise.race([this.#moving, end]);
  }

  run(branch: Branch): void {
    (branch.holdsClock ? this.#running : this.#untimed).add(branch);
  }

  rest(branch: Branch): void {
    this.#running.delete(branch);
    this.#untimed.delete(branch);
    this.#admit();
    this.#consider();
  }

  /** Makes a branch that is about to begin something wait for room; only {@link Branch} calls it. */
  async turn(branch: Branch): Promise<void> {
    const admitted = this.#admission(this.#begun, branch.ended); // before it rests: time does not move while it waits
    this.rest(branch);
    await admitted;
    this.#arriving--;
    if (!branch.ended.aborted) this.run(branch);
    while (this.#moving !== undefined) await this.#moving; // nothing begins in the middle of a move
  }

  /** Waits for room, unless it is interrupted. From then on the caller counts as arriving. */
  async #admission(queue: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const enter = (): void => {
      queue.delete(enter);
      signal?.removeEventListener('abort', enter);
      this.#arriving++;
      resolve();
    };
    queue.add(enter);
    signal?.addEventListener('abort', enter);
    if (signal?.aborted === true) enter();
    this.#admit();
    await promise;
  }

  #admit(): void {
    for (const queue of [this.#begun, this.#queue]) {
      for (const enter of queue) {
        const atWork = this.#running.size + this.#untimed.size - this.#dozing.size;
        if (atWork + this.#arriving >= this.#room()) return;
        enter();
      }
    }
  }

  /** Puts a branch to sleep for a time, or until the event; only {@link Branch} calls it. */
  async sleep<T>(
    branch: Branch,
    seconds: number,
    event: Promise<T> | undefined,
    { late = 0, running = false }: WaitOptions,
  ): Promise<T | undefined> {
    const passing = this.#passing;
    if ('wait' in passing) {
      const waited = passing.wait(seconds, branch.ended).then(() => undefined);
      return this.aside(branch, event === undefined ? waited : Promise.race([waited, event]));
    }
    const now = (): number => this.#moment + (running ? (passing.ran?.() ?? 0) : 0);
    const at = now() + seconds;
    return new Promise<T | undefined>((resolve, reject) => {
      const sleeper: Sleeper = {
        left: () => at - now(),
        late,
        resolve: () => resolve(undefined),
        reject,
        ...(event === undefined ? {} : { event }),
        done: (settle) => {
          if (!this.#sleepers.delete(sleeper)) return;
          branch.woken();
          this.run(branch);
          settle();
        },
      };
      const heard = (settle: () => void): void => {
        sleeper.got = settle;
        if (this.#moving === undefined) sleeper.done(settle);
      };
      event?.then(
        (value) => heard(() => resolve(value)),
        (reason: unknown) => heard(() => reject(reason)),
      );
      this.#sleepers.add(sleeper);
      branch.sleeps((reason) => sleeper.done(() => reject(reason)));
      this.rest(branch);
    });
  }

  /**
   * Holds the clock and leaves the branch's room to others during a pause in real time; only {@link Branch} calls it.
   */
  async doze(branch: Branch, pause: Promise<void>): Promise<void> {
    this.#dozing.add(branch);
    this.#admit();
    try {
      await pause;
    } finally {
      this.#dozing.delete(branch);
    }
  }

  /** Releases the clock until an event in real time has come; only {@link Branch} calls it. */
  async aside<T>(branch: Branch, event: Promise<T>): Promise<T> {
    this.rest(branch);
    try {
      return await event;
    } finally {
      await this.#betweenMoves(branch); // nothing goes on in the middle of a move
      if (!branch.ended.aborted) this.run(branch);
    }
  }

  #consider(): void {
    const noneComes = this.#expected.size + this.#begun.size + this.#queue.size + this.#arriving === 0;
    const allWait = this.#running.size === 0 && noneComes;
    if (allWait && this.#moving === undefined && this.#sleepers.size > 0) this.#moving = this.#move();
  }

  /**
   * Gives pending events (deliveries) a little real time before the clock moves: no request of a branch waits for them.
   */
  async #listen(): Promise<void> {
    const events = [...this.#sleepers].flatMap((sleeper) => sleeper.event ?? []);
    if (events.length > 0) await Promise.race([this.#grace(), ...events]).catch(() => undefined);
  }

  /** Returns the seconds to the next move. It wakes as many sleepers as possible, and none of them too late. */
  #ahead(): number {
    let latest = Infinity;
    for (const { got, left, late } of this.#sleepers) latest = Math.min(latest, got === undefined ? left() + late : 0);
    let ahead = 0;
    for (const { left } of this.#sleepers) {
      const wanted = left();
      if (wanted <= latest) ahead = Math.max(ahead, wanted);
    }
    return ahead;
  }

  async #move(): Promise<void> {
    let trouble: { readonly reason: unknown } | undefined;
    const due = new Set<Sleeper>();
    try {
      await this.#listen();
      const ahead = this.#ahead();
      if (ahead > 0 && ahead < Infinity && 'advance' in this.#passing) {
        for (const sleeper of this.#sleepers) if (sleeper.left() <= ahead) due.add(sleeper);
        await this.#passing.advance(ahead);
        this.#moves++;
        this.#moment += ahead;
        await this.#listen();
      }
    } catch (reason) {
      trouble = { reason };
    }
    this.#moving = undefined;
    for (const sleeper of this.#sleepers) {
      // a sleeper that heard its event needed no move
      if (sleeper.got !== undefined) sleeper.done(sleeper.got);
      else if (trouble !== undefined) sleeper.done(() => sleeper.reject(trouble.reason));
      else if (due.has(sleeper) || sleeper.left() <= 0) sleeper.done(sleeper.resolve);
    }
    this.#consider();
  }
}

/** The time of one check, or of one parallel part of it. */
export class Branch {
  readonly id: string;
  readonly holdsClock: boolean;
  readonly #timeline: Timeline;
  readonly #end = new AbortController();
  #parts: Set<Branch> | undefined;
  #wake: ((reason: unknown) => void) | undefined;

  constructor(timeline: Timeline, id: string, holdsClock: boolean) {
    this.#timeline = timeline;
    this.id = id;
    this.holdsClock = holdsClock;
  }

  /** Aborted when the check has ended, so that its unfinished work is refused. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Seconds by which the clock was moved since the timeline began. */
  get moment(): number {
    return this.#timeline.moment;
  }

  /** Lets time pass. */
  async elapse(seconds: number, options?: WaitOptions): Promise<void> {
    await this.until(undefined, seconds, options);
  }

  /** Waits for an event, at most for the given seconds; undefined when it did not come in time. */
  async until<T>(event: Promise<T> | undefined, seconds: number, options: WaitOptions = {}): Promise<T | undefined> {
    this.#end.signal.throwIfAborted();
    if (this.#wake !== undefined || this.#parts !== undefined) {
      throw new SuiteMistake(`${this.id} waits while it already waits: parallel parts go through together()`);
    }
    const value = seconds > 0 ? await this.#timeline.sleep(this, seconds, event, options) : undefined;
    this.#end.signal.throwIfAborted();
    return value;
  }

  /** Waits for room to begin something. The branch holds the clock meanwhile, and leaves its own room to others. */
  turn(): Promise<void> {
    return this.#timeline.turn(this);
  }

  /** Lets real time pass while the clock stands still. Meanwhile others have room to work. */
  dozing(pause: Promise<void>): Promise<void> {
    return this.#timeline.doze(this, pause);
  }

  /** Waits for an event in real time. Meanwhile the clock may move for others. */
  async aside<T>(event: Promise<T>): Promise<T> {
    this.#end.signal.throwIfAborted();
    if (this.#wake !== undefined || this.#parts !== undefined) {
      throw new SuiteMistake(`${this.id} waits while it already waits: parallel parts go through together()`);
    }
    const ended = new Promise<never>((_resolve, reject) => this.sleeps(reject));
    try {
      return await this.#timeline.aside(this, Promise.race([event, ended]));
    } finally {
      this.woken();
    }
  }

  /** Runs parts in parallel, each with a branch of its own. It replaces `Promise.all`. */
  async together<T>(parts: readonly ((branch: Branch) => Promise<T>)[]): Promise<T[]> {
    this.#end.signal.throwIfAborted();
    if (this.#wake !== undefined || this.#parts !== undefined) {
      throw new SuiteMistake(`${this.id} runs parts while it waits or runs other parts`);
    }
    if (parts.length === 0) return [];
    const branches = parts.map((_, index) => new Branch(this.#timeline, `${this.id}/${index}`, this.holdsClock));
    const open = new Set(branches);
    this.#parts = open;
    for (const branch of open) this.#timeline.run(branch); // the parts hold time before the parent releases it
    this.#timeline.rest(this);
    const results = await Promise.allSettled(
      parts.map(async (part, index) => {
        const branch = branches[index] as Branch;
        try {
          return await part(branch);
        } finally {
          open.delete(branch);
          if (open.size === 0) {
            this.#parts = undefined;
            if (!this.ended.aborted) this.#timeline.run(this); // here too, time is always held
          }
          branch.close();
        }
      }),
    );
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  /** Ends the branch and its parts. Later waits and requests are refused. It is also called on abort, skip and bail. */
  close(reason: unknown = checkEnded): void {
    if (this.ended.aborted) return;
    this.#end.abort(reason);
    for (const part of this.#parts ?? []) part.close(reason);
    this.#wake?.(reason);
    this.#timeline.rest(this);
  }

  /** Registers the function that wakes this branch while it sleeps; only {@link Timeline} calls it. */
  sleeps(wake: (reason: unknown) => void): void {
    this.#wake = wake;
  }

  /** Clears that function; only {@link Timeline} calls it. */
  woken(): void {
    this.#wake = undefined;
  }
}
