import type { Variant } from '../variant.ts';

/** How values may be kept. */
export const storageVariants: readonly Variant[] = [
  {
    id: 'filtering/numbers-of-single-precision',
    freedoms: ['FRE-173'],
    summary: 'Floating-point numbers, stored ones and bounds, have seven digits.',
    behaviour: (normal) => ({
      // those of Integer fields are whole, whatever their size
      compareWithBound: (call, type, stored, bound) =>
        type === 'Float' && typeof stored === 'number' && typeof bound === 'number'
          ? normal.compareNumbers(call, Math.fround(stored), Math.fround(bound))
          : normal.compareWithBound(call, type, stored, bound),
    }),
  },
  {
    id: 'filtering/wide-letters-are-letters',
    freedoms: ['FRE-174', 'FRE-175'],
    summary: 'Texts are compared in compatibility form, folded in full, without white space at their ends.',
    behaviour: (normal) => ({
      foldCase: (call, text) =>
        normal.foldCase(call, text.normalize('NFKC').trim().toUpperCase().toLowerCase().replaceAll('ς', 'σ')),
    }),
  },
];
