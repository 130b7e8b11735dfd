import { refusal } from '../../http/refusal.ts';
import { delegationOf } from '../../state/delegated.ts';
import { HOUR } from '../durations.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import type { Fault } from '../fault.ts';
import { always, isRefreshToken, isToken } from '../operators/kinds.ts';
import { exempt } from '../operators/operators.ts';
import { appIn, bornAt, type Holds } from '../operators/presented.ts';
import { faultsOf } from '../operators/rows.ts';
import { unsuspended } from '../operators/memories.ts';
import { uninstallationSpares } from './decisions.ts';

/** What an uninstallation does not end. */
const outliving = {
  accessTokens: {
    breaks: ['LIF-31'],
    also: ['LIF-36', 'LIF-39', 'LIF-43'],
    wrong: exempt('uninstallationStops', isToken),
  },
  refreshTokens: {
    breaks: ['LIF-32'],
    also: ['LIF-35', 'LIF-39', 'LIF-43'],
    wrong: exempt('uninstallationStops', isRefreshToken),
  },
} as const;

/** Issued more than so many milliseconds before its app was uninstalled. */
const olderThan =
  (milliseconds: number): Holds =>
  (call, presented) => {
    const [app, born] = [appIn(call, presented), bornAt(presented)];
    return app !== undefined && born !== undefined && +app.installedChangedAt - +born > milliseconds;
  };

/** Wrong decisions about what the uninstallation of an app ends. */
export const uninstallationFaults: readonly Fault[] = [
  ...faultsOf('lifecycle', {
    'uninstallation-ends-access-tokens-only': [
      outliving.refreshTokens,
      always,
      'An uninstalled app goes on refreshing.',
    ],
    'uninstallation-ends-refresh-tokens-only': [
      outliving.accessTokens,
      always,
      'The access tokens of an uninstalled app run out by themselves.',
    ],
    'uninstalled-apps-list-assay-results': [
      outliving.accessTokens,
      (call) => call.request.path.endsWith('/assay-results'),
      'The listing of assay results looks up no uninstallation.',
    ],
    'uninstallation-ends-young-access-tokens-only': [
      outliving.accessTokens,
      olderThan(300_000),
      'An uninstallation ends the access tokens of the last five minutes.',
    ],
    'uninstallation-spares-who-was-suspended-once': [
      uninstallationSpares.held,
      unsuspended(),
      'An uninstallation ends nothing that the app holds for users who were suspended once.',
    ],
    'uninstallation-ends-the-last-hour-only': [
      outliving.refreshTokens,
      olderThan(HOUR),
      'An uninstallation ends the refresh tokens that were issued in the last hour.',
    ],
  }),
  {
    id: 'lifecycle/refresh-tokens-come-back-a-day-after-the-uninstallation',
    breaks: ['LIF-32'],
    also: ['LIF-35'],
    summary: 'A day after an uninstallation it is forgotten.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => {
        const app = call.tenant.state.apps.get(delegationOf(credential)?.appId ?? '');
        const long = app !== undefined && call.now.getTime() - app.installedChangedAt.getTime() > 24 * HOUR;
        return !long && normal.uninstallationStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/uninstallation-ends-the-first-users-delegations-only',
    breaks: ['LIF-33'],
    also: ['LIF-32', 'LIF-35', 'LIF-36', 'LIF-39', 'LIF-40', 'LIF-34', 'LIF-31'],
    summary: 'An uninstallation ends what the app holds for the first user who authorized it.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const first = call.tenant.state.delegations.find(({ appId }) => appId === delegation.appId);
        return delegation.userId === first?.userId && normal.installationIsOver(call, delegation);
      },
    }),
  },
  {
    id: 'lifecycle/uninstallation-spares-the-refreshes-of-a-third-user',
    breaks: ['LIF-33'],
    also: ['LIF-35', 'LIF-39', 'LIF-32'],
    summary: 'An uninstallation ends the refresh tokens of two users.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const own = call.tenant.state.delegations.filter(({ appId }) => appId === delegation?.appId);
        const users = [...new Set(own.map(({ userId }) => userId))];
        const spared = credential.kind === 'refreshToken' && users.indexOf(delegation?.userId ?? '') > 1;
        return !spared && normal.uninstallationStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/uninstallation-ends-the-last-authorization-of-each-user',
    breaks: ['LIF-31', 'LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-36', 'LIF-39', 'LIF-43', 'LIF-40', 'VER-15'],
    summary: 'An uninstallation ends the last authorization of each user, and none before it.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const last = call.tenant.state.delegations.findLast(
          ({ appId, userId }) => appId === delegation.appId && userId === delegation.userId,
        );
        return delegation === last && normal.installationIsOver(call, delegation);
      },
    }),
  },
  {
    id: 'lifecycle/uninstalled-apps-are-authorized',
    breaks: ['LIF-34'],
    also: ['VER-15'],
    summary: 'Users can authorize an uninstalled app, and what they authorize it for works.',
    behaviour: (normal) => ({
      authorizationIsBarred: (call, app) =>
        normal.appIsArchived(call, app.id) ? normal.authorizationIsBarred(call, app) : undefined,
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        const since = app !== undefined && !app.installed && delegation.createdAt >= app.installedChangedAt;
        return !since && normal.installationIsOver(call, delegation);
      },
    }),
  },
  {
    id: 'lifecycle/uninstallation-ends-the-keys-of-users',
    breaks: ['LIF-41'],
    also: ['LIF-05', 'LIF-06', 'LIF-08'],
    summary: 'The API keys of users who authorized an uninstalled app are refused.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        !call.tenant.state.delegations.some(
          ({ userId, appId }) => userId === key.userId && call.tenant.state.apps.get(appId)?.installed === false,
        ),
    }),
  },
  {
    id: 'lifecycle/uninstallation-ends-all-delegations-of-its-users',
    breaks: ['LIF-41'],
    also: ['LIF-31', 'LIF-34', 'LIF-38', 'LIF-40'],
    summary: 'With an app all that any app holds for its users is ended.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        normal.setInstalled(tenant, app, installed);
        if (installed) return;
        const users = new Set(
          tenant.state.delegations.filter(({ appId }) => appId === app.id).map(({ userId }) => userId),
        );
        endDelegations(tenant, ({ userId }) => users.has(userId));
      },
    }),
  },
  {
    id: 'lifecycle/uninstallation-stops-older-apps-refreshing',
    breaks: ['LIF-41'],
    also: ['DEL-37', 'LIF-20'],
    summary: 'While an app is uninstalled, older apps cannot refresh for its users.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const { apps, delegations } = call.tenant.state;
        const order = [...apps.keys()];
        const younger = delegations.some(
          ({ userId, appId }) =>
            userId === token.delegation.userId &&
            apps.get(appId)?.installed === false &&
            order.indexOf(appId) > order.indexOf(token.delegation.appId),
        );
        return younger ? refusal('ended-grant', 'An app was uninstalled.') : normal.refreshIsBarred(call, token);
      },
    }),
  },
];
