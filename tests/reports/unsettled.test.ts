import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import { assembleReport } from '../../reports/assemble.ts';
import type { Report } from '../../reports/report.ts';
import { notExercisedText, unsettledText } from '../../reports/terminal.ts';
import { hasRepeated, notExercisedCausesOf, unsettledCausesOf } from '../../reports/unsettled.ts';
import { catalogueOf, resultOf, runOf } from './runs.ts';

const ids = ['KEY-01', 'KEY-02', 'KEY-03', 'KEY-04'];
const catalogue = catalogueOf(...ids.map((id) => `${id} api-key stated` as const));

describe('the causes of no verdict', () => {
  it('are the reasons, apart from numbers and names; causes in the test bed come first', () => {
    const results = [
      ...[1, 2, 3].map((at) =>
        resultOf(`api-key/a${at}`, { 'KEY-01': 'inconclusive' }, { reason: `nobody answered within ${at} s` }),
      ),
      resultOf(
        'api-key/b',
        { 'KEY-02': 'broken' },
        { reason: 'the control answered `app.create` with 503', failures: [] },
      ),
      ...['app.create', 'user.suspend'].map((operation) =>
        resultOf(
          `api-key/${operation}`,
          { 'KEY-04': 'broken' },
          { reason: `the control at http://127.0.0.1:9100/${operation} failed: connect ECONNREFUSED`, failures: [] },
        ),
      ),
      resultOf('api-key/c', { 'KEY-03': 'inconclusive' }, { reason: 'no listing serves `<API key 2>`' }),
    ];
    const causes = unsettledCausesOf(assembleReport(runOf(catalogue, results)));
    expect(
      causes.map(({ verdicts, reason, checks, requirements }) => [...verdicts, reason, checks.length, requirements]),
    ).toEqual([
      ['broken', 'the control at http://127.0.0.1:9100/app.create failed: connect ECONNREFUSED', 2, ['KEY-04']],
      ['broken', 'the control answered `app.create` with 503', 1, ['KEY-02']],
      ['inconclusive', 'nobody answered within 1 s', 3, ['KEY-01']],
      ['inconclusive', 'no listing serves `<API key 2>`', 1, ['KEY-03']],
    ]);
  });

  it('have one entry for different reasons with the same cause, in the words of the cause', () => {
    const cause = "the tenant's clock could not be moved in 3 tries: the control answered clock.advance with 500";
    const broken = (at: number, reason: string, more: { readonly cause?: string } = { cause }): CheckResult =>
      resultOf(`api-key/a${at}`, { 'KEY-01': 'broken' }, { reason, ...more, failures: [] });
    const results = [
      broken(1, 'The clock of ent_4f1c is stuck.'),
      broken(2, 'Try later.'),
      broken(3, 'No such user.', {}),
    ];
    const report = assembleReport(runOf(catalogue, results));
    expect(unsettledCausesOf(report).map(({ reason, checks }) => [reason, checks.length])).toEqual([
      [cause, 2],
      ['No such user.', 1],
    ]);
    expect(report.checks[0]).toMatchObject({ reason: 'The clock of ent_4f1c is stuck.', cause });
    expect(unsettledText(report, { color: false })).toBe(
      `BROKEN api-key/a1, api-key/a2: ${cause}\nBROKEN api-key/a3: No such user.`,
    );
  });
});

it('a cause that broke some checks and kept others from being judged is printed once', () => {
  const cause = 'the control answered user.suspend with 500';
  const ended = (verdict: 'broken' | 'inconclusive', at: number): CheckResult =>
    resultOf(`api-key/a${at}`, { 'KEY-01': verdict }, { reason: `try ${at}`, cause, failures: [] });
  const report = assembleReport(runOf(catalogue, [ended('inconclusive', 1), ended('broken', 2), ended('broken', 3)]));
  expect(unsettledText(report, { color: false })).toBe(`BROKEN and INCONCLUSIVE 3 checks: ${cause}`);
});

const noToken = 'POST /oauth/token is not served: see TOK-01';
const noPage = 'GET /oauth/authorize is not served: see DEL-01';
const survey: NonNullable<Report['survey']> = {
  places: [
    { place: 'POST /oauth/token', by: { client_credentials: 'absent' }, demandedBy: ['TOK-01'] },
    { place: 'GET /oauth/authorize', by: { "a user's browser": 'absent' }, demandedBy: ['DEL-01', 'VER-19'] },
    { place: 'GET /api/v2/entries', by: { 'API key': 'served' } },
  ],
};

