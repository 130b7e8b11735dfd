import { appOf, delegationOf, type Credential } from '../../state/delegated.ts';
import { sameActor, type AccessToken, type App } from '../../state/model.ts';
import { refusal } from '../../http/refusal.ts';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

function appBehind(call: Call, credential: Credential): App | undefined {
  const id = appOf(credential);
  return id === undefined ? undefined : call.tenant.state.apps.get(id);
}

/** Tokens that were issued to archived apps. */
function issuedWhileArchived(normal: Behaviour): {
  readonly tokens: WeakSet<AccessToken>;
  readonly issueAccessToken: Behaviour['issueAccessToken'];
} {
  const tokens = new WeakSet<AccessToken>();
  return {
    tokens,
    issueAccessToken: (call, subject, app) => {
      const token = normal.issueAccessToken(call, subject, app);
      if (app.archived) tokens.add(token);
      return token;
    },
  };
}

/** Wrong decisions about what the archiving of an app stops. */
export const archivingFaults: readonly Fault[] = [
  {
    id: 'lifecycle/archiving-is-seen-after-a-second',
    breaks: ['LIF-21', 'LIF-30'],
    also: ['LIF-22', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'LIF-28', 'VER-15', 'VER-16'],
    summary: 'Calls learn within a second that an app was archived.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        normal.archivalStops(call, credential) &&
        call.now.getTime() - (appBehind(call, credential)?.archivedChangedAt.getTime() ?? 0) >= 1000,
    }),
  },
  {
    id: 'lifecycle/archiving-stops-the-token-endpoint-only',
    breaks: ['LIF-21', 'LIF-23', 'LIF-30'],
    also: ['LIF-28', 'VER-15', 'VER-16'],
    summary: 'An archived app gets no new tokens, and those that it has run out by themselves.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => credential.kind !== 'accessToken' && normal.archivalStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/archiving-stops-the-latest-token-only',
    breaks: ['LIF-21'],
    also: ['LIF-28', 'LIF-30', 'VER-15'],
    summary: "Archiving stops the app's last token, and none before it.",
    behaviour: (normal) => ({
      archivalStops: (call, credential) => {
        if (credential.kind !== 'accessToken' || credential.token.subject.kind !== 'app') {
          return normal.archivalStops(call, credential);
        }
        const { subject } = credential.token;
        const last = [...call.tenant.state.accessTokens.values()]
          .filter((one) => sameActor(one.subject, subject))
          .at(-1);
        return credential.token === last && normal.archivalStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/a-used-token-is-good-for-one-more-call',
    breaks: ['LIF-21'],
    also: ['LIF-23', 'LIF-28', 'LIF-30', 'VER-15', 'VER-16'],
    summary: 'What is remembered of a token is looked at once more before its app is looked up.',
    behaviour: (normal) => {
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
  },
  {
    id: 'lifecycle/known-connections-outlive-archiving',
    breaks: ['LIF-21', 'LIF-30'],
    also: ['LIF-23', 'LIF-28', 'VER-15', 'VER-16'],
    summary: 'A connection over which a token was accepted once goes on accepting it.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Set<object>>();
      return {
        archivalStops: (call, credential) => {
          if (credential.kind !== 'accessToken') return normal.archivalStops(call, credential);
          const tokens = known.get(call.connection) ?? new Set();
          if (tokens.has(credential.token)) return false;
          const stops = normal.archivalStops(call, credential);
          if (!stops) known.set(call.connection, tokens.add(credential.token));
          return stops;
        },
      };
    },
  },
  {
    id: 'lifecycle/archived-apps-list-v3-plates',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'LIF-28', 'LIF-30', 'VER-15', 'VER-16'],
    summary: 'The v3 listing of plates looks up no archiving.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        call.request.path !== '/api/v3/plate/items' && normal.archivalStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/archived-apps-may-write',
    breaks: ['LIF-21'],
    also: ['LIF-23'],
    summary: 'An archived app lists nothing, and goes on creating entries.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        !(call.request.method === 'POST' && call.request.path.endsWith('/entries')) &&
        normal.archivalStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/archiving-passes-with-an-hour',
    breaks: ['LIF-22'],
    summary: 'An hour after an app was archived it gets tokens again, and they work.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) =>
        normal.appIsArchived(call, appId) &&
        call.now.getTime() - (call.tenant.state.apps.get(appId)?.archivedChangedAt.getTime() ?? 0) < 3_600_000,
    }),
  },
  {
    id: 'lifecycle/archiving-stops-old-tokens-only',
    breaks: ['LIF-22'],
    also: ['LIF-24', 'LIF-25', 'LIF-47', 'LIF-28', 'VER-15'],
    summary: 'Archiving ends the tokens that there are; new ones are issued and work.',
    behaviour: (normal) => {
      const late = issuedWhileArchived(normal);
      return {
        issueAccessToken: late.issueAccessToken,
        clientIsBarred: () => undefined,
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) &&
          !(
            credential.kind === 'accessToken' &&
            credential.token.delegation === undefined &&
            late.tokens.has(credential.token)
          ),
      };
    },
  },
  {
    id: 'lifecycle/the-second-token-of-an-archived-app-works',
    breaks: ['LIF-22'],
    also: ['LIF-28'],
    summary: 'Of the tokens that an archived app asks for every second one works.',
    behaviour: (normal) => {
      const working = new WeakSet<object>();
      let asked = 0;
      return {
        clientIsBarred: () => undefined,
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (app.archived && subject.kind === 'app' && ++asked % 2 === 0) working.add(token);
          return token;
        },
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) &&
          !(credential.kind === 'accessToken' && working.has(credential.token)),
      };
    },
  },
  {
    id: 'lifecycle/archived-apps-act-for-users',
    breaks: ['LIF-23'],
    summary: 'Archiving stops what an app does as itself, and not what it does for users.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        !(credential.kind === 'accessToken' && credential.token.delegation !== undefined) &&
        normal.archivalStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/archived-apps-act-for-their-first-user',
    breaks: ['LIF-23'],
    summary: 'Archiving stops what an app does for users, but for the first who authorized it.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const first = call.tenant.state.delegations.find(({ appId }) => appId === delegation?.appId);
        return (
          !(credential.kind === 'accessToken' && delegation !== undefined && delegation === first) &&
          normal.archivalStops(call, credential)
        );
      },
    }),
  },
  {
    id: 'lifecycle/archived-apps-refresh',
    breaks: ['LIF-24'],
    also: ['VER-15'],
    summary: 'An archived app refreshes, and what it obtains works.',
    behaviour: (normal) => {
      const late = issuedWhileArchived(normal);
      return {
        issueAccessToken: late.issueAccessToken,
        clientIsBarred: (call, app) =>
          call.found.grantType === 'refresh_token' ? undefined : normal.clientIsBarred(call, app),
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) &&
          credential.kind !== 'refreshToken' &&
          !(
            credential.kind === 'accessToken' &&
            credential.token.refreshToken?.predecessor !== undefined &&
            late.tokens.has(credential.token)
          ),
      };
    },
  },
  {
    id: 'lifecycle/archived-apps-exchange-codes',
    breaks: ['LIF-47'],
    also: ['LIF-25', 'VER-15'],
    summary: 'An archived app exchanges codes from before, and what it obtains works.',
    behaviour: (normal) => {
      const late = issuedWhileArchived(normal);
      return {
        issueAccessToken: late.issueAccessToken,
        clientIsBarred: (call, app) =>
          call.found.grantType === 'authorization_code' ? undefined : normal.clientIsBarred(call, app),
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) &&
          credential.kind !== 'code' &&
          !(
            credential.kind === 'accessToken' &&
            credential.token.delegation !== undefined &&
            late.tokens.has(credential.token)
          ),
      };
    },
  },
  {
    id: 'lifecycle/archived-apps-are-authorized-anew',
    breaks: ['LIF-25'],
    summary: 'What users authorize an archived app for works.',
    behaviour: (normal) => ({
      authorizationIsBarred: (_call, app) =>
        app.installed ? undefined : refusal('unauthorized-client', 'The app is not installed.'),
      clientIsBarred: (call, app) =>
        call.found.grantType === 'client_credentials' ? normal.clientIsBarred(call, app) : undefined,
      archivalStops: (call, credential) =>
        normal.archivalStops(call, credential) &&
        (delegationOf(credential)?.createdAt ?? new Date(0)) <
          (appBehind(call, credential)?.archivedChangedAt ?? call.now),
    }),
  },
  {
    id: 'lifecycle/archiving-stops-the-app-before',
    breaks: ['LIF-29'],
    also: [
      'LIF-21',
      'LIF-22',
      'LIF-26',
      'LIF-27',
      'LIF-28',
      'LIF-30',
      'LIF-23',
      'LIF-24',
      'LIF-25',
      'LIF-47',
      'KEY-22',
    ],
    summary: 'With an app the one that was added right before it is archived.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        const all = [...tenant.state.apps.values()];
        const before = all[all.indexOf(app) - 1];
        normal.setArchived(tenant, app, archived);
        if (before !== undefined) normal.setArchived(tenant, before, archived);
      },
    }),
  },
  {
    id: 'lifecycle/archiving-stops-the-keys-of-users',
    breaks: ['LIF-29'],
    also: ['LIF-05', 'LIF-06', 'LIF-08'],
    summary: 'The keys of users who authorized an archived app are refused.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        !call.tenant.state.delegations.some(
          ({ userId, appId }) => userId === key.userId && call.tenant.state.apps.get(appId)?.archived === true,
        ),
    }),
  },
  {
    id: 'lifecycle/archiving-stops-what-others-hold-for-the-user',
    breaks: ['LIF-29'],
    also: ['LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'DEL-63'],
    summary: 'While an app is archived no app can refresh for its users.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        call.tenant.state.delegations.some(
          ({ userId, appId }) =>
            userId === token.delegation.userId && call.tenant.state.apps.get(appId)?.archived === true,
        )
          ? { refused: 'archived-grant', detail: 'An app of the user is archived.' }
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'lifecycle/archiving-is-not-looked-up-under-load',
    breaks: ['LIF-30'],
    also: ['LIF-21', 'LIF-22', 'LIF-23', 'LIF-24'],
    summary: 'While more than three calls are on their way, what was found out about a token before is believed.',
    behaviour: (normal) => {
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
  },
];
