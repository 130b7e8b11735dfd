import { refusal } from '../../http/refusal.ts';
import type { Credential } from '../../state/delegated.ts';
import type { AccessToken, App, LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isOfRefresh = (credential: Credential): boolean =>
  credential.kind === 'refreshToken' && credential.token.predecessor !== undefined;

/** Archivings and uninstallations that go wrong for a second app, for one kind of app, in some number or at the second time. */
export const nearMissesOfApps: readonly Fault[] = [
  {
    id: 'lifecycle/one-archived-app-at-a-time',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-28', 'LIF-42'],
    summary: 'When another app is archived, the one before is active again.',
    behaviour: (normal) => {
      let latest: App | undefined;
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && latest !== undefined && latest !== app) normal.setArchived(tenant, latest, false);
          normal.setArchived(tenant, app, archived);
          if (archived) latest = app;
        },
      };
    },
  },
  {
    id: 'lifecycle/apps-without-redirect-uris-are-not-archived',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-28', 'LIF-30', 'LIF-42'],
    summary: 'The archiving of an app that has no redirect URI is lost.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) =>
        normal.appIsArchived(call, appId) && (call.tenant.state.apps.get(appId)?.redirectUris.length ?? 1) > 0,
    }),
  },
  {
    id: 'lifecycle/namesakes-are-archived-together',
    breaks: ['LIF-29'],
    also: ['LIF-42'],
    summary: 'Apps that have the name of an archived app are archived with it.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) => {
        const { apps } = call.tenant.state;
        const name = apps.get(appId)?.name;
        return normal.appIsArchived(call, appId) || apps.values().some((each) => each.archived && each.name === name);
      },
    }),
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
    id: 'lifecycle/a-grant-unarchives',
    breaks: ['LIF-21'],
    also: ['LIF-22', 'LIF-23', 'LIF-42'],
    summary: 'An archived app that is added to a project is active again.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        const app = actor.kind === 'app' ? tenant.state.apps.get(actor.id) : undefined;
        if (app !== undefined) normal.setArchived(tenant, app, false);
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/a-registration-unarchives',
    breaks: ['LIF-22'],
    also: ['LIF-21', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-42'],
    summary: 'An archived app to which a redirect URI is added is active again.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        normal.setArchived(tenant, app, false);
        return normal.registerRedirectUri(tenant, app, redirectUri);
      },
    }),
  },
  {
    id: 'lifecycle/unarchived-apps-cannot-be-authorized',
    breaks: ['LIF-26'],
    also: ['LIF-20', 'LIF-28', 'LIF-42', 'DEL-01'],
    summary: 'An app that was unarchived acts for itself again, and users cannot authorize it any more.',
    behaviour: (normal) => ({
      authorizationIsBarred: (call, app) =>
        app.archivedChangedAt > app.createdAt
          ? refusal('unauthorized-client', 'The app was archived.')
          : normal.authorizationIsBarred(call, app),
    }),
  },
  {
    id: 'lifecycle/records-of-an-archiving-are-not-seen',
    breaks: ['LIF-26'],
    summary: 'What was added while an app was archived is not shown to it afterwards.',
    behaviour: (normal) => {
      const pauses = new Map<string, { readonly from: Date; to: Date | undefined }[]>();
      const missed = (appId: string, { addedAt }: LabRecord) =>
        pauses.get(appId)?.some(({ from, to }) => addedAt >= from && (to === undefined || addedAt <= to)) === true;
      return {
        setArchived: (tenant, app, archived) => {
          const known = pauses.get(app.id) ?? [];
          const now = tenant.clock.now();
          if (archived && !app.archived) pauses.set(app.id, [...known, { from: now, to: undefined }]);
          for (const pause of archived ? [] : known) pause.to ??= now;
          normal.setArchived(tenant, app, archived);
        },
        mayRead: (call, actor, record) => normal.mayRead(call, actor, record) && !missed(actor.id, record),
      };
    },
  },
  {
    id: 'lifecycle/repeated-archivings-are-counted',
    breaks: ['LIF-28'],
    also: ['LIF-42', 'LIF-26', 'LIF-27'],
    summary: 'An app that was archived twice in a row has to be unarchived as often.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setArchived: (tenant, app, archived) => {
          const count = Math.max(0, (times.get(app.id) ?? 0) + (archived ? 1 : -1));
          times.set(app.id, count);
          normal.setArchived(tenant, app, count > 0);
        },
      };
    },
  },
  {
    id: 'lifecycle/unarchiving-unspends-refresh-tokens',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-43', 'DEL-45', 'LIF-42', 'LIF-24'],
    summary: 'Refresh tokens that were spent before an archiving are good again after it.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const app = call.tenant.state.apps.get(token.delegation.appId);
        const since = app?.archived === false ? app.archivedChangedAt.getTime() : 0;
        return normal.refreshTokenIsSpent(call, token) && (token.spentAt?.getTime() ?? 0) >= since;
      },
    }),
  },
  {
    id: 'lifecycle/one-uninstalled-app-at-a-time',
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-34', 'LIF-42', 'LIF-43', 'LIF-36', 'LIF-35', 'LIF-37', 'LIF-39', 'LIF-40'],
    summary: 'When another app is uninstalled, the one before has back what it held.',
    behaviour: (normal) => {
      let latest: App | undefined;
      return {
        setInstalled: (tenant, app, installed) => {
          if (!installed && latest !== undefined && latest !== app) latest.installed = true;
          normal.setInstalled(tenant, app, installed);
          if (!installed) latest = app;
        },
      };
    },
  },
  {
    id: 'lifecycle/unused-tokens-outlive-an-uninstallation',
    breaks: ['LIF-31'],
    also: ['LIF-33', 'LIF-36', 'LIF-42', 'LIF-40'],
    summary: 'An uninstallation ends the delegated access tokens that were used before.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        uninstallationStops: (call, credential) => {
          const stops = normal.uninstallationStops(call, credential);
          if (credential.kind !== 'accessToken') return stops;
          if (!stops) used.add(credential.token);
          return stops && used.has(credential.token);
        },
      };
    },
  },
  {
    id: 'lifecycle/refresh-tokens-of-refreshes-outlive-an-uninstallation',
    breaks: ['LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-42', 'LIF-43', 'LIF-39'],
    summary: 'An uninstallation ends the refresh tokens of code exchanges, and not those of refreshes.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        !isOfRefresh(credential) && normal.uninstallationStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/uninstallation-spares-a-fourth-user',
    breaks: ['LIF-33'],
    also: ['LIF-42'],
    summary: 'An uninstallation ends what the app holds for the first three users who authorized it.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const { delegations } = call.tenant.state;
        const users = new Set(delegations.filter(({ appId }) => appId === delegation.appId).map((each) => each.userId));
        return normal.installationIsOver(call, delegation) && [...users].indexOf(delegation.userId) < 3;
      },
    }),
  },
  {
    id: 'lifecycle/the-second-uninstallation-ends-nothing',
    breaks: ['LIF-31', 'LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-36', 'LIF-42', 'LIF-40', 'LIF-43'],
    summary: 'What an app that was reinstalled holds outlives the next uninstallation.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) =>
        delegation.installation < 2 && normal.installationIsOver(call, delegation),
    }),
  },
  {
    id: 'lifecycle/repeated-uninstallations-are-counted',
    breaks: ['LIF-38'],
    also: ['LIF-42', 'LIF-37', 'LIF-39'],
    summary: 'An app that was uninstalled twice in a row has to be installed as often.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setInstalled: (tenant, app, installed) => {
          const count = Math.max(0, (times.get(app.id) ?? 0) + (installed ? -1 : 1));
          times.set(app.id, count);
          normal.setInstalled(tenant, app, count === 0);
        },
      };
    },
  },
  {
    id: 'lifecycle/a-renewed-consent-revives-what-the-user-had',
    breaks: ['LIF-35'],
    also: ['LIF-36', 'LIF-40', 'LIF-42', 'LIF-43'],
    summary: 'When a user consents to a reinstalled app, what the app held for that user before is good again.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        const renewed = call.tenant.state.consents.some(
          (consent) =>
            consent.appId === delegation.appId &&
            consent.userId === delegation.userId &&
            consent.installation === app?.installation,
        );
        return app?.installed !== true || (normal.installationIsOver(call, delegation) && !renewed);
      },
    }),
  },
  {
    id: 'lifecycle/consents-come-back-with-the-third-installation',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-44'],
    summary: 'A consent that a reinstall had forgotten is remembered when the app is reinstalled once more.',
    behaviour: () => ({
      consentIsToThisInstallation: (_call, consent, app) =>
        app.installed && (app.installation - consent.installation) % 2 === 0,
    }),
  },
  {
    id: 'lifecycle/an-uninstallation-forgets-consents-to-other-apps',
    breaks: ['DEL-17'],
    also: ['LIF-41'],
    summary: 'When an app is uninstalled, all that its users have consented to is asked for again.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        normal.setInstalled(tenant, app, installed);
        if (installed) return;
        const { consents } = tenant.state;
        const users = new Set(consents.filter(({ appId }) => appId === app.id).map(({ userId }) => userId));
        const kept = consents.filter(({ userId }) => !users.has(userId));
        consents.splice(0, consents.length, ...kept);
      },
    }),
  },
];
