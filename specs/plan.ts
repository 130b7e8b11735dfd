import type { OperationName } from '../drivers/control/control.ts';
import type { Need } from '../drivers/target/need.ts';
import type { SuiteCheck } from './check.ts';
import type { ProfileName } from './requirements/index.ts';
import { profileNames, requirementsOf } from './requirements/index.ts';

/** What a run would do at a target. */
export interface Plan {
  readonly checks: readonly PlannedCheck[];
  /** Those that were asked for. */
  readonly profiles: readonly PlannedProfile[];
  /** What the control is asked for, and by how many of the checks that would be exercised. */
  readonly operations: readonly { readonly name: OperationName; readonly checks: number }[];
  /** Calls of the tenant, roughly. */
  readonly requests: number;
  /** Seconds by which the tenant's clock is to go on, at most; 0 where no check lets time pass. */
  readonly waits: number;
}

export interface PlanOptions {
  /** Cases a property. */
  readonly runs: number;
  /** The profiles that were asked for; all of which a check was chosen unless given. */
  readonly profile?: readonly ProfileName[] | undefined;
}

export interface PlannedCheck {
  readonly id: string;
  /** Why it would not be exercised. */
  readonly lacks?: string;
}

export interface PlannedProfile {
  readonly name: ProfileName;
  readonly exercised: 'whole' | 'part' | 'none';
  /** How many of its requirements would be. */
  readonly requirements: number;
  readonly of: number;
}

/** What the suite has the control make where the target's fixtures are not all that there is. */
const makes: Readonly<Partial<Record<Need, readonly OperationName[]>>> = {
  actor: ['app.create'],
  app: ['app.create'],
  'api-key': ['user.create', 'apiKey.create'],
  'two-api-keys': ['user.create', 'apiKey.create'],
  access: ['project.create', 'project.grant', 'record.create'],
  filters: ['schema.create'],
  'delegated-grant': ['app.create', 'user.create', 'browser.authorize'],
  'passing-time': ['clock.advance'],
};

/** Calls that a case makes, on the average of a profile's checks as they were counted at the reference tenant. */
const callsACase: Readonly<Record<ProfileName, number>> = {
  transport: 4,
  'token-issuance': 4.5,
  'client-credentials': 6,
  delegated: 4,
  'api-key': 7,
  'openid-connect': 3.5,
  lifecycle: 13.5,
  expiry: 18,
  listing: 6,
  filtering: 2,
  webhooks: 0.1,
  versioning: 5.5,
};

/**
 * Plans a run of checks.
 *
 * @param lacks what the target lacks for each check that could not be exercised
 * @param offered what its control can do
 */
export function planOf(
  checks: readonly SuiteCheck[],
  lacks: ReadonlyMap<string, string>,
  offered: readonly string[],
  { runs, profile }: PlanOptions,
): Plan {
  const exercised = checks.filter(({ id }) => !lacks.has(id));
  const supported = new Set(offered);
  const asked = new Map<OperationName, number>();
  for (const { needs } of exercised) {
    const operations = new Set(needs.flatMap((need) => makes[need] ?? [need as OperationName]));
    for (const name of operations) if (supported.has(name)) asked.set(name, (asked.get(name) ?? 0) + 1);
  }
  return {
    checks: checks.map(({ id }) => {
      const lack = lacks.get(id);
      return { id, ...(lack === undefined ? {} : { lacks: lack }) };
    }),
    profiles: profilesOf(profile ?? profileNames, checks, exercised),
    operations: [...asked].map(([name, count]) => ({ name, checks: count })).toSorted((a, b) => b.checks - a.checks),
    requests: Math.round(exercised.reduce((sum, check) => sum + callsOf(check, runs), 0)),
    waits: Math.max(0, ...exercised.map(({ waits }) => waits ?? 0)),
  };
}

function callsOf({ id, given, atMost = Infinity }: SuiteCheck, runs: number): number {
  const cases = given === undefined ? 1 : Math.min(runs, atMost);
  const [profile] = id.split('/') as [ProfileName];
  return cases * callsACase[profile];
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
