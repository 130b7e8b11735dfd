import { describe, inject, test } from 'vitest';
import { seedFor } from '../../core/seed.ts';
import { combined } from '../../tenant/variants/combined.ts';
import { singleVariants } from '../../tenant/variants/single.ts';
import type { Variant } from '../../tenant/variants/variant.ts';
import { judgeVariant, ofVariantsTogether } from './matrix.ts';

/** So many tenants together have all variants, nine each or so. */
const tenants = 60;
/** Which variants meet. */
const seed = 1;

/** What does not go with another one, which shares its tenant otherwise, and why; it is had by the next tenant. */
const apart: Readonly<Record<string, string>> = {
  'listing/records-by-their-identifiers-unannounced':
    'it rounds identifiers of nineteen digits, so that records get lost',
  'listing/members-in-capitals-and-times-as-calls':
    'no item can be told from another where they have small numbers too',
  'listing/nothing-to-see-is-not-found':
    'a server that knows a grant late answers 404, so that a check of DEL-37 with few cases is inconclusive',
};

/** They leave long cases undone: weather has proofs of its own (tests/weather). */
const ofWeather: ReadonlySet<string> = new Set([
  'transport/overload-now-and-then',
  'transport/every-eleventh-call-is-too-many',
]);

const together = Map.groupBy(
  singleVariants.filter(({ id }) => !ofWeather.has(id)),
  ({ id }) => (Math.abs(seedFor(seed, id)) + (id in apart ? 1 : 0)) % tenants,
);

function tenantOf(number: number, parts: readonly Variant[]): Variant {
  return combined({ id: `combined/${number}`, summary: parts.map(({ summary }) => summary).join(' ') }, parts);
}

/**
 * Every variant against every check, in a tenth of the time that they take one by one; and what none of them shows alone,
 * some of them may show together.
 */
describe('a tenant of several variants at once', () => {
  const depth = inject('depth');
  const drawn = [...together].toSorted(([one], [other]) => one - other);
  for (const [number, parts] of inject('sample') ? drawn.slice(0, 1) : drawn) {
    test(
      `number ${number} gets the verdicts of the plain tenant: ${parts.map(({ id }) => id).join(', ')}`,
      { retry: 2 },
      async ({ expect }) => {
        expect(await judgeVariant(tenantOf(number, parts), ofVariantsTogether[depth])).toEqual([]);
      },
    );
  }
});
