import type { Call } from '../call.ts';
import { jsonAnswer, type Answer } from '../http/message.ts';
import type { AccessToken, RefreshToken } from '../state/model.ts';

/** The access token response ("Access token response"). */
export interface TokenAnswerBehaviour {
  /** Returns the seconds of validity that are announced as `expires_in` (enforced: `enforcedLifetime`). */
  readonly announcedLifetime: (call: Call, token: AccessToken) => unknown;
  /** Returns the announced seconds of validity of a refresh token (enforced: `enforcedRefreshLifetime`). */
  readonly announcedRefreshLifetime: (call: Call, token: RefreshToken) => unknown;
  /** Returns the members about the refresh token that was issued together with the access token. */
  readonly refreshMembers: (call: Call, token: RefreshToken) => Record<string, unknown>;
  readonly tokenMembers: (call: Call, token: AccessToken) => Record<string, unknown>;
  readonly tokenStatus: (call: Call, token: AccessToken) => number;
  readonly tokenContentType: (call: Call) => string;
  readonly tokenHeaders: (call: Call, token: AccessToken) => Answer['headers'];
  readonly answerToken: (call: Call, token: AccessToken) => Answer;
}

declare module './behaviour.ts' {
  interface Behaviour extends TokenAnswerBehaviour {}
}

export const specifiedTokenAnswers: TokenAnswerBehaviour = {
  announcedLifetime: () => 900,

  announcedRefreshLifetime: () => 2_592_000,

  refreshMembers: (call, token) => ({
    refresh_token: token.value,
    refresh_token_expires_in: call.tenant.behaviour.announcedRefreshLifetime(call, token),
  }),

  tokenMembers: (call, token) => ({
    token_type: 'Bearer',
    access_token: token.value,
    expires_in: call.tenant.behaviour.announcedLifetime(call, token),
    ...(token.refreshToken === undefined ? {} : call.tenant.behaviour.refreshMembers(call, token.refreshToken)),
  }),

  tokenStatus: () => 200,

  tokenContentType: () => 'application/json; charset=utf-8',

  tokenHeaders: () => [
    ['Cache-Control', 'no-store'],
    ['Pragma', 'no-cache'],
  ],

  answerToken: (call, token) => {
    const { behaviour } = call.tenant;
    call.found.issued = token;
    return jsonAnswer(
      behaviour.tokenStatus(call, token),
      behaviour.tokenMembers(call, token),
      behaviour.tokenHeaders(call, token),
      behaviour.tokenContentType(call),
    );
  },
};
