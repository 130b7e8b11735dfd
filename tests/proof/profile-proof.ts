import { describe, inject, test } from 'vitest';
import { faults } from '../../tenant/faults/index.ts';
import { variants } from '../../tenant/variants/index.ts';
import { judgeFault, judgeVariant, variantShare } from './matrix.ts';
import { firstOfEachName } from './sample.ts';
import { recordProofTest } from './record/record-proof-test.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether one fault of each requirement and one variant of each freedom are enough, as for every commit. */
    sample: boolean;
  }
}

/** Retries, because the result of a race depends on chance, and a busy machine delays deliveries. */
const retries = { retry: 2 };

export interface ProofOptions {
  /** Whether the profile's checks mostly wait in real time, so that several tenants are tried at the same time. */
  readonly waits?: boolean;
}

/**
 * Defines the proof of one profile: each of its faults is caught for the right reason, and each of its variants passes.
 */
export function proveProfile(profile: string, { waits = false }: ProofOptions = {}): void {
  const depth = inject('depth');
  const ofProfile = ({ id }: { readonly id: string }): boolean => id.startsWith(`${profile}/`);
  const [someFaults, someVariants] = inject('sample')
    ? [firstOfEachName(faults, ({ breaks }) => breaks), firstOfEachName(variants, ({ freedoms }) => freedoms)]
    : [faults, variants];
  // not concurrent if all checks are run, because they keep a thread busy
  const prove = waits || depth === 'quick' ? test.concurrent : test;
  describe(`a tenant with the fault`, () => {
    for (const fault of someFaults.filter(ofProfile)) {
      prove(`${fault.id} is caught by a check of ${fault.breaks.join(', ')}`, retries, async ({ expect, task }) => {
        recordProofTest({ task }, { of: 'fault', profile, depth });
        const { missed, unrelated, accused, broken, leaks } = await judgeFault(fault, depth);
        expect({ missed, accused, broken, leaks }).toEqual({ missed: [], accused: [], broken: [], leaks: [] });
        // unrelated findings are complete only if all checks are run
        expect(depth === 'whole' ? unrelated : []).toEqual([]);
      });
    }
  });

  describe(`a tenant of the variant`, () => {
    for (const variant of someVariants.filter(ofProfile)) {
      prove(`${variant.id} gets the verdicts of the plain tenant`, retries, async ({ expect, task }) => {
        recordProofTest({ task }, { of: 'variant', profile, depth });
        expect(await judgeVariant(variant, variantShare[inject('sample') ? 'sample' : depth])).toEqual([]);
      });
    }
  });
}
