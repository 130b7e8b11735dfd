import { ConfigurationError } from '../../core/trouble.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import { openSession } from '../../specs/adapter.ts';
import { firstCases } from '../../specs/allotted.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { planOf, secondsOf } from '../../specs/plan.ts';
import { lookAt } from '../look-at.ts';
import { span } from '../span.ts';
import { throughputOf } from '../throughput.ts';

/** A run is never begun with less: it takes a while to begin and to write its report. */
const leastSeconds = 5;

/**
 * Makes sure before a run begins that its shortest form fits into the time that it was given: the first cases of every
 * check, with what is really waited for, at the speed at which this target answers. A target that cannot be opened is
 * left to the run, which says why.
 *
 * @throws ConfigurationError where it does not, with the shortest time that does
 */
export async function demandTime(
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
  // names are counted anew by the run
  const opening = await openSession({ ...config, runId: `${config.runId}-time` });
  if (!('session' in opening)) return undefined;
  const { session } = opening;
  try {
    const { lacks, timeIsFree } = await lookAt(session, selected);
    const planned = planOf(selected, lacks, session.operations, { runs: config.runs, shortest: true });
    const asked = secondsOf(planned, await throughputOf(session, config.profile));
    return leastSeconds + asked + (timeIsFree ? 0 : planned.waits);
  } finally {
    await session.close();
  }
}

/** A duration as the command line takes it, rounded up. */
function asOption(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)}s` : `${Math.ceil(seconds / 60)}m`;
}
