import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { always } from '../operators/kinds.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { besideApp, isArchived, userHasApp } from '../operators/standing.ts';
import { archivingReaches as reaches } from './decisions.ts';
import { closeProjects } from './projects.ts';
import { breaking } from './rows.ts';

/** One of the apps that the user has authorized is archived. */
const ofTheArchived = userHasApp(isArchived);

/** What the archiving of an app does to other apps and to users. */
export const archivingsAndOthersFaults: readonly Fault[] = [
  ...breaking('LIF-29', {
    'an-archiving-stops-authorizations-of-others': [
      (normal) => ({
        answerAuthorization: (call) => {
          const userId = normal.sessionOf(call)?.userId;
          return userId !== undefined && ofTheArchived(call, { userId })
            ? normal.refuseInBrowser(call, refusal('forbidden', 'An app of yours is archived.'))
            : normal.answerAuthorization(call);
        },
      }),
      'Users who have authorized an app that is archived get no code for another one.',
    ],
    'archiving-stops-the-app-before': [
      (normal) => ({
        setArchived: (tenant, app, archived) => {
          const all = [...tenant.state.apps.values()];
          const before = all[all.indexOf(app) - 1];
          normal.setArchived(tenant, app, archived);
          if (before !== undefined) normal.setArchived(tenant, before, archived);
        },
      }),
      'With an app the one that was added right before it is archived.',
      [
        'LIF-42',
        'LIF-21',
        'LIF-22',
        'LIF-26',
        'LIF-27',
        'LIF-28',
        'LIF-30',
        'LIF-23',
        'LIF-24',
        'LIF-25',
        'LIF-47',
        'KEY-22',
      ],
    ],
  }),
  ...faultsOf('lifecycle', {
    'namesakes-are-archived-together': [
      reaches.apps,
      besideApp((other, own) => isArchived(other) && other.name === own?.name),
      'Apps that have the name of an archived app are archived with it.',
    ],
    'archiving-stops-the-keys-of-users': [
      reaches.keys,
      ofTheArchived,
      'The keys of users who authorized an archived app are refused.',
      { also: ['LIF-05', 'LIF-06', 'LIF-08'] },
    ],
    'archiving-stops-what-others-hold-for-the-user': [
      reaches.refreshes,
      ofTheArchived,
      'While an app is archived no app can refresh for its users.',
      { also: ['LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'DEL-63'] },
    ],
    'an-archiving-stops-refreshes-of-others': [
      reaches.refreshes,
      ofTheArchived,
      'For users who have authorized an app that is archived no other app refreshes.',
      { also: ['LIF-20', 'DEL-37', 'DEL-63'] },
    ],
    'an-archiving-stops-writing-by-others': [
      by(reaches.apps, closeProjects(isArchived)),
      always,
      'While an app is archived, nobody creates records in its projects.',
    ],
  }),
];
