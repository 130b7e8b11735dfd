import type { Subject, Touch } from './condition.ts';
import type { Operator } from './operators.ts';

/** A decision that can be made wrongly, with what the catalogue demands of it by its words. */
export interface Decision {
  readonly profile: 'lifecycle' | 'expiry' | 'versioning' | 'client-credentials' | 'api-key';
  readonly id: string;
  /** The beginning of a sentence that says what the tenant does. */
  readonly does: string;
  /** The requirements that the right decision carries out: a mistake breaks one of them at least. */
  readonly breaks: readonly string[];
  /** Others that a mistake may break as well. */
  readonly also?: readonly string[];
  /** What it carries out besides, under conditions that a requirement is about. */
  readonly where?: Readonly<Partial<Record<Touch, readonly string[]>>>;
  /** The conditions that make sense. */
  readonly under: readonly Subject[];
  /** Those among them that do not: what they leave is nothing, all, or another decision. */
  readonly except?: readonly string[];
  readonly wrong: Operator;
}
