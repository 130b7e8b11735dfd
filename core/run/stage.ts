import type { Check } from '../check.ts';
import type { Arranged } from './case.ts';
import { arrange } from './case.ts';
import type { CheckHost, CaseOptions } from './host.ts';
import { mayOverlap } from './host.ts';
import { notAside } from './turn.ts';

/**
 * The actors that the cases of a check share: created once, and created anew if they may have expired or were
 * disturbed.
 */
export class SharedStage<Need, Scene> {
  readonly #check: Check<string, string, Need, Scene>;
  readonly #host: CheckHost<Need, Scene>;
  readonly #now: () => number;
  readonly #made: (arranged: Arranged) => void;
  #current: { readonly arranged: Arranged; readonly at: number } | undefined;
  /** The arrangement that is being made, so that cases that begin together share it. */
  #making: Promise<Arranged> | undefined;
  /** Arrangements that were replaced while other cases may still have used them. */
  readonly #replaced: Arranged[] = [];

  /**
   * @param now milliseconds of a monotonic clock
   * @param made receives each arrangement, to count its work
   */
  constructor(
    check: Check<string, string, Need, Scene>,
    host: CheckHost<Need, Scene>,
    now: () => number,
    made: (arranged: Arranged) => void,
  ) {
    this.#check = check;
    this.#host = host;
    this.#now = now;
    this.#made = made;
  }

  /**
   * Returns the current arrangement, or makes one. Cases that wait all share the first one. `fresh` is set if it was
   * made just now.
   */
  async get(options: CaseOptions<Scene> = {}): Promise<{ readonly arranged: Arranged; readonly fresh: boolean }> {
    const { aside = notAside } = options.host ?? this.#host;
    // making an arrangement takes room, which the cases that wait for it must not occupy
    while (this.#making !== undefined) await aside(this.#making);
    const { arrangementLifetime = Infinity } = this.#host;
    const keep = this.#check.arrange === undefined || this.#check.maxSeconds !== undefined;
    const current = this.#current;
    // an arrangement that was disturbed while it was made may succeed the next time
    const isLost = current?.arranged.hindrance !== undefined && current.arranged.journal.steps.disturbed;
    if (current !== undefined && !isLost && (keep || this.#now() - current.at <= arrangementLifetime)) {
      return { arranged: current.arranged, fresh: false };
    }
    return { arranged: await this.renew(options), fresh: true };
  }

  /** Makes a new arrangement, which replaces the current one. */
  async renew(options: CaseOptions<Scene> = {}): Promise<Arranged> {
    const making = this.#renew(options);
    this.#making = making;
    try {
      return await making;
    } finally {
      if (this.#making === making) this.#making = undefined;
    }
  }

  async #renew(options: CaseOptions<Scene>): Promise<Arranged> {
    await this.letGo();
    const arranged = await this.another(options);
    await this.letGo(); // another case may have made one at the same time
    this.#current = { arranged, at: this.#now() };
    return arranged;
  }

  /** Drops the current arrangement: the next case gets another, and cases under way keep theirs. */
  async letGo(): Promise<void> {
    const before = this.#current?.arranged;
    this.#current = undefined;
    if (before === undefined) return;
    if (mayOverlap(this.#check)) this.#replaced.push(before);
    else await before.close();
  }

  /** Makes one more arrangement; the caller closes it. */
  async another({ host = this.#host, manner }: CaseOptions<Scene> = {}): Promise<Arranged> {
    const arranged = await arrange(this.#check, host.open, manner);
    this.#made(arranged);
    return arranged;
  }

  async close(): Promise<void> {
    await this.letGo();
    for (const arranged of this.#replaced.splice(0)) await arranged.close();
  }
}
