import type { CheckResult } from '../../core/result.ts';
import { assembleReport, catalogueDigest } from '../../reports/assemble.ts';
import { shellWord } from '../../reports/curl.ts';
import type { Ending } from '../../reports/every-selected.ts';
import type { Gate } from '../../reports/gate.ts';
import { countsWarnings } from '../../reports/gate.ts';
import { dropUnjudgeable } from '../../reports/rejudge.ts';
import type { ProfileName, Report, ReportShard, ReportTarget, Tool } from '../../reports/report.ts';
import type { Waiver } from '../../reports/waivers.ts';
import { settleWaivers } from '../../reports/waivers.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import faults from '../../tenant/faults/figures.json' with { type: 'json' };
import { tool } from '../tool.ts';
import { gateOf } from './gate.ts';
import { startingARun } from '../invocation.ts';
import type { RunOptions } from './options.ts';
import { defaultRuns } from './options.ts';
import { profileDigest } from './profile-digest.ts';

/**
 * All data that the report of a run needs in addition to its results. It is plain data, which is known and written when
 * the run begins.
 */
export interface RunHead {
  readonly tool: Tool;
  /** Digest of the catalogue. A program with another catalogue cannot assemble the report. */
  readonly catalogue: string;
  readonly target: ReportTarget;
  /** The file of the target profile. */
  readonly targetFile?: string;
  readonly startedAt: string;
  readonly seed: number;
  readonly runsPerProperty: number;
  readonly withinSeconds?: number;
  /** Ids of the checks. */
  readonly selected: readonly string[];
  /** The required profiles, including the claims of the target profile. */
  readonly required: readonly ProfileName[];
  readonly claims?: readonly ProfileName[];
  readonly gate?: Gate;
  readonly selectedProfiles?: readonly ProfileName[];
  readonly failOnWarning: boolean;
  readonly shard?: ReportShard;
  readonly waivers?: readonly Waiver[];
}

/** The results of a run. */
export interface RunEnd extends Ending {
  readonly results: readonly CheckResult[];
  /** The tenant's own name, if the control reported it. */
  readonly tenantId?: string | undefined;
  readonly controlWeather?: Report['controlWeather'] | undefined;
  readonly survey?: Report['survey'] | undefined;
  readonly finishedAt: string;
}

export function headOf(
  options: RunOptions,
  config: SuiteConfig,
  waivers: readonly Waiver[] | undefined,
  startedAt: Date,
): RunHead {
  const { profile, fault, variant } = config;
  const claims = [...new Set(profile?.claims)];
  const gate = gateOf(options);
  return {
    tool,
    catalogue: catalogueDigest(catalogue),
    target: {
      name: profile?.name ?? 'embedded reference tenant',
      baseUrl: profile?.baseUrl ?? 'https://127.0.0.1',
      control: profile === undefined ? 'embedded' : profile.control.type,
      ...(fault === undefined ? {} : { fault }),
      ...(variant === undefined ? {} : { variant }),
      ...(profile === undefined ? {} : { profileDigest: profileDigest(profile) }),
    },
    ...(claims.length === 0 ? {} : { claims }),
    ...(options.target === undefined ? {} : { targetFile: options.target }),
    startedAt: startedAt.toISOString(),
    seed: config.seed,
    runsPerProperty: config.runs,
    ...(options.within === undefined ? {} : { withinSeconds: options.within }),
    selected: config.checks,
    required: [...new Set([...claims, ...(options.require ?? [])])],
    ...(options.profile === undefined ? {} : { selectedProfiles: options.profile }),
    failOnWarning: gate !== undefined && countsWarnings(gate),
    ...(gate === undefined ? {} : { gate }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...(waivers === undefined ? {} : { waivers }),
  };
}

/** Assembles the report of a run that ended or was cut off. */
export function reportOf(head: RunHead, end: RunEnd): Report {
  const { catalogue: _, targetFile: __, selected, waivers, target, ...rest } = head;
  const { tenantId, ...ended } = end;
  const chosen = new Set(selected);
  const report = assembleReport({
    ...rest,
    ...ended,
    bailed: end.bailed === true,
    trouble: end.trouble ?? [],
    target: { ...target, ...(tenantId === undefined ? {} : { tenantId }) },
    selected: checks.filter(({ id }) => chosen.has(id)),
    catalogue,
    faults,
    checksByRequirement: checksByRequirement(),
    ...(waivers === undefined ? {} : { waivers: settleWaivers(waivers, end.results, dayOf(head)) }),
    rerun: (check) => rerunCommand(check, head, end.results.find(({ id }) => id === check)?.cases),
  });
  return dropUnjudgeable(report, checks);
}

/** Returns the day, in UTC, that decides whether the waivers of a run are in force or over. */
export function dayOf({ startedAt }: Pick<RunHead, 'startedAt'>): string {
  return startedAt.slice(0, 10);
}

/** Returns the command that runs one check again, with the same cases on the same target. */
function rerunCommand(check: string, head: RunHead, done: number | undefined): string {
  const { target, targetFile, seed, runsPerProperty, withinSeconds } = head;
  // if there was no time for all cases, the first cases of the next run are the same
  const runs = withinSeconds === undefined ? runsPerProperty : Math.max(1, Math.min(runsPerProperty, done ?? 1));
  const words = [
    ...(targetFile === undefined ? [] : ['--target', shellWord(targetFile)]),
    ...(target.fault === undefined ? [] : ['--fault', target.fault]),
    ...(target.variant === undefined ? [] : ['--variant', target.variant]),
    ...['--check', check, '--seed', String(seed)],
    ...(runs === defaultRuns ? [] : ['--runs', String(runs)]),
  ];
  return `${startingARun} ${words.join(' ')}`;
}

function checksByRequirement(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const check of checks) {
    for (const requirement of check.proves) found.set(requirement, [...(found.get(requirement) ?? []), check.id]);
  }
  return found;
}