describe('a check that is not exercised', () => {
  const left = (name: string, id: string, given: Partial<CheckResult>): CheckResult =>
    resultOf(`api-key/${name}`, { [id]: 'not-exercised' }, given);
  const summaryOf = (causes: ReturnType<typeof notExercisedCausesOf>): unknown =>
    causes.map(({ reason, requirements, checks }) => [reason, requirements, checks.map(({ id }) => id)]);

  it('is listed under the lack of the tenant, whatever number of its cases had that lack or another reason', () => {
    const results = [
      left('a', 'KEY-01', { reason: `none of 16 cases exercised it: ${noToken}`, causes: [noToken] }),
      left('b', 'KEY-02', { reason: noToken }),
      left('c', 'KEY-03', {
        reason: `none of 3 cases exercised it: the drawn flaw is none; ${noPage}; ${noToken}`,
        causes: ['the drawn flaw is none', noPage, noToken],
      }),
      left('d', 'KEY-04', { reason: 'none of 2 cases exercised it: x; y', causes: ['x', 'y'] }),
    ];
    const report = assembleReport(runOf(catalogue, results, { survey }));
    const causes = notExercisedCausesOf(report);
    expect(summaryOf(causes)).toEqual([
      [noToken, ['KEY-01', 'KEY-02', 'KEY-03'], ['api-key/a', 'api-key/b', 'api-key/c']],
      [noPage, ['KEY-03'], ['api-key/c']],
      ['x; y', ['KEY-04'], ['api-key/d']],
    ]);
    expect([hasRepeated(causes, 'checks'), hasRepeated(causes.slice(0, 1), 'checks')]).toEqual([true, false]);
    expect(notExercisedText(report, { color: false }).split('\n')).toEqual([
      'Not exercised: 4 checks',
      `  3 checks: ${noToken}`,
      `  1 check: ${noPage}`,
      '  1 check: x; y',
      '  A check with several causes is counted for each of them.',
    ]);
    expect(report.requirements.map(({ reason }) => reason)).toEqual([
      noToken,
      noToken,
      `${noPage}; ${noToken}; the drawn flaw is none`,
      'x; y',
    ]);
  });

  it('is listed under the cause of its reason, and a requirement under the cause of a check that judged others', () => {
    const cause = 'the control does not offer record.create';
    const results = [
      left('a', 'KEY-01', { reason: 'needs the operation record.create, which the control does not offer', cause }),
      left('b', 'KEY-02', { reason: `needs records that the suite made: ${cause}`, cause }),
      resultOf(
        'api-key/c',
        { 'KEY-03': 'passed', 'KEY-04': 'not-exercised' },
        { reasons: { 'KEY-04': 'none of 3 cases exercised it' }, causes: ['no case exercised it'] },
      ),
    ];
    expect(summaryOf(notExercisedCausesOf(assembleReport(runOf(catalogue, results))))).toEqual([
      [cause, ['KEY-01', 'KEY-02'], ['api-key/a', 'api-key/b']],
      ['no case exercised it', ['KEY-04'], []],
    ]);
  });

  it('is listed by its reason in reports of earlier versions', () => {
    const results = [
      left('a', 'KEY-01', { reason: 'needs a setting' }),
      left('b', 'KEY-01', { reason: 'needs another' }),
    ];
    const report = assembleReport(
      runOf(catalogue, results, { checksByRequirement: new Map([['KEY-02', ['api-key/z']]]) }),
    );
    expect(summaryOf(notExercisedCausesOf(report))).toEqual([
      ['needs a setting', ['KEY-01'], ['api-key/a']],
      ['needs another', ['KEY-01'], ['api-key/b']],
      ['its checks were not selected for this run', ['KEY-02'], []],
    ]);
  });
});

it('a check that was inconclusive because a place is not served is listed under the first such place', () => {
  const asked = (request: string, answer: string) => ({ request, answer, members: '', headers: '' });
  const unclear = (name: string, ...behaviour: readonly ReturnType<typeof asked>[]): CheckResult =>
    resultOf(
      `api-key/${name}`,
      { 'KEY-01': 'inconclusive' },
      { reason: `no token could be had by ${name}`, behaviour },
    );
  const token = asked('POST /oauth/token (client_credentials)', '404');
  const results = [
    unclear('a', token, asked('GET /oauth/authorize?client_id', '404')),
    unclear('b', token),
    unclear('c', asked('POST /oauth/token (client_credentials)', '503')),
    unclear('d', asked('GET /api/v2/entries', '404')),
  ];
  const causes = (given: Parameters<typeof runOf>[2]) =>
    unsettledCausesOf(assembleReport(runOf(catalogue, results, given))).map(({ reason, checks }) => [
      reason,
      checks.length,
    ]);
  expect(causes({ survey })).toEqual([
    [noToken, 2],
    ['no token could be had by c', 1],
    ['no token could be had by d', 1],
  ]);
  expect(causes({})).toHaveLength(4);
});
