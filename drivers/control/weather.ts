import type { Question } from './idempotent.ts';

/** How often an operation of the control failed in one way and could be asked for again. */
export interface ControlDisturbance {
  readonly operation: string;
  /** A short label: `status 500`, `no answer in time`, `connection closed`, `nonsense`, `claimed only`. */
  readonly kind: string;
  readonly count: number;
}

/** Counts how the operations of one control ended, so that the report can describe the test bed. */
export class ControlWeather {
  readonly #counts = new Map<string, { readonly operation: Question; readonly kind: string; count: number }>();
  readonly #working = new Set<Question>();
  /** Operations that were taken for unsupported ones. */
  readonly #missing = new Set<Question>();

  /** Records that an operation was carried out. */
  worked(operation: Question): void {
    this.#working.add(operation);
  }

  hasWorked(operation: Question): boolean {
    return this.#working.has(operation);
  }

  /** Records that an operation failed. */
  disturbed(operation: Question, kind: string): void {
    const key = `${operation} ${kind}`;
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, { operation, kind, count: 1 });
    else counted.count++;
  }

  /** Records that the control called an operation unsupported that had never worked. */
  lacked(operation: Question): void {
    this.#missing.add(operation);
  }

  /** The most frequent first. */
  get disturbances(): readonly ControlDisturbance[] {
    return [...this.#counts.values()].map((one) => ({ ...one })).toSorted((a, b) => b.count - a.count);
  }

  /**
   * Operations that the control called unsupported and that worked at another time. Checks that were not exercised
   * because such an operation was missing could have been exercised.
   */
  get unsteady(): readonly string[] {
    return [...this.#missing].filter((operation) => this.#working.has(operation));
  }
}
