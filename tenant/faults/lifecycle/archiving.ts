import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import { all, always, at, not } from '../operators/kinds.ts';
import { happened, issuedWhile, itsApp, neverUsed, unarchived, usedOnConnection } from '../operators/memories.ts';
import { ago, isSince, itsAuthorization, itsBirth, lastArchiving, lastSuspension } from '../operators/moments.ts';
import { exempt } from '../operators/operators.ts';
import { delegationIn, tokenIn, type Holds } from '../operators/presented.ts';
import { and, faultsOf } from '../operators/rows.ts';
import { after } from '../operators/rules.ts';
import { appIs, besideUser, isSuspended, userIs } from '../operators/standing.ts';
import { archivingSpares as spares } from './decisions.ts';
import { breaking } from './rows.ts';

const secondOf = (moment: Date | undefined): number => Math.floor(Number(moment) / 1000);

/** Returns the condition that the token is not among the last `count` own tokens of its app. */
const isBeforeTheLast =
  (count: number): Holds =>
  (call, presented) => {
    const own = ownTokensOf(call, presented.appId);
    return !own.slice(-count).some((token) => token === tokenIn(presented));
  };

/** The condition that the app was refused at the token endpoint before, while it was archived. */
const refusedBefore = happened(itsApp, (note) =>
  after('clientIsBarred', (barred, { found }, { id }) => {
    if (barred !== undefined && found.grantType === 'client_credentials') note(id);
  }),
);

/** Reports whether the authorization's latest access token has not expired. */
const hasLiveToken: Holds = (call, presented) => {
  const latest = delegationIn(presented)?.latestAccessToken;
  return latest !== undefined && !call.tenant.behaviour.tokenHasExpired(call, latest);
};

/** The condition that the app was archived before, after a user had authorized it. */
const wasArchivedBefore = happened(
  delegationIn,
  (count) =>
    follow('archiving', ({ state }, { id }) => {
      for (const delegation of state.delegations) if (delegation.appId === id) count(delegation);
    }),
  2,
);

