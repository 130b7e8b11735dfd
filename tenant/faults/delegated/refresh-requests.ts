import type { Call } from '../../http/message.ts';
import type { RefreshToken } from '../../state/model.ts';

/** The refresh token that a token request presents, where there is one. */
export function refreshTokenIn(call: Call): RefreshToken | undefined {
  const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}

/** Whether a token request is a refresh. */
export const isRefresh = (call: Call): boolean =>
  call.request.body.toString('utf8').includes('grant_type=refresh_token');
