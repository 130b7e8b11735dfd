import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { succeeded } from '../../core/exchange.ts';
import { grainOf } from '../../core/grain.ts';
import { alternate, worseThanOther } from '../../specs/expectations/alternation.ts';
import { departures } from '../../specs/expectations/app-token-answer.ts';
import {
  agreesWithLifetime,
  isExplainedByRounding,
  lifetimeProbes,
  respectsLifetime,
} from '../../specs/expectations/lifetime.ts';
import { dated, exactly, probeFrom, probeUpTo } from '../../specs/expectations/age.ts';
import type { SimulatedTenant, Simulation } from './simulated-clock.ts';
import { madeUpExchange, simulate } from './simulated-clock.ts';

const seed = 20261120;
const lifetime = 900;

/** The ways in which a conforming tenant may count 900 seconds (FRE-128). */
const conforming: Readonly<Record<string, SimulatedTenant['accepts']>> = {
  exactly: (issued, now) => now - issued < lifetime,
  'in whole seconds, cut off': (issued, now) => Math.floor(now) - Math.floor(issued) < lifetime,
  'in whole seconds, rounded': (issued, now) => Math.round(now) - Math.round(issued) < lifetime,
  'in whole seconds, rounded up': (issued, now) => Math.ceil(now) - Math.ceil(issued) < lifetime,
  'in seconds that begin somewhere': (issued, now) => Math.floor(now - 0.37) - Math.floor(issued - 0.37) < lifetime,
};

const wrong: Readonly<Record<string, SimulatedTenant['accepts']>> = {
  'a second longer': (issued, now) => now - issued < lifetime + 1,
  'a second less': (issued, now) => now - issued < lifetime - 1,
  'a minute less': (issued, now) => now - issued < lifetime - 60,
  'without an end': () => true,
  'a second longer, in whole seconds': (issued, now) => Math.floor(now) - Math.floor(issued) <= lifetime,
};

const latency = fc.double({ min: 0.0005, max: 0.02, noNaN: true });

function tenants(
  accepts: readonly string[],
  among: Readonly<Record<string, SimulatedTenant['accepts']>>,
): fc.Arbitrary<SimulatedTenant & { readonly counts: string }> {
  return fc
    .record({
      counts: fc.constantFrom(...accepts),
      startsAt: fc.double({ min: 1_800_000_000, max: 1_800_000_001, noNaN: true }),
      shown: fc.constantFrom<SimulatedTenant['shown']>('milliseconds', 'whole seconds, down', 'whole seconds, up'),
      latencies: fc.array(fc.oneof({ weight: 9, arbitrary: latency }, fc.constant(0.7)), {
        minLength: 3,
        maxLength: 30,
      }),
      overshoot: fc.array(fc.constantFrom(0, 0, 0, 0.001, 0.3, 7), { minLength: 1, maxLength: 12 }),
    })
    .map((drawn) => ({ ...drawn, accepts: among[drawn.counts] ?? (() => false) }));
}

async function judged(
  tenant: SimulatedTenant,
): Promise<{ found: string[]; premises: string[]; simulation: Simulation }> {
  const simulation = simulate(tenant);
  const { scene, issue, call } = simulation;
  const probes = await lifetimeProbes(scene, { lifetime, issue, call, accepts: succeeded });
  const judgements = [...respectsLifetime(probes, succeeded, 'VER-14', 'a token')];
  return {
    found: judgements.flatMap((one) => (one.kind === 'finding' ? [one.subject] : [])),
    premises: judgements.flatMap((one) => (one.kind === 'premise' ? [one.text] : [])),
    simulation,
  };
}

describe('a token that is served too late', () => {
  test('has a finding with the seconds by which it is late, and with the use of clockSkewSeconds', () => {
    const born = { after: 0, before: 0 };
    const at = (age: number) => ({ born, atLeast: age, atMost: age, exchange: madeUpExchange(200) });
    const findingsAt = (age: number) =>
      [...agreesWithLifetime({ aged: at(age) }, lifetime, succeeded, 'VER-14', 'a token')].map((one) =>
        one.kind === 'finding' ? `${one.subject}: ${one.observed}, expected ${one.expected}` : one.kind,
      );
    expect(findingsAt(900.04)).toEqual([
      'a token at an age of 900.04 s: was answered with 200, at least 0.04 s too late, expected refusal, since it lasts 900 s (limits.clockSkewSeconds is for servers whose clocks differ)',
    ]);
    expect(findingsAt(960)).toEqual([
      'a token at an age of 960.00 s: was answered with 200, at least 60.0 s too late, expected refusal, since it lasts 900 s',
    ]);
  });
});

