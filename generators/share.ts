import fc from 'fast-check';

/**
 * A position between the beginning, 0, and the end, 1, uniformly distributed. (fast-check draws doubles by their
 * representation, so nearly all of them are close to 0.)
 */
export const shares: fc.Arbitrary<number> = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
