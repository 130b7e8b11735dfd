import { describe, inject, test } from 'vitest';
import { seedFor } from '../../core/seed.ts';
import { combined } from '../../tenant/variants/combined.ts';
import { singleVariants } from '../../tenant/variants/single.ts';
import type { Variant } from '../../tenant/variants/variant.ts';
import { judgeVariant, combinedVariantsShare } from './matrix.ts';

/** The number of tenants that share all variants: about nine variants a tenant. */
const tenants = 60;
/** Decides which variants share a tenant. */
const seed = 1;

/** Variants that conflict with another variant of their tenant, with the reason. Each is moved to the next tenant. */
const conflicting: Readonly<Record<string, string>> = {
  'listing/records-by-their-identifiers-unannounced':
    'it rounds identifiers of nineteen digits, so that records get lost',
  'listing/members-in-capitals-and-times-as-calls':
    'items cannot be told apart if a tenant also gives them small numbers',
  'listing/nothing-to-see-is-not-found':
    'a server that learns of a grant late answers 404, so that a check of DEL-37 with few cases is inconclusive',
};

/** Variants that keep long cases from their end. Weather has its own proofs (tests/weather). */
const disturbingVariants: ReadonlySet<string> = new Set([
  'transport/overload-now-and-then',
  'transport/every-eleventh-call-is-too-many',
]);

const partsByTenant = Map.groupBy(
  singleVariants.filter(({ id }) => !disturbingVariants.has(id)),
  ({ id }) => (Math.abs(seedFor(seed, id)) + (id in conflicting ? 1 : 0)) % tenants,
);

function tenantOf(number: number, parts: readonly Variant[]): Variant {
  return combined({ id: `combined/${number}`, summary: parts.map(({ summary }) => summary).join(' ') }, parts);
}

/**
 * Tries every variant against every check, in a tenth of the time that single variants take. Combined variants may also
 * show errors of the suite that no variant shows alone.
 */
describe('a tenant of several variants at once', () => {
  const depth = inject('depth');
  const drawn = [...partsByTenant].toSorted(([one], [other]) => one - other);
  for (const [number, parts] of inject('sample') ? drawn.slice(0, 1) : drawn) {
    test(
      `number ${number} gets the verdicts of the plain tenant: ${parts.map(({ id }) => id).join(', ')}`,
      { retry: 2 },
      async ({ expect }) => {
        expect(await judgeVariant(tenantOf(number, parts), combinedVariantsShare[depth])).toEqual([]);
      },
    );
  }
});
