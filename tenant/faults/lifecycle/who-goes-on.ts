import type { Call } from '../../call.ts';
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
