import { expect, test } from 'vitest';
import { checks } from './checks/index.ts';
import { formerChecks } from './former-checks.ts';

test('what a former check proved is proved by the check that stands for it, and its id is used no more', () => {
  for (const { id, proves, now } of formerChecks) {
    expect(checks.some((one) => one.id === id)).toBe(false);
    expect(checks.find((one) => one.id === now)?.proves).toEqual(expect.arrayContaining([...proves]));
  }
});
