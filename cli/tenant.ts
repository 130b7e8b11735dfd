import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../core/trouble.ts';
import { createCertificate, startControlService, startTenant } from '../tenant/index.ts';
import type { Console } from './console.ts';
import { namedFault, namedVariant } from './deviations.ts';

export interface TenantOptions {
  readonly port: number;
  readonly controlPort: number;
  readonly publicUrl?: string;
  readonly controlToken?: string;
  readonly now?: Date;
  readonly fault?: string;
  readonly variant?: string;
}

/** Runs `labconform tenant`: prints one JSON line when the tenant listens, and serves until it is interrupted. */
export async function serveTenant(options: TenantOptions, console: Console): Promise<number> {
  const today = new Date();
  const certificate = await createCertificate(today);
  const fault = await namedFault(options.fault);
  const variant = await namedVariant(options.variant);
  const tenant = await listening('--port', options.port, () =>
    startTenant({
      certificate,
      random: randomBytes,
      seed: randomBytes(4).readUInt32BE(),
      elapsed: () => performance.now(),
      startsAt: options.now ?? today,
      port: options.port,
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
      ...(fault === undefined ? {} : { fault }),
      ...(variant === undefined ? {} : { variant }),
    }),
  );
  const folder = await mkdtemp(join(tmpdir(), 'labconform-'));
  try {
    const control = await listening('--control-port', options.controlPort, () =>
      startControlService({
        control: tenant.control,
        port: options.controlPort,
        ...(options.controlToken === undefined ? {} : { token: options.controlToken }),
      }),
    );
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, tenant.caPem);
    const { baseUrl, listensAt } = tenant;
    const elsewhere = options.publicUrl === undefined ? {} : { listensAt };
    console.out(`${JSON.stringify({ baseUrl, ...elsewhere, controlUrl: control.url, caFile })}\n`);
    await interrupted();
    await control.close();
  } finally {
    await tenant.close();
    await rm(folder, { recursive: true, force: true });
  }
  return 0;
}

async function listening<T>(flag: string, port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EADDRINUSE' ? 'is in use' : 'may not be listened on';
    throw new ConfigurationError(`${flag}: found ${port}, which ${why}, expected a free port, or 0 for any`);
  }
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
