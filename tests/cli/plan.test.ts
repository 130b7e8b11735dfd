import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Plan } from '../../specs/plan.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import { planOf } from '../../specs/plan.ts';
import { runAll } from '../../specs/run-all.ts';
import { type RunningTenant, startForeignTenant } from '../foreign-tenant/foreign-tenant.ts';
import { inProcess } from './in-process.ts';

let folder: string;
let tenant: RunningTenant;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  tenant = await startForeignTenant({ seed: 'plan.test' });
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
});

afterAll(async () => {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

afterEach(() => vi.unstubAllEnvs());

async function plan(settings: Readonly<Record<string, unknown>>, ...args: string[]) {
  const file = join(folder, 'target.json');
  const profile = { name: 'second', baseUrl: tenant.baseUrl, tls: { caFile: './ca.pem' }, ...settings };
  await writeFile(file, JSON.stringify(profile));
  return inProcess(['plan', '--target', file, ...args]);
}

describe('a plan', () => {
  test('of the embedded tenant exercises everything, lacks nothing and needs no person', async () => {
    const { status, out, err } = await inProcess(['plan', '--profile', 'api-key', '--runs', '5']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^(\d+) of \1 checks would be exercised against the embedded reference tenant, with 5 cases/);
    expect(out).toMatch(/\napi-key +whole +22 of 22\n/);
    expect(out).toMatch(/apiKey\.rotate, for \d+ checks/);
    expect(out).toContain('Who has to be present\n  nobody\n');
    expect(out).toMatch(/\nWhat the tenant serves\n {2}POST \/oauth\/token \(served: client_credentials, /);
    expect(out).not.toContain('Not exercised');
  });

  test('says on one line that --allow-waits does nothing on a movable clock', async () => {
    const { status, err } = await inProcess(['plan', '--profile', 'transport', '--allow-waits', '20m']);
    expect(err).toMatch(/^labconform: --allow-waits does nothing here: the tenant's clock can be moved.*\n$/);
    expect(status).toBe(0);
  });

  test('of a tenant without control names the lack of each group of checks, and no operations', async () => {
    const { status, out } = await plan(
      { control: { type: 'none' } },
      '--profile',
      'api-key',
      'transport',
      'versioning',
    );
    expect(status).toBe(0);
    expect(out).toMatch(/\napi-key +none +0 of 22\n/);
    expect(out).toMatch(/\nversioning +none +0 of 21\n/);
    expect(out).toMatch(/\ntransport +part +\d+ of 25\n/);
    expect(out).toMatch(
      /\n {2}\d+ checks: needs an app: the control does not offer app\.create, and the profile has no fixtures\.app\n/,
    );
    expect(out).toMatch(/\n {2}\d+ checks: needs the operation app\.create, and there is no control\n/);
    expect(out).toContain(
      'What it does at the tenant\n  it asks for tokens and reads, many times with wrong credentials\n\n',
    );
    expect(out).toContain('What the tenant serves\n  a run finds out when it begins');
    expect(out).toMatch(
      /\nWhat more would be exercised, each line in addition to those before it\n {2}with .*: \d+ more requirements\n/,
    );
  });

  test('changes nothing at the tenant', async () => {
    vi.stubEnv('CONTROL_TOKEN', tenant.controlToken);
    const asked: string[] = [];
    const service = createServer((incoming, outgoing) => {
      asked.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
      outgoing.setHeader('content-type', 'application/json');
      const operations = ['app.create', 'user.create', 'apiKey.create', 'identityProvider.trust'];
      outgoing.end(
        JSON.stringify({
          protocol: 'tenant-control/1',
          tenantId: 'tenant',
          baseUrl: tenant.baseUrl,
          clock: 'real',
          operations,
        }),
      );
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    const { status } = await plan({ control: { type: 'http', url: `http://127.0.0.1:${port}` } });
    service.close();
    expect(status).toBe(0);
    expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
  });

  test('names the person who signs in, the token that is spent, the records that are written and the rate limit', async () => {
    vi.stubEnv('CLIENT_SECRET', 'not-told');
    const { out, err } = await plan(
      {
        control: { type: 'none', browser: 'person' },
        limits: { requestsPerSecond: 2 },
        fixtures: {
          app: { appId: 'a', clientId: 'c', clientSecret: '${CLIENT_SECRET}', redirectUri: 'http://localhost:7777/cb' },
          users: [{ userId: 'u', email: 'ada@acme.example' }],
        },
        writeProbe: { method: 'POST', path: '/api/v2/entries', createdBy: '/createdBy/id' },
      },
      '--profile',
      'transport',
    );
    expect(err).toBe('');
    expect(out).not.toContain('not-told');
    expect(out).toContain('signs in once, as ada@acme.example');
    expect(out).toContain('POST /api/v2/entries, which creates records');
    expect(out).toMatch(
      /about [\d,]+ calls at 2 a second and 0 operations: \d+ (s|minutes)\n {2}in addition, a person signs in once, which takes as long as they need\n/,
    );
  });

  describe('if a person carries out the operations', () => {
    test('counts the operations, and gives no time for the person', async () => {
      const { status, out } = await plan(
        { control: { type: 'manual' } },
        '--profile',
        'expiry',
        '--profile',
        'lifecycle',
      );
      expect(status).toBe(0);
      const [, duration] = /How long it takes\n([\s\S]*)$/.exec(out) ?? [];
      expect(duration).toMatch(
        /^ {2}a person carries out about \d{3,} operations: the run lasts as long as they take\n {2}in addition, the suite makes about [\d,]+ calls: /,
      );
    });

    test('gives programs their number apart from the seconds of the suite', async () => {
      const json = async (type: string) => {
        const { out } = await plan({ control: { type } }, '--profile', 'expiry', '--profile', 'lifecycle', '--json');
        return JSON.parse(out) as { seconds: number; byPerson?: { operations: number } };
      };
      expect((await json('manual')).byPerson?.operations).toBeGreaterThan(100);
      expect(await json('none')).not.toHaveProperty('byPerson');
    });
  });

  test('of a tenant with a control has the operations that the control offers, also as JSON', async () => {
    vi.stubEnv('CONTROL_TOKEN', tenant.controlToken);
    const control = { type: 'http', url: tenant.controlUrl, token: '${CONTROL_TOKEN}' };
    const { status, out } = await plan({ control }, '--profile', 'expiry', '--json');
    expect(status).toBe(0);
    const planned = JSON.parse(out) as Plan & { target: { control: string }; seconds: number };
    expect(planned.target.control).toBe('http');
    expect(planned.profiles).toEqual([{ name: 'expiry', exercised: 'whole', requirements: 35, of: 35 }]);
    expect(planned.operations.map(({ name }) => name)).toContain('clock.advance');
    const expected = checks.filter(({ id, needs }) => id.startsWith('expiry/') && !needs.includes('write-probe'));
    const exercised = planned.checks.filter(({ lacks }) => lacks === undefined).map(({ id }) => id);
    expect(exercised).toEqual(expect.arrayContaining(expected.map(({ id }) => id)));
    expect(planned.seconds).toBeGreaterThan(0);
  });

  test('of a tenant that is out of reach says so, and ends with 3', async () => {
    const { status, out, err } = await plan({ baseUrl: 'https://127.0.0.1:1' });
    expect([status, out]).toEqual([3, '']);
    expect(err).toMatch(/^labconform: no plan is possible: https:\/\/127\.0\.0\.1:1.*\n$/);
  });
});

test('the planned number of calls is close to the actual number', async () => {
  const chosen = checks.filter(({ id }) => id.startsWith('api-key/') || id.startsWith('token-issuance/'));
  const { requests } = planOf(chosen, new Map(), [], { runs: 5 });
  const session = await openEmbedded({ seed: 1, runId: 'plan', realTime });
  try {
    const results = await runAll(chosen, session, { runs: 5, seed: 1, now: realTime.now });
    const made = results.reduce((sum, { exchanges }) => sum + exchanges, 0);
    expect(requests / made).toBeGreaterThan(0.4);
    expect(requests / made).toBeLessThan(2.5);
  } finally {
    await session.close();
  }
});
