import { expect, test } from 'vitest';
import type { Instant } from '../../generators/history.ts';
import { secondsUntil } from '../../specs/model/instants.ts';

const now = Date.UTC(2026, 10, 28, 9) / 1000;

test.each<[Instant, string]>([
  ['midnight', '2026-11-28T23:50:00.000Z'],
  ['the end of December', '2026-12-31T23:50:00.000Z'],
  ['the end of February', '2027-02-28T23:50:00.000Z'],
  ['the end of summer time in Europe', '2027-10-31T00:50:00.000Z'],
  ['the end of summer time in New York', '2027-11-07T05:50:00.000Z'],
])('ten minutes before %s means the next one that is still to come', (instant, at) => {
  expect(new Date((now + secondsUntil(instant, now, 600)) * 1000).toISOString()).toBe(at);
});

test('an instant that is too near is skipped', () => {
  expect(secondsUntil('midnight', Date.UTC(2026, 10, 28, 23, 59, 50) / 1000, 0)).toBe(86_410);
});
