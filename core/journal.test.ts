import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { isExchange, Journal } from './journal.ts';

const answered = (number: number, body: string): Exchange => ({
  number,
  at: 0,
  ms: 1,
  request: { method: 'GET', url: 'https://tenant.example/api/v2/entries', headers: {} },
  response: { status: 200, headers: {}, body },
});

test('evidence has whole bodies up to a limit, and the beginning of long ones beyond it, without half a secret', () => {
  const journal = new Journal();
  const secret = journal.secrets.learn('API key', 'sk_0123456789abcdef');
  const page = 'x'.repeat(3_000_000);
  const cut = `${'y'.repeat(1990)}${secret}${page}`;
  for (const [index, body] of [page, cut, 'short'].entries()) journal.record(answered(index + 1, body));
  const bodies = journal.evidence().flatMap((entry) => (isExchange(entry) ? [entry.response?.body ?? ''] : []));
  expect([bodies[0], bodies[2]]).toEqual([page, 'short']);
  expect(bodies[1]).toMatch(/^y{1990}<API key 1… \(3000001 more characters are left out\)$/);
});
