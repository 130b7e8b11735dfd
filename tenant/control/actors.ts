import type { App } from '../state/model.ts';
import { addUser } from '../state/initial-data.ts';
import type { Tenant } from '../tenant.ts';
import { existing, optionalBoolean, optionalText, optionalTexts, optionalTime, requiredText } from './input.ts';
import type { ControlOperations } from './operation-types.ts';
import { Refused } from './refused.ts';

/** Returns the operations on users, their keys, and apps. */
export function actorOperations(
  tenant: Tenant,
): Pick<
  ControlOperations,
  Exclude<Extract<keyof ControlOperations, `${'user' | 'apiKey' | 'app'}.${string}`>, 'app.setWebhook'>
> {
  const { state, behaviour, clock } = tenant;
  return {
    'user.create': (input) => {
      const email = behaviour.storedEmail(tenant, requiredText(input, 'email'));
      const name = optionalText(input, 'name') ?? tenant.names.person();
      if (state.users.by(email) !== undefined) {
        throw new Refused(409, 'email_taken', 'There is a user with this e-mail address.');
      }
      const problem = behaviour.userProblem(tenant, { email, name });
      if (problem !== undefined) throw new Refused(400, 'invalid_user', problem);
      const password = optionalText(input, 'password');
      const user = addUser(tenant, {
        email,
        name,
        ...(password === undefined ? {} : { password }),
      });
      return { userId: user.id, email: user.email };
    },

    'user.suspend': (input) => {
      behaviour.setUserActive(tenant, existing(input, 'userId', state.users), false);
      return {};
    },

    'user.unsuspend': (input) => {
      behaviour.setUserActive(tenant, existing(input, 'userId', state.users), true);
      return {};
    },

    'apiKey.create': (input) => {
      const user = existing(input, 'userId', state.users);
      const key = behaviour.createApiKey(tenant, user, optionalTime(input, 'createdAt') ?? clock.now());
      return { apiKey: key.value, createdAt: key.createdAt.toISOString() };
    },

    'apiKey.rotate': (input) => {
      const key = behaviour.rotateApiKey(tenant, existing(input, 'userId', state.users));
      return { apiKey: key.value, createdAt: key.createdAt.toISOString() };
    },

    'app.create': (input) => {
      const name = requiredText(input, 'name');
      const refused = behaviour.appProblem(tenant, { name });
      if (refused !== undefined) throw new Refused(400, 'invalid_app', refused);
      const redirectUris = optionalTexts(input, 'redirectUris');
      for (const redirectUri of redirectUris) {
        const problem = behaviour.redirectUriProblem(tenant, redirectUri);
        if (problem !== undefined) throw new Refused(400, 'invalid_redirect_uri', problem);
      }
      const now = clock.now();
      const app: App = {
        id: behaviour.makeId(tenant, 'app'),
        definitionId: behaviour.makeId(tenant, 'appDefinition'),
        versionNumber: behaviour.makeVersionNumber(tenant),
        name,
        clientId: behaviour.makeClientId(tenant),
        clientSecret: behaviour.makeClientSecret(tenant),
        formerSecrets: [],
        redirectUris: [],
        createdAt: now,
        installed: optionalBoolean(input, 'installed') ?? true,
        installedChangedAt: now,
        installation: 1,
        archived: false,
        archivedChangedAt: now,
      };
      for (const redirectUri of redirectUris) behaviour.registerRedirectUri(tenant, app, redirectUri);
      state.apps.set(app.id, app);
      return {
        appId: app.id,
        appDefinitionId: app.definitionId,
        versionNumber: app.versionNumber,
        clientId: app.clientId,
        clientSecret: app.clientSecret,
      };
    },

    'app.archive': (input) => {
      behaviour.setArchived(tenant, existing(input, 'appId', state.apps), true);
      return {};
    },

    'app.unarchive': (input) => {
      behaviour.setArchived(tenant, existing(input, 'appId', state.apps), false);
      return {};
    },

    'app.install': (input) => {
      const app = existing(input, 'appId', state.apps);
      const before = app.installed;
      behaviour.setInstalled(tenant, app, true);
      if (!before && app.installed) behaviour.appWasInstalled(tenant, app);
      return {};
    },

    'app.uninstall': (input) => {
      behaviour.setInstalled(tenant, existing(input, 'appId', state.apps), false);
      return {};
    },

    'app.registerRedirectUri': (input) => {
      const app = existing(input, 'appId', state.apps);
      const reason = behaviour.registerRedirectUri(tenant, app, requiredText(input, 'redirectUri'));
      return reason === undefined ? { registered: true } : { registered: false, reason };
    },

    'app.rotateSecret': (input) => ({
      clientSecret: behaviour.rotateClientSecret(tenant, existing(input, 'appId', state.apps)),
    }),
  };
}
