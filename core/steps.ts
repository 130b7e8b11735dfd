import type { Disturbance } from './disturbance.ts';
import { SuiteMistake } from './trouble.ts';

/** What a good request right after a disturbed one was answered, at the same place or at another one. */
export type Contrast = 'here' | 'elsewhere' | 'nowhere';

/**
 * One step of a case: a request, or several that were sent together. It is known by its key, so that the same step can be
 * found again where the case is done anew.
 */
export interface Step {
  /** What it is and what went before it, such as `after user.suspend 1: GET /api/v2/entries (Basic) 1`. */
  readonly key: string;
  /** Where it went, for counting: method and path. */
  readonly endpoint: string;
  /** Of the exchanges by which it was done. */
  readonly numbers: readonly number[];
  /** Milliseconds of the suite's clock. */
  readonly began: number;
  /** How its first sending was disturbed; of several that were sent together, more than half of them. */
  readonly disturbance: Disturbance | undefined;
  /** A later sending of it was answered, so that what the case saw came whole. */
  readonly resolved: boolean;
  /** The answer asks for more patience than there is: doing the case anew would not help. */
  readonly final: boolean;
  readonly contrast: Contrast | undefined;
  /** It was sent again in place as often, and over as long a time, as shows that the answer is the tenant's own. */
  readonly stood?: boolean;
}

/** One sending of a step, while it goes on. */
export interface Sending {
  readonly key: string;
  /** Whether nothing was sent together with it. */
  readonly isAlone: boolean;
  /** It was done by this exchange, or this one too. */
  by(number: number): void;
  /** The first answer was disturbed. */
  disturbed(by: Disturbance): void;
  /** A later sending was answered after all. */
  resolved(): void;
  final(): void;
  contrasted(contrast: Contrast): void;
  stood(): void;
  /** Nothing more becomes of it. */
  ended(): void;
}

interface OpenStep {
  readonly key: string;
  readonly endpoint: string;
  readonly began: number;
  readonly numbers: number[];
  sendings: number;
  underWay: number;
  disturbed: Disturbance[];
  unresolved: number;
  final: boolean;
  stood: boolean;
  contrast: Contrast | undefined;
}

/** Worst first: what is known of several sendings is what is known of the worst. */
const contrasts: readonly Contrast[] = ['nowhere', 'elsewhere', 'here'];

/** The steps of a case, in the order in which they began. */
export class Steps {
  readonly #steps: OpenStep[] = [];
  readonly #latest = new Map<string, OpenStep>();
  readonly #counts = new Map<string, number>();

  /** Whether all is prepared: what a case asked for among these steps would be no secret in the journal of the case. */
  areOver = false;

  /**
   * Begins a sending. Requests of one name that are under way together are one step; one that comes later is a step of its
   * own.
   *
   * @param name of the step, the same each time that the case is done
   */
  begin(name: string, endpoint: string, now: number): Sending {
    if (this.areOver) throw new SuiteMistake('a case asked for something through the scene of its preparation');
    const before = this.#latest.get(name);
    const step = before !== undefined && before.underWay > 0 ? before : this.#open(name, endpoint, now);
    step.sendings++;
    step.underWay++;
    let isDisturbed = false;
    let isOver = false;
    return {
      key: step.key,
      get isAlone() {
        return step.sendings === 1;
      },
      by: (number) => {
        step.numbers.push(number);
      },
      disturbed: (by) => {
        isDisturbed = true;
        step.disturbed.push(by);
        step.unresolved++;
      },
      resolved: () => {
        if (isDisturbed) step.unresolved--;
      },
      final: () => {
        step.final = true;
      },
      stood: () => {
        step.stood = true;
      },
      contrasted: (contrast) => {
        const known = step.contrast ?? 'here';
        step.contrast = contrasts.indexOf(contrast) < contrasts.indexOf(known) ? contrast : known;
      },
      ended: () => {
        if (!isOver) step.underWay--;
        isOver = true;
      },
    };
  }

  /** Whether anything was disturbed so far, which is seldom. */
  get disturbed(): boolean {
    return this.#steps.some(({ disturbed }) => disturbed.length > 0);
  }

  all(): Step[] {
    return this.#steps.map(
      ({ key, endpoint, numbers, began, sendings, disturbed, unresolved, final, contrast, stood }) => ({
        key,
        endpoint,
        numbers,
        began,
        disturbance: disturbed.length * 2 > sendings ? disturbed[0] : undefined,
        resolved: unresolved === 0,
        final,
        contrast,
        ...(stood ? { stood } : {}),
      }),
    );
  }

  #open(name: string, endpoint: string, now: number): OpenStep {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const step: OpenStep = {
      key: `${name} ${count}`,
      endpoint,
      began: now,
      numbers: [],
      sendings: 0,
      underWay: 0,
      disturbed: [],
      unresolved: 0,
      final: false,
      stood: false,
      contrast: undefined,
    };
    this.#steps.push(step);
    this.#latest.set(name, step);
    return step;
  }
}
