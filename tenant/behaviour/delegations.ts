import type { Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import type { Credential } from '../state/delegated.ts';
import type { AccessToken, App, Delegation, RefreshToken, User } from '../state/model.ts';
import type { Stop } from './standing.ts';

/** How an app comes to act for a user ("Delegated auth"). */
export interface DelegationBehaviour {
  /** Stores a new delegation: one for each pass through the authorization flow. */
  readonly beginDelegation: (call: Call, app: App, user: User) => Delegation;
  /** Returns the id of the user for whom the tokens of a delegation act. */
  readonly userOfDelegation: (call: Call, delegation: Delegation) => string;
  /** Issues an access token together with its refresh token. */
  readonly issueDelegatedTokens: (
    call: Call,
    app: App,
    delegation: Delegation,
    predecessor: RefreshToken | undefined,
  ) => AccessToken;
  /** Returns the refusal at the token endpoint if a state stops a code or a refresh token. */
  readonly grantIsBarred: (call: Call, credential: Credential) => Refusal | undefined;
}

declare module './behaviour.ts' {
  interface Behaviour extends DelegationBehaviour {}
}

const STOPPED: Readonly<Record<Stop, Refusal>> = {
  suspension: refusal('suspended-grant', 'The user is suspended.'),
  archival: refusal('archived-grant', 'The app is archived.'),
  uninstallation: refusal('ended-grant', 'The app was uninstalled.'),
  end: refusal('ended-grant', 'The authorization has ended.'),
};

export const specifiedDelegations: DelegationBehaviour = {
  beginDelegation: (call, app, user) => {
    const delegation: Delegation = {
      id: call.tenant.behaviour.makeId(call.tenant, 'delegation'),
      userId: user.id,
      appId: app.id,
      installation: app.installation,
      createdAt: call.now,
      endedAt: undefined,
      latestAccessToken: undefined,
      latestRefreshToken: undefined,
    };
    call.tenant.state.delegations.push(delegation);
    return delegation;
  },

  userOfDelegation: (_call, { userId }) => userId,

  issueDelegatedTokens: (call, app, delegation, predecessor) => {
    const { behaviour } = call.tenant;
    const subject = { kind: 'user', id: behaviour.userOfDelegation(call, delegation) } as const;
    const token = behaviour.issueAccessToken(call, subject, app);
    token.delegation = delegation;
    token.refreshToken = behaviour.issueRefreshToken(call, delegation, predecessor);
    delegation.latestAccessToken = token;
    delegation.latestRefreshToken = token.refreshToken;
    return token;
  },

  grantIsBarred: (call, credential) => {
    const stop = call.tenant.behaviour.stoppedBy(call, credential);
    return stop === undefined ? undefined : STOPPED[stop];
  },
};
