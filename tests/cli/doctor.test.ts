import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ControlService, Fault, RunningTenant } from '../../tenant/index.ts';
import { createCertificate, Refused, startControlService, startTenant } from '../../tenant/index.ts';
import { findVariant } from '../../tenant/variants/index.ts';
import { httpsServer } from '../drivers/loopback-server.ts';
import { inProcess } from './in-process.ts';

const token = 'let-me-in';
let folder: string;
let tenant: RunningTenant;
let service: ControlService;
let app: { readonly appId: string; readonly clientId: string };
const secrets: Record<string, string> = {};
const started: { close(): Promise<void> }[] = [];
let user: { readonly userId: string; readonly email: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  tenant = await startTenant({
    certificate: await createCertificate(new Date()),
    random: randomBytes,
    seed: 1,
    elapsed: () => performance.now(),
    startsAt: new Date(Date.now() + 3600_000),
  });
  service = await startControlService({ control: tenant.control, token });
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
  const { appId, clientId, clientSecret } = await operate<'appId' | 'clientId' | 'clientSecret'>('app.create', {
    name: 'Centrifuge',
  });
  user = await operate<'userId' | 'email'>('user.create', { email: 'ada@acme.example' });
  const { apiKey } = await operate<'apiKey'>('apiKey.create', { userId: user.userId });
  app = { appId, clientId };
  Object.assign(secrets, { CLIENT_SECRET: clientSecret, API_KEY: apiKey, CONTROL_TOKEN: token });
});

