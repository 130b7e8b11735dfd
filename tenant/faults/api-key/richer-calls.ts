import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../call.ts';
import type { ApiKey } from '../../state/model.ts';
import { filters, isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { rotatedKeys } from '../rotated-keys.ts';

/** Some calls are refused to keys of a rotation. */
const refusing =
  (which: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => {
    const { rotated, remembering } = rotatedKeys(normal);
    return {
      ...remembering,
      keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !(which(call) && rotated.has(key)),
    };
  };

/** In some calls a key is found by a username that is not quite it. */
const finding =
  (which: (call: Call) => boolean, isLike: (key: string, username: string) => boolean): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    findApiKey: (call: Call, credentials: BasicCredentials): ApiKey | undefined =>
      normal.findApiKey(call, credentials) ??
      (which(call)
        ? call.tenant.state.apiKeys.values().find(({ value }) => isLike(value, credentials.username))
        : undefined),
  });

const sameLetters = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Mistakes about keys that only calls show which are more than a plain one. */
export const richerCallFaults: readonly Fault[] = [
  {
    id: 'api-key/filters-refuse-rotated-keys',
    breaks: ['KEY-14'],
    summary: 'A listing with a filter refuses keys that took the place of another.',
    behaviour: refusing(filters),
  },
  {
    id: 'api-key/rotated-keys-may-not-write',
    breaks: ['KEY-14'],
    summary: 'With a key that took the place of another no records are created.',
    behaviour: refusing((call) => call.request.method === 'POST'),
  },
  {
    id: 'api-key/sorted-listings-refuse-rotated-keys',
    breaks: ['KEY-14'],
    summary: 'A sorted listing refuses keys that took the place of another.',
    behaviour: refusing(sorts),
  },
  {
    id: 'api-key/following-pages-refuse-rotated-keys',
    breaks: ['KEY-14'],
    summary: 'A request for a following page is refused to keys that took the place of another.',
    behaviour: refusing(isFollowing),
  },
  {
    id: 'api-key/filters-overlook-the-case-of-keys',
    breaks: ['KEY-07'],
    summary: 'A listing with a filter compares keys without regard to letter case.',
    behaviour: finding(filters, sameLetters),
  },
  {
    id: 'api-key/sorted-listings-overlook-the-case-of-keys',
    breaks: ['KEY-07'],
    summary: 'A sorted listing compares keys without regard to letter case.',
    behaviour: finding(sorts, sameLetters),
  },
  {
    id: 'api-key/following-pages-overlook-what-follows-a-key',
    breaks: ['KEY-07'],
    summary: 'A following page is shown to a username that begins with a key.',
    behaviour: finding(isFollowing, (key, username) => username.startsWith(key)),
  },
];
