import { keyIn, refreshTokenOf, tokenIn, type Holds } from './presented.ts';

/** Kinds of credential, to say which ones a decision is about. */
export const isKey: Holds = (_call, presented) => keyIn(presented) !== undefined;
export const isToken: Holds = (_call, presented) => tokenIn(presented) !== undefined;
export const isAppToken: Holds = (_call, presented) => tokenIn(presented)?.subject.kind === 'app';
export const isDelegated: Holds = (_call, presented) => tokenIn(presented)?.delegation !== undefined;
/** An access token that came for a code. */
export const isOfCode: Holds = (call, presented) =>
  isDelegated(call, presented) && tokenIn(presented)?.refreshToken?.predecessor === undefined;
/** An access token that came of a refresh. */
export const isOfRefresh: Holds = (_call, presented) => tokenIn(presented)?.refreshToken?.predecessor !== undefined;
export const isRefreshToken: Holds = (_call, presented) => refreshTokenOf(presented) !== undefined;
/** A refresh token that came for a code. */
export const isFirst: Holds = (_call, presented) => {
  const token = refreshTokenOf(presented);
  return token !== undefined && token.predecessor === undefined;
};
/** A refresh token that came of a refresh. */
export const isLater: Holds = (_call, presented) => refreshTokenOf(presented)?.predecessor !== undefined;

/** That all of these hold. */
export const all =
  (...every: readonly Holds[]): Holds =>
  (call, presented) =>
    every.every((one) => one(call, presented));

/** That this does not hold. */
export const not =
  (one: Holds): Holds =>
  (call, presented) =>
    !one(call, presented);
