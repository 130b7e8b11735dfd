/** The number of changes that one check waits for in vain before the suite knows that the tenant is not just slow. */
const mostInVain = 3;
/** The same number for all checks together. */
const mostInVainOfAll = 12;
/** The part of the usual waiting time that is left after so many changes were not seen. */
const remainingShare = 0.1;

/** Milliseconds after which a change is seen at the second look at the earliest. */
const secondLookMs = 20;

/** The number of changes, all seen at the first look, that shows that this tenant makes changes visible at once. */
const changesSeenAtOnce = 50;

/**
 * The number of findings that appeared again although each change was given its time. So many show that findings are
 * not caused by haste.
 */
const findingsSeenWithCare = 6;

/** How long changes take to become visible at a tenant, as seen by all checks that wait for them. */
export class Delays {
  /** Milliseconds. */
  longest = 0;
  inVain = 0;
  seen = 0;
  /**
   * Findings that appeared again although each change was given its time, and whether one appeared only without that
   * time.
   */
  withCare = 0;
  onlyInHaste = false;
  readonly #mayTake: boolean;

  /** @param mayTake whether a change may take a while at all, according to the profile */
  constructor(mayTake = true) {
    this.#mayTake = mayTake;
  }

  /** Whether a change was seen to take a while. */
  get taken(): boolean {
    return this.longest > secondLookMs || this.onlyInHaste;
  }

  /** Whether it is unknown yet if changes take a while at one server of the tenant. */
  get unknown(): boolean {
    return this.#mayTake && !this.taken && !this.none && this.withCare < findingsSeenWithCare;
  }

  /** Whether every change was seen at once, and there were enough changes. */
  get none(): boolean {
    return !this.taken && this.seen >= changesSeenAtOnce;
  }
}

/**
 * How long one check waits for changes to become visible (`limits.propagationSeconds`). At a tenant that does not do
 * the expected thing, every case would wait in vain. So after some waits in vain, the check waits hardly longer than
 * changes take at this tenant. A finding of such a check is looked at once more, with all the time that a change may
 * take.
 */
export class Patience {
  readonly #delays: Delays;
  #inVain = 0;
  #hurried = false;
  #insists = false;
  #presumesNothing = false;
  #presumed = false;
  #anew = false;
  #careful = false;
  /** Time of the last change that must still be given its time, in milliseconds of the suite's clock. */
  #changedAt: number | undefined;

  constructor(delays: Delays) {
    this.#delays = delays;
  }

  /** Whether the check gave up a wait that it would otherwise have continued. */
  get hurried(): boolean {
    return this.#hurried;
  }

  /**
   * Whether changes take a while at this tenant. If several servers answer for the tenant, a change that one of them
   * knows may be unknown to the next. So a finding of the check is looked at again, with each change given its time
   * everywhere.
   */
  get slow(): boolean {
    return this.#delays.taken;
  }

  /** Whether it is unknown yet if the tenant is {@link slow}. */
  get mayBeSlow(): boolean {
    return this.#delays.unknown;
  }

  /** Records the time of a change that one server of the tenant may know and another may not know yet. */
  changed(now: number): void {
    this.#changedAt = now;
  }

  /**
   * Returns the milliseconds to wait until the change is known everywhere; 0 if the check relies on the first sight of
   * a change.
   */
  untilKnownEverywhere(now: number, milliseconds: number): number {
    if (!this.#careful || this.#changedAt === undefined) return 0;
    return Math.max(0, this.#changedAt + milliseconds - now);
  }

  /** From now on, waits for each change as long as the change may take, and presumes nothing. */
  insist(): void {
    this.#insists = true;
    this.#presumesNothing = true;
  }

  /**
   * Whether a change whose effect cannot be observed may be presumed to be known everywhere, once enough changes were
   * seen at once at this tenant. That may come while a case runs.
   */
  get mayPresume(): boolean {
    return !this.#presumesNothing && !this.#anew;
  }

  get presumed(): boolean {
    return this.#presumed;
  }

  /**
   * Reports whether the check need not wait for a change whose effect cannot be observed. A case that goes wrong after
   * that is done once more.
   */
  presume(): boolean {
    const presumes = this.mayPresume && this.#delays.none;
    this.#presumed ||= presumes;
    return presumes;
  }

  presumeNothing(): void {
    this.#presumesNothing = true;
  }

  /** Returns the milliseconds to wait for a change that may take `milliseconds`. */
  limit(milliseconds: number): number {
    const others = this.#anew ? 0 : this.#delays.inVain;
    if (this.#insists || (this.#inVain < mostInVain && others < mostInVainOfAll)) return milliseconds;
    return Math.min(milliseconds, Math.max(remainingShare * milliseconds, 2 * this.#delays.longest));
  }

  /** Records that a change was seen after `after` milliseconds. */
  seen(after: number): void {
    this.#delays.seen++;
    this.#delays.longest = Math.max(this.#delays.longest, after);
  }

  /** Records that a change that may take `milliseconds` was not seen within {@link limit}. */
  waitedInVain(milliseconds: number): void {
    if (this.limit(milliseconds) < milliseconds) this.#hurried = true;
    this.#inVain++;
    this.#delays.inVain++;
  }

  /** Records whether a finding appeared again when each change was given its time. */
  recordCarefulLook(isSeen: boolean): void {
    if (isSeen) this.#delays.withCare++;
    else this.#delays.onlyInHaste = true;
  }

  /**
   * Does the work as if no wait had been in vain yet.
   *
   * @param careful whether each change is given its time everywhere
   */
  async anew<T>(work: () => Promise<T>, careful = this.slow): Promise<T> {
    const before = { inVain: this.#inVain, hurried: this.#hurried };
    this.#inVain = 0;
    this.#changedAt = undefined;
    this.#anew = true;
    this.#careful = careful;
    try {
      return await work();
    } finally {
      this.#inVain = before.inVain;
      this.#hurried = before.hurried;
      this.#anew = false;
      this.#careful = false;
    }
  }
}
