import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';
import { always } from '../operators/kinds.ts';
import * as rows from '../operators/rows.ts';

/** Whether a decision is wrong, by what it is about: a message, a delivery, a webhook that is set. */
export type Holds<About> = (about: About) => boolean;
/** The same by what has happened at the tenant before. */
export interface Watching<About> {
  readonly watch: (normal: Behaviour) => { readonly holds: Holds<About>; readonly remembering?: Partial<Behaviour> };
}
export type When<About> = rows.ConditionOn<readonly [About]>;

/** A decision as it is made wrongly, with the requirement that it carries out first, and others that it carries out by its words. */
export interface Wrong<About> extends Pick<rows.Wrong, 'breaks' | 'also'> {
  readonly wrong: (when: Holds<About>) => Deviation;
}

/** A fault of webhooks as a row: the decision that is wrong, when it is, what the tenant then does, and what else that breaks. */
export type Row<About> = readonly [
  decision: Wrong<About>,
  when: When<About>,
  summary: string,
  besides?: Partial<Pick<Fault, 'breaks' | 'also'>>,
];

/** The faults of a table, by the part of their id behind the profile. */
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
