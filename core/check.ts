import type fc from 'fast-check';
import type { Finding, Judgement } from './judgement.ts';

/**
 * A check is a value. `gather` talks to the tenant and decides nothing. `judge` decides, talks to nobody, and yields
 * everything that is wrong. With `cases` the check is a property: both run for each generated case, and a failing case
 * is shrunk.
 *
 * `gather` returns plain data, so that stored data can be judged again. It always returns the evidence of its requests:
 * if there was nothing to look at, it throws `NothingToJudge`, and if all went well, `judge` says so.
 */
export interface CheckDefinition<
  Requirement extends string,
  Freedom extends string,
  Need,
  Scene,
  Stage,
  Case,
  Seen extends {} | null,
> {
  /** The id, such as `profile/what-is-shown`. It never changes. */
  readonly id: string;
  /** The statement that the check shows, as a sentence without a full stop. */
  readonly title: string;
  /** The requirements that its findings may name. */
  readonly proves: readonly [Requirement, ...Requirement[]];
  /** The operations, fixtures and settings that the target must offer. Without them the check is not exercised. */
  readonly needs: readonly Need[];
  /** The cases of a property. */
  readonly cases?: fc.Arbitrary<Case>;
  /**
   * Names the subjects of a case, if the check proves several requirements and one case is not about all of them. The
   * first cases have each name once, so that a short run leaves out none of the requirements.
   */
  readonly about?: (given: Case) => readonly string[];
  /**
   * Returns a key of a case. Cases with equal keys are the same case in other circumstances: each key comes once before
   * any key comes again. Without this function the values of the cases are compared.
   */
  readonly sameAs?: (given: Case) => unknown;
  /** Upper limit of cases, if each case takes long or few of them differ. */
  readonly maxCases?: number;
  /** Set if the cases are written down one by one. At most their circumstances are drawn. */
  readonly casesAreWritten?: true;
  /**
   * The most time that a case lets pass, in seconds. The cases are drawn beforehand and wait together, so no case may
   * touch the actors and records of another.
   */
  readonly maxSeconds?: number;
  /**
   * Set if no result of a case depends on the tenant's clock, and if no case presents a credential, which would expire.
   * If checks share a tenant, the clock may then move for other checks while a case runs.
   */
  readonly clockIndependent?: true;
  /**
   * Returns a case as a sentence, or as its steps, for the counterexample. Without this function the value of the case
   * is printed. `seen` is the gathered data, as far as the case went.
   */
  readonly describe?: (given: Case, seen?: unknown) => string | readonly string[];
  /**
   * Creates the actors that all cases share, once. It is allowed only if no case changes the results of the next one.
   * Without it, each case creates all its actors and records, so cases may run in parallel.
   */
  readonly arrange?: (scene: Scene) => Promise<Stage>;
  /**
   * Set if no case changes the shared actors even for a moment. Cases may then run in parallel although they share
   * actors.
   */
  readonly sideBySide?: true;
  readonly gather: (scene: Scene, given: Case, stage: Stage) => Promise<Seen>;
  readonly judge: (seen: Seen, given: Case) => Iterable<Judgement<Requirement, Freedom>>;
}

/** A check whose own types matter only inside the check itself. */
export type Check<
  Requirement extends string = string,
  Freedom extends string = string,
  Need = unknown,
  Scene = unknown,
> =
  // The types of stage, case and evidence are closed over: the code that runs a check only passes these values on.
  // eslint-disable-next-line typescript/no-explicit-any
  CheckDefinition<Requirement, Freedom, Need, Scene, any, any, any>;

/** Yields an unmet premise if a condition is not met. Returns whether the condition is met. */
export function* premise(holds: boolean, text: string): Generator<Extract<Judgement, { kind: 'premise' }>, boolean> {
  if (!holds) yield { kind: 'premise', text };
  return holds;
}

/** Passes judgements on. Judgements that name a requirement as held are passed on only if their premise holds. */
export function* heldIf<J extends Judgement>(holds: boolean, judgements: Iterable<J>): Generator<J> {
  for (const one of judgements) if (holds || one.kind !== 'held') yield one;
}

export function isFinding<R extends string, F extends string>(judgement: Judgement<R, F>): judgement is Finding<R> {
  return judgement.kind === 'finding';
}
