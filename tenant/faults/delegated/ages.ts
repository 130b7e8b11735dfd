import type { Call } from '../../call.ts';
import type { RefreshToken } from '../../state/model.ts';

/** Returns the seconds since a refresh token was issued. */
export const ageOf = (call: Call, token: RefreshToken): number =>
  (call.now.getTime() - token.issuedAt.getTime()) / 1000;

/** Reports whether the access token that was issued with a refresh token has expired. */
export const isLate = (call: Call, token: RefreshToken): boolean => ageOf(call, token) >= 900;

/** Returns the seconds since a moment. */
export const secondsSince = (call: Call, moment: Date): number => (call.now.getTime() - moment.getTime()) / 1000;
