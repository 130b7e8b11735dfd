import fc from 'fast-check';

/**
 * Moments in seconds around the ends of what lasts 900 seconds: edges, a half and a double. A palette and no free
 * choice, since checks that share a clock should wait for the same moments.
 */
export const palette = [0, 1, 450, 899, 900, 901, 1800] as const;

export type PaletteMoment = (typeof palette)[number];

export const paletteMoments: fc.Arbitrary<PaletteMoment> = fc.constantFrom(...palette);

/** Some of the palette's moments in order of time, at least one. */
export const someMoments: fc.Arbitrary<PaletteMoment[]> = fc.subarray([...palette], { minLength: 1, maxLength: 4 });
