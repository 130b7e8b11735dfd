import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SuiteCheck } from './check.ts';
import { check } from './check.ts';
import { longestFirst, waitingFirst } from './order.ts';

function made(
  id: string,
  parts: Partial<Pick<SuiteCheck, 'clockIndependent' | 'cases' | 'maxSeconds' | 'maxCases' | 'needs' | 'arrange'>>,
): SuiteCheck {
  return check({
    id,
    title: 'A made-up check',
    proves: ['TRN-01'],
    needs: [],
    ...parts,
    gather: () => Promise.resolve(null),
    *judge() {},
  });
}

test('those begin first of whose cases most follow one another, and the others as they came', () => {
  const given = fc.nat();
  const arrange = () => Promise.resolve();
  const checks = [
    made('deliveries', { clockIndependent: true, cases: given, needs: ['app.setWebhook'] }),
    made('silence', { clockIndependent: true, cases: given, needs: ['app.setWebhook'], maxSeconds: 5 }),
    made('cases that wait together', { cases: given, maxSeconds: 900 }),
    made('no property', {}),
    made('deliveries that hold the clock', { cases: given, maxCases: 12, needs: ['app.setWebhook'] }),
    made('few cases', { cases: given, arrange, maxCases: 5 }),
    made('cases that are done side by side', { cases: given }),
    made('all cases', { cases: given, arrange }),
    made('more cases than are run', { cases: given, arrange, maxCases: 200 }),
  ];
  expect(longestFirst(checks, 100).map(({ id }) => id)).toEqual([
    'all cases',
    'more cases than are run',
    'cases that are done side by side',
    'few cases',
    'deliveries that hold the clock',
    'no property',
    'cases that wait together',
    'silence',
    'deliveries',
  ]);
});

test('where each has a tenant of its own, those begin first that wait for deliveries', () => {
  const ids = ['no property', 'one delivery', 'another property', 'another delivery'];
  const checks = ids.map((id) => made(id, { needs: id.endsWith('delivery') ? ['app.setWebhook'] : [] }));
  expect(waitingFirst(checks).map(({ id }) => id)).toEqual([
    'one delivery',
    'another delivery',
    'no property',
    'another property',
  ]);
});
