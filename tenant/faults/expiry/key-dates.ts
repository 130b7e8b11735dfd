import { canExpire, KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { creates, filters, isFollowing } from '../calls.ts';
import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all } from '../operators/kinds.ts';
import { ago, isSince, itsBirth, lastSuspension, olderThan } from '../operators/moments.ts';
import { faultsOf } from '../operators/rows.ts';
import { isBack } from '../operators/standing.ts';
import { born, isEarlierInTheYear, keysOfSameUser, ofSameUser } from './conditions.ts';
import { early, late, reckoned } from './decisions.ts';

const inAmericanNotation = (date: Date): string =>
  `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;

/** Faults in which the date that decides whether a key expires is read wrongly. */
export const keyDateFaults: readonly Fault[] = faultsOf('expiry', {
  'keys-of-the-eighth-do-not-expire': [
    late.keys,
    born((date) => date.getTime() < Date.UTC(2026, 7, 15)),
    'A key that was created in the first week of the days from which keys expire does not expire.',
  ],
  'keys-expire-from-september-on': [
    late.keys,
    born((date) => date.getTime() < Date.UTC(2026, 8, 8)),
    'Keys expire only if they were created after 7 September 2026.',
  ],
  'keys-go-on-beyond-new-year': [
    late.keys,
    isEarlierInTheYear,
    'The tenant compares ends by the day of the year, so keys of December last beyond their end.',
  ],
  'year-month-and-day-of-a-key-are-compared-alone': [
    late.keys,
    born((date) => date.getUTCMonth() < 7 || date.getUTCDate() <= 7),
    'A key expires only if its year, its month and its day are each not before those of the date.',
  ],
  'keys-of-a-spring-do-not-expire': [
    late.keys,
    born((date) => date.getUTCMonth() < 7),
    'A key expires only if its year and its month are each not before those of the date.',
  ],
  'dates-of-keys-are-compared-as-text': [
    reckoned.keys,
    all(
      olderThan(THIRTY_DAYS),
      born((date) => inAmericanNotation(date) > '8/7/2026'),
    ),
    'The tenant compares the date of a key as text, such as 9/15/2026, to decide whether it expires.',
    { also: ['EXP-23'] },
  ],
  'the-year-of-a-key-is-not-compared': [
    reckoned.keys,
    all(
      olderThan(THIRTY_DAYS),
      born((date) => date.getUTCMonth() * 31 + date.getUTCDate() > 7 * 31 + 7),
    ),
    'The tenant compares only the month and day of a key to decide whether it expires.',
    { breaks: ['EXP-24'], also: ['EXP-22'] },
  ],
  'keys-of-the-last-months-before-expire': [
    early.keysWithoutEnd,
    all(
      olderThan(THIRTY_DAYS),
      born((date) => date.getTime() >= Date.UTC(2026, 4, 9)),
    ),
    'Keys of the last ninety days before 7 August 2026 also expire.',
    { also: ['EXP-28'] },
  ],
  'keys-expire-from-july-on': [
    early.keysWithoutEnd,
    all(
      olderThan(THIRTY_DAYS),
      born((date) => date.getTime() >= Date.UTC(2026, 6, 8)),
    ),
    'Keys already expire if they were created after 7 July 2026.',
  ],
  'all-keys-expire-after-thirty-days': [
    early.keysWithoutEnd,
    olderThan(THIRTY_DAYS),
    'All keys end after thirty days, whenever they were created.',
    { breaks: ['EXP-24', 'EXP-25'] },
  ],
  'keys-that-are-old-at-the-call-expire': [
    early.keysWithoutEnd,
    all(olderThan(THIRTY_DAYS), (call) => call.now.getTime() >= KEYS_EXPIRE_SINCE),
    'After 7 August 2026 the tenant refuses all keys that are thirty days old.',
    { breaks: ['EXP-25', 'EXP-24'] },
  ],
  'old-keys-end-when-august-2026-is-a-month-ago': [
    early.keysWithoutEnd,
    (call) => call.now.getTime() >= Date.UTC(2027, 0, 31),
    'Keys from before 7 August 2026 end thirty days after the end of 2026.',
  ],
  'old-keys-end-after-five-years': [
    early.keysWithoutEnd,
    olderThan(5 * 365 * DAY),
    'A key from before 7 August 2026 ends when it is five years old.',
  ],
  'one-key-that-expires-makes-all-of-the-user-expire': [
    early.keysWithoutEnd,
    all(olderThan(THIRTY_DAYS), (call, one) => keysOfSameUser(call, one).some(canExpire)),
    'If a user has a key from after 7 August 2026, the older keys of that user expire too.',
    { breaks: ['EXP-25'], also: ['KEY-02'] },
  ],
  'old-keys-create-nothing': [
    early.keysWithoutEnd,
    all(creates, olderThan(THIRTY_DAYS)),
    'A key from before 7 August 2026 creates no records after 30 days.',
  ],
  'old-keys-filter-nothing': [
    early.keysWithoutEnd,
    all(filters, olderThan(THIRTY_DAYS)),
    'A key from before 7 August 2026 is refused for listings with a filter after 30 days.',
  ],
  'old-keys-follow-no-pages': [
    early.keysWithoutEnd,
    all(isFollowing, olderThan(THIRTY_DAYS)),
    'A key from before 7 August 2026 is refused for following pages after 30 days.',
  ],
  'old-keys-end-a-month-after-their-user-comes-by-an-app': [
    early.keysWithoutEnd,
    ago(THIRTY_DAYS, (call, one) => ofSameUser(call, one)[0]?.createdAt),
    'A key that does not expire ends thirty days after its user authorized an app.',
  ],
  'an-un-suspension-makes-old-keys-new': [
    early.keysWithoutEnd,
    all(isBack, isSince(lastSuspension, itsBirth), ago(THIRTY_DAYS, lastSuspension)),
    'A key that does not expire has thirty days from the un-suspension of its owner.',
    { also: ['LIF-05'] },
  ],
});
