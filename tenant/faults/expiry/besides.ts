import { refusal } from '../../http/refusal.ts';
import type { Call } from '../../call.ts';
import type { Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const delegationsOf = (call: Call, isOne: (delegation: Delegation) => boolean): readonly Delegation[] =>
  call.tenant.state.delegations.filter(isOne);

/** Lifetimes that hang on what else there is of the app or of the user. */
export const besideFaults: readonly Fault[] = [
  {
    id: 'expiry/tokens-of-a-reinstalled-app-last-an-hour',
    breaks: ['EXP-04'],
    also: ['EXP-05', 'EXP-33'],
    summary: 'The delegated access tokens of an app that was installed again are accepted for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        (token.delegation?.installation ?? 0) > 1 ? 3600 : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'expiry/tokens-for-the-second-app-of-a-user-last-an-hour',
    breaks: ['EXP-04'],
    also: ['EXP-05', 'EXP-06', 'EXP-07', 'EXP-20', 'EXP-33'],
    summary: 'The access tokens of any app but the first that a user authorized are accepted for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => {
        const { delegation } = token;
        const first = delegationsOf(call, ({ userId }) => userId === delegation?.userId)[0];
        return first !== undefined && first.appId !== delegation?.appId ? 3600 : normal.enforcedLifetime(call, token);
      },
    }),
  },
  {
    id: 'expiry/beside-another-authorization-no-days-are-added',
    breaks: ['EXP-13'],
    also: ['EXP-15', 'EXP-33'],
    summary: 'Where a user has authorized an app twice, a refresh gives a refresh token with the days that were left.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) => {
        const own = predecessor?.delegation;
        const all = delegationsOf(call, ({ userId, appId }) => userId === own?.userId && appId === own.appId);
        return predecessor !== undefined && all.length > 1
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor);
      },
    }),
  },
  {
    id: 'expiry/days-are-added-for-the-first-user-only',
    breaks: ['EXP-13'],
    also: ['EXP-15', 'EXP-33'],
    summary: 'For any user of an app but the first a refresh gives a refresh token with the days that were left.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) => {
        const own = predecessor?.delegation;
        const first = delegationsOf(call, ({ appId }) => appId === own?.appId)[0];
        return predecessor !== undefined && first?.userId !== own?.userId
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor);
      },
    }),
  },
  {
    id: 'expiry/after-another-user-a-late-refresh-is-refused',
    breaks: ['EXP-34'],
    also: ['DEL-47', 'EXP-33'],
    summary: 'Once its access token has expired, an authorization is refreshed only for the last user of the app.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const { delegation } = token;
        const access = delegation.latestAccessToken;
        const last = delegationsOf(call, ({ appId }) => appId === delegation.appId).at(-1);
        const late = access !== undefined && normal.tokenHasExpired(call, access);
        return late && last?.userId !== delegation.userId
          ? refusal('ended-grant', 'Another user has come since.')
          : normal.refreshIsBarred(call, token);
      },
    }),
  },
];
