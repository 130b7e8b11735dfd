import type { Call } from '../../call.ts';
import type { ApiKey } from '../../state/model.ts';
import { filters, isFollowing, sorts } from '../calls.ts';
import { THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** A fault where a live key has thirty days from the last call of one form, or from the first. */
function prolongedBy(
  id: string,
  summary: string,
  prolongs: (call: Call) => boolean,
  counts: 'last' | 'first' = 'last',
): Fault {
  return {
    id,
    breaks: ['EXP-26'],
    also: ['EXP-22'],
    summary,
    behaviour: (normal) => {
      const countsFrom = new WeakMap<ApiKey, number>();
      return {
        keyHasExpired: (call, key) => {
          const from = countsFrom.get(key);
          const isOver =
            from === undefined ? normal.keyHasExpired(call, key) : call.now.getTime() - from >= THIRTY_DAYS;
          const counted = counts === 'first' && from !== undefined;
          if (!isOver && !counted && normal.keyExpiresAt(key) !== undefined && prolongs(call)) {
            countsFrom.set(key, call.now.getTime());
          }
          return isOver;
        },
      };
    },
  };
}

/** Keys that live longer for how they are used. */
export const prolongedKeyFaults: readonly Fault[] = [
  prolongedBy('expiry/a-filter-prolongs-a-key', 'A call with a filter gives the key another thirty days.', filters),
  prolongedBy('expiry/an-order-prolongs-a-key', 'A sorted call gives the key another thirty days.', sorts),
  prolongedBy(
    'expiry/a-following-page-prolongs-a-key',
    'A following page gives the key with which it is asked for another thirty days.',
    isFollowing,
  ),
  prolongedBy(
    'expiry/keys-last-from-their-first-use',
    'A key has thirty days from its first use.',
    () => true,
    'first',
  ),
];
