import type { Check } from '../check.ts';
import type { Arranged } from './case.ts';
import { arrange } from './case.ts';
import type { CheckHost, HowToDo } from './host.ts';
import { mayOverlap } from './host.ts';
import { notAside } from './turn.ts';

/** What the cases of a check share: made once, and made anew where it may have expired or was disturbed. */
export class SharedStage<Need, Scene> {
  readonly #check: Check<string, string, Need, Scene>;
  readonly #host: CheckHost<Need, Scene>;
  readonly #now: () => number;
  readonly #made: (arranged: Arranged) => void;
  #current: { readonly arranged: Arranged; readonly at: number } | undefined;
  /** What is being made, so that cases that begin together share it. */
  #making: Promise<Arranged> | undefined;
  /** What was replaced while other cases may still have been using it. */
  readonly #replaced: Arranged[] = [];

  /**
   * @param now milliseconds of a monotonic clock
   * @param made hears of each arrangement, to count its work
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

  /** Where cases wait, they all share the first; `fresh` is set where it was made just now. */
  async get(how: HowToDo<Scene> = {}): Promise<{ readonly arranged: Arranged; readonly fresh: boolean }> {
    const { aside = notAside } = how.place ?? this.#host;
    // making it takes room, which those that wait for it must not fill
    while (this.#making !== undefined) await aside(this.#making);
    const { arrangementLasts = Infinity } = this.#host;
    const keep = this.#check.arrange === undefined || this.#check.maxSeconds !== undefined;
    const current = this.#current;
    // what was disturbed while it was made may well be made the next time
    const isLost = current?.arranged.hindrance !== undefined && current.arranged.journal.steps.disturbed;
    if (current !== undefined && !isLost && (keep || this.#now() - current.at <= arrangementLasts)) {
      return { arranged: current.arranged, fresh: false };
    }
    return { arranged: await this.renew(how), fresh: true };
  }

  /** Made anew, in the place of what there was. */
  async renew(how: HowToDo<Scene> = {}): Promise<Arranged> {
    const making = this.#renew(how);
    this.#making = making;
    try {
      return await making;
    } finally {
      if (this.#making === making) this.#making = undefined;
    }
  }

  async #renew(how: HowToDo<Scene>): Promise<Arranged> {
    await this.letGo();
    const arranged = await this.another(how);
    await this.letGo(); // another case may have had one made at the same time
    this.#current = { arranged, at: this.#now() };
    return arranged;
  }

  /** What comes next gets another; cases that are under way keep the one that they have. */
  async letGo(): Promise<void> {
    const before = this.#current?.arranged;
    this.#current = undefined;
    if (before === undefined) return;
    if (mayOverlap(this.#check)) this.#replaced.push(before);
    else await before.close();
  }

  /** One more beside it; the caller who asks for it closes it. */
  async another({ place = this.#host, manner }: HowToDo<Scene> = {}): Promise<Arranged> {
    const arranged = await arrange(this.#check, place.open, manner);
    this.#made(arranged);
    return arranged;
  }

  async close(): Promise<void> {
    await this.letGo();
    for (const arranged of this.#replaced.splice(0)) await arranged.close();
  }
}
