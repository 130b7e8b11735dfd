import type { Call } from '../../http/message.ts';
import type { Credential } from '../../state/delegated.ts';
import { delegationOf, userOf } from '../../state/delegated.ts';
import type { AccessToken, App, Delegation, RefreshToken, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** The delegations that the user gave to the app before this one. */
function earlier(call: Call, delegation: Delegation): readonly Delegation[] {
  const { delegations } = call.tenant.state;
  return delegations
    .slice(0, delegations.indexOf(delegation))
    .filter(({ userId, appId }) => userId === delegation.userId && appId === delegation.appId);
}

/** Mistakes about states that show in a certain order of events, or for one credential among several. */
export const evaluatedFaultsTwo: readonly Fault[] = [
  {
    id: 'lifecycle/consents-of-suspended-users-outlive-an-uninstallation',
    breaks: ['LIF-44'],
    also: ['LIF-37', 'LIF-42', 'LIF-43'],
    summary: 'An uninstallation forgets the consents of active users; those of users who are suspended then are kept.',
    behaviour: (normal) => {
      const kept = new Map<string, number>();
      return {
        setInstalled: (tenant, app, installed) => {
          for (const { id, active } of tenant.state.users.values()) {
            if (!installed && app.installed && !active) kept.set(`${app.id} ${id}`, app.installation);
          }
          normal.setInstalled(tenant, app, installed);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) ||
          (app.installed && kept.get(`${app.id} ${consent.userId}`) === consent.installation),
      };
    },
  },
  {
    id: 'lifecycle/id-tokens-in-use-outlive-a-suspension',
    breaks: ['LIF-15'],
    summary: 'An ID token that was accepted before a suspension is accepted during it.',
    behaviour: (normal) => {
      const accepted = new Set<string>();
      return {
        suspensionStops: (call, credential) => {
          if (credential.kind !== 'idToken') return normal.suspensionStops(call, credential);
          const stops = normal.suspensionStops(call, credential) && !accepted.has(credential.idToken.value);
          if (!stops) accepted.add(credential.idToken.value);
          return stops;
        },
      };
    },
  },
  {
    id: 'lifecycle/suspensions-are-told-to-active-apps-only',
    breaks: ['LIF-04'],
    also: ['LIF-02', 'LIF-03', 'LIF-42', 'LIF-18'],
    summary: 'A suspension stops what active apps hold for the user; an app that is archived just then is overlooked.',
    behaviour: (normal) => {
      const overlooked = new Map<string, Set<string>>();
      return {
        setUserActive: (tenant, user, active) => {
          if (user.active !== active) {
            const archived = [...tenant.state.apps.values()].filter((app) => app.archived).map(({ id }) => id);
            overlooked.set(user.id, new Set(active ? [] : archived));
          }
          normal.setUserActive(tenant, user, active);
        },
        suspensionStops: (call, credential) => {
          const appId = delegationOf(credential)?.appId;
          const spared = appId !== undefined && overlooked.get(userOf(credential) ?? '')?.has(appId) === true;
          return !spared && normal.suspensionStops(call, credential);
        },
      };
    },
  },
  {
    id: 'lifecycle/a-secret-rotated-in-a-suspension-waits-for-its-end',
    breaks: ['LIF-10'],
    also: ['LIF-11', 'LIF-42', 'TOK-22'],
    summary:
      'A secret that an app was given while one of its users was suspended works once that user is active again.',
    behaviour: (normal) => {
      const waits = new Map<string, { app: App; users: readonly User[] }>();
      return {
        rotateClientSecret: (tenant, app) => {
          const { delegations, users } = tenant.state;
          const affected = delegations.filter(({ appId }) => appId === app.id).map(({ userId }) => users.get(userId));
          const secret = normal.rotateClientSecret(tenant, app);
          waits.set(secret, {
            app,
            users: affected.filter((user) => user?.active === false).filter((user) => user !== undefined),
          });
          return secret;
        },
        clientSecretIsRight: (call, app, clientSecret) =>
          normal.clientSecretIsRight(call, app, clientSecret) &&
          waits.get(clientSecret)?.users.some(({ active }) => !active) !== true,
      };
    },
  },
  {
    id: 'lifecycle/former-secrets-work-at-the-legacy-path-in-a-suspension',
    breaks: ['LIF-11'],
    also: ['TOK-23', 'VER-15', 'VER-11'],
    summary: 'While a user of an app is suspended, the legacy path takes the secret before the last rotation as well.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) => {
        const { delegations, users } = call.tenant.state;
        const affected = delegations.some(
          ({ appId, userId }) => appId === app.id && users.get(userId)?.active === false,
        );
        return (
          normal.clientSecretIsRight(call, app, clientSecret) ||
          (affected && call.request.path === '/api/v2/token' && app.formerSecrets.at(-1)?.value === clientSecret)
        );
      },
    }),
  },
  {
    id: 'lifecycle/users-suspended-again-can-authorize',
    breaks: ['LIF-17'],
    also: ['LIF-02', 'LIF-03', 'LIF-42', 'LIF-18'],
    summary: 'From the second suspension of a user on, what they authorize during it works.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      const again = (userId: string | undefined) => userId !== undefined && (times.get(userId) ?? 0) >= 2;
      const during = new WeakSet<Delegation>();
      return {
        setUserActive: (tenant, user, active) => {
          if (!active && user.active) times.set(user.id, (times.get(user.id) ?? 0) + 1);
          normal.setUserActive(tenant, user, active);
        },
        userWhoSignsIn: (call, email, password) => {
          const user = normal.userWhoSignsIn(call, email, password);
          const named = call.tenant.state.users.values().find((each) => each.email === email.trim());
          if (!('refused' in user) || named === undefined || !again(named.id)) return user;
          return named.password === password ? named : user;
        },
        beginDelegation: (call, app, user) => {
          const delegation = normal.beginDelegation(call, app, user);
          if (!user.active) during.add(delegation);
          return delegation;
        },
        suspensionStops: (call, credential) => {
          const delegation = delegationOf(credential);
          const spared =
            (credential.kind === 'session' && again(credential.session.userId)) ||
            (delegation !== undefined && during.has(delegation));
          return !spared && normal.suspensionStops(call, credential);
        },
      };
    },
  },
  {
    id: 'lifecycle/second-codes-outlive-a-suspension',
    breaks: ['LIF-18'],
    also: ['LIF-02', 'LIF-03', 'LIF-42', 'LIF-17'],
    summary: 'A code that a user gets for an app they had authorized before outlives a suspension, with its tokens.',
    behaviour: (normal) => {
      const exempt = new WeakSet<Delegation>();
      return {
        suspensionStops: (call, credential) => {
          const delegation = delegationOf(credential);
          if (delegation === undefined) return normal.suspensionStops(call, credential);
          if (credential.kind === 'code')
            return earlier(call, delegation).length === 0 && normal.suspensionStops(call, credential);
          return !exempt.has(delegation) && normal.suspensionStops(call, credential);
        },
        useCode: (call, code) => {
          const { delegation } = code;
          if (call.tenant.behaviour.userIsSuspended(call, delegation.userId)) exempt.add(delegation);
          normal.useCode(call, code);
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
    id: 'lifecycle/an-uninstallation-goes-by-live-access-tokens',
    breaks: ['LIF-32'],
    also: ['LIF-35', 'LIF-42', 'LIF-31', 'LIF-36', 'LIF-33'],
    summary:
      'An uninstallation ends what is found by a live access token: where that has expired the refresh token stays.',
    behaviour: (normal) => {
      const spared = new WeakSet<Delegation>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (!installed && app.installed) {
            for (const delegation of tenant.state.delegations) {
              const issuedAt = delegation.latestAccessToken?.issuedAt.getTime();
              const isOver = issuedAt !== undefined && tenant.clock.now().getTime() - issuedAt >= 900_000;
              if (delegation.appId === app.id && delegation.installation === app.installation && isOver)
                spared.add(delegation);
            }
          }
          normal.setInstalled(tenant, app, installed);
        },
        installationIsOver: (call, delegation) =>
          !spared.has(delegation) && normal.installationIsOver(call, delegation),
      };
    },
  },
  {
    id: 'lifecycle/a-refresh-in-the-second-before-a-suspension-outlives-it',
    breaks: ['LIF-19'],
    also: ['LIF-02', 'LIF-03', 'LIF-42'],
    summary: 'Tokens that a refresh issued less than half a second before the suspension are not stopped by it.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const stops = normal.suspensionStops(call, credential);
        if (credential.kind !== 'accessToken' && credential.kind !== 'refreshToken') return stops;
        const issued: AccessToken | RefreshToken = credential.token;
        const beside: RefreshToken | undefined = 'predecessor' in issued ? issued : issued.refreshToken;
        const since = call.tenant.state.users.get(userOf(credential) ?? '')?.activeChangedAt.getTime() ?? 0;
        const age = since - issued.issuedAt.getTime();
        return stops && !(beside?.predecessor !== undefined && age >= 0 && age < 500);
      },
    }),
  },
];
