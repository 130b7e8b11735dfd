import { TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { seedFor } from '../../core/seed.ts';
import type { Fault, RunningTenant, TenantCertificate, Variant } from '../../tenant/index.ts';
import { createCertificate, Refused, seededRandom, startTenant } from '../../tenant/index.ts';
import type { ControlAdapter } from './control.ts';

export type { Fault, TenantCertificate, Variant };
export { createCertificate };

/** Finds the fault with this id. The faults are loaded only when one is asked for. */
export async function findFault(id: string): Promise<Fault | undefined> {
  return (await import('../../tenant/faults/index.ts')).findFault(id);
}

/** Finds the variant with this id. The variants are loaded only when one is asked for. */
export async function findVariant(id: string): Promise<Variant | undefined> {
  return (await import('../../tenant/variants/index.ts')).findVariant(id);
}

export interface EmbeddedTenantOptions {
  readonly certificate: TenantCertificate;
  /** Tenants with different seeds generate different credentials. */
  readonly seed: string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly startsAt: Date;
  readonly fault?: Fault;
  readonly variant?: Variant;
}

/** A reference tenant in this process. Apart from the command, this file is the only bridge from the suite to it. */
export interface EmbeddedTenant {
  readonly baseUrl: string;
  readonly caPem: string;
  readonly control: ControlAdapter;
  close(): Promise<void>;
}

export async function startEmbeddedTenant(options: EmbeddedTenantOptions): Promise<EmbeddedTenant> {
  const { certificate, seed, now, startsAt, fault, variant } = options;
  const tenant = await startTenant({
    certificate,
    random: seededRandom(seed),
    seed: seedFor(0, seed) >>> 0,
    elapsed: now,
    startsAt,
    ...(fault === undefined ? {} : { fault }),
    ...(variant === undefined ? {} : { variant }),
  });
  return { baseUrl: tenant.baseUrl, caPem: tenant.caPem, control: adapterOf(tenant), close: tenant.close };
}

function adapterOf(tenant: RunningTenant): ControlAdapter {
  return {
    kind: 'embedded',
    description: tenant.control.description,
    operate: async (operation, input) => {
      try {
        return await tenant.control.operate(operation, input as Record<string, unknown>);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.status === 501) throw new Unsupported(`the control does not support ${operation}`);
        throw new TestBedTrouble(`the control refused ${operation} (${error.status}): ${error.message}`, {
          refusal: true,
        });
      }
    },
  };
}
