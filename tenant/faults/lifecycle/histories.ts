import { delegationOf, userOf } from '../../state/delegated.ts';
import type { AccessToken, ApiKey, App, Delegation, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Mistakes that show only when one thing has happened after another. */
export const historyFaults: readonly Fault[] = [
  {
    id: 'lifecycle/third-suspension-spares-the-key',
    breaks: ['LIF-06'],
    also: ['LIF-01'],
    summary: 'From the third suspension of a user on, their API key goes on working.',
    behaviour: (normal) => {
      const suspensions = new Map<string, number>();
      return {
        setUserActive: (tenant, user, active) => {
          if (user.active && !active) suspensions.set(user.id, (suspensions.get(user.id) ?? 0) + 1);
          normal.setUserActive(tenant, user, active);
        },
        suspensionStops: (call, credential) =>
          !(credential.kind === 'apiKey' && (suspensions.get(credential.key.userId) ?? 0) >= 3) &&
          normal.suspensionStops(call, credential),
      };
    },
  },
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
    id: 'lifecycle/unsuspension-revives-what-was-spent-last',
    breaks: ['DEL-45'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'LIF-45'],
    summary: 'When a user is un-suspended, the refresh token that each app spent last for them is good again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        if (active && !user.active) {
          for (const { userId, latestRefreshToken } of tenant.state.delegations) {
            const spent = latestRefreshToken?.predecessor;
            if (userId === user.id && spent !== undefined) spent.spentAt = undefined;
          }
        }
        normal.setUserActive(tenant, user, active);
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
    id: 'lifecycle/unarchiving-unsuspends-its-users',
    breaks: ['LIF-01'],
    also: ['LIF-42', 'LIF-02', 'LIF-03', 'LIF-04', 'LIF-06', 'LIF-17', 'LIF-18'],
    summary: 'When an app is unarchived, the users who let it act for them are active, suspended or not.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        const reopened = app.archived && !archived;
        normal.setArchived(tenant, app, archived);
        if (!reopened) return;
        for (const { appId, userId } of tenant.state.delegations) {
          const user = tenant.state.users.get(userId);
          if (appId === app.id && user !== undefined) normal.setUserActive(tenant, user, true);
        }
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
    id: 'lifecycle/key-made-in-a-suspension-works',
    breaks: ['LIF-01'],
    also: ['LIF-06'],
    summary: 'A suspension stops the key that there is at the time, and none that takes its place.',
    behaviour: (normal) => {
      const later = new Set<ApiKey>();
      return {
        rotateApiKey: (tenant, user) => {
          const key = normal.rotateApiKey(tenant, user);
          if (!user.active) later.add(key);
          return key;
        },
        setUserActive: (tenant, user, active) => {
          if (user.active && !active) for (const key of later) if (key.userId === user.id) later.delete(key);
          normal.setUserActive(tenant, user, active);
        },
        suspensionStops: (call, credential) =>
          !(credential.kind === 'apiKey' && later.has(credential.key)) && normal.suspensionStops(call, credential),
      };
    },
  },
  {
    id: 'lifecycle/second-suspension-stops-apps-too',
    breaks: ['LIF-09'],
    also: ['LIF-10', 'LIF-42'],
    summary: 'When a user is suspended for the second time, app tokens of the apps that they authorized stop.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      const stopped = new Set<string>();
      return {
        setUserActive: (tenant, user, active) => {
          if (user.active && !active) {
            const count = (times.get(user.id) ?? 0) + 1;
            times.set(user.id, count);
            if (count >= 2) {
              for (const one of tenant.state.delegations) if (one.userId === user.id) stopped.add(one.appId);
            }
          }
          normal.setUserActive(tenant, user, active);
        },
        tokenHasEnded: (call, token) =>
          (token.subject.kind === 'app' && stopped.has(token.appId)) || normal.tokenHasEnded(call, token),
      };
    },
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
  {
    id: 'lifecycle/suspension-of-two-resumes-one-key',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-08', 'LIF-42'],
    summary: 'Of users who are suspended at the same time, only the one suspended first has their key back afterwards.',
    behaviour: (normal) => {
      const dead = new Set<string>();
      return {
        setUserActive: (tenant, user, active) => {
          const others = [...tenant.state.users.values()].some((one) => one !== user && !one.active);
          if (user.active && !active && others) dead.add(user.id);
          normal.setUserActive(tenant, user, active);
        },
        keyIsRetired: (call, key) => dead.has(key.userId) || normal.keyIsRetired(call, key),
      };
    },
  },
];

function wasUnsuspendedWhileArchived(app: App | undefined, user: User | undefined): boolean {
  return app?.archived === true && user?.active === true && user.activeChangedAt > app.archivedChangedAt;
}
