import fc from 'fast-check';

/**
 * A place between the beginning of something, 0, and its end, 1, each as likely as any other. (Doubles are drawn by
 * their representation, and so are nearly all next to 0.)
 */
export const shares: fc.Arbitrary<number> = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
