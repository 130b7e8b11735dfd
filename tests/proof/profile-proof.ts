import { describe, inject, test } from 'vitest';
import { faults } from '../../tenant/faults/index.ts';
import { variants } from '../../tenant/variants/index.ts';
import { judgeFault, judgeVariant } from './matrix.ts';

/** A race is won or lost by chance, and a busy machine delays what is waited for. */
const again = { retry: 2 };

export interface ProofOptions {
  /** Whether its checks wait in real time more than they work, so that several tenants are tried at the same time. */
  readonly waits?: boolean;
}

/** The proof of one profile: each of its faults is caught for the right reason, each of its variants passes. */
export function proveProfile(profile: string, { waits = false }: ProofOptions = {}): void {
  const depth = inject('depth');
  // where all checks are run, they are enough to keep a thread busy
  const prove = waits || depth === 'quick' ? test.concurrent : test;
  describe(`a tenant with the fault`, () => {
    for (const fault of faults.filter(({ id }) => id.startsWith(`${profile}/`))) {
      prove(`${fault.id} is caught by a check of ${fault.breaks.join(', ')}`, again, async ({ expect }) => {
        const { missed, unrelated, accused, broken, leaks } = await judgeFault(fault, depth);
        expect({ missed, accused, broken, leaks }).toEqual({ missed: [], accused: [], broken: [], leaks: [] });
        // what else a fault breaks by its words shows only where all checks are run
        expect(depth === 'whole' ? unrelated : []).toEqual([]);
      });
    }
  });

  describe(`a tenant of the variant`, () => {
    for (const variant of variants.filter(({ id }) => id.startsWith(`${profile}/`))) {
      prove(`${variant.id} gets the verdicts of the plain tenant`, again, async ({ expect }) => {
        expect(await judgeVariant(variant, depth)).toEqual([]);
      });
    }
  });
}
