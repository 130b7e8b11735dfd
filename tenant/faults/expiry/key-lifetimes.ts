import { canExpire } from '../api-key/keys-and-owners.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import { DAY, HOUR, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, at, inLowerCase } from '../operators/kinds.ts';
import { counted, itsUser } from '../operators/memories.ts';
import { olderThan } from '../operators/moments.ts';
import { first, presented, signedIn, since, used, within } from '../operators/remembered.ts';
import { faultsOf } from '../operators/rows.ts';
import { afterACalendarMonth, birthOf, keysOfSameUser, younger } from './conditions.ts';
import { early, late, prolonged, reckoned } from './decisions.ts';

/** Faults in which the thirty days of a key are counted wrongly, or the key counts as one without an end. */
export const keyLifetimeFaults: readonly Fault[] = faultsOf('expiry', {
  'keys-live-four-weeks': [early.keys, olderThan(28 * DAY), 'A personal key is accepted for 28 days.'],
  'keys-live-a-calendar-month': [
    reckoned.keysWithEnd,
    afterACalendarMonth,
    'A key ends on the same day of the next month, which is early in February.',
  ],
  'late-keys-create-nothing': [
    early.keys,
    all(creates, olderThan(20 * DAY)),
    'A key creates no records in its last ten days.',
  ],
  'late-keys-follow-no-pages': [
    early.keys,
    all(isFollowing, olderThan(20 * DAY)),
    'In its last ten days, a key is refused for following pages.',
  ],
  'keys-do-not-expire': [late.keys, always, 'Personal keys do not expire.'],
  'keys-live-a-day-too-long-and-an-hour': [
    late.keys,
    younger(31 * DAY + HOUR),
    'A personal key is accepted for 31 days and an hour.',
  ],
  'expired-keys-still-list-plates-in-v2': [
    late.keys,
    at('/api/v2/plates'),
    'The v2 listing of plates does not check the age of keys.',
    { also: ['VER-16'] },
  ],
  'expired-keys-list-what-they-filter': [
    late.keys,
    filters,
    'A listing with a filter does not check the age of a key.',
  ],
  'expired-keys-may-write': [
    late.keys,
    ({ request }) => request.method !== 'GET',
    'A call that creates an entry does not check the age of a key.',
  ],
  'expired-keys-show-following-pages': [late.keys, isFollowing, 'A following page is shown to an expired key.'],
  'no-age-of-keys-under-a-lower-case-scheme': [
    late.keys,
    inLowerCase,
    'If the scheme is written as basic, the tenant does not check the age of keys.',
  ],
  'long-expired-keys-work-again': [
    late.keys,
    olderThan(60 * DAY),
    'After 60 days the tenant forgets that a key has expired.',
  ],
  'keys-are-good-again-after-a-year': [
    late.keys,
    olderThan(365 * DAY),
    'A year after its creation, the tenant forgets that a key has expired.',
  ],
  'users-of-old-are-spared': [
    late.keys,
    (call, one) => keysOfSameUser(call, one).some((key) => !canExpire(key)),
    'No key of a user who has had one from before 7 August 2026 expires.',
    { breaks: ['EXP-28'] },
  ],

  // Faults about the use of keys.
  'calls-prolong-keys': [
    prolonged.keys,
    always,
    'Each call gives a key another thirty days.',
    { also: ['EXP-27', 'EXP-28', 'EXP-29'] },
  ],
  'creating-prolongs-a-key': [
    prolonged.keys,
    creates,
    'A call that creates an entry gives the key another thirty days.',
  ],
  'a-filter-prolongs-a-key': [prolonged.keys, filters, 'A call with a filter gives the key another thirty days.'],
  'an-order-prolongs-a-key': [prolonged.keys, sorts, 'A sorted call gives the key another thirty days.'],
  'a-following-page-prolongs-a-key': [
    prolonged.keys,
    isFollowing,
    'A request for a following page gives its key another thirty days.',
  ],
  'keys-last-from-their-first-use': [
    late.keys,
    within(THIRTY_DAYS, first(used())),
    'A key has thirty days from its first use.',
    { breaks: ['EXP-26'], also: ['EXP-22'] },
  ],
  'keys-count-from-their-first-use': [
    late.keys,
    within(THIRTY_DAYS, first(presented())),
    'The thirty days of a key begin with its first call.',
    { also: ['EXP-23'] },
  ],
  'calls-on-the-last-day-prolong-keys': [
    late.keys,
    since(used(olderThan(29 * DAY)), undefined, younger(37 * DAY)),
    'A key that is used in the last of its thirty days works for another week.',
    { breaks: ['EXP-26'], also: ['EXP-22'] },
  ],
  'keys-that-are-used-a-lot-live-on': [
    late.keys,
    counted(presented(), (times) => times > 20),
    'A key that has made more than twenty calls does not expire.',
    { breaks: ['EXP-26'], also: ['EXP-22'] },
  ],
  'a-sign-in-revives-keys': [
    late.keys,
    since(signedIn, itsUser, (call, one, at) => at >= birthOf(one) + THIRTY_DAYS && call.now.getTime() - at < DAY),
    'An expired key works again for a day after its owner signs in.',
  ],
});
