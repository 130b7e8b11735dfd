import { expect, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { faults } from '../../tenant/faults/index.ts';
import { propagationSeconds, withTimeSkipped } from './skipped-time.ts';

const check = checks.find(({ id }) => id === 'lifecycle/a-key-follows-its-owners-state');
const fault = faults.find(({ id }) => id === 'lifecycle/suspension-forgets-keys');
const runs = 40;

test('a tenant that never does what is waited for is found at fault in a fraction of the time that its cases might take', async () => {
  if (check === undefined || fault === undefined) throw new Error('the check or the fault has another name now');
  const { result, pauses } = await withTimeSkipped(check, { runs, fault });
  expect(result.failures).toMatchObject([{ requirement: 'LIF-01', confirmed: true }]);
  expect(result.cases).toBeGreaterThanOrEqual(runs);
  const waited = pauses.reduce((sum, ms) => sum + ms, 0) / 1000;
  expect(waited).toBeGreaterThan(propagationSeconds);
  expect(waited).toBeLessThan((runs * propagationSeconds) / 2);
});
