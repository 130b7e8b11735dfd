import type { CheckResult, SeenFreedom } from '../core/result.ts';
import { SuiteMistake } from '../core/trouble.ts';
import type { Basis, Verdict } from '../core/verdict.ts';
import { verdicts, worst } from '../core/verdict.ts';
import { exchangeEntries, reportedFailure } from './evidence.ts';
import { isExercised, outcomeOf } from './outcome.ts';
import type {
  FreedomEntry,
  Observation,
  ProfileName,
  ProfileResult,
  Report,
  ReportedCheck,
  ReportedRequirement,
  ReportTarget,
  Tool,
  VerdictCounts,
} from './report.ts';

/** What the report needs of the catalogue; the catalogue's own module fits as it is. */
export interface Catalogue {
  readonly catalogueVersion: string | number;
  readonly profileNames: readonly ProfileName[];
  readonly requirements: readonly {
    readonly id: string;
    readonly profile: ProfileName;
    readonly section: string;
    readonly statement: string;
    readonly basis: Basis;
  }[];
  readonly freedoms: readonly FreedomEntry[];
  readonly untestable: readonly unknown[];
}

export interface RunRecord {
  readonly tool: Tool;
  readonly target: ReportTarget;
  /** ISO 8601, by the real clock. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly seed: number;
  readonly runsPerProperty: number;
  /** The checks that were run, in any order. */
  readonly results: readonly CheckResult[];
  readonly catalogue: Catalogue;
  /** Ids of the checks that prove a requirement, whether they were run or not; one without any is `planned`. */
  readonly checksByRequirement: ReadonlyMap<string, readonly string[]>;
  /** Profiles that must have been exercised whole. */
  readonly required: readonly ProfileName[];
  readonly interrupted: boolean;
  /** The command that runs one check again as it was run. */
  readonly rerun?: (checkId: string) => string;
  readonly failOnWarning?: boolean;
}

/**
 * Draws up the report of a run. The verdict of a requirement is the worst that the checks said of it; a check that was
 * not run says nothing.
 * @throws {SuiteMistake} where a check proves a requirement that is not in the catalogue
 */
export function assembleReport(run: RunRecord): Report {
  const { catalogue, required, interrupted } = run;
  const requirements = requirementResults(run);
  const profiles = catalogue.profileNames.map((name) => profileResult(name, requirements));
  const checks = checkResults(run);
  const outcome = outcomeOf(
    { checks, requirements, profiles },
    { required, interrupted, failOnWarning: run.failOnWarning },
  );
  const observations = merged(run.results);
  const named = new Set(observations.map(({ freedom }) => freedom));
  return {
    reportVersion: 1,
    tool: run.tool,
    target: run.target,
    catalogue: {
      version: String(catalogue.catalogueVersion),
      requirements: requirements.length,
      planned: requirements.filter(({ verdict }) => verdict === 'planned').length,
      untestable: catalogue.untestable.length,
    },
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    seed: run.seed,
    runsPerProperty: run.runsPerProperty,
    ...(interrupted ? { interrupted } : {}),
    ...(required.length === 0 ? {} : { required }),
    outcome,
    summary: summaryOf(run.results),
    profiles,
    requirements,
    checks,
    observations,
    freedoms: catalogue.freedoms
      .filter(({ id }) => named.has(id))
      .map(({ id, topic, range }) => ({ id, topic, range })),
  };
}

function requirementResults({
  results,
  catalogue,
  checksByRequirement,
  interrupted,
}: RunRecord): ReportedRequirement[] {
  return catalogue.requirements.map(({ id, profile, basis, statement, section }) => {
    const speaking = results.filter((result) => result.verdicts[id] !== undefined);
    const checks = [...new Set([...(checksByRequirement.get(id) ?? []), ...speaking.map((result) => result.id)])];
    const entry = { id, profile, basis, statement, section };
    if (checks.length === 0) return { ...entry, verdict: 'planned', checks };
    const verdict = worst(speaking.map((result) => result.verdicts[id] ?? 'not-exercised'));
    if (verdict !== 'not-exercised') return { ...entry, verdict, checks };
    return { ...entry, verdict, reason: reasonOf(speaking, interrupted), checks };
  });
}

function reasonOf(speaking: readonly CheckResult[], interrupted: boolean): string {
  const reasons = new Set(speaking.flatMap(({ reason }) => reason ?? []));
  if (reasons.size > 0) return [...reasons].sort().join('; ');
  if (speaking.length > 0) return 'its checks gave no reason';
  return interrupted
    ? 'the run was interrupted before its checks were run'
    : 'its checks were not selected for this run';
}

/** A profile is whole where each of its requirements said something, those that no check covers yet included. */
function profileResult(name: ProfileName, all: readonly ReportedRequirement[]): ProfileResult {
  const mine = all.filter(({ profile }) => profile === name);
  const said = mine.filter(({ verdict }) => isExercised(verdict)).length;
  const counts: { -readonly [V in keyof VerdictCounts]: VerdictCounts[V] } = {};
  for (const { verdict } of mine) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return {
    name,
    exercised: said === 0 ? 'none' : said === mine.length ? 'whole' : 'part',
    verdict: worst(mine.flatMap(({ verdict }) => (verdict === 'planned' ? [] : verdict))),
    counts,
  };
}

/** In the order of the profiles and then of the ids: the order in which checks happen to end says nothing. */
function checkResults({ results, catalogue, rerun }: RunRecord): ReportedCheck[] {
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
  // what a waiver covers must not stand before what it does not
  const failures = result.failures.toSorted((a, b) => rankOf(result, a.requirement) - rankOf(result, b.requirement));
  const [failure, ...further] = failures.map((one) => reportedFailure(one, rerun));
  return {
    id: result.id,
    title: result.title,
    profile,
    requirements: result.requirements,
    verdict: result.verdict,
    verdicts: result.verdicts,
    durationMs: result.durationMs,
    cases: result.cases,
    exchanges: result.exchanges,
    ...(result.reason === undefined ? {} : { reason: result.reason }),
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

function rankOf(result: CheckResult, requirement: string): number {
  return verdicts.indexOf(result.verdicts[requirement] ?? 'not-exercised');
}

function summaryOf(results: readonly CheckResult[]): Record<Verdict, number> {
  const summary = {
    passed: 0,
    failed: 0,
    warning: 0,
    'not-exercised': 0,
    inconclusive: 0,
    broken: 0,
    waived: 0,
  } satisfies Record<Verdict, number>;
  for (const { verdict } of results) summary[verdict]++;
  return summary;
}

/** One observation for what several checks saw alike, with the evidence of the first. */
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
