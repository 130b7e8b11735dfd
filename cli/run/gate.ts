import { ConfigurationError } from '../../core/trouble.ts';
import type { LoadedProfile } from '../../drivers/profile/load.ts';
import type { Gate } from '../../reports/gate.ts';
import type { RunOptions } from './options.ts';

/**
 * Checks that the requested gate is possible for this run.
 *
 * @throws {ConfigurationError} that names the contradicting flag, or the claims that the target profile lacks
 */
export function demandGate(
  options: Pick<RunOptions, 'gate' | 'failOn' | 'waivers' | 'target'>,
  profile?: LoadedProfile,
): void {
  const { gate, failOn, waivers, target } = options;
  if (gate === 'stated' && failOn === 'warning') {
    throw new ConfigurationError(
      '--fail-on: found warning together with --gate stated, which accepts warnings, expected only one of the two, e.g. --gate strict',
    );
  }
  if (gate !== 'acceptance') return;
  const example = 'e.g. claims: [token-issuance, api-key]';
  if (target === undefined) {
    throw new ConfigurationError(
      `--gate: found acceptance without --target, expected a target profile that states its claims, ${example}`,
    );
  }
  if (waivers !== undefined) {
    throw new ConfigurationError(
      `--gate: found acceptance together with --waivers ${waivers}, expected no waivers: acceptance allows no waivers`,
    );
  }
  if (profile?.claims === undefined) {
    throw new ConfigurationError(
      `${target}: claims: not given, expected by --gate acceptance the profiles that the tenant claims to conform to completely, ${example}`,
    );
  }
}

/** Returns the gate of a run: the requested one, or that of `--fail-on warning`; undefined if neither was given. */
export function gateOf({ gate, failOn }: Pick<RunOptions, 'gate' | 'failOn'>): Gate | undefined {
  return gate ?? (failOn === 'warning' ? 'strict' : undefined);
}
