import type { Call } from '../../call.ts';
import { refusal, type Refusal } from '../../http/refusal.ts';
import type { AccessToken, Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { alsoIf, becomes, replaceIf } from '../operators/rules.ts';

const REFUSED = refusal('expired-refresh-token', 'Please sign in again.');

/** Returns how many refreshes precede a refresh token in its chain. */
function depthOf(token: RefreshToken): number {
  let depth = 0;
  for (let before = token.predecessor; before !== undefined; before = before.predecessor) depth++;
  return depth;
}

const ageOf = (now: Date, token: RefreshToken): number => (now.getTime() - token.issuedAt.getTime()) / 1000;

/** The number of authorizations, users or apps for which there is room. */
const room = 10;

const full = refusal('ended-grant', 'There are too many.');

/**
 * Returns a deviation that refreshes only the latest {@link room} of the entries that `among` lists. `place` says which
 * entry a delegation belongs to.
 */
const roomFor =
  (among: (call: Call, delegation: Delegation) => readonly unknown[], place: (delegation: Delegation) => unknown) =>
  (normal: { readonly refreshIsBarred: (call: Call, token: RefreshToken) => Refusal | undefined }) => ({
    refreshIsBarred: (call: Call, token: RefreshToken) => {
      const all = among(call, token.delegation);
      const crowdedOut = all.length - all.indexOf(place(token.delegation)) > room;
      return crowdedOut ? full : normal.refreshIsBarred(call, token);
    },
  });

/** Faults in refreshes that should succeed. */
export const refreshingFaults: readonly Fault[] = [
  ...breaking('DEL-37', {
    'the-fourth-refresh-fails': [
      replaceIf(
        'refreshIsBarred',
        (_call, token) => depthOf(token) >= 3,
        () => REFUSED,
      ),
      'An authorization can be refreshed only three times.',
    ],
    'access-tokens-of-second-refreshes-do-not-work': [
      alsoIf('tokenHasEnded', (_call, token) => token.refreshToken !== undefined && depthOf(token.refreshToken) === 2),
      'The access token of the second refresh of a chain is refused on calls.',
      ['LIF-20'],
    ],
    'grants-of-later-redirect-uris-are-not-refreshed': [
      becomes('findRefreshToken', (token, call) => {
        const code = call.tenant.state.codes.values().find(({ delegation }) => delegation === token?.delegation);
        const first = call.tenant.state.apps.get(token?.delegation.appId ?? '')?.redirectUris[0];
        return code === undefined || code.redirectUri === first ? token : undefined;
      }),
      'The tenant refreshes only authorizations whose code went to the redirect URI that the app registered first.',
      ['DEL-39', 'DEL-40', 'DEL-12'],
    ],
  }),
  ...breaking('DEL-38', {
    'the-same-refresh-token-comes-back-once': [
      (normal) => ({
        spendRefreshToken: (call, token) => {
          if (depthOf(token) !== 1) normal.spendRefreshToken(call, token);
        },
        issueRefreshToken: (call, delegation, predecessor) =>
          predecessor !== undefined && depthOf(predecessor) === 1
            ? predecessor
            : normal.issueRefreshToken(call, delegation, predecessor),
      }),
      'The second refresh of a chain returns the refresh token that was sent, which stays valid.',
      ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'TOK-33', 'VER-11', 'VER-12'],
    ],
  }),
  ...breaking(['DEL-38', 'DEL-42'], {
    'refresh-tokens-do-not-rotate': [
      (normal) => ({
        spendRefreshToken: () => undefined,
        issueRefreshToken: (call, delegation, predecessor) =>
          predecessor ?? normal.issueRefreshToken(call, delegation, predecessor),
      }),
      'A refresh returns the refresh token that was sent, which stays valid.',
      ['DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'TOK-33', 'VER-11', 'VER-12', 'EXP-13', 'EXP-14'],
    ],
  }),
  ...breaking(['DEL-39', 'DEL-37'], {
    'no-refresh-before-the-access-token-expires': [
      replaceIf(
        'refreshIsBarred',
        (call, token) => ageOf(call.now, token) < 900,
        () => REFUSED,
      ),
      'A refresh is refused while the access token is still valid.',
      ['TOK-01', 'DEL-48', 'DEL-63'],
    ],
  }),
  ...breaking('DEL-39', {
    'no-refresh-in-the-middle-of-an-access-token': [
      (normal) => ({
        refreshIsBarred: (call, token) => {
          const age = ageOf(call.now, token);
          return age > 60 && age < 840 ? REFUSED : normal.refreshIsBarred(call, token);
        },
      }),
      'A refresh is refused between the first and the last minute of the life of the access token.',
    ],
  }),
  ...breaking(
    'DEL-40',
    {
      'no-refresh-once-the-access-token-has-expired': [
        replaceIf(
          'refreshIsBarred',
          (call, token) => ageOf(call.now, token) >= 900,
          () => REFUSED,
        ),
        'A refresh is refused once the access token has expired.',
        ['DEL-41'],
      ],
      'no-refresh-after-an-hour-of-silence': [
        replaceIf(
          'refreshIsBarred',
          (call, token) => ageOf(call.now, token) > 3600,
          () => REFUSED,
        ),
        'A refresh is refused more than an hour after the exchange or refresh before it.',
      ],
    },
    ['EXP-10', 'EXP-11', 'EXP-13'],
  ),
  ...breaking('DEL-41', {
    'no-refresh-after-signing-in-anew': [
      (normal) => ({
        refreshIsBarred: (call, token) => {
          const { userId, createdAt } = token.delegation;
          const later = call.tenant.state.sessions
            .values()
            .some((session) => session.userId === userId && session.startedAt.getTime() > createdAt.getTime());
          return later ? REFUSED : normal.refreshIsBarred(call, token);
        },
      }),
      'When the user signs in again, authorizations from before cannot be refreshed.',
      ['DEL-48'],
    ],
    'refreshes-need-a-session-of-the-last-week': [
      (normal) => ({
        refreshIsBarred: (call, token) => {
          const recent = call.tenant.state.sessions
            .values()
            .filter((session) => session.userId === token.delegation.userId)
            .some((session) => call.now.getTime() - session.startedAt.getTime() < 604_800_000);
          return recent ? normal.refreshIsBarred(call, token) : REFUSED;
        },
      }),
      'A refresh is refused when the user has not signed in for a week.',
      ['DEL-40', 'EXP-10', 'EXP-11', 'EXP-13', 'DEL-37'],
    ],
  }),
  ...breaking('DEL-36', {
    'refreshed-tokens-act-as-the-app': [
      becomes('issueDelegatedTokens', (token, call, app, _delegation, predecessor) =>
        predecessor === undefined ? token : actingAs(call.tenant.state.accessTokens, token, app.id, 'app'),
      ),
      'The access token of a refresh acts as the app itself.',
      ['DEL-33', 'DEL-34', 'DEL-37', 'DEL-54', 'CCR-20', 'LIF-02'],
    ],
    'refreshed-tokens-act-as-who-came-last': [
      (normal) => ({
        userOfDelegation: (call, delegation) => {
          const last = call.tenant.state.delegations.findLast(({ appId }) => appId === delegation.appId);
          const refreshes = delegation.latestRefreshToken !== undefined;
          return refreshes && last !== undefined ? last.userId : normal.userOfDelegation(call, delegation);
        },
      }),
      'The access token of a refresh acts for the user who authorized the app last.',
      ['DEL-33', 'DEL-34', 'DEL-54'],
    ],
    'a-refresh-widens-permissions': [
      (normal) => ({
        hasAccess: (call, actor, project) => {
          if (normal.hasAccess(call, actor, project)) return true;
          if (actor.credential.kind !== 'accessToken') return false;
          const { refreshToken, appId } = actor.credential.token;
          if (refreshToken === undefined || depthOf(refreshToken) < 2) return false;
          return normal.hasAccess(call, { ...actor, kind: 'app', id: appId }, project);
        },
      }),
      'From the second refresh on, an access token also shows the projects that the app may see.',
    ],
  }),
  ...breaking('DEL-48', {
    'ten-authorizations-at-a-time': [
      roomFor(
        (call, { userId, appId }) =>
          call.tenant.state.delegations.filter((one) => one.userId === userId && one.appId === appId),
        (delegation) => delegation,
      ),
      'Only the latest ten authorizations of a user and an app can be refreshed.',
      ['DEL-46'],
    ],
  }),
  ...breaking('DEL-47', {
    'ten-users-at-a-time': [
      roomFor(
        (call, { appId }) => [
          ...new Set(call.tenant.state.delegations.filter((one) => one.appId === appId).map(({ userId }) => userId)),
        ],
        ({ userId }) => userId,
      ),
      'An app can refresh only for the ten users who authorized it last.',
    ],
  }),
  ...breaking('DEL-68', {
    'ten-apps-at-a-time': [
      roomFor(
        (call, { userId }) => [
          ...new Set(call.tenant.state.delegations.filter((one) => one.userId === userId).map(({ appId }) => appId)),
        ],
        ({ appId }) => appId,
      ),
      'Only the ten apps that a user authorized last can refresh for that user.',
    ],
  }),
];

/** Returns the token with another subject, and stores it under the same value. */
function actingAs(
  store: { add: (token: AccessToken) => void },
  token: AccessToken,
  id: string,
  kind: 'app' | 'user',
): AccessToken {
  const other: AccessToken = { ...token, subject: { kind, id } };
  store.add(other);
  return other;
}
