import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, atLegacyPath, isLater, not } from '../operators/kinds.ts';
import { ago, itsAuthorization } from '../operators/moments.ts';
import { delegationIn, refreshTokenOf, type Holds } from '../operators/presented.ts';
import { faultsOf } from '../operators/rows.ts';
import { afterRefreshes, ofSamePair, younger } from './conditions.ts';
import { limited, notRenewed } from './decisions.ts';
import { inAnySeries } from './random-series.ts';
import { breaking } from './rows.ts';

/** Whether half of its days are over, as they are counted. */
const inItsLastHalf: Holds = (call, one) =>
  call.now.getTime() - (refreshTokenOf(one)?.countsFrom.getTime() ?? NaN) >= THIRTY_DAYS / 2;

/** Wrong decisions about what a refresh renews. */
export const renewalFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'renewal-keeps-the-first-thirty-days': [
      notRenewed,
      always,
      'A refresh token that was exchanged for another ends when that one would have.',
    ],
    'the-second-renewal-is-none': [
      notRenewed,
      all(afterRefreshes(1), not(afterRefreshes(2))),
      'The first refresh gives thirty days, and the second keeps those of the first.',
    ],
    'the-legacy-path-renews-nothing': [
      notRenewed,
      atLegacyPath,
      'A refresh at the legacy path adds no days.',
      { also: ['VER-10'] },
    ],
    'early-refreshes-renew-nothing': [notRenewed, younger(DAY + 1), 'A refresh in the first day adds no days.'],
    'late-renewals-are-not-counted-anew': [
      notRenewed,
      inItsLastHalf,
      'A refresh in the last half of a refresh token’s days adds none.',
    ],
    'the-second-refresh-of-a-day-renews-nothing': [
      notRenewed,
      all(isLater, younger(DAY)),
      'A further refresh on one day adds no days.',
      { also: inAnySeries },
    ],
    'beside-another-authorization-no-days-are-added': [
      notRenewed,
      (call, one) => ofSamePair(call, one).length > 0,
      'A refresh adds no days where a user has authorized an app twice.',
    ],
    'days-are-added-for-the-first-user-only': [
      notRenewed,
      (call, one) =>
        call.tenant.state.delegations.find(({ appId }) => appId === one.appId)?.userId !== delegationIn(one)?.userId,
      'A refresh adds no days for any user of an app but the first.',
    ],
    'a-grant-ends-after-half-a-year': [
      limited,
      ago(182 * DAY, itsAuthorization),
      'Half a year after the user authorized the app no refresh is granted.',
    ],
    'a-grant-ends-after-a-year': [
      limited,
      ago(365 * DAY, itsAuthorization),
      'A year after the user authorized the app no refresh is granted.',
    ],
    'no-refresh-after-two-years': [
      limited,
      ago(730 * DAY, itsAuthorization),
      'Two years after the user authorized the app no refresh is granted.',
    ],
    'a-grant-is-refreshed-a-hundred-times': [
      limited,
      afterRefreshes(100),
      'A grant can be refreshed a hundred times, and then the user must come again.',
    ],
    'two-hundred-refreshes': [
      limited,
      afterRefreshes(200),
      'After two hundred refreshes the user must authorize again.',
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
      'A refresh adds thirty days to those that the refresh token still had.',
      ['EXP-20', 'EXP-33'],
    ],
  }),
];
