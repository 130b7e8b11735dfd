import { endDelegations } from '../../state/end-delegations.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import { all, always, isAppToken } from '../operators/kinds.ts';
import { happened, itsApp } from '../operators/memories.ts';
import { alsoStop } from '../operators/operators.ts';
import { tokenIn, type Holds } from '../operators/presented.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { isUninstalled, sharesProject, userHasApp } from '../operators/standing.ts';
import { uninstallationReaches as reaches } from './decisions.ts';
import { emptyProjects } from './projects.ts';
import { breaking } from './rows.ts';

/** The condition that an app that the user has authorized is uninstalled. */
const ofTheUninstalled = userHasApp(isUninstalled);
/** Reports whether such an app is uninstalled that was also added later than this one. */
const besideYounger: Holds = (call, presented) => {
  const order = [...call.tenant.state.apps.keys()];
  const isYounger = (id: string): boolean => order.indexOf(id) > order.indexOf(presented.appId ?? '');
  return userHasApp((app) => isUninstalled(app) && isYounger(app.id))(call, presented);
};

/** The condition that the app held the token when another app was uninstalled. */
const heldByAnother = happened(tokenIn, (note) =>
  follow('uninstallation', ({ state }, { id }) => {
    for (const token of state.accessTokens.values()) if (token.appId !== id) note(token);
  }),
);

/** Faults in which the uninstallation of an app affects other apps or users. */
export const uninstallationsAndOthersFaults: readonly Fault[] = [
  ...breaking('LIF-41', {
    'an-uninstallation-takes-shared-redirect-uris-away': [
      follow('uninstallation', ({ state }, app) => {
        for (const other of state.apps.values()) {
          const left = other.redirectUris.filter((uri) => !app.redirectUris.includes(uri));
          if (other !== app) other.redirectUris.splice(0, Infinity, ...left);
        }
      }),
      'When an app is uninstalled, its redirect URIs are also removed from other apps that registered them.',
      ['DEL-12'],
    ],
  }),
  ...breaking('DEL-17', {
    'an-uninstallation-forgets-consents-to-other-apps': [
      follow('uninstallation', ({ state: { consents } }, { id }) => {
        const users = new Set(consents.filter(({ appId }) => appId === id).map(({ userId }) => userId));
        const kept = consents.filter(({ userId }) => !users.has(userId));
        consents.splice(0, consents.length, ...kept);
      }),
      'When an app is uninstalled, the tenant asks its users again for all their consents to other apps.',
      ['LIF-41'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'uninstallation-ends-the-keys-of-users': [
      reaches.keys,
      ofTheUninstalled,
      'The API keys of users who authorized an uninstalled app are refused.',
      { also: ['LIF-05', 'LIF-06', 'LIF-08'] },
    ],
    'an-uninstallation-stops-writing-with-keys': [
      reaches.keys,
      all(creates, ofTheUninstalled),
      'The keys of users who authorized an uninstalled app cannot create records.',
    ],
    'uninstallation-stops-older-apps-refreshing': [
      reaches.refreshes,
      besideYounger,
      'While an app is uninstalled, apps that were added before it cannot refresh for its users.',
      { also: ['DEL-37', 'LIF-20'] },
    ],
    'an-uninstallation-stops-refreshes-of-others': [
      reaches.refreshes,
      ofTheUninstalled,
      'While an app is uninstalled, no other app can refresh for the users who authorized it.',
      { also: ['DEL-48', 'DEL-63'] },
    ],
    'an-uninstallation-ends-apps-in-its-projects': [
      reaches.held,
      sharesProject(itsApp, isUninstalled),
      'While an app is uninstalled, no app that shares a project with it can act for users.',
      // Codes that are issued during that time are refused too.
      { also: ['DEL-27'] },
    ],
    'uninstallation-ends-all-delegations-of-its-users': [
      by(
        reaches.held,
        follow('uninstallation', (tenant, { id }) => {
          const own = tenant.state.delegations.filter(({ appId }) => appId === id).map(({ userId }) => userId);
          endDelegations(tenant, ({ userId }) => own.includes(userId));
        }),
      ),
      always,
      'When an app is uninstalled, all that any app holds for its users ends.',
      { also: ['LIF-31', 'LIF-34', 'LIF-38', 'LIF-40'] },
    ],
    'an-uninstallation-empties-the-projects-of-the-app': [
      by(reaches.held, follow('uninstallation', emptyProjects)),
      always,
      'When an app is uninstalled, all others are removed from the projects of that app.',
      { also: ['LST-31', 'LIF-38'] },
    ],
    'uninstallation-ends-other-apps-tokens': [
      { breaks: ['LIF-42'], wrong: alsoStop('tokenHasEnded', isAppToken) },
      heldByAnother,
      'When an app is uninstalled, the own tokens of other apps end.',
    ],
  }),
];
