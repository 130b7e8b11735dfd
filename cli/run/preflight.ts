import { ConfigurationError } from '../../core/trouble.ts';
import { isLoopback } from '../../drivers/profile/address.ts';
import { assertPlacesFree } from '../../drivers/session/free-places.ts';
import { visible } from '../../reports/visible.ts';
import type { SuiteConfig } from '../../specs/adapter.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import type { Console } from '../console.ts';

/**
 * Checks that the suite can listen at the addresses of the profile, as far as the checks need this.
 *
 * @throws {ConfigurationError} if the suite cannot listen there
 */
export async function requireListenAddresses({ profile }: SuiteConfig, checks: readonly SuiteCheck[]): Promise<void> {
  if (profile === undefined || profile.control.type === 'none') return;
  const { receiver, identityProvider } = profile;
  const needsProvider = checks.some(({ needs }) => needs.includes('identityProvider.trust'));
  await assertPlacesFree({
    ...(receiver !== undefined && waitForDeliveries(checks) ? { receiver } : {}),
    ...(identityProvider !== undefined && needsProvider ? { identityProvider } : {}),
  });
}

/** Warns before the first check if the tenant's deliveries do not reach the suite, which then judges none. */
export async function warnOfLostDeliveries(
  config: SuiteConfig,
  checks: readonly SuiteCheck[],
  console: Console,
  signal: AbortSignal,
): Promise<void> {
  const { profile } = config;
  // a person is asked only for operations that the checks need
  if (profile === undefined || ['none', 'manual'].includes(profile.control.type) || !waitForDeliveries(checks)) return;
  // on one machine the tenant and the suite reach each other, so a delivery that does not arrive was not sent
  if (isLoopback(profile.baseUrl) && profile.receiver?.publicUrl === undefined) return;
  // the threads of a run load the code that opens targets in any case; this thread loads it only if it is needed
  const { openSession } = await import('../../specs/adapter.ts');
  const { reasonDeliveriesDoNotArrive } = await import('../../drivers/world/arrival.ts');
  // the names of the run itself are different, because the tenant may remember these
  const opening = await openSession({ ...config, runId: `${config.runId}-0` });
  // every check reports why the target cannot be opened
  if (!('session' in opening)) return;
  try {
    const hindrance = await reasonDeliveriesDoNotArrive(opening.session, signal);
    if (hindrance !== undefined) console.err(`labconform: webhooks can't be judged: ${visible(hindrance)}\n`);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    // any other error occurs in the checks too, which can report it
  } finally {
    await opening.session.close();
  }
}

function waitForDeliveries(checks: readonly SuiteCheck[]): boolean {
  return checks.some(({ needs }) => needs.includes('app.setWebhook'));
}