/** Faults about what the archiving of an app stops. */
export const archivingFaults: readonly Fault[] = [
  ...breaking('LIF-21', {
    'a-used-token-is-good-for-one-more-call': [
      (normal) => {
        const good = new WeakSet<object>();
        return {
          archivalStops: (call, credential) => {
            if (credential.kind !== 'accessToken') return normal.archivalStops(call, credential);
            const stops = normal.archivalStops(call, credential);
            if (!stops) good.add(credential.token);
            return stops && !good.delete(credential.token);
          },
        };
      },
      'A token that was accepted before is accepted once more before the tenant looks whether its app is archived.',
      ['LIF-23', 'LIF-28', 'LIF-30', 'LIF-42', 'VER-15', 'VER-16'],
    ],
  }),
  ...breaking('LIF-25', {
    'archived-apps-are-authorized-anew': [
      (normal) => ({
        authorizationIsBarred: (_call, app) =>
          app.installed ? undefined : refusal('unauthorized-client', 'The app is not installed.'),
        clientIsBarred: (call, app) =>
          call.found.grantType === 'client_credentials' ? normal.clientIsBarred(call, app) : undefined,
        ...exempt('archivalStops', isSince(itsAuthorization, lastArchiving))(always)(normal),
      }),
      'Users can authorize an archived app, and the tokens that it obtains by that work.',
      ['LIF-42'],
    ],
  }),
  ...breaking('LIF-30', {
    'archiving-is-not-looked-up-under-load': [
      (normal) => {
        const good = new WeakSet<object>();
        const busy = new WeakSet<Call>();
        let underway = 0;
        return {
          accept: async (call) => {
            underway++;
            await new Promise((resolve) => setTimeout(resolve, 2));
            if (underway > 3) busy.add(call);
            return normal.accept(call);
          },
          answer: (answer, call) => {
            underway--;
            return normal.answer(answer, call);
          },
          archivalStops: (call, credential) => {
            if (credential.kind !== 'accessToken') return normal.archivalStops(call, credential);
            if (busy.has(call) && good.has(credential.token)) return false;
            const stops = normal.archivalStops(call, credential);
            if (!stops) good.add(credential.token);
            return stops;
          },
        };
      },
      'While more than three calls are under way, archiving does not stop a token that was accepted before.',
      ['LIF-42', 'LIF-21', 'LIF-22', 'LIF-23', 'LIF-24'],
    ],
  }),
  ...breaking('LIF-22', {
    'the-second-token-of-an-archived-app-works': [
      (normal) => {
        const working = new WeakSet<object>();
        let asked = 0;
        return {
          clientIsBarred: () => undefined,
          ...after('issueAccessToken', (token, _call, subject, app) => {
            if (app.archived && subject.kind === 'app' && ++asked % 2 === 0) working.add(token);
          })(normal),
          ...exempt('archivalStops', (_call, presented) => working.has(tokenIn(presented) ?? {}))(always)(normal),
        };
      },
      'An archived app obtains own tokens, and every second one of them works.',
      ['LIF-28', 'LIF-42'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'archiving-is-seen-after-a-second': [
      { ...spares.everything, wrong: exempt('archivalStops', always) },
      not(ago(1000, lastArchiving)),
      'Calls take up to a second to see that an app was archived.',
      { breaks: ['LIF-21', 'LIF-30'] },
    ],
    'archived-apps-list-v3-plates': [
      spares.everything,
      at('/api/v3/plate/items'),
      'The v3 listing of plates does not check whether an app is archived.',
    ],
    'archived-apps-list-what-they-sort': [
      spares.everything,
      sorts,
      'A sorted listing does not check whether an app is archived.',
    ],
    'archived-apps-list-what-they-filter': [
      spares.everything,
      filters,
      'A listing with a filter does not check whether an app is archived.',
    ],
    'archived-apps-see-following-pages': [
      spares.everything,
      isFollowing,
      'An archived app can request following pages.',
    ],
    'archived-apps-may-write': [
      spares.everything,
      creates,
      'An archived app cannot list anything, but can still create entries.',
    ],
    'archiving-passes-with-an-hour': [
      spares.everything,
      ago(HOUR, lastArchiving),
      'An hour after an app was archived, it obtains tokens again, and they work.',
      { breaks: ['LIF-22'], also: ['LIF-21'] },
    ],
    'an-archiving-is-over-after-forty-days': [
      spares.everything,
      ago(40 * DAY, lastArchiving),
      'An app that was archived forty days ago counts as active.',
      { breaks: ['LIF-22'], also: ['LIF-21'] },
    ],
    'an-archiving-ends-with-its-year': [
      spares.everything,
      ago(365 * DAY, lastArchiving),
      'An app that was archived a year ago counts as active.',
      { breaks: ['LIF-22'], also: ['LIF-21'] },
    ],
    'apps-without-redirect-uris-are-not-archived': [
      spares.everything,
      appIs(({ redirectUris }) => redirectUris.length === 0),
      'Archiving has no effect on an app without a redirect URI.',
    ],
    'archiving-stops-the-token-endpoint-only': [
      spares.tokens,
      always,
      'An archived app obtains no new tokens, but its old tokens work until they expire.',
      { breaks: ['LIF-21', 'LIF-23', 'LIF-30'] },
    ],
    'known-connections-outlive-archiving': [
      spares.tokens,
      usedOnConnection('archivalStops'),
      'A connection on which a token was accepted accepts it after its app is archived.',
      { breaks: ['LIF-21', 'LIF-30'] },
    ],
    'tokens-of-the-same-second-outlive-archiving': [
      spares.tokens,
      (call, presented) => secondOf(itsBirth(call, presented)) >= secondOf(lastArchiving(call, presented)),
      'Archiving stops only the tokens that were issued in an earlier second than the archiving.',
      { also: ['LIF-24', 'LIF-25', 'LIF-47'] },
    ],
    'archiving-forgets-unused-tokens': [
      spares.tokens,
      neverUsed('archivalStops'),
      'Archiving stops only the tokens that were used before.',
    ],
    'tokens-of-the-first-archiving-come-back-in-the-third-state': [
      spares.tokens,
      and(unarchived(), (call, presented) => {
        const first = call.tenant.state.accessTokens.values().find(({ appId }) => appId === presented.appId);
        return tokenIn(presented) === first;
      }),
      'The first token of an app is stopped only by the first archiving of the app.',
      { breaks: ['LIF-28'], also: ['LIF-21'] },
    ],
    'archiving-stops-the-latest-token-only': [
      spares.appTokens,
      isBeforeTheLast(1),
      "Archiving stops only the last of the app's own tokens.",
    ],
    'archiving-ends-five-tokens': [
      spares.appTokens,
      isBeforeTheLast(5),
      "Archiving stops only the last five of the app's own tokens.",
    ],
    'tokens-from-during-a-suspension-outlive-archiving': [
      spares.appTokens,
      issuedWhile(besideUser(isSuspended)),
      'Archiving does not stop app tokens that were issued while some user was suspended.',
    ],
    'second-archiving-spares-app-tokens': [
      spares.appTokens,
      unarchived(),
      'From the second archiving of an app on, its own tokens still work.',
      { breaks: ['LIF-28'], also: ['LIF-21'] },
    ],
    'archived-apps-act-for-users': [
      spares.delegated,
      always,
      'Archiving stops an app that acts as itself, but not an app that acts for a user.',
    ],
    'archived-apps-act-for-their-first-user': [
      spares.delegated,
      (call, presented) =>
        call.tenant.state.delegations.find(({ appId }) => appId === presented.appId) === delegationIn(presented),
      'Archiving does not stop an app that acts for the first user who authorized it.',
    ],
    'archived-apps-sort-for-users': [
      spares.delegated,
      sorts,
      'A sorted listing does not check whether an app that acts for a user is archived.',
    ],
    'archived-apps-filter-for-users': [
      spares.delegated,
      filters,
      'A listing with a filter does not check whether an app that acts for a user is archived.',
    ],
    'archived-apps-follow-pages-for-users': [
      spares.delegated,
      isFollowing,
      'An archived app that acts for a user can request following pages.',
    ],
    'archived-apps-create-for-users': [
      spares.delegated,
      creates,
      'An archived app cannot list anything for users, but can still create entries for them.',
    ],
    'unsuspension-outruns-archiving': [
      spares.delegated,
      all(
        userIs(({ active }) => active),
        isSince(lastSuspension, lastArchiving),
      ),
      'The tokens that an archived app holds for a user work again when that user is un-suspended.',
      { also: ['LIF-24'] },
    ],
    'archiving-stops-old-tokens-only': [
      spares.clients,
      always,
      'Archiving stops the existing tokens, but new ones are issued and work.',
      { also: ['LIF-24', 'LIF-25', 'LIF-47'] },
    ],
    'archived-apps-get-tokens-at-the-second-attempt': [
      spares.clients,
      refusedBefore,
      'From its second attempt on, an archived app obtains own tokens that work.',
    ],
    'archived-apps-refresh': [
      spares.refreshes,
      always,
      'An archived app can refresh, and the tokens that it obtains work.',
    ],
    'archived-apps-refresh-live-grants': [
      spares.refreshes,
      hasLiveToken,
      'An archived app can refresh and call until the access token of the authorization expires.',
    ],
    'an-app-archived-again-refreshes-what-it-held-before': [
      spares.refreshes,
      wasArchivedBefore,
      'From its second archiving on, an app can refresh authorizations from before the first archiving.',
    ],
    'archived-apps-exchange-codes': [
      spares.codes,
      always,
      'An archived app can exchange codes from before, and the tokens that it obtains work.',
    ],
  }),
];
