import type { Call } from '../../call.ts';
import { isAppToken, isDelegated, isIdToken, isKey } from '../operators/kinds.ts';
import { ofActor, type Holds } from '../operators/presented.ts';

/** Returns the condition that the credential of a call is as `like` says. */
const callerIs =
  (like: Holds) =>
  (call: Call): boolean =>
    call.found.actor !== undefined && like(call, ofActor(call.found.actor));

export const byApp = callerIs(isAppToken);
export const byDelegate = callerIs(isDelegated);
export const byIdToken = callerIs(isIdToken);
export const byKey = callerIs(isKey);

export const namesPageSize = ({ request }: Call): boolean => request.query.has('pageSize');

/** Returns the filter that a call asks for, if any. All pages of a listing have the same filter. */
export const filterOf = ({ request }: Call): string | undefined =>
  request.target.includes('schemaFields') ? request.target.replace(/&?nextToken=[^&]*/, '') : undefined;
