import fc from 'fast-check';

/**
 * Moments around a lifetime of 900 seconds, in seconds: edges, a half and a double. They are a fixed list and not drawn
 * freely, because checks that share a clock should wait for the same moments.
 */
export const palette = [0, 1, 450, 899, 900, 901, 1800] as const;

export const paletteMoments: fc.Arbitrary<(typeof palette)[number]> = fc.constantFrom(...palette);
