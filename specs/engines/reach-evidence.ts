import type { View } from '../../drivers/world/view.ts';
import type { LookForm } from '../../generators/reach-story.ts';
import type { ReachSeen } from '../expectations/reach.ts';
import type { Happening } from '../model/reach.ts';

/** How one actor was shown one listing. Plain data. */
export interface Looked {
  readonly do: 'look';
  readonly who: number;
  readonly path: string;
  /** With the credential that it has had since before. */
  readonly early: ReachSeen;
  /** Of an app: with a new token, where the early one was not shown what is due, or was what its app had left. */
  readonly fresh?: ReachSeen;
  /** The listing asked for otherwise than plainly. */
  readonly otherwise?: { readonly form: LookForm; readonly view: View };
}

/** What happened in a story, with the looks in their places, and those with which it ends, none of which comes before another. */
export interface ReachEvidence {
  readonly past: readonly (Happening | Looked)[];
  readonly last: readonly Looked[];
}
