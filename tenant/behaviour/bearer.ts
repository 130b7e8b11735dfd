import type { Actor, Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import type { AccessToken } from '../state/model.ts';

/** Access tokens on calls ("OAuth bearer with app credentials"; "States and transitions"; "Limits"). */
export interface BearerBehaviour {
  /** Finds the token that was issued with this value. */
  readonly findAccessToken: (call: Call, value: string) => AccessToken | undefined;
  /** Returns the seconds after its issue for which a token is accepted (announced: `announcedLifetime`). */
  readonly enforcedLifetime: (call: Call, token: AccessToken) => number;
  readonly tokenHasExpired: (call: Call, token: AccessToken) => boolean;
  /** Reports whether a token has ended for a reason other than its age. Called once a call, so it may count uses. */
  readonly tokenHasEnded: (call: Call, token: AccessToken) => boolean;
  /** Reports whether a valid token may be used for this particular call (path, method, connection). */
  readonly tokenFitsCall: (call: Call, token: AccessToken) => boolean;
  readonly actorOfToken: (call: Call, token: AccessToken) => Actor;
  readonly authenticateBearer: (call: Call, value: string) => Actor | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends BearerBehaviour {}
}

export const specifiedBearer: BearerBehaviour = {
  findAccessToken: (call, value) => call.tenant.state.accessTokens.find(value),

  enforcedLifetime: () => 900,

  tokenHasExpired: (call, token) =>
    call.now.getTime() - token.issuedAt.getTime() >= call.tenant.behaviour.enforcedLifetime(call, token) * 1000,

  tokenHasEnded: () => false,

  tokenFitsCall: () => true,

  actorOfToken: (_call, token) => ({ ...token.subject, credential: { kind: 'accessToken', token } }),

  authenticateBearer: (call, value) => {
    const { behaviour } = call.tenant;
    const token = behaviour.findAccessToken(call, value);
    if (token === undefined) return behaviour.authenticateIdToken(call, value);
    if (behaviour.tokenHasExpired(call, token)) return refusal('expired-credential', 'The access token has expired.');
    if (behaviour.tokenHasEnded(call, token)) return refusal('expired-credential', 'The access token has ended.');
    if (!behaviour.tokenFitsCall(call, token))
      return refusal('unknown-credential', 'The access token is not for this.');
    const actor = behaviour.actorOfToken(call, token);
    return behaviour.actorIsBarred(call, actor) ?? actor;
  },
};
