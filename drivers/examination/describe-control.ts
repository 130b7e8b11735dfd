import type { ControlDescription } from '../../schemas/types/control.ts';
import { TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import type { ProxySettings } from '../client/dispatcher.ts';
import { ControlFailure } from '../control/failure.ts';
import { openHttpControl } from '../control/http.ts';
import { openControl } from '../control/open.ts';
import type { LoadedTenant } from '../profile/resolved.ts';
import type { ServiceState, Patience } from './until-ready.ts';
import { untilReady } from './until-ready.ts';
import { tokenFix } from './fixes.ts';
import { networkOf } from './network.ts';

/**
 * The description of a control, the reason why it refuses the token, or the trouble. `mayCome`: it may answer later.
 */
export type Described =
  | { readonly description: ControlDescription }
  | { readonly refused: string }
  | { readonly trouble: string; readonly mayCome?: boolean };

/** Number of tries after which a refused token is wrong. */
const mostTries = 3;
const betweenTriesMs = 300;

/**
 * Asks the control of a tenant for its description, and finds out whether it accepts the token of the profile. Waits
 * for a control that is still starting, if the suite is to wait.
 *
 * @returns undefined if there is no control, or if a person is the control
 */
export async function describeControl(
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
  patience: Omit<Patience, 'name'>,
  key = 'control',
): Promise<Described | undefined> {
  const { control } = tenant;
  if (control.type === 'none' || control.type === 'manual') return undefined;
  const found: { described: Described } = { described: { trouble: 'it was not asked' } };
  const look = async (): Promise<ServiceState> => {
    const asked = await askOnce(tenant, proxy, patience.time);
    found.described = asked;
    return 'trouble' in asked && asked.mayCome === true
      ? { state: 'starting', found: asked.trouble }
      : { state: 'there' };
  };
  const name = control.type === 'http' ? `the control at ${control.url}` : 'the control';
  for (let tries = 1; ; tries++) {
    await untilReady(look, { ...patience, name });
    const { described } = found;
    if (!('refused' in described)) return described;
    if (tries === mostTries) return { refused: `${described.refused}; ${tokenFix(control, key)}` };
    await patience.time.pause(betweenTriesMs);
  }
}

/** Kinds of failure that a control causes before it runs. */
const startingKinds: ReadonlySet<string> = new Set([
  'no connection',
  'connection closed',
  'no answer in time',
  'status 502',
  'status 503',
  'status 504',
]);

async function askOnce(
  tenant: LoadedTenant,
  proxy: ProxySettings | undefined,
  time: Patience['time'],
): Promise<Described> {
  try {
    return await (tenant.control.type === 'http' ? askService(tenant, tenant.control, proxy) : askOther(tenant, time));
  } catch (error) {
    if (isTokenRefused(error)) return { refused: error.message };
    if (!(error instanceof TestBedTrouble)) throw error;
    const mayCome = error instanceof ControlFailure && startingKinds.has(error.kind);
    return { trouble: error.message, mayCome };
  }
}

async function askService(
  tenant: LoadedTenant,
  { url, token }: Extract<LoadedTenant['control'], { readonly type: 'http' }>,
  proxy: ProxySettings | undefined,
): Promise<Described> {
  const service = await openHttpControl({
    ...networkOf(tenant, proxy),
    url,
    ...(token === undefined ? {} : { token }),
  });
  const { description } = service;
  // a control may describe itself to every caller, but require the token for operations
  const harmless = harmlessOperations.find(({ operation }) => description.operations.includes(operation));
  try {
    if (harmless !== undefined) await service.operate(harmless.operation, harmless.input);
  } catch (error) {
    // a control may answer 403 because the user or app does not exist, so that 403 does not show a refused token
    const isRefused = isTokenRefused(error) && (harmless?.operation === 'clock.now' || error.kind === 'status 401');
    // the checks that need an operation report its other failures
    if (isRefused || !(error instanceof TestBedTrouble || error instanceof Unsupported)) throw error;
  } finally {
    await service.close();
  }
  return { description };
}

/** Operations that change nothing, because no user or app has these ids. */
const harmlessOperations = [
  { operation: 'clock.now', input: {} },
  { operation: 'user.unsuspend', input: { userId: 'conformance-nobody' } },
  { operation: 'app.unarchive', input: { appId: 'conformance-nothing' } },
] as const;

async function askOther(tenant: LoadedTenant, time: Patience['time']): Promise<Described> {
  const open = await openControl(tenant, { timeoutSeconds: tenant.limits.timeoutSeconds }, time);
  if (open === undefined) return { trouble: 'there is none' };
  await open.close?.();
  return { description: open.adapter.description };
}

/** Reports whether a control answered that it does not serve the caller. */
function isTokenRefused(error: unknown): error is ControlFailure {
  return error instanceof ControlFailure && (error.kind === 'status 401' || error.kind === 'status 403');
}
