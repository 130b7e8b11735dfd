import { describe, expect, test } from 'vitest';
import { check } from './check.ts';
import { gainInWords, gainsOf, stepsOf } from './gains.ts';
import type { RequirementId } from './requirements/index.ts';

const made = (id: string, ...proves: readonly [RequirementId, ...RequirementId[]]) =>
  check({ id, title: id, proves, needs: [], gather: () => Promise.resolve(null), *judge() {} });
const some = [made('a', 'LST-01'), made('b', 'LST-02', 'LST-03'), made('c', 'LST-03'), made('d', 'LST-04')];

describe('what an addition would have exercised', () => {
  test('is counted in requirements that no check exercises yet', () => {
    const wants = new Map([['b', [['app.create'] as const]]]);
    expect(gainsOf(some, wants)).toEqual([{ adding: ['app.create'], requirements: 1 }]);
  });

  test('counts for each way in which a check can be had', () => {
    const wants = new Map([['a', [['app.create'] as const, ['fixtures.app'] as const]]]);
    expect(gainsOf(some, wants)).toEqual([
      { adding: ['app.create'], requirements: 1 },
      { adding: ['fixtures.app'], requirements: 1 },
    ]);
  });

  test('is nothing where all is exercised', () => {
    expect(stepsOf(some, new Map(), 6)).toEqual([]);
  });
});

test('each step counts what it brings once those before it are there', () => {
  const wants = new Map([
    ['a', [['app.create'] as const]],
    ['b', [['app.create'] as const]],
    ['c', [['app.create'] as const]],
    ['d', [['app.create', 'user.create'] as const]],
  ]);
  expect(stepsOf(some, wants, 6).map(gainInWords)).toEqual([
    'app.create: 3 more requirements',
    'user.create: 1 more requirement',
  ]);
});
