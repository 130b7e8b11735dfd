import { expect, test } from 'vitest';
import type { Ended } from './collect.ts';
import { collect, none } from './collect.ts';

const origin = { date: '2026-11-26', commit: 'abc1234' };
const two = (): number => 2;

function ended(of: 'fault' | 'variant', passed = true): Ended {
  return { told: { of, profile: 'listing', depth: 'quick' }, passed };
}

test('figures of a profile name the date and commit of their run', () => {
  const run = [ended('fault'), ended('fault', false), ended('variant'), ended('variant')];
  expect(collect(none, run, origin, two).profiles).toEqual({
    listing: { ...origin, depth: 'quick', faults: { tried: 2, right: 1 }, variants: { tried: 2, right: 2 } },
  });
});

test('a run of some of the faults of a profile changes nothing', () => {
  const older = collect(none, [ended('fault'), ended('fault'), ended('variant'), ended('variant')], origin, two);
  expect(collect(older, [ended('fault'), ended('variant')], { ...origin, commit: 'later' }, two)).toEqual(older);
});

test('a class of weather is recorded with the faulty tenants that were found in it', () => {
  const measures = { seed: 1, runs: 2, exchanges: 30, disturbed: 3, checks: 10, same: 9, falseReds: 0, exitZero: 2 };
  const run: Ended[] = [
    { told: { of: 'weather', weather: '1%', depth: 'whole', measures }, passed: true },
    { told: { of: 'faulty tenant', weather: '1%', depth: 'whole' }, passed: true },
    { told: { of: 'faulty tenant', weather: '1%', depth: 'whole' }, passed: false },
  ];
  expect(collect(none, run, origin, two).weather).toEqual({
    '1%': { ...origin, depth: 'whole', ...measures, faulty: { tried: 2, right: 1 } },
  });
  expect(collect(none, run.slice(1), origin, two).weather).toEqual({});
});
