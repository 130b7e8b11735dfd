import { describe, expect, inject, test } from 'vitest';
import { faults } from '../../tenant/faults/index.ts';
import { variants } from '../../tenant/variants/index.ts';
import { judgeFault, judgeVariant } from './matrix.ts';

/** The proof of one profile: each of its faults is caught for the right reason, each of its variants passes. */
export function proveProfile(profile: string): void {
  const depth = inject('depth');
  describe(`a tenant with the fault`, () => {
    for (const fault of faults.filter(({ id }) => id.startsWith(`${profile}/`))) {
      test(`${fault.id} is caught by a check of ${fault.breaks.join(', ')}`, async () => {
        expect(await judgeFault(fault, depth)).toEqual({ missed: [], unrelated: [], broken: [] });
      });
    }
  });

  describe(`a tenant of the variant`, () => {
    for (const variant of variants.filter(({ id }) => id.startsWith(`${profile}/`))) {
      test(`${variant.id} gets the verdicts of the plain tenant`, async () => {
        expect(await judgeVariant(variant, depth)).toEqual([]);
      });
    }
  });
}