describe('the life of a token', () => {
  test('is never found wrong if it is 900 seconds, with every way of counting and every precision of the clock', async () => {
    await fc.assert(
      fc.asyncProperty(tenants(Object.keys(conforming), conforming), async (tenant) => {
        expect((await judged(tenant)).found).toEqual([]);
      }),
      { seed, numRuns: 400 },
    );
  });

  test('is usually judged on both sides, even if the clock is shared and shows whole seconds', async () => {
    await fc.assert(
      fc.asyncProperty(tenants(Object.keys(conforming), conforming), async (tenant) => {
        expect((await judged({ ...tenant, latencies: [0.002, 0.01] })).premises).toEqual([]);
      }),
      { seed, numRuns: 200 },
    );
  });

  test.for(Object.keys(wrong))('is found wrong if it is %s', async (counts) => {
    await fc.assert(
      fc.asyncProperty(tenants([counts], wrong), async (tenant) => {
        const exact = { ...tenant, shown: 'milliseconds' as const, latencies: [0.001, 0.003], overshoot: [0] };
        expect((await judged(exact)).found).not.toEqual([]);
      }),
      { seed, numRuns: 100 },
    );
  });

  test('is not judged at a tenant that refuses everything, including new tokens', async () => {
    const tenant = { startsAt: 0.5, shown: 'milliseconds', latencies: [0.001], overshoot: [0] } as const;
    const { found, premises } = await judged({ ...tenant, accepts: () => false });
    expect([found, premises.length]).toEqual([[], 1]);
  });

  test('does not count as ended by an early refusal while new tokens are refused as well', async () => {
    const tenant = { startsAt: 0.5, shown: 'milliseconds', latencies: [0.001], overshoot: [0] } as const;
    const { found, premises } = await judged({ ...tenant, accepts: (_issued, now) => now < 500 });
    expect([found, premises.length]).toEqual([[], 1]);
  });

  test('is found wrong at an age of the palette only if it was wrong, and never at a conforming tenant', async () => {
    const ages = fc.subarray([0, 1, 450, 899, 900, 901, 1800], { minLength: 1 });
    const all = { ...conforming, ...wrong };
    await fc.assert(
      fc.asyncProperty(tenants(Object.keys(all), all), ages, async (tenant, probedAt) => {
        const simulation = simulate(tenant);
        const { scene, issue, call } = simulation;
        const token = await dated(scene, issue);
        const found: string[] = [];
        for (const age of probedAt) {
          const again = () => call(token.outcome);
          const aged = await (age < lifetime
            ? probeUpTo(scene, token.moment, age, 2, again)
            : probeFrom(scene, token.moment, age, again, exactly));
          const contrast = await call(await issue());
          for (const one of agreesWithLifetime({ aged, contrast }, lifetime, succeeded, 'VER-14', 'a token')) {
            if (one.kind === 'finding') found.push(one.subject);
          }
        }
        const reallyWrong = simulation.calls.some(({ age, accepted }) =>
          accepted ? age >= lifetime : age <= lifetime - 1,
        );
        expect(found.length === 0 || (reallyWrong && !(tenant.counts in conforming))).toBe(true);
      }),
      { seed, numRuns: 300 },
    );
  });
});

describe('the precision of a clock', () => {
  test.for([
    [1_800_000_000, 1],
    [1_800_000_000.5, 0.1],
    [1_800_000_000.25, 0.01],
    [1_800_000_000.123, 0.001],
  ] as const)('that shows %d is taken to be %d s at worst', ([reading, grain]) => {
    expect(grainOf(reading)).toBe(grain);
  });
});

describe('two early refusals', () => {
  const refusal = (after: number, atMost: number) => ({
    born: { after, before: after + 0.01 },
    atLeast: atMost - 0.01,
    atMost,
    exchange: madeUpExchange(401),
  });

  test('may be caused by whole seconds if the tokens were issued in the same part of a second', () => {
    expect(isExplainedByRounding([refusal(10.9, 899.1), refusal(20.95, 899.1)], lifetime)).toBe(true);
    expect(isExplainedByRounding([refusal(10.99, 899.1), refusal(20.01, 899.1)], lifetime)).toBe(true);
  });

  test('cannot be caused by whole seconds if the tokens were issued half a second apart', () => {
    expect(isExplainedByRounding([refusal(10.2, 899.1), refusal(20.7, 899.1)], lifetime)).toBe(false);
  });

  test('may always be caused by whole seconds if there is only one', () => {
    expect(isExplainedByRounding([refusal(10.2, 899.1)], lifetime)).toBe(true);
  });
});

describe('two requests that are made in turn', () => {
  const counter = (fails: (count: number) => boolean) => {
    let count = 0;
    return async (): Promise<Exchange> => madeUpExchange(fails(++count) ? 401 : 200);
  };

  test('differ if one fails always or sometimes, and the other never', async () => {
    for (const every of [1, 2, 3, 5]) {
      const turns = await alternate(
        counter((count) => count % every === 0),
        counter(() => false),
      );
      expect(worseThanOther(turns, succeeded)?.response?.status).toBe(401);
    }
  });

  test('do not differ if every n-th request fails, regardless of its kind', async () => {
    for (let every = 1; every <= 8; every++) {
      const shared = counter((count) => count % every === 0);
      expect(worseThanOther(await alternate(shared, shared), succeeded)).toBeUndefined();
    }
  });

  test('do not differ if both stop working in the middle', async () => {
    const shared = counter((count) => count > 9);
    expect(worseThanOther(await alternate(shared, shared), succeeded)).toBeUndefined();
  });
});

describe('the answer to client_credentials', () => {
  const right = { token_type: 'Bearer', access_token: 'at_0123456789', expires_in: 900 };

  test('has no departure if it is right, also with additional members', () => {
    expect(departures(madeUpExchange(200, right))).toEqual([]);
    expect(departures(madeUpExchange(201, { ...right, scope: 'all', created_at: 7 }))).toEqual([]);
  });

  test.for([
    ['token_type', 'bearer', 'was "bearer"'],
    ['token_type', undefined, 'was missing'],
    ['access_token', '', 'was ""'],
    ['access_token', 7, 'was 7'],
    ['expires_in', '900', 'was "900"'],
    ['expires_in', 899, 'was 899'],
    ['expires_in', null, 'was null'],
    ['refresh_token', 'rt_0123456789', 'was a string'],
    ['refresh_token', null, 'was null'],
    ['refresh_token_expires_in', 2_592_000, 'was 2592000'],
  ] as const)('has a departure if %s is %j, which shows no secret', ([member, value, found]) => {
    expect(departures(madeUpExchange(200, { ...right, [member]: value }))).toMatchObject([{ member, found }]);
  });

  test('is not judged if it is a refusal', () => {
    expect(departures(madeUpExchange(401, { error: 'invalid_client' }))).toEqual([]);
  });
});
