import type { App, User } from '../../state/model.ts';
import { delegationOf } from '../../state/delegated.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Wrong decisions about what comes back with a reinstallation. */
export const reinstallationFaults: readonly Fault[] = [
  {
    id: 'lifecycle/reinstallation-revives-everything',
    breaks: ['LIF-35', 'LIF-36', 'LIF-40'],
    also: ['LIF-43', 'LIF-39'],
    summary: 'Whether an app is installed now is all that is looked up for its tokens.',
    behaviour: () => ({
      installationIsOver: (call, delegation) => call.tenant.state.apps.get(delegation.appId)?.installed !== true,
    }),
  },
  {
    id: 'lifecycle/reinstallation-revives-refresh-tokens',
    breaks: ['LIF-35'],
    also: ['LIF-43', 'LIF-39'],
    summary: 'After a reinstall the refresh tokens from before it are good again.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) &&
        !(
          credential.kind === 'refreshToken' &&
          call.tenant.state.apps.get(credential.token.delegation.appId)?.installed === true
        ),
    }),
  },
  {
    id: 'lifecycle/reinstallation-revives-refresh-tokens-of-the-second-user',
    breaks: ['LIF-35'],
    also: ['LIF-39', 'LIF-43'],
    summary: 'After a reinstall the refresh tokens of all users but the first are good again.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const first = call.tenant.state.delegations.find(({ appId }) => appId === delegation?.appId);
        const installed = call.tenant.state.apps.get(delegation?.appId ?? '')?.installed === true;
        const revived = credential.kind === 'refreshToken' && installed && delegation?.userId !== first?.userId;
        return !revived && normal.uninstallationStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/the-second-reinstallation-revives',
    breaks: ['LIF-35', 'LIF-36'],
    also: ['LIF-39'],
    summary: 'Installations are told apart by whether their number is odd.',
    behaviour: () => ({
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        return app?.installed !== true || app.installation % 2 !== delegation.installation % 2;
      },
    }),
  },
  {
    id: 'lifecycle/reinstallation-revives-access-tokens',
    breaks: ['LIF-36'],
    also: ['LIF-39', 'LIF-43'],
    summary: 'After a reinstall the access tokens from before it are good again.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        normal.uninstallationStops(call, credential) &&
        !(credential.kind === 'accessToken' && call.tenant.state.apps.get(credential.token.appId)?.installed === true),
    }),
  },
  {
    id: 'lifecycle/a-late-reinstallation-revives-refresh-tokens',
    breaks: ['LIF-35'],
    summary: 'When an app comes back after more than an hour, its refresh tokens are good again.',
    behaviour: (normal) => {
      const late = new WeakSet<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          const away = tenant.clock.now().getTime() - app.installedChangedAt.getTime();
          if (installed && !app.installed && away > 3_600_000) late.add(app);
          normal.setInstalled(tenant, app, installed);
        },
        uninstallationStops: (call, credential) => {
          const app = call.tenant.state.apps.get(delegationOf(credential)?.appId ?? '');
          const revived = credential.kind === 'refreshToken' && app?.installed === true && late.has(app);
          return !revived && normal.uninstallationStops(call, credential);
        },
      };
    },
  },
  {
    id: 'lifecycle/consent-survives-a-reinstall',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-43', 'LIF-44'],
    summary: 'Consents are remembered across an uninstallation.',
    behaviour: () => ({ consentIsToThisInstallation: () => true }),
  },
  {
    id: 'lifecycle/consent-of-the-first-user-survives-a-reinstall',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-43', 'LIF-44'],
    summary: 'The consent of the first user is remembered across an uninstallation.',
    behaviour: (normal) => ({
      consentIsToThisInstallation: (call, consent, app) =>
        normal.consentIsToThisInstallation(call, consent, app) ||
        call.tenant.state.consents.find(({ appId }) => appId === app.id)?.userId === consent.userId,
    }),
  },
  {
    id: 'lifecycle/consent-survives-the-second-reinstall',
    breaks: ['LIF-37'],
    summary: 'A consent that was renewed after a reinstall is remembered across the next one.',
    behaviour: (normal) => ({
      consentIsToThisInstallation: (call, consent, app) =>
        normal.consentIsToThisInstallation(call, consent, app) || consent.installation > 1,
    }),
  },
  {
    id: 'lifecycle/consent-survives-a-reinstall-within-a-minute',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-43', 'LIF-44'],
    summary: 'A reinstall within thirty seconds of the uninstallation is taken for none as far as consents go.',
    behaviour: (normal) => {
      const quick = new WeakSet<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          const away = tenant.clock.now().getTime() - app.installedChangedAt.getTime();
          if (installed && !app.installed && away < 30_000) quick.add(app);
          normal.setInstalled(tenant, app, installed);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) || quick.has(app),
      };
    },
  },
  {
    id: 'lifecycle/renewed-consents-lead-to-dead-tokens',
    breaks: ['LIF-38'],
    also: ['LIF-35', 'LIF-39', 'LIF-37', 'LIF-20', 'DEL-27'],
    summary: 'What a reinstalled app is authorized for belongs to its first installation.',
    behaviour: (normal) => ({
      beginDelegation: (call, app, user) => {
        const delegation = { ...normal.beginDelegation(call, app, user), installation: 1 };
        call.tenant.state.delegations.splice(-1, 1, delegation);
        return delegation;
      },
    }),
  },
  {
    id: 'lifecycle/renewed-consents-see-nothing',
    breaks: ['LIF-38'],
    summary: 'With what a reinstalled app is authorized for it sees none of the records of the user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        !(actor.credential.kind === 'accessToken' && (delegationOf(actor.credential)?.installation ?? 1) > 1) &&
        normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'lifecycle/renewed-consents-are-not-refreshed',
    breaks: ['LIF-38'],
    summary: 'A reinstalled app cannot refresh.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        token.delegation.installation > 1
          ? refusal('ended-grant', 'The app was uninstalled.')
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'lifecycle/one-consent-brings-back-all-tokens',
    breaks: ['LIF-35', 'LIF-36', 'LIF-39'],
    also: ['LIF-40'],
    summary: 'With the first consent to a reinstalled app all that it held before is good again.',
    behaviour: (normal) => ({
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        const again = call.tenant.state.consents.some(
          ({ appId, installation }) => appId === app?.id && installation === app.installation,
        );
        return normal.installationIsOver(call, delegation) && !(app?.installed === true && again);
      },
    }),
  },
  {
    id: 'lifecycle/one-consent-is-everybodys',
    breaks: ['LIF-39'],
    also: ['LIF-37'],
    summary: 'Once one user has consented to a reinstalled app, the others who had consented are not asked.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) =>
        normal.hasConsented(call, user, app) ||
        (app.installed &&
          call.tenant.state.consents.some((one) => one.appId === app.id && one.userId === user.id) &&
          call.tenant.state.consents.some((one) => one.appId === app.id && one.installation > 1)),
    }),
  },
  {
    id: 'lifecycle/codes-outlive-a-reinstall',
    breaks: ['LIF-40'],
    summary: 'A code from before an uninstallation is exchanged for tokens of the new installation.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) =>
        !(
          credential.kind === 'code' && call.tenant.state.apps.get(credential.code.delegation.appId)?.installed === true
        ) && normal.uninstallationStops(call, credential),
      issueDelegatedTokens: (call, app, delegation, predecessor) =>
        normal.issueDelegatedTokens(call, app, { ...delegation, installation: app.installation }, predecessor),
    }),
  },
  {
    id: 'lifecycle/codes-outlive-an-uninstallation',
    breaks: ['LIF-40'],
    also: ['VER-15'],
    summary: 'An uninstallation ends tokens, and no code that has yet to be exchanged.',
    behaviour: (normal) => {
      const late = new WeakSet<object>();
      return {
        uninstallationStops: (call, credential) =>
          credential.kind !== 'code' &&
          !(credential.kind === 'accessToken' && late.has(credential.token)) &&
          normal.uninstallationStops(call, credential),
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (predecessor === undefined && normal.installationIsOver(call, delegation)) late.add(token);
          return token;
        },
      };
    },
  },
  {
    id: 'lifecycle/unsuspension-restores-what-was-uninstalled',
    breaks: ['LIF-43'],
    also: ['LIF-35', 'LIF-36'],
    summary: 'When a user is active again, all that apps held for the user is good again.',
    behaviour: (normal) => {
      const restored = new WeakSet<User>();
      return {
        setUserActive: (tenant, user, active) => {
          if (active && !user.active) restored.add(user);
          normal.setUserActive(tenant, user, active);
        },
        installationIsOver: (call, delegation) => {
          const user = call.tenant.state.users.get(delegation.userId);
          const app = call.tenant.state.apps.get(delegation.appId);
          const back = user !== undefined && restored.has(user) && app?.installed === true;
          return !back && normal.installationIsOver(call, delegation);
        },
      };
    },
  },
  {
    id: 'lifecycle/unsuspension-restores-refresh-tokens-of-former-installations',
    breaks: ['LIF-43'],
    also: ['LIF-35'],
    summary: 'A refresh token whose user was un-suspended after the reinstall is good again.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => {
        const delegation = delegationOf(credential);
        const user = call.tenant.state.users.get(delegation?.userId ?? '');
        const app = call.tenant.state.apps.get(delegation?.appId ?? '');
        const back =
          credential.kind === 'refreshToken' &&
          user?.active === true &&
          app?.installed === true &&
          user.activeChangedAt > app.installedChangedAt;
        return !back && normal.uninstallationStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/suspended-users-are-spared-the-new-consent',
    breaks: ['LIF-44'],
    also: ['LIF-43'],
    summary: 'A reinstall forgets the consents of users who are active just then.',
    behaviour: (normal) => {
      const spared = new WeakMap<App, Set<string>>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (installed && !app.installed) {
            const suspended = [...tenant.state.users.values()].filter(({ active }) => !active).map(({ id }) => id);
            spared.set(app, new Set(suspended));
          }
          normal.setInstalled(tenant, app, installed);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) || spared.get(app)?.has(consent.userId) === true,
      };
    },
  },
];
