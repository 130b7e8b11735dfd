import { joinedBehaviours } from './behaviours.ts';
import { mergedSurveys } from './survey.ts';
import { summed } from './weather.ts';
import { conclude, premisesOf } from './conclusions.ts';
import { catalogueFigures } from './earlier.ts';
import { strictestOf } from './gate.ts';
import { exercisedIn } from './exercised.ts';
import type { Observation, Report, ReportedCheck, ReportShard, WaiverEntry } from './report.ts';
import { counted, shardName } from './wording.ts';

/** Reports cannot be merged into one. The message says why. */
export class NotOneRun extends Error {
  override readonly name = 'NotOneRun';
}

/** A report and the name of its source, for messages. */
export interface Part {
  readonly name: string;
  readonly report: Report;
}

export interface Merged {
  readonly report: Report;
  /**
   * Facts that a reader must know about the merged report: missing or repeated shards, and checks that are in two
   * reports.
   */
  readonly notes: readonly string[];
  /** Shards that were not given. */
  readonly missing: readonly ReportShard[];
}

/**
 * Merges the reports of the shards of a run into one. If a check is in two of them, the worse result is kept. A run
 * with a missing shard is marked as interrupted, because the results of this shard are not known.
 *
 * @throws {NotOneRun} if the reports are of different targets, catalogues or versions of the suite
 */
export function mergeReports(parts: readonly [Part, ...Part[]]): Merged {
  const [first] = parts;
  for (const part of parts.slice(1)) demandSame(first, part);
  const reports = parts.map(({ report }) => report);
  const { checks, doubled } = checksOf(parts);
  const missing = missingShards(parts);
  const required = [...new Set(reports.flatMap((report) => report.required ?? []))];
  const claims = [...new Set(reports.flatMap((report) => report.claims ?? []))];
  const selectedProfiles = selectedIn(reports);
  const interrupted = missing.length > 0 || reports.some((report) => report.interrupted === true);
  const bailed = reports.some((report) => report.bailed === true);
  const failOnWarning = reports.some(({ failOn }) => failOn === 'warning');
  const gate = strictestOf(reports.flatMap((one) => one.gate ?? []));
  const shardsMissing = missing.length > 0;
  const weather = summed(reports.flatMap((report) => report.weather ?? []));
  const controlWeather = controlWeatherOf(reports);
  const survey = mergedSurveys(reports.flatMap((one) => one.survey ?? []));
  const own = premisesOf(first.report, checks);
  const conclusions = conclude({
    ...own,
    required,
    claims,
    interrupted,
    shardsMissing,
    failOnWarning,
    weather,
    controlWeather,
  });
  const waivers = waiversOf(reports);
  const behaviours = joinedBehaviours(reports);
  const exercised = exercisedIn(reports);
  const withinSeconds = reports.flatMap((one) => one.withinSeconds ?? []);
  const report: Report = {
    reportVersion: 1,
    tool: first.report.tool,
    target: first.report.target,
    ...(claims.length === 0 ? {} : { claims }),
    catalogue: catalogueFigures(first.report),
    startedAt: least(reports.map(({ startedAt }) => startedAt)),
    finishedAt: greatest(reports.map(({ finishedAt }) => finishedAt)),
    seed: first.report.seed,
    runsPerProperty: Math.min(...reports.map(({ runsPerProperty }) => runsPerProperty)),
    ...(withinSeconds.length === 0 ? {} : { withinSeconds: Math.max(...withinSeconds) }),
    ...(interrupted ? { interrupted } : {}),
    ...(bailed ? { bailed } : {}),
    ...(missing.length === 0 ? {} : { missingShards: missing }),
    ...(required.length === 0 ? {} : { required }),
    ...(selectedProfiles === undefined ? {} : { selectedProfiles }),
    ...(failOnWarning ? { failOn: 'warning' } : {}),
    ...(gate === undefined ? {} : { gate }),
    ...(waivers.length === 0 ? {} : { waivers }),
    ...conclusions,
    ...(weather.length === 0 ? {} : { weather }),
    ...(controlWeather === undefined ? {} : { controlWeather }),
    ...(survey === undefined ? {} : { survey }),
    checks,
    observations: observationsOf(reports),
    ...(exercised.length === 0 ? {} : { exercised }),
    ...(behaviours.length === 0 ? {} : { behaviours }),
    freedoms: freedomsOf(reports),
    ...(first.report.untestable === undefined ? {} : { untestable: first.report.untestable }),
  };
  return {
    report,
    missing,
    notes: [...shardNotes(parts, missing), ...doubled, ...seedNotes(parts), ...runsNotes(parts)],
  };
}

