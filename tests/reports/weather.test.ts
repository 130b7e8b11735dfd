import { describe, expect, test } from 'vitest';
import { disturbedTooOften, summed, weatherLine, weatherOf } from '../../reports/weather.ts';

const entries = { endpoint: 'GET /api/v2/entries', requests: 100 };
const tokens = { endpoint: 'POST /oauth/token', requests: 30 };

describe('the weather of a run', () => {
  test('is counted by endpoint and kind over all checks, the most disturbed endpoint first', () => {
    const results = [
      { traffic: [entries, { ...tokens, disturbed: { 'server-error': 2 }, serverErrors: 1 }] },
      { traffic: [{ ...tokens, disturbed: { 'server-error': 1, closed: 1 }, serverErrors: 1 }] },
    ] as const;
    expect(weatherOf(results)).toEqual([
      { endpoint: tokens.endpoint, requests: 60, disturbed: { closed: 1, 'server-error': 3 }, serverErrors: 2 },
      entries,
    ]);
  });

  test('leaves out endpoints with few requests and no disturbance', () => {
    expect(summed([{ endpoint: 'GET /once', requests: 29 }])).toEqual([]);
  });

  test.for([
    [30, 4, true],
    [30, 3, false],
    [29, 29, false],
    [1000, 101, true],
    [1000, 100, false],
  ] as const)(
    'of %s requests with %s server errors that are not the tenant’s own: too often is %s',
    ([requests, serverErrors, isTooOften]) => {
      const weather = [
        { endpoint: tokens.endpoint, requests, disturbed: { 'server-error': serverErrors }, serverErrors },
      ];
      expect(disturbedTooOften({ weather })).toEqual(isTooOften ? weather : []);
    },
  );

  test('does not count server errors of the tenant itself as too many', () => {
    const weather = [{ ...entries, disturbed: { 'server-error': 100 } }];
    expect(disturbedTooOften({ weather })).toEqual([]);
  });

  test('is printed in one line, and not at all if nothing was disturbed', () => {
    expect(weatherLine({ weather: [entries] })).toBeUndefined();
    expect(weatherLine({ weather: [{ ...tokens, disturbed: { 'time-out': 1, closed: 2 } }, entries] })).toBe(
      'Disturbed answers: 3 (POST /oauth/token: 1 time-out, 2 connections closed in 30 requests).',
    );
  });
});
