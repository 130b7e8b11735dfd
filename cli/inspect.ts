import { ConfigurationError } from '../core/trouble.ts';
import type { CaptureFile } from '../drivers/capture/read-capture.ts';
import { findCapture, readCapture } from '../drivers/capture/read-capture.ts';
import type { Tally } from '../drivers/capture/tally.ts';
import { originOf } from '../drivers/profile/address.ts';
import { loadProfile } from '../drivers/profile/load.ts';
import { assembleReport } from '../reports/assemble.ts';
import { shellWord } from '../reports/curl.ts';
import { exitStatus } from '../reports/exit-status.ts';
import type { Report } from '../reports/report.ts';
import { failureTexts, lastLine, profileTable } from '../reports/terminal.ts';
import type { WriterName } from '../reports/writers.ts';
import { writerNames } from '../reports/writers.ts';
import { recordedResults } from '../specs/recorded/results.ts';
import { RecordedTraffic } from '../specs/recorded/traffic.ts';
import * as catalogue from '../specs/requirements/index.ts';
import faults from '../tenant/faults/figures.json' with { type: 'json' };
import type { Console } from './console.ts';
import type { Environment } from './environment.ts';
import { envFileInWords } from './environment.ts';
import { tool } from './tool.ts';
import { makeReportDirectory, reportText, writeReport } from './write-report.ts';

/** The options of `labconform inspect`. */
export interface InspectOptions {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly reportDir: string;
  readonly format?: readonly WriterName[];
  readonly failOn?: 'warning';
  readonly quiet?: true;
}

/** The tenant whose traffic is judged. */
interface Tenant {
  readonly name: string;
  readonly baseUrl?: string;
  readonly assayResultsPath?: string;
}

type Named = Pick<InspectOptions, 'target' | 'baseUrl'>;

/** The result of judging some captures. */
export interface JudgedCaptures {
  readonly report: Report;
  /** The tally of each file, in the order of the files. */
  readonly tallies: readonly Tally[];
  readonly traffic: RecordedTraffic;
  readonly tenant: Tenant;
}

/**
 * Judges traffic that was recorded elsewhere, as far as the recording allows it. It sends no requests.
 *
 * @throws {ConfigurationError} if a file contains no capture, or the options do not name the tenant correctly
 */
export async function judgeCaptures(
  paths: readonly string[],
  options: Named,
  environment: Environment,
): Promise<JudgedCaptures> {
  const tenant = await tenantOf(options, environment);
  const files: CaptureFile[] = [];
  for (const path of paths) files.push(await findCapture(path));
  const startedAt = new Date();
  const traffic = new RecordedTraffic(tenant);
  const numbering = { next: 1 };
  const tallies: Tally[] = [];
  for (const file of files) {
    tallies.push(
      await readCapture(
        file,
        {
          wants: (url) => traffic.wants(url),
          exchange: (recorded) => traffic.exchange(recorded),
          delivery: (recorded) => traffic.delivery(recorded),
        },
        numbering,
      ),
    );
  }
  return { report: reportOf(tenant, traffic, paths, startedAt), tallies, traffic, tenant };
}

/** Runs `labconform inspect`: judges captures, writes the report and returns the exit status. */
export async function inspect(
  paths: readonly string[],
  options: InspectOptions,
  environment: Environment,
  console: Console,
): Promise<number> {
  const { report, tallies, traffic, tenant } = await judgeCaptures(paths, options, environment);
  await makeReportDirectory(options.reportDir);
  const written = await writeReport(report, options.format ?? writerNames, options.reportDir);
  await print(report, options, console, {
    read: tallies.map((tally, index) => readLine(paths[index] ?? '', tally)),
    tenant: tenantLines(traffic, tenant),
    written,
  });
  return exitStatus(report, { required: [], failOn: options.failOn });
}

async function tenantOf({ target, baseUrl }: Named, environment: Environment): Promise<Tenant> {
  if (target !== undefined && baseUrl !== undefined) {
    throw new ConfigurationError(
      `--base-url: found it together with --target ${target}, expected one of the two: both name the tenant`,
    );
  }
  if (target !== undefined) {
    const profile = await loadProfile(target, environment, envFileInWords(environment, target));
    const { assayResultsPath } = profile.api;
    return {
      name: profile.name,
      baseUrl: profile.baseUrl,
      ...(assayResultsPath === undefined ? {} : { assayResultsPath }),
    };
  }
  if (baseUrl === undefined) return { name: 'recorded traffic' };
  const origin = originOf(baseUrl);
  if ('address' in origin) return { name: 'recorded traffic', baseUrl: origin.address };
  // other input may contain credentials, so the message does not repeat it
  throw new ConfigurationError(
    `--base-url: found something else than the address of a tenant, expected ${origin.expected}`,
  );
}