function controlWeatherOf(reports: readonly Report[]): Report['controlWeather'] {
  const all = reports.flatMap(({ controlWeather }) => controlWeather ?? []);
  if (all.length === 0) return undefined;
  return {
    disturbances: all.flatMap(({ disturbances = [] }) => disturbances),
    unsteady: [...new Set(all.flatMap(({ unsteady = [] }) => unsteady))],
  };
}

/** Returns the profiles that any report was asked for; undefined, which means all, if one report was not restricted. */
function selectedIn(reports: readonly Report[]): Report['selectedProfiles'] {
  const all = reports.map(({ selectedProfiles }) => selectedProfiles);
  return all.includes(undefined) ? undefined : [...new Set(all.flatMap((names) => names ?? []))];
}

/**
 * Checks that two reports have in common what parts of one run must have in common.
 *
 * @throws {NotOneRun} if they have not
 */
function demandSame(one: Part, other: Part): void {
  const compared: readonly (readonly [string, (report: Report) => string | undefined])[] = [
    ['target.name', ({ target }) => target.name],
    ['target.baseUrl', ({ target }) => target.baseUrl],
    ['target.fault', ({ target }) => target.fault],
    ['target.variant', ({ target }) => target.variant],
    ['target.profileDigest', ({ target }) => target.profileDigest],
    ['catalogue.version', ({ catalogue }) => catalogue.version],
    ['catalogue.digest', ({ catalogue }) => catalogue.digest],
    ['tool.version', ({ tool }) => tool.version],
  ];
  for (const [member, read] of compared) {
    const [a, b] = [read(one.report), read(other.report)];
    if (a !== b) {
      throw new NotOneRun(
        `${other.name}: ${member}: found ${b ?? 'nothing'}, expected ${a ?? 'nothing'} as in ${one.name}: they are not parts of one run`,
      );
    }
  }
  const [shard, another] = [one.report.shard, other.report.shard];
  if (shard === undefined || another === undefined) return;
  if (shard.of !== another.of) {
    throw new NotOneRun(
      `${other.name}: shard: found ${shardName(another)}, expected one of ${shard.of} as in ${one.name}: they are not parts of one run`,
    );
  }
  // parts of the checks of different profiles do not add up to one run
  const [asked, otherAsked] = [one, other].map(({ report }) => askedFor(report));
  if (asked !== otherAsked) {
    throw new NotOneRun(
      `${other.name}: selectedProfiles: found ${otherAsked ?? ''}, expected ${asked ?? ''} as in ${one.name}: they are not parts of one run`,
    );
  }
}

function askedFor({ selectedProfiles }: Report): string {
  return selectedProfiles?.toSorted().join(', ') ?? 'all profiles';
}

function missingShards(parts: readonly Part[]): ReportShard[] {
  const given = parts.flatMap(({ report }) => report.shard ?? []);
  const of = given[0]?.of ?? 0;
  const known = new Set(given.map(({ index }) => index));
  return Array.from({ length: of }, (_, at) => ({ index: at + 1, of })).filter(({ index }) => !known.has(index));
}

