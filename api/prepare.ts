import { readEnvironment } from '../cli/environment.ts';
import { configure } from '../cli/run/configure.ts';
import { demandGate } from '../cli/run/gate.ts';
import type { RunOptions as CommandOptions } from '../cli/run/options.ts';
import { requireListenAddresses } from '../cli/run/preflight.ts';
import type { RunEnd, RunHead } from '../cli/run/record.ts';
import { headOf, reportOf } from '../cli/run/record.ts';
import { selectChecks } from '../cli/run/selection.ts';
import type { CheckResult } from '../core/result.ts';
import type { Report } from '../reports/report.ts';
import type { TargetProfile } from '../schemas/types/profile.ts';
import type { SuiteConfig } from '../specs/adapter.ts';
import type { SuiteCheck } from '../specs/check.ts';
import type { SuiteRun } from '../specs/suite-run.ts';
import type { RunOptions } from './options.ts';

/** A run that is about to begin. */
export interface Prepared {
  readonly config: SuiteConfig;
  readonly selected: readonly SuiteCheck[];
  readonly head: RunHead;
}

/** Returns the checks that these options select, in the order of the catalogue. */
export function chosenChecks(options: RunOptions): readonly SuiteCheck[] {
  return selectChecks(asCommand(undefined, options));
}

/**
 * Reads the target profile and draws the seed.
 *
 * @param target path of a target profile, or the contents of such a file; undefined means the embedded reference tenant
 * @throws {ConfigurationError} that names the wrong key, what was found and what would be right
 */
export async function prepare(
  target: string | TargetProfile | undefined,
  options: RunOptions,
  selected: readonly SuiteCheck[] = chosenChecks(options),
): Promise<Prepared> {
  const asked = asCommand(target, options);
  const config = await configure(
    { ...asked, ...(target === undefined ? {} : { target }) },
    options.environment ?? (await readEnvironment(process.env)),
    selected.map(({ id }) => id),
    { answers: false },
  );
  const named = typeof target === 'object' ? { target: 'the target profile' } : {};
  demandGate({ ...asked, ...named }, config.profile);
  await requireListenAddresses(config, selected);
  return { config, selected, head: headOf(asked, config, undefined, new Date()) };
}

/** Returns the report of a run with these results. */
export function drawUp(
  { head }: Prepared,
  { facts }: Pick<SuiteRun, 'facts'>,
  results: readonly CheckResult[],
  ending: Pick<RunEnd, 'interrupted'>,
): Report {
  return reportOf(head, {
    ...ending,
    results,
    tenantId: facts?.tenantId,
    controlWeather: facts?.controlWeather,
    survey: facts?.survey,
    finishedAt: new Date().toISOString(),
  });
}

function asCommand(target: string | TargetProfile | undefined, options: RunOptions): CommandOptions {
  const { profiles, checks, environment: _, ...rest } = options;
  return {
    ...rest,
    ...(typeof target === 'string' ? { target } : {}),
    ...(profiles === undefined ? {} : { profile: profiles }),
    ...(checks === undefined ? {} : { check: checks }),
    // the caller writes the report
    reportDir: '',
  };
}
