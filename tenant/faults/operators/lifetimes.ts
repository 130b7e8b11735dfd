import type { Call } from '../../call.ts';
import type { RefreshToken } from '../../state/model.ts';
import { ownTokensOf } from './holdings.ts';
import { all, always, not } from './kinds.ts';
import { alsoStop, exempt, type Operator, type Stop } from './operators.ts';
import { ofRefreshToken, ofToken, type Holds } from './presented.ts';
import { onExpiryCheck } from './remembered.ts';
import { replaceIf } from './rules.ts';

/** Returns an operator that stops credentials for which `like` holds under the condition, and only then. */
export const stopWhen =
  (stop: Stop, like: Holds = always): Operator =>
  (when) =>
  (normal) =>
    alsoStop(stop, like)(when)({ ...normal, ...exempt(stop, like)(not(when))(normal) });

/** Returns an operator that answers a call with another status if its expired credential is like this. */
export const answerExpired =
  (like: Holds, status: number): Operator =>
  (when) =>
  (normal) => {
    const meant = new WeakSet<Call>();
    return {
      ...onExpiryCheck((call, presented, expired) => {
        if (expired && all(like, when)(call, presented)) meant.add(call);
      })(normal),
      refusalStatus: (call, refused) => (meant.has(call) ? status : normal.refusalStatus(call, refused)),
    };
  };

/** Returns an operator that announces another lifetime of an access token, in seconds. */
export const announce =
  (seconds: number | string): Operator =>
  (when) =>
    replaceIf(
      'announcedLifetime',
      (call, token) => when(call, ofToken(token)),
      () => seconds,
    );

/** Returns an operator that announces another lifetime of a refresh token, in seconds. */
export const announceOfRefreshTokens =
  (seconds: (token: RefreshToken) => number): Operator =>
  (when) =>
    replaceIf(
      'announcedRefreshLifetime',
      (call, token) => when(call, ofRefreshToken(token)),
      (_call, token) => seconds(token),
    );

/** Gives a new refresh token only the days that were left of the refresh token that it replaces. */
export const inheritRefreshLifetime: Operator = (when) => (normal) => ({
  refreshTokenCountsFrom: (call, predecessor) =>
    predecessor !== undefined && when(call, ofRefreshToken(predecessor))
      ? predecessor.countsFrom
      : normal.refreshTokenCountsFrom(call, predecessor),
});

/** Issues the latest app token of an app again. */
export const reissueAppToken: Operator = (when) => (normal) => ({
  issueAccessToken: (call, subject, app) => {
    const latest = subject.kind === 'app' ? ownTokensOf(call, app.id).at(-1) : undefined;
    return latest !== undefined && when(call, ofToken(latest)) ? latest : normal.issueAccessToken(call, subject, app);
  },
});
