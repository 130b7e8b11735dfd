import type { Call } from '../call.ts';
import { appOf, delegationOf, userOf, type Credential } from '../state/delegated.ts';
import type { Delegation } from '../state/model.ts';

/**
 * The credentials that a suspension, an archival and an uninstallation stop ("States and transitions"). All three
 * states are read when a credential is presented: they take effect at once, and end without further action.
 */
export interface StandingBehaviour {
  /** Reports whether the suspension of its user stops this credential now. Apps are not suspended with a user. */
  readonly suspensionStops: (call: Call, credential: Credential) => boolean;
  /** Reports whether the archival of its app stops this credential now. */
  readonly archivalStops: (call: Call, credential: Credential) => boolean;
  /** Reports whether an uninstallation stops this credential now. It does not stop an app's own credentials. */
  readonly uninstallationStops: (call: Call, credential: Credential) => boolean;
  /** Reports whether a delegation belongs to an installation that has ended. */
  readonly installationIsOver: (call: Call, delegation: Delegation) => boolean;
  /** Reports whether the delegation itself was ended. */
  readonly delegationHasEnded: (call: Call, delegation: Delegation) => boolean;
  readonly endDelegation: (call: Call, delegation: Delegation) => void;
  /** Returns the state that stops a valid credential. */
  readonly stoppedBy: (call: Call, credential: Credential) => Stop | undefined;
}

declare module './behaviour.ts' {
  interface Behaviour extends StandingBehaviour {}
}

export type Stop = 'suspension' | 'archival' | 'uninstallation' | 'end';

export const specifiedStanding: StandingBehaviour = {
  suspensionStops: (call, credential) => {
    const userId = userOf(credential);
    return userId !== undefined && call.tenant.behaviour.userIsSuspended(call, userId);
  },

  archivalStops: (call, credential) => {
    const appId = appOf(credential);
    return appId !== undefined && call.tenant.behaviour.appIsArchived(call, appId);
  },

  uninstallationStops: (call, credential) => {
    const delegation = delegationOf(credential);
    return delegation !== undefined && call.tenant.behaviour.installationIsOver(call, delegation);
  },

  installationIsOver: (call, delegation) => {
    const app = call.tenant.state.apps.get(delegation.appId);
    return app?.installed !== true || app.installation !== delegation.installation;
  },

  delegationHasEnded: (_call, delegation) => delegation.endedAt !== undefined,

  endDelegation: (call, delegation) => {
    delegation.endedAt ??= call.now;
  },

  stoppedBy: (call, credential) => {
    const { behaviour } = call.tenant;
    if (behaviour.suspensionStops(call, credential)) return 'suspension';
    if (behaviour.archivalStops(call, credential)) return 'archival';
    if (behaviour.uninstallationStops(call, credential)) return 'uninstallation';
    const delegation = delegationOf(credential);
    return delegation !== undefined && behaviour.delegationHasEnded(call, delegation) ? 'end' : undefined;
  },
};
