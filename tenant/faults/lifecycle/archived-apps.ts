import type { Call } from '../../call.ts';
import { delegationOf, type Credential } from '../../state/delegated.ts';
import type { AccessToken, App, Delegation } from '../../state/model.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** What archived apps may still do, in some calls or at some attempts. */
export const archivedAppFaults: readonly Fault[] = [
  {
    id: 'lifecycle/archived-apps-get-tokens-at-the-second-attempt',
    breaks: ['LIF-22'],
    also: ['LIF-21', 'LIF-28', 'LIF-42'],
    summary: 'An archived app gets own tokens that work from its second attempt within a minute on.',
    behaviour: (normal) => {
      const attempts = new Map<string, number>();
      const live = new WeakSet<object>();
      return {
        clientIsBarred: (call, app) => {
          const barred = normal.clientIsBarred(call, app);
          if (barred === undefined || call.found.grantType !== 'client_credentials') return barred;
          const count = (attempts.get(app.id) ?? 0) + 1;
          attempts.set(app.id, count);
          return count > 1 ? undefined : barred;
        },
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (app.archived) live.add(token);
          return token;
        },
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) && !(credential.kind === 'accessToken' && live.has(credential.token)),
      };
    },
  },
  {
    id: 'lifecycle/archived-apps-list-what-they-sort',
    breaks: ['LIF-21'],
    also: ['LIF-23'],
    summary: 'A sorted listing looks up no archiving.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => normal.archivalStops(call, credential) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'lifecycle/archived-apps-list-what-they-filter',
    breaks: ['LIF-21'],
    also: ['LIF-23'],
    summary: 'A listing with a filter looks up no archiving.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        normal.archivalStops(call, credential) &&
        !call.request.query.keys().some((name) => name.startsWith('schemaFields')),
    }),
  },
  {
    id: 'lifecycle/archived-apps-see-following-pages',
    breaks: ['LIF-21'],
    also: ['LIF-23'],
    summary: 'Following pages are shown to an archived app.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => !isFollowing(call) && normal.archivalStops(call, credential),
    }),
  },

  {
    id: 'lifecycle/archived-apps-refresh-live-grants',
    breaks: ['LIF-24'],
    also: ['LIF-42', 'LIF-28', 'LIF-23', 'VER-15'],
    summary:
      'An archived app can refresh while the access token of the authorization has not expired, and call with it.',
    behaviour: (normal) => {
      const exempt = new WeakSet<AccessToken>();
      const isLive = (call: Call, { latestAccessToken }: Delegation) =>
        latestAccessToken !== undefined && !call.tenant.behaviour.tokenHasExpired(call, latestAccessToken);
      return {
        clientIsBarred: (call, app) =>
          call.found.grantType === 'refresh_token' ? undefined : normal.clientIsBarred(call, app),
        archivalStops: (call, credential) =>
          normal.archivalStops(call, credential) &&
          !(credential.kind === 'refreshToken' && isLive(call, credential.token.delegation)) &&
          !(credential.kind === 'accessToken' && exempt.has(credential.token)),
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (call.tenant.behaviour.appIsArchived(call, app.id)) exempt.add(token);
          return token;
        },
      };
    },
  },
  {
    id: 'lifecycle/an-app-archived-again-refreshes-what-it-held-before',
    breaks: ['LIF-24'],
    also: ['LIF-28', 'LIF-42', 'LIF-23', 'VER-15'],
    summary:
      'A second archiving of an app looks at authorizations from after the first one only: older ones are refreshed.',
    behaviour: (normal) => {
      const firstArchived = new WeakMap<App, number>();
      const exempt = new WeakSet<AccessToken>();
      const isOlder = (call: Call, credential: Credential) => {
        const delegation = delegationOf(credential);
        const app = call.tenant.state.apps.get(delegation?.appId ?? '');
        const first = app === undefined ? undefined : firstArchived.get(app);
        if (delegation === undefined || app === undefined || first === undefined) return false;
        return delegation.createdAt.getTime() <= first && app.archivedChangedAt.getTime() > first;
      };
      return {
        setArchived: (tenant, app, archived) => {
          normal.setArchived(tenant, app, archived);
          if (archived && !firstArchived.has(app)) firstArchived.set(app, app.archivedChangedAt.getTime());
        },
        clientIsBarred: (call, app) =>
          call.found.grantType === 'refresh_token' ? undefined : normal.clientIsBarred(call, app),
        archivalStops: (call, credential) => {
          if (credential.kind === 'refreshToken' && isOlder(call, credential)) return false;
          if (credential.kind === 'accessToken' && exempt.has(credential.token)) return false;
          return normal.archivalStops(call, credential);
        },
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (app.archived) exempt.add(token);
          return token;
        },
      };
    },
  },
  {
    id: 'lifecycle/archiving-ends-five-tokens',
    breaks: ['LIF-21'],
    also: ['LIF-28', 'LIF-42', 'LIF-30'],
    summary: 'Archiving ends the last five tokens that the app has for itself.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => {
        if (!normal.archivalStops(call, credential)) return false;
        if (credential.kind !== 'accessToken' || credential.token.delegation !== undefined) return true;
        const own = [...call.tenant.state.accessTokens.values()].filter(
          ({ appId, delegation }) => appId === credential.token.appId && delegation === undefined,
        );
        return own.slice(-5).includes(credential.token);
      },
    }),
  },
  {
    id: 'lifecycle/tokens-of-the-same-second-outlive-archiving',
    breaks: ['LIF-21'],
    also: ['LIF-30', 'LIF-28', 'LIF-42', 'VER-15', 'VER-16', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47'],
    summary: 'Archiving ends the tokens that were issued in a second before that of the archiving.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => {
        if (!normal.archivalStops(call, credential)) return false;
        if (credential.kind !== 'accessToken') return true;
        const archivedAt = call.tenant.state.apps.get(credential.token.appId)?.archivedChangedAt.getTime() ?? 0;
        return Math.floor(credential.token.issuedAt.getTime() / 1000) < Math.floor(archivedAt / 1000);
      },
    }),
  },
  {
    id: 'lifecycle/archiving-forgets-unused-tokens',
    breaks: ['LIF-21'],
    summary: 'Archiving ends the tokens that were used, and forgets those that never were.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        archivalStops: (call, credential) => {
          const stops = normal.archivalStops(call, credential);
          if (credential.kind !== 'accessToken') return stops;
          if (!stops) used.add(credential.token);
          return stops && used.has(credential.token);
        },
      };
    },
  },
];
