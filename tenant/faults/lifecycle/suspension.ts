import { creates, filters, isFollowing, sorts } from '../calls.ts';
import { DAY, HOUR, MINUTE, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import {
  all,
  always,
  any,
  at,
  inLowerCase,
  isLater,
  isLongHeld,
  isOfRefresh,
  isSuperseded,
  not,
} from '../operators/kinds.ts';
import { everUsed, happened, neverUsed, triedBefore, unsuspended, usedOnConnection } from '../operators/memories.ts';
import { ago, issuedSince, isSince, itsBirth, lastSuspension, olderAt, olderThan } from '../operators/moments.ts';
import { faultsOf } from '../operators/rows.ts';
import { afterApps, isArchived, isAuthorizedAgain, isAuthorizedSince } from '../operators/standing.ts';
import { suspensionSpares as spares } from './decisions.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** The condition that a refresh issued the token less than half a second before the suspension. */
const isOfTheLastMoment = all(
  any(isOfRefresh, isLater),
  isSince(lastSuspension, itsBirth),
  not(olderAt(lastSuspension, 499)),
);

/** The condition that the app that holds the credential was archived when the user was suspended. */
const wasArchived = happened(
  ({ userId, appId }) => `${userId} ${appId}`,
  (note) =>
    follow('suspension', ({ state }, { id }) => {
      for (const app of state.apps.values()) if (isArchived(app)) note(`${id} ${app.id}`);
    }),
);

/** Faults about what the suspension of a user stops. */
export const suspensionFaults: readonly Fault[] = [
  ...breaking('LIF-19', {
    'refreshes-stand-by-what-they-were-told': [
      (normal) => {
        const passed = new WeakSet<object>();
        const lasting = new WeakSet<object>();
        return {
          prepareTokenRequest: (call) => {
            const form = normal.readForm(call);
            const value = 'refused' in form ? undefined : form.find(([name]) => name === 'refresh_token')?.[1];
            const token = value === undefined ? undefined : normal.findRefreshToken(call, value);
            const stopped = token !== undefined && normal.suspensionStops(call, { kind: 'refreshToken', token });
            if (token !== undefined && !stopped) passed.add(call);
            return new Promise((resolve) => setTimeout(resolve, 2));
          },
          suspensionStops: (call, credential) => {
            if (credential.kind === 'refreshToken' && passed.has(call)) return false;
            if (credential.kind === 'accessToken' && lasting.has(credential.token)) return false;
            return normal.suspensionStops(call, credential);
          },
          issueDelegatedTokens: (call, app, delegation, predecessor) => {
            const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
            if (call.tenant.state.users.get(delegation.userId)?.active === false) lasting.add(token);
            return token;
          },
        };
      },
      'The tenant checks a suspension only when a refresh arrives, and never checks the tokens that it issues.',
      ['LIF-42'],
    ],
  }),
  ...breaking('LIF-03', {
    'refusals-in-a-suspension-carry-the-next-token': [
      replaceIf(
        'refusalBody',
        (_call, refused) => refused.refused === 'suspended-grant',
        (call) => ({ error: 'suspended', refresh_token: `rt_${call.tenant.random(33).toString('base64url')}` }),
      ),
      'The refusal of a refresh for a suspended user carries a new refresh token.',
    ],
  }),
  ...faultsOf('lifecycle', {
    'suspension-forgets-keys': [
      spares.keys,
      always,
      "A suspension stops what apps hold for the user, but not the user's API key.",
    ],
    'suspended-keys-list-plates': [
      spares.keys,
      at('/api/v2/plates'),
      'The v2 listing of plates does not check whether the owner of a key is suspended.',
    ],
    'known-connections-outlive-a-suspension': [
      spares.keys,
      usedOnConnection('suspensionStops'),
      'A connection on which a key was accepted accepts it while its owner is suspended.',
    ],
    'suspended-keys-list-what-they-sort': [
      spares.keys,
      sorts,
      'A sorted listing does not check whether the owner of a key is suspended.',
    ],
    'suspended-keys-work-with-a-scheme-in-lower-case': [
      spares.keys,
      inLowerCase,
      'If the scheme is written as basic, the tenant does not check whether the owner of a key is suspended.',
    ],
    'unused-keys-outlive-a-suspension': [
      spares.keys,
      neverUsed('suspensionStops'),
      'A suspension stops an API key only if the key was used before.',
    ],
    'third-suspension-spares-the-key': [
      spares.keys,
      unsuspended(2),
      "From the third suspension of a user on, the user's API key still works.",
      { breaks: ['LIF-06'], also: ['LIF-01'] },
    ],
    'key-made-in-a-suspension-works': [
      spares.keys,
      issuedSince(lastSuspension),
      "A suspension stops the user's existing key, but not a key that replaces it during the suspension.",
    ],
    'suspended-keys-show-following-pages': [
      spares.everything,
      isFollowing,
      'The key and the access tokens of a suspended user can request following pages.',
    ],
    'suspended-users-may-write': [
      spares.everything,
      creates,
      'A suspension stops reading, but not creating records.',
      { breaks: ['LIF-01', 'LIF-02'] },
    ],
    'suspension-passes-with-an-hour': [
      spares.everything,
      ago(HOUR, lastSuspension),
      'A suspension ends by itself after an hour.',
      { breaks: ['LIF-01', 'LIF-03'] },
    ],
    'a-suspension-is-over-after-ninety-days': [
      spares.everything,
      ago(90 * DAY, lastSuspension),
      'A suspension ends by itself after ninety days.',
    ],
    'a-suspension-ends-with-its-year': [
      spares.everything,
      ago(365 * DAY, lastSuspension),
      'A user who has been suspended for a year is active again.',
    ],
    'access-tokens-outlive-a-suspension': [
      spares.accessTokens,
      always,
      'A suspension stops refreshes, but access tokens work until they expire.',
    ],
    'refreshed-access-tokens-outlive-a-suspension': [
      spares.accessTokens,
      isOfRefresh,
      'A suspension stops the access token of a code, but not those of refreshes.',
    ],
    'access-tokens-outlive-a-suspension-on-v3-entries': [
      spares.accessTokens,
      at('/api/v3/entry/items'),
      'The v3 listing of entries does not check for a suspension with delegated access tokens.',
    ],
    'older-access-tokens-outlive-a-suspension': [
      spares.accessTokens,
      olderAt(lastSuspension, 5 * MINUTE),
      'A suspension stops only access tokens that were issued within the last five minutes.',
    ],
    'suspended-tokens-list-what-they-filter': [
      spares.accessTokens,
      filters,
      'A listing with a filter does not check for a suspension with delegated access tokens.',
    ],
    'no-suspension-under-a-lower-case-scheme': [
      spares.accessTokens,
      inLowerCase,
      'If the scheme is written as bearer, the tenant does not check whether the user of a token is suspended.',
    ],
    'unused-tokens-outlive-a-suspension': [
      spares.accessTokens,
      neverUsed('suspensionStops'),
      'A suspension stops only delegated access tokens that were used before.',
    ],
    'superseded-tokens-outlive-a-suspension': [
      spares.accessTokens,
      isSuperseded,
      'A suspension stops only the last access token of each authorization; older ones work until they expire.',
    ],
    'refresh-tokens-outlive-a-suspension': [
      spares.refreshTokens,
      always,
      'A suspension stops calls, but not refreshes at the token endpoint.',
      { also: ['LIF-45'] },
    ],
    'a-day-old-refresh-tokens-outlive-a-suspension': [
      spares.refreshTokens,
      olderThan(DAY),
      'A suspension stops only refresh tokens that were issued within the last day.',
    ],
    'refresh-tokens-of-refreshes-outlive-a-suspension': [
      spares.refreshTokens,
      isLater,
      'A suspension stops refresh tokens from code exchanges, but not those from refreshes.',
    ],
    'the-second-try-in-a-suspension-succeeds': [
      spares.refreshTokens,
      triedBefore('suspensionStops'),
      'A refresh for a suspended user is refused once and granted when it is tried again.',
      { also: ['LIF-17'] },
    ],
    'a-refresh-in-the-second-before-a-suspension-outlives-it': [
      spares.held,
      isOfTheLastMoment,
      'A suspension does not stop tokens that a refresh issued less than half a second before it.',
      { breaks: ['LIF-19'] },
    ],
    'suspension-stops-the-latest-authorization-only': [
      spares.held,
      isAuthorizedSince,
      'A suspension stops only the last authorization of each app.',
      { breaks: ['LIF-02', 'LIF-03'], also: ['LIF-04'] },
    ],
    'suspensions-stop-authorizations-of-thirty-days': [
      spares.held,
      isLongHeld,
      'A suspension does not stop authorizations that are more than thirty days old.',
      { breaks: ['LIF-03'] },
    ],
    'suspension-stops-the-first-app-only': [
      spares.held,
      afterApps(1),
      'A suspension stops only what the first app holds for the user.',
    ],
    'suspension-stops-two-apps': [
      spares.held,
      afterApps(2),
      'A suspension stops only what the first two apps hold for the user.',
    ],
    'suspensions-reach-five-apps': [
      spares.held,
      afterApps(5),
      'A suspension stops only what the first five apps hold for the user.',
    ],
    'suspensions-are-told-to-active-apps-only': [
      spares.held,
      wasArchived,
      'A suspension does not stop what an app holds for the user if the app is archived at that moment.',
    ],
    'id-tokens-outlive-a-suspension': [spares.idTokens, always, 'The tenant accepts ID tokens of a suspended user.'],
    'id-tokens-of-suspended-users-get-pages': [
      spares.idTokens,
      isFollowing,
      'An ID token of a suspended user can still request following pages.',
    ],
    'id-tokens-of-suspended-users-write': [
      spares.idTokens,
      creates,
      'An ID token of a suspended user can still create records.',
    ],
    'id-tokens-in-use-outlive-a-suspension': [
      spares.idTokens,
      everUsed('suspensionStops'),
      'An ID token that was accepted before a suspension is still accepted during it.',
    ],
    'id-tokens-of-the-suspended-are-good-after-a-month': [
      spares.idTokens,
      ago(THIRTY_DAYS, lastSuspension),
      'A month after a suspension began, ID tokens of the user are accepted again.',
    ],
    'sessions-outlive-a-suspension': [
      spares.authorizations,
      always,
      'A suspended user stays signed in in a browser, and the tokens that the user authorizes there work.',
    ],
    'codes-outlive-a-suspension': [
      spares.codes,
      always,
      'A suspension stops the existing tokens, but not a code that is exchanged afterwards.',
    ],
    'second-codes-outlive-a-suspension': [
      spares.codes,
      isAuthorizedAgain,
      'If the user had authorized the app before, a suspension does not stop a new code and its access token.',
      { also: ['LIF-02', 'LIF-03', 'LIF-17'] },
    ],
    'suspended-users-sign-in': [spares.signIns, always, 'A suspended user can sign in and authorize apps.'],
    'users-suspended-again-can-authorize': [
      spares.signIns,
      unsuspended(),
      'From the second suspension of a user on, the tokens that the user authorizes during it work.',
      { also: ['LIF-02', 'LIF-03', 'LIF-18'] },
    ],
  }),
];
