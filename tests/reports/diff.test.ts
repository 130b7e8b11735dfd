import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../core/behaviour.ts';
import type { Verdict } from '../../core/verdict.ts';
import { verdicts } from '../../core/verdict.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { diffText } from '../../reports/diff-text.ts';
import { diffReports, hasRegression } from '../../reports/diff.ts';
import type { Report } from '../../reports/report.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

const catalogue = catalogueOf('DEL-01 delegated stated', 'DEL-02 delegated stated');

function reportOf(
  verdict: Verdict,
  given: { readonly behaviour?: readonly Behaviour[]; readonly seed?: number } = {},
): Report {
  const { seed = 7, ...rest } = given;
  return assembleReport(runOf(catalogue, [resultOf('delegated/a', { 'DEL-01': verdict }, rest)], { seed }));
}

test('a report does not differ from itself', () => {
  fc.assert(
    fc.property(arbitraryRun, (run) => {
      const report = assembleReport(run);
      expect(diffReports(report, report)).toEqual({
        requirements: [],
        checks: [],
        behaviour: [],
        caveats: [],
      });
    }),
    { seed: 20261120, numRuns: 100 },
  );
});

test('a regression in one direction is an improvement in the other', () => {
  const verdict = fc.constantFrom(...verdicts);
  fc.assert(
    fc.property(verdict, verdict, (before, after) => {
      const kinds = (a: Verdict, b: Verdict) =>
        diffReports(reportOf(a), reportOf(b)).requirements.map(({ kind }) => kind);
      const opposite = { regression: 'improvement', improvement: 'regression', other: 'other' } as const;
      expect(kinds(after, before)).toEqual(kinds(before, after).map((kind) => opposite[kind]));
    }),
    { seed: 20261120, numRuns: 100 },
  );
});

