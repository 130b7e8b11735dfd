import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exitStatus } from '../../reports/exit-status.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { writeMarkdown } from '../../reports/markdown.ts';
import type { Waiver } from '../../reports/waivers.ts';
import { settleWaivers, staleWaivers, waive } from '../../reports/waivers.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

const catalogue = catalogueOf('DEL-01 delegated stated', 'DEL-02 delegated stated', 'DEL-03 delegated derived');
const today = '2026-11-20';

function waiver(given: Partial<Waiver> = {}): Waiver {
  return { check: 'delegated/a', reason: 'known', owner: 'Ann', lastDay: '2026-12-31', ...given };
}

describe('a waiver in force', () => {
  const failed = resultOf('delegated/a', { 'DEL-01': 'failed', 'DEL-02': 'failed', 'DEL-03': 'warning' });

  test('turns failed verdicts into waived, and gives its last day, owner and reason', () => {
    const { verdicts, reason } = waive(failed, [waiver()], today);
    expect(verdicts).toEqual({ 'DEL-01': 'waived', 'DEL-02': 'waived', 'DEL-03': 'warning' });
    expect(reason).toBe('waived until 2026-12-31 by Ann: known');
  });

  test('of one requirement leaves the others failed', () => {
    const result = waive(failed, [waiver({ requirement: 'DEL-02' })], today);
    expect(result).toMatchObject({ verdict: 'failed', verdicts: { 'DEL-01': 'failed', 'DEL-02': 'waived' } });
    expect(result.reason).toMatch(/^DEL-02 waived/);
  });

  test('leaves the reason why another requirement was not judged', () => {
    const verdicts = { 'DEL-01': 'failed', 'DEL-02': 'inconclusive' } as const;
    const given = { reason: 'DEL-01: it was wrong', reasons: { 'DEL-02': 'no answer in time' } };
    const result = waive(resultOf('delegated/a', verdicts, given), [waiver()], today);
    expect(result).toMatchObject({ verdict: 'inconclusive', verdicts: { 'DEL-01': 'waived' } });
    expect(result.reason).toBe('no answer in time; waived until 2026-12-31 by Ann: known');
  });

  test('of another check changes nothing', () => {
    expect(waive(failed, [waiver({ check: 'delegated/b' })], today)).toBe(failed);
  });

  test('keeps the run from failing, and the failure in the report', () => {
    const result = waive(resultOf('delegated/a', { 'DEL-01': 'failed', 'DEL-02': 'passed' }), [waiver()], today);
    const waivers = settleWaivers([waiver()], [result], today);
    const report = assembleReport(runOf(catalogue, [result], { waivers }));
    expect(report).toMatchObject({ outcome: 'partly-exercised', summary: { waived: 1, failed: 0 } });
    expect(report.checks[0]?.failure?.requirement).toBe('DEL-01');
    expect(report.waivers).toMatchObject([{ state: 'applied', owner: 'Ann' }]);
    expect(writeMarkdown(report)).toMatch(/\| `delegated\/a` \|.*\| Is waived \| known \| Ann \| 2026-12-31 \|/);
    expect(exitStatus(report, { required: [], staleWaivers: staleWaivers(report) })).toBe(0);
  });

  test('is in force on its last day and no longer on the next', () => {
    const lastDay = { lastDay: '2026-11-20' };
    expect(waive(failed, [waiver(lastDay)], '2026-11-20').verdicts['DEL-01']).toBe('waived');
    expect(waive(failed, [waiver(lastDay)], '2026-11-21')).toBe(failed);
  });
});

describe('a waiver is stale', () => {
  const passed = resultOf('delegated/a', { 'DEL-01': 'passed', 'DEL-02': 'passed' });
  const stale = (waivers: readonly Waiver[], ...results: readonly (typeof passed)[]): string[] =>
    staleWaivers({ waivers: settleWaivers(waivers, results, today) }).map(({ why }) => why);

  test('if the waived requirements passed', () => {
    expect(stale([waiver()], passed)).toEqual(['the waived requirements passed']);
    expect(stale([waiver({ requirement: 'DEL-02' })], passed)).toEqual(['the waived requirements passed']);
  });

  test('if its last day is over, with any result of the check or none', () => {
    const over = waiver({ lastDay: '2026-11-19' });
    expect(stale([over], passed)).toEqual(['its last day was 2026-11-19']);
    expect(stale([over])).toEqual(['its last day was 2026-11-19']);
  });

  test.each(['not-exercised', 'inconclusive', 'broken', 'warning'] as const)(
    'but not if the check ended as %s, which does not show that the waiver is needless',
    (verdict) => {
      expect(stale([waiver()], resultOf('delegated/a', { 'DEL-01': verdict }))).toEqual([]);
    },
  );

  test('but not if its check was not run', () => {
    expect(stale([waiver()])).toEqual([]);
  });

  test('and ends the run with 5 if nothing else is wrong, and with 1 if another check failed', () => {
    const report = (...results: readonly (typeof passed)[]) =>
      assembleReport(runOf(catalogue, results, { waivers: settleWaivers([waiver()], results, today) }));
    const status = (made: ReturnType<typeof report>) =>
      exitStatus(made, { required: [], staleWaivers: staleWaivers(made) });
    expect(status(report(passed))).toBe(5);
    expect(status(report(passed, resultOf('delegated/b', { 'DEL-01': 'failed' })))).toBe(1);
    expect(status(report(passed, resultOf('delegated/b', { 'DEL-01': 'inconclusive' })))).toBe(3);
  });
});

test('waivers of any checks and requirements change only failed verdicts', () => {
  const ids = fc.constantFrom('DEL-01', 'TRN-01', 'TRN-02', undefined);
  const days = fc.constantFrom('2026-11-19', '2026-11-20', '2027-01-01');
  const waivers = fc.array(
    fc
      .record({ at: fc.nat({ max: 4 }), requirement: ids, lastDay: days })
      .map(({ at, requirement, lastDay }) =>
        waiver({ check: `transport/check-${at}`, lastDay, ...(requirement === undefined ? {} : { requirement }) }),
      ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(arbitraryRun, waivers, ({ results }, all) => {
      for (const result of results) {
        const after = waive(result, all, today);
        for (const [id, verdict] of Object.entries(result.verdicts)) {
          const covered = all.some(
            ({ check, requirement, lastDay }) => check === result.id && lastDay >= today && (requirement ?? id) === id,
          );
          expect(after.verdicts[id]).toBe(verdict === 'failed' && covered ? 'waived' : verdict);
        }
        expect(after.failures).toEqual(result.failures);
      }
    }),
    { seed: 20261120, numRuns: 200 },
  );
});
