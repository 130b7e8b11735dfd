import type { Journal } from '../journal.ts';

/** The differences from the usual way of running a case. */
export interface Manner {
  /** Keys of the steps whose first answer counts unchanged, because it was found to be the tenant's own. */
  readonly asIs?: ReadonlySet<string>;
  /**
   * Whether each control operation that may be repeated is carried out twice, since a control may report success and do
   * nothing.
   */
  readonly repeatOperations?: boolean;
  /**
   * Seed of the names of the case's users and apps, the same each time that the case is run. All are plain unless
   * given.
   */
  readonly namesSeed?: number;
  /**
   * Whether extras are drawn in addition to its users and apps. They are not drawn for a check with one case only, in
   * which they could always interfere.
   */
  readonly drawsExtras?: boolean;
  /** Whether the scene creates the actors that all cases of a check share. */
  readonly staging?: boolean;
  /** The bad values that the case leaves out, by place: with a bad answer there the case showed nothing. */
  readonly without?: ReadonlyMap<string, MetBadValue>;
}

/** A bad answer that a case met. It is a finding of a requirement that the check of the case does not prove. */
export interface MetBadValue {
  /** Method and path of the bad answer. */
  readonly place: string;
  /** The bad answer in words, with the requirement that it breaks. */
  readonly told: string;
  /** The requirements that demand a good answer there: a case without it does not show that these are kept. */
  readonly demandedBy: readonly string[];
}

/** Opens the scene with which a case works. The journal records everything that the case does. */
export type OpenScene<Scene> = (
  journal: Journal,
  manner?: Manner,
) => Promise<{ readonly scene: Scene; readonly close: () => Promise<void> }>;
