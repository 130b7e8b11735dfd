import type { CheckResult, SeenFreedom } from '../core/result.ts';
import { SuiteMistake } from '../core/trouble.ts';
import type { SelectedCheck } from '../core/without-result.ts';
import type { Basis } from '../core/verdict.ts';
import { verdicts } from '../core/verdict.ts';
import { behaviourIds, behaviourTable } from './behaviours.ts';
import { conclude } from './conclusions.ts';
import { digestOf } from './digest.ts';
import { everySelected } from './every-selected.ts';
import { exercisedIn } from './exercised.ts';
import { exchangeEntries, reportedFailure } from './evidence.ts';
import { weatherOf } from './weather.ts';
import type {
  FreedomEntry,
  Observation,
  ProfileName,
  Report,
  ReportedCheck,
  ReportShard,
  ReportTarget,
  Tool,
  UntestableEntry,
  WaiverEntry,
} from './report.ts';

/** The part of the catalogue that the report needs. The catalogue's own module has this type. */
export interface Catalogue {
  readonly catalogueVersion: string | number;
  readonly profileNames: readonly ProfileName[];
  readonly requirements: readonly {
    readonly id: string;
    readonly profile: ProfileName;
    readonly section: string;
    readonly from?: readonly string[];
    readonly statement: string;
    readonly basis: Basis;
  }[];
  readonly freedoms: readonly FreedomEntry[];
  readonly untestable: readonly Partial<UntestableEntry>[];
}

export interface RunRecord {
  readonly tool: Tool;
  readonly target: ReportTarget;
  /** ISO 8601, by the real clock. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly seed: number;
  readonly runsPerProperty: number;
  readonly controlWeather?: Report['controlWeather'] | undefined;
  /** The result of the survey, which ran before the checks. */
  readonly survey?: Report['survey'] | undefined;
  /** Seconds within which the run was to end; undefined if the run had no time limit. */
  readonly withinSeconds?: number | undefined;
  /** The results of the checks that were run, in any order. */
  readonly results: readonly CheckResult[];
  /**
   * The checks that were selected. Each is in the report, with or without a result. If undefined, the report has only
   * the checks of `results`.
   */
  readonly selected?: readonly SelectedCheck[];
  /** Errors outside of every check: the reason why selected checks have no result although the run was not stopped. */
  readonly trouble?: readonly string[];
  readonly catalogue: Catalogue;
  /**
   * Ids of the checks that prove a requirement, whether they were run or not. A requirement without checks is
   * `planned`.
   */
  readonly checksByRequirement: ReadonlyMap<string, readonly string[]>;
  /** Profiles that must have been exercised whole, including the claimed profiles. */
  readonly required: readonly ProfileName[];
  /** Profiles that the tenant is said to keep whole. */
  readonly claims?: readonly ProfileName[] | undefined;
  /** The verdicts that the exit status was to count as failures. */
  readonly gate?: Report['gate'];
  /** The profiles that were asked for; undefined means all profiles. */
  readonly selectedProfiles?: readonly ProfileName[] | undefined;
  readonly interrupted: boolean;
  /** The run ended at its first failure. */
  readonly bailed?: boolean;
  /** Returns the command that runs one check again as it was run. */
  readonly rerun?: (checkId: string) => string;
  readonly failOnWarning?: boolean;
  /** The part of the checks that was run, if the run was one of several shards. */
  readonly shard?: ReportShard;
  /** The waivers that were applied to the results, each with its effect. */
  readonly waivers?: readonly WaiverEntry[];
  /**
   * The figures of the faults, which prove that the checks can fail. The caller passes them, because this module must
   * not depend on the reference tenant.
   */
  readonly faults?: Pick<Report['catalogue'], 'faults' | 'faultsDigest'>;
}

/**
 * Assembles the report of a run. The verdict of a requirement is the worst verdict of its checks; a check that was not
 * selected does not count.
 * @throws {SuiteMistake} if a check proves a requirement that is not in the catalogue
 */
