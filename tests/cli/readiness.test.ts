import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readinessOf } from '../../cli/run/readiness.ts';
import type { ReadinessOptions } from '../../cli/run/readiness.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import type { TargetProfile } from '../../schemas/types/profile.ts';
import type { ControlService, RunningTenant, Control } from '../../tenant/index.ts';
import { createCertificate, startControlService, startTenant } from '../../tenant/index.ts';
import { httpServer, unusedPort } from '../drivers/loopback-server.ts';
import type { RequestHandler, LoopbackServer } from '../drivers/loopback-server.ts';
import { SkippingClock } from '../drivers/skipping-clock.ts';

const token = 'let-me-in';

interface Served {
  readonly tenant: RunningTenant;
  readonly service: ControlService;
}

let here: Served;
let elsewhere: Served;
const started: { close(): Promise<void> }[] = [];

async function serve(seed: number): Promise<Served> {
  const tenant = await startTenant({
    certificate: await createCertificate(new Date()),
    random: randomBytes,
    seed,
    elapsed: () => performance.now(),
    startsAt: new Date(),
  });
  const service = await startControlService({ control: tenant.control, token });
  started.push(service, tenant);
  return { tenant, service };
}

beforeAll(async () => {
  here = await serve(1);
  elsewhere = await serve(2);
});
afterAll(async () => {
  for (const one of started) await one.close();
});

/** Starts a control of a tenant that offers other operations or describes itself differently. */
async function controlOf({ tenant }: Served, change: (control: Control) => Partial<Control>): Promise<ControlService> {
  const service = await startControlService({ control: { ...tenant.control, ...change(tenant.control) }, token });
  started.push(service);
  return service;
}

/** Returns the findings about a target before its checks begin, the messages, and the seconds that pass. */
async function readiness(settings: Partial<TargetProfile>, options: ReadinessOptions = {}, caPem = here.tenant.caPem) {
  const time = new SkippingClock();
  const began = time.now();
  const profile = resolveProfile(
    {
      name: 'acme',
      baseUrl: here.tenant.baseUrl,
      control: { type: 'http', url: here.service.url, token },
      ...settings,
    },
    { caPem },
  );
  const said: string[] = [];
  const config = { profile, seed: 1, runs: 1, runId: 'ready', checks: [] };
  const err = (line: string): void => void said.push(line);
  const found = await readinessOf(config, { target: 'acme.yaml', ...options }, { err }, time).catch((error: Error) => ({
    refused: error.message,
    name: error.name,
  }));
  return { found, said, seconds: (time.now() - began) / 1000 };
}

/** Starts a tenant that gives these answers in turn, and the last one again from then on. */
async function answering(...turns: readonly RequestHandler[]): Promise<LoopbackServer> {
  let at = 0;
  return httpServer((request, response) => turns[Math.min(at++, turns.length - 1)]?.(request, response));
}
const status = (code: number) => (_: unknown, response: ServerResponse) => response.writeHead(code).end();
const noControl = { control: { type: 'none' } } as const;

test('a tenant and a control that match the profile begin at once, without a message', async () => {
  expect(await readiness({})).toEqual({ found: {}, said: [], seconds: 0 });
});

describe('a tenant to which no connection can be made', () => {
  test('because no server listens is found out of reach in three tries, with advice', async () => {
    const baseUrl = `http://127.0.0.1:${await unusedPort()}`;
    const { found, seconds } = await readiness({ ...noControl, baseUrl });
    expect(found).toEqual({
      outOfReach: expect.stringMatching(
        /^http:\S+: the tenant could not be reached: no connection: ECONNREFUSED \S+ \(3 tries in 2 s\); check that baseUrl is correct/,
      ) as string,
    });
    expect(seconds).toBeLessThanOrEqual(10);
  });

  test('because its name is unknown is found out of reach', async () => {
    const { found } = await readiness({ ...noControl, baseUrl: 'https://acme.invalid' });
    expect(found).toMatchObject({
      outOfReach: expect.stringMatching(/no connection: (ENOTFOUND|EAI_AGAIN)/) as string,
    });
  });

  test('because it speaks no TLS is found out of reach', async () => {
    await using clear = await answering(status(200));
    const { found } = await readiness({ ...noControl, baseUrl: clear.url.replace('http:', 'https:') });
    expect(found).toMatchObject({ outOfReach: expect.stringMatching(/could not be reached: no TLS/) as string });
  });

  test('because its certificate is not trusted is found out of reach, with the key that names the authority', async () => {
    const { found } = await readiness(noControl, {}, elsewhere.tenant.caPem);
    expect(found).toMatchObject({
      outOfReach: expect.stringMatching(/certificate is not trusted.*; check that tls\.caFile holds/) as string,
    });
  });

  test('is found out of reach after the time of --wait-for, if it was given', async () => {
    const baseUrl = `http://127.0.0.1:${await unusedPort()}`;
    const { found, said, seconds } = await readiness({ ...noControl, baseUrl }, { waitFor: 30 });
    expect(found).toMatchObject({
      outOfReach: expect.stringMatching(/ECONNREFUSED \S+ \(31 tries in 30 s\)/) as string,
    });
    expect(said[0]).toMatch(
      /^labconform: waiting for the tenant at http:\S+: no connection: ECONNREFUSED.*; 30 s at most\n$/,
    );
    expect(seconds).toBe(30);
  });
});

