import { describe, expect, inject, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import { isIdempotent } from '../../drivers/control/idempotent.ts';
import type { ControlDisturbance } from '../../drivers/control/weather.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openShared } from '../../drivers/session/shared.ts';
import { assembleReport } from '../../reports/assemble.ts';
import type { Cause } from '../../reports/unsettled.ts';
import { unsettledCausesOf } from '../../reports/unsettled.ts';
import { CONTROL_OPERATIONS } from '../../schemas/control/operations.ts';
import { expiryChecks } from '../../specs/checks/expiry/index.ts';
import { lifecycleChecks } from '../../specs/checks/lifecycle/index.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import { runAll } from '../../specs/run-all.ts';
import { createCertificate, seededRandom, startControlService, startTenant } from '../../tenant/index.ts';
import { runOf } from '../reports/runs.ts';
import type { AccidentName, DisturbedOptions } from './disturbed-control.ts';
import { disturbedControl } from './disturbed-control.ts';

// A conforming tenant whose control is unreliable. Which calls of an operation meet an accident is a matter of the seed.

const seed = 20261120;
/** Enough to have all operations called and the clock moved, and few enough for every commit. */
const reading = [...expiryChecks, ...lifecycleChecks].filter(({ needs }) => !needs.includes('write-probe'));
const checks = [true, false].flatMap((waits) =>
  reading.filter(({ needs }) => needs.includes('passing-time') === waits).filter((_, at) => at % 8 === 0),
);

/** Side by side, they leave no processor idle while one waits; not so many at a time as the whole proof allows. */
const together = inject('depth') === 'quick' ? describe.concurrent : describe;

const setsState = CONTROL_OPERATIONS.filter(isIdempotent);

interface Run {
  readonly results: readonly CheckResult[];
  /** How many calls met the accident. */
  readonly accidents: number;
  readonly disturbances: readonly ControlDisturbance[];
}

async function run(disturbed: Omit<DisturbedOptions, 'url' | 'seed'>): Promise<Run> {
  const tenant = await startTenant({
    certificate: await createCertificate(new Date()),
    random: seededRandom('weather of the control'),
    seed,
    elapsed: realTime.now,
    startsAt: new Date('2026-11-20T08:00:00.000Z'),
  });
  const service = await startControlService({ control: tenant.control });
  await using control = await disturbedControl({ ...disturbed, url: service.url, seed });
  try {
    const profile = resolveProfile(
      {
        name: 'an unreliable control',
        baseUrl: tenant.baseUrl,
        control: { type: 'http', url: control.url },
        limits: { propagationSeconds: 0, timeoutSeconds: 5 },
        api: { schemaFieldsEncoding: 'json' },
      },
      { caPem: tenant.caPem },
    );
    const session = await openShared(profile, { runId: 'weather', realTime });
    const results = await runAll(checks, session, { runs: 2, seed, now: realTime.now, shrinkMs: 0 });
    await session.close();
    const accidents = [...control.met.values()].reduce((sum, count) => sum + count, 0);
    const disturbances = session.facts.controlWeather?.disturbances ?? [];
    return { results, accidents, disturbances };
  } finally {
    await service.close();
    await tenant.close();
  }
}

const told = (results: readonly CheckResult[]): string[] =>
  results.map(({ id, verdict, reason, failures }) => {
    const why = reason ?? failures.map(({ subject, observed }) => `${subject} ${observed}`).join('; ');
    return why === '' ? `${verdict}: ${id}` : `${verdict}: ${id}: ${why}`;
  });

function brokenBy(results: readonly CheckResult[]): Cause[] {
  return unsettledCausesOf(assembleReport(runOf(catalogue, results)));
}

interface Row {
  readonly accident: AccidentName;
  readonly rate: number;
  /** To which it happens; all to which it can unless given. */
  readonly operations?: readonly string[];
}

together('a control that is disturbed where it surely did nothing, or may do it again', () => {
  test.for<Row>([
    { accident: '409', rate: 0.05 },
    { accident: '501', rate: 0.05 },
    { accident: '503 with Retry-After', rate: 0.05 },
    { accident: 'an advance that is only claimed', rate: 0.05 },
    { accident: '500 before anything was done', rate: 0.04, operations: setsState },
    { accident: '500 after it was done', rate: 0.04, operations: [...setsState, 'clock.advance'] },
    { accident: 'a connection that is cut after', rate: 0.04, operations: [...setsState, 'clock.advance'] },
    { accident: 'nonsense in place of the output', rate: 0.04, operations: setsState },
    { accident: 'no answer, and nothing done', rate: 0.1, operations: ['user.suspend'] },
  ])('by $accident in $rate of its calls keeps no check from its verdict', async (row) => {
    const { results, accidents, disturbances } = await run(row);
    expect(told(results)).toEqual(results.map(({ id }) => `passed: ${id}`));
    expect(accidents).toBeGreaterThan(0);
    expect(disturbances.reduce((sum, { count }) => sum + count, 0)).toBe(accidents);
  });
});

/** What kept checks from a verdict, in so few words as the ways in which the control failed. */
const mostCauses = 3;

together('a control that is disturbed where it may have done what cannot be done again', () => {
  test.for<AccidentName>(['500 after it was done', 'a connection that is cut after', 'a page in place of the output'])(
    'by %s gives no finding against the tenant, and what it breaks is told once',
    async (accident) => {
      const { results, accidents } = await run({ accident, rate: 0.02 });
      const found = new Set(results.map(({ verdict }) => verdict));
      // of a check some cases may have been judged, and others not
      const expected = new Set<string>(['passed', 'inconclusive', 'broken']);
      expect([...found].filter((verdict) => !expected.has(verdict))).toEqual([]);
      expect(brokenBy(results).length).toBeLessThanOrEqual(mostCauses);
      expect(accidents).toBeGreaterThan(0);
    },
  );
});

together('a control that cannot do something at all', () => {
  test.for<[AccidentName, RegExp]>([
    [
      '500 before anything was done',
      /^the tenant's clock could not be moved in 3 tries: .* answered clock\.advance with 500$/,
    ],
    ['409', /^the tenant's clock could not be moved in 3 tries: .* answered clock\.advance with 409$/],
    [
      'an advance that is only claimed',
      /^the tenant's clock could not be moved in 3 tries: .* the clock did not move$/,
    ],
  ])('when it is to move the clock (%s) breaks the checks that wait, and says so once', async ([accident, cause]) => {
    const { results } = await run({ accident, rate: 1, operations: ['clock.advance'] });
    const [first, ...others] = brokenBy(results);
    expect(others).toEqual([]);
    expect(first?.reason).toMatch(cause);
    const waiting = new Set(first?.checks.map(({ id }) => id));
    expect(waiting.size).toBeGreaterThan(3);
    const rest = results.filter(({ id }) => !waiting.has(id));
    expect(told(rest)).toEqual(rest.map(({ id }) => `passed: ${id}`));
    expect(rest.length).toBeGreaterThan(3);
  });

  test('but says that it can, is not asked for it by each check as long', async () => {
    const { results, accidents } = await run({
      accident: '500 after it was done',
      rate: 1,
      operations: ['user.suspend'],
    });
    const [first, ...others] = brokenBy(results);
    expect(others).toEqual([]);
    expect(first?.reason).toContain('the control answered user.suspend with 500');
    // all others may ask for it too, in circumstances that they can do without
    expect(accidents).toBeLessThan(4 * results.length);
  });
});
