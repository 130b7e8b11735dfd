import { ConfigurationError } from '../../core/trouble.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { checks } from '../../specs/checks/index.ts';
import { distributeChecks } from '../../specs/distribute-checks.ts';
import { nearestKey } from '../../schemas/nearest-key.ts';
import type { ProfileName, RequirementId } from '../../specs/requirements/index.ts';
import { profileNames, requirementById } from '../../specs/requirements/index.ts';
import { named } from '../choices.ts';
import type { RunOptions } from './options.ts';

/**
 * Returns the checks of a run, in their order.
 * @throws {ConfigurationError} if a named check does not exist, or no check is left
 */
export function selectChecks(options: Pick<RunOptions, 'profile' | 'check' | 'shard'>): readonly SuiteCheck[] {
  const { profile, check, shard } = options;
  for (const id of check ?? []) {
    demandCheck(id);
    named('check', checks, id);
  }
  const wanted = checks.filter(
    (one) =>
      (check === undefined || check.includes(one.id)) &&
      (profile === undefined || one.proves.some((requirement) => profile.includes(profileOf(requirement)))),
  );
  if (wanted.length === 0) {
    throw new ConfigurationError(
      `--check: found no check of ${(profile ?? []).join(' or ')}, expected one, or --check without --profile`,
    );
  }
  return shard === undefined ? wanted : (distributeChecks(wanted, shard.of)[shard.index - 1] ?? []);
}

/** Throws if an id does not name a check but is known by another flag or command. */
function demandCheck(id: string): void {
  const found = `--check: found ${JSON.stringify(id)}, which is`;
  if (profileNames.some((name) => name === id))
    throw new ConfigurationError(`${found} a profile; did you mean --profile ${id}?`);
  const requirement = [...requirementById.keys()].find((one) => one === id.toUpperCase());
  if (requirement === undefined) {
    const near = id.includes('/') ? undefined : nearestKey(id, profileNames);
    if (near === undefined || checks.some((one) => one.id.includes(id))) return;
    throw new ConfigurationError(
      `--check: found ${JSON.stringify(id)}, which is no check; did you mean --profile ${near}?`,
    );
  }
  const [proof] = checks.filter(({ proves }) => proves.includes(requirement));
  throw new ConfigurationError(
    `${found} a requirement; expected a check of it such as ${proof?.id ?? ''} (see labconform explain ${requirement})`,
  );
}

function profileOf(requirement: RequirementId): ProfileName {
  const found = requirementById.get(requirement);
  if (found === undefined) throw new ConfigurationError(`${requirement} is not in the catalogue`);
  return found.profile;
}
