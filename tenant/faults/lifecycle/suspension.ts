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
import { ago, bornSince, isSince, itsBirth, lastSuspension, olderAt, olderThan } from '../operators/moments.ts';
import { faultsOf } from '../operators/rows.ts';
import { afterApps, isArchived, isAuthorizedAgain, isAuthorizedSince } from '../operators/standing.ts';
import { suspensionSpares as spares } from './decisions.ts';
import { breaking } from './rows.ts';
import { insteadWhere } from '../operators/rules.ts';

/** Refreshed less than half a second before the suspension. */
const isOfTheLastMoment = all(
  any(isOfRefresh, isLater),
  isSince(lastSuspension, itsBirth),
  not(olderAt(lastSuspension, 499)),
);

/** Held by an app that was archived when the user was suspended. */
const wasArchived = happened(
  ({ userId, appId }) => `${userId} ${appId}`,
  (note) =>
    follow('suspension', ({ state }, { id }) => {
      for (const app of state.apps.values()) if (isArchived(app)) note(`${id} ${app.id}`);
    }),
);

/** Wrong decisions about what the suspension of a user stops. */
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
      'Whether the user is suspended is looked up when a refresh arrives, and what it issues is never asked again.',
      ['LIF-42'],
    ],
  }),
  ...breaking('LIF-03', {
    'refusals-in-a-suspension-carry-the-next-token': [
      insteadWhere(
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
      'A suspension stops what apps hold for the user, and not the API key.',
    ],
    'suspended-keys-list-plates': [
      spares.keys,
      at('/api/v2/plates'),
      'The v2 listing of plates looks up no suspension of the owner of a key.',
    ],
    'known-connections-outlive-a-suspension': [
      spares.keys,
      usedOnConnection('suspensionStops'),
      'A connection over which a key was accepted once goes on accepting it.',
    ],
    'suspended-keys-list-what-they-sort': [
      spares.keys,
      sorts,
      'A sorted listing looks up no suspension of the owner of a key.',
    ],
    'suspended-keys-work-with-a-scheme-in-lower-case': [
      spares.keys,
      inLowerCase,
      'Where the scheme is written basic, no suspension of the owner of a key is looked up.',
    ],
    'unused-keys-outlive-a-suspension': [
      spares.keys,
      neverUsed('suspensionStops'),
      'A suspension stops the API key if that was used before.',
    ],
    'third-suspension-spares-the-key': [
      spares.keys,
      unsuspended(2),
      'From the third suspension of a user on, their API key goes on working.',
      { breaks: ['LIF-06'], also: ['LIF-01'] },
    ],
    'key-made-in-a-suspension-works': [
      spares.keys,
      bornSince(lastSuspension),
      'A suspension stops the key that there is at the time, and none that takes its place.',
    ],
    'suspended-keys-show-following-pages': [
      spares.everything,
      isFollowing,
      'Following pages are shown to the key of a suspended user.',
    ],
    'suspended-users-may-write': [
      spares.everything,
      creates,
      'A suspension stops reading, and not writing.',
      { breaks: ['LIF-01', 'LIF-02'] },
    ],
    'suspension-passes-with-an-hour': [
      spares.everything,
      ago(HOUR, lastSuspension),
      'A suspension is over by itself after an hour.',
      { breaks: ['LIF-01', 'LIF-03'] },
    ],
    'a-suspension-is-over-after-ninety-days': [
      spares.everything,
      ago(90 * DAY, lastSuspension),
      'A suspension is over by itself after ninety days.',
    ],
    'a-suspension-ends-with-its-year': [
      spares.everything,
      ago(365 * DAY, lastSuspension),
      'A user who has been suspended for a year is active again.',
    ],
    'access-tokens-outlive-a-suspension': [
      spares.accessTokens,
      always,
      'A suspension stops refreshes, and lets access tokens run out.',
    ],
    'refreshed-access-tokens-outlive-a-suspension': [
      spares.accessTokens,
      isOfRefresh,
      'A suspension stops the access token of a code, and not those of refreshes.',
    ],
    'access-tokens-outlive-a-suspension-on-v3-entries': [
      spares.accessTokens,
      at('/api/v3/entry/items'),
      'The v3 listing of entries looks up no suspension for delegated access tokens.',
    ],
    'older-access-tokens-outlive-a-suspension': [
      spares.accessTokens,
      olderAt(lastSuspension, 5 * MINUTE),
      'A suspension stops the access tokens of the last five minutes.',
    ],
    'suspended-tokens-list-what-they-filter': [
      spares.accessTokens,
      filters,
      'A listing with a filter looks up no suspension for delegated access tokens.',
    ],
    'no-suspension-under-a-lower-case-scheme': [
      spares.accessTokens,
      inLowerCase,
      'Where the scheme is written bearer, no suspension of the user of a token is looked up.',
    ],
    'unused-tokens-outlive-a-suspension': [
      spares.accessTokens,
      neverUsed('suspensionStops'),
      'A suspension stops the delegated access tokens that were used before.',
    ],
    'superseded-tokens-outlive-a-suspension': [
      spares.accessTokens,
      isSuperseded,
      'A suspension stops the last access token of each authorization; one from before a refresh runs out.',
    ],
    'refresh-tokens-outlive-a-suspension': [
      spares.refreshTokens,
      always,
      'A suspension stops calls, and not the token endpoint.',
      { also: ['LIF-45'] },
    ],
    'a-day-old-refresh-tokens-outlive-a-suspension': [
      spares.refreshTokens,
      olderThan(DAY),
      'A suspension stops the refresh tokens of the last day.',
    ],
    'refresh-tokens-of-refreshes-outlive-a-suspension': [
      spares.refreshTokens,
      isLater,
      'A suspension stops the refresh tokens of code exchanges, and not those of refreshes.',
    ],
    'the-second-try-in-a-suspension-succeeds': [
      spares.refreshTokens,
      triedBefore('suspensionStops'),
      'A refresh for a suspended user is refused once, and granted when it is tried again.',
      { also: ['LIF-17'] },
    ],
    'a-refresh-in-the-second-before-a-suspension-outlives-it': [
      spares.held,
      isOfTheLastMoment,
      'Tokens that a refresh issued less than half a second before the suspension are not stopped by it.',
      { breaks: ['LIF-19'] },
    ],
    'suspension-stops-the-latest-authorization-only': [
      spares.held,
      isAuthorizedSince,
      'A suspension stops the last authorization of each app, and none before it.',
      { breaks: ['LIF-02', 'LIF-03'], also: ['LIF-04'] },
    ],
    'suspensions-stop-authorizations-of-thirty-days': [
      spares.held,
      isLongHeld,
      'A suspension stops authorizations of the last thirty days, and none that were refreshed for longer.',
      { breaks: ['LIF-03'] },
    ],
    'suspension-stops-the-first-app-only': [
      spares.held,
      afterApps(1),
      'A suspension stops what the first app holds for the user, and nothing that later apps hold.',
    ],
    'suspension-stops-two-apps': [
      spares.held,
      afterApps(2),
      'A suspension stops what the first two apps hold for the user.',
    ],
    'suspensions-reach-five-apps': [
      spares.held,
      afterApps(5),
      'A suspension stops what the first five apps hold for the user.',
    ],
    'suspensions-are-told-to-active-apps-only': [
      spares.held,
      wasArchived,
      'A suspension stops what active apps hold for the user; an app that is archived just then is overlooked.',
    ],
    'id-tokens-outlive-a-suspension': [spares.idTokens, always, 'ID tokens of a suspended user are accepted.'],
    'id-tokens-of-suspended-users-get-pages': [
      spares.idTokens,
      isFollowing,
      'An ID token that names a suspended user still gets following pages.',
    ],
    'id-tokens-of-suspended-users-write': [
      spares.idTokens,
      creates,
      'An ID token that names a suspended user still creates records.',
    ],
    'id-tokens-in-use-outlive-a-suspension': [
      spares.idTokens,
      everUsed('suspensionStops'),
      'An ID token that was accepted before a suspension is accepted during it.',
    ],
    'id-tokens-of-the-suspended-are-good-after-a-month': [
      spares.idTokens,
      ago(THIRTY_DAYS, lastSuspension),
      'A month after the suspension an ID token of the user is accepted again.',
    ],
    'sessions-outlive-a-suspension': [
      spares.authorizations,
      always,
      'A browser that is signed in stays so, and what a suspended user authorizes in it works.',
    ],
    'codes-outlive-a-suspension': [
      spares.codes,
      always,
      'A suspension ends the tokens that there are, and no code that has yet to be exchanged.',
    ],
    'second-codes-outlive-a-suspension': [
      spares.codes,
      isAuthorizedAgain,
      'A code for an app that the user had authorized before outlives a suspension, with its access token.',
      { also: ['LIF-02', 'LIF-03', 'LIF-17'] },
    ],
    'suspended-users-sign-in': [
      spares.signIns,
      always,
      'A suspension ends what there is, and does not keep the user from signing in and authorizing apps.',
    ],
    'users-suspended-again-can-authorize': [
      spares.signIns,
      unsuspended(),
      'From the second suspension of a user on, what they authorize during it works.',
      { also: ['LIF-02', 'LIF-03', 'LIF-18'] },
    ],
  }),
];
