import { delegationOf } from '../../state/delegated.ts';
import type { Fault } from '../fault.ts';
import { always, isLongHeld } from '../operators/kinds.ts';
import { exempt } from '../operators/operators.ts';

/** Changes of state that end what is found in time, or among the first. */
export const longHeldFaults: readonly Fault[] = [
  {
    id: 'lifecycle/uninstallations-end-authorizations-of-thirty-days',
    breaks: ['LIF-32'],
    also: ['LIF-31', 'LIF-33'],
    summary: 'An uninstallation ends authorizations of the last thirty days, and none that were refreshed for longer.',
    behaviour: exempt('uninstallationStops', isLongHeld)(always),
  },
  {
    id: 'lifecycle/suspensions-stop-authorizations-of-thirty-days',
    breaks: ['LIF-03'],
    also: ['LIF-02'],
    summary: 'A suspension stops authorizations of the last thirty days, and none that were refreshed for longer.',
    behaviour: exempt('suspensionStops', isLongHeld)(always),
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
