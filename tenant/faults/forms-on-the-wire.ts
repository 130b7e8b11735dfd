import type { Call } from '../call.ts';

/** Whether the body of a request came in chunks. */
export const isChunked = ({ request }: Call): boolean => request.headers.has('transfer-encoding');

/** The name of a field as it was written; undefined where it was not sent. */
export const writtenName = ({ request }: Call, name: string): string | undefined =>
  request.fields.find(([each]) => each.toLowerCase() === name)?.[0];

/** The place of a field in the head. */
export const placeOf = ({ request }: Call, name: string): number =>
  request.fields.findIndex(([each]) => each.toLowerCase() === name);

/** The call as it would be with another body. */
export const withBody = (call: Call, body: Buffer): Call => ({ ...call, request: { ...call.request, body } });
