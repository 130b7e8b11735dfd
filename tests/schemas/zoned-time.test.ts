import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instants } from '../../generators/laboratory/times.ts';
import { isIsoDateTime } from '../../schemas/iso-date-time.ts';
import { offsets, zonedText } from './zoned-time.ts';

test('a zoned text is ISO 8601 and the same instant at any offset', () => {
  const law = fc.property(instants, offsets, (instant, offset) => {
    const text = zonedText(instant, offset);
    expect(Date.parse(text)).toBe(instant);
    expect(isIsoDateTime(text)).toBe(true);
  });
  fc.assert(law, { seed: 20261120, numRuns: 200 });
  expect(zonedText(Date.UTC(2024, 1, 29, 23, 30), 345)).toBe('2024-03-01T05:15:00+05:45');
  expect(zonedText(Date.UTC(2024, 2, 1, 0, 0, 0, 5), -210)).toBe('2024-02-29T20:30:00.005-03:30');
});