describe('a tenant that answers', () => {
  test.each([401, 404, 500, 503])('%d is ready, because its answers are judged or are weather', async (code) => {
    await using server = await answering(status(code));
    expect(await readiness({ ...noControl, baseUrl: server.url })).toEqual({ found: {}, said: [], seconds: 0 });
  });

  test.each([502, 503, 504])(
    '%d while it starts is waited for with --wait-for, and the run begins when it answers',
    async (code) => {
      await using server = await answering(status(code), status(code), status(401));
      const { found, said, seconds } = await readiness({ ...noControl, baseUrl: server.url }, { waitFor: 60 });
      expect({ found, seconds }).toEqual({ found: {}, seconds: 2 });
      expect(said).toEqual([
        `labconform: waiting for the tenant at ${server.url}: it answers ${code}; 60 s at most\n`,
        `labconform: the tenant at ${server.url} answers after 2 s\n`,
      ]);
    },
  );

  test('503 for the whole time of --wait-for is weather after that', async () => {
    await using server = await answering(status(503));
    const { found, said, seconds } = await readiness({ ...noControl, baseUrl: server.url }, { waitFor: 20 });
    expect({ found, seconds }).toEqual({ found: {}, seconds: 20 });
    expect(said.at(-1)).toMatch(/is still starting \(it answers 503\): the suite stopped waiting for it/);
  });

  test('too late is ready, because late answers are weather', async () => {
    const limits = { timeoutSeconds: 1 };
    await using server = await answering(() => {});
    expect((await readiness({ ...noControl, baseUrl: server.url, limits })).found).toEqual({});
  });

  test('503 while it starts is waited for without a message with --quiet', async () => {
    await using server = await answering(status(503), status(200));
    const { said } = await readiness({ ...noControl, baseUrl: server.url }, { waitFor: 20, quiet: true });
    expect(said).toEqual([]);
  });
});

test('a control that is still starting is waited for with --wait-for', async () => {
  const description = JSON.stringify({ ...here.tenant.control.description, operations: [] });
  await using control = await answering(status(503), status(503), status(503), (_, response) =>
    response.end(description),
  );
  const { found, said } = await readiness({ control: { type: 'http', url: control.url } }, { waitFor: 60 });
  expect(found).toEqual({});
  expect(said[0]).toMatch(/waiting for the control at http:\S+: .*503.*; 60 s at most/);
});

describe('a control token that is refused stops the run', () => {
  test('with the key and what was found, and says that it is not the token that the control was started with', async () => {
    const { found } = await readiness({ control: { type: 'http', url: here.service.url, token: 'not-that-one' } });
    expect(found).toEqual({
      name: 'ConfigurationError',
      refused: expect.stringMatching(
        /^acme\.yaml: control\.token: the control at \S+ answered 401 when asked to describe itself.*; check that control\.token is the token that the control was started with$/,
      ) as string,
    });
    expect(JSON.stringify(found)).not.toContain('not-that-one');
  });

  test('if the profile has none, with the key to set', async () => {
    const { found } = await readiness({ control: { type: 'http', url: here.service.url } });
    expect(found).toMatchObject({
      refused: expect.stringMatching(/control\.token: .*401.*; set the token .*token: "\$\{CONTROL_TOKEN\}"/) as string,
    });
  });

  test('of a second tenant, with its key', async () => {
    const { url } = elsewhere.service;
    const otherTenant = { baseUrl: elsewhere.tenant.baseUrl, control: { type: 'http', url, token: 'wrong' } } as const;
    expect((await readiness({ otherTenant })).found).toMatchObject({
      refused: expect.stringMatching(/otherTenant\.control\.token: .*401/) as string,
    });
  });

  test.each(['clock.now', 'user.unsuspend', 'app.unarchive'])(
    'if a control describes itself without a token and offers %s',
    async (operation) => {
      const asked: string[] = [];
      await using control = await httpServer((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        if (request.method === 'POST') return response.writeHead(401).end();
        return response.end(JSON.stringify({ ...here.tenant.control.description, operations: [operation] }));
      });
      const { found } = await readiness({ control: { type: 'http', url: control.url, token } });
      expect(found).toMatchObject({ refused: expect.stringMatching(new RegExp(`${operation} with 401`)) as string });
      expect(asked.filter((one) => one.startsWith('POST'))).toEqual(Array(3).fill(`POST /${operation}`));
    },
  );

  test('but not after a single refusal', async () => {
    const description = JSON.stringify({ ...here.tenant.control.description, operations: [] });
    await using control = await answering(status(403), status(401), (_, response) => response.end(description));
    expect((await readiness({ control: { type: 'http', url: control.url, token } })).found).toEqual({});
  });
});

