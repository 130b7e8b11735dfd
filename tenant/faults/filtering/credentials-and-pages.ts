import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import { filters, isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** What a filter finds by one credential and not by another, and on a following page and not on the first. */
export const credentialAndPageFaults: readonly Fault[] = [
  {
    id: 'filtering/filters-of-apps-for-users-find-what-was-withdrawn',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41'],
    summary: 'With a filter, an app that acts for a user finds what the user was taken from.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        (filters(call) &&
          actor.kind === 'user' &&
          actor.credential.kind === 'accessToken' &&
          project.grants.some((grant) => sameActor(grant.actor, actor))) ||
        normal.hasAccess(call, actor, project),
    }),
  },
  {
    id: 'filtering/filters-of-id-tokens-find-what-was-withdrawn',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41'],
    summary: 'With a filter, a user with an ID token finds what they were taken from.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        (filters(call) &&
          actor.credential.kind === 'idToken' &&
          project.grants.some((grant) => sameActor(grant.actor, actor))) ||
        normal.hasAccess(call, actor, project),
    }),
  },
  {
    id: 'filtering/following-pages-of-a-filter-are-refused-to-apps-for-users',
    breaks: ['FLT-41'],
    summary: 'With a filter, an app that acts for a user is refused the following page.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        filters(call) && actor.kind === 'user' && actor.credential.kind === 'accessToken'
          ? refusal('invalid-page-token', 'nextToken is not for this credential.')
          : normal.readPageToken(call, actor, listing, token),
    }),
  },
  {
    id: 'filtering/bounds-count-on-following-pages',
    breaks: ['FLT-37'],
    also: ['FLT-41'],
    summary: 'On a following page the operator > is taken for >=.',
    behaviour: (normal) => ({
      operatorHolds: (call, type, operator, order) =>
        normal.operatorHolds(call, type, operator === '>' && isFollowing(call) ? '>=' : operator, order),
    }),
  },
  {
    id: 'filtering/pages-are-cut-before-the-filter',
    breaks: ['LST-17'],
    also: ['FLT-37', 'FLT-38', 'LST-20'],
    summary: 'A page is cut first and filtered then, so that it is short.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const filter = normal.readFilter(call, listing);
        return isRefusal(filter) ? filter : normal.recordsFor(call, actor, listing);
      },
      pageMembers: (call, listing, items, nextToken) => {
        const filter = normal.readFilter(call, listing);
        const left = isRefusal(filter) || filter.length === 0 ? items : normal.filterRecords(call, items, filter);
        return normal.pageMembers(call, listing, isRefusal(left) ? [] : left, nextToken);
      },
    }),
  },
];
