import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { worst } from '../../core/verdict.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { writeCtrf } from '../../reports/ctrf.ts';
import { exitStatus } from '../../reports/exit-status.ts';
import { failuresOf, visitLines } from '../../reports/failures.ts';
import { writeJunit } from '../../reports/junit.ts';
import type { Report, RequirementVerdict } from '../../reports/report.ts';
import { validator } from '../../schemas/validate.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { catalogueOf, failureOf, resultOf, runOf } from './runs.ts';
import { sampleReport } from './sample.ts';

const two = catalogueOf('DEL-01 delegated stated', 'DEL-02 delegated stated');

function verdictOf(report: Report, id: string): RequirementVerdict | undefined {
  return report.requirements.find((requirement) => requirement.id === id)?.verdict;
}

describe('the verdict of a requirement', () => {
  it.each<[Verdict[], Verdict]>([
    [['passed', 'passed'], 'passed'],
    [['passed', 'failed'], 'failed'],
    [['broken', 'failed'], 'failed'],
    [['inconclusive', 'broken'], 'broken'],
    [['warning', 'inconclusive'], 'inconclusive'],
    [['waived', 'warning'], 'warning'],
    [['passed', 'waived'], 'waived'],
    [['not-exercised', 'passed'], 'passed'],
    [['not-exercised', 'not-exercised'], 'not-exercised'],
  ])('is, of %j, %s', (said, expected) => {
    const results = said.map((verdict, at) => resultOf(`delegated/${at}`, { 'DEL-01': verdict }));
    expect(verdictOf(assembleReport(runOf(two, results)), 'DEL-01')).toBe(expected);
  });

  it('is its own: a check that finds one of two broken leaves the other passed', () => {
    const report = assembleReport(runOf(two, [resultOf('delegated/a', { 'DEL-01': 'failed', 'DEL-02': 'passed' })]));
    expect([verdictOf(report, 'DEL-01'), verdictOf(report, 'DEL-02')]).toEqual(['failed', 'passed']);
  });

  it('is planned if no check covers it', () => {
    const report = assembleReport(runOf(two, [resultOf('delegated/a', { 'DEL-01': 'passed' })]));
    expect(verdictOf(report, 'DEL-02')).toBe('planned');
    expect(report.catalogue).toMatchObject({ requirements: 2, planned: 1, untestable: 1 });
  });

  it('is not-exercised if its checks were not selected, and has a reason', () => {
    const checksByRequirement = new Map([['DEL-01', ['delegated/a']]]);
    const reason = 'its checks were not selected for this run';
    for (const interrupted of [false, true]) {
      const report = assembleReport(runOf(two, [], { checksByRequirement, interrupted }));
      expect(report.requirements[0]).toMatchObject({ verdict: 'not-exercised', reason, checks: ['delegated/a'] });
    }
  });

  it('is not affected by a check that was not run', () => {
    const checksByRequirement = new Map([['DEL-01', ['delegated/a', 'delegated/b']]]);
    const results = [resultOf('delegated/a', { 'DEL-01': 'passed' })];
    const report = assembleReport(runOf(two, results, { checksByRequirement }));
    expect(report.requirements[0]).toMatchObject({ verdict: 'passed', checks: ['delegated/a', 'delegated/b'] });
    expect(report.summary['not-exercised']).toBe(0);
  });

  it('is always the worst verdict of its checks', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const report = assembleReport(run);
        for (const { id, verdict, checks } of report.requirements) {
          const said = run.results.flatMap((result: CheckResult) => result.verdicts[id] ?? []);
          expect(verdict).toBe(checks.length === 0 ? 'planned' : worst(said));
        }
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

describe('a profile', () => {
  it.each<[Verdict, Verdict | 'planned', 'whole' | 'part' | 'none', Verdict]>([
    ['passed', 'passed', 'whole', 'passed'],
    ['failed', 'warning', 'whole', 'failed'],
    ['waived', 'passed', 'whole', 'waived'],
    ['passed', 'planned', 'part', 'passed'],
    ['passed', 'not-exercised', 'part', 'passed'],
    ['warning', 'inconclusive', 'part', 'inconclusive'],
    ['passed', 'broken', 'part', 'broken'],
    ['inconclusive', 'broken', 'none', 'broken'],
    ['not-exercised', 'planned', 'none', 'not-exercised'],
  ])(
    'of which one requirement ended as %s and one as %s is exercised %s with verdict %s',
    (first, second, exercised, verdict) => {
      const results = [
        resultOf('delegated/a', { 'DEL-01': first }),
        ...(second === 'planned' ? [] : [resultOf('delegated/b', { 'DEL-02': second })]),
      ];
      const [profile] = assembleReport(runOf(two, results)).profiles;
      const counts = first === second ? { [first]: 2 } : { [first]: 1, [second]: 1 };
      expect(profile).toEqual({ name: 'delegated', exercised, verdict, counts });
    },
  );
});

describe('the report', () => {
  it('satisfies its schema after any run', () => {
    const problems = validator('report');
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        expect(problems(JSON.parse(JSON.stringify(assembleReport(run))))).toEqual([]);
      }),
      { seed: 2, numRuns: 100 },
    );
    expect(problems(sampleReport())).toEqual([]);
  });

  it('counts checks in its summary, and lists them in the same order in whatever order they ended', () => {
    const results = [
      resultOf('delegated/b', { 'DEL-01': 'passed' }),
      resultOf('delegated/a', { 'DEL-01': 'passed', 'DEL-02': 'failed' }),
    ];
    const report = assembleReport(runOf(two, results));
    expect(report.summary).toMatchObject({ passed: 1, failed: 1 });
    expect(report.checks.map(({ id }) => id)).toEqual(['delegated/a', 'delegated/b']);
    expect(assembleReport(runOf(two, results.toReversed())).checks).toEqual(report.checks);
  });

  it('keeps every failure of a check, failures without a waiver first', () => {
    const said = { 'DEL-01': 'waived', 'DEL-02': 'failed' } as const;
    const [check] = assembleReport(runOf(two, [resultOf('delegated/a', said)])).checks;
    expect(check?.failure?.requirement).toBe('DEL-02');
    expect(check?.furtherFailures?.map(({ requirement }) => requirement)).toEqual(['DEL-01']);
    expect(check?.findings.map(({ requirement }) => requirement)).toEqual(['DEL-02', 'DEL-01']);
  });

  it('writes the request that shows a failure as a command line', () => {
    const at = (
      number: number,
    ): { number: number; at: number; ms: number; request: { method: string; url: string; headers: {} } } => ({
      number,
      at: number,
      ms: 1,
      request: { method: 'GET', url: `https://acme.example/${number}`, headers: {} },
    });
    const operation = { number: 2, at: 2, operation: 'user.suspend', input: { userId: 'ent_1' }, output: {} };
    const failures = [failureOf('DEL-01', { exchange: 1, evidence: [at(1), operation, at(3)] })];
    const report = assembleReport(runOf(two, [resultOf('delegated/a', { 'DEL-01': 'failed' }, { failures })]));
    expect(report.checks[0]?.failure).toMatchObject({
      curl: 'curl -i https://acme.example/1',
      exchange: 'x1',
      evidence: [{ id: 'x1' }, { id: 'x3' }],
      operations: [{ id: 'o2', operation: 'user.suspend' }],
    });
  });

  it('shows the browser visit that shows a failure, and no other request', () => {
    const request = { method: 'POST', url: 'https://acme.example/oauth/token', headers: {} };
    const [url, location] = [
      'https://acme.example/oauth/authorize?client_id=a',
      'https://evil.example/cb?code=<authorization code 1>',
    ];
    const output = { location, prompts: ['consent'], status: 302 };
    const visit = { number: 1, at: 1, operation: 'browser.authorize', input: { userId: 'ent_1', url }, output };
    const evidence = [visit, { number: 2, at: 2, ms: 1, request }];
    const failures = [failureOf('DEL-01', { exchange: 1, evidence })];
    const [failure] = failuresOf(
      assembleReport(runOf(two, [resultOf('delegated/a', { 'DEL-01': 'failed' }, { failures })])),
    );
    expect(failure).toMatchObject({ exchange: 'o1', visit: { opened: url, sentTo: location, status: 302 } });
    expect(failure?.curl).toBeUndefined();
    expect(failure === undefined ? [] : visitLines(failure)).toEqual([
      ['opened', url],
      ['sent to', location],
    ]);
  });

  it('shows no request if it is not known which browser visit shows a failure', () => {
    const request = { method: 'POST', url: 'https://acme.example/oauth/token', headers: {} };
    const visit = { number: 1, at: 1, operation: 'browser.authorize', input: {}, output: {} };
    const failures = [failureOf('DEL-01', { evidence: [visit, { number: 2, at: 2, ms: 1, request }] })];
    const report = assembleReport(runOf(two, [resultOf('delegated/a', { 'DEL-01': 'failed' }, { failures })]));
    expect(report.checks[0]?.failure?.curl).toBeUndefined();
  });

  it('has an observation once, with all the checks that made it', () => {
    const observations = [{ freedom: 'FRE-01', observed: 'an empty body', evidence: [] }];
    const results = ['b', 'a'].map((name) => resultOf(`delegated/${name}`, { 'DEL-01': 'passed' }, { observations }));
    const report = assembleReport(runOf(two, results));
    expect(report.observations).toEqual([
      { freedom: 'FRE-01', observed: 'an empty body', checks: ['delegated/a', 'delegated/b'], evidence: [] },
    ]);
    expect(report.freedoms?.map(({ id }) => id)).toEqual(['FRE-01']);
  });

  it('is not assembled if a check proves a requirement that is not in the catalogue', () => {
    expect(() => assembleReport(runOf(two, [resultOf('delegated/a', { 'DEL-99': 'passed' })]))).toThrow(
      'delegated/a proves DEL-99: not in the catalogue',
    );
  });
});

