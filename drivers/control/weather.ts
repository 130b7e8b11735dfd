import type { Question } from './idempotent.ts';

/** How often an operation of the control came to nothing in one way, and could be asked for again. */
export interface ControlDisturbance {
  readonly operation: string;
  /** In few words: `status 500`, `no answer in time`, `connection closed`, `nonsense`, `claimed only`. */
  readonly kind: string;
  readonly count: number;
}

/** What became of the operations of one control, for telling what the test bed was like. */
export class ControlWeather {
  readonly #counts = new Map<string, { readonly operation: Question; readonly kind: string; count: number }>();
  readonly #working = new Set<Question>();
  /** Operations that were taken for ones that are not supported. */
  readonly #missing = new Set<Question>();

  /** An operation was carried out. */
  worked(operation: Question): void {
    this.#working.add(operation);
  }

  hasWorked(operation: Question): boolean {
    return this.#working.has(operation);
  }

  /** An operation came to nothing. */
  disturbed(operation: Question, kind: string): void {
    const key = `${operation} ${kind}`;
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, { operation, kind, count: 1 });
    else counted.count++;
  }

  /** An operation that never worked was said not to be supported. */
  lacked(operation: Question): void {
    this.#missing.add(operation);
  }

  /** The most frequent first. */
  get disturbances(): readonly ControlDisturbance[] {
    return [...this.#counts.values()].map((one) => ({ ...one })).toSorted((a, b) => b.count - a.count);
  }

  /**
   * Operations that were said not to be supported and worked all the same: what was not exercised for want of them could
   * have been.
   */
  get unsteady(): readonly string[] {
    return [...this.#missing].filter((operation) => this.#working.has(operation));
  }
}
