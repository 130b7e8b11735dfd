import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { always } from '../operators/kinds.ts';
import { by, faultsOf } from '../operators/rows.ts';
import { besideApp, isArchived, userHasApp } from '../operators/standing.ts';
import { archivingReaches as reaches } from './decisions.ts';
import { closeProjects } from './projects.ts';
import { breaking } from './rows.ts';

/** The condition that an app that the user has authorized is archived. */
const ofTheArchived = userHasApp(isArchived);

/** Faults in which the archiving of an app affects other apps or users. */
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
      'Users who have authorized an archived app get no code for another app.',
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
      'Archiving or unarchiving an app does the same to the app that was added right before it.',
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
      'When an app is archived, all apps with the same name are archived too.',
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
      'While an app is archived, no other app can refresh for the users who authorized it.',
      { also: ['LIF-20', 'DEL-37', 'DEL-63'] },
    ],
    'an-archiving-stops-writing-by-others': [
      by(reaches.apps, closeProjects(isArchived)),
      always,
      'While an app is archived, no actor can create records in its projects.',
    ],
  }),
];