function shardNotes(parts: readonly Part[], missing: readonly ReportShard[]): string[] {
  const notes: string[] = [];
  const named = new Map<number, string>();
  for (const { name, report } of parts) {
    if (report.shard === undefined) {
      if (parts.length > 1)
        notes.push(`${name} does not say which shard it is, so the command cannot tell whether one is missing`);
      continue;
    }
    const before = named.get(report.shard.index);
    if (before !== undefined) notes.push(`shard ${shardName(report.shard)} was given twice: ${before} and ${name}`);
    named.set(report.shard.index, name);
  }
  if (missing.length > 0) {
    notes.push(`${counted(missing.length, 'shard')} missing: ${missing.map(shardName).join(', ')}`);
  }
  return notes;
}

function seedNotes(parts: readonly Part[]): string[] {
  const seeds = [...new Set(parts.map(({ report }) => report.seed))];
  return seeds.length < 2
    ? []
    : [`the shards were run with different seeds (${seeds.join(', ')}); the report names the first`];
}

function runsNotes(parts: readonly Part[]): string[] {
  const runs = [...new Set(parts.map(({ report }) => report.runsPerProperty))];
  return runs.length < 2
    ? []
    : [`the shards were run with different numbers of cases (${runs.join(', ')}); the report names the smallest`];
}

function checksOf(parts: readonly Part[]): { readonly checks: ReportedCheck[]; readonly doubled: string[] } {
  const kept = new Map<string, { readonly check: ReportedCheck; readonly from: string }>();
  const doubled: string[] = [];
  for (const { name, report } of parts) {
    for (const check of report.checks) {
      const before = kept.get(check.id);
      if (before === undefined) kept.set(check.id, { check, from: name });
      else {
        const worse = severity(check) < severity(before.check);
        if (worse) kept.set(check.id, { check, from: name });
        doubled.push(
          `${check.id} is in two reports: ${before.check.verdict} in ${before.from}, ${check.verdict} in ${name}; the worse result is kept`,
        );
      }
    }
  }
  const rank = new Map((parts[0]?.report.profiles ?? []).map(({ name }, at) => [name, at]));
  const checks = [...kept.values()]
    .map(({ check }) => check)
    .sort((a, b) => (rank.get(a.profile) ?? 0) - (rank.get(b.profile) ?? 0) || (a.id < b.id ? -1 : 1));
  return { checks, doubled };
}

const worstFirst = ['failed', 'broken', 'inconclusive', 'warning', 'waived', 'passed', 'not-exercised'] as const;

function severity({ verdict }: ReportedCheck): number {
  return worstFirst.indexOf(verdict);
}

/**
 * Merges the waivers of the shards. A waiver was used if any shard used it. It is stale only if no shard used it and
 * one saw its requirement pass.
 */
function waiversOf(reports: readonly Report[]): WaiverEntry[] {
  const order = ['over', 'applied', 'passed', 'unused'] as const;
  const kept = new Map<string, WaiverEntry>();
  for (const waiver of reports.flatMap(({ waivers = [] }) => waivers)) {
    const key = `${waiver.check}\n${waiver.requirement ?? ''}`;
    const before = kept.get(key);
    if (before === undefined || order.indexOf(waiver.state) < order.indexOf(before.state)) kept.set(key, waiver);
  }
  return [...kept.values()];
}

function observationsOf(reports: readonly Report[]): Observation[] {
  const kept = new Map<string, Observation>();
  for (const one of reports.flatMap(({ observations }) => observations)) {
    const key = `${one.freedom}\n${one.observed}`;
    const before = kept.get(key);
    const checks = [...new Set([...(before?.checks ?? []), ...one.checks])].sort();
    kept.set(key, { ...(before ?? one), checks });
  }
  return [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, observation]) => observation);
}

function freedomsOf(reports: readonly Report[]): NonNullable<Report['freedoms']> {
  const all = new Map(reports.flatMap(({ freedoms = [] }) => freedoms).map((freedom) => [freedom.id, freedom]));
  return [...all.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function least(texts: readonly string[]): string {
  return texts.toSorted()[0] ?? '';
}

function greatest(texts: readonly string[]): string {
  return texts.toSorted().at(-1) ?? '';
}
