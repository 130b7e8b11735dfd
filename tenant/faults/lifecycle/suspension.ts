import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import { delegationOf, userOf, type Credential } from '../../state/delegated.ts';
import type { User } from '../../state/model.ts';
import { HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** When the credential was issued; `undefined` for those that have no such time here. */
function issuedAt(credential: Credential): Date | undefined {
  if (credential.kind === 'code') return credential.code.issuedAt;
  return credential.kind === 'accessToken' || credential.kind === 'refreshToken'
    ? credential.token.issuedAt
    : undefined;
}

function userBehind(call: Call, credential: Credential): User | undefined {
  const id = userOf(credential);
  return id === undefined ? undefined : call.tenant.state.users.get(id);
}

/** Wrong decisions about what the suspension of a user stops. */
export const suspensionFaults: readonly Fault[] = [
  {
    id: 'lifecycle/suspension-forgets-keys',
    breaks: ['LIF-01'],
    also: ['LIF-06'],
    summary: 'A suspension stops what apps hold for the user, and not the API key.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => credential.kind !== 'apiKey' && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/suspended-keys-list-plates',
    breaks: ['LIF-01'],
    also: ['LIF-06', 'VER-16'],
    summary: 'The v2 listing of plates looks up no suspension of the owner of a key.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        !(credential.kind === 'apiKey' && call.request.path === '/api/v2/plates') &&
        normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/suspended-users-may-write',
    breaks: ['LIF-01', 'LIF-02'],
    summary: 'A suspension stops reading, and not writing.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        !(call.request.method === 'POST' && call.request.path.endsWith('/entries')) &&
        normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/suspension-passes-with-an-hour',
    breaks: ['LIF-01', 'LIF-03'],
    summary: 'A suspension is over by itself after an hour.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const since = userBehind(call, credential)?.activeChangedAt.getTime() ?? 0;
        return normal.suspensionStops(call, credential) && call.now.getTime() - since < HOUR;
      },
    }),
  },
  {
    id: 'lifecycle/known-connections-outlive-a-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-06', 'VER-16'],
    summary: 'A connection over which a key was accepted once goes on accepting it.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Set<object>>();
      return {
        suspensionStops: (call, credential) => {
          if (credential.kind !== 'apiKey') return normal.suspensionStops(call, credential);
          const keys = known.get(call.connection) ?? new Set();
          if (keys.has(credential.key)) return false;
          if (normal.suspensionStops(call, credential)) return true;
          known.set(call.connection, keys.add(credential.key));
          return false;
        },
      };
    },
  },
  {
    id: 'lifecycle/access-tokens-outlive-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-19'],
    summary: 'A suspension stops refreshes, and lets access tokens run out.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        credential.kind !== 'accessToken' && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/refreshed-access-tokens-outlive-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-19'],
    summary: 'A suspension stops the access token of a code, and not those of refreshes.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        !(credential.kind === 'accessToken' && credential.token.refreshToken?.predecessor !== undefined) &&
        normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/access-tokens-outlive-a-suspension-on-v3-entries',
    breaks: ['LIF-02'],
    also: ['LIF-17', 'LIF-18', 'LIF-19', 'VER-16'],
    summary: 'The v3 listing of entries looks up no suspension for delegated access tokens.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        !(credential.kind === 'accessToken' && call.request.path === '/api/v3/entry/items') &&
        normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/older-access-tokens-outlive-a-suspension',
    breaks: ['LIF-02'],
    summary: 'A suspension stops the access tokens of the last five minutes.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(
          credential.kind === 'accessToken' &&
          (userBehind(call, credential)?.activeChangedAt.getTime() ?? 0) - credential.token.issuedAt.getTime() > 300_000
        ),
    }),
  },
  {
    id: 'lifecycle/refresh-tokens-outlive-a-suspension',
    breaks: ['LIF-03'],
    also: ['LIF-19', 'LIF-45'],
    summary: 'A suspension stops calls, and not the token endpoint.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        credential.kind !== 'refreshToken' && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/a-day-old-refresh-tokens-outlive-a-suspension',
    breaks: ['LIF-03'],
    summary: 'A suspension stops the refresh tokens of the last day.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'refreshToken' && call.now.getTime() - credential.token.issuedAt.getTime() > 24 * HOUR),
    }),
  },
  {
    id: 'lifecycle/suspension-stops-the-latest-authorization-only',
    breaks: ['LIF-02', 'LIF-03'],
    also: ['LIF-04', 'LIF-19', 'VER-15', 'LIF-18'],
    summary: 'A suspension stops the last authorization of each app, and none before it.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const last = call.tenant.state.delegations.findLast(
          ({ userId, appId }) => userId === delegation?.userId && appId === delegation.appId,
        );
        return delegation === last && normal.suspensionStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/suspension-stops-the-first-app-only',
    breaks: ['LIF-04'],
    also: ['LIF-02', 'LIF-03', 'LIF-18'],
    summary: 'A suspension stops what the first app holds for the user, and nothing that later apps hold.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const first = call.tenant.state.delegations.find(({ userId }) => userId === delegation?.userId);
        return delegation?.appId === first?.appId && normal.suspensionStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/suspension-stops-two-apps',
    breaks: ['LIF-04'],
    also: ['LIF-02', 'LIF-03'],
    summary: 'A suspension stops what the first two apps hold for the user.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const own = call.tenant.state.delegations.filter(({ userId }) => userId === delegation?.userId);
        const apps = [...new Set(own.map(({ appId }) => appId))];
        return (
          (delegation === undefined || apps.indexOf(delegation.appId) < 2) && normal.suspensionStops(call, credential)
        );
      },
    }),
  },
  {
    id: 'lifecycle/similar-addresses-are-suspended-together',
    breaks: ['LIF-08'],
    summary: 'Users whose e-mail addresses begin with that of a suspended user are suspended with them.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const email = call.tenant.state.users.get(userId)?.email ?? '';
        return (
          normal.userIsSuspended(call, userId) ||
          call.tenant.state.users.values().some((other) => !other.active && email.startsWith(other.email))
        );
      },
    }),
  },
  {
    id: 'lifecycle/namesakes-are-suspended-together',
    breaks: ['LIF-08'],
    summary: 'Users are suspended by what stands before the @ of their e-mail addresses, up to a plus sign.',
    behaviour: (normal) => {
      const name = (email: string): string => /^[^@+]*/.exec(email)?.[0] ?? '';
      return {
        userIsSuspended: (call, userId) => {
          const email = call.tenant.state.users.get(userId)?.email ?? '';
          return (
            normal.userIsSuspended(call, userId) ||
            call.tenant.state.users.values().some((other) => !other.active && name(other.email) === name(email))
          );
        },
      };
    },
  },
  {
    id: 'lifecycle/suspension-ends-all-delegations-of-an-app',
    breaks: ['LIF-08'],
    also: ['LIF-02', 'LIF-19'],
    summary: 'When a user is suspended, refreshes fail for every user of the apps that the user authorized.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const appId = credential.kind === 'refreshToken' ? credential.token.delegation.appId : undefined;
        return (
          normal.suspensionStops(call, credential) ||
          call.tenant.state.delegations.some(
            (one) => one.appId === appId && call.tenant.state.users.get(one.userId)?.active === false,
          )
        );
      },
    }),
  },
  {
    id: 'lifecycle/suspension-stops-apps',
    breaks: ['LIF-09'],
    also: ['LIF-10', 'LIF-11'],
    summary: 'The suspension of a user stops the own tokens of apps that the user authorized.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) ||
        (credential.kind === 'accessToken' &&
          credential.token.subject.kind === 'app' &&
          call.tenant.state.delegations.some(
            ({ appId, userId }) =>
              appId === credential.token.appId && call.tenant.state.users.get(userId)?.active === false,
          )),
    }),
  },
  {
    id: 'lifecycle/apps-without-active-users-get-no-token',
    breaks: ['LIF-10'],
    also: ['LIF-11'],
    summary: 'An app all of whose users are suspended gets no tokens of its own.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) => {
        const own = call.tenant.state.delegations.filter(({ appId }) => appId === app.id);
        const active = own.some(({ userId }) => call.tenant.state.users.get(userId)?.active === true);
        return own.length > 0 && !active && call.found.grantType === 'client_credentials'
          ? refusal('archived-client', 'The app has no active users.')
          : normal.clientIsBarred(call, app);
      },
    }),
  },
  {
    id: 'lifecycle/rotation-spares-secrets-that-suspended-users-knew',
    breaks: ['LIF-11'],
    summary: 'While a user is suspended the last secret of an app works beside the present one.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, secret) ||
        (call.tenant.state.users.values().some(({ active }) => !active) && app.formerSecrets.at(-1)?.value === secret),
    }),
  },
  {
    id: 'lifecycle/suspended-users-sign-in',
    breaks: ['LIF-17'],
    summary: 'A suspension ends what there is, and does not keep the user from signing in and authorizing apps.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const since = userBehind(call, credential)?.activeChangedAt;
        const at = credential.kind === 'session' ? credential.session.startedAt : issuedAt(credential);
        return normal.suspensionStops(call, credential) && !(since !== undefined && at !== undefined && at > since);
      },
      userWhoSignsIn: (call, email, password) => {
        const user = call.tenant.state.users.values().find((each) => each.email === email.trim());
        return user?.password === password ? user : normal.userWhoSignsIn(call, email, password);
      },
    }),
  },
  {
    id: 'lifecycle/sessions-outlive-a-suspension',
    breaks: ['LIF-17'],
    summary: 'A browser that is signed in stays so, and what a suspended user authorizes in it works.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const since = userBehind(call, credential)?.activeChangedAt;
        const at = credential.kind === 'session' ? undefined : issuedAt(credential);
        if (credential.kind === 'session' || (since !== undefined && at !== undefined && at > since)) return false;
        return normal.suspensionStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/codes-outlive-a-suspension',
    breaks: ['LIF-18'],
    also: ['VER-15'],
    summary: 'A suspension ends the tokens that there are, and no code that has yet to be exchanged.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const since = userBehind(call, credential)?.activeChangedAt;
        const first = delegationOf(credential);
        const exchanged = credential.kind === 'accessToken' ? credential.token.issuedAt : undefined;
        if (credential.kind === 'code') return false;
        if (since !== undefined && exchanged !== undefined && first !== undefined && exchanged > since) return false;
        return normal.suspensionStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/id-tokens-outlive-a-suspension',
    breaks: ['LIF-15'],
    summary: 'ID tokens of a suspended user are accepted.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => credential.kind !== 'idToken' && normal.suspensionStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/refreshes-stand-by-what-they-were-told',
    breaks: ['LIF-19'],
    summary:
      'Whether the user is suspended is looked up when a refresh arrives, and what it issues is never asked again.',
    behaviour: (normal) => {
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
  },
];
