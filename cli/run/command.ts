import { randomBytes, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ConfigurationError } from '../../core/trouble.ts';
import type { LoadedProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { shellWord } from '../../reports/curl.ts';
import { exitStatus } from '../../reports/exit-status.ts';
import { nothingExercised, verdictsIn } from '../../reports/outcome.ts';
import { keepJudgeable } from '../../reports/rejudge.ts';
import type { Report, WaiverEntry } from '../../reports/report.ts';
import { failureTexts, lastLine, notExercisedText, profileTable, unsettledText } from '../../reports/terminal.ts';
import { settleWaivers, staleWaivers, waive, waived } from '../../reports/waivers.ts';
import { counted } from '../../reports/wording.ts';
import { writerNames } from '../../reports/writers.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import { checks } from '../../specs/checks/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import type { Console } from '../console.ts';
import { namedFault, namedVariant } from '../deviations.ts';
import type { Environment } from '../environment.ts';
import { proxyFrom } from '../environment.ts';
import { tool } from '../tool.ts';
import { makeReportDirectory, reportText, writeReport } from '../write-report.ts';
import type { Execution } from './execute.ts';
import { execute } from './execute.ts';
import { keepPartialReport } from './partial-report.ts';
import { passOnRequests } from './person.ts';
import type { RunOptions } from './options.ts';
import { defaultRuns } from './options.ts';
import { demandPlaces, tellOfLostDeliveries } from './preflight.ts';
import { profileDigest } from './profile-digest.ts';
import { progress } from './progress.ts';
import { selectChecks } from './selection.ts';

/** Checks of the embedded target run a few at a time; those that share one clock all at once. */
const embeddedConcurrency = 6;
const sharedConcurrency = 10_000;
/** A thread takes a second to begin, learns to be fast by itself, and takes a hundred megabytes. */
const checksAThread = 250;
const mostThreads = 4;

/** `labconform run`: runs the checks, tells how it goes, writes the report and says in a number how it ended. */
export async function run(options: RunOptions, environment: Environment, console: Console): Promise<number> {
  const selected = selectChecks(options);
  const waivers =
    options.waivers === undefined ? undefined : await (await import('./waivers.ts')).readWaivers(options.waivers);
  const config = await configure(
    options,
    environment,
    selected.map((check) => check.id),
    console,
  );
  await demandPlaces(config, selected);
  await makeReportDirectory(options.reportDir);
  const quiet = options.quiet === true;
  if (!quiet) console.out(`${headline(config, selected.length)}\n`);

  const startedAt = new Date();
  const today = startedAt.toISOString().slice(0, 10);
  const shown = progress(console, selected.length, quiet);
  const interruption = listenForInterrupt(() => {
    shown.clear();
    console.err('interrupted: writing what has been decided; once more to leave at once\n');
  });
  const requests = passOnRequests(config, console, shown.hold, interruption.interrupt);
  const partial = keepPartialReport(
    options.reportDir,
    (results) => draw(options, config, { results, interrupted: true, trouble: [] }, startedAt, undefined),
    realTime.now,
  );
  let execution: Execution;
  try {
    await tellOfLostDeliveries(config, selected, console, interruption.signal);
    execution = await execute(config, {
      concurrency: config.profile === undefined ? embeddedConcurrency : sharedConcurrency,
      threads: config.profile === undefined ? threadsFor(selected.length) : 1,
      onResult: (result) => {
        shown.checkEnded(result);
        partial.checkEnded(result);
      },
      ...(waivers === undefined ? {} : { amend: (result) => waive(result, waivers, today) }),
      bail: options.bail === true,
      signal: interruption.signal,
    });
  } finally {
    interruption.stop();
    requests.stop();
    shown.clear();
    await partial.stop();
  }

  const settled = waivers === undefined ? undefined : settleWaivers(waivers, execution.results, today);
  const report = keepJudgeable(await draw(options, config, execution, startedAt, settled), checks);
  const written = await writeReport(report, options.format ?? writerNames, options.reportDir).then(
    (files) => ({ files }),
    (error: unknown) => ({ files: [], error }),
  );
  // what was found is told all the same
  print(report, execution, options, written.files, console);
  if ('error' in written) throw written.error;
  const status = exitOf(report, options);
  return execution.trouble.length > 0 && status !== 130 && status !== 1 ? 3 : status;
}

function exitOf(report: Report, options: RunOptions): number {
  return exitStatus(report, {
    required: options.require ?? [],
    failOn: options.failOn,
    staleWaivers: staleWaivers(report),
  });
}

/** How many threads so many checks of the embedded target are dealt among. */
function threadsFor(checkCount: number): number {
  return Math.max(1, Math.min(mostThreads, availableParallelism(), Math.floor(checkCount / checksAThread)));
}

/** What a run with these options is told; exported for whatever else opens a target as a run does. */
export async function configure(
  options: Pick<RunOptions, 'target' | 'fault' | 'variant' | 'runs' | 'seed' | 'allowWaits'>,
  environment: Environment,
  ids: readonly string[],
  { answers }: Pick<Console, 'answers'>,
): Promise<SuiteConfig> {
  const { target, fault, variant, runs } = options;
  if (target !== undefined && (fault !== undefined || variant !== undefined)) {
    const flag = fault === undefined ? '--variant' : '--fault';
    throw new ConfigurationError(
      `${flag}: found it beside --target ${target}, expected it alone: faults and variants are of the embedded tenant`,
    );
  }
  await Promise.all([namedFault(fault), namedVariant(variant)]);
  const profile = target === undefined ? undefined : await profileFrom(target, environment);
  const asks = profile?.control.browser === 'person' || profile?.control.type === 'manual';
  if (asks && answers !== true) {
    const [key, instead] =
      profile.control.type === 'manual'
        ? ['control.type: found manual', 'http, command or none where no one carries operations out']
        : ['control.browser: found person', 'chromium or none at all where no one can sign in'];
    throw new ConfigurationError(`${target ?? ''}: ${key}, but nobody is at a terminal, expected ${instead}`);
  }
  const proxy = proxyFrom(environment);
  const runId = randomBytes(4).toString('hex');
  return {
    seed: options.seed ?? randomInt(1, 2 ** 31),
    runs: runs ?? usualRuns(profile),
    runId,
    keepIn: resolve('.labconform'),
    ...(asks ? { asksOn: `labconform ${runId}` } : {}),
    checks: ids,
    ...(options.allowWaits === undefined ? {} : { allowedWait: options.allowWaits }),
    ...(profile === undefined ? {} : { profile }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(fault === undefined ? {} : { fault }),
    ...(variant === undefined ? {} : { variant }),
  };
}

/** Each operation of each case is asked of a person, where one carries them out. */
function usualRuns(profile: LoadedProfile | undefined): number {
  return profile?.control.type === 'manual' ? 1 : defaultRuns;
}

async function profileFrom(target: string, environment: Environment): Promise<LoadedProfile> {
  const { loadProfile } = await import('../../drivers/profile/load.ts');
  return loadProfile(target, environment);
}

function headline(config: SuiteConfig, count: number): string {
  const target =
    config.profile === undefined
      ? 'the embedded reference tenant'
      : `${config.profile.name} at ${config.profile.baseUrl}`;
  const deviation = [config.fault, config.variant].filter((id) => id !== undefined).join(', ');
  return `labconform ${tool.version}: ${counted(count, 'check')} against ${target}${deviation === '' ? '' : ` (${deviation})`}, seed ${config.seed}, ${counted(config.runs, 'case')} a property`;
}

/** The first Ctrl-C ends the run in good order, a second one at once. */
function listenForInterrupt(told: () => void): {
  readonly signal: AbortSignal;
  readonly interrupt: () => void;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error('interrupted'));
    told();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    interrupt: onSignal,
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

async function draw(
  options: RunOptions,
  config: SuiteConfig,
  execution: Execution,
  startedAt: Date,
  waivers: readonly WaiverEntry[] | undefined,
): Promise<Report> {
  const { facts } = execution;
  // no check needs them, so they are loaded when the first verdicts are there
  const { faults } = await import('../../tenant/faults/index.ts');
  const { profile, fault, variant } = config;
  return assembleReport({
    tool,
    target: {
      name: profile?.name ?? 'embedded reference tenant',
      baseUrl: profile?.baseUrl ?? 'https://127.0.0.1',
      control: profile === undefined ? 'embedded' : profile.control.type,
      ...(facts?.tenantId === undefined ? {} : { tenantId: facts.tenantId }),
      ...(fault === undefined ? {} : { fault }),
      ...(variant === undefined ? {} : { variant }),
      ...(profile === undefined ? {} : { profileDigest: profileDigest(profile) }),
    },
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    seed: config.seed,
    runsPerProperty: config.runs,
    results: execution.results,
    catalogue,
    faults,
    checksByRequirement: checksByRequirement(),
    required: options.require ?? [],
    selectedProfiles: options.profile,
    interrupted: execution.interrupted,
    bailed: execution.bailed === true,
    failOnWarning: options.failOn === 'warning',
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...(waivers === undefined ? {} : { waivers }),
    rerun: (check) => rerunCommand(check, options, config),
  });
}

/** The command that does one check of this run again, with the same cases on the same target. */
function rerunCommand(check: string, options: RunOptions, config: SuiteConfig): string {
  const { target, fault, variant } = options;
  const words = [
    ...(target === undefined ? [] : ['--target', shellWord(target)]),
    ...(fault === undefined ? [] : ['--fault', fault]),
    ...(variant === undefined ? [] : ['--variant', variant]),
    ...['--check', check, '--seed', String(config.seed)],
    ...(config.runs === defaultRuns ? [] : ['--runs', String(config.runs)]),
  ];
  return `labconform run ${words.join(' ')}`;
}

function checksByRequirement(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const check of checks) {
    for (const requirement of check.proves) found.set(requirement, [...(found.get(requirement) ?? []), check.id]);
  }
  return found;
}

function print(
  report: Report,
  execution: Execution,
  options: RunOptions,
  files: readonly string[],
  console: Console,
): void {
  const { color } = console;
  for (const text of failureTexts(report, { color })) console.out(`\n${text}\n`);
  const unsettled = unsettledText(report, { color });
  if (unsettled !== '') console.out(`\n${unsettled}\n`);
  if (unsettled !== '' && options.target !== undefined && nothingExercised(verdictsIn(report)))
    console.err(`labconform: labconform doctor --target ${shellWord(options.target)} says what is to be mended\n`);
  for (const { waiver, why } of staleWaivers(report)) {
    console.err(`labconform: the waiver of ${waived(waiver)} (${waiver.owner}) is stale: ${why}\n`);
  }
  for (const line of execution.trouble)
    console.err(`labconform: the suite itself had trouble: ${line.split('\n')[0] ?? ''}\n`);
  if (options.quiet !== true) {
    console.out(`\n${profileTable(report, { color })}\n\n`);
    const notExercised = notExercisedText(report, { color });
    if (notExercised !== '') console.out(`${notExercised}\n\n`);
    console.out(`${reportText(files)}\n`);
  }
  console.out(`${lastLine(report)}\n`);
}
