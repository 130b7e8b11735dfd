import type { Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import type { AccessToken, App, Delegation, RefreshToken } from '../state/model.ts';
import type { TokenFields } from './token-requests.ts';

/** Refresh tokens: one use each, thirty days, a new one with every refresh ("Delegated auth", 5 to 7; "Limits"). */
export interface RefreshTokenBehaviour {
  readonly makeRefreshToken: (call: Call, delegation: Delegation) => string;
  /** Returns the time from which the days of a new refresh token count. */
  readonly refreshTokenCountsFrom: (call: Call, predecessor: RefreshToken | undefined) => Date;
  /** Issues and stores a refresh token; `predecessor` is the token that is exchanged for it. */
  readonly issueRefreshToken: (
    call: Call,
    delegation: Delegation,
    predecessor: RefreshToken | undefined,
  ) => RefreshToken;
  readonly refreshTokenOf: (call: Call, fields: TokenFields) => string | undefined;
  readonly findRefreshToken: (call: Call, value: string) => RefreshToken | undefined;
  /** Reports whether this app may present the token. */
  readonly refreshTokenFitsApp: (call: Call, token: RefreshToken, app: App) => boolean;
  readonly refreshTokenIsSpent: (call: Call, token: RefreshToken) => boolean;
  /** Returns the seconds for which a refresh token is accepted (announced: `announcedRefreshLifetime`). */
  readonly enforcedRefreshLifetime: (call: Call, token: RefreshToken) => number;
  readonly refreshTokenHasExpired: (call: Call, token: RefreshToken) => boolean;
  /** Returns a refusal if a valid refresh token cannot be exchanged now. */
  readonly refreshIsBarred: (call: Call, token: RefreshToken) => Refusal | undefined;
  /** Ends a refresh token by its use. */
  readonly spendRefreshToken: (call: Call, token: RefreshToken) => void;
  /** Applies the consequences for the rest of the delegation when a spent refresh token is presented. */
  readonly spentRefreshTokenWasPresented: (call: Call, token: RefreshToken) => void;
  /** Applies further effects of a refused refresh on the presented token. */
  readonly refreshWasRefused: (call: Call, token: RefreshToken, refusal: Refusal) => void;
  /**
   * Returns a wait between the check whether a refresh token is spent and the moment when it is spent. There must be no
   * wait: the two are atomic only if they happen in one step.
   */
  readonly gapBeforeSpending: (call: Call) => Promise<void> | undefined;
  /** Returns the refusal of a refresh token, for any reason. Changes nothing. */
  readonly refreshProblem: (call: Call, app: App, token: RefreshToken) => Refusal | undefined;
  /** Handles the grant refresh_token. */
  readonly refresh: (call: Call, app: App, fields: TokenFields) => AccessToken | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends RefreshTokenBehaviour {}
}

export const specifiedRefreshTokens: RefreshTokenBehaviour = {
  makeRefreshToken: (call) => `rt_${call.tenant.random(33).toString('base64url')}`,

  refreshTokenCountsFrom: (call) => call.now,

  issueRefreshToken: (call, delegation, predecessor) => {
    const { behaviour, state } = call.tenant;
    const token: RefreshToken = {
      value: behaviour.makeRefreshToken(call, delegation),
      delegation,
      issuedAt: call.now,
      countsFrom: behaviour.refreshTokenCountsFrom(call, predecessor),
      predecessor,
      path: call.request.path,
      spentAt: undefined,
    };
    state.refreshTokens.add(token);
    return token;
  },

  refreshTokenOf: (_call, fields) => fields.get('refresh_token'),

  findRefreshToken: (call, value) => call.tenant.state.refreshTokens.find(value),

  refreshTokenFitsApp: (_call, token, app) => token.delegation.appId === app.id,

  refreshTokenIsSpent: (call, token) => token.spentAt !== undefined && call.found.unspentWhenJudged !== token,

  enforcedRefreshLifetime: () => 2_592_000,

  refreshTokenHasExpired: (call, token) =>
    call.now.getTime() - token.countsFrom.getTime() >=
    call.tenant.behaviour.enforcedRefreshLifetime(call, token) * 1000,

  refreshIsBarred: (call, token) => call.tenant.behaviour.grantIsBarred(call, { kind: 'refreshToken', token }),

  spendRefreshToken: (call, token) => {
    token.spentAt ??= call.now;
  },

  spentRefreshTokenWasPresented: () => undefined,

  refreshWasRefused: () => undefined,

  gapBeforeSpending: () => undefined,

  refreshProblem: (call, app, token) => {
    const { behaviour } = call.tenant;
    if (!behaviour.refreshTokenFitsApp(call, token, app)) {
      return refusal('foreign-refresh-token', 'The refresh token was issued to another app.');
    }
    if (behaviour.refreshTokenIsSpent(call, token)) {
      return refusal('spent-refresh-token', 'The refresh token has been used already.');
    }
    if (behaviour.refreshTokenHasExpired(call, token)) {
      return refusal('expired-refresh-token', 'The refresh token has expired.');
    }
    return behaviour.refreshIsBarred(call, token);
  },

  refresh: (call, app, fields) => {
    const { behaviour } = call.tenant;
    const value = behaviour.refreshTokenOf(call, fields);
    if (value === undefined) return refusal('malformed-token-request', 'The field refresh_token is missing.');
    const token = behaviour.findRefreshToken(call, value);
    if (token === undefined) return refusal('unknown-refresh-token', 'The refresh token is not known.');
    const problem = behaviour.refreshProblem(call, app, token);
    if (problem !== undefined) {
      if (problem.refused === 'spent-refresh-token') behaviour.spentRefreshTokenWasPresented(call, token);
      behaviour.refreshWasRefused(call, token, problem);
      return problem;
    }
    // There is no wait between the check and the spending: of several concurrent requests only the first finds it
    // unspent.
    behaviour.spendRefreshToken(call, token);
    return behaviour.issueDelegatedTokens(call, app, token.delegation, token);
  },
};
