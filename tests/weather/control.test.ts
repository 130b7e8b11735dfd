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

// A conforming tenant whose control is unreliable. The seed decides which calls of an operation meet an accident.

const seed = 20261120;
/** The checks without a write probe, of which an eighth runs: enough to call all operations and to move the clock. */
const withoutWriteProbe = [...expiryChecks, ...lifecycleChecks].filter(({ needs }) => !needs.includes('write-probe'));
const checks = [true, false].flatMap((waits) =>
  withoutWriteProbe.filter(({ needs }) => needs.includes('passing-time') === waits).filter((_, at) => at % 8 === 0),
);

/**
 * Concurrent for a quick run, so that no processor is idle while a test waits; not for the whole proof, which already
 * runs many tests.
 */
const describeRun = inject('depth') === 'quick' ? describe.concurrent : describe;

const setsState = CONTROL_OPERATIONS.filter(isIdempotent);

interface Run {
  readonly results: readonly CheckResult[];
  /** The number of calls that met the accident. */
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
    const isCounted = (operation: string): boolean => !looksDeclined(disturbed.accident, operation);
    const accidents = [...control.met].reduce((sum, [operation, count]) => sum + (isCounted(operation) ? count : 0), 0);
    const disturbances = (session.facts.controlWeather?.disturbances ?? []).filter((one) => isCounted(one.operation));
    return { results, accidents, disturbances };
  } finally {
    await service.close();
    await tenant.close();
  }
}

const linesOf = (results: readonly CheckResult[]): string[] =>
  results.map(({ id, verdict, reason, failures }) => {
    const why = reason ?? failures.map(({ subject, observed }) => `${subject} ${observed}`).join('; ');
    return why === '' ? `${verdict}: ${id}` : `${verdict}: ${id}: ${why}`;
  });

function brokenBy(results: readonly CheckResult[]): Cause[] {
  return unsettledCausesOf(assembleReport(runOf(catalogue, results)));
}

/**
 * Reports whether an accident looks like the tenant's own answer. The tenant declines to create a user whose e-mail
 * address another user has, with 409, so a 409 among the tries of such a call is not counted as a disturbance.
 */
const looksDeclined = (accident: AccidentName, operation: string): boolean =>
  accident === '409' && operation === 'user.create';

interface Row {
  readonly accident: AccidentName;
  readonly rate: number;
  /** Operations that the accident happens to; by default all that it can happen to. */
  readonly operations?: readonly string[];
}

describeRun('a control that is disturbed before it did anything, or in an operation that can be repeated', () => {
  test.for<Row>([
    { accident: '409', rate: 0.05 },
    { accident: '501', rate: 0.05 },
    { accident: '503 with Retry-After', rate: 0.05 },
    { accident: 'an advance that is only claimed', rate: 0.05 },
    { accident: '500 before anything was done', rate: 0.04, operations: setsState },
    { accident: '500 after it was done', rate: 0.04, operations: [...setsState, 'clock.advance'] },
    { accident: 'a connection that is cut after', rate: 0.04, operations: [...setsState, 'clock.advance'] },
    { accident: 'nonsense instead of the output', rate: 0.04, operations: setsState },
    { accident: 'no answer, and nothing done', rate: 0.1, operations: ['user.suspend'] },
  ])('by $accident in $rate of its calls changes no verdict', async (row) => {
    const { results, accidents, disturbances } = await run(row);
    expect(linesOf(results)).toEqual(results.map(({ id }) => `passed: ${id}`));
    expect(accidents).toBeGreaterThan(0);
    expect(disturbances.reduce((sum, { count }) => sum + count, 0)).toBe(accidents);
  });
});

/**
 * The largest number of causes in a report: the control fails in few ways, so checks without a verdict have few causes.
 */
const mostCauses = 3;

describeRun('a control that is disturbed after it may have done an operation that cannot be repeated', () => {
  test.for<AccidentName>(['500 after it was done', 'a connection that is cut after', 'a page instead of the output'])(
    'by %s gives no finding against the tenant, and the report names few causes',
    async (accident) => {
      const { results, accidents } = await run({ accident, rate: 0.02 });
      const found = new Set(results.map(({ verdict }) => verdict));
      // a check may have judged some of its cases and not others
      const expected = new Set<string>(['passed', 'inconclusive', 'broken']);
      expect([...found].filter((verdict) => !expected.has(verdict))).toEqual([]);
      expect(brokenBy(results).length).toBeLessThanOrEqual(mostCauses);
      expect(accidents).toBeGreaterThan(0);
    },
  );
});

describeRun('a control that can never do an operation', () => {
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
  ])(
    'that moves the clock (%s) breaks the checks that wait, and the report names one cause',
    async ([accident, cause]) => {
      const { results } = await run({ accident, rate: 1, operations: ['clock.advance'] });
      const [first, ...others] = brokenBy(results);
      expect(others).toEqual([]);
      expect(first?.reason).toMatch(cause);
      const waiting = new Set(first?.checks.map(({ id }) => id));
      expect(waiting.size).toBeGreaterThan(3);
      const rest = results.filter(({ id }) => !waiting.has(id));
      expect(linesOf(rest)).toEqual(rest.map(({ id }) => `passed: ${id}`));
      expect(rest.length).toBeGreaterThan(3);
    },
  );

  test('that it lists is not asked for it again and again by each check', async () => {
    const { results, accidents } = await run({
      accident: '500 after it was done',
      rate: 1,
      operations: ['user.suspend'],
    });
    const [first, ...others] = brokenBy(results);
    expect(others).toEqual([]);
    expect(first?.reason).toContain('the control answered user.suspend with 500');
    // the other checks may also ask for it, in circumstances that they do not need
    expect(accidents).toBeLessThan(4 * results.length);
  });
});
