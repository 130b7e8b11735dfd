import type { RequirementEntry } from './entry.ts';
import { authorization } from './delegated/authorization.ts';
import { tokens } from './delegated/tokens.ts';

/** Apps that act on behalf of a user: authorization, code exchange and refresh. */
export const delegated = [...authorization, ...tokens] as const satisfies readonly RequirementEntry[];
