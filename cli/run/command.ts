import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { withoutResult } from '../../core/without-result.ts';
import { realTime } from '../../drivers/real-time.ts';
import { shellWord } from '../../reports/curl.ts';
import { exitStatus, ownRules } from '../../reports/exit-status.ts';
import { nothingExercised, verdictsIn } from '../../reports/outcome.ts';
import type { Report } from '../../reports/report.ts';
import {
  failureTexts,
  lastLine,
  notExercisedText,
  profileTable,
  surveyText,
  unsettledText,
  weatherText,
} from '../../reports/terminal.ts';
import type { Waiver } from '../../reports/waivers.ts';
import { staleWaivers, waive, waived } from '../../reports/waivers.ts';
import { counted } from '../../reports/wording.ts';
import type { WriterName } from '../../reports/writers.ts';
import { writerNames, writers } from '../../reports/writers.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import type { Console } from '../console.ts';
import type { Environment } from '../environment.ts';
import { variablesFrom } from '../environment.ts';
import { tool } from '../tool.ts';
import { makeReportDirectory, removeReport, reportText, writeReport } from '../write-report.ts';
import { reportToCi } from './ci.ts';
import { configure } from './configure.ts';
import type { Execution } from './execute.ts';
import { execute } from './execute.ts';
import { demandGate } from './gate.ts';
import type { Interruption } from './interruption.ts';
import { listenForInterrupt } from './interruption.ts';
import type { PartialReport } from './partial-report.ts';
import { keepPartialReport, partialName } from './partial-report.ts';
import { passOnRequests } from './person.ts';
import type { RunOptions } from './options.ts';
import { requireListenAddresses, warnOfLostDeliveries } from './preflight.ts';
import { readinessOf } from './readiness.ts';
import type { Progress } from './progress.ts';
import { progress } from './progress.ts';
import type { RunHead } from './record.ts';
import { dayOf, headOf, reportOf } from './record.ts';
import { selectChecks } from './selection.ts';

/**
 * Number of checks of the embedded target that run at the same time. Checks that share one clock, or wait for turns,
 * run all at once.
 */
const embeddedConcurrency = 6;
const unlimited = 10_000;
/**
 * Number of checks for each thread. A thread takes a second to start, warms up its own code, and takes a hundred
 * megabytes.
 */
const checksAThread = 250;
const mostThreads = 4;
/** Milliseconds after an interruption, after which the run writes nothing more. */
const longestEndMs = 3500;

/** Runs `labconform run`: runs the checks, shows progress, writes the report and returns the exit status. */
export async function run(options: RunOptions, environment: Environment, console: Console): Promise<number> {
  const asked = Date.now();
  const selected = selectChecks(options);
  const waivers =
    options.waivers === undefined ? undefined : await (await import('./waivers.ts')).readWaivers(options.waivers);
  const config = await configure(
    options,
    environment,
    selected.map((check) => check.id),
    console,
  );
  const timed =
    options.within === undefined
      ? config
      : { ...config, time: { withinSeconds: options.within, endsAt: asked + options.within * 1000 } };
  demandGate(options, config.profile);
  await requireListenAddresses(config, selected);
  const leaveNoFolder = await makeReportDirectory(options.reportDir);
  const quiet = options.quiet === true;
  const shown = progress(console, selected.length, quiet, {
    now: Date.now,
    ...(timed.time === undefined ? {} : { endsAt: timed.time.endsAt }),
  });
  const interruption = listenForInterrupt(() => {
    shown.clear();
    console.err('interrupted: writing the results so far; interrupt again to stop at once\n');
  });
  try {
    // an interrupted run does not wait for a tenant that lets its callers wait
    const interrupted = interruption.since(0);
    const ready = await Promise.race([readinessOf(config, options, console, realTime), interrupted]);
    const outOfReach = ready?.outOfReach;
    if (options.within !== undefined && outOfReach === undefined)
      await Promise.race([
        (await import('./within.ts')).requireEnoughTime(options.within, config, selected),
        interrupted,
      ]);
    if (!quiet) console.out(`${headline(config, selected.length)}\n${claimsLine(config)}`);
    if (!quiet && config.profile !== undefined) console.out(variablesFrom(environment));

    const head = headOf(options, config, waivers, new Date());
    const formats = options.format ?? writerNames;
    const partial = keepPartialReport(
      options.reportDir,
      head,
      () => new Date(),
      (code) =>
        console.err(
          `labconform: ${join(options.reportDir, partialName)} can't be written (${code}): if this run is killed, its results are lost\n`,
        ),
    );
    // the files of another run must not be taken for those of this run if it is killed
    await removeReport(formats, options.reportDir);
    const execution = await carryOutRun({
      config: timed,
      selected,
      waivers,
      head,
      options,
      console,
      shown,
      partial,
      interruption,
      ...(outOfReach === undefined ? {} : { outOfReach }),
    });
    const report = reportOf(head, {
      ...execution,
      tenantId: execution.facts?.tenantId,
      controlWeather: execution.facts?.controlWeather,
      survey: execution.facts?.survey,
      finishedAt: new Date().toISOString(),
    });
    const written = await write(report, formats, options.reportDir, interruption.since(longestEndMs));
    if (written.error === undefined) await partial.remove();
    // the results are printed even if the report could not be written
    await print(report, execution, options, written.files, console);
    await reportToCi(report, environment, console);
    if (written.left.length > 0) {
      const render = `labconform report render ${shellWord(join(options.reportDir, writers.json.file))} --format ${written.left.join(' ')}`;
      console.err(`labconform: there was no time to write ${written.left.join(', ')}; run ${render}\n`);
    }
    if (written.error !== undefined) throw written.error;
    if (interruption.signal.aborted) return 130;
    const status = exitStatus(report, ownRules(report));
    return execution.trouble.length > 0 && status !== 1 ? 3 : status;
  } catch (error) {
    await leaveNoFolder();
    throw error;
  } finally {
    interruption.stop();
  }
}

