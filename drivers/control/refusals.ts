import { declinedOrFailing, TestBedTrouble } from '../../core/trouble.ts';
import type { OperationName } from './operation.ts';

/** The number of checks that have to meet the same refusal. A single check may have asked for something unusual. */
const checksToGiveUp = 5;

interface Met {
  readonly message: string;
  readonly checks: Set<string>;
}

/**
 * Gives up operations that the control lists and never carries out. If it refused an operation to several checks in the
 * same words, further checks do not ask for it. An operation that worked once is never given up, because then the
 * refusal may concern the input.
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

  /** @param check the check that asked */
  refused(operation: OperationName, reason: unknown, check: string): void {
    if (this.#worked.has(operation) || !declinedOrFailing(reason)) return;
    const { message, cause, passing, refusal } = reason;
    const before = this.#met.get(operation);
    const met = before?.message === message ? before : { message, checks: new Set<string>() };
    this.#met.set(operation, met);
    if (met.checks.add(check).size < checksToGiveUp) return;
    const finalMessage = `${message} (the same answer as in ${checksToGiveUp} earlier checks, so it is not called again)`;
    this.#givenUp.set(operation, new TestBedTrouble(finalMessage, { cause, passing, refusal }));
  }

  /** @throws TestBedTrouble if the operation is given up */
  check(operation: OperationName): void {
    const trouble = this.#givenUp.get(operation);
    if (trouble !== undefined) throw trouble;
  }
}
