import type { Call } from '../../call.ts';
import { delegationOf, type Credential } from '../../state/delegated.ts';
import { THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** Whether it comes of an authorization of more than thirty days ago, and so of refreshes. */
function isLongHeld(call: Call, credential: Credential): boolean {
  const delegation = delegationOf(credential);
  return delegation !== undefined && call.now.getTime() - delegation.createdAt.getTime() > THIRTY_DAYS;
}

/** Changes of state that end what is found in time, or among the first. */
export const longHeldFaults: readonly Fault[] = [
  {
    id: 'lifecycle/uninstallations-end-authorizations-of-thirty-days',
    breaks: ['LIF-32'],
    also: ['LIF-31', 'LIF-33'],
    summary: 'An uninstallation ends authorizations of the last thirty days, and none that were refreshed for longer.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        !isLongHeld(call, credential) && normal.uninstallationStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/suspensions-stop-authorizations-of-thirty-days',
    breaks: ['LIF-03'],
    also: ['LIF-02'],
    summary: 'A suspension stops authorizations of the last thirty days, and none that were refreshed for longer.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => !isLongHeld(call, credential) && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/suspensions-reach-five-apps',
    breaks: ['LIF-04'],
    also: ['LIF-02', 'LIF-03'],
    summary: 'A suspension stops what the first five apps hold for the user.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const held = delegationOf(credential);
        const apps = new Set(
          call.tenant.state.delegations.filter(({ userId }) => userId === held?.userId).map(({ appId }) => appId),
        );
        const isLater = held !== undefined && [...apps].indexOf(held.appId) >= 5;
        return !isLater && normal.suspensionStops(call, credential);
      },
    }),
  },
];