export function assembleReport(run: RunRecord): Report {
  const { catalogue, required, interrupted, bailed } = run;
  const { checksByRequirement, failOnWarning } = run;
  const results = everySelected(run.selected ?? [], run.results, run);
  const { profileNames } = catalogue;
  const weather = weatherOf(results);
  const { outcome, summary, profiles, requirements } = conclude({
    results,
    weather,
    controlWeather: run.controlWeather,
    requirements: catalogue.requirements,
    profileNames,
    checksByRequirement,
    required,
    claims: run.claims,
    interrupted,
    failOnWarning,
  });
  const checks = checkResults(results, run);
  const behaviours = behaviourTable(results);
  const observations = merged(results);
  const exercised = exercisedIn(results);
  const named = new Set(observations.map(({ freedom }) => freedom));
  const untestable = catalogue.untestable.flatMap(({ id, statement, reason }) =>
    id === undefined || statement === undefined || reason === undefined ? [] : [{ id, statement, reason }],
  );
  return {
    reportVersion: 1,
    tool: run.tool,
    target: run.target,
    ...(run.claims === undefined || run.claims.length === 0 ? {} : { claims: run.claims }),
    catalogue: {
      version: String(catalogue.catalogueVersion),
      requirements: requirements.length,
      planned: requirements.filter(({ verdict }) => verdict === 'planned').length,
      untestable: catalogue.untestable.length,
      digest: catalogueDigest(catalogue),
      ...run.faults,
    },
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    seed: run.seed,
    runsPerProperty: run.runsPerProperty,
    ...(run.withinSeconds === undefined ? {} : { withinSeconds: run.withinSeconds }),
    ...(interrupted ? { interrupted } : {}),
    ...(bailed === true ? { bailed } : {}),
    ...(required.length === 0 ? {} : { required }),
    ...(run.selectedProfiles === undefined ? {} : { selectedProfiles: run.selectedProfiles }),
    ...(failOnWarning === true ? { failOn: 'warning' } : {}),
    ...(run.gate === undefined ? {} : { gate: run.gate }),
    ...(run.shard === undefined ? {} : { shard: run.shard }),
    ...(run.waivers === undefined ? {} : { waivers: run.waivers }),
    outcome,
    summary,
    ...(weather.length === 0 ? {} : { weather }),
    ...(run.controlWeather === undefined ? {} : { controlWeather: run.controlWeather }),
    ...(run.survey === undefined ? {} : { survey: run.survey }),
    profiles,
    requirements,
    checks,
    observations,
    ...(exercised.length === 0 ? {} : { exercised }),
    ...(behaviours.length === 0 ? {} : { behaviours }),
    freedoms: catalogue.freedoms
      .filter(({ id }) => named.has(id))
      .map(({ id, topic, range }) => ({ id, topic, range })),
    ...(untestable.length === 0 ? {} : { untestable }),
  };
}

/** Returns the members of a fault that its digest covers. */
/**
 * Returns the checks in the order of the profiles and then of the ids, because the order in which checks end is
 * arbitrary.
 */
function checkResults(results: readonly CheckResult[], { catalogue, rerun }: RunRecord): ReportedCheck[] {
  const profileOf = new Map(catalogue.requirements.map(({ id, profile }) => [id, profile]));
  const rank = new Map(catalogue.profileNames.map((name, at) => [name, at]));
  return results
    .map((result): ReportedCheck => {
      const unknown = result.requirements.find((id) => !profileOf.has(id));
      const profile = profileOf.get(result.requirements[0] ?? '');
      if (unknown !== undefined || profile === undefined) {
        throw new SuiteMistake(`${result.id} proves ${unknown ?? 'nothing'}: not in the catalogue`);
      }
      return checkEntry(result, profile, rerun?.(result.id));
    })
    .sort((a, b) => (rank.get(a.profile) ?? 0) - (rank.get(b.profile) ?? 0) || (a.id < b.id ? -1 : 1));
}

function checkEntry(result: CheckResult, profile: ProfileName, rerun: string | undefined): ReportedCheck {
  // a failure that a waiver covers must not stand before a failure that no waiver covers
  const failures = result.failures.toSorted((a, b) => rankOf(result, a.requirement) - rankOf(result, b.requirement));
  const [failure, ...further] = failures.map((one) => reportedFailure(one, rerun));
  return {
    id: result.id,
    title: result.title,
    profile,
    requirements: result.requirements,
    verdict: result.verdict,
    verdicts: result.verdicts,
    ...(result.startedAt === undefined ? {} : { startedAt: result.startedAt }),
    durationMs: result.durationMs,
    cases: result.cases,
    ...(result.unjudged === undefined ? {} : { unjudged: result.unjudged }),
    ...(result.planned === undefined ? {} : { planned: result.planned }),
    exchanges: result.exchanges,
    ...(result.deliveries === undefined ? {} : { deliveries: result.deliveries }),
    ...(result.operations === undefined ? {} : { operations: result.operations }),
    ...(result.reason === undefined ? {} : { reason: result.reason }),
    ...(result.reasons === undefined ? {} : { reasons: result.reasons }),
    ...(result.cause === undefined ? {} : { cause: result.cause }),
    ...(result.causes === undefined ? {} : { causes: result.causes }),
    ...(result.behaviour === undefined ? {} : { behaviour: behaviourIds(result) }),
    ...(failure === undefined ? {} : { failure }),
    ...(further.length === 0 ? {} : { furtherFailures: further }),
    findings: failures.map(({ requirement, subject, observed, expected, verdict }) => ({
      requirement,
      subject,
      observed,
      expected,
      verdict,
    })),
  };
}

/** Returns the digest that identifies the catalogue by its content, not only by the version that it states. */
export function catalogueDigest({ catalogueVersion, requirements, freedoms, untestable }: Catalogue): string {
  return digestOf({ catalogueVersion, requirements, freedoms, untestable });
}

function rankOf(result: CheckResult, requirement: string): number {
  return verdicts.indexOf(result.verdicts[requirement] ?? 'not-exercised');
}

/** Merges equal observations of several checks into one, with the evidence of the first check. */
function merged(results: readonly CheckResult[]): Observation[] {
  const seen = new Map<string, { readonly first: SeenFreedom; readonly checks: Set<string> }>();
  for (const { id, observations } of results.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const one of observations) {
      const key = `${one.freedom}\n${one.observed}`;
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { first: one, checks: new Set([id]) });
      else known.checks.add(id);
    }
  }
  return [...seen]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { first, checks }]) => ({
      freedom: first.freedom,
      observed: first.observed,
      checks: [...checks],
      evidence: exchangeEntries(first.evidence),
    }));
}
