import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { SilenceWatch } from '../../drivers/client/silence-watch.ts';

const closed = (url: string): Exchange => ({
  number: 1,
  at: 0,
  ms: 20,
  request: { method: 'GET', url, headers: {} },
  trouble: { kind: 'closed', message: 'closed' },
});

const redirected = (url: string): Exchange => {
  const { trouble: _, ...sent } = closed(url);
  return { ...sent, response: { status: 301, headers: {}, body: '' } };
};

test('only an answer at the address of the tenant counts: an answer over plain HTTP may come from elsewhere', () => {
  let now = 0;
  const hearing = new SilenceWatch('https://tenant.example/base', () => now);
  for (; now < 40_000; now += 500) {
    hearing.ended(closed('https://tenant.example/base/api/v2/entries?pageSize=1'));
    hearing.ended(redirected('http://tenant.example/base/api/v2/entries'));
    hearing.ended(redirected('https://other.example/api/v2/entries'));
  }
  expect(hearing.silence?.told).toBe('the tenant answered no request for 40 s, in 80 requests');
  hearing.ended(redirected('https://tenant.example/oauth/authorize'));
  expect(hearing.silence).toBeUndefined();
});
