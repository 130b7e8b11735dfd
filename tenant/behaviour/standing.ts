import type { Call } from '../call.ts';
import { appOf, delegationOf, userOf, type Credential } from '../state/delegated.ts';
import type { Delegation } from '../state/model.ts';

/**
 * What a suspension, an archival and an uninstallation stop, credential by credential ("States and transitions"). All
 * three are looked up when a credential is presented, so that they count at once, and resume by themselves.
 */
export interface StandingBehaviour {
  /** Whether the suspension of its user stops this credential now. Apps are not suspended with a user. */
  readonly suspensionStops: (call: Call, credential: Credential) => boolean;
  /** Whether the archival of its app stops this credential now. */
  readonly archivalStops: (call: Call, credential: Credential) => boolean;
  /** Whether an uninstallation stops this credential now. What an app holds for itself it does not. */
  readonly uninstallationStops: (call: Call, credential: Credential) => boolean;
  /** Whether a delegation goes back to an installation that is over. */
  readonly installationIsOver: (call: Call, delegation: Delegation) => boolean;
  /** Whether a delegation was ended by itself. */
  readonly delegationHasEnded: (call: Call, delegation: Delegation) => boolean;
  readonly endDelegation: (call: Call, delegation: Delegation) => void;
  /** What stops a credential that is good in itself. */
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
