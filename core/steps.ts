import type { Disturbance } from './disturbance.ts';
import { SuiteMistake } from './trouble.ts';

/**
 * The place at which a correct request was served right after a disturbed one: the same place, another one, or none.
 */
export type Contrast = 'here' | 'elsewhere' | 'nowhere';

/**
 * One step of a case: a request, or several that were sent together. Its key identifies it, so that the same step can
 * be found when the case is repeated.
 */
export interface Step {
  /** Name of the step and of the operation before it, such as `after user.suspend 1: GET /api/v2/entries (Basic) 1`. */
  readonly key: string;
  /** Method and path of its requests, for counting. */
  readonly endpoint: string;
  /** Numbers of its exchanges. */
  readonly numbers: readonly number[];
  /** Milliseconds of the suite's clock. */
  readonly began: number;
  /**
   * Disturbance of its first sending; of requests that were sent together, the disturbance of more than half of them.
   */
  readonly disturbance: Disturbance | undefined;
  /** Whether a later sending was answered, so that the case saw a whole answer. */
  readonly resolved: boolean;
  /** Whether the answer asks for a longer wait than the suite allows, so that repeating the case would not help. */
  readonly final: boolean;
  readonly contrast: Contrast | undefined;
  /**
   * Whether it was sent again in place as often, and over as long a time, as it takes to show that the answer is the
   * tenant's own.
   */
  readonly stood?: boolean;
}

/** One sending of a step, while it is under way. */
export interface Sending {
  readonly key: string;
  /** Whether no other request was sent together with it. */
  readonly isAlone: boolean;
  /** Adds an exchange to those of the sending. */
  by(number: number): void;
  /** Records that the first answer was disturbed. */
  disturbed(by: Disturbance): void;
  /** Records that a later sending was answered. */
  resolved(): void;
  final(): void;
  contrasted(contrast: Contrast): void;
  stood(): void;
  /** Ends the sending: nothing more is recorded for it. */
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

/** Worst first: of several sendings the worst contrast counts. */
const contrasts: readonly Contrast[] = ['nowhere', 'elsewhere', 'here'];

/** The steps of a case, in the order in which they began. */
export class Steps {
  readonly #steps: OpenStep[] = [];
  readonly #latest = new Map<string, OpenStep>();
  readonly #counts = new Map<string, number>();

  /**
   * Whether the arrangement is over. A secret that a case requests through these steps would be unknown to the case's
   * own journal.
   */
  areOver = false;

  /**
   * Begins a sending. Requests with one name that are under way together are one step. A later request is a step of its
   * own.
   *
   * @param name name of the step, the same each time that the case is run
   */
  begin(name: string, endpoint: string, now: number): Sending {
    if (this.areOver) throw new SuiteMistake('a case used the scene of its arrangement');
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
        const worstSoFar = step.contrast ?? 'here';
        step.contrast = contrasts.indexOf(contrast) < contrasts.indexOf(worstSoFar) ? contrast : worstSoFar;
      },
      ended: () => {
        if (!isOver) step.underWay--;
        isOver = true;
      },
    };
  }

  /** Whether any step was disturbed so far, which is rare. */
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
