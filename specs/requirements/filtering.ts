import type { RequirementEntry } from './entry.ts';
import { assertions } from './filtering/assertions.ts';
import { values } from './filtering/values.ts';

/** The `schemaFields` filter of the assay-results listing. */
export const filtering = [...assertions, ...values] as const satisfies readonly RequirementEntry[];
