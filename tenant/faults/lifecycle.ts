import { delegationOf } from '../state/delegated.ts';
import type { Fault } from './fault.ts';

export const lifecycleFaults: readonly Fault[] = [
  {
    id: 'lifecycle/suspension-stops-the-first-app-only',
    breaks: ['LIF-04'],
    summary: 'A suspension stops what the first app holds for the user, and nothing that later apps hold.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const first = call.tenant.state.delegations.find(({ userId }) => userId === delegation?.userId);
        return delegation?.appId === first?.appId && normal.suspensionStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/consent-survives-a-reinstall',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-43', 'LIF-44'],
    summary: 'Consents are remembered across an uninstallation.',
    behaviour: () => ({ consentIsToThisInstallation: () => true }),
  },
];
