import type { Behaviour, Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';
import type { Touch } from './condition.ts';
import { all } from './kinds.ts';
import type { Operator } from './operators.ts';
import type { Holds } from './presented.ts';

/** The condition under which a decision is wrong: on its arguments, or on earlier events at the tenant. */
export type ConditionOn<About extends readonly unknown[]> =
  | ((...about: About) => boolean)
  | { readonly watch: (normal: Behaviour) => Watched<About> };
interface Watched<About extends readonly unknown[]> {
  readonly holds: (...about: About) => boolean;
  /** The rules that the condition wraps to learn about events. */
  readonly remembering?: Partial<Behaviour>;
}
const watched = <About extends readonly unknown[]>(when: ConditionOn<About>, normal: Behaviour): Watched<About> =>
  typeof when === 'function' ? { holds: when } : when.watch(normal);

/** The condition under which a decision is wrong: on a request and its credential, or on earlier events. */
export type When = ConditionOn<Parameters<Holds>>;

/** Returns a condition that holds if both hold. The first one may have to remember events. */
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

/** Requirements that a fault also breaks by their words, or breaks instead of those that its decision carries out. */
type BreaksByWords = Partial<Pick<Fault, 'breaks' | 'also'>>;

/** A decision that is made wrongly, with the requirements that the words of the catalogue state about it. */
export interface Wrong {
  /** The requirements that the right decision carries out. A row breaks the first, and may break the others. */
  readonly breaks: readonly string[];
  /** Other requirements that a mistake may break too. */
  readonly also?: readonly string[];
  /** Further requirements that the decision carries out under conditions that a requirement is about. */
  readonly where?: Readonly<Partial<Record<Touch, readonly string[]>>>;
  readonly wrong: Operator;
}

/** Returns the same decision, made wrongly only if `like` holds. */
export const only = (like: Holds, decision: Wrong): Wrong => ({
  ...decision,
  wrong: (when) => decision.wrong(all(like, when)),
});

/** Returns a decision that is made wrongly by a deviation of its own, without a condition. */
export const by = (decision: Wrong, deviation: Deviation): Wrong => ({ ...decision, wrong: () => deviation });

/** A fault as a row: the wrong decision, its condition, the sentence about it, and changes to what it breaks. */
export type Row = readonly [decision: Wrong, when: When, summary: string, breaksByWords?: BreaksByWords];

/** Returns the faults of a table. Its keys are the ids without the profile. */
export function faultsOf(profile: string, rows: Readonly<Record<string, Row>>): readonly Fault[] {
  return Object.entries(rows).map(([id, [decision, when, summary, breaksByWords = {}]]) => {
    const [first = '', ...others] = decision.breaks;
    const { breaks = [first], also = [] } = breaksByWords;
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

/** A fault by hand as a row: the deviation, the sentence about it, and other requirements whose words it breaks. */
type HandRow = readonly [wrong: Deviation, summary: string, also?: readonly string[]];

/** Returns a function that makes faults of the same requirements from a table, keyed by the ids without the profile. */
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

/** Returns a decision that is wrong under a condition, which may have to remember events at the tenant. */
export function wrongWhen<About extends readonly unknown[]>(
  wrong: (when: (...about: About) => boolean) => Deviation,
  when: ConditionOn<About>,
): Deviation {
  return (normal) => {
    const { holds, remembering = {} } = watched(when, normal);
    return { ...remembering, ...wrong(holds)({ ...normal, ...remembering }) };
  };
}
