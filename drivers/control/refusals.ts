import { cannotBeDone, TestBedTrouble } from '../../core/trouble.ts';
import type { OperationName } from './operation.ts';

/** So many checks have to meet the same refusal: one alone may ask for something odd. */
const enough = 5;

interface Met {
  readonly message: string;
  readonly checks: Set<string>;
}

/**
 * Gives up operations that the control lists and never carries out: where it refused one to several checks in the same
 * words, the others do not ask for it. What was carried out once is never given up, since then it may be the input that is
 * refused.
 */
export class Refusals {
  readonly #worked = new Set<OperationName>();
  readonly #met = new Map<OperationName, Met>();
  readonly #givenUp = new Map<OperationName, TestBedTrouble>();

  worked(operation: OperationName): void {
    this.#worked.add(operation);
    this.#met.delete(operation);
    this.#givenUp.delete(operation);
  }

  /** @param check the one that asked */
  refused(operation: OperationName, reason: unknown, check: string): void {
    if (this.#worked.has(operation) || !cannotBeDone(reason)) return;
    const { message, cause, passing, refusal } = reason;
    const before = this.#met.get(operation);
    const met = before?.message === message ? before : { message, checks: new Set<string>() };
    this.#met.set(operation, met);
    if (met.checks.add(check).size < enough) return;
    const told = `${message} (the same answer as in ${enough} earlier checks, so it is not called again)`;
    this.#givenUp.set(operation, new TestBedTrouble(told, { cause, passing, refusal }));
  }

  /** @throws TestBedTrouble where the operation is given up */
  check(operation: OperationName): void {
    const trouble = this.#givenUp.get(operation);
    if (trouble !== undefined) throw trouble;
  }
}
