import { SuiteMistake } from './trouble.ts';

/**
 * How time passes at a target. A movable clock is moved for everybody at once, so nobody may be in the middle of
 * something; a real one is waited for.
 */
export type PassingOfTime =
  | {
      readonly advance: (seconds: number) => Promise<void>;
      /** Seconds by which the clock has run on by itself; without it, it stands still between two moves. */
      readonly ran?: () => number;
    }
  | { readonly wait: (seconds: number, signal: AbortSignal) => Promise<void> };

/** How exactly a wait has to end. */
export interface WaitOptions {
  /** Seconds by which the wait may end too late, so that others may wake at the same move; 0 unless given. */
  readonly late?: number;
  /** Whether time by which the clock runs on by itself counts. It is not relied on unless the caller looks again. */
  readonly running?: boolean;
}

/** Why what a check left under way comes to nothing; made once, since it tells nothing of where that was. */
const over = new Error('the check has ended');

interface Sleeper {
  /** What is left to be waited for, in seconds. */
  readonly left: () => number;
  readonly late: number;
  readonly reject: (reason: unknown) => void;
  readonly resolve: () => void;
  readonly event?: Promise<unknown>;
  /** Set when the event came: wakes the sleeper, now or at the end of a move. */
  got?: () => void;
  done(settle: () => void): void;
}

/**
 * One clock, many checks. Time is not moved while any branch of a check runs and is moved, when all of them wait, to
 * the earliest moment waited for, or as far beyond it as the branches that wait for it allow. A branch runs unless it says that it waits, so parallel parts go
 * through {@link Branch.together}. A check that looks at nothing that depends on the clock does not hold it.
 *
 * Moments are seconds by which the clock was moved since the timeline began.
 */
export class Timeline {
  readonly #passing: PassingOfTime;
  readonly #grace: () => Promise<void>;
  readonly #room: () => number;
  /** Who waits for room, the cases of what has begun before those that have not, and how many were let in that do not run yet. */
  readonly #begun = new Set<() => void>();
  readonly #queue = new Set<() => void>();
  #arriving = 0;
  #moment = 0;
  #moves = 0;
  readonly #expected = new Set<string>();
  readonly #running = new Set<Branch>();
  /** Those at work that do not hold the clock. */
  readonly #untimed = new Set<Branch>();
  /** Those of the running ones that leave room to others, since they only let real time go by. */
  readonly #dozing = new Set<Branch>();
  readonly #sleepers = new Set<Sleeper>();
  #moving: Promise<void> | undefined;

  /**
   * @param grace how long (really) an event that is under way is listened for before time moves on
   * @param room how many branches may be at work when another check or another case begins: hundreds at the same time
   *   would keep each of them waiting for its answers for so long that what has only just been issued is over
   */
  constructor(passing: PassingOfTime, grace: () => Promise<void>, room: () => number = () => Infinity) {
    this.#passing = passing;
    this.#grace = grace;
    this.#room = room;
  }

  get moment(): number {
    return this.#moment;
  }

  /** How often the clock was moved. */
  get moves(): number {
    return this.#moves;
  }

