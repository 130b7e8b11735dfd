import type { ProxySettings } from '../client/dispatcher.ts';
import { dispatcher } from '../client/dispatcher.ts';
import { readAnswer } from '../client/read-answer.ts';
import { Room } from '../client/room.ts';
import { isUnreachable, troubleOf } from '../client/trouble.ts';
import type { LoadedTenant } from '../profile/resolved.ts';
import { versionedListings } from '../world/listing.ts';
import type { ServiceState, Patience } from './awaited.ts';
import { awaited } from './awaited.ts';
import { mendReach } from './mending.ts';
import { networkOf } from './network.ts';

/** Seconds: a connection that takes longer cannot be made. */
const longestConnect = 10;
/** What a proxy says for a tenant that does not run yet. */
const startingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Looks once whether a tenant is there, by a call that carries no credential.
 *
 * @param answerSeconds how long its answer is waited for, which comes after the connection
 */
async function lookAtTenant(
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
  answerSeconds: number,
): Promise<ServiceState> {
  const network = networkOf(tenant, proxy);
  const timeoutSeconds = Math.min(longestConnect, network.timeoutSeconds);
  const over = dispatcher({ ...network, timeoutSeconds, connections: 1, idleMs: 0 });
  const url = `${tenant.baseUrl}${versionedListings[0].path}`;
  const request = { method: 'GET', url, headers: { 'user-agent': 'labconform' } };
  try {
    const { status } = await readAnswer(over, request, { room: new Room(), timeoutSeconds: answerSeconds });
    return startingStatuses.has(status) ? { state: 'starting', found: `it answers ${status}` } : { state: 'there' };
  } catch (error) {
    const trouble = troubleOf(error, timeoutSeconds);
    if (isUnreachable(trouble)) return { state: 'out-of-reach', found: trouble.message };
    // what answers nonsense, or too much, is there
    const isStarting = trouble.kind === 'closed' || trouble.kind === 'timeout';
    return isStarting ? { state: 'starting', found: trouble.message } : { state: 'there' };
  } finally {
    await over.destroy();
  }
}

/**
 * Makes sure that connections to a tenant can be made, and waits for it where it is to be waited for.
 *
 * @returns why nothing can be said of it, with what to do; undefined where there is something. That it answers 5xx or
 *   late is weather
 */
export async function whyOutOfReach(
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
  patience: Omit<Patience, 'name'>,
): Promise<string | undefined> {
  const { timeoutSeconds } = tenant.limits;
  // without a time to wait the connection alone is of interest
  const answerSeconds = patience.until === undefined ? Math.min(longestConnect, timeoutSeconds) : timeoutSeconds;
  const seen = await awaited(() => lookAtTenant(tenant, proxy, answerSeconds), {
    ...patience,
    name: `the tenant at ${tenant.baseUrl}`,
  });
  if (seen.state === 'there') return undefined;
  if (seen.state === 'starting') {
    if (patience.until !== undefined)
      patience.say(
        `the tenant at ${tenant.baseUrl} is still starting (${seen.found}): the suite stopped waiting for it`,
      );
    return undefined;
  }
  const within = seen.looks === 1 ? '' : ` (${seen.looks} tries in ${Math.ceil(seen.seconds)} s)`;
  return `${tenant.baseUrl}: the tenant could not be reached: ${seen.found}${within}; ${mendReach(tenant, seen.found)}`;
}
