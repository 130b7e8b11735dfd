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

/** Whether it is not among the last so many tokens that the app has for itself. */
const isBeforeTheLast =
  (count: number): Holds =>
  (call, presented) => {
    const own = ownTokensOf(call, presented.appId);
    return !own.slice(-count).some((token) => token === tokenIn(presented));
  };

/** An archived app was refused at the token endpoint before. */
const refusedBefore = happened(itsApp, (note) =>
  after('clientIsBarred', (barred, { found }, { id }) => {
    if (barred !== undefined && found.grantType === 'client_credentials') note(id);
  }),
);

/** The access token that was issued last of the authorization has not expired. */
const hasLiveToken: Holds = (call, presented) => {
  const latest = delegationIn(presented)?.latestAccessToken;
  return latest !== undefined && !call.tenant.behaviour.tokenHasExpired(call, latest);
};

/** The app was archived before, and a user had authorized it by then. */
const wasArchivedBefore = happened(
  delegationIn,
  (count) =>
    follow('archiving', ({ state }, { id }) => {
      for (const delegation of state.delegations) if (delegation.appId === id) count(delegation);
    }),
  2,
);

/** Wrong decisions about what the archiving of an app stops. */
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
      'What is remembered of a token is looked at once more before its app is looked up.',
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
      'What users authorize an archived app for works.',
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
      'While more than three calls are on their way, what was found out about a token before is believed.',
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
      'Of the tokens that an archived app asks for every second one works.',
      ['LIF-28', 'LIF-42'],
    ],
  }),
  ...faultsOf('lifecycle', {
    'archiving-is-seen-after-a-second': [
      { ...spares.everything, wrong: exempt('archivalStops', always) },
      not(ago(1000, lastArchiving)),
      'Calls learn within a second that an app was archived.',
      { breaks: ['LIF-21', 'LIF-30'] },
    ],
    'archived-apps-list-v3-plates': [
      spares.everything,
      at('/api/v3/plate/items'),
      'The v3 listing of plates looks up no archiving.',
    ],
    'archived-apps-list-what-they-sort': [spares.everything, sorts, 'A sorted listing looks up no archiving.'],
    'archived-apps-list-what-they-filter': [
      spares.everything,
      filters,
      'A listing with a filter looks up no archiving.',
    ],
    'archived-apps-see-following-pages': [
      spares.everything,
      isFollowing,
      'Following pages are shown to an archived app.',
    ],
    'archived-apps-may-write': [
      spares.everything,
      creates,
      'An archived app lists nothing, and goes on creating entries.',
    ],
    'archiving-passes-with-an-hour': [
      spares.everything,
      ago(HOUR, lastArchiving),
      'An hour after an app was archived it gets tokens again, and they work.',
      { breaks: ['LIF-22'], also: ['LIF-21'] },
    ],
    'an-archiving-is-over-after-forty-days': [
      spares.everything,
      ago(40 * DAY, lastArchiving),
      'An app that was archived forty days ago is active.',
      { breaks: ['LIF-22'], also: ['LIF-21'] },
    ],
    'an-archiving-ends-with-its-year': [
      spares.everything,
      ago(365 * DAY, lastArchiving),
      'An app that has been archived for a year is no longer.',
      { breaks: ['LIF-22'], also: ['LIF-21'] },
    ],
    'apps-without-redirect-uris-are-not-archived': [
      spares.everything,
      appIs(({ redirectUris }) => redirectUris.length === 0),
      'The archiving of an app that has no redirect URI is lost.',
    ],
    'archiving-stops-the-token-endpoint-only': [
      spares.tokens,
      always,
      'An archived app gets no new tokens, and those that it has run out by themselves.',
      { breaks: ['LIF-21', 'LIF-23', 'LIF-30'] },
    ],
    'known-connections-outlive-archiving': [
      spares.tokens,
      usedOnConnection('archivalStops'),
      'A connection over which a token was accepted once goes on accepting it.',
      { breaks: ['LIF-21', 'LIF-30'] },
    ],
    'tokens-of-the-same-second-outlive-archiving': [
      spares.tokens,
      (call, presented) => secondOf(itsBirth(call, presented)) >= secondOf(lastArchiving(call, presented)),
      'Archiving ends the tokens that were issued in a second before that of the archiving.',
      { also: ['LIF-24', 'LIF-25', 'LIF-47'] },
    ],
    'archiving-forgets-unused-tokens': [
      spares.tokens,
      neverUsed('archivalStops'),
      'Archiving ends the tokens that were used, and forgets those that never were.',
    ],
    'tokens-of-the-first-archiving-come-back-in-the-third-state': [
      spares.tokens,
      and(unarchived(), (call, presented) => {
        const first = call.tenant.state.accessTokens.values().find(({ appId }) => appId === presented.appId);
        return tokenIn(presented) === first;
      }),
      'The first token of an app is looked up in its first archiving only.',
      { breaks: ['LIF-28'], also: ['LIF-21'] },
    ],
    'archiving-stops-the-latest-token-only': [
      spares.appTokens,
      isBeforeTheLast(1),
      "Archiving stops the app's last token, and none before it.",
    ],
    'archiving-ends-five-tokens': [
      spares.appTokens,
      isBeforeTheLast(5),
      'Archiving ends the last five tokens that the app has for itself.',
    ],
    'tokens-from-during-a-suspension-outlive-archiving': [
      spares.appTokens,
      issuedWhile(besideUser(isSuspended)),
      'App tokens that were asked for while some user was suspended are not stopped by archiving.',
    ],
    'second-archiving-spares-app-tokens': [
      spares.appTokens,
      unarchived(),
      'From the second time that an app is archived on, its tokens go on working.',
      { breaks: ['LIF-28'], also: ['LIF-21'] },
    ],
    'archived-apps-act-for-users': [
      spares.delegated,
      always,
      'Archiving stops what an app does as itself, and not what it does for users.',
    ],
    'archived-apps-act-for-their-first-user': [
      spares.delegated,
      (call, presented) =>
        call.tenant.state.delegations.find(({ appId }) => appId === presented.appId) === delegationIn(presented),
      'Archiving stops what an app does for users, but for the first who authorized it.',
    ],
    'archived-apps-sort-for-users': [
      spares.delegated,
      sorts,
      'A sorted listing looks up no archiving of an app that acts for a user.',
    ],
    'archived-apps-filter-for-users': [
      spares.delegated,
      filters,
      'A listing with a filter looks up no archiving of an app that acts for a user.',
    ],
    'archived-apps-follow-pages-for-users': [
      spares.delegated,
      isFollowing,
      'Following pages are shown to an archived app that acts for a user.',
    ],
    'archived-apps-create-for-users': [
      spares.delegated,
      creates,
      'An archived app lists nothing for users, and goes on creating entries for them.',
    ],
    'unsuspension-outruns-archiving': [
      spares.delegated,
      all(
        userIs(({ active }) => active),
        isSince(lastSuspension, lastArchiving),
      ),
      'What an archived app holds for a user works from when that user is un-suspended.',
      { also: ['LIF-24'] },
    ],
    'archiving-stops-old-tokens-only': [
      spares.clients,
      always,
      'Archiving ends the tokens that there are; new ones are issued and work.',
      { also: ['LIF-24', 'LIF-25', 'LIF-47'] },
    ],
    'archived-apps-get-tokens-at-the-second-attempt': [
      spares.clients,
      refusedBefore,
      'An archived app gets own tokens that work from its second attempt on.',
    ],
    'archived-apps-refresh': [spares.refreshes, always, 'An archived app refreshes, and what it obtains works.'],
    'archived-apps-refresh-live-grants': [
      spares.refreshes,
      hasLiveToken,
      'An archived app can refresh while the access token of the authorization has not expired, and call with it.',
    ],
    'an-app-archived-again-refreshes-what-it-held-before': [
      spares.refreshes,
      wasArchivedBefore,
      'A second archiving of an app looks at authorizations from after the first one only: older ones are refreshed.',
    ],
    'archived-apps-exchange-codes': [
      spares.codes,
      always,
      'An archived app exchanges codes from before, and what it obtains works.',
    ],
  }),
];