afterAll(async () => {
  for (const one of started) await one.close();
  await service.close();
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  // The newest refresh token is kept in the working directory.
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function operate<Member extends string>(
  operation: string,
  input: Record<string, unknown>,
): Promise<Record<Member, string>> {
  return (await tenant.control.operate(operation, input)) as Record<Member, string>;
}

async function doctor(settings: Readonly<Record<string, unknown>> = {}, ...args: string[]) {
  const file = join(folder, 'target.json');
  const profile = {
    name: 'acme-staging',
    baseUrl: tenant.baseUrl,
    tls: { caFile: './ca.pem' },
    control: { type: 'http', url: service.url, token: '${CONTROL_TOKEN}' },
    limits: { deliverySeconds: 0.3, propagationSeconds: 0 },
    fixtures: {
      app: { ...app, clientSecret: '${CLIENT_SECRET}' },
      users: [{ ...user, apiKey: '${API_KEY}' }],
    },
    ...settings,
  };
  await writeFile(file, JSON.stringify(profile));
  const ended = await inProcess(['doctor', '--target', file, ...args]);
  for (const name of ['CLIENT_SECRET', 'API_KEY', 'CONTROL_TOKEN']) {
    expect(ended.out + ended.err).not.toContain(secrets[name]);
  }
  return ended;
}

/** Starts another tenant. Its `doctor` runs the command with the tenant's own control. */
async function tenantOf(behaviour: Fault['behaviour']) {
  const running = await startTenant({
    certificate: await createCertificate(new Date()),
    random: randomBytes,
    seed: 2,
    elapsed: () => performance.now(),
    startsAt: new Date(),
    fault: { id: 'examination/made-for-a-test', breaks: [], summary: 'Made for a test.', behaviour },
  });
  const control = await startControlService({ control: running.control, token });
  const caFile = `${running.tenantId}.pem`;
  await writeFile(join(folder, caFile), running.caPem);
  started.push(control, running);
  const own = {
    baseUrl: running.baseUrl,
    tls: { caFile: `./${caFile}` },
    control: { type: 'http', url: control.url, token: '${CONTROL_TOKEN}' },
    fixtures: {},
  };
  return {
    baseUrl: running.baseUrl,
    caFile,
    doctor: (settings: Readonly<Record<string, unknown>> = {}) => doctor({ ...own, ...settings }),
  };
}

describe('if nothing is wrong', () => {
  test('doctor reports each part and ends with 0', async () => {
    const { status, out, err } = await doctor();
    expect([status, err]).toEqual([0, '']);
    for (const part of [
      'profile',
      'baseUrl',
      'control',
      'clock',
      'fixtures\\.app',
      'fixtures\\.users',
      'browser',
      'propagationSeconds',
      'receiver',
    ])
      expect(out).toMatch(new RegExp(`^ {2}ok {5}${part}`, 'm'));
    expect(out).toContain('Nothing is wrong.');
  });

  test('the embedded tenant needs nothing', async () => {
    const { status, out } = await inProcess(['doctor']);
    expect(status).toBe(0);
    expect(out).toMatch(/ok {5}control +offers every operation/);
  });

  test('--wait-for=60s is no mistake, and does not delay doctor at a tenant that answers', async () => {
    expect(await doctor({}, '--wait-for', '60s')).toMatchObject({ status: 0, err: '' });
  });

  test('operations of a person are counted and not measured', async () => {
    const { out } = await doctor({ control: { type: 'manual' } });
    expect(out).toMatch(/speed +a call is answered after \d+ ms; .* a person carries out about \d{4,} operations/);
  });

  test('--json prints the result as JSON', async () => {
    const { status, out } = await doctor({}, '--json');
    expect(status).toBe(0);
    const { wrong, examined } = JSON.parse(out) as { wrong: number; examined: { part: string; state: string }[] };
    expect(wrong).toBe(0);
    expect(examined.map(({ part }) => part)).toContain('fixtures.app');
  });
});

describe('changes that take a while', () => {
  async function doctorOf(id: string, limits: Readonly<Record<string, number>>) {
    const variant = findVariant(id);
    if (variant === undefined) throw new Error(`there is no variant ${id}`);
    const slow = await startTenant({
      certificate: await createCertificate(new Date()),
      random: randomBytes,
      seed: 1,
      elapsed: () => performance.now(),
      startsAt: new Date(),
      variant,
    });
    const control = await startControlService({ control: slow.control, token });
    await writeFile(join(folder, 'slow.pem'), slow.caPem);
    try {
      return await doctor({
        baseUrl: slow.baseUrl,
        tls: { caFile: './slow.pem' },
        control: { type: 'http', url: control.url, token: '${CONTROL_TOKEN}' },
        fixtures: {},
        limits: { deliverySeconds: 0.3, ...limits },
      });
    } finally {
      await control.close();
      await slow.close();
    }
  }

  test('longer than the profile allows are wrong, and doctor names a sufficient limit', async () => {
    const { status, out } = await doctorOf('lifecycle/suspensions-come-late', { propagationSeconds: 0 });
    expect(status).toBe(2);
    expect(out).toMatch(
      /wrong {2}propagationSeconds .*suspension was seen after 0\.\d s, but the profile allows 0 s\n.*fix: .*propagationSeconds: 1 /,
    );
  });

  test('no longer than the profile allows are right', async () => {
    const { status, out } = await doctorOf('lifecycle/suspensions-come-late', { propagationSeconds: 5 });
    expect(status).toBe(0);
    expect(out).toMatch(
      /ok {5}propagationSeconds .*suspension was seen after 0\.\d s, within the 5 s that the profile allows/,
    );
  });
});

/** A program that describes itself correctly and answers every other operation with text that is no JSON. */
const controlOfNonsense = `
  const said = { protocol: 'tenant-control/1', tenantId: 'ten_1', baseUrl: 'https://acme.example', clock: 'real',
    operations: ['app.create', 'user.create', 'browser.authorize'] };
  console.log(process.argv.at(-1) === 'describe' ? JSON.stringify(said) : 'done');
`;

describe('doctor names the mistake and its fix, and ends with 2, for', () => {
  const mistakes: readonly (readonly [string, () => Readonly<Record<string, unknown>>, RegExp])[] = [
    [
      'an address at which no server listens',
      () => ({ baseUrl: 'https://127.0.0.1:1' }),
      /wrong {2}baseUrl .*\n.*fix: check that baseUrl is correct/,
    ],
    [
      'a private authority that the profile does not name',
      () => ({ tls: undefined }),
      /wrong {2}baseUrl .*certificate.*\n.*fix: .*tls: \{ caFile: \.\/ca\.pem \}/,
    ],
    [
      'the address of a control that does not run',
      () => ({ control: { type: 'http', url: 'http://127.0.0.1:1/control' } }),
      /ok {5}baseUrl[\s\S]*wrong {2}control .*127\.0\.0\.1:1.*\n.*fix: check that it is running/,
    ],
    [
      'a control that needs a token',
      () => ({ control: { type: 'http', url: service.url } }),
      /wrong {2}control .*answered 401.*\n.*fix: set the token .*token: "\$\{CONTROL_TOKEN\}"/,
    ],
    [
      'a control at another path',
      () => ({ control: { type: 'http', url: `${service.url}s`, token: '${CONTROL_TOKEN}' } }),
      /wrong {2}control .*answered 404.*\n.*fix: check that control\.url is the address/,
    ],
    [
      'a control that creates no apps',
      () => ({ control: { type: 'command', command: [process.execPath, '-e', controlOfNonsense] } }),
      /wrong {2}control +.*answered app\.create with something that is not JSON\n.*fix: check that it creates apps/,
    ],
    [
      'a control of the second tenant that does not run',
      () => ({
        otherTenant: {
          baseUrl: 'https://127.0.0.1:1',
          control: { type: 'http', url: 'http://127.0.0.1:1/control' },
        },
      }),
      /ok {5}baseUrl[\s\S]*wrong {2}otherTenant .*the control at http:\/\/127\.0\.0\.1:1\/control.*\n.*fix: [\s\S]*ok {5}fixtures\.app/,
    ],
    [
      'a second tenant that does not run',
      () => ({ otherTenant: { baseUrl: 'https://127.0.0.1:1' } }),
      /wrong {2}otherTenant .*\n.*fix: check that otherTenant\.baseUrl is correct/,
    ],
    [
      'a receiver that deliveries do not reach',
      () => ({ receiver: { listen: '127.0.0.1:0', publicUrl: 'https://hooks.invalid/conformance' } }),
      /wrong {2}receiver .*hooks\.invalid.*\n.*fix: set receiver\.publicUrl/,
    ],
    [
      'an address at which the receiver cannot listen',
      () => ({ receiver: { listen: '192.0.2.1:9' } }),
      /wrong {2}receiver .*192\.0\.2\.1:9.*\n.*fix: /,
    ],
  ];

  test.for(mistakes)('%s', async ([, settings, expected]) => {
    const { status, out, err } = await doctor(settings());
    expect(out).toMatch(expected);
    expect(out).toMatch(/(One thing is|\d things are) wrong\.\n$/);
    expect([status, err]).toEqual([2, '']);
  });

  test('but not for a clock that is an hour ahead, because a run measures the difference and subtracts it', async () => {
    const { status, out } = await doctor({ control: { type: 'none' } });
    expect(out).toMatch(
      /note {3}clock .* (59 minutes and 59 seconds|1 hour(?: and 1 second)?) ahead of this machine's: a run measures the difference and subtracts it/,
    );
    expect(out).toContain('Nothing is wrong.');
    expect(status).toBe(0);
  });

  test('a token that the control does not know', async () => {
    vi.stubEnv('CONTROL_TOKEN', 'another token');
    const { out } = await doctor();
    expect(out).toMatch(/wrong {2}control .*answered 401.*\n.*fix: check that control\.token is the token/);
    expect(out).not.toContain('another token');
  });

  test('a tenant and a control that are both out of reach', async () => {
    const { status, out } = await doctor({
      baseUrl: 'https://127.0.0.1:1',
      control: { type: 'http', url: 'http://127.0.0.1:1/control' },
    });
    expect(status).toBe(2);
    expect(out).toMatch(/wrong {2}baseUrl .*could not be reached/);
    expect(out).toMatch(/wrong {2}control .*http:\/\/127\.0\.0\.1:1\/control failed/);
    expect(out).toContain('2 things are wrong.');
  });

  test('a certificate that has expired', async () => {
    const certificate = await createCertificate(new Date('2020-01-01T00:00:00Z'));
    await using server = await httpsServer((_request, response) => response.end(), certificate);
    await writeFile(join(folder, 'other.pem'), certificate.caPem);
    const { out } = await doctor({ baseUrl: server.url, tls: { caFile: './other.pem' } });
    expect(out).toMatch(/wrong {2}baseUrl .*expired\n.*fix: renew the certificate/);
  });

  test('credentials that are not accepted', async () => {
    vi.stubEnv('CLIENT_SECRET', 'another secret');
    vi.stubEnv('API_KEY', 'another key');
    const { status, out } = await doctor();
    expect(out).toMatch(
      /wrong {2}fixtures\.app .*was answered with 4\d\d\n.*fix: check that clientId and clientSecret/,
    );
    expect(out).toMatch(/wrong {2}fixtures\.users +with the API key of \S+ .*\n.*fix: check that the key is current/);
    expect(out).toContain('2 things are wrong.');
    expect(status).toBe(2);
  });

  test('sign-in pages that no user can complete', async () => {
    const stuck = await startControlService({
      control: {
        ...tenant.control,
        operate: (operation, input) =>
          operation === 'browser.authorize'
            ? Promise.reject(new Refused(409, 'no_button', 'There is no button to consent.'))
            : tenant.control.operate(operation, input),
      },
    });
    try {
      const { status, out } = await doctor({ control: { type: 'http', url: stuck.url } });
      expect(out).toMatch(/wrong {2}browser .*There is no button to consent\.\n.*fix: check that the sign-in pages/);
      expect(status).toBe(2);
    } finally {
      await stuck.close();
    }
  });

  test('a refresh token that is refused', async () => {
    vi.stubEnv('REFRESH_TOKEN', 'spent long ago');
    const { out } = await doctor({
      fixtures: {
        app: { ...app, clientSecret: '${CLIENT_SECRET}' },
        users: [{ ...user, refreshToken: '${REFRESH_TOKEN}' }],
      },
    });
    expect(out).toMatch(/wrong {2}fixtures\.users +.*was answered with 400.*\n.*fix: .*authorize the app again/);
    expect(out).not.toContain('spent long ago');
  });
});

describe('doctor reports a situation in which a run would show nothing or judge the wrong tenant', () => {
  test('a token endpoint that crashes is not taken for a slow change', async () => {
    const broken = await tenantOf((normal) => ({
      ...normal,
      decideTokenRequest: () => {
        throw new Error('out of order');
      },
    }));
    const { status, out } = await broken.doctor();
    expect(out).toMatch(
      /wrong {2}tenant +POST \/oauth\/token was answered with 500, .*a new app.*\n.*fix: look at the logs of the tenant/,
    );
    expect(out).not.toMatch(/propagationSeconds/);
    // The profile has nothing to correct, and doctor cannot say whether the profile is right.
    expect(status).toBe(3);
  });

  test('a control of another tenant', async () => {
    const other = await tenantOf((normal) => normal);
    const { status, out } = await other.doctor({
      control: { type: 'http', url: service.url, token: '${CONTROL_TOKEN}' },
    });
    expect(out).toMatch(
      /wrong {2}control +says that its tenant is at (\S+), but baseUrl is (\S+), where a token request .*4\d\d\n.*fix: check that control and baseUrl/,
    );
    expect(out).not.toMatch(/propagationSeconds|browser/);
    expect(status).toBe(2);
  });

  test('a tenant that its control knows by another address is the same tenant', async () => {
    const elsewhere = await startControlService({
      control: { ...tenant.control, description: { ...tenant.control.description, baseUrl: 'https://inside.example' } },
    });
    try {
      const { status, out } = await doctor({ control: { type: 'http', url: elsewhere.url } });
      expect(out).toMatch(
        /note {3}control +says that its tenant is at https:\/\/inside\.example.* so both belong to the same tenant/,
      );
      expect(status).toBe(0);
    } finally {
      await elsewhere.close();
    }
  });

  test('a second tenant with the control of the first one', async () => {
    const other = await tenantOf((normal) => normal);
    const { status, out } = await doctor({
      otherTenant: {
        baseUrl: other.baseUrl,
        tls: { caFile: `./${other.caFile}` },
        control: { type: 'http', url: service.url, token: '${CONTROL_TOKEN}' },
      },
    });
    expect(out).toMatch(/wrong {2}otherTenant +its control says .*\n.*fix: .* it is not the first one/);
    expect(status).toBe(2);
  });

  test.for([{ control: 'its own' }, { control: 'none' }])(
    'no assay results, with $control control',
    async ({ control }) => {
      const { status, out } = await doctor({
        api: { assayResultsPath: '/api/v2/assays' },
        ...(control === 'none' ? { control: { type: 'none' }, fixtures: {}, limits: { clockSkewSeconds: 7200 } } : {}),
      });
      expect(out).toMatch(
        /wrong {2}assayResultsPath +GET \/api\/v2\/assays was answered with 404\n.*fix: .*api: \{ assayResultsPath: /,
      );
      expect(status).toBe(2);
    },
  );

  test('assay results are found at a known path', async () => {
    const { out } = await doctor();
    expect(out).toMatch(/ok {5}assayResultsPath +assay results are listed at \/\S*assay-results/);
  });
});

test('a wrong profile ends doctor with 2 before any request', async () => {
  const { status, out, err } = await doctor({ limits: { requestsPerSecond: -1 } });
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(/limits\.requestsPerSecond/);
});
