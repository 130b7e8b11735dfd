import { refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';

const LIFETIME = 30 * DAY;

/** The number of refreshes that led to a token. */
function generation(token: RefreshToken): number {
  let count = 0;
  for (let one = token.predecessor; one !== undefined; one = one.predecessor) count++;
  return count;
}

/** Wrong decisions about what a refresh renews. */
export const renewalFaults: readonly Fault[] = [
  {
    id: 'expiry/renewal-keeps-the-first-thirty-days',
    breaks: ['EXP-13'],
    also: ['EXP-14', 'EXP-15', 'EXP-20'],
    summary: 'A refresh token that was exchanged for another ends when that one would have.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor?.countsFrom ?? normal.refreshTokenCountsFrom(call, predecessor),
    }),
  },
  {
    id: 'expiry/the-second-renewal-is-none',
    breaks: ['EXP-13'],
    also: ['EXP-15', 'EXP-33'],
    summary: 'The first refresh gives thirty days, and the second keeps those of the first.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor?.predecessor !== undefined && generation(predecessor) === 1
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor),
    }),
  },
  {
    id: 'expiry/the-legacy-path-renews-nothing',
    breaks: ['EXP-13'],
    also: ['EXP-15', 'EXP-33', 'VER-10'],
    summary: 'A refresh at the legacy path gives a refresh token with the days that were left.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor !== undefined && call.request.path !== '/oauth/token'
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor),
    }),
  },
  {
    id: 'expiry/early-refreshes-renew-nothing',
    breaks: ['EXP-13'],
    also: ['EXP-15', 'EXP-20', 'EXP-33'],
    summary: 'A refresh in the first day of a refresh token gives one with the days that were left.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor !== undefined && call.now.getTime() - predecessor.issuedAt.getTime() <= DAY
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor),
    }),
  },
  {
    id: 'expiry/renewal-adds-the-days-that-were-left',
    breaks: ['EXP-14'],
    also: ['EXP-20', 'EXP-33'],
    summary: 'A refresh adds thirty days to those that the refresh token still had.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor === undefined
          ? normal.refreshTokenCountsFrom(call, predecessor)
          : new Date(predecessor.countsFrom.getTime() + LIFETIME),
    }),
  },
  {
    id: 'expiry/renewed-refresh-tokens-live-a-second-longer',
    breaks: ['EXP-14'],
    also: ['EXP-20', 'EXP-33'],
    summary: 'The refresh token of a refresh is accepted for 2592001 seconds.',
    behaviour: (normal) => ({
      enforcedRefreshLifetime: (call, token) =>
        normal.enforcedRefreshLifetime(call, token) + (token.predecessor === undefined ? 0 : 1),
    }),
  },
  {
    id: 'expiry/renewed-refresh-tokens-do-not-expire',
    breaks: ['EXP-14'],
    also: ['EXP-18', 'EXP-20', 'EXP-33'],
    summary: 'Once an authorization has been refreshed twice its refresh tokens do not expire any more.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) => generation(token) < 2 && normal.refreshTokenHasExpired(call, token),
    }),
  },
  {
    id: 'expiry/a-grant-ends-after-half-a-year',
    breaks: ['EXP-15'],
    also: ['EXP-33'],
    summary: 'Half a year after the user authorized the app no refresh is granted.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        call.now.getTime() - token.delegation.createdAt.getTime() >= 182 * DAY
          ? refusal('ended-grant', 'The authorization is too old.')
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'expiry/a-grant-ends-after-a-year',
    breaks: ['EXP-15'],
    also: ['EXP-33'],
    summary: 'A year after the user authorized the app no refresh is granted.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        call.now.getTime() - token.delegation.createdAt.getTime() >= 365 * DAY
          ? refusal('ended-grant', 'The authorization is too old.')
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'expiry/a-grant-is-refreshed-a-hundred-times',
    breaks: ['EXP-15'],
    also: ['EXP-33'],
    summary: 'A grant can be refreshed a hundred times, and then the user must come again.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        generation(token) >= 100
          ? refusal('ended-grant', 'The authorization is used up.')
          : normal.refreshIsBarred(call, token),
    }),
  },
];
