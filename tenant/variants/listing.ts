import type { Variant } from './variant.ts';

export const listingVariants: readonly Variant[] = [
  {
    id: 'listing/ties-stay-when-the-direction-turns',
    freedoms: ['FRE-146'],
    summary: 'Records of one time stand in the same order whichever way they are sorted.',
    behaviour: (normal) => ({
      compareTies: (call, one, other) =>
        (call.request.query.get('sort') === 'modifiedAt:asc' ? 1 : -1) * normal.compareTies(call, one, other),
    }),
  },
];
