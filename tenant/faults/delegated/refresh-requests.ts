import type { Call } from '../../call.ts';

/** Reports whether a token request is a refresh. */
export const isRefresh = (call: Call): boolean =>
  call.request.body.toString('utf8').includes('grant_type=refresh_token');
