import type { Fault } from '../fault.ts';

/** What an uninstallation ended and a change of the app brings back, before the reinstall or after it. */
export const reinstallsAndChangesFaults: readonly Fault[] = [
  {
    id: 'lifecycle/a-secret-rotated-while-uninstalled-keeps-what-was-held',
    breaks: ['LIF-35', 'LIF-36'],
    also: ['LIF-31', 'LIF-32', 'LIF-33', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43'],
    summary: 'When the secret of an uninstalled app is rotated, its old tokens work again once it is installed.',
    behaviour: (normal) => {
      const rotated = new Set<string>();
      return {
        rotateClientSecret: (tenant, app) => {
          if (!app.installed) rotated.add(app.id);
          return normal.rotateClientSecret(tenant, app);
        },
        installationIsOver: (call, delegation) => {
          const app = call.tenant.state.apps.get(delegation.appId);
          return (
            normal.installationIsOver(call, delegation) && !(app?.installed === true && rotated.has(delegation.appId))
          );
        },
      };
    },
  },
  {
    id: 'lifecycle/a-secret-rotated-while-uninstalled-keeps-consents',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-44'],
    summary: 'When the secret of an uninstalled app is rotated, former consents count again once it is installed.',
    behaviour: (normal) => {
      const rotated = new Set<string>();
      return {
        rotateClientSecret: (tenant, app) => {
          if (!app.installed) rotated.add(app.id);
          return normal.rotateClientSecret(tenant, app);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) || (app.installed && rotated.has(app.id)),
      };
    },
  },
  {
    id: 'lifecycle/unarchiving-brings-former-consents-back',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-44'],
    summary: 'When a reinstalled app is archived and unarchived, the consents from before the reinstall count again.',
    behaviour: (normal) => {
      const unarchived = new Set<string>();
      return {
        setArchived: (tenant, app, archived) => {
          if (app.archived && !archived && app.installation > 1) unarchived.add(app.id);
          normal.setArchived(tenant, app, archived);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) || (app.installed && unarchived.has(app.id)),
      };
    },
  },
];
