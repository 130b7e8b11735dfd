import { delegationOf } from '../../state/delegated.ts';
import { endDelegations } from '../../state/end-delegations.ts';
import { refusal } from '../../http/refusal.ts';
import type { App } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

/** Variants of tokens after a state has ended, as far as the specification says nothing. */
export const lifecycleTokenVariants: readonly Variant[] = [
  {
    id: 'lifecycle/suspension-ends-delegated-tokens',
    freedoms: ['FRE-114'],
    summary: 'The credentials that apps hold for a user stay invalid after a suspension.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active);
        if (!active) endDelegations(tenant, ({ userId }) => userId === user.id);
      },
    }),
  },
  {
    id: 'lifecycle/suspension-ends-access-tokens-and-no-refresh-token',
    freedoms: ['FRE-114'],
    summary: 'After a suspension, old access tokens stay invalid, and refresh tokens are valid again.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) => {
        const user = call.tenant.state.users.get(token.delegation?.userId ?? '');
        const since =
          user !== undefined && user.activeChangedAt > user.createdAt && token.issuedAt < user.activeChangedAt;
        return (since && user.active) || normal.tokenHasEnded(call, token);
      },
    }),
  },
  {
    id: 'lifecycle/a-refresh-during-a-suspension-ends-the-delegation',
    freedoms: ['FRE-115'],
    summary: 'A refresh that is refused because of a suspension ends its authorization.',
    behaviour: (normal) => ({
      refreshWasRefused: (call, token, reason) => {
        if (reason.refused === 'suspended-grant') normal.endDelegation(call, token.delegation);
      },
    }),
  },
  {
    id: 'lifecycle/archiving-ends-delegated-tokens',
    freedoms: ['FRE-120', 'FRE-121'],
    summary: 'All tokens of an archived app, its own and those for users, stay invalid after it is unarchived.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        normal.setArchived(tenant, app, archived);
        if (archived) endDelegations(tenant, ({ appId }) => appId === app.id);
      },
      tokenHasEnded: (call, token) => {
        const app = call.tenant.state.apps.get(token.appId);
        const since =
          app !== undefined && app.archivedChangedAt > app.createdAt && token.issuedAt < app.archivedChangedAt;
        return (since && !app.archived) || normal.tokenHasEnded(call, token);
      },
    }),
  },
  {
    id: 'lifecycle/archived-apps-get-useless-tokens',
    freedoms: ['FRE-122'],
    summary: 'The token endpoint, the codes and the consents of an archived app go on working, and no call is served.',
    behaviour: (normal) => ({
      clientIsBarred: () => undefined,
      authorizationIsBarred: (_call, app) =>
        app.installed ? undefined : refusal('unauthorized-client', 'The app is not installed.'),
      archivalStops: (call, credential) =>
        credential.kind !== 'refreshToken' && credential.kind !== 'code' && normal.archivalStops(call, credential),
    }),
  },
  {
    id: 'lifecycle/uninstallation-counts-for-an-archived-app-at-once',
    freedoms: ['FRE-124', 'FRE-47'],
    summary: 'An uninstallation also archives the app, and a reinstall unarchives it.',
    behaviour: (normal) => {
      const withIt = new WeakSet<App>();
      return {
        setInstalled: (tenant, app, installed) => {
          normal.setInstalled(tenant, app, installed);
          // only an explicit unarchiving ends an explicit archiving
          if (!installed && !app.archived) {
            withIt.add(app);
            normal.setArchived(tenant, app, true);
          } else if (installed && withIt.delete(app)) normal.setArchived(tenant, app, false);
        },
        setArchived: (tenant, app, archived) => {
          withIt.delete(app);
          normal.setArchived(tenant, app, archived);
        },
      };
    },
  },
  {
    id: 'lifecycle/rotation-of-a-key-ends-delegations',
    freedoms: ['FRE-98'],
    summary: 'Rotating a key ends the authorizations by its owner.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        endDelegations(tenant, ({ userId }) => userId === user.id);
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'lifecycle/a-secret-ends-what-was-got-with-it',
    freedoms: ['FRE-42', 'FRE-43'],
    summary: 'Rotating a secret ends all tokens of the app, including its refresh tokens.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) => {
        endDelegations(tenant, ({ appId }) => appId === app.id);
        for (const token of tenant.state.accessTokens.values()) {
          if (token.appId === app.id) tenant.state.accessTokens.delete(token.value);
        }
        return normal.rotateClientSecret(tenant, app);
      },
    }),
  },
  {
    id: 'lifecycle/uninstalled-refresh-tokens-are-forgotten',
    freedoms: ['FRE-25', 'FRE-130'],
    summary: 'A token that an uninstallation ended is answered like one that never existed.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        const over = token !== undefined && normal.installationIsOver(call, token.delegation);
        return over ? undefined : token;
      },
      findAccessToken: (call, value) => {
        const token = normal.findAccessToken(call, value);
        const delegation = token === undefined ? undefined : delegationOf({ kind: 'accessToken', token });
        return delegation !== undefined && normal.installationIsOver(call, delegation) ? undefined : token;
      },
    }),
  },
  {
    id: 'lifecycle/a-reinstall-makes-a-new-secret',
    freedoms: ['FRE-49'],
    summary: 'An app that is installed again has a new client secret.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        if (installed && !app.installed) tenant.behaviour.rotateClientSecret(tenant, app);
        normal.setInstalled(tenant, app, installed);
      },
    }),
  },
];
