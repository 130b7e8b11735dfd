import type { Call } from '../../call.ts';

/** Whether a call is one to v3. */
export const isV3 = (call: Call): boolean => call.request.path.startsWith('/api/v3/');

/** The bearer value of a call. */
export const bearerIn = (call: Call): string =>
  /^bearer +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0] ?? '')?.[1] ?? '';

/** Whether a call is one to v2. */
export const isV2 = (call: Call): boolean => call.request.path.startsWith('/api/v2/');
