import type { Call } from '../../call.ts';

/** The parameters of a call. */
export const asked = ({ request }: Call): URLSearchParams => request.query;

/** The filter that a call asks for, if any, whichever page it is of. */
export const filterOf = ({ request }: Call): string | undefined =>
  /schemaFields/.test(request.target) ? request.target.replace(/&?nextToken=[^&]*/, '') : undefined;
