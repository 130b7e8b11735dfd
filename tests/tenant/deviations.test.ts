import { describe, expect, test } from 'vitest';
import { faults, findFault } from '../../tenant/faults/index.ts';
import { findVariant, variants } from '../../tenant/variants/index.ts';
import { storyOf } from './story.ts';

const PROFILES =
  'transport|token-issuance|client-credentials|delegated|api-key|openid-connect|lifecycle|expiry|listing|filtering|webhooks|versioning';
const ID = new RegExp(`^(?:${PROFILES})/[a-z0-9]+(?:-[a-z0-9]+)*$`);
const REQUIREMENT = /^[A-Z]{3}-\d{2,3}$/;

const plain = await storyOf({});

test('the plain tenant tells the same story whatever its secrets are', async () => {
  expect(await storyOf({ chance: 'another' })).toEqual(plain);
});

describe('every fault', () => {
  test('has an id of its own, of the form profile/what-is-wrong', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
    for (const { id } of faults) expect(id).toMatch(ID);
    for (const fault of faults) expect(findFault(fault.id)).toBe(fault);
  });

  test('names the requirements that it breaks', () => {
    for (const { id, breaks, also = [] } of faults) {
      expect([id, breaks.length > 0]).toEqual([id, true]);
      for (const requirement of [...breaks, ...also]) expect(requirement).toMatch(REQUIREMENT);
      expect(new Set([...breaks, ...also]).size).toBe(breaks.length + also.length);
    }
  });

  test.each(faults)('$id can be seen', async (fault) => {
    expect(await storyOf({ fault })).not.toEqual(plain);
  });
});

describe('every variant', () => {
  test('has an id of its own, of the form profile/what-is-different', () => {
    expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
    for (const { id } of variants) expect(id).toMatch(ID);
    for (const variant of variants) expect(findVariant(variant.id)).toBe(variant);
  });

  test('names the freedoms that it uses', () => {
    for (const { id, freedoms, warnings = [] } of variants) {
      expect([id, freedoms.length > 0]).toEqual([id, true]);
      for (const freedom of freedoms) expect(freedom).toMatch(/^FRE-\d{2,3}$/);
      for (const requirement of warnings) expect(requirement).toMatch(REQUIREMENT);
    }
  });

  test.each(variants)('$id can be seen', async (variant) => {
    expect(await storyOf({ variant })).not.toEqual(plain);
  });
});
