import type { Actor } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

/** Calls that act as more than their one actor. */
export const oneActorFaults: readonly Fault[] = [
  {
    id: 'transport/users-see-what-apps-see',
    breaks: ['TRN-14'],
    also: ['KEY-04', 'LST-31', 'OIC-04'],
    summary: 'A user sees, beside the own projects, those that any app was granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'user' &&
          project.grants.some((grant) => grant.actor.kind === 'app' && normal.grantCounts(call, grant))),
    }),
  },
  {
    id: 'transport/plates-of-the-caller-before',
    breaks: ['TRN-14'],
    also: [
      'TRN-15',
      'CCR-09',
      'CCR-10',
      'CCR-13',
      'CCR-14',
      'KEY-04',
      'KEY-18',
      'LST-30',
      'LST-31',
      'LST-32',
      'LST-35',
    ],
    summary: 'Plates of the actor who called before are shown too.',
    behaviour: (normal) => {
      let present: Actor | undefined;
      let before: Actor | undefined;
      return {
        answerListing: (call, actor, listing) => {
          if (present === undefined || present.id !== actor.id) [before, present] = [present, actor];
          return normal.answerListing(call, actor, listing);
        },
        mayRead: (call, actor, record) =>
          normal.mayRead(call, actor, record) ||
          (record.kind === 'plate' && before !== undefined && normal.mayRead(call, before, record)),
      };
    },
  },
  {
    id: 'transport/apps-see-what-everybody-sees',
    breaks: ['TRN-14'],
    also: ['CCR-09', 'LST-31'],
    summary: 'An app sees what was granted to two users or more.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.kind === 'app' &&
          project.grants.filter((grant) => grant.actor.kind === 'user' && normal.grantCounts(call, grant)).length > 1),
    }),
  },
];
