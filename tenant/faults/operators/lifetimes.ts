import type { Call } from '../../call.ts';
import type { RefreshToken } from '../../state/model.ts';
import { ownTokensOf } from './holdings.ts';
import { all, always, not } from './kinds.ts';
import { alsoStop, exempt, type Operator, type Stop } from './operators.ts';
import { ofRefreshToken, ofToken, type Holds } from './presented.ts';
import { judging } from './remembered.ts';
import { insteadWhere } from './rules.ts';

/** Stops what is like this under the condition, and only then. */
export const stopWhen =
  (stop: Stop, like: Holds = always): Operator =>
  (when) =>
  (normal) =>
    alsoStop(stop, like)(when)({ ...normal, ...exempt(stop, like)(not(when))(normal) });

/** Answers a call with an expired credential that is like this with another status. */
export const answerExpired =
  (like: Holds, status: number): Operator =>
  (when) =>
  (normal) => {
    const meant = new WeakSet<Call>();
    return {
      ...judging((call, presented, expired) => {
        if (expired && all(like, when)(call, presented)) meant.add(call);
      })(normal),
      refusalStatus: (call, refused) => (meant.has(call) ? status : normal.refusalStatus(call, refused)),
    };
  };

/** Announces other seconds of validity of an access token. */
export const announce =
  (seconds: number | string): Operator =>
  (when) =>
    insteadWhere(
      'announcedLifetime',
      (call, token) => when(call, ofToken(token)),
      () => seconds,
    );

/** Announces other seconds of validity of a refresh token. */
export const announceOfRefreshTokens =
  (seconds: (token: RefreshToken) => number): Operator =>
  (when) =>
    insteadWhere(
      'announcedRefreshLifetime',
      (call, token) => when(call, ofRefreshToken(token)),
      (_call, token) => seconds(token),
    );

/** Gives a refresh token only the days that were left of the one that is exchanged for it. */
export const keepDays: Operator = (when) => (normal) => ({
  refreshTokenCountsFrom: (call, predecessor) =>
    predecessor !== undefined && when(call, ofRefreshToken(predecessor))
      ? predecessor.countsFrom
      : normal.refreshTokenCountsFrom(call, predecessor),
});

/** Hands out an app's latest token of its own again. */
export const handOutAgain: Operator = (when) => (normal) => ({
  issueAccessToken: (call, subject, app) => {
    const latest = subject.kind === 'app' ? ownTokensOf(call, app.id).at(-1) : undefined;
    return latest !== undefined && when(call, ofToken(latest)) ? latest : normal.issueAccessToken(call, subject, app);
  },
});
