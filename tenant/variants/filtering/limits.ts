import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const nineDecimals = (value: number): number => Number(value.toFixed(9));

/** Variants of the number of assertions in a filter, of the precision of numbers, and of the names of fields. */
export const limitVariants: readonly Variant[] = [
  {
    id: 'filtering/three-assertions-at-most',
    freedoms: ['FRE-170'],
    summary: 'A filter on more than three fields is refused.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const filter = normal.readFilter(call, listing);
        return !isRefusal(filter) && filter.length > 3
          ? refusal('invalid-query', 'Three fields at most can be asked for.')
          : filter;
      },
    }),
  },
  {
    id: 'filtering/numbers-of-nine-decimals',
    freedoms: ['FRE-173'],
    summary: 'Numbers, stored ones and bounds, have nine digits after the decimal point.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) => normal.compareNumbers(call, nineDecimals(one), nineDecimals(other)),
    }),
  },
  {
    id: 'filtering/one-assertion-at-most',
    freedoms: ['FRE-254', 'FRE-170'],
    warnings: ['FLT-34'],
    summary: 'A filter on more than one field is refused.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const filter = normal.readFilter(call, listing);
        return !isRefusal(filter) && filter.length > 1
          ? refusal('invalid-query', 'One field can be asked for.')
          : filter;
      },
    }),
  },
  {
    id: 'filtering/names-of-letters-and-digits-only',
    freedoms: ['FRE-252'],
    warnings: ['FLT-43'],
    summary: 'A filter names a field by letters, digits and hyphens: with any other name it finds nothing.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/^[\w-]+$/.test(term.field) ? normal.typesOfField(call, term) : new Set<string>()),
    }),
  },
];