interface Written {
  readonly files: readonly string[];
  /** Formats that were not written, because there was no time. */
  readonly left: readonly WriterName[];
  readonly error?: unknown;
}

/** Writes the formats one after the other, formats of several files last, until it is too late. */
async function write(
  report: Report,
  formats: readonly WriterName[],
  directory: string,
  tooLate: Promise<void>,
): Promise<Written> {
  const files: string[] = [];
  const ordered = writerNames.filter((name) => formats.includes(name));
  try {
    for (const [at, name] of ordered.entries()) {
      const written = await Promise.race([writeReport(report, [name], directory), tooLate]);
      if (written === undefined) return { files, left: ordered.slice(at) };
      files.push(...written);
    }
    return { files, left: [] };
  } catch (error) {
    return { files, left: [], error };
  }
}

interface Undertaking {
  readonly config: SuiteConfig;
  readonly selected: readonly SuiteCheck[];
  readonly waivers: readonly Waiver[] | undefined;
  readonly head: RunHead;
  readonly options: RunOptions;
  readonly console: Console;
  readonly shown: Progress;
  readonly partial: PartialReport;
  readonly interruption: Interruption;
  /** The reason why nothing can be run. */
  readonly outOfReach?: string;
}

/** Runs the checks, and shows and stores each result as it comes. */
async function carryOutRun(run: Undertaking): Promise<Execution> {
  const { config, selected, waivers, head, options, console, shown, partial, interruption, outOfReach } = run;
  if (outOfReach !== undefined) return withoutTenant(outOfReach, run);
  const requests = passOnRequests(config, console, shown.hold, interruption.interrupt);
  try {
    // an interrupted run does not wait for a tenant that lets its callers wait
    await Promise.race([warnOfLostDeliveries(config, selected, console, interruption.signal), interruption.since(0)]);
    return await execute(config, {
      selected,
      concurrency: config.profile === undefined && config.time === undefined ? embeddedConcurrency : unlimited,
      threads: config.profile === undefined ? threadsFor(selected.length) : 1,
      onResult: (result, facts) => {
        // the result is stored first, because a result that was shown must be found again
        partial.checkEnded(result, facts);
        shown.checkEnded(result);
      },
      ...(waivers === undefined ? {} : { amend: (result) => waive(result, waivers, dayOf(head)) }),
      bail: options.bail === true,
      interruption,
    });
  } finally {
    requests.stop();
    shown.clear();
  }
}

/**
 * Returns the results if the tenant cannot be reached: each check has this as its reason. It is printed once, at the
 * end.
 */
function withoutTenant(reason: string, { selected, partial }: Undertaking): Execution {
  const results = selected.map((check) => withoutResult(check, { verdict: 'inconclusive', reason }));
  for (const result of results) partial.checkEnded(result, undefined);
  return { results, interrupted: false, trouble: [] };
}

/** Returns the number of threads for a number of checks of the embedded target. */
function threadsFor(checkCount: number): number {
  return Math.max(1, Math.min(mostThreads, availableParallelism(), Math.floor(checkCount / checksAThread)));
}

/** Returns a line with the claims, which comes first as the scope does in a certificate. */
function claimsLine({ profile }: SuiteConfig): string {
  return profile?.claims === undefined ? '' : `Claims: ${profile.claims.join(', ')}\n`;
}

function headline(config: SuiteConfig, count: number): string {
  const target =
    config.profile === undefined
      ? 'the embedded reference tenant'
      : `${config.profile.name} at ${config.profile.baseUrl}`;
  const deviation = [config.fault, config.variant].filter((id) => id !== undefined).join(', ');
  return `labconform ${tool.version}: ${counted(count, 'check')} against ${target}${deviation === '' ? '' : ` (${deviation})`}, seed ${config.seed}, ${counted(config.runs, 'case')} a property`;
}

async function print(
  report: Report,
  execution: Execution,
  options: RunOptions,
  files: readonly string[],
  console: Console,
): Promise<void> {
  const { color } = console;
  for (const text of failureTexts(report, { color })) console.out(`\n${text}\n`);
  const unsettled = unsettledText(report, { color });
  if (unsettled !== '') console.out(`\n${unsettled}\n`);
  const isUnreached = report.interrupted !== true && nothingExercised(verdictsIn(report));
  if (unsettled !== '' && options.target !== undefined && isUnreached)
    console.err(`labconform: labconform doctor --target ${shellWord(options.target)} says what to fix\n`);
  for (const { waiver, why } of staleWaivers(report)) {
    console.err(`labconform: the waiver of ${waived(waiver)} (${waiver.owner}) is stale: ${why}\n`);
  }
  for (const line of execution.trouble)
    console.err(`labconform: the suite itself failed: ${line.split('\n')[0] ?? ''}\n`);
  if (options.quiet !== true) {
    console.out(`\n${profileTable(report, { color })}\n\n`);
    for (const text of [notExercisedText, surveyText, weatherText].map((write) => write(report, { color })))
      if (text !== '') console.out(`${text}\n\n`);
    console.out(`${await reportText(files)}\n`);
  }
  console.out(`${lastLine(report)}\n`);
}
