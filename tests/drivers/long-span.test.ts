import { expect, it } from 'vitest';
import { longSpan } from '../../drivers/examination/long-span.ts';

it.each([
  [95_000_000, '3 years and 4 days'],
  [3 * 365 * 86_400 + 12 * 86_400 + 5, '3 years and 12 days'],
  [365 * 86_400, '1 year'],
  [365 * 86_400 + 3600, '1 year'],
  [90_000, '1 day and 1 hour'],
  [3600, '1 hour'],
  [61, '1 minute and 1 second'],
  [-59.7, '1 minute'],
  [0.2, '0 seconds'],
])('%d seconds are %s', (seconds, words) => {
  expect(longSpan(seconds)).toBe(words);
});
