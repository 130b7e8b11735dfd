import { randomBytes, randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { ConfigurationError } from '../../core/trouble.ts';
import type { LoadedProfile } from '../../drivers/profile/load.ts';
import type { TargetProfile } from '../../schemas/types/profile.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import type { Console } from '../console.ts';
import { namedFault, namedVariant } from '../deviations.ts';
import type { Environment } from '../environment.ts';
import { envFileInWords, proxyFrom } from '../environment.ts';
import type { RunOptions } from './options.ts';
import { defaultRuns } from './options.ts';

/** The options of a run that concern its target and cases. */
export interface Configured extends Pick<RunOptions, 'fault' | 'variant' | 'runs' | 'seed' | 'allowWaits'> {
  /** A file, or the contents of such a file. Undefined means the embedded reference tenant. */
  readonly target?: string | TargetProfile;
}

/**
 * Returns the configuration of a run with these options.
 *
 * @param ids of the checks to run
 * @param answers whether a person is there for the operations that the target leaves to persons
 * @throws {ConfigurationError} that names the wrong key or flag
 */
export async function configure(
  options: Configured,
  environment: Environment,
  ids: readonly string[],
  { answers }: Pick<Console, 'answers'>,
): Promise<SuiteConfig> {
  const { fault, variant, runs } = options;
  const target = typeof options.target === 'object' ? givenProfile : options.target;
  if (target !== undefined && (fault !== undefined || variant !== undefined)) {
    const flag = fault === undefined ? '--variant' : '--fault';
    throw new ConfigurationError(
      `${flag}: found it together with --target ${target}, expected only one of them: faults and variants exist only in the embedded tenant`,
    );
  }
  await Promise.all([namedFault(fault), namedVariant(variant)]);
  const profile = options.target === undefined ? undefined : await profileFrom(options.target, environment);
  const asks = profile?.control.browser === 'person' || profile?.control.type === 'manual';
  if (asks && answers !== true) {
    const [key, instead] =
      profile.control.type === 'manual'
        ? ['control.type: found manual', 'http, command or none if no person can carry operations out']
        : ['control.browser: found person', 'chromium, or no browser setting if no person can sign in'];
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

/** Returns the default number of cases: 1 if a person is asked for each operation of each case. */
function usualRuns(profile: LoadedProfile | undefined): number {
  return profile?.control.type === 'manual' ? 1 : defaultRuns;
}

/** The name in messages of a profile that was passed as data and not read from a file. */
const givenProfile = 'profile';

async function profileFrom(target: string | TargetProfile, environment: Environment): Promise<LoadedProfile> {
  const { loadProfile, profileOf } = await import('../../drivers/profile/load.ts');
  return typeof target === 'string'
    ? loadProfile(target, environment, envFileInWords(environment, target))
    : profileOf(target, givenProfile, environment);
}
