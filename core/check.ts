import type fc from 'fast-check';
import type { Finding, Judgement } from './judgement.ts';

/**
 * A check is a value. `gather` talks to the tenant and decides nothing; `judge` decides and talks to nobody, and
 * yields everything that is wrong. With `cases` it is a property: both run for each generated case and the failing
 * case is shrunk.
 *
 * What `gather` returns is plain data, so that it can be judged again from where it was stored. It always returns what it
 * saw: where there was nothing to look at it throws `NothingToJudge`, and where all went well `judge` says so.
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
  /** `profile/what-is-shown`, permanent. */
  readonly id: string;
  /** What is shown, as a sentence without a full stop. */
  readonly title: string;
  /** The requirements that its findings may name. */
  readonly proves: readonly [Requirement, ...Requirement[]];
  /** What the target must offer for this check to be exercised. */
  readonly needs: readonly Need[];
  /** The cases of a property. */
  readonly cases?: fc.Arbitrary<Case>;
  /**
   * Names what a case is about, where a check proves several requirements and one case is not about all of them. The
   * first cases have each name once, so that a short run leaves out none of the requirements.
   */
  readonly about?: (given: Case) => readonly string[];
  /** Cases for which this is equal are the same one, told otherwise: each comes once before any comes again. Their values unless given. */
  readonly sameAs?: (given: Case) => unknown;
  /** Upper limit of cases, where each one is dear or there are few different ones. */
  readonly maxCases?: number;
  /** Whether they are written down one by one: at most the circumstances in which they are told are drawn. */
  readonly areWritten?: true;
  /**
   * How much time a case lets pass, in seconds at most. Its cases are drawn beforehand and wait together, so no case
   * may touch what another one uses.
   */
  readonly maxSeconds?: number;
  /**
   * Nothing that a case looks at depends on the tenant's clock, and it presents no credential, which would end: where
   * checks share a tenant, the clock may move for others in the middle of it.
   */
  readonly atAnyTime?: true;
  /**
   * A case as a sentence, or as its steps, for the counterexample; otherwise its value is printed. With what was gathered,
   * as far as it went.
   */
  readonly describe?: (given: Case, seen?: unknown) => string | readonly string[];
  /**
   * Actors that all cases share, made once: only where no case changes what the next one would see. Cases of a check
   * without it make all that they use, so they may be run side by side.
   */
  readonly arrange?: (scene: Scene) => Promise<Stage>;
  /** No case changes what was arranged for as much as a moment, so that cases may be run side by side all the same. */
  readonly sideBySide?: true;
  readonly gather: (scene: Scene, given: Case, stage: Stage) => Promise<Seen>;
  readonly judge: (seen: Seen, given: Case) => Iterable<Judgement<Requirement, Freedom>>;
}

/** A check whose own types matter to nobody but itself. */
export type Check<
  Requirement extends string = string,
  Freedom extends string = string,
  Need = unknown,
  Scene = unknown,
> =
  // The types of stage, case and evidence are closed over; the code that runs a check only hands them on.
  // eslint-disable-next-line typescript/no-explicit-any
  CheckDefinition<Requirement, Freedom, Need, Scene, any, any, any>;

/** Yields that something did not hold that had to hold first; true when it holds. */
export function* premise(holds: boolean, text: string): Generator<Extract<Judgement, { kind: 'premise' }>, boolean> {
  if (!holds) yield { kind: 'premise', text };
  return holds;
}

/** Passes judgements on. What is wrong is told in any case, and what is held only where what had to hold first does. */
export function* heldWhere<J extends Judgement>(holds: boolean, judgements: Iterable<J>): Generator<J> {
  for (const one of judgements) if (holds || one.kind !== 'held') yield one;
}

export function isFinding<R extends string, F extends string>(judgement: Judgement<R, F>): judgement is Finding<R> {
  return judgement.kind === 'finding';
}
