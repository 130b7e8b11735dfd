import type { Call } from '../../call.ts';
import type { RefreshToken } from '../../state/model.ts';

/** The seconds since a refresh token was issued. */
export const ageOf = (call: Call, token: RefreshToken): number =>
  (call.now.getTime() - token.issuedAt.getTime()) / 1000;

/** Whether the access token that came with it has ended. */
export const isLate = (call: Call, token: RefreshToken): boolean => ageOf(call, token) >= 900;

/** The seconds since something happened. */
export const secondsSince = (call: Call, moment: Date): number => (call.now.getTime() - moment.getTime()) / 1000;
