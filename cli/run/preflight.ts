import { ConfigurationError } from '../../core/trouble.ts';
import { isLoopback } from '../../drivers/profile/address.ts';
import { demandFreePlaces } from '../../drivers/session/free-places.ts';
import { visible } from '../../reports/visible.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import type { Console } from '../console.ts';

/**
 * Makes sure that the suite can listen where the profile has it listen, as far as the checks need it.
 *
 * @throws {ConfigurationError} where nobody can listen there
 */
export async function demandPlaces({ profile }: SuiteConfig, checks: readonly SuiteCheck[]): Promise<void> {
  if (profile === undefined || profile.control.type === 'none') return;
  const { receiver, identityProvider } = profile;
  const provides = checks.some(({ needs }) => needs.includes('identityProvider.trust'));
  await demandFreePlaces({
    ...(receiver !== undefined && waitForDeliveries(checks) ? { receiver } : {}),
    ...(identityProvider !== undefined && provides ? { identityProvider } : {}),
  });
}

/** Tells before the first check where no delivery of the tenant gets to the suite, which then judges none. */
export async function tellOfLostDeliveries(
  config: SuiteConfig,
  checks: readonly SuiteCheck[],
  console: Console,
  signal: AbortSignal,
): Promise<void> {
  const { profile } = config;
  // a person is asked for what the checks need, and for nothing before
  if (profile === undefined || ['none', 'manual'].includes(profile.control.type) || !waitForDeliveries(checks)) return;
  // on one machine they reach each other, and what does not arrive was not sent
  if (isLoopback(profile.baseUrl) && profile.receiver?.publicUrl === undefined) return;
  // what opens targets is loaded by the threads of a run in any case, and here only where it is needed
  const { openSession } = await import('../../specs/adapter.ts');
  const { hindranceOfDeliveries } = await import('../../drivers/world/arrival.ts');
  // the run's own session counts its names anew, at a tenant that may remember these
  const opening = await openSession({ ...config, runId: `${config.runId}-0` });
  // what keeps the target from being opened is told by every check
  if (!('session' in opening)) return;
  try {
    const hindrance = await hindranceOfDeliveries(opening.session, signal);
    if (hindrance !== undefined) console.err(`labconform: webhooks can't be judged: ${visible(hindrance)}\n`);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    // anything else that went wrong here goes wrong in the checks, which have a place to tell it
  } finally {
    await opening.session.close();
  }
}

function waitForDeliveries(checks: readonly SuiteCheck[]): boolean {
  return checks.some(({ needs }) => needs.includes('app.setWebhook'));
}
