import { filters, isFollowing } from '../calls.ts';
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
    id: 'filtering/apps-lose-the-filter-on-following-pages',
    breaks: ['FLT-41'],
    also: ['FLT-35', 'FLT-37', 'FLT-39'],
    summary: 'On a following page an app that acts as itself is shown whatever it may see.',
    behaviour: (normal) => ({
      readFilter: (call, listing) =>
        isFollowing(call) && call.found.actor?.kind === 'app' ? [] : normal.readFilter(call, listing),
    }),
  },
  {
    id: 'filtering/apps-for-users-find-all-by-the-page',
    breaks: ['FLT-41'],
    also: ['FLT-35', 'FLT-37', 'FLT-39'],
    summary: 'With a page size, a filter leaves everything to an app that calls for a user.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const { actor } = call.found;
        const isDelegated = actor?.kind === 'user' && actor.credential.kind === 'accessToken';
        return isDelegated && call.request.query.has('pageSize') ? [] : normal.readFilter(call, listing);
      },
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
