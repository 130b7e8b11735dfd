import type { Tenant } from '../../tenant.ts';
import { DAY, FIFTEEN_MINUTES, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import { all, not } from '../operators/kinds.ts';
import { itsApp, itsUser } from '../operators/memories.ts';
import { lastSuspension, olderAt } from '../operators/moments.ts';
import { ageOf, type Holds, type Presented } from '../operators/presented.ts';
import { faultsOf, type When } from '../operators/rows.ts';
import { isActiveAgainFor, birthOf } from './conditions.ts';
import { late } from './decisions.ts';
import { breaking } from './rows.ts';

/** The time in which a user was suspended or an app archived, in milliseconds. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the condition that depends on past suspensions of the user or past archivings of the app. */
const byPauses = (
  of: (presented: Presented) => unknown,
  isMeant: (spans: readonly Span[], ...asked: Parameters<Holds>) => boolean,
): When => ({
  watch: (normal) => {
    const spans = new Map<unknown, Span[]>();
    const end = ({ clock }: Tenant, { id }: { readonly id: string }, lasted: number): void => {
      const to = clock.now().getTime();
      spans.set(id, [...(spans.get(id) ?? []), { from: to - lasted, to }]);
    };
    return {
      holds: (call, presented) => isMeant(spans.get(of(presented)) ?? [], call, presented),
      remembering: { ...follow('unsuspension', end)(normal), ...follow('unarchiving', end)(normal) },
    };
  },
});

/** Returns the condition that the lifetime is not over if the clock stands still during suspensions or archivings. */
const stoodStill = (lifetime: number, of: (presented: Presented) => unknown): When =>
  byPauses(of, (spans, call, one) => {
    const off = spans.map(({ from, to }) => Math.max(0, to - Math.max(from, birthOf(one))));
    return ageOf(call, one) - off.reduce((sum, each) => sum + each, 0) < lifetime;
  });

/** Returns the condition that the end after thirty days fell into a suspension or archiving. */
const endedInOne = (of: (presented: Presented) => unknown): When =>
  byPauses(of, (spans, _call, one) => {
    const end = birthOf(one) + THIRTY_DAYS;
    return spans.some(({ from, to }) => from <= end && end <= to);
  });

/** Faults in which a suspension or archiving forgets the end of a credential or puts it off. */
export const pauseFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'days-of-suspension-do-not-count-for-keys': [
      late.keys,
      stoodStill(THIRTY_DAYS, itsUser),
      'The clock of a key stands still while its owner is suspended.',
      { breaks: ['EXP-29'], also: ['EXP-22'] },
    ],
    'an-un-suspension-renews-keys': [
      late.keys,
      isActiveAgainFor(THIRTY_DAYS),
      'A key has thirty days from the last un-suspension of its owner.',
      { breaks: ['EXP-29', 'EXP-30'], also: ['EXP-22'] },
    ],
    'keys-that-expire-during-a-suspension-are-overlooked': [
      late.keys,
      endedInOne(itsUser),
      'A key expires only if its owner was active at the end of its thirty days.',
      { breaks: ['EXP-30'], also: ['EXP-22'] },
    ],
    'a-suspension-revives-keys-that-had-expired-before-it': [
      late.keys,
      byPauses(itsUser, (spans, call, one) => {
        const { from, to } = spans.at(-1) ?? { from: NaN, to: NaN };
        return birthOf(one) + THIRTY_DAYS <= from && call.now.getTime() < to + Math.max(to - from, DAY);
      }),
      'An un-suspension revives keys that had expired before, for as long as the suspension lasted.',
      { breaks: ['EXP-30'], also: ['EXP-22'] },
    ],
    'an-un-suspension-leaves-keys-three-days-at-least': [
      late.keys,
      all(isActiveAgainFor(3 * DAY), not(olderAt(lastSuspension, THIRTY_DAYS))),
      'After an un-suspension, a live key lasts at least three more days.',
      { breaks: ['EXP-29'], also: ['EXP-22'] },
    ],
    'archived-time-does-not-count': [
      late.tokens,
      stoodStill(FIFTEEN_MINUTES, itsApp),
      'The clock of an access token stands still while its app is archived.',
      { breaks: ['EXP-31'], also: ['EXP-02'] },
    ],
    'what-expired-in-an-archiving-is-good-again': [
      late.refreshTokens,
      endedInOne(itsApp),
      'A refresh token that expired while its app was archived works after the unarchiving.',
    ],
    'what-expired-in-a-suspension-is-good-again': [
      late.refreshTokens,
      endedInOne(itsUser),
      'A refresh token that expired while its user was suspended works after the un-suspension.',
      { breaks: ['EXP-32'], also: ['EXP-12'] },
    ],
    'days-of-suspension-do-not-count-for-refresh-tokens': [
      late.refreshTokens,
      stoodStill(THIRTY_DAYS, itsUser),
      'The clock of a refresh token stands still while its user is suspended.',
      { breaks: ['EXP-32'], also: ['EXP-12'] },
    ],
    'days-of-a-second-suspension-do-not-count-for-refresh-tokens': [
      late.refreshTokens,
      byPauses(
        itsUser,
        ([, second = { from: 0, to: 0 }], call, one) => ageOf(call, one) - (second.to - second.from) < THIRTY_DAYS,
      ),
      "The duration of a user's second suspension is added to the days of refresh tokens.",
      { breaks: ['EXP-32'], also: ['EXP-12'] },
    ],
    'an-un-suspension-renews-refresh-tokens': [
      late.refreshTokens,
      isActiveAgainFor(THIRTY_DAYS),
      'A refresh token has thirty days from the last un-suspension of its user.',
      { breaks: ['EXP-32'], also: ['EXP-12'] },
    ],
  }),
  ...breaking('LIF-01', {
    'suspensions-are-over-after-a-day': [
      (normal) => ({
        userIsSuspended: (call, userId) => {
          const user = call.tenant.state.users.get(userId);
          const since = user === undefined ? 0 : call.now.getTime() - user.activeChangedAt.getTime();
          return normal.userIsSuspended(call, userId) && since < DAY;
        },
      }),
      'A user who has been suspended for a day counts as active.',
      ['LIF-02', 'LIF-03', 'LIF-04', 'LIF-06', 'LIF-17', 'LIF-18', 'LIF-42', 'EXP-30'],
    ],
  }),
];
