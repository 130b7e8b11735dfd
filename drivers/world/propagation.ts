/** So many changes that one check waited for in vain are enough to know that a tenant is not just slow. */
const enough = 3;
/** So many that any checks waited for in vain are enough for all of them. */
const enoughForAll = 12;
/** What is left of the time in which a change may be seen, where so many were not. */
const share = 0.1;

/** Milliseconds after which a change is seen at the second look at the earliest. */
const atOnce = 20;

/** So many changes that were seen at the first look, and none later, show a tenant at which they are known at once. */
const enoughAtOnce = 50;

/** So many findings that were seen with each change given its time, too, show that findings do not come of haste. */
const enoughWithCare = 6;

/** How long changes take to be seen at a tenant, whichever check waits for them. */
export class Delays {
  /** Milliseconds. */
  longest = 0;
  inVain = 0;
  seen = 0;
  /** Findings that were seen with each change given its time, and whether one was seen only without. */
  withCare = 0;
  onlyInHaste = false;
  readonly #mayTake: boolean;

  /** @param mayTake whether a change may take a while at all, by the profile */
  constructor(mayTake = true) {
    this.#mayTake = mayTake;
  }

  /** Whether a change was seen to take a while. */
  get taken(): boolean {
    return this.longest > atOnce || this.onlyInHaste;
  }

  /** Whether nothing tells yet if changes take a while at one server of the tenant. */
  get unknown(): boolean {
    return this.#mayTake && !this.taken && !this.none && this.withCare < enoughWithCare;
  }

  /** Whether every change was seen at once, and there were enough of them. */
  get none(): boolean {
    return !this.taken && this.seen >= enoughAtOnce;
  }
}

/**
 * How long one check waits for changes to be seen (`limits.propagationSeconds`). A tenant that does not do what is waited
 * for would have every case wait in vain, so after some that did it is waited hardly longer than changes take at this
 * tenant. What a check finds then is looked at once more, with all the time that a change may take.
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
  /** When the last change was made that is still to be given its time, in milliseconds of the suite's clock. */
  #changedAt: number | undefined;

  constructor(delays: Delays) {
    this.#delays = delays;
  }

  /** Whether something was waited for in vain that would have been waited for longer. */
  get hurried(): boolean {
    return this.#hurried;
  }

  /**
   * Whether changes take a while at this tenant. Where several servers answer for it, what one of them has heard of need
   * not be known to the next, so what a check finds is looked at again with each change given its time everywhere.
   */
  get slow(): boolean {
    return this.#delays.taken;
  }

  /** Whether nothing tells yet if it is {@link slow}. */
  get mayBeSlow(): boolean {
    return this.#delays.unknown;
  }

  /** Takes down when a change was made that may be known to one server of the tenant and not yet to another. */
  changed(now: number): void {
    this.#changedAt = now;
  }

  /** Milliseconds to wait until it is known everywhere; none where the first sight of a change is believed. */
  untilKnownEverywhere(now: number, milliseconds: number): number {
    if (!this.#careful || this.#changedAt === undefined) return 0;
    return Math.max(0, this.#changedAt + milliseconds - now);
  }

  /** From now on all is waited for as long as it may take, and nothing is presumed. */
  insist(): void {
    this.#insists = true;
    this.#presumesNothing = true;
  }

  /** Whether what nothing can tell of may be presumed to be known everywhere, as all was so far at this tenant. */
  get mayPresume(): boolean {
    return !this.#presumesNothing && !this.#anew && this.#delays.none;
  }

  get presumed(): boolean {
    return this.#presumed;
  }

  /** Whether a change need not be waited for that nothing can tell of. What is wrong then is done once more. */
  presume(): boolean {
    this.#presumed ||= this.mayPresume;
    return this.mayPresume;
  }

  presumeNothing(): void {
    this.#presumesNothing = true;
  }

  /** Milliseconds for which a change is waited for that may take so many. */
  limit(milliseconds: number): number {
    const others = this.#anew ? 0 : this.#delays.inVain;
    if (this.#insists || (this.#inVain < enough && others < enoughForAll)) return milliseconds;
    return Math.min(milliseconds, Math.max(share * milliseconds, 2 * this.#delays.longest));
  }

  /** Takes down that a change was seen after so many milliseconds. */
  seen(after: number): void {
    this.#delays.seen++;
    this.#delays.longest = Math.max(this.#delays.longest, after);
  }

  /** Takes down that a change that may take so many milliseconds was not seen within {@link limit}. */
  waitedInVain(milliseconds: number): void {
    if (this.limit(milliseconds) < milliseconds) this.#hurried = true;
    this.#inVain++;
    this.#delays.inVain++;
  }

  /** Takes down whether a finding was seen again with each change given its time. */
  lookedWithCare(isSeen: boolean): void {
    if (isSeen) this.#delays.withCare++;
    else this.#delays.onlyInHaste = true;
  }

  /**
   * Has the work begin as if nothing had been waited for in vain yet.
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