describe('by requirement and by check', () => {
  test('the result of a replaced check counts for its successor', () => {
    const now = 'lifecycle/credentials-in-histories-of-transitions';
    const older = reportOf('passed');
    const of = (id: string, verdict: Verdict) => ({ ...older.checks[0], id, verdict }) as Report['checks'][number];
    const before = {
      ...older,
      checks: [of('lifecycle/who-goes-on-creates-records-again', 'failed'), of(now, 'passed')],
    };
    expect(diffReports(before, { ...older, checks: [of(now, 'passed')] }).checks).toEqual([
      { id: now, before: 'failed', after: 'passed', kind: 'improvement' },
    ]);
  });

  test('what a check found before it was renamed counts for the check with its present id', () => {
    const now = 'token-issuance/answers-have-the-same-members-after-events';
    const report = reportOf('passed');
    const of = (id: string, verdict: Verdict) => ({ ...report.checks[0], id, verdict }) as Report['checks'][number];
    const before = { ...report, checks: [of('token-issuance/answers-stay-alike-whatever-happened', 'passed')] };
    expect(diffReports(before, { ...report, checks: [of(now, 'failed')] }).checks).toMatchObject([
      { id: now, before: 'passed', after: 'failed', kind: 'regression' },
    ]);
  });

  test('a requirement that passed before and fails now is a regression, with its finding', () => {
    const diff = diffReports(reportOf('passed'), reportOf('failed'));
    expect(diff.requirements).toEqual([
      { id: 'DEL-01', before: 'passed', after: 'failed', kind: 'regression', observed: expect.stringMatching(/200/) },
    ]);
    expect(diff.checks).toMatchObject([{ id: 'delegated/a', kind: 'regression' }]);
    expect(hasRegression(diff)).toBe(true);
    expect(diffText(diff)).toMatch(/Worse, by requirement:\n {2}DEL-01: passed -> failed\n {4}presenting a spent/);
  });

  test.each(['not-exercised', 'inconclusive', 'broken'] as const)(
    '%s says nothing about the tenant, and is no regression',
    (verdict) => {
      const diff = diffReports(reportOf('passed'), reportOf(verdict));
      expect(diff.requirements).toMatchObject([{ kind: 'other', after: verdict }]);
      expect(hasRegression(diff)).toBe(false);
    },
  );

  test('many equal changes get a line for each profile in the text, and each one is in the JSON', () => {
    const ids = [...Array.from({ length: 12 }, (_, at) => `delegated/${at}`), 'listing/a', 'listing/b'];
    const of = (verdict: Verdict) =>
      assembleReport(
        runOf(
          catalogue,
          ids.map((id) => resultOf(id, { 'DEL-01': verdict })),
        ),
      );
    const diff = diffReports(of('passed'), of('not-exercised'));
    expect(diffText(diff)).toContain(
      `
Other, by check:
  14 passed -> not-exercised (--json names all of them):
    delegated (12): 0, 1, 10, 11 and 8 more
    listing (2): a, b
`,
    );
    expect(diff.checks.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  });

  test('a check that only one report has is named', () => {
    const without = assembleReport(runOf(catalogue, []));
    expect(diffReports(without, reportOf('passed')).checks).toMatchObject([{ before: undefined, after: 'passed' }]);
    expect(diffText(diffReports(reportOf('passed'), without))).toMatch(/delegated\/a: passed -> not in the report/);
  });
});

describe('by behaviour, while both passed', () => {
  const request = 'GET /api/v2/entries';
  const old: Behaviour = { request, answer: '200', members: 'entries, nextToken', headers: 'cache-control' };

  test.each([
    ['another status', { ...old, answer: '206' }, /answered 200 before, 206 now/],
    ['a member that is gone', { ...old, members: 'entries' }, /without the member nextToken now/],
    ['a member that came', { ...old, members: 'entries, nextToken, total' }, /with the member total now/],
    ['a header that came', { ...old, headers: 'cache-control, server' }, /with the header server now/],
  ] as const)('%s is reported, and is no regression', (_what, now, pattern) => {
    const diff = diffReports(reportOf('passed', { behaviour: [old] }), reportOf('passed', { behaviour: [now] }));
    expect(diff.behaviour).toMatchObject([{ request, checks: ['delegated/a'] }]);
    expect(diffText(diff)).toMatch(pattern);
    expect(hasRegression(diff)).toBe(false);
  });

  test('the behaviour in a failed check is not compared', () => {
    const now = { ...old, answer: '500' };
    expect(
      diffReports(reportOf('passed', { behaviour: [old] }), reportOf('failed', { behaviour: [now] })).behaviour,
    ).toEqual([]);
  });

  test('a request that only one run made is not compared', () => {
    const now = { ...old, request: 'GET /api/v2/plates' };
    expect(
      diffReports(reportOf('passed', { behaviour: [old] }), reportOf('passed', { behaviour: [now] })).behaviour,
    ).toEqual([]);
  });

  test('with other cases an answer of only one run is chance, and a change in all answers is reported', () => {
    const refused: Behaviour = { request, answer: '401', headers: 'www-authenticate' };
    const drawn = diffReports(
      reportOf('passed', { behaviour: [old] }),
      reportOf('passed', { behaviour: [old, refused], seed: 8 }),
    );
    expect(drawn.behaviour).toEqual([]);
    expect(drawn.caveats).toEqual([expect.stringMatching(/^different cases were drawn: seed 7 .* seed 8/)]);
    const changed = diffReports(
      reportOf('passed', { behaviour: [old, refused] }),
      reportOf('passed', { behaviour: [{ ...old, members: 'entries' }, refused], seed: 8 }),
    );
    expect(changed.behaviour).toMatchObject([{ before: [{ answer: '200' }], after: [{ members: 'entries' }] }]);
  });
});

describe('if the basis of a requirement changed', () => {
  const seen = (basis: 'stated' | 'derived', verdict: Verdict): Report =>
    assembleReport(
      runOf(catalogueOf(`DEL-01 delegated ${basis}`, 'DEL-02 delegated stated'), [
        resultOf('delegated/a', { 'DEL-01': verdict, 'DEL-02': 'passed' }),
      ]),
    );
  const kindsOf = ({ requirements, checks }: ReturnType<typeof diffReports>): string[] =>
    [...requirements, ...checks].map(({ kind }) => kind);

  test('a line says so', () => {
    const diff = diffReports(seen('stated', 'passed'), seen('derived', 'passed'));
    expect(diff.bases).toEqual([{ id: 'DEL-01', before: 'stated', after: 'derived' }]);
    expect(diffText(diff)).toMatch(/^Basis changed: DEL-01 stated -> derived$/m);
    expect(diffText(diff)).not.toContain('Nothing differs');
  });

  test.each([
    ['stated', 'failed', 'derived', 'warning'],
    ['stated', 'waived', 'derived', 'warning'],
    ['derived', 'warning', 'stated', 'failed'],
    ['derived', 'warning', 'stated', 'waived'],
  ] as const)(
    'a requirement that was %s and %s, and is %s and %s, is neither worse nor better',
    (was, before, is, after) => {
      const diff = diffReports(seen(was, before), seen(is, after));
      expect(kindsOf(diff)).toEqual(['other', 'other']);
      expect(hasRegression(diff)).toBe(false);
    },
  );

  test.each([
    ['stated', 'passed', 'derived', 'warning', 'regression'],
    ['derived', 'passed', 'stated', 'failed', 'regression'],
    ['stated', 'failed', 'derived', 'passed', 'improvement'],
    ['derived', 'warning', 'stated', 'passed', 'improvement'],
  ] as const)('a requirement that was %s and %s, and is %s and %s, is a %s', (was, before, is, after, kind) => {
    expect(kindsOf(diffReports(seen(was, before), seen(is, after)))).toEqual([kind, kind]);
  });
});
