import { indexVariants } from './filtering/indexes.ts';
import { limitVariants } from './filtering/limits.ts';
import { pageVariants } from './filtering/pages.ts';
import { queryVariants } from './filtering/queries.ts';
import { storageVariants } from './filtering/storage.ts';
import { valueVariants } from './filtering/values.ts';
import type { Variant } from './variant.ts';

export const filteringVariants: readonly Variant[] = [
  ...indexVariants,
  ...limitVariants,
  {
    id: 'filtering/unknown-fields-match-nothing',
    freedoms: ['FRE-180'],
    summary: 'A filter on a field that no schema has matches no record, and is not refused.',
    behaviour: () => ({ unknownField: () => 'matches-nothing' }),
  },
  ...queryVariants,
  ...valueVariants,
  ...pageVariants,
  ...storageVariants,
];
