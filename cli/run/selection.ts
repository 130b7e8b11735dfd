import { ConfigurationError } from '../../core/trouble.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { checks } from '../../specs/checks/index.ts';
import type { ProfileName, RequirementId } from '../../specs/requirements/index.ts';
import { requirementById } from '../../specs/requirements/index.ts';
import { named } from '../choices.ts';
import type { RunOptions } from './options.ts';

/**
 * The checks that a run is to do, in their order.
 * @throws {ConfigurationError} where one is named that there is not, or none is left
 */
export function selectChecks(options: Pick<RunOptions, 'profile' | 'check' | 'shard'>): readonly SuiteCheck[] {
  const { profile, check, shard } = options;
  for (const id of check ?? []) named('check', checks, id);
  const wanted = checks.filter(
    (one) =>
      (check === undefined || check.includes(one.id)) &&
      (profile === undefined || one.proves.some((requirement) => profile.includes(profileOf(requirement)))),
  );
  if (wanted.length === 0) {
    const nothing = profile === undefined ? '--check' : `--profile ${profile.join(', ')}`;
    throw new ConfigurationError(
      `${nothing}: found no check for it in this version, expected for example --profile transport (see labconform list profiles)`,
    );
  }
  return shard === undefined ? wanted : wanted.filter((_, at) => at % shard.of === shard.index - 1);
}

function profileOf(requirement: RequirementId): ProfileName {
  const found = requirementById.get(requirement);
  if (found === undefined) throw new ConfigurationError(`${requirement} is not in the catalogue`);
  return found.profile;
}
