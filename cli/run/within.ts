import { ConfigurationError } from '../../core/trouble.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import { openSession } from '../../specs/adapter.ts';
import { firstCases } from '../../specs/first-cases.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { planOf, secondsOf } from '../../specs/plan.ts';
import { assessLacks } from '../assess-lacks.ts';
import { span } from '../span.ts';
import { throughputOf } from '../throughput.ts';

/** Minimum time of a run, in seconds: a run takes a while to start and to write its report. */
const leastSeconds = 5;

/**
 * Checks before a run that its shortest form fits into its time limit: the first cases of every check, with real
 * waiting, at the speed of this target. If the target cannot be opened, the run itself says why.
 *
 * @throws ConfigurationError if it does not fit, with the shortest time that does
 */
export async function requireEnoughTime(
  withinSeconds: number,
  config: SuiteConfig,
  selected: readonly SuiteCheck[],
): Promise<void> {
  const shortest = await shortestSeconds(config, selected);
  if (shortest === undefined || shortest <= withinSeconds) return;
  throw new ConfigurationError(
    `--within: found ${span(withinSeconds)}, but the first ${firstCases} cases of each check take about ${span(shortest)} at this target, expected at least --within ${asOption(shortest)}, or fewer checks by --profile, --check or --shard`,
  );
}

async function shortestSeconds(config: SuiteConfig, selected: readonly SuiteCheck[]): Promise<number | undefined> {
  // the names of the run itself are different
  const opening = await openSession({ ...config, runId: `${config.runId}-time` });
  if (!('session' in opening)) return undefined;
  const { session } = opening;
  try {
    const { lacks, timeIsFree } = await assessLacks(session, selected);
    const planned = planOf(selected, lacks, session.operations, { runs: config.runs, shortest: true });
    const asked = secondsOf(planned, await throughputOf(session, config.profile));
    return leastSeconds + asked + (timeIsFree ? 0 : planned.waits);
  } finally {
    await session.close();
  }
}

/** Returns a duration as the command line takes it, rounded up. */
function asOption(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)}s` : `${Math.ceil(seconds / 60)}m`;
}