describe('a selected check without a result', () => {
  const selected = [
    { id: 'delegated/a', title: 'A.', proves: ['DEL-01'] },
    { id: 'delegated/b', title: 'B.', proves: ['DEL-02'] },
  ];
  const results = [resultOf('delegated/a', { 'DEL-01': 'passed' })];

  it.each([
    ['was interrupted', { interrupted: true }, 'inconclusive', 'the run was interrupted before', 130],
    ['ended at its first failure', { bailed: true }, 'not-exercised', '(--bail)', 0],
    ['lost a thread', { trouble: ['out of memory'] }, 'broken', 'a result: out of memory', 3],
    ['recorded nothing', {}, 'broken', 'no error was recorded', 3],
  ] as const)('is in the report of a run that %s, and so is its requirement', (_, ending, verdict, why, status) => {
    const report = assembleReport(runOf(two, results, { selected, ...ending }));
    const reason = expect.stringContaining(why);
    expect(report.checks.map(({ id }) => id)).toEqual(['delegated/a', 'delegated/b']);
    expect(report.checks[1]).toMatchObject({ verdict, reason, requirements: ['DEL-02'] });
    expect(report.requirements.map((one) => one.verdict)).toEqual(['passed', verdict]);
    expect(report.summary).toMatchObject({ passed: 1, [verdict]: 1 });
    expect(exitStatus(report, { required: [] })).toBe(status);
    expect(JSON.parse(writeCtrf(report))).toMatchObject({ results: { summary: { tests: 2, passed: 1 } } });
    expect(writeJunit(report)).toContain(`tests="2" failures="0" errors="${verdict === 'not-exercised' ? 0 : 1}"`);
  });

  it('is in every report, whichever checks have a result', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 12 });
    const ending = fc.record({ interrupted: fc.boolean(), bailed: fc.boolean() });
    fc.assert(
      fc.property(ids, fc.infiniteStream(fc.boolean()), ending, (names, ended, how) => {
        const all = names.map((name) => ({ id: `delegated/${name}`, title: name, proves: ['DEL-01'] }));
        const some = all.filter(() => ended.next().value).map(({ id }) => resultOf(id, { 'DEL-01': 'passed' }));
        const report = assembleReport(runOf(two, some, { selected: all, ...how }));
        expect(report.checks.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted());
        expect(report.summary.passed).toBe(some.length);
        expect(validator('report')(JSON.parse(JSON.stringify(report)))).toEqual([]);
      }),
    );
  });
});
