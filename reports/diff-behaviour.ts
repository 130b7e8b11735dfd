import { behaviourIn } from './behaviours.ts';
import type { Behaviour, Report } from './report.ts';

export type Answer = Pick<Behaviour, 'answer' | 'members' | 'headers'>;

/** A difference between the tenant's answers in two runs, seen in checks that passed both times. */
export interface BehaviourChange {
  /** Method, path and names of the query's members. */
  readonly request: string;
  /** Ids of the checks that saw it. */
  readonly checks: readonly string[];
  /** Answers that only the older run had. */
  readonly before: readonly Answer[];
  /** Answers that only the newer run has. */
  readonly after: readonly Answer[];
}

/** The tenant's answers in one check that passed both times. */
interface Pair {
  readonly check: string;
  readonly before: readonly Behaviour[];
  readonly after: readonly Behaviour[];
}

/** Reports whether both runs drew the same cases, so that each check sent the same requests. */
export function sameCases(older: Report, newer: Report): boolean {
  return older.seed === newer.seed && older.runsPerProperty === newer.runsPerProperty;
}

/**
 * Returns the differences in the tenant's answers, as far as checks saw them that passed both times. Only requests that
 * both runs sent are compared: a request that one run did not send shows nothing.
 */
export function behaviourChanges(older: Report, newer: Report): BehaviourChange[] {
  const [readOlder, readNewer] = [behaviourIn(older), behaviourIn(newer)];
  const earlier = new Map(older.checks.map((check) => [check.id, check]));
  const pairs = newer.checks.flatMap((check): Pair[] => {
    const before = earlier.get(check.id);
    if (check.verdict !== 'passed' || before?.verdict !== 'passed') return [];
    return [{ check: check.id, before: readOlder(before), after: readNewer(check) }];
  });
  return sameCases(older, newer) ? answerByAnswer(pairs) : allTogether(pairs);
}

/** Returns each answer that only one of the runs got as a change, because both runs sent the same requests. */
function answerByAnswer(pairs: readonly Pair[]): BehaviourChange[] {
  const changes = new Map<string, BehaviourChange>();
  for (const { check, before, after } of pairs) {
    const was = Map.groupBy(before, ({ request }) => request);
    for (const [request, answers] of Map.groupBy(after, (one) => one.request)) {
      const known = was.get(request) ?? [];
      const [removed, added] = [without(known, answers), without(answers, known)];
      if (known.length === 0 || removed.length + added.length === 0) continue;
      const key = [request, ...removed.map(({ id }) => `-${id}`), ...added.map(({ id }) => `+${id}`)].join('\n');
      const checks = [...(changes.get(key)?.checks ?? []), check];
      changes.set(key, { request, checks, before: removed.map(answerOf), after: added.map(answerOf) });
    }
  }
  return [...changes.values()];
}

/**
 * Compares all answers of the runs together, because the runs drew different cases. Members and headers are compared
 * between answers with the same status. The statuses are compared only if the runs have no status in common: a status
 * that only some cases get is chance.
 */
function allTogether(pairs: readonly Pair[]): BehaviourChange[] {
  const was = Map.groupBy(answersOf(pairs.flatMap(({ before }) => before)), ({ request }) => request);
  const is = Map.groupBy(answersOf(pairs.flatMap(({ after }) => after)), ({ request }) => request);
  return [...was].flatMap(([request, before]): BehaviourChange[] => {
    const after = is.get(request);
    if (after === undefined) return [];
    const checks = pairs
      .filter((pair) => [...pair.before, ...pair.after].some((one) => one.request === request))
      .map(({ check }) => check);
    const both = before.flatMap((old): (readonly [Answer, Answer])[] => {
      const now = after.find(({ answer }) => answer === old.answer);
      return now === undefined ? [] : [[old, now]];
    });
    if (both.length === 0) return [{ request, checks, before: before.map(answerOf), after: after.map(answerOf) }];
    return both
      .filter(([old, now]) => old.members !== now.members || old.headers !== now.headers)
      .map(([old, now]) => ({ request, checks, before: [answerOf(old)], after: [answerOf(now)] }));
  });
}

/** Returns the answers to each request by status, with the members and headers of all its answers together. */
function answersOf(behaviours: readonly Behaviour[]): (Answer & { readonly request: string })[] {
  const groups = Map.groupBy(behaviours, ({ request, answer }) => `${request}\n${answer}`);
  return [...groups.values()].map((group) => {
    const { request = '', answer = '' } = group[0] ?? {};
    const members = united(group.map((one) => one.members));
    const headers = united(group.map((one) => one.headers));
    return { request, answer, ...(members === '' ? {} : { members }), ...(headers === '' ? {} : { headers }) };
  });
}

function united(lists: readonly (string | undefined)[]): string {
  const names = new Set(lists.flatMap((list) => (list === undefined ? [] : list.split(', '))));
  return [...names].sort().join(', ');
}

function without(all: readonly Behaviour[], others: readonly Behaviour[]): Behaviour[] {
  const known = new Set(others.map(({ id }) => id));
  return all.filter(({ id }) => !known.has(id));
}

function answerOf({ answer, members, headers }: Answer): Answer {
  return {
    answer,
    ...(members === undefined ? {} : { members }),
    ...(headers === undefined ? {} : { headers }),
  };
}
