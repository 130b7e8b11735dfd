import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificate } from '../../tenant/index.ts';
import type { LoopbackServer } from '../drivers/loopback-server.ts';
import { bodyOf, httpsServer } from '../drivers/loopback-server.ts';
import { anyWeather } from './arbitrary-weather.ts';
import { kinds } from './kinds.ts';
import type { Seen } from './plain-client.ts';
import { PlainClient } from './plain-client.ts';
import type { WeatherProxy } from './proxy.ts';
import { startWeatherProxy } from './proxy.ts';
import type { Weather } from './weather.ts';
import { intensityText, kindsOf, readIntensity, shareAt, strokeOn } from './weather.ts';

const page = JSON.stringify({ data: [{ id: 'one' }, { id: 'two' }], nextToken: '' });
const calm: Weather = { kind: 'all', intensity: 'calm', seed: 1 };

/** Time that passes only by pauses, which end at once. */
let passed = 0;
const pauses: number[] = [];
const realTime = {
  now: () => passed,
  today: () => new Date('2026-11-20T08:00:00.400Z'),
  pause: (ms: number) => {
    passed += ms;
    pauses.push(ms);
    return Promise.resolve();
  },
};

let served = 0;
let tenant: LoopbackServer;
let proxy: WeatherProxy;
let client: PlainClient;
let caPem: string;

beforeAll(async () => {
  const certificate = await createCertificate(new Date());
  tenant = await httpsServer(async (request, response) => {
    served++;
    const asked = await bodyOf(request);
    response.writeHead(request.url === '/nothing' ? 204 : 200, {
      'Content-Type': 'application/json',
      ...(request.url === '/nothing' ? {} : { 'Content-Length': page.length }),
      ...(asked === '' ? {} : { 'X-Asked': asked }),
    });
    response.end(request.url === '/nothing' ? '' : page);
  }, certificate);
  proxy = await startWeatherProxy({ certificate, weather: calm, realTime });
  proxy.setTenantOrigin(tenant.url);
  ({ caPem } = certificate);
  client = new PlainClient(caPem);
});

afterAll(async () => {
  client.close();
  await proxy.close();
  await tenant[Symbol.asyncDispose]();
});

function always(kind: string): Weather {
  return { kind, intensity: { rate: 1 }, seed: 7 };
}

describe('each kind has the described effect on a plain client', () => {
  const lost = { error: 'ECONNRESET' };
  const whole = { status: 200, body: page };
  const byGateway = (status: number) => ({ status, body: expect.stringContaining(`<h1>${status} `) as string });
  const rows: Readonly<Record<string, Partial<Omit<Seen, 'names'>>>> = {
    'reset-before': lost,
    'reset-after': lost,
    'end-before': lost,
    'end-after': lost,
    'cut-head': lost,
    'cut-body': { ...lost, status: 200 },
    'cut-body-reset': { ...lost, status: 200 },
    'cut-chunks': { ...lost, status: 200 },
    '429': byGateway(429),
    '429-seconds': { ...byGateway(429), headers: expect.objectContaining({ 'retry-after': '1' }) as Seen['headers'] },
    '429-date': {
      ...byGateway(429),
      headers: expect.objectContaining({
        date: 'Fri, 20 Nov 2026 08:00:00 GMT',
        'retry-after': 'Fri, 20 Nov 2026 08:00:01 GMT',
      }) as Seen['headers'],
    },
    '502-before': byGateway(502),
    '502-after': byGateway(502),
    '503': byGateway(503),
    '504-after': byGateway(504),
    'late-request': whole,
    'late-answer': whole,
    'keep-alive-closed': whole,
    gzip: { ...whole, headers: expect.objectContaining({ 'content-encoding': 'gzip' }) as Seen['headers'] },
    deflate: { ...whole, headers: expect.objectContaining({ 'content-encoding': 'deflate' }) as Seen['headers'] },
    brotli: { ...whole, headers: expect.objectContaining({ 'content-encoding': 'br' }) as Seen['headers'] },
    chunked: { ...whole, headers: expect.objectContaining({ 'transfer-encoding': 'chunked' }) as Seen['headers'] },
    'header-noise': { ...whole, headers: expect.objectContaining({ via: '1.1 gateway' }) as Seen['headers'] },
  };

  test('and there is a row for each kind', () => {
    expect(Object.keys(rows).toSorted()).toEqual(kinds.map(({ id }) => id).toSorted());
  });

  test.for(kinds.map(({ id, reach }) => [id, reach] as const))('%s, %s', async ([id, reach]) => {
    proxy.change(always(id));
    served = 0;
    pauses.length = 0;
    const seen = await client.send(`${proxy.url}/api/v2/entries?pageSize=2`, { method: 'POST', body: 'a=b' });
    expect(seen).toMatchObject(rows[id] ?? {});
    expect(served).toBe(reach === 'lost-before-the-tenant' ? 0 : 1);
    expect(reach === 'served' ? seen.headers['x-asked'] : 'a=b').toBe('a=b');
    expect(pauses.length).toBe(/^late|^keep/.test(id) ? 1 : 0);
    expect(proxy.disturbed()).toEqual([{ n: 0, kind: id, endpoint: 'POST /api/v2/entries', at: expect.any(Number) }]);
  });

  test('and an answer without a body breaks off in its head', async () => {
    proxy.change(always('cut-body'));
    expect(await client.send(`${proxy.url}/nothing`)).toMatchObject({ error: 'ECONNRESET', body: '' });
  });
});

