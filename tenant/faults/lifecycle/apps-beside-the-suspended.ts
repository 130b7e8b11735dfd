import type { Call } from '../../http/message.ts';
import type { AccessToken } from '../../state/model.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';

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
    summary: 'While a user who authorized it is suspended, an app gets no following pages as itself.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(isFollowing(call) && isBesideTheSuspended(call, token)),
    }),
  },
  {
    id: 'lifecycle/apps-of-the-suspended-create-nothing',
    breaks: ['LIF-09'],
    summary: 'While a user who authorized it is suspended, an app creates no entries as itself.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(call.request.method === 'POST' && isBesideTheSuspended(call, token)),
    }),
  },
];
