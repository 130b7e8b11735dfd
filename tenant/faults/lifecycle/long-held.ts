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
];
