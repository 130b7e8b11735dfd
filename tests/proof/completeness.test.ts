import { describe, expect, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import { freedoms, profileNames, requirementById, requirementsOf } from '../../specs/requirements/index.ts';
import type { RequirementId } from '../../specs/requirements/index.ts';
import { faults } from '../../tenant/faults/index.ts';
import { variants } from '../../tenant/variants/index.ts';
import { recordedFinders } from './found-by.ts';

const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);
const isProved = new Set<string>(checks.flatMap((check) => check.proves));
const isBroken = new Set(faults.flatMap((fault) => fault.breaks));

describe('ids', () => {
  test('of checks, faults and variants are unique, and begin with a profile', () => {
    for (const list of [ids(checks), ids(faults), ids(variants)]) {
      expect(new Set(list).size).toBe(list.length);
      const odd = list.filter(
        (id) =>
          !/^[a-z-]+\/[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || !profileNames.some((name) => id.startsWith(`${name}/`)),
      );
      expect(odd).toEqual([]);
    }
  });

  test('of requirements that a fault breaks, and of freedoms that a variant uses, are in the catalogue', () => {
    const requirements = [
      ...faults.flatMap(({ breaks, also = [] }) => [...breaks, ...also]),
      ...variants.flatMap(({ warnings = [] }) => warnings),
    ];
    expect(requirements.filter((id) => !requirementById.has(id as RequirementId))).toEqual([]);
    const known = new Set(ids(freedoms));
    expect(variants.flatMap((variant) => variant.freedoms).filter((id) => !known.has(id))).toEqual([]);
  });
});

test('the title of a check is one short sentence, and title and id use plain words', () => {
  const unclear = /\b(?:what|who|which|whom)ever\b/i;
  const odd = checks.filter(
    ({ id, title }) => title.length > 100 || /[.:]$/.test(title) || unclear.test(title) || unclear.test(id),
  );
  expect(odd.map(({ id, title }) => `${id}: ${title}`)).toEqual([]);
});

describe('every fault', () => {
  test('breaks something', () => {
    expect(faults.filter(({ breaks }) => breaks.length === 0)).toEqual([]);
  });

  test('breaks only requirements that a check proves', () => {
    const unproved = faults.flatMap(({ id, breaks }) =>
      breaks.filter((one) => !isProved.has(one)).map((one) => `${id}: ${one}`),
    );
    expect(unproved).toEqual([]);
  });

  test('in found-by.json has only checks that prove a requirement that it breaks', () => {
    const stale = Object.entries(recordedFinders).filter(([id, finders]) => {
      const breaks = faults.find((fault) => fault.id === id)?.breaks ?? [];
      const proved = (name: string): readonly string[] => checks.find((one) => one.id === name)?.proves ?? [];
      return !Object.keys(finders).every((name) => proved(name).some((one) => breaks.some((broken) => broken === one)));
    });
    expect(stale).toEqual([]);
  });
});

test('a variant warns of derived requirements only', () => {
  const stated = variants.flatMap(({ id, warnings = [] }) =>
    warnings
      .filter((one) => requirementById.get(one as RequirementId)?.basis === 'stated')
      .map((one) => `${id}: ${one}`),
  );
  expect(stated).toEqual([]);
});

test('every requirement that has a check has a fault that proves that the check can fail', () => {
  expect([...isProved].filter((id) => !isBroken.has(id)).sort()).toEqual([]);
});

test.for(profileNames)('every requirement of %s has a check', (profile) => {
  expect(ids(requirementsOf(profile)).filter((id) => !isProved.has(id))).toEqual([]);
});
