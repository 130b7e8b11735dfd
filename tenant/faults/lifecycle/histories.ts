import { delegationOf, userOf } from '../../state/delegated.ts';
import type { AccessToken, App, Delegation, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Mistakes that show only when one thing has happened after another. */
export const historyFaults: readonly Fault[] = [
  {
    id: 'lifecycle/uninstallation-is-forgotten-for-the-suspended',
    breaks: ['LIF-36'],
    also: ['LIF-35', 'LIF-42', 'LIF-43'],
    summary: 'A reinstallation brings back what the app held for users who were suspended when it was uninstalled.',
    behaviour: (normal) => {
      const spared = new Set<Delegation>();
      return {
        setInstalled: (tenant, app, installed) => {
          for (const one of tenant.state.delegations) {
            const suspended = tenant.state.users.get(one.userId)?.active === false;
            if (!installed && one.appId === app.id && suspended) spared.add(one);
          }
          normal.setInstalled(tenant, app, installed);
        },
        installationIsOver: (call, delegation) =>
          !(spared.has(delegation) && call.tenant.state.apps.get(delegation.appId)?.installed === true) &&
          normal.installationIsOver(call, delegation),
      };
    },
  },
  {
    id: 'lifecycle/installation-unarchives',
    breaks: ['LIF-42'],
    also: ['LIF-21', 'LIF-22', 'LIF-23', 'LIF-25', 'LIF-47', 'LIF-28'],
    summary: 'An archived app that is installed again is active.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (installed && !app.installed) normal.setArchived(tenant, app, false);
        normal.setInstalled(tenant, app, installed);
      },
    }),
  },
  {
    id: 'lifecycle/rotating-the-secret-unarchives',
    breaks: ['LIF-22'],
    also: ['LIF-21', 'LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'LIF-28', 'LIF-42'],
    summary: 'An archived app whose client secret is rotated is active again.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) => {
        normal.setArchived(tenant, app, false);
        return normal.rotateClientSecret(tenant, app);
      },
    }),
  },

  {
    id: 'lifecycle/tokens-from-during-a-suspension-outlive-archiving',
    breaks: ['LIF-21'],
    also: ['LIF-28'],
    summary: 'App tokens that were asked for while some user was suspended are not stopped by archiving.',
    behaviour: (normal) => {
      const spared = new Set<AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          const anybody = [...call.tenant.state.users.values()].some(({ active }) => !active);
          if (subject.kind === 'app' && anybody) spared.add(token);
          return token;
        },
        archivalStops: (call, credential) =>
          !(credential.kind === 'accessToken' && spared.has(credential.token)) &&
          normal.archivalStops(call, credential),
      };
    },
  },
  {
    id: 'lifecycle/denied-consent-reverses-the-spending',
    breaks: ['DEL-42'],
    also: ['DEL-37', 'DEL-43', 'DEL-44', 'DEL-45', 'DEL-46', 'DEL-47', 'DEL-48', 'LIF-45'],
    summary: 'Once a user has denied an app their consent, every refresh token that was spent last is good again.',
    behaviour: (normal) => {
      let denied = false;
      return {
        rememberDenial: (call, user, app) => {
          denied = true;
          normal.rememberDenial(call, user, app);
        },
        refreshTokenIsSpent: (call, token) => {
          if (denied && token.delegation.latestRefreshToken?.predecessor === token) return false;
          return normal.refreshTokenIsSpent(call, token);
        },
      };
    },
  },
  {
    id: 'lifecycle/second-archiving-spares-app-tokens',
    breaks: ['LIF-28'],
    also: ['LIF-21'],
    summary: 'From the second time that an app is archived on, its tokens go on working.',
    behaviour: (normal) => {
      const archivals = new Map<string, number>();
      return {
        setArchived: (tenant, app, archived) => {
          if (archived && !app.archived) archivals.set(app.id, (archivals.get(app.id) ?? 0) + 1);
          normal.setArchived(tenant, app, archived);
        },
        archivalStops: (call, credential) =>
          !(
            credential.kind === 'accessToken' &&
            credential.token.subject.kind === 'app' &&
            (archivals.get(credential.token.appId) ?? 0) >= 2
          ) && normal.archivalStops(call, credential),
      };
    },
  },
  {
    id: 'lifecycle/unarchiving-brings-the-former-secret-back',
    breaks: ['LIF-28'],
    also: ['LIF-27', 'LIF-42', 'TOK-22', 'TOK-23'],
    summary: 'An app whose secret was rotated before it was archived has its former secret when it is unarchived.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        const former = app.formerSecrets.at(-1);
        if (!archived && app.archived && former !== undefined) app.clientSecret = former.value;
        normal.setArchived(tenant, app, archived);
      },
    }),
  },

  {
    id: 'lifecycle/reinstallation-with-archiving-revives',
    breaks: ['LIF-36'],
    also: ['LIF-35', 'LIF-37', 'LIF-39', 'LIF-40', 'LIF-42', 'LIF-43', 'LIF-44'],
    summary: 'An app that was archived when it was uninstalled or installed again finds all that it held before.',
    behaviour: (normal) => {
      const interrupted = new Set<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          const changes = installed !== app.installed;
          normal.setInstalled(tenant, app, installed);
          if (changes && app.archived) interrupted.add(app);
          if (changes && installed && interrupted.delete(app)) app.installation -= 1;
        },
      };
    },
  },
  {
    id: 'lifecycle/unsuspension-outruns-archiving',
    breaks: ['LIF-23'],
    also: ['LIF-24', 'LIF-42'],
    summary: 'What an archived app holds for a user works from when that user is un-suspended.',
    behaviour: (normal) => ({
      archivalStops: (call, credential) => {
        const app = call.tenant.state.apps.get(delegationOf(credential)?.appId ?? '');
        const user = call.tenant.state.users.get(userOf(credential) ?? '');
        return !wasUnsuspendedWhileArchived(app, user) && normal.archivalStops(call, credential);
      },
      appIsArchived: (call, appId) => normal.appIsArchived(call, appId),
    }),
  },

  {
    id: 'lifecycle/uninstallation-ends-other-apps-tokens',
    breaks: ['LIF-42'],
    summary: 'When an app is uninstalled, the tokens that other apps hold for themselves end.',
    behaviour: (normal) => {
      const ended = new Set<AccessToken>();
      return {
        setInstalled: (tenant, app, installed) => {
          for (const token of tenant.state.accessTokens.values()) {
            if (!installed && app.installed && token.subject.kind === 'app' && token.appId !== app.id) ended.add(token);
          }
          normal.setInstalled(tenant, app, installed);
        },
        tokenHasEnded: (call, token) => ended.has(token) || normal.tokenHasEnded(call, token),
      };
    },
  },
];

function wasUnsuspendedWhileArchived(app: App | undefined, user: User | undefined): boolean {
  return app?.archived === true && user?.active === true && user.activeChangedAt > app.archivedChangedAt;
}
