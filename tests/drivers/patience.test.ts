import { expect, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { faults } from '../../tenant/faults/index.ts';
import { propagationSeconds, withTimeSkipped } from './skipped-time.ts';

const runs = 40;

function named<T extends { readonly id: string }>(list: readonly T[], id: string): T {
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

test('a tenant that never makes a change visible fails in a fraction of the time that its cases might wait', async () => {
  const check = named(checks, 'lifecycle/keys-in-histories-of-suspensions');
  const fault = named(faults, 'lifecycle/suspension-forgets-keys');
  const { result, pauses } = await withTimeSkipped(check, { runs, fault });
  expect(result.failures).toContainEqual(expect.objectContaining({ requirement: 'LIF-01', confirmed: true }));
  expect(result.cases).toBeGreaterThanOrEqual(runs);
  const waited = pauses.reduce((sum, ms) => sum + ms, 0) / 1000;
  expect(waited).toBeGreaterThan(propagationSeconds);
  expect(waited).toBeLessThan((runs * propagationSeconds) / 2);
});

test('an answer that no change allowed is no propagation delay, however soon it disappears', async () => {
  const check = named(checks, 'delegated/the-same-query-is-answered-to-each-user');
  const fault = named(faults, 'delegated/sorted-pages-are-kept-for-the-app');
  const { result } = await withTimeSkipped(check, { runs: 6, fault });
  expect(result.failures).toMatchObject([{ requirement: 'DEL-34' }]);
});
