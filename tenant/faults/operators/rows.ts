import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';
import type { Touch } from './condition.ts';
import { all } from './kinds.ts';
import type { Operator } from './operators.ts';
import type { Holds } from './presented.ts';

/** When a decision is wrong, by what it is asked about, or by what has happened at the tenant before. */
export type ConditionOn<About extends readonly unknown[]> =
  | ((...about: About) => boolean)
  | { readonly watch: (normal: Behaviour) => Watched<About> };
interface Watched<About extends readonly unknown[]> {
  readonly holds: (...about: About) => boolean;
  /** The rules that are followed to know what has happened. */
  readonly remembering?: Partial<Behaviour>;
}
const watched = <About extends readonly unknown[]>(when: ConditionOn<About>, normal: Behaviour): Watched<About> =>
  typeof when === 'function' ? { holds: when } : when.watch(normal);

/** When a decision is wrong: of a request and what it presents, or of what has happened at the tenant before. */
export type When = ConditionOn<Parameters<Holds>>;

/** That both hold, the first of which may have to remember what has happened. */
export const and = <One, Other, With>(
  one: ConditionOn<readonly [One, With]>,
  other: (about: NoInfer<One> & Other, presented: NoInfer<With>) => boolean,
): ConditionOn<readonly [about: One & Other, presented?: With]> => ({
  watch: (normal) => {
    const { holds, ...remembering } = watched(one, normal);
    const both = (about: One & Other, presented: With): boolean => holds(about, presented) && other(about, presented);
    return { holds: (about, presented) => both(about, presented as With), ...remembering };
  },
});

/** What else a fault breaks by its words, or breaks instead of what its decision carries out. */
type Besides = Partial<Pick<Fault, 'breaks' | 'also'>>;

/** A decision as it is made wrongly, with what the catalogue demands of it by its words. */
export interface Wrong {
  /** The requirements that the right decision carries out. A row breaks the first, and may break the others. */
  readonly breaks: readonly string[];
  /** Others that a mistake may break as well. */
  readonly also?: readonly string[];
  /** What it carries out besides, under conditions that a requirement is about. */
  readonly where?: Readonly<Partial<Record<Touch, readonly string[]>>>;
  readonly wrong: Operator;
}

/** The same decision, made wrongly only about what is like this. */
export const only = (like: Holds, decision: Wrong): Wrong => ({
  ...decision,
  wrong: (when) => decision.wrong(all(like, when)),
});

/** A decision that is made wrongly in a way of its own, which knows no condition. */
export const by = (decision: Wrong, deviation: Deviation): Wrong => ({ ...decision, wrong: () => deviation });

/** A fault as a row: the decision that is wrong, when it is, what the tenant then does, and what else that breaks. */
export type Row = readonly [decision: Wrong, when: When, summary: string, besides?: Besides];

/** The faults of a table, by the part of their id behind the profile. */
export function faultsOf(profile: string, rows: Readonly<Record<string, Row>>): readonly Fault[] {
  return Object.entries(rows).map(([id, [decision, when, summary, besides = {}]]) => {
    const [first = '', ...others] = decision.breaks;
    const { breaks = [first], also = [] } = besides;
    const { also: alsoByDecision = [], where = {} } = decision;
    const byWords = new Set([...others, ...alsoByDecision, ...Object.values(where).flat(), ...also]);
    return {
      id: `${profile}/${id}`,
      breaks,
      also: [...byWords].filter((one) => !breaks.includes(one)),
      summary,
      behaviour: wrongWhen(decision.wrong, when),
    };
  });
}

/** A fault by hand as a row: what the tenant does instead, the sentence that says so, and what else that breaks by its words. */
type HandRow = readonly [wrong: Deviation, summary: string, also?: readonly string[]];

/** Makes the faults of a table that break the same requirements, by the part of their id behind the profile. */
export const breakingIn =
  (profile: string) =>
  (
    breaks: string | readonly string[],
    rows: Readonly<Record<string, HandRow>>,
    alsoByAll: readonly string[] = [],
  ): readonly Fault[] =>
    Object.entries(rows).map(([id, [behaviour, summary, also = []]]) => ({
      id: `${profile}/${id}`,
      breaks: [breaks].flat(),
      also: [...alsoByAll, ...also],
      summary,
      behaviour,
    }));

/** A decision that is wrong under a condition, which may have to remember what has happened at the tenant. */
export function wrongWhen<About extends readonly unknown[]>(
  wrong: (when: (...about: About) => boolean) => Deviation,
  when: ConditionOn<About>,
): Deviation {
  return (normal) => {
    const { holds, remembering = {} } = watched(when, normal);
    return { ...remembering, ...wrong(holds)({ ...normal, ...remembering }) };
  };
}
