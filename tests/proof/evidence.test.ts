import { expect, test } from 'vitest';
import { reportedFailure } from '../../reports/evidence.ts';
import { rejudged, saysTheSame } from '../../reports/rejudge.ts';
import type { ReportedFailure } from '../../reports/report.ts';
import { checks } from '../../specs/checks/index.ts';
import { faults } from '../../tenant/faults/index.ts';
import { leaksIn } from './canary.ts';
import { searchFor } from './matrix.ts';

/** The ids of faults in the profiles whose checks are about credentials. */
const credentialProfiles =
  /^(?:transport|token-issuance|client-credentials|delegated|api-key|openid-connect|lifecycle|expiry)\//;

const some = faults
  .filter(({ id }, at) => at % 60 === 0 && credentialProfiles.test(id))
  .map((fault) => [fault.id, fault] as const);

test.for(some)('the finding of %s is found again, in the same words, in evidence with labels', async ([, fault]) => {
  const { results } = await searchFor(fault);
  const failures = results.flatMap((result) => result.failures.map((failure) => ({ id: result.id, failure })));
  expect(failures).not.toEqual([]);
  for (const { id, failure } of failures) {
    const stored = JSON.parse(JSON.stringify(reportedFailure(failure, undefined))) as ReportedFailure;
    const check = checks.find((one) => one.id === id);
    const found = check === undefined ? undefined : rejudged(stored, check);
    expect([stored.observed, found !== undefined && found !== null && saysTheSame(stored, found)]).toEqual([
      stored.observed,
      true,
    ]);
  }
});

test.for([
  ['as it is', (text: string) => text],
  ['in hexadecimal', (text: string) => Buffer.from(text).toString('hex')],
  ['percent-encoded', (text: string) => Array.from(Buffer.from(text), (octet) => `%${octet.toString(16)}`).join('')],
  ['in base64 behind an octet', (text: string) => Buffer.from(`x${text}`).toString('base64')],
  [
    'in base64 within base64',
    (text: string) => Buffer.from(`key=${Buffer.from(text).toString('base64')}`).toString('base64'),
  ],
] as const)('the canary finds a secret that is written %s', ([, written]) => {
  const secret = 'kQ7Zp2xLw5vTr9bYn3cMd8fGh4j';
  expect(
    leaksIn([['file', `{"a":"${written(`${secret.slice(0, 14)}\u00ff${secret.slice(14)}`)}"}`]], new Set([secret])),
  ).toHaveLength(1);
  expect(leaksIn([['file', `{"a":"${written('nothing of it')}"}`]], new Set([secret]))).toEqual([]);
});
