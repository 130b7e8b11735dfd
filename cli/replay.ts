import { ConfigurationError } from '../core/trouble.ts';
import type { CheckResult } from '../core/result.ts';
import { withoutResult } from '../core/without-result.ts';
import { realTime } from '../drivers/real-time.ts';
import type { Report, ReportedCheck, ReportedFailure } from '../reports/report.ts';
import type { ReplayVerdict } from '../reports/replayed.ts';
import { replayedAs } from '../reports/replayed.ts';
import { visible } from '../reports/visible.ts';
import type { SuiteConfig } from '../specs/adapter.ts';
import { openSession } from '../specs/adapter.ts';
import type { SuiteCheck } from '../specs/check.ts';
import { checks } from '../specs/checks/index.ts';
import { formerCheck, isOnlyRenamed } from '../specs/former-checks.ts';
import { runSuiteCheck } from '../specs/run-all.ts';
import { allFaults } from '../tenant/faults/index.ts';
import { variants } from '../tenant/variants/index.ts';
import type { Console } from './console.ts';
import type { Environment } from './environment.ts';
import { nearestId } from './nearest-id.ts';
import { readReport } from './report/read.ts';
import { configure } from './run/configure.ts';
import { passOnRequests } from './run/person.ts';
import { requireListenAddresses } from './run/preflight.ts';
import { readinessOf } from './run/readiness.ts';

export interface ReplayOptions {
  readonly target?: string;
  /** Seconds. */
  readonly allowWaits?: number;
}

/** One case to run again, with all requirements that it was found to break. */
interface Case {
  readonly check: SuiteCheck;
  readonly replay: ReportedFailure['replay'];
  readonly failures: readonly ReportedFailure[];
  /** Number of cases: those that were done, if they were fewer than the requested ones. */
  readonly runs: number;
}

/**
 * Runs `labconform replay`: repeats the failed cases of an earlier report from their seeds and paths.
 *
 * @returns 0 if all failures are fixed, 1 if some still fail, 3 if the result is not known
 */
export async function replay(
  path: string,
  only: string | undefined,
  options: ReplayOptions,
  environment: Environment,
  console: Console,
): Promise<number> {
  const { report } = await readReport(path);
  const cases = casesOf(path, report, only);
  if (cases.length === 0) {
    console.out(`Nothing failed in ${path}: nothing to replay.\n`);
    return 0;
  }
  const config = await targetOf(path, report, cases, options, environment, console);
  await requireListenAddresses(
    config,
    cases.map(({ check }) => check),
  );
  // if the target cannot be reached, each case reports it
  await readinessOf(config, options, console, realTime);
  const requests = passOnRequests(
    config,
    console,
    () => () => {},
    () => process.kill(process.pid, 'SIGINT'),
  );
  const verdicts: ReplayVerdict[] = [];
  try {
    for (const [at, one] of cases.entries()) {
      // a new run id for each case makes new names, because the tenant may remember the names of the case before
      const result = await doAgain(one, { ...config, runId: `${config.runId}-${at + 1}` });
      const broken = one.failures.map(({ requirement }) => requirement);
      for (const failure of one.failures) {
        const outcome = replayedAs(failure, result, broken);
        verdicts.push(outcome.verdict);
        console.out(
          `${outcome.verdict}: ${failure.requirement} by ${one.check.id}${outcome.now === '' ? '' : `\n  ${visible(outcome.now)}`}\n`,
        );
      }
    }
  } finally {
    requests.stop();
  }
  return statusOf(verdicts);
}

/**
 * Returns the exit status. A failure that remains counts more than an unknown result, and this counts more than a fix.
 */
function statusOf(verdicts: readonly ReplayVerdict[]): number {
  if (verdicts.includes('still failing')) return 1;
  return verdicts.every((verdict) => verdict === 'fixed') ? 0 : 3;
}

async function doAgain({ check, replay, runs }: Case, config: SuiteConfig): Promise<CheckResult> {
  const opening = await openSession(config);
  if (!('session' in opening)) return withoutResult(check, opening);
  const { session } = opening;
  try {
    session.expect([check]);
    return await runSuiteCheck(check, session, {
      runs,
      seed: config.seed,
      now: realTime.now,
      replay: new Map([[check.id, replay]]),
    });
  } finally {
    await session.close();
  }
}

/** Returns the failed cases, each once, because one case may have broken several requirements. */
function casesOf(path: string, report: Report, only: string | undefined): Case[] {
  const chosen = only === undefined ? report.checks.filter(hasFailed) : [named(path, report, only)];
  return chosen.flatMap((reported) => {
    const check = known(path, reported.id);
    const failures = failuresIn(reported).filter(
      ({ verdict, requirement }) => only !== undefined || verdict !== 'warning' || isWaived(reported, requirement),
    );
    const byCase = Map.groupBy(failures, ({ replay: { seed, path } }) => `${seed} ${path ?? ''}`);
    return [...byCase.values()].flatMap((same) => {
      const first = same[0];
      return first === undefined
        ? []
        : [{ check, replay: first.replay, failures: same, runs: runsOf(report, reported) }];
    });
  });
}

