import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, atLegacyPath, isLater, not } from '../operators/kinds.ts';
import { ago, itsAuthorization } from '../operators/moments.ts';
import { delegationIn, refreshTokenOf, type Holds } from '../operators/presented.ts';
import { faultsOf } from '../operators/rows.ts';
import { afterRefreshes, ofSamePair, younger } from './conditions.ts';
import { limited, notRenewed } from './decisions.ts';
import { alsoInRandomSeries } from './random-series.ts';
import { breaking } from './rows.ts';

/** Reports whether at least half of the refresh token's days are over. */
const inItsLastHalf: Holds = (call, one) =>
  call.now.getTime() - (refreshTokenOf(one)?.countsFrom.getTime() ?? NaN) >= THIRTY_DAYS / 2;

/** Faults in which a refresh renews the wrong days. */
export const renewalFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'renewal-keeps-the-first-thirty-days': [
      notRenewed,
      always,
      'A refresh token from a refresh ends when the exchanged token would have ended.',
    ],
    'the-second-renewal-is-none': [
      notRenewed,
      all(afterRefreshes(1), not(afterRefreshes(2))),
      'A first refresh gives thirty days, but a second keeps the days of the first.',
    ],
    'the-legacy-path-renews-nothing': [
      notRenewed,
      atLegacyPath,
      'A refresh at the legacy path adds no days.',
      { also: ['VER-10'] },
    ],
    'early-refreshes-renew-nothing': [
      notRenewed,
      younger(DAY + 1),
      "A refresh within a day of the refresh token's issue adds no days.",
    ],
    'late-renewals-are-not-counted-anew': [
      notRenewed,
      inItsLastHalf,
      "A refresh in the second half of a refresh token's days adds no days.",
    ],
    'the-second-refresh-of-a-day-renews-nothing': [
      notRenewed,
      all(isLater, younger(DAY)),
      'A second refresh within a day adds no days.',
      { also: alsoInRandomSeries },
    ],
    'beside-another-authorization-no-days-are-added': [
      notRenewed,
      (call, one) => ofSamePair(call, one).length > 0,
      'A refresh adds no days if the user has authorized the app twice.',
    ],
    'days-are-added-for-the-first-user-only': [
      notRenewed,
      (call, one) =>
        call.tenant.state.delegations.find(({ appId }) => appId === one.appId)?.userId !== delegationIn(one)?.userId,
      'A refresh adds no days, except for the first user of an app.',
    ],
    'a-grant-ends-after-half-a-year': [
      limited,
      ago(182 * DAY, itsAuthorization),
      'The tenant grants no refresh from half a year after the user authorized the app.',
    ],
    'a-grant-ends-after-a-year': [
      limited,
      ago(365 * DAY, itsAuthorization),
      'The tenant grants no refresh from a year after the user authorized the app.',
    ],
    'no-refresh-after-two-years': [
      limited,
      ago(730 * DAY, itsAuthorization),
      'The tenant grants no refresh from two years after the user authorized the app.',
    ],
    'a-grant-is-refreshed-a-hundred-times': [
      limited,
      afterRefreshes(100),
      'After a hundred refreshes, the user must authorize again.',
    ],
    'two-hundred-refreshes': [
      limited,
      afterRefreshes(200),
      'After two hundred refreshes, the user must authorize again.',
    ],
  }),
  ...breaking('EXP-14', {
    'renewal-adds-the-days-that-were-left': [
      (normal) => ({
        refreshTokenCountsFrom: (call, predecessor) =>
          predecessor === undefined
            ? normal.refreshTokenCountsFrom(call, predecessor)
            : new Date(predecessor.countsFrom.getTime() + THIRTY_DAYS),
      }),
      'A refresh adds thirty days to those that the exchanged refresh token had left.',
      ['EXP-20', 'EXP-33'],
    ],
  }),
];
