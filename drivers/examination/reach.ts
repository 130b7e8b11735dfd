import type { ProxySettings } from '../client/dispatcher.ts';
import { dispatcher } from '../client/dispatcher.ts';
import { readAnswer } from '../client/read-answer.ts';
import { Room } from '../client/room.ts';
import { isUnreachable, troubleOf } from '../client/trouble.ts';
import type { LoadedTenant } from '../profile/resolved.ts';
import { versionedListings } from '../world/listing.ts';
import type { ServiceState, Patience } from './until-ready.ts';
import { untilReady } from './until-ready.ts';
import { reachFix } from './fixes.ts';
import { networkOf } from './network.ts';

/** Seconds within which a connection must be made. */
const longestConnect = 10;
/** Statuses that a proxy answers for a tenant that does not run yet. */
const startingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Looks once whether a tenant is there, with a call that carries no credential.
 *
 * @param answerSeconds seconds to wait for the answer after the connection is made
 */
async function lookAtTenant(
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
  answerSeconds: number,
): Promise<ServiceState> {
  const network = networkOf(tenant, proxy);
  const timeoutSeconds = Math.min(longestConnect, network.timeoutSeconds);
  const agent = dispatcher({ ...network, timeoutSeconds, connections: 1, idleMs: 0 });
  const url = `${tenant.baseUrl}${versionedListings[0].path}`;
  const request = { method: 'GET', url, headers: { 'user-agent': 'labconform' } };
  try {
    const { status } = await readAnswer(agent, request, { room: new Room(), timeoutSeconds: answerSeconds });
    return startingStatuses.has(status) ? { state: 'starting', found: `it answers ${status}` } : { state: 'there' };
  } catch (error) {
    const trouble = troubleOf(error, timeoutSeconds);
    if (isUnreachable(trouble)) return { state: 'out-of-reach', found: trouble.message };
    // a tenant that answers nonsense, or too much, is there
    const isStarting = trouble.kind === 'closed' || trouble.kind === 'timeout';
    return isStarting ? { state: 'starting', found: trouble.message } : { state: 'there' };
  } finally {
    await agent.destroy();
  }
}

/**
 * Finds out whether connections to a tenant can be made, and waits for the tenant if the suite is to wait.
 *
 * @returns the reason why the tenant is out of reach, with a fix; undefined if it is there. A late answer or one
 *   with 5xx is weather
 */
export async function whyOutOfReach(
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
  patience: Omit<Patience, 'name'>,
): Promise<string | undefined> {
  const { timeoutSeconds } = tenant.limits;
  // if the suite is not to wait, only the connection matters
  const answerSeconds = patience.until === undefined ? Math.min(longestConnect, timeoutSeconds) : timeoutSeconds;
  const seen = await untilReady(() => lookAtTenant(tenant, proxy, answerSeconds), {
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
  return `${tenant.baseUrl}: the tenant could not be reached: ${seen.found}${within}; ${reachFix(tenant, seen.found)}`;
}
