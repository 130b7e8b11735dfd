import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { openShared } from '../../drivers/session/shared.ts';
import type { RealTime } from '../../drivers/session/target.ts';
import { expiryChecks } from '../../specs/checks/expiry/index.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Control, ControlService, RunningTenant } from '../../tenant/index.ts';
import { createCertificate, seededRandom, startControlService, startTenant } from '../../tenant/index.ts';

const seed = 20261120;
/** Seconds of real time that checks may wait: the lifetime of an access token, and some time to probe it. */
const allowed = 1200;

/**
 * The factor by which time passes faster in these tests, for the tenant and for the suite. If it were greater, the work
 * of a busy machine would take longer than the wait that the checks share.
 */
const rate = 50;
const now = (): number => performance.now() * rate;

const checksOfWaits = expiryChecks.filter(({ needs }) => needs.includes('passing-time'));
const short = checksOfWaits.filter(
  ({ maxSeconds = 0, needs }) => maxSeconds <= allowed && !needs.includes('tenant-of-its-own'),
);
const long = checksOfWaits.filter((one) => !short.includes(one));
const without = expiryChecks.filter((one) => !checksOfWaits.includes(one));

let tenant: RunningTenant;
let service: ControlService;

beforeAll(async () => {
  tenant = await startTenant({
    certificate: await createCertificate(new Date()),
    random: seededRandom('real clock'),
    seed,
    elapsed: now,
    startsAt: new Date('2026-11-20T08:00:00.000Z'),
    // A code is exchanged at once, but at this rate that takes minutes on a busy machine.
    variant: {
      id: 'expiry/codes-last-an-hour',
      freedoms: ['FRE-62'],
      summary: 'An authorization code lasts an hour.',
      behaviour: () => ({ codeLifetime: () => 3600 }),
    },
  });
  service = await startControlService({ control: withRealClock(tenant.control) });
});

afterAll(async () => {
  await service.close();
  await tenant.close();
});

/** Returns a control that can neither read nor move the clock. */
function withRealClock(control: Control): Control {
  const { operations } = control.description;
  const offered = operations.filter((name) => !name.startsWith('clock.'));
  const description = { ...control.description, operations: offered, clock: 'real' };
  return { ...control, description: description as unknown as Control['description'] };
}

interface Run {
  readonly results: ReadonlyMap<string, CheckResult>;
  /** The seconds that passed, and the seconds that each pause was to last. */
  readonly seconds: number;
  readonly pauses: readonly number[];
}

async function run(allowedWait: number | undefined): Promise<Run> {
  const pauses: number[] = [];
  const realTime: RealTime = {
    now,
    today: () => new Date(),
    pause: async (ms, signal) => {
      pauses.push(ms / 1000);
      await delay(ms / rate, undefined, signal === undefined ? {} : { signal });
    },
  };
  const { baseUrl, caPem } = tenant;
  const profile = resolveProfile(
    {
      name: 'real clock',
      baseUrl,
      control: { type: 'http', url: service.url },
      limits: { timeoutSeconds: 30, propagationSeconds: 0 },
      api: { assayResultsPath: '/api/v2/assay-results' },
      writeProbe: {
        method: 'POST',
        path: '/api/v2/entries',
        body: { name: 'conformance', projectId: '{{projectId}}' },
        createdBy: '/createdBy/id',
      },
    },
    { caPem },
  );
  const options = { runId: 'real', realTime, ...(allowedWait === undefined ? {} : { allowedWait }) };
  const session = await openShared(profile, options);
  try {
    const began = now();
    const results = await runAll(expiryChecks, session, { runs: 4, seed, now, shrinkMs: 0 });
    return { results: new Map(results.map((one) => [one.id, one])), seconds: (now() - began) / 1000, pauses };
  } finally {
    await session.close();
  }
}

const verdicts = ({ results }: Run, of: readonly { readonly id: string }[]): string[] =>
  of.map(({ id }) => {
    const result = results.get(id);
    return `${id}: ${result?.verdict ?? 'missing'}${result?.reason === undefined ? '' : `, ${result.reason}`}`;
  });

describe('a tenant with a real clock, if waits of twenty minutes are allowed,', () => {
  let waited: Run;
  beforeAll(async () => {
    waited = await run(allowed);
  });

  test('is exercised by the checks of access tokens, and fails none', () => {
    expect(short.length).toBeGreaterThan(5);
    // If the machine stalled just before an end, the side before that end cannot be judged.
    const said = verdicts(waited, short).filter(
      (line) => !/: inconclusive, the clock ran past \d+ s before/.test(line),
    );
    expect(said).toEqual(said.map((line) => `${line.split(': ')[0] ?? ''}: passed`));
    expect(said.length).toBeGreaterThan(short.length / 2);
  });

  test('is waited for once by all these checks together', () => {
    expect(waited.pauses.filter((seconds) => seconds > 450).length).toBeGreaterThan(short.length);
    expect(waited.seconds).toBeGreaterThan(900);
    expect(waited.seconds).toBeLessThan(2 * 900);
  });

  test('is not waited for by checks of days and months, which name their lack', () => {
    expect(long.length).toBeGreaterThan(5);
    for (const line of verdicts(waited, long)) {
      expect(line).toMatch(/: not-exercised, needs (.* to pass:|a movable clock)/);
    }
    const days = verdicts(waited, long).filter((line) => line.includes('days to pass'));
    expect(days.length).toBeGreaterThan(5);
    for (const line of days) expect(line).toContain('the control has no movable clock');
  });

  test('is judged by dated keys, which need no wait', () => {
    expect(verdicts(waited, without)).toEqual(without.map(({ id }) => `${id}: passed`));
  });
});

test('a tenant with a real clock is not waited for at all unless that was allowed', async () => {
  const ran = await run(undefined);
  for (const one of short) {
    const minutes = Math.ceil((one.maxSeconds ?? 910) / 60);
    const expected = new RegExp(`: not-exercised, needs ${minutes} minutes to pass: .*--allow-waits ${minutes}m$`);
    expect(verdicts(ran, [one])[0]).toMatch(expected);
  }
  for (const line of verdicts(ran, long)) expect(line).toMatch(/: not-exercised, /);
  expect(ran.pauses.filter((seconds) => seconds > 60)).toEqual([]);
});
