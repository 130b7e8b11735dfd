import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { filters, isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { onceStopped } from './once-stopped.ts';

const isWriting = (call: Call): boolean => call.request.method === 'POST';

/** Refuses these calls to the tokens of apps that were archived once. */
const refusedToUnarchived =
  (isOne: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => {
    const { ids, remembering } = onceStopped(normal);
    return {
      ...remembering,
      tokenFitsCall: (call, token) => normal.tokenFitsCall(call, token) && !(ids.has(token.appId) && isOne(call)),
    };
  };

/** Refuses these calls to what users authorize when they have been suspended. */
const refusedToUnsuspended =
  (isOne: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => {
    const active = new Map<string, number>();
    const isOfReturned = ({ delegation }: AccessToken): boolean =>
      delegation !== undefined && delegation.createdAt.getTime() >= (active.get(delegation.userId) ?? Infinity);
    return {
      setUserActive: (tenant, user, isActive) => {
        if (isActive) active.set(user.id, tenant.clock.now().getTime());
        normal.setUserActive(tenant, user, isActive);
      },
      tokenFitsCall: (call, token) => normal.tokenFitsCall(call, token) && !(isOfReturned(token) && isOne(call)),
    };
  };

/** Refuses these calls to what a reinstalled app obtains for users. */
const refusedToReinstalled =
  (isOne: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    tokenFitsCall: (call, token) =>
      normal.tokenFitsCall(call, token) && !((token.delegation?.installation ?? 0) > 1 && isOne(call)),
  });

/** Who goes on after a stop, and not in every form of call. */
export const whoGoesOnFaults: readonly Fault[] = [
  {
    id: 'lifecycle/a-key-filters-nothing-after-a-suspension',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07'],
    summary: 'The key of a user who was suspended once is refused where a listing is filtered.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !(ids.has(key.userId) && filters(call)),
      };
    },
  },
  {
    id: 'lifecycle/an-unarchived-app-gets-no-following-page',
    breaks: ['LIF-26'],
    also: ['LIF-28', 'LIF-46'],
    summary: 'The tokens of an app that was archived once are refused beside a page token.',
    behaviour: refusedToUnarchived(isFollowing),
  },
  {
    id: 'lifecycle/an-unarchived-app-filters-nothing',
    breaks: ['LIF-26'],
    also: ['LIF-28', 'LIF-46'],
    summary: 'The tokens of an app that was archived once are refused where a listing is filtered.',
    behaviour: refusedToUnarchived(filters),
  },
  {
    id: 'lifecycle/for-an-unsuspended-user-nothing-is-created',
    breaks: ['LIF-20'],
    also: ['LIF-16'],
    summary: 'With what a user authorizes after a suspension no records are created.',
    behaviour: refusedToUnsuspended(isWriting),
  },
  {
    id: 'lifecycle/for-an-unsuspended-user-no-page-follows',
    breaks: ['LIF-20'],
    also: ['LIF-16'],
    summary: 'What a user authorizes after a suspension is refused beside a page token.',
    behaviour: refusedToUnsuspended(isFollowing),
  },
  {
    id: 'lifecycle/a-reinstalled-app-gets-no-following-page',
    breaks: ['LIF-38'],
    summary: 'What a reinstalled app obtains for users is refused beside a page token.',
    behaviour: refusedToReinstalled(isFollowing),
  },
  {
    id: 'lifecycle/a-reinstalled-app-creates-nothing',
    breaks: ['LIF-38'],
    summary: 'With what a reinstalled app obtains for users no records are created.',
    behaviour: refusedToReinstalled(isWriting),
  },
];
