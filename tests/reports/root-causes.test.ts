import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { CheckResult, Failure } from '../../core/result.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import { rootCausesOf, unsettledCausesOf } from '../../reports/root-causes.ts';
import { unsettledText } from '../../reports/terminal.ts';
import { arbitraryRun } from './arbitrary-run.ts';
import { catalogueOf, failureOf, resultOf, runOf } from './runs.ts';

const ids = Array.from({ length: 30 }, (_, at) => `KEY-${String(at + 1).padStart(2, '0')}`);
const catalogue = catalogueOf(...ids.map((id) => `${id} api-key stated` as const));

function call(path: string, status: number, authorization = 'Basic base64(<API key 1>:)'): Exchange {
  return {
    number: 4,
    at: 0,
    ms: 1,
    request: { method: 'GET', url: `https://acme.example${path}`, headers: { authorization } },
    response: { status, headers: {}, body: '' },
  };
}

function refresh(number: number, sent: string, received: string): Exchange {
  return {
    number,
    at: 0,
    ms: 1,
    request: {
      method: 'POST',
      url: 'https://acme.example/oauth/token',
      headers: {},
      body: `grant_type=refresh_token&refresh_token=${sent}`,
    },
    response: { status: 200, headers: {}, body: JSON.stringify({ refresh_token: received }) },
  };
}

/** One check a requirement, each with this failure. */
function causesOf(...failures: readonly Failure[]): string[][] {
  const results = failures.map((failure, at) =>
    resultOf(`api-key/check-${at}`, { [failure.requirement]: failure.verdict }, { failures: [failure] }),
  );
  const report = assembleReport(runOf(catalogue, results));
  return rootCausesOf(failuresOf(report)).map(({ requirements }) => [...requirements]);
}

describe('the likely causes of findings', () => {
  it('makes one of a credential that is lost everywhere', () => {
    const lost = ids.map((id, at) =>
      failureOf(id, {
        subject: `GET /api/v${at}/entries with an API key`,
        observed: at % 2 === 0 ? 'was answered with 401' : `was answered with 401 on each of ${at} listings`,
        expected: 'to be served',
        exchange: 4,
        evidence: [call(`/api/v${at}/entries`, 401)],
      }),
    );
    expect(causesOf(...lost)).toEqual([ids]);
  });

  it('keeps apart what another credential, another answer or another demand is behind', () => {
    const given = { subject: 'a call', observed: 'was answered with 401', expected: 'to be served', exchange: 4 };
    const [a = '', b = '', c = '', d = ''] = ids;
    expect(
      causesOf(
        failureOf(a, { ...given, evidence: [call('/a', 401)] }),
        failureOf(b, { ...given, evidence: [call('/a', 401, 'Bearer <access token 1>')] }),
        failureOf(c, { ...given, observed: 'was answered with 403', evidence: [call('/a', 403)] }),
        failureOf(d, { ...given, observed: 'showed nothing', evidence: [call('/a', 200)] }),
      ),
    ).toEqual([[a], [b], [c], [d]]);
  });

  it('makes one of what is seen when refresh tokens do not rotate, whatever each check says of it', () => {
    const [a = '', b = '', c = ''] = ids;
    const same = [refresh(4, '<refresh token 1>', '<refresh token 1>')];
    expect(
      causesOf(
        failureOf(a, { observed: 'brought the token that was sent', exchange: 4, evidence: same }),
        failureOf(b, { observed: 'was answered with 200', exchange: 4, evidence: same }),
        failureOf(c, {
          observed: 'was answered with 201',
          exchange: 4,
          evidence: [refresh(4, '<refresh token 1>', '<refresh token 2>')],
        }),
      ),
    ).toEqual([[a, b], [c]]);
  });

  it('joins what one exchange of one check shows of several requirements, and what several checks see alike', () => {
    const [a = '', b = '', c = ''] = ids;
    const shown = { exchange: 4, evidence: [call('/a', 200)] };
    const results = [
      resultOf(
        'api-key/one',
        { [a]: 'failed', [b]: 'failed' },
        {
          failures: [
            failureOf(a, { observed: 'had 3 items', ...shown }),
            failureOf(b, { observed: 'had no id', ...shown }),
          ],
        },
      ),
      resultOf('api-key/two', { [b]: 'failed' }, { failures: [failureOf(b, { observed: 'had no id' })] }),
      resultOf(
        'api-key/three',
        { [c]: 'failed' },
        { failures: [failureOf(c, { subject: 'else', observed: 'was late' })] },
      ),
    ];
    const causes = rootCausesOf(failuresOf(assembleReport(runOf(catalogue, results))));
    expect(causes.map(({ requirements, checks }) => [requirements, checks])).toEqual([
      [
        [a, b],
        ['api-key/one', 'api-key/two'],
      ],
      [[c], ['api-key/three']],
    ]);
  });

  it('loses nothing and puts nothing twice, in whatever was found', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const failures = failuresOf(assembleReport(run));
        const causes = rootCausesOf(failures);
        const grouped = causes.flatMap((cause) => cause.failures);
        expect(new Set(grouped)).toEqual(new Set(failures));
        expect(grouped).toHaveLength(failures.length);
        for (const cause of causes) {
          expect(cause.first).toBe(cause.failures[0]);
          const places = cause.failures.map((failure) => failures.indexOf(failure));
          expect(places).toEqual(places.toSorted((x, y) => x - y));
          expect(new Set(cause.failures.map(({ verdict }) => verdict === 'waived')).size).toBe(1);
        }
      }),
      { seed: 12, numRuns: 200 },
    );
  });

  it('are the same however the findings are ordered, apart from which speaks for them', () => {
    const asSets = (causes: ReturnType<typeof rootCausesOf>): Set<string> =>
      new Set(
        causes.map(({ failures }) =>
          failures
            .map(({ check, requirement }) => `${check.id} ${requirement}`)
            .sort()
            .join(),
        ),
      );
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const failures = failuresOf(assembleReport(run));
        expect(asSets(rootCausesOf(failures.toReversed()))).toEqual(asSets(rootCausesOf(failures)));
      }),
      { seed: 13, numRuns: 200 },
    );
  });
});

describe('the causes of no verdict', () => {
  it('are the reasons, apart from numbers and names; what the test bed is to blame for stands first', () => {
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
      causes.map(({ verdict, reason, checks, requirements }) => [verdict, reason, checks.length, requirements]),
    ).toEqual([
      ['broken', 'the control at http://127.0.0.1:9100/app.create failed: connect ECONNREFUSED', 2, ['KEY-04']],
      ['broken', 'the control answered `app.create` with 503', 1, ['KEY-02']],
      ['inconclusive', 'nobody answered within 1 s', 3, ['KEY-01']],
      ['inconclusive', 'no listing serves `<API key 2>`', 1, ['KEY-03']],
    ]);
  });

  it('tells what is behind different reasons once, in its own words', () => {
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