test('a kept connection is closed without notice', async () => {
  const keeping = new PlainClient(caPem, { keeps: true });
  proxy.change(always('keep-alive-closed'));
  const seen = await keeping.send(proxy.url);
  expect(seen).toMatchObject({ status: 200, body: page, headers: { connection: 'keep-alive' } });
  await keeping.ended;
  keeping.close();
});

test('the same seed disturbs the same exchanges in the same way, and no other exchanges', async () => {
  await fc.assert(
    fc.asyncProperty(anyWeather(1), fc.integer({ min: 1, max: 12 }), async (weather, requests) => {
      const told: unknown[] = [];
      for (let round = 0; round < 2; round++) {
        passed = 0;
        proxy.change(weather);
        served = 0;
        const expected = [];
        let reached = 0;
        for (let n = 0; n < requests; n++) {
          const stroke = strokeOn(weather, n, passed);
          if (stroke !== undefined) expected.push({ n, kind: stroke.kind.id, endpoint: 'GET /plates', at: passed });
          if (stroke?.kind.reach !== 'lost-before-the-tenant') reached++;
          const seen = await client.send(`${proxy.url}/plates`);
          const isWhole = stroke === undefined || stroke.kind.reach === 'served';
          expect(seen.error === undefined && seen.body === page).toBe(isWhole);
        }
        expect(proxy.disturbed()).toEqual(expected);
        expect(proxy.exchanges()).toBe(requests);
        expect(served).toBe(reached);
        told.push(proxy.disturbed());
      }
      expect(told[1]).toEqual(told[0]);
    }),
    { numRuns: 40 },
  );
});

describe('weather', () => {
  test('by rate disturbs about that share of the exchanges, with any seed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.001, 0.01, 0.05), (seed, rate) => {
        const weather: Weather = { kind: 'all', intensity: { rate }, seed };
        const of = 20_000;
        const hit = Array.from({ length: of }, (_, n) => strokeOn(weather, n, 0)).filter((one) => one !== undefined);
        const spread = 6 * Math.sqrt(of * rate);
        expect(Math.abs(hit.length - of * rate)).toBeLessThan(spread);
      }),
    );
  });

  test('with all kinds has each kind', () => {
    const weather = always('all');
    const seen = new Set(Array.from({ length: 500 }, (_, n) => strokeOn(weather, n, 0)?.kind.id));
    expect(seen.size).toBe(kinds.length);
    expect(() => kindsOf({ kind: 'fog' })).toThrow(/found fog, expected all or one of reset-before/);
  });

  test('in bursts disturbs most exchanges in 200 to 800 ms of every three seconds, and no other exchanges', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(1000), (seed, slot) => {
        const weather: Weather = { kind: 'all', intensity: 'bursts', seed };
        const shares = Array.from({ length: 3000 }, (_, ms) => shareAt(weather, slot * 3000 + ms));
        const within = shares.filter((share) => share > 0);
        expect(within.length).toBeGreaterThanOrEqual(199);
        expect(within.length).toBeLessThanOrEqual(801);
        expect(Math.min(...within)).toBeGreaterThanOrEqual(0.7);
      }),
    );
  });

  test('is written in the form in which it is read', () => {
    for (const text of ['calm', 'bursts', '0.1%', '1%', '5%']) expect(intensityText(readIntensity(text))).toBe(text);
    expect(() => readIntensity('sometimes')).toThrow(/found sometimes, expected calm, bursts or a share such as 0\.1%/);
  });
});
