import type { ControlDescription } from '../../schemas/types/control.ts';
import type { ControlKind } from '../../schemas/types/report.ts';
import { SuiteMistake, Unsupported } from '../../core/trouble.ts';
import type { SchemaName } from '../../schemas/validate.ts';
import { validator } from '../../schemas/validate.ts';
import { ControlFailure } from './failure.ts';
import type { Input, OperationName, Output } from './operation.ts';
import { Refusals } from './refusals.ts';
import type { Tries } from './tries.ts';

/** Carries operations out. `Control` validates input and output around it. */
export interface ControlAdapter {
  readonly kind: ControlKind;
  readonly description: ControlDescription;
  /**
   * @throws Unsupported if the control does not know the operation
   * @throws TestBedTrouble if the operation fails
   */
  operate(operation: string, input: unknown, signal?: AbortSignal): Promise<unknown>;
}

/**
 * The client of the control: asks the tenant's operator for changes that the public API cannot make. Input and output
 * are validated against the protocol.
 */
export class Control {
  readonly #adapter: ControlAdapter;
  readonly #tries: Tries;
  readonly #operations: Set<string>;
  /** Operations that the control was asked for, did not know, and has never carried out. */
  readonly #unknown = new Set<OperationName>();
  readonly #refusals = new Refusals();

  /** @param tries decides whether a failed operation is tried again; by default it is not */
  constructor(adapter: ControlAdapter, tries: Tries = (_operation, attempt) => attempt()) {
    this.#adapter = adapter;
    this.#tries = tries;
    this.#operations = new Set(adapter.description.operations);
  }

  get kind(): ControlAdapter['kind'] {
    return this.#adapter.kind;
  }

  get description(): ControlDescription {
    return this.#adapter.description;
  }

  supports(operation: OperationName): boolean {
    return this.#operations.has(operation);
  }

  /** Operations that the control lists, but answered as unknown (501) each time it was asked for them. */
  get unknown(): readonly OperationName[] {
    return [...this.#unknown];
  }

  /** Treats operations as not offered from now on, although the control lists them. */
  withdraw(operations: readonly OperationName[]): void {
    for (const operation of operations) this.#operations.delete(operation);
  }

  /**
   * @param check the check that asks; an operation that is refused to several checks in the same words is given up.
   *   Absent if no check asks
   * @throws Unsupported if the control does not know the operation
   * @throws TestBedTrouble if the operation is refused or fails
   */
  async call<Name extends OperationName>(
    operation: Name,
    input: Input<Name>,
    signal?: AbortSignal,
    check?: string,
  ): Promise<Output<Name>> {
    if (!this.supports(operation)) throw new Unsupported(`the control does not offer ${operation}`);
    this.#refusals.check(operation);
    const wrong = problems(`${operation}.input` as SchemaName, input);
    if (wrong !== undefined)
      throw new SuiteMistake(`the input of ${operation} is not what the protocol requires: ${wrong}`);
    const attempt = async (): Promise<Output<Name>> => {
      const output = await this.#adapter.operate(operation, input, signal);
      const nonsense = problems(`${operation}.output` as SchemaName, output);
      if (nonsense === undefined) return output as Output<Name>;
      throw new ControlFailure(`the control answered ${operation} with an invalid answer: ${nonsense}`, {
        kind: 'nonsense',
      });
    };
    try {
      const output = await this.#tries(operation, attempt, signal);
      this.#unknown.delete(operation);
      this.#refusals.worked(operation);
      return output;
    } catch (reason) {
      if (reason instanceof Unsupported) this.#unknown.add(operation);
      else if (check !== undefined) this.#refusals.refused(operation, reason, check);
      throw reason;
    }
  }
}

function problems(schema: SchemaName, value: unknown): string | undefined {
  const found = validator(schema)(value);
  return found.length === 0 ? undefined : found.map((problem) => problem.sentence).join('; ');
}
