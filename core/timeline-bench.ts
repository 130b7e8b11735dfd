import type { Branch } from './timeline.ts';
import { Timeline } from './timeline.ts';

export const noGrace = (): Promise<void> => Promise.resolve();

/** A movable clock for tests that knows which branches are working. */
export class Bench {
  now = 0;
  readonly #working = new Set<Branch>();
  readonly moves: { readonly by: number; readonly working: number }[] = [];
  readonly timeline: Timeline;

  constructor(grace: () => Promise<void> = noGrace, room = Infinity) {
    this.timeline = new Timeline(
      {
        advance: async (seconds) => {
          this.moves.push({ by: seconds, working: this.#busy() });
          await turns(2);
          this.now += seconds;
        },
      },
      grace,
      () => room,
    );
  }

  /** Number of branches that are working. */
  get busy(): number {
    return this.#busy();
  }

  /** Works for a number of turns. Time must not move meanwhile, unless the check was stopped. */
  async work(branch: Branch, steps: number): Promise<void> {
    const before = this.now;
    this.#working.add(branch);
    await turns(steps);
    this.#working.delete(branch);
    branch.ended.throwIfAborted();
    if (this.now !== before) throw new Error(`time moved from ${before} to ${this.now} while a check worked`);
  }

  #busy(): number {
    return [...this.#working].filter(({ ended }) => !ended.aborted).length;
  }
}

/** Lets all other pending work continue, for a number of turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
