import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types/report.ts';
import { type RunningTenant, startForeignTenant } from '../foreign-tenant/foreign-tenant.ts';
import { labconform } from './command.ts';
import { inProcess } from './in-process.ts';

let folder: string;
let tenant: RunningTenant;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  tenant = await startForeignTenant({ seed: 'receiver.test' });
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
});

afterAll(async () => {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

async function profileWith(settings: Readonly<Record<string, unknown>>): Promise<string> {
  const file = join(folder, 'target.json');
  const profile = {
    name: 'second',
    baseUrl: tenant.baseUrl,
    tls: { caFile: './ca.pem' },
    control: { type: 'http', url: tenant.controlUrl, token: '${CONTROL_TOKEN}' },
    limits: { deliverySeconds: 0.3, propagationSeconds: 0 },
    ...settings,
  };
  await writeFile(file, JSON.stringify(profile));
  return file;
}

describe('a port that another program listens at', () => {
  test.each(['receiver', 'identityProvider'])(
    '%s: the run ends with 2 and a sentence before it begins',
    async (key) => {
      const otherServer = createServer();
      await new Promise<void>((resolve) => {
        otherServer.listen(0, '127.0.0.1', resolve);
      });
      const listen = `127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
      try {
        const file = await profileWith({ control: { type: 'http', url: tenant.controlUrl }, [key]: { listen } });
        const { status, out, err } = await inProcess(['run', '--target', file, '--report-dir', join(folder, 'never')]);
        expect(err).toBe(
          `labconform: ${key}.listen is ${listen}, where the suite cannot listen (EADDRINUSE), ` +
            'expected a host of this machine and a free port, e.g. 127.0.0.1:0\n',
        );
        expect([status, out]).toEqual([2, '']);
      } finally {
        otherServer.close();
      }
    },
  );

  test('is no trouble if no check listens there', async () => {
    const file = await profileWith({ receiver: { listen: '192.0.2.1:9' } });
    const args = ['run', '--target', file, '--check', 'transport/a-401-carries-a-challenge', '--quiet', '--runs', '1'];
    const { status, err } = await labconform([...args, '--report-dir', 'spared'], folder, {
      CONTROL_TOKEN: tenant.controlToken,
    });
    expect([status, err]).toEqual([0, '']);
  });
});

describe('an address of the receiver that the tenant cannot reach', () => {
  test('is reported before the first check, with the setting to correct, and checks of deliveries are inconclusive', async () => {
    const publicUrl = 'https://hooks.invalid/conformance';
    const file = await profileWith({ receiver: { listen: '127.0.0.1:0', publicUrl } });
    const args = ['run', '--target', file, '--profile', 'webhooks', '--runs', '1', '--report-dir', 'lost'];
    const { status, out, err } = await labconform(args, folder, { CONTROL_TOKEN: tenant.controlToken });
    expect(err).toMatch(/^labconform: webhooks can't be judged: .*hooks\.invalid.*expected an address at which/);
    expect(status).toBe(3);
    expect(out).toContain('receiver.publicUrl is https://hooks.invalid/conformance');
    const written = JSON.parse(await readFile(join(folder, 'lost', 'conformance.json'), 'utf8')) as Report;
    expect(written.outcome).toBe('incomplete');
    const exercised = written.checks.filter(({ verdict }) => verdict !== 'not-exercised');
    expect(exercised.length).toBeGreaterThan(20);
    expect(new Set(exercised.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
  });
});

describe('a receiver that strangers flood with requests', () => {
  test('receives the deliveries, and says why a check of undelivered events is inconclusive', async () => {
    const listen = await freeAddress();
    const file = await profileWith({ receiver: { listen } });
    const astray = 'webhooks/without-an-address-nothing-is-delivered';
    const delivered = 'webhooks/delivered-by-post-to-the-very-address';
    const args = ['run', '--target', file, '--check', astray, delivered, '--runs', '2', '--report-dir', 'flooded'];
    const over = new AbortController();
    const flood = Promise.all(
      Array.from({ length: 4 }, () => sendUntil(`https://${listen}/wp-login.php`, over.signal)),
    );
    const { status } = await labconform(args, folder, { CONTROL_TOKEN: tenant.controlToken });
    over.abort();
    await flood;
    const written = JSON.parse(await readFile(join(folder, 'flooded', 'conformance.json'), 'utf8')) as Report;
    expect(written.checks.map(({ id, verdict }) => [id, verdict])).toEqual([
      [delivered, 'passed'],
      [astray, 'inconclusive'],
    ]);
    expect(written.checks[1]?.reason).toMatch(
      /the receiver got too many requests that belong to no inbox: .* POST \/wp-login\.php from 127/,
    );
    expect(status).toBe(3);
  });
});

/** Returns an address of this machine at which no program listens. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

/** Sends one request after the other, whether or not a server listens already. */
async function sendUntil(url: string, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  while (!signal.aborted) {
    await request(url, { dispatcher: agent, method: 'POST', body: 'log=admin' })
      .then(({ body }) => body.dump())
      .catch(() => new Promise((later) => void setImmediate(later)));
  }
  await agent.destroy();
}
