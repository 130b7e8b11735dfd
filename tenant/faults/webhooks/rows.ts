import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';
import { always } from '../operators/kinds.ts';
import * as rows from '../operators/rows.ts';

/** The condition for a wrong decision, on the subject of the decision: a message, a delivery, a webhook that is set. */
export type Holds<About> = (about: About) => boolean;
/** The same condition on earlier events at the tenant. */
export interface RememberingCondition<About> {
  readonly watch: (normal: Behaviour) => { readonly holds: Holds<About>; readonly remembering?: Partial<Behaviour> };
}
export type When<About> = rows.ConditionOn<readonly [About]>;

/** A wrong decision, with the requirement that it carries out first and others that it carries out by their words. */
export interface Wrong<About> extends Pick<rows.Wrong, 'breaks' | 'also'> {
  readonly wrong: (when: Holds<About>) => Deviation;
}

/** A row for a webhook fault: the wrong decision, its condition, the tenant's behaviour, and what else it breaks. */
export type Row<About> = readonly [
  decision: Wrong<About>,
  when: When<About>,
  summary: string,
  besides?: Partial<Pick<Fault, 'breaks' | 'also'>>,
];

/** Returns the faults of a table. Its keys are the ids without the profile. */
export const faultsOf = <About>(table: Readonly<Record<string, Row<About>>>): readonly Fault[] =>
  rows.faultsOf(
    'webhooks',
    Object.fromEntries(
      Object.entries(table).map(([id, [decision, when, summary, besides = {}]]) => [
        id,
        [{ ...decision, wrong: () => rows.wrongWhen(decision.wrong, when) }, always, summary, besides],
      ]),
    ),
  );

export const breaking = rows.breakingIn('webhooks');
