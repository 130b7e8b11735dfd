import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inWords, lasting, requestFor } from './wording.ts';

describe('a span of time is written', () => {
  test.each([
    [1, '1 s'],
    [899, '899 s'],
    [5400, '5400 s'],
    [7200, '2 hours'],
    [86_400, '1 day'],
    [2_592_000, '30 days'],
    [2_591_999, '30 days less 1 s'],
    [2_592_001, '30 days and 1 s'],
    [100_001, '100001 s'],
    [1_234_567, '1234567 s (14.3 days)'],
  ])('%d s as %s', (seconds, text) => {
    expect(lasting(seconds)).toBe(text);
  });

  test('without anything lost', () => {
    const units: Readonly<Record<string, number>> = { s: 1, hours: 3600, day: 86_400, days: 86_400 };
    fc.assert(
      fc.property(fc.nat(40 * 86_400), (seconds) => {
        const sum = lasting(seconds)
          .replaceAll('less ', '-')
          .replaceAll(/and | \(.*\)/g, '');
        const parts = [...sum.matchAll(/(-?\d+) (\w+)/g)];
        expect(parts.reduce((all, [, count, unit = '']) => all + Number(count) * (units[unit] ?? NaN), 0)).toBe(
          seconds,
        );
      }),
    );
  });
});

describe('a counterexample reads as a sentence', () => {
  test('of one thing and of several', () => {
    const sentence = (users: number, refreshes: number): string =>
      inWords`${users} users, ${refreshes} refreshes each, ${users} passes by ${users} others`;
    expect(sentence(1, 1)).toBe('1 user, 1 refresh each, 1 pass by 1 other');
    expect(sentence(2, 0)).toBe('2 users, 0 refreshes each, 2 passes by 2 others');
  });

  test('of long and short spans', () => {
    const sentence = (seconds: number): string => inWords`a token ${seconds} s old, tried ${seconds} s`;
    expect(sentence(900)).toBe('a token 900 s old, tried 900 s');
    expect(sentence(172_800)).toBe('a token 2 days old, tried 2 days');
  });

  test('with text as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(inWords`on ${text} users`).toBe(`on ${text} users`);
      }),
    );
  });
});

test('a token request has the article of its grant', () => {
  expect(requestFor('authorization_code')).toBe('an authorization_code request');
  expect(requestFor('refresh_token')).toBe('a refresh_token request');
});
