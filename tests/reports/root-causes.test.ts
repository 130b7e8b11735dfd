import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { Failure } from '../../core/result.ts';
import { assembleReport } from '../../reports/assemble.ts';
import { failuresOf } from '../../reports/failures.ts';
import { rootCausesOf } from '../../reports/root-causes.ts';
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

/** Returns the requirements of each likely cause, for one check with one of these failures each. */
function causesOf(...failures: readonly Failure[]): string[][] {
  const results = failures.map((failure, at) =>
    resultOf(`api-key/check-${at}`, { [failure.requirement]: failure.verdict }, { failures: [failure] }),
  );
  const report = assembleReport(runOf(catalogue, results));
  return rootCausesOf(failuresOf(report)).map(({ requirements }) => [...requirements]);
}

describe('the likely causes of findings', () => {
  it('are one for a credential that is lost everywhere', () => {
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

  it('are separate for another credential, another answer or another expectation', () => {
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

  it('are one for refresh tokens that do not rotate, whatever each check reports', () => {
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

  it('join the findings of one exchange of one check, and the same finding of several checks', () => {
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

  it('contain each finding exactly once, for any findings', () => {
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

  it('are the same in any order of the findings, apart from the finding that comes first', () => {
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
