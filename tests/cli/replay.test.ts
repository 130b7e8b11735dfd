import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replayedAs } from '../../reports/replayed.ts';
import type { Failure as ReportedFailure, Report } from '../../schemas/types/report.ts';
import { createCertificate, startControlService, startTenant } from '../../tenant/index.ts';
import { failureOf, resultOf } from '../reports/runs.ts';
import { realReport } from '../reports/real-report.ts';
import { inProcess } from './in-process.ts';

const check = 'token-issuance/every-answer-has-its-members';
const sound = 'token-issuance/a-right-request-is-granted';
const fault = 'token-issuance/expires-in-as-text';

let folder: string;
let report: Report;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  report = await realReport(fault, [check, sound]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function stored(given: Partial<Report> = {}): Promise<string> {
  const file = join(folder, 'conformance.json');
  await writeFile(file, JSON.stringify({ ...report, ...given }));
  return file;
}

function onTarget(given: Partial<Report['target']>): Partial<Report> {
  return { target: { name: 'embedded', baseUrl: 'https://127.0.0.1', control: 'embedded', ...given } };
}

describe('labconform replay', () => {
  test('says that a failure is still there, and ends with 1', async () => {
    const { status, out, err } = await inProcess(['replay', await stored()]);
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(out).toMatch(
      /^still failing: TOK-04 by token-issuance\/every-answer-has-its-members\n {2}.*expires_in "900"/,
    );
  });

  test('says that a failure is fixed if the tenant is right now, and ends with 0', async () => {
    const { status, out } = await inProcess(['replay', await stored(onTarget({})), check]);
    expect({ status, out }).toEqual({ status: 0, out: `fixed: TOK-04 by ${check}\n` });
  });

  test('says that the failure is another one, and ends with 3', async () => {
    const other = onTarget({ fault: 'token-issuance/expires-in-milliseconds' });
    const { status, out } = await inProcess(['replay', await stored(other)]);
    expect(out).toMatch(/^not the same failure: TOK-04 by .*\n {2}TOK-05: /);
    expect(status).toBe(3);
  });

  test('repeats the failure of a check that was renamed since', async () => {
    const now = 'token-issuance/answers-have-the-same-members-after-events';
    const failed = await realReport(fault, [now]);
    const former = failed.checks.map((one) => ({
      ...one,
      id: 'token-issuance/answers-stay-alike-whatever-happened',
    }));
    const { status, out } = await inProcess(['replay', await stored({ ...failed, checks: former })]);
    expect(out).toMatch(new RegExp(`^still failing: TOK-\\d+ by ${now}\n`, 'm'));
    expect(status).toBe(1);
  });

  test('has nothing to do if nothing failed', async () => {
    const passed = report.checks.filter(({ id }) => id === sound);
    const { status, out } = await inProcess(['replay', await stored({ checks: passed })]);
    expect(status).toBe(0);
    expect(out).toMatch(/^Nothing failed in /);
  });

  test('replays the failures of this target on another target', async () => {
    const target = join(folder, 'nobody.yaml');
    await writeFile(target, 'name: nobody\nbaseUrl: https://127.0.0.1:1\n');
    const { status, out } = await inProcess(['replay', await stored(), '--target', target]);
    expect(status).toBe(3);
    expect(out).toMatch(/^cannot be told: TOK-04 .*\n {2}inconclusive: .*could not be reached/);
  });

  test('gives its users and apps new names at a tenant that keeps the old ones', async () => {
    const ids = [
      'token-issuance/answers-to-user-grants-have-their-members',
      'token-issuance/additions-change-no-answer-of-a-user',
    ];
    const failed = await realReport(fault, ids);
    const tenant = await startTenant({
      certificate: await createCertificate(new Date()),
      random: randomBytes,
      seed: 1,
      elapsed: () => performance.now(),
      startsAt: new Date(),
    });
    const service = await startControlService({ control: tenant.control });
    try {
      await writeFile(join(folder, 'ca.pem'), tenant.caPem);
      const profile = { name: 'served', baseUrl: tenant.baseUrl, tls: { caFile: './ca.pem' } };
      const settings = { control: { type: 'http', url: service.url }, limits: { propagationSeconds: 0 } };
      const target = join(folder, 'served.json');
      await writeFile(target, JSON.stringify({ ...profile, ...settings }));
      const { status, out } = await inProcess(['replay', await stored({ checks: failed.checks }), '--target', target]);
      expect(out.trim().split('\n').sort()).toEqual(ids.map((id) => `fixed: TOK-04 by ${id}`).sort());
      expect(status).toBe(0);
    } finally {
      await service.close();
      await tenant.close();
    }
  });

  test('leaves the report unchanged', async () => {
    const file = await stored();
    const before = await readFile(file, 'utf8');
    await inProcess(['replay', file]);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});

describe('a replay that cannot be begun ends with 2 and a sentence', () => {
  test.each([
    [
      'a check that passed',
      {},
      [sound],
      /CHECK-ID: found \S+, which ended as passed in .*e\.g\. token-issuance\/every/,
    ],
    [
      'a check that is not in the report',
      {},
      ['transport/no-such'],
      /CHECK-ID: found transport\/no-such, which is no check; expected one that failed in it, e\.g\. token-issuance\/every/,
    ],
    [
      'a check that was replaced',
      {},
      ['lifecycle/who-goes-on-creates-records-again'],
      /CHECK-ID: found \S+, which is not in .*; lifecycle\/credentials-in-histories-of-transitions replaced it/,
    ],
    [
      'a check that is spelt wrongly',
      {},
      [`${check.slice(0, -1)}z`],
      /CHECK-ID: found \S+, which is no check; did you mean token-issuance\/every/,
    ],
    [
      'a report of a target other than the embedded one',
      onTarget({ control: 'http', name: 'acme' }),
      [],
      /--target: found nothing, but .* is of acme at .*e\.g\. --target acme\.yaml/,
    ],
    [
      'a fault that does not exist',
      onTarget({ fault: 'transport/none' }),
      [],
      /target\.fault: found transport\/none, which this version does not have/,
    ],
  ] as const)('%s', async (_what, given, more, message) => {
    const { status, err } = await inProcess(['replay', await stored(given), ...more]);
    expect(status).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test.each([
    ['another version', 'token-issuance/no-such-check', /which this version does not have/],
    [
      'an earlier version',
      'lifecycle/who-goes-on-creates-records-again',
      /whose cases are not run any more; .*: run labconform run --check lifecycle\/credentials-in-histories-of-transitions/,
    ],
  ])('a check of %s', async (_version, id, message) => {
    const checks = report.checks.map((one) => (one.id === check ? { ...one, id } : one));
    const { status, err } = await inProcess(['replay', await stored({ checks })]);
    expect(status).toBe(2);
    expect(err).toContain(`found the check ${id}`);
    expect(err).toMatch(message);
  });
});

describe('the state of a replayed failure', () => {
  const subject = 'presenting <refresh token 3> of user-81';
  const { observed, expected, replay } = failureOf('DEL-43');
  const failure: ReportedFailure = { requirement: 'DEL-43', subject, observed, expected, replay, evidence: [] };
  const again = (given: Parameters<typeof failureOf>[1]) =>
    resultOf('delegated/a', { 'DEL-43': 'failed' }, { failures: [failureOf('DEL-43', given)] });

  test('is recognised even if tokens and users have other names', () => {
    const result = again({ subject: 'presenting <refresh token 9> of user-7', observed: 'was answered with 201' });
    expect(replayedAs(failure, result)).toMatchObject({ verdict: 'still failing' });
  });

  test('is another failure if something else was expected', () => {
    const result = again({ subject, expected: 'no token' });
    expect(replayedAs(failure, result)).toMatchObject({ verdict: 'not the same failure' });
  });

  test('is fixed in spite of another failure that was known before, but not in spite of a new one', () => {
    const result = resultOf('delegated/a', { 'DEL-42': 'failed', 'DEL-43': 'passed' });
    expect(replayedAs(failure, result, ['DEL-42', 'DEL-43'])).toMatchObject({ verdict: 'fixed' });
    expect(replayedAs(failure, result, ['DEL-43'])).toMatchObject({ verdict: 'not the same failure' });
  });

  test.each(['broken', 'inconclusive', 'not-exercised'] as const)(
    'cannot be told if the check ended as %s',
    (verdict) => {
      const result = resultOf('delegated/a', { 'DEL-43': verdict }, { failures: [], reason: 'no control' });
      expect(replayedAs(failure, result)).toEqual({ verdict: 'cannot be told', now: `${verdict}: no control` });
    },
  );
});
