import type { App, Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** What uninstalled apps may still do, and how an uninstallation is lost or undone. */
export const uninstalledAppFaults: readonly Fault[] = [
  {
    id: 'lifecycle/uninstalled-apps-list-what-they-sort',
    breaks: ['LIF-31'],
    summary: 'A sorted listing looks up no uninstallation.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'lifecycle/uninstalled-apps-write-for-users',
    breaks: ['LIF-31'],
    summary: 'An uninstalled app lists nothing for users, and goes on creating entries for them.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) &&
        !(credential.kind === 'accessToken' && call.request.method === 'POST'),
    }),
  },
  {
    id: 'lifecycle/uninstalled-apps-get-codes-where-there-was-consent',
    breaks: ['LIF-34'],
    also: ['LIF-37', 'LIF-40', 'LIF-42', 'LIF-44'],
    summary: 'Users who consented to an app that is not installed any more are sent to it with a code, unasked.',
    behaviour: (normal) => ({
      consentIsToThisInstallation: (call, consent, app) =>
        normal.consentIsToThisInstallation(call, consent, app) ||
        (!app.installed && consent.installation === app.installation),
      authorizationIsBarred: (call, app) => {
        const user = call.tenant.behaviour.signedInUser(call);
        const consented = user !== undefined && call.tenant.behaviour.hasConsented(call, user, app);
        return !app.installed && !app.archived && consented ? undefined : normal.authorizationIsBarred(call, app);
      },
    }),
  },
  {
    id: 'lifecycle/an-app-uninstalled-again-can-be-authorized',
    breaks: ['LIF-34'],
    also: ['LIF-31', 'LIF-32', 'LIF-42', 'LIF-40', 'LIF-37'],
    summary: 'An app that was uninstalled for the second time can be authorized, and what it obtains works.',
    behaviour: (normal) => {
      const times = new WeakMap<App, number>();
      const during = new WeakSet<Delegation>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (!installed && app.installed) times.set(app, (times.get(app) ?? 0) + 1);
          normal.setInstalled(tenant, app, installed);
        },
        authorizationIsBarred: (call, app) =>
          !app.archived && (times.get(app) ?? 0) >= 2 ? undefined : normal.authorizationIsBarred(call, app),
        beginDelegation: (call, app, user) => {
          const delegation = normal.beginDelegation(call, app, user);
          if (!app.installed) during.add(delegation);
          return delegation;
        },
        installationIsOver: (call, delegation) =>
          !during.has(delegation) && normal.installationIsOver(call, delegation),
      };
    },
  },
  {
    id: 'lifecycle/the-second-refresh-after-an-uninstallation-succeeds',
    breaks: ['LIF-32'],
    also: ['LIF-33', 'LIF-35', 'LIF-43'],
    summary: 'A refresh of an uninstalled app is refused once, and granted when it is tried again.',
    behaviour: (normal) => {
      const tried = new WeakSet<RefreshToken>();
      return {
        uninstallationStops: (call, credential) => {
          const stops = normal.uninstallationStops(call, credential);
          if (!stops || credential.kind !== 'refreshToken') return stops;
          const again = tried.has(credential.token);
          tried.add(credential.token);
          return !again;
        },
      };
    },
  },
  {
    id: 'lifecycle/uninstalling-an-archived-app-is-forgotten',
    breaks: ['LIF-31', 'LIF-32'],
    also: ['LIF-33', 'LIF-42', 'LIF-36', 'LIF-35'],
    summary: 'An app that is uninstalled while it is archived counts as installed once it is unarchived.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (!installed && app.archived) return;
        normal.setInstalled(tenant, app, installed);
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
    id: 'lifecycle/a-redirect-uri-reinstalls',
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-34', 'LIF-35', 'LIF-36', 'LIF-37'],
    summary: 'An uninstalled app to which a redirect URI is added is installed as before.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        app.installed = true;
        return normal.registerRedirectUri(tenant, app, redirectUri);
      },
    }),
  },
  {
    id: 'lifecycle/a-token-of-its-own-reinstalls',
    breaks: ['LIF-31'],
    also: ['LIF-32', 'LIF-33', 'LIF-34', 'LIF-36', 'LIF-42'],
    summary: 'An uninstalled app that obtains a token of its own is installed as before.',
    behaviour: (normal) => ({
      issueAccessToken: (call, subject, app) => {
        if (subject.kind === 'app') app.installed = true;
        return normal.issueAccessToken(call, subject, app);
      },
    }),
  },
];