  /** Who is at work or still to come, for a stall watch to name: most of them keep time from moving. */
  get heldBy(): string[] {
    return [...this.#expected, ...[...this.#running, ...this.#untimed].map((branch) => branch.id)];
  }

  /** Announces checks that will open: time does not move before each of them has opened. */
  expect(ids: Iterable<string>): void {
    for (const id of ids) this.#expected.add(id);
  }

  /**
   * Begins a check's time, once there is room. It holds the clock from here until it waits or is closed.
   *
   * @param holdsClock whether it does; what it looks at does not depend on the clock otherwise
   */
  async open(id: string, signal?: AbortSignal, holdsClock = true): Promise<Branch> {
    await this.#admission(this.#queue, signal);
    this.#arriving--;
    return this.openAtOnce(id, signal, holdsClock);
  }

  /** As {@link open}, whether there is room or not: for what checks that run wait for. */
  async openAtOnce(id: string, signal?: AbortSignal, holdsClock = true): Promise<Branch> {
    const root = new Branch(this, id, holdsClock);
    this.run(root); // before any await: it holds time from here on
    this.#expected.delete(id);
    if (signal?.aborted === true) root.close(signal.reason);
    // a run's signal outlives its checks: what listened to it after their end would keep all of each, with its tenant
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

  /** Has a branch that is about to begin something wait for room; only {@link Branch} calls it. */
  async turn(branch: Branch): Promise<void> {
    const admitted = this.#admission(this.#begun, branch.ended); // before it rests: time does not move while it waits
    this.rest(branch);
    await admitted;
    this.#arriving--;
    if (!branch.ended.aborted) this.run(branch);
    while (this.#moving !== undefined) await this.#moving; // nothing begins in the middle of a move
  }

  /** Waits for room, unless it is interrupted. From then on it is counted as arriving. */
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

  /** Suspends a branch for a time, or until the event; only {@link Branch} calls it. */
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

  /** Holds the clock, and leaves room to others, for a pause in real time; only {@link Branch} calls it. */
  async doze(branch: Branch, pause: Promise<void>): Promise<void> {
    this.#dozing.add(branch);
    this.#admit();
    try {
      await pause;
    } finally {
      this.#dozing.delete(branch);
    }
  }

  /** Lets go of time until something has come that takes real time only; only {@link Branch} calls it. */
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
    const nobodyComes = this.#expected.size + this.#begun.size + this.#queue.size + this.#arriving === 0;
    const still = this.#running.size === 0 && nobodyComes;
    if (still && this.#moving === undefined && this.#sleepers.size > 0) this.#moving = this.#move();
  }

  /** An event under way (a delivery) is nobody's request: it is given a little real time before the clock moves. */
  async #listen(): Promise<void> {
    const events = [...this.#sleepers].flatMap((sleeper) => sleeper.event ?? []);
    if (events.length > 0) await Promise.race([this.#grace(), ...events]).catch(() => undefined);
  }

  /** Seconds to the next move: as many wake at it as can without any of them being too late. */
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

  /** Aborted when the check has ended, so that what it left under way is refused. */
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

  /** Waits for room to begin something; it holds the clock meanwhile, and leaves its own room to others. */
  turn(): Promise<void> {
    return this.#timeline.turn(this);
  }

  /** Lets real time go by with the clock standing still; meanwhile others have room to work. */
  dozing(pause: Promise<void>): Promise<void> {
    return this.#timeline.doze(this, pause);
  }

  /** Waits for something that comes in real time; meanwhile the clock may move for others. */
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

  /** Runs parts side by side, each with a branch of its own. Takes the place of `Promise.all`. */
  async together<T>(parts: readonly ((branch: Branch) => Promise<T>)[]): Promise<T[]> {
    this.#end.signal.throwIfAborted();
    if (this.#wake !== undefined || this.#parts !== undefined) {
      throw new SuiteMistake(`${this.id} runs parts beside a wait or other parts of its own`);
    }
    if (parts.length === 0) return [];
    const branches = parts.map((_, index) => new Branch(this.#timeline, `${this.id}/${index}`, this.holdsClock));
    const open = new Set(branches);
    this.#parts = open;
    for (const branch of open) this.#timeline.run(branch); // the parts hold time before the parent lets go
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
            if (!this.ended.aborted) this.#timeline.run(this); // no gap either
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

  /** Ends the branch and what hangs on it; late waits and requests are refused. Also on abort, skip and bail. */
  close(reason: unknown = over): void {
    if (this.ended.aborted) return;
    this.#end.abort(reason);
    for (const part of this.#parts ?? []) part.close(reason);
    this.#wake?.(reason);
    this.#timeline.rest(this);
  }

  /** For {@link Timeline} alone: how to wake this branch while it sleeps. */
  sleeps(wake: (reason: unknown) => void): void {
    this.#wake = wake;
  }

  /** For {@link Timeline} alone. */
  woken(): void {
    this.#wake = undefined;
  }
}
