import type { View } from '../../drivers/world/view.ts';
import type { LookForm } from '../../generators/reach-story.ts';
import type { ReachSeen } from '../expectations/reach.ts';
import type { Happening } from '../model/reach.ts';

/** One look: the pages of one listing that one actor received. Plain data. */
export interface Looked {
  readonly do: 'look';
  readonly who: number;
  readonly path: string;
  /** The view with the actor's earlier credential. */
  readonly early: ReachSeen;
  /**
   * For an app: the view with a new token. It is taken if the earlier token was not shown all due records, or was shown
   * records of a project that the app was taken from.
   */
  readonly fresh?: ReachSeen | undefined;
  /** The view of a call in another form than a plain one. */
  readonly otherwise?: { readonly form: LookForm; readonly view: View } | undefined;
}

/** The events of a story with its looks in order, and the final looks, which have no order among themselves. */
export interface ReachEvidence {
  readonly past: readonly (Happening | Looked)[];
  readonly last: readonly Looked[];
}
