import fc from 'fast-check';

/**
 * Moments in seconds around the ends of what lasts 900 seconds: edges, a half and a double. A palette and no free
 * choice, since checks that share a clock should wait for the same moments.
 */
export const palette = [0, 1, 450, 899, 900, 901, 1800] as const;

export const paletteMoments: fc.Arbitrary<(typeof palette)[number]> = fc.constantFrom(...palette);
