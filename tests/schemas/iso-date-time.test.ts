import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isIsoDateTime } from '../../schemas/iso-date-time.ts';

test.each([
  '2026-11-20T08:00:00Z',
  '2026-11-20T08:00:00.123456789+05:30',
  '2026-11-20T08:00:00,5',
  '2026-11-20T08:00',
  '2026-11-20T08',
  '2026-11-20T08:00:00-03',
  '2026-11-20T08:00:00\u221203:30',
  '2026-11-20T08:00.25Z',
  '2026-11-20T08:00:00+0100',
  '20261120T080000Z',
  '2026-W47-5T08:00:00Z',
  '2026W475T080000',
  '2026-324T08:00:00Z',
  '2024-02-29T00:00:00Z',
  '2024-366T00:00:00Z',
  '2026-12-31T24:00:00Z',
  '2016-12-31T23:59:60Z',
])('%s is an ISO 8601 date and time', (text) => {
  expect(isIsoDateTime(text)).toBe(true);
});

test.each([
  '',
  '2026-11-20',
  'T08:00:00Z',
  '08:00:00Z',
  '1763625600',
  '2026-11-20 08:00:00',
  'Fri, 20 Nov 2026 08:00:00 GMT',
  '2026-13-01T08:00:00Z',
  '2026-00-01T08:00:00Z',
  '2026-02-29T08:00:00Z',
  '2026-04-31T08:00:00Z',
  '2100-02-29T08:00:00Z',
  '2026-366T08:00:00Z',
  '2026-W54-1T08:00:00Z',
  '2026-11-20T25:00:00Z',
  '2026-11-20T24:00:01Z',
  '2026-11-20T08:60:00Z',
  '2026-11-20T08:00:61Z',
  '2026-11-20T08:00:00+24:00',
  '2026-11-20T08:00:00.Z',
  '2026-11-20T08:00:00ZZ',
  '2026-11-20T08:00:00T',
  '2026-11-20T08:0000Z',
])('%s is not', (text) => {
  expect(isIsoDateTime(text)).toBe(false);
});

test('every instant from toISOString is one, and its date alone is not', () => {
  const instants = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (instant) => {
      const text = instant.toISOString();
      expect(isIsoDateTime(text)).toBe(true);
      expect(isIsoDateTime(text.slice(0, 10))).toBe(false);
    }),
    { seed: 8601 },
  );
});