/**
 * Returns the number of cases to run. If the run had no time for all of its cases, only those that were done are
 * repeated.
 */
function runsOf({ runsPerProperty, withinSeconds }: Report, { cases }: ReportedCheck): number {
  return Math.max(1, withinSeconds === undefined ? runsPerProperty : Math.min(runsPerProperty, cases));
}

function failuresIn({ failure, furtherFailures = [] }: ReportedCheck): readonly ReportedFailure[] {
  return failure === undefined ? furtherFailures : [failure, ...furtherFailures];
}

function hasFailed({ findings }: ReportedCheck): boolean {
  return findings.some(({ verdict }) => verdict === 'failed');
}

function isWaived({ verdicts }: ReportedCheck, requirement: string): boolean {
  return verdicts?.[requirement] === 'waived';
}

function named(path: string, report: Report, id: string): ReportedCheck {
  const found = report.checks.find((check) => check.id === id);
  const failing = report.checks.filter((check) => failuresIn(check).length > 0).map((check) => check.id);
  const expected =
    failing.length === 0 ? 'nothing failed in it' : `expected one that failed in it, e.g. ${failing[0] ?? ''}`;
  if (found === undefined) {
    const former = formerCheck(id);
    if (former !== undefined)
      throw new ConfigurationError(`CHECK-ID: found ${id}, which is not in ${path}; ${former.now} replaced it`);
    if (checks.every((check) => check.id !== id)) {
      const ids = checks.map((check) => check.id);
      // a check that failed in the report is more likely meant than any other
      const hint = nearestOf(id, failing) ?? nearestOf(id, ids) ?? expected;
      throw new ConfigurationError(`CHECK-ID: found ${id}, which is no check; ${hint}`);
    }
    throw new ConfigurationError(`CHECK-ID: found ${id}, which is not in ${path}; ${expected}`);
  }
  if (failuresIn(found).length > 0) return found;
  throw new ConfigurationError(`CHECK-ID: found ${id}, which ended as ${found.verdict} in ${path}; ${expected}`);
}

function known(path: string, id: string): SuiteCheck {
  const former = formerCheck(id);
  const present = former !== undefined && isOnlyRenamed(former) ? former.now : id;
  const found = checks.find((check) => check.id === present);
  if (found !== undefined) return found;
  if (former !== undefined) {
    throw new ConfigurationError(
      `${path}: found the check ${id}, whose cases are not run any more; ${former.now} replaced it: run labconform run --check ${former.now}`,
    );
  }
  const hint =
    nearestOf(
      id,
      checks.map((check) => check.id),
    ) ?? 'was it written by another version, or by labconform inspect?';
  throw new ConfigurationError(`${path}: found the check ${id}, which this version does not have; ${hint}`);
}

function nearestOf(id: string, ids: readonly string[]): string | undefined {
  const nearest = nearestId(id, ids);
  return nearest === undefined ? undefined : `did you mean ${nearest}?`;
}

/** Returns the configuration of the report's target, or of the target that the options name instead. */
async function targetOf(
  path: string,
  report: Report,
  cases: readonly Case[],
  { target, allowWaits }: ReplayOptions,
  environment: Environment,
  console: Console,
): Promise<SuiteConfig> {
  const { name, baseUrl, control, fault, variant } = report.target;
  if (target === undefined && control !== 'embedded') {
    throw new ConfigurationError(
      `--target: found nothing, but ${path} is of ${name} at ${baseUrl}, expected its target profile, e.g. --target acme.yaml`,
    );
  }
  if (target === undefined) {
    demandKnown(path, 'fault', fault, allFaults);
    demandKnown(path, 'variant', variant, variants);
  }
  return configure(
    {
      runs: Math.max(1, report.runsPerProperty),
      seed: report.seed,
      ...(target === undefined ? {} : { target }),
      ...(target !== undefined || fault === undefined ? {} : { fault }),
      ...(target !== undefined || variant === undefined ? {} : { variant }),
      ...(allowWaits === undefined ? {} : { allowWaits }),
    },
    environment,
    [...new Set(cases.map(({ check }) => check.id))],
    console,
  );
}

function demandKnown(
  path: string,
  kind: 'fault' | 'variant',
  id: string | undefined,
  all: readonly { readonly id: string }[],
): void {
  const ids = all.map((one) => one.id);
  if (id === undefined || ids.includes(id)) return;
  const hint = nearestOf(id, ids) ?? `expected one that labconform list ${kind}s names`;
  throw new ConfigurationError(`${path}: target.${kind}: found ${id}, which this version does not have; ${hint}`);
}
