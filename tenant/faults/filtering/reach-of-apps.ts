import { filters } from '../calls.ts';
import { seesWhatUsersSee } from '../client-credentials/apps-and-users.ts';
import type { Fault } from '../fault.ts';

/** What filters find for apps that act as themselves. */
export const reachOfAppsFaults: readonly Fault[] = [
  {
    id: 'filtering/apps-find-what-they-were-taken-from',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41'],
    summary: 'By a filter an app finds records of projects from which it was taken.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) => normal.grantCounts(call, grant) || (grant.actor.kind === 'app' && filters(call)),
    }),
  },
  {
    id: 'filtering/apps-find-what-their-users-may-see',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41'],
    summary: 'By a filter an app that acts as itself finds what the users may see who have authorized it.',
    behaviour: seesWhatUsersSee(filters),
  },
];
