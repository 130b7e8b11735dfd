import { describe, expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import type { Unanswered } from './silence.ts';
import { after, nothingAsked, silenceIn } from './silence.ts';

type What = number | 'closed' | 'timeout' | 'cut-off';

function exchange(what: What): Exchange {
  const request = { method: 'GET', url: 'https://tenant.example/api/v2/entries', headers: {} };
  const plain = { number: 1, at: 0, ms: 1, request };
  if (typeof what === 'number') return { ...plain, response: { status: what, headers: {}, body: '' } };
  const trouble = { kind: what, message: what };
  return what === 'cut-off' ? { ...plain, trouble, cutOff: { limit: 'too long' } } : { ...plain, trouble };
}

/**
 * Returns the state after requests that were sent at these seconds. Each ended a moment later unless an end is given.
 */
function known(all: readonly (readonly [sent: number, what: What, ended?: number])[]): Unanswered {
  return all.reduce(
    (before, [sent, what, ended = sent]) => after(before, exchange(what), sent * 1000, ended * 1000),
    nothingAsked,
  );
}

/** Returns one request for each second. */
const eachSecond = (seconds: number, what: What, from = 0): [number, What][] =>
  Array.from({ length: seconds }, (_, at) => [from + at, what]);

describe('a tenant answers nothing', () => {
  test('if thirty requests, sent over half a minute, were left without an answer', () => {
    expect(silenceIn(known(eachSecond(31, 'closed')))).toEqual({
      told: 'the tenant answered no request for 30 s, in 31 requests',
      cause: 'the tenant answered no request',
    });
    expect(silenceIn(known(eachSecond(31, 'timeout')))).toBeDefined();
  });

  test('also if some got only a server error, and the cause then has other words', () => {
    const { cause, told } = silenceIn(known([...eachSecond(40, 'closed'), [40, 503]])) ?? {};
    expect(cause).toBe('the tenant served no request');
    expect(told).toBe('the tenant served no request for 40 s, in 41 requests');
  });

  test('not in a shorter time with many requests, and not with few requests in a long time', () => {
    expect(silenceIn(known(eachSecond(30, 'closed')))).toBeUndefined();
    expect(silenceIn(known(Array.from({ length: 500 }, (_, at) => [at / 20, 'closed'])))).toBeUndefined();
    expect(silenceIn(known(Array.from({ length: 29 }, (_, at) => [at * 5, 'closed'])))).toBeUndefined();
    expect(silenceIn(nothingAsked)).toBeUndefined();
  });

  test('not if requests that were under way together all timed out', () => {
    expect(silenceIn(known(Array.from({ length: 64 }, (_, at) => [at / 64, 'timeout', 60])))).toBeUndefined();
  });

  test('not if no request was sent in between', () => {
    const apart: [number, What][] = [...eachSecond(15, 'closed'), ...eachSecond(30, 'closed', 60)];
    expect(silenceIn(known(apart))).toBeUndefined();
    expect(silenceIn(known([...apart, [90, 'closed']]))?.told).toContain('for 30 s, in 31 requests');
  });

  test('still after a time without requests, if it answered nothing before', () => {
    expect(silenceIn(known([...eachSecond(31, 'closed'), [300, 'closed']]))?.told).toContain('for 300 s');
  });
});

describe('a tenant is there', () => {
  test.for([200, 404, 401, 429, 'cut-off'] as const)('as soon as it answers anything: %s', (what) => {
    const answered = known([...eachSecond(50, 'closed'), [50, what]]);
    expect(silenceIn(answered)).toBeUndefined();
    expect(silenceIn(known([...eachSecond(50, 'closed'), [50, what], ...eachSecond(30, 503, 51)]))).toBeUndefined();
  });

  test('whatever the outcome of requests that were sent before its answer', () => {
    const early = Array.from({ length: 40 }, (): [number, What, number] => [10, 'timeout', 45]);
    expect(known([[40, 200], ...early])).toMatchObject({ requests: 0, answeredAt: 40_000 });
  });
});
