import type { Call } from '../../call.ts';
import { isAppToken, isDelegated, isIdToken, isKey } from '../operators/kinds.ts';
import { ofActor, type Holds } from '../operators/presented.ts';

/** Whether what a call was let in by is like this. */
const by =
  (like: Holds) =>
  (call: Call): boolean =>
    call.found.actor !== undefined && like(call, ofActor(call.found.actor));

export const byApp = by(isAppToken);
export const byDelegate = by(isDelegated);
export const byIdToken = by(isIdToken);
export const byKey = by(isKey);

export const namesPageSize = ({ request }: Call): boolean => request.query.has('pageSize');

/** The filter that a call asks for, if any, whichever page it is of. */
export const filterOf = ({ request }: Call): string | undefined =>
  request.target.includes('schemaFields') ? request.target.replace(/&?nextToken=[^&]*/, '') : undefined;
