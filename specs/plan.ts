import type { OperationName } from '../drivers/control/operation.ts';
import type { Need } from '../drivers/session/need.ts';
import { waysOf } from '../drivers/session/need.ts';
import { isOperation } from '../drivers/session/provision.ts';
import { casesOf } from '../core/run/host.ts';
import { firstCasesOf } from './first-cases.ts';
import type { Cost } from './cost-per-case.ts';
import { costOf } from './cost-per-case.ts';
import type { SuiteCheck } from './check.ts';
import type { ProfileName } from './requirements/index.ts';
import { profileNames, requirementsOf } from './requirements/index.ts';

/** The work that a run would do at a target. */
export interface Plan {
  readonly checks: readonly PlannedCheck[];
  /** The profiles that were requested. */
  readonly profiles: readonly PlannedProfile[];
  /** The operations that the control is asked for, each with the number of exercised checks that use it. */
  readonly operations: readonly { readonly name: OperationName; readonly checks: number }[];
  /** Approximate number of calls of the tenant and of operations of its control. */
  readonly requests: number;
  readonly operated: number;
  /** Seconds by which the tenant's clock is moved at most; 0 if no check lets time pass. */
  readonly waits: number;
}

export interface PlanOptions {
  /** Cases per property. */
  readonly runs: number;
  /** Plans the shortest run: the first cases of each check, as with `--within` and no time left for others. */
  readonly shortest?: boolean;
  /** The profiles that were requested; by default all profiles that a chosen check belongs to. */
  readonly profile?: readonly ProfileName[] | undefined;
}

export interface PlannedCheck {
  readonly id: string;
  /** Why the check would not be exercised. */
  readonly lacks?: string;
}

export interface PlannedProfile {
  readonly name: ProfileName;
  readonly exercised: 'whole' | 'part' | 'none';
  /** How many of its requirements would be exercised. */
  readonly requirements: number;
  readonly of: number;
}

/** Returns the control operations that the suite uses if the control meets a need. */
function operationsFor(need: Need): readonly OperationName[] {
  return need === 'passing-time' ? ['clock.advance'] : waysOf(need)[0].filter(isOperation);
}

/**
 * Plans a run of checks.
 *
 * @param lacks what the target lacks for each check that could not be exercised
 * @param offered the operations that its control offers
 */
export function planOf(
  checks: readonly SuiteCheck[],
  lacks: ReadonlyMap<string, string>,
  offered: readonly string[],
  { runs, profile, shortest = false }: PlanOptions,
): Plan {
  const exercised = checks.filter(({ id }) => !lacks.has(id));
  const supported = new Set(offered);
  const named = new Map<OperationName, number>();
  for (const { needs } of exercised) {
    const operations = new Set(needs.flatMap(operationsFor));
    for (const name of operations) if (supported.has(name)) named.set(name, (named.get(name) ?? 0) + 1);
  }
  const total = (what: Cost): number =>
    Math.round(
      exercised.reduce((sum, check) => sum + costOf(check, what, (shortest ? firstCasesOf : casesOf)(check, runs)), 0),
    );
  return {
    checks: checks.map(({ id }) => {
      const lack = lacks.get(id);
      return { id, ...(lack === undefined ? {} : { lacks: lack }) };
    }),
    profiles: profilesOf(profile ?? profileNames, checks, exercised),
    operations: [...named].map(([name, count]) => ({ name, checks: count })).toSorted((a, b) => b.checks - a.checks),
    requests: total('requests'),
    operated: supported.size === 0 ? 0 : total('operations'),
    waits: Math.max(0, ...exercised.map(({ maxSeconds }) => maxSeconds ?? 0)),
  };
}

/** How fast a tenant answers, in seconds, and the limit of its request rate. */
export interface Throughput {
  /** Average seconds of a call while several calls are under way, and of an operation. */
  readonly call: number;
  readonly operation: number;
  readonly requestsPerSecond: number;
}

/** Seconds that the suite itself needs for a call or an operation. */
const ownSeconds = 0.001;

/** Estimates the seconds that the calls and operations of a plan take. Real waiting time is added to that. */
export function secondsOf(
  { requests, operated }: Pick<Plan, 'requests' | 'operated'>,
  { call, operation, requestsPerSecond }: Throughput,
): number {
  const answered = requests * Math.max(call, ownSeconds) + operated * Math.max(operation, ownSeconds);
  return Math.ceil(Math.max(answered, requests / requestsPerSecond));
}

function profilesOf(
  names: readonly ProfileName[],
  chosen: readonly SuiteCheck[],
  exercised: readonly SuiteCheck[],
): PlannedProfile[] {
  const proved = (some: readonly SuiteCheck[]): Set<string> => new Set(some.flatMap(({ proves }) => proves));
  const [wanted, met] = [proved(chosen), proved(exercised)];
  return names.flatMap((name) => {
    const all = requirementsOf(name).map(({ id }) => id);
    if (!all.some((id) => wanted.has(id))) return [];
    const requirements = all.filter((id) => met.has(id)).length;
    const share = requirements === all.length ? 'whole' : requirements === 0 ? 'none' : 'part';
    return [{ name, exercised: share, requirements, of: all.length }];
  });
}
