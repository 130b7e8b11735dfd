import type { Journal } from '../journal.ts';

/** How a case is done where it is not done in the usual way. */
export interface Manner {
  /** Steps, by their keys, whose first answer counts as it is: it was found to be the tenant's own. */
  readonly asIs?: ReadonlySet<string>;
  /** Each operation of the control that may be repeated is done twice, since a control may say "done" and do nothing. */
  readonly repeatOperations?: boolean;
  /** From which the names of its users and apps are drawn: the same each time that the case is done. All are plain unless given. */
  readonly namesSeed?: number;
  /** Whether extras are drawn beside its users and apps: not where there is one case alone, in which they could always be in the way. */
  readonly drawsExtras?: boolean;
  /** It makes what all cases of a check share. */
  readonly staging?: boolean;
  /** What is left out of it, by its place: with a bad answer there the case came to nothing. */
  readonly without?: ReadonlyMap<string, MetBadValue>;
}

/** A bad answer that a case met, which is a finding of another requirement than those of its check. */
export interface MetBadValue {
  /** Method and path of what gave it. */
  readonly place: string;
  /** What is bad there, with the requirement that says so. */
  readonly told: string;
  /** The requirements that demand a good answer there: a case without it does not show that these are kept. */
  readonly demandedBy: readonly string[];
}

/** Opens what a case works with; the journal takes down all that it does. */
export type OpenScene<Scene> = (
  journal: Journal,
  manner?: Manner,
) => Promise<{ readonly scene: Scene; readonly close: () => Promise<void> }>;
