import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import { all, always } from '../operators/kinds.ts';
import { happened, unsuspended } from '../operators/memories.ts';
import { isSince, itsSpending, lastArchiving, lastSuspension } from '../operators/moments.ts';
import { exempt } from '../operators/operators.ts';
import { refreshTokenOf, type Holds } from '../operators/presented.ts';
import { by, faultsOf, type Wrong } from '../operators/rows.ts';
import { after, before } from '../operators/rules.ts';
import { isBack, isUnarchived } from '../operators/standing.ts';

/** The wrong decisions that a change of state makes a spent refresh token work again. */
const unspends = {
  unsuspension: {
    breaks: ['LIF-45'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'LIF-42'],
    wrong: exempt('refreshTokenIsSpent', all(isBack, isSince(lastSuspension, itsSpending))),
  },
  unarchiving: {
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45', 'LIF-42'],
    wrong: exempt('refreshTokenIsSpent', all(isUnarchived, isSince(lastArchiving, itsSpending))),
  },
} as const satisfies Record<string, Wrong>;

/** Reports whether the refresh token was the last one of its authorization to be spent. */
const isSpentLast: Holds = (_call, presented) => {
  const token = refreshTokenOf(presented);
  return token !== undefined && token.delegation.latestRefreshToken?.predecessor === token;
};

/** The condition that any user has denied an app. */
const everDenied = happened(
  () => 'anybody',
  (note) => before('rememberDenial', () => note('anybody')),
);

/** Faults in which an event makes a spent refresh token work again. */
export const spentTokenFaults: readonly Fault[] = faultsOf('lifecycle', {
  'unsuspension-unspends-refresh-tokens': [
    unspends.unsuspension,
    always,
    'Refresh tokens that were spent before a suspension work again after it.',
  ],
  'unsuspension-unspends-the-last-refresh-token': [
    unspends.unsuspension,
    isSpentLast,
    'The refresh token that was spent last before a suspension works again after it.',
  ],
  'the-second-unsuspension-unspends-refresh-tokens': [
    unspends.unsuspension,
    unsuspended(2),
    'When a user is un-suspended for the second time, refresh tokens that were spent before work again.',
  ],
  'unsuspension-revives-what-was-spent-last': [
    by(
      unspends.unsuspension,
      follow('unsuspension', (tenant, { id }) => {
        for (const { userId, latestRefreshToken } of tenant.state.delegations) {
          const spent = latestRefreshToken?.predecessor;
          if (userId === id && spent !== undefined) spent.spentAt = undefined;
        }
      }),
    ),
    always,
    'When a user is un-suspended, the refresh token that each app spent last for that user works again.',
    { breaks: ['DEL-45'], also: ['LIF-45'] },
  ],
  'unarchiving-unspends-refresh-tokens': [
    unspends.unarchiving,
    always,
    'Refresh tokens that were spent before an archiving work again after it.',
    { also: ['LIF-24'] },
  ],
  'what-is-tried-in-a-suspension-is-good-afterwards': [
    by(
      unspends.unsuspension,
      after('spentRefreshTokenWasPresented', (_outcome, call, token) => {
        if (call.tenant.behaviour.userIsSuspended(call, token.delegation.userId)) token.spentAt = undefined;
      }),
    ),
    always,
    'A spent refresh token that is presented while its user is suspended works after the un-suspension.',
  ],
  'denied-consent-reverses-the-spending': [
    {
      breaks: ['DEL-42'],
      also: ['DEL-37', 'DEL-43', 'DEL-44', 'DEL-45', 'DEL-46', 'DEL-47', 'DEL-48', 'LIF-45'],
      wrong: exempt('refreshTokenIsSpent', isSpentLast),
    },
    everDenied,
    'Once any user has denied an app, the last spent refresh token of every authorization works again.',
  ],
});
