import type { Call } from '../http/message.ts';

/** Whether a call asks for a sorted listing. */
export const sorts = ({ request }: Call): boolean => request.query.has('sort');

/** Whether a call asks for a listing with a filter of fields. */
export const filters = ({ request }: Call): boolean => request.target.includes('schemaFields');

/** Whether a call asks for a following page. */
export const isFollowing = (call: Call): boolean => call.request.query.has('nextToken');

/** The fields of a token request. */
export const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));
