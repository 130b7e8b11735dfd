import { isRefusal, refusal } from '../../http/refusal.ts';
import { seesWhatUsersSee } from '../client-credentials/apps-and-users.ts';
import { isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** Mistakes that some queries show, and a plain listing does not. */
export const waysOfReadingFaults: readonly Fault[] = [
  {
    id: 'transport/sorted-listings-show-users-what-the-app-sees',
    breaks: ['TRN-14'],
    summary: 'A sorted listing shows an app that acts for a user its own projects beside those of the user.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (normal.hasAccess(call, actor, project)) return true;
        const { credential, kind } = actor;
        if (kind === 'app' || credential.kind !== 'accessToken' || !sorts(call)) return false;
        return normal.hasAccess(call, { ...actor, kind: 'app', id: credential.token.appId }, project);
      },
    }),
  },
  {
    id: 'transport/following-pages-show-apps-what-their-users-see',
    breaks: ['TRN-14'],
    also: ['CCR-09', 'CCR-20'],
    summary: 'Following pages show an app that acts as itself what the users see who have authorized it.',
    behaviour: seesWhatUsersSee(isFollowing),
  },
  {
    id: 'transport/an-empty-page-token-is-looked-at-first',
    breaks: ['TRN-20'],
    summary: 'An empty nextToken is answered with 400 before anybody is authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.query.get('nextToken') === ''
          ? refusal('invalid-query', 'nextToken must not be empty.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/tokens-in-a-parameter-in-camel-case',
    breaks: ['TRN-11'],
    summary: 'A token in the query parameter accessToken counts where there is no header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const sent = normal.authorizationOf(call);
        const token = call.request.query.get('accessToken');
        return isRefusal(sent) && token !== null ? `Bearer ${token}` : sent;
      },
    }),
  },
];
