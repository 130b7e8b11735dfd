import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { refusal } from '../../http/refusal.ts';
import { isFollowing } from '../calls.ts';
import { DAY, WEEK } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { userChangedAgo } from './changed-ago.ts';

/** Whether it is an app's own token, and somebody who authorized the app is suspended. */
const isBesideTheSuspended = (call: Call, { subject, appId }: AccessToken): boolean =>
  subject.kind === 'app' &&
  call.tenant.state.delegations.some(
    (one) => one.appId === appId && call.tenant.behaviour.userIsSuspended(call, one.userId),
  );

/** Calls that an app cannot make as itself while one of its users is suspended. */
export const appsBesideTheSuspendedFaults: readonly Fault[] = [
  {
    id: 'lifecycle/apps-of-the-suspended-follow-no-pages',
    breaks: ['LIF-09'],
    also: ['LIF-10'],
    summary: 'While a user who authorized it is suspended, an app gets no following pages as itself.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(isFollowing(call) && isBesideTheSuspended(call, token)),
    }),
  },
  {
    id: 'lifecycle/apps-of-the-suspended-create-nothing',
    breaks: ['LIF-09'],
    also: ['LIF-10'],
    summary: 'While a user who authorized it is suspended, an app creates no entries as itself.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(call.request.method === 'POST' && isBesideTheSuspended(call, token)),
    }),
  },

  {
    id: 'lifecycle/apps-of-the-suspended-ask-in-vain-after-a-week',
    breaks: ['LIF-10'],
    summary: 'A week after a user who authorized it was suspended, an app gets no token any more.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) => {
        const isStopped = call.tenant.state.delegations.some(
          ({ appId, userId }) =>
            appId === app.id && normal.userIsSuspended(call, userId) && userChangedAgo(call, userId) > WEEK,
        );
        return isStopped ? refusal('wrong-client', 'The app is under review.') : normal.clientIsBarred(call, app);
      },
    }),
  },
  {
    id: 'lifecycle/former-secrets-are-good-again-after-a-day',
    breaks: ['LIF-11'],
    summary: 'A client secret that a rotation ended is good again a day later.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        app.formerSecrets.some(
          ({ value, retiredAt }) => value === clientSecret && call.now.getTime() - retiredAt.getTime() > DAY,
        ),
    }),
  },
  {
    id: 'lifecycle/an-unsuspension-brings-former-secrets-back',
    breaks: ['LIF-11'],
    summary:
      'When a user is active again, the former client secrets of the apps that the user had authorized are good.',
    behaviour: (normal) => {
      const back = new Set<string>();
      return {
        setUserActive: (tenant, user, active) => {
          if (active && !user.active) {
            for (const { userId, appId } of tenant.state.delegations) if (userId === user.id) back.add(appId);
          }
          normal.setUserActive(tenant, user, active);
        },
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) ||
          (back.has(app.id) && app.formerSecrets.some(({ value }) => value === clientSecret)),
      };
    },
  },

  {
    id: 'lifecycle/apps-lose-the-projects-of-the-suspended',
    breaks: ['LIF-09'],
    summary: 'While one of its members is suspended, a project is hidden from the apps that are its members.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(
          actor.kind === 'app' &&
          project.grants.some((grant) => grant.actor.kind === 'user' && normal.userIsSuspended(call, grant.actor.id))
        ),
    }),
  },
];