function reportOf(tenant: Tenant, traffic: RecordedTraffic, paths: readonly string[], startedAt: Date): Report {
  const results = recordedResults(traffic.verdicts());
  const checksByRequirement = new Map<string, string[]>();
  for (const { id, requirements } of results) {
    for (const one of requirements) checksByRequirement.set(one, [...(checksByRequirement.get(one) ?? []), id]);
  }
  const { baseUrl } = traffic;
  const narrowed = tenant.baseUrl === undefined ? '' : ` --base-url ${shellWord(tenant.baseUrl)}`;
  return assembleReport({
    tool,
    target: { name: tenant.name, baseUrl: baseUrl ?? 'unknown', control: 'none' },
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    seed: 0,
    runsPerProperty: 0,
    results,
    catalogue,
    faults,
    checksByRequirement,
    required: [],
    interrupted: false,
    rerun: () => `labconform inspect${narrowed} ${paths.map(shellWord).join(' ')}`,
  });
}

/** Returns a line on the contents of a file, and lines on everything in it that could not be read. */
function readLine(path: string, tally: Tally): string {
  const { exchanges, deliveries, elsewhere, cutOff, notRead } = tally;
  const held = [
    `${counted(exchanges, 'exchange')} of documented paths`,
    counted(deliveries, 'delivery', 'deliveries'),
    ...(elsewhere === 0 ? [] : [`${counted(elsewhere, 'exchange')} of other paths, not looked at`]),
  ];
  const problems = notRead.map(({ why, count, places }) => {
    const which = `${places.join(', ')}${count > places.length ? ` and ${count - places.length} more` : ''}`;
    return `  not read: ${count} ${why} (${which})`;
  });
  const cut = cutOff ? ['  it is cut off in the middle of an entry; all entries before it were read'] : [];
  return [`${path}: ${held.join(', ')}`, ...problems, ...cut].join('\n');
}

/** Returns lines that say whose traffic was judged, and whose was not. */
function tenantLines(traffic: RecordedTraffic, tenant: Tenant): string[] {
  const chosen = traffic.chosen();
  const others = traffic.others();
  const named = others.slice(0, 5).map(({ name, requests }) => `${name} (${counted(requests, 'request')})`);
  const more = others.length > named.length ? ` and ${others.length - named.length} more` : '';
  const lines: string[] = [];
  if (chosen !== undefined) {
    const how = tenant.baseUrl === undefined ? ', recognized by the paths that were called' : '';
    lines.push(`The tenant is ${chosen.name} (${counted(chosen.requests, 'request')}${how}).`);
  }
  const clear = traffic.inClearText();
  if (clear > 0)
    lines.push(
      `Not judged: ${counted(clear, 'listing call')} to an http address, because the specification leaves open how they are refused.`,
    );
  if (others.length > 0) {
    lines.push(
      `${chosen === undefined ? 'None of these is clearly the tenant' : 'Not judged'}: ${named.join(', ')}${more}; name one with --base-url.`,
    );
  }
  return lines;
}

interface Printed {
  readonly read: readonly string[];
  readonly tenant: readonly string[];
  readonly written: readonly string[];
}

async function print(
  report: Report,
  options: InspectOptions,
  console: Console,
  { read, tenant, written }: Printed,
): Promise<void> {
  const { color } = console;
  const quiet = options.quiet === true;
  if (!quiet) console.out(`${[...read, ...tenant].join('\n')}\n`);
  for (const text of failureTexts(report, { color })) console.out(`\n${text}\n`);
  if (!quiet) {
    console.out(`\n${profileTable(report, { color })}\n\n`);
    console.out('Only recorded traffic was judged. To exercise the rest, run the suite against the tenant.\n');
    console.out(`${await reportText(written)}\n`);
  }
  console.out(`${lastLine(report)}\n`);
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