describe('a control of another tenant stops the run', () => {
  const limits = { propagationSeconds: 5 };
  const control = () => ({ type: 'http', url: elsewhere.service.url, token }) as const;

  test('if the tenant at baseUrl refuses its app and the tenant at the address that it names serves the app', async () => {
    const { found, seconds } = await readiness({ control: control(), limits });
    expect(found).toEqual({
      name: 'ConfigurationError',
      refused: `acme.yaml: baseUrl: an app that the control made is refused at ${here.tenant.baseUrl} (the last of three requests was answered with 401) and served at ${elsewhere.tenant.baseUrl}, which the control names as its tenant; check that control and baseUrl belong to the same tenant`,
    });
    expect(seconds).toBeGreaterThanOrEqual(limits.propagationSeconds);
  });

  test('also if it makes no apps but API keys', async () => {
    const { url } = await controlOf(elsewhere, ({ description }) => ({
      description: { ...description, operations: ['user.create', 'apiKey.create'] },
    }));
    const { found } = await readiness({ control: { type: 'http', url, token }, limits });
    expect(found).toMatchObject({
      refused: expect.stringMatching(/baseUrl: an API key that the control made/) as string,
    });
  });

  test('but not if it only names another address of the same tenant, as behind a gateway', async () => {
    const { url } = await controlOf(here, ({ description }) => ({
      description: { ...description, baseUrl: 'https://inside.example' },
    }));
    expect(await readiness({ control: { type: 'http', url, token }, limits })).toEqual({
      found: {},
      said: [],
      seconds: 0,
    });
  });

  test('and not if no tenant serves its app, because that is judged', async () => {
    const nowhere = `http://127.0.0.1:${await unusedPort()}`;
    const { url } = await controlOf(elsewhere, ({ description }) => ({
      description: { ...description, baseUrl: nowhere },
    }));
    expect((await readiness({ control: { type: 'http', url, token }, limits })).found).toEqual({});
  });
});

describe('fixtures of another tenant', () => {
  async function fixtures({ tenant }: Served, email: string): Promise<NonNullable<TargetProfile['fixtures']>> {
    const operate = async (operation: string, input: Record<string, unknown>) =>
      (await tenant.control.operate(operation, input)) as Record<string, string>;
    const { appId = '', clientId = '', clientSecret = '' } = await operate('app.create', { name: email });
    const { userId = '' } = await operate('user.create', { email });
    const { apiKey = '' } = await operate('apiKey.create', { userId });
    return { app: { appId, clientId, clientSecret }, users: [{ userId, email, apiKey }] };
  }

  test('are reported one by one with the advice of doctor, and the run begins', async () => {
    const { found, said } = await readiness({ ...noControl, fixtures: await fixtures(elsewhere, 'ada@acme.example') });
    expect(found).toEqual({});
    expect(said).toEqual([
      expect.stringMatching(
        /^labconform: fixtures\.app: a token request .* 401; check that clientId and clientSecret belong/,
      ),
      expect.stringMatching(
        /^labconform: fixtures\.users: with the API key of \S+ .*401; check that the key is current/,
      ),
      `labconform: fixtures: the tenant at ${here.tenant.baseUrl} accepts none of them; check that fixtures and baseUrl belong to the same tenant\n`,
    ]);
  });

  test('cause no message if they belong to this tenant after all', async () => {
    expect(await readiness({ ...noControl, fixtures: await fixtures(here, 'ben@acme.example') })).toMatchObject({
      said: [],
    });
  });
});

describe('--allow-waits', () => {
  const noEffect =
    "labconform: --allow-waits does nothing here: the tenant's clock can be moved, so that no check waits for real time to pass\n";

  test('has no effect on a movable clock, as one line says', async () => {
    expect((await readiness({}, { allowWaits: 1200 })).said).toEqual([noEffect]);
  });

  test('has no effect on the embedded tenant, nor has --wait-for, as a line each says', async () => {
    const said: string[] = [];
    const config = { seed: 1, runs: 1, runId: 'ready', checks: [] };
    const err = (line: string): void => void said.push(line);
    const options = { allowWaits: 1200, waitFor: 60 };
    expect(await readinessOf(config, options, { err }, new SkippingClock())).toEqual({});
    expect(said).toEqual([
      noEffect,
      'labconform: --wait-for has no effect here: the embedded tenant is ready at once\n',
    ]);
  });

  test('causes no message on a real clock', async () => {
    const description = JSON.stringify({ ...here.tenant.control.description, clock: 'real', operations: [] });
    await using real = await answering((_, response) => response.end(description));
    expect((await readiness({ control: { type: 'http', url: real.url } }, { allowWaits: 1200 })).said).toEqual([]);
    expect((await readiness(noControl, { allowWaits: 1200 })).said).toEqual([]);
  });
});
