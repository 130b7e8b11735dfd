import { expect, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { requirementById } from '../../specs/requirements/index.ts';
import type { RequirementId } from '../../specs/requirements/index.ts';
import { allFaults, findFault } from '../../tenant/faults/index.ts';
import { mutants, product } from '../../tenant/faults/mutants.ts';
import { conditions } from '../../tenant/faults/operators/conditions.ts';

const isProved = new Set<string>(checks.flatMap((check) => check.proves));

test('generated faults have unique ids, and are found by their ids', () => {
  const ids = [...allFaults, ...product.flat().filter((one) => !mutants.includes(one))].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(mutants.filter(({ id }) => !/^[a-z-]+\/generated\/[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  const [first] = mutants;
  expect(findFault(first?.id ?? '')).toBe(first);
});

test('generated faults break requirements of the catalogue that a check proves', () => {
  for (const { breaks, also = [] } of product.flat()) {
    expect([...breaks, ...also].filter((one) => !requirementById.has(one as RequirementId))).toEqual([]);
    expect(breaks.filter((one) => !isProved.has(one))).toEqual([]);
    expect(also.filter((one) => breaks.includes(one))).toEqual([]);
  }
});

test('there are some hundreds of generated faults', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(300);
  expect(mutants.length).toBeLessThanOrEqual(500);
});

test('every condition is used with some decision, and every decision has a generated fault', () => {
  const made = product.flat();
  expect(conditions.filter(({ id }) => !made.some((one) => one.id.endsWith(`-${id}`))).map(({ id }) => id)).toEqual([]);
  expect(product.filter((ofDecision) => !ofDecision.some((one) => mutants.includes(one)))).toEqual([]);
});
