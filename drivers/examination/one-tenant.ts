import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { PremiseUnmet, SuiteMistake, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { Agent } from 'undici';
import { dispatcher } from '../client/dispatcher.ts';
import type { ProxySettings } from '../client/dispatcher.ts';
import { readAnswer } from '../client/read-answer.ts';
import { Room } from '../client/room.ts';
import { isLoopback, isOverTls } from '../profile/address.ts';
import type { LoadedTenant } from '../profile/resolved.ts';
import type { RealTime } from '../session/target.ts';
import { aKeyOwner, anApp, requestToken, tokenPath } from '../world/actors.ts';
import { basic, form } from '../world/authorization.ts';
import { versionedListings } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';
import { isSameAddress } from './addresses.ts';
import { callsWithKey } from './credentials.ts';
import { networkOf } from './network.ts';
import { isRefused, staysRefused } from './refusal.ts';

/** A credential that the control has just made, and the ways to try it. */
interface Fresh {
  /** The credential, as the subject of a sentence. */
  readonly subject: string;
  /** Tries the credential at the address of the profile. */
  readonly tryHere: () => Promise<Exchange>;
  /** The same requests for another address. The credential is served there if one of them is. */
  readonly requests: readonly Request[];
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Finds out whether a control that names another address than the profile belongs to another tenant. A gateway has
 * another address too, so the address alone shows nothing. The evidence is a credential that the control makes: the
 * address of the profile refuses it, even after the propagation delay, and the address that the control names serves
 * it.
 *
 * @returns the evidence, as a sentence without a full stop; undefined if nothing shows that there are two tenants
 */
export async function evidenceOfTwoTenants(
  scene: Scene,
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
  time: Pick<RealTime, 'now' | 'pause'>,
): Promise<string | undefined> {
  const namedUrl = scene.target.control.description.baseUrl;
  if (isSameAddress(namedUrl, tenant.baseUrl)) return undefined;
  const fresh = await freshCredential(scene);
  if (fresh === undefined) return undefined;
  const refusal = await staysRefused(fresh.tryHere, time, tenant.limits.propagationSeconds);
  if (refusal === undefined) return undefined;
  if (!(await isServedAt(namedUrl, fresh, tenant, proxy))) return undefined;
  return `${fresh.subject} that the control made is refused at ${tenant.baseUrl} (the last of three requests ${answer(refusal)}) and served at ${namedUrl}, which the control names as its tenant`;
}

/** Has the control make a credential; undefined if it makes none. */
async function freshCredential(scene: Scene): Promise<Fresh | undefined> {
  try {
    if (scene.supports('app.create')) return ofApp(scene, await anApp(scene));
    if (scene.supports('user.create') && scene.supports('apiKey.create')) return ofKey(scene, await aKeyOwner(scene));
    return undefined;
  } catch (error) {
    if (error instanceof Unsupported || error instanceof PremiseUnmet || error instanceof TestBedTrouble)
      return undefined;
    throw error;
  }
}

function ofApp(scene: Scene, app: Awaited<ReturnType<typeof anApp>>): Fresh {
  const { clientId, clientSecret } = app;
  const body = form({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    subject: 'an app',
    tryHere: () => requestToken(scene, app),
    requests: [{ method: 'POST', path: tokenPath, headers, body }],
  };
}

function ofKey(scene: Scene, { apiKey }: Awaited<ReturnType<typeof aKeyOwner>>): Fresh {
  const authorization = basic(apiKey);
  return {
    subject: 'an API key',
    tryHere: async () => {
      const calls = await callsWithKey(scene, apiKey);
      const [first] = calls;
      const decisive = calls.find((call) => !isRefused(call)) ?? first;
      if (decisive === undefined) throw new SuiteMistake('there is no listing to call with an API key');
      return decisive;
    },
    requests: versionedListings.map(({ path }) => ({ method: 'GET', path, headers: { authorization } })),
  };
}

/** Reports whether an address serves one of the requests. A failure to send a request shows nothing. */
async function isServedAt(
  namedUrl: string,
  { requests }: Fresh,
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
): Promise<boolean> {
  const origin = URL.parse(namedUrl)?.origin;
  // the new credential may travel unencrypted on this machine only
  if (origin === undefined || !(isOverTls(origin) || isLoopback(origin))) return false;
  const { timeoutSeconds } = tenant.limits;
  const agent = isLoopback(origin)
    ? // the profile does not name the authority of another tenant on this machine, and a loopback connection is private
      new Agent({ connect: { rejectUnauthorized: false, timeout: timeoutSeconds * 1000 } })
    : dispatcher({ ...networkOf(tenant, proxy), connections: 1 });
  const reading = { room: new Room(), timeoutSeconds };
  try {
    for (const { path, headers, ...request } of requests) {
      const sent = { ...request, url: `${origin}${path}`, headers: { 'user-agent': 'labconform', ...headers } };
      const { status } = await readAnswer(agent, sent, reading);
      if (status === 200) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    await agent.destroy();
  }
}
