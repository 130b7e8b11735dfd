import { createSecretKey } from 'node:crypto';
import { behaviourWith } from './behaviour/specified.ts';
import { createBrowsers } from './browser/browsers.ts';
import type { TenantCertificate } from './certificate.ts';
import { createClock, type Clock } from './clock.ts';
import { createControl, type Control } from './control/control.ts';
import { createOutbox } from './deliveries/outbox.ts';
import { createPoster, pauseFor, type Pause, type Post } from './deliveries/post.ts';
import { OrderedListings } from './endpoints/ordered-listings.ts';
import type { Fault } from './faults/fault.ts';
import { createDispatch } from './http/dispatch.ts';
import { listen } from './http/listener.ts';
import type { RandomBytes } from './random.ts';
import { addInitialData } from './state/initial-data.ts';
import { laboratoryNames } from './state/names.ts';
import { emptyState } from './state/state.ts';
import type { Tenant } from './tenant.ts';
import type { Variant } from './variants/variant.ts';

export { createCertificate, type TenantCertificate } from './certificate.ts';
export type { Clock } from './clock.ts';
export type { Control, ControlDescription } from './control/control.ts';
export { Refused } from './control/refused.ts';
export { startControlService, type ControlService, type ControlServiceOptions } from './control/service.ts';
export type { Pause, Post, PostRequest, Receipt } from './deliveries/post.ts';
export type { Fault } from './faults/fault.ts';
export { seededRandom, type RandomBytes } from './random.ts';
export type { Variant } from './variants/variant.ts';

export interface TenantOptions {
  readonly certificate: TenantCertificate;
  /** The source of ids, tokens, secrets and keys. Tenants that must not know each other's need different sources. */
  readonly random: RandomBytes;
  /** The seed of the names in the data. */
  readonly seed: number;
  /** Milliseconds of a monotonic clock of the real time; only differences matter. */
  readonly elapsed: () => number;
  /** The time of the tenant's clock when it starts. */
  readonly startsAt: Date;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: the system chooses a port. */
  readonly port?: number;
  /**
   * The address at which clients reach the tenant, if it differs from the one at which it listens, as behind a gateway:
   * an HTTPS origin.
   */
  readonly publicUrl?: string;
  /** Sends a webhook delivery; by default over HTTP or HTTPS. */
  readonly post?: Post;
  /** Waits between two tries of a delivery; by default in real time. */
  readonly pause?: Pause;
  /** One wrong decision. */
  readonly fault?: Fault;
  /** Another use of a freedom. */
  readonly variant?: Variant;
}

export interface RunningTenant {
  /** The HTTPS origin that the tenant reports as its own, without a trailing slash. */
  readonly baseUrl: string;
  /** The HTTPS origin at which the tenant listens; differs from `baseUrl` if it was given a public address. */
  readonly listensAt: string;
  readonly tenantId: string;
  /** The authority that a client must trust. */
  readonly caPem: string;
  readonly clock: Clock;
  readonly control: Control;
  /** Stops at once: open connections are dropped. */
  readonly close: () => Promise<void>;
}

/** Starts an independent tenant, with a clock of its own. It shares nothing with other tenants. */
export async function startTenant(options: TenantOptions): Promise<RunningTenant> {
  const { certificate, random, host = '127.0.0.1', port = 0 } = options;
  let baseUrl = '';
  const behaviour = behaviourWith(options.variant?.behaviour, options.fault?.behaviour);
  const poster = createPoster();
  const outbox = createOutbox();
  const unnamed: Tenant = {
    tenantId: '',
    baseUrl: () => baseUrl,
    state: emptyState(),
    behaviour,
    clock: createClock(options),
    elapsed: options.elapsed,
    random,
    names: laboratoryNames(options.seed),
    sealingKey: createSecretKey(random(32)),
    ordered: new OrderedListings(),
    outbox,
    post: options.post ?? poster.post,
    pause: options.pause ?? pauseFor,
    administrator: () => administrator,
  };
  const tenant: Tenant = { ...unnamed, tenantId: behaviour.makeId(unnamed, 'tenant') };
  const administrator = addInitialData(tenant);

  const listener = await listen(createDispatch(tenant), { host, port, certificate, behaviour });
  const listensAt = `https://${host.includes(':') ? `[${host}]` : host}:${listener.port}`;
  baseUrl = behaviour.baseUrl(options.publicUrl ?? listensAt);
  const browsers = createBrowsers({
    baseUrl,
    caPem: certificate.caPem,
    behindGateway: options.publicUrl !== undefined,
  });
  return {
    baseUrl,
    listensAt,
    tenantId: tenant.tenantId,
    caPem: certificate.caPem,
    clock: tenant.clock,
    control: createControl(tenant, browsers),
    close: async () => {
      // work that waits for a connection learns of the abort only if it gets a connection, or if the poster is closed
      await Promise.all([outbox.close(), poster.close()]);
      await browsers.close();
      await listener.close();
    },
  };
}
