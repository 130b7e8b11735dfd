import type { Call } from '../call.ts';

/** Reports whether the body of a request came in chunks. */
export const isChunked = ({ request }: Call): boolean => request.headers.has('transfer-encoding');

/** Returns the name of a header field as it was written, or undefined if it was not sent. */
export const writtenName = ({ request }: Call, name: string): string | undefined =>
  request.fields.find(([each]) => each.toLowerCase() === name)?.[0];

/** Returns the place of a field in the header. */
export const placeOf = ({ request }: Call, name: string): number =>
  request.fields.findIndex(([each]) => each.toLowerCase() === name);

/** Returns the call with another body. */
export const withBody = (call: Call, body: Buffer): Call => ({ ...call, request: { ...call.request, body } });
