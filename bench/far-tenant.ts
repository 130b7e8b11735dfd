import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Control } from '../tenant/index.ts';
import { createCertificate, startControlService, startTenant } from '../tenant/index.ts';

/** A served reference tenant with a clock that can be moved. Its changes are seen at once. */
export interface FarTenant {
  /** The folder that contains its profile, target.json. */
  readonly folder: string;
  /** Returns how often its clock was moved. */
  readonly moves: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Starts a tenant and its control, both at the same distance.
 *
 * @param added milliseconds that every round trip takes longer; 0 leaves the connection as it is
 */
export async function startFarTenant(added: number): Promise<FarTenant> {
  const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
  let port = 0;
  let moves = 0;
  const farUrl = added === 0 ? undefined : `https://127.0.0.1:${await listening(relayTo(() => port, added))}`;
  const tenant = await startTenant({
    certificate: await createCertificate(new Date()),
    random: randomBytes,
    seed: 1,
    elapsed: () => performance.now(),
    startsAt: new Date(),
    // the tenant calls itself by the far address, also in its deliveries
    ...(farUrl === undefined ? {} : { publicUrl: farUrl }),
  });
  port = Number(new URL(tenant.listensAt).port);
  const counted: Control = {
    description: tenant.control.description,
    operate: (operation, input) => {
      if (operation === 'clock.advance') moves++;
      return tenant.control.operate(operation, input);
    },
  };
  const control = await startControlService({ control: counted });
  const controlUrl = new URL(control.url);
  const controlPort = Number(controlUrl.port);
  if (added > 0) controlUrl.port = String(await listening(relayTo(() => controlPort, added)));
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
  const profile = {
    name: 'far away',
    baseUrl: farUrl ?? tenant.listensAt,
    tls: { caFile: 'ca.pem' },
    control: { type: 'http', url: controlUrl.href },
    api: { schemaFieldsEncoding: 'json' },
    limits: { propagationSeconds: 0 },
  };
  await writeFile(join(folder, 'target.json'), JSON.stringify(profile));
  return {
    folder,
    moves: () => moves,
    close: async () => {
      await control.close();
      await tenant.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Passes bytes on in their order, each half a round trip later. */
function late(from: Socket, to: Socket, added: number): void {
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), added / 2));
  from.on('end', () => setTimeout(() => to.end(), added / 2));
  from.on('error', () => to.destroy());
  from.setNoDelay(true);
}

/** Returns a relay to a server, whose port may be known later, that adds this distance. */
function relayTo(port: () => number, added: number): Server {
  return createTcpServer((near) => {
    const far = connect(port(), '127.0.0.1');
    late(near, far, added);
    late(far, near, added);
  });
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}
