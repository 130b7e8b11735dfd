import { delegationOf, userOf } from '../../state/delegated.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough for a check to notice the delay, and short, because the suite waits in real time. */
const late = 30;
const profile = { limits: { propagationSeconds: 2 } };

/**
 * Variants with a propagation delay for changes other than archiving (the specification says "immediately" of archiving
 * only).
 */
export const lifecycleDelayVariants: readonly Variant[] = [
  {
    id: 'lifecycle/suspensions-come-late',
    freedoms: ['FRE-15'],
    summary: 'A suspension and its end take effect a moment later, on calls and at the token endpoint.',
    profile,
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => {
        const user = call.tenant.state.users.get(userOf(credential) ?? '');
        if (user === undefined || user.activeChangedAt <= user.createdAt)
          return normal.suspensionStops(call, credential);
        const seen = call.now.getTime() - user.activeChangedAt.getTime() >= late;
        return seen ? !user.active : user.active;
      },
      userIsSuspended: (call, userId) => {
        const user = call.tenant.state.users.get(userId);
        if (user === undefined || user.activeChangedAt <= user.createdAt) return normal.userIsSuspended(call, userId);
        const seen = call.now.getTime() - user.activeChangedAt.getTime() >= late;
        return seen ? !user.active : user.active;
      },
    }),
  },
  {
    id: 'lifecycle/consents-come-late',
    freedoms: ['FRE-15'],
    summary: 'A consent takes effect a moment after it was given.',
    profile,
    behaviour: (normal) => ({
      consentIsOf: (call, consent, user) =>
        normal.consentIsOf(call, consent, user) && call.now.getTime() - consent.givenAt.getTime() >= late,
    }),
  },
  {
    id: 'lifecycle/newcomers-come-late',
    freedoms: ['FRE-15'],
    summary: 'New apps, users, redirect URIs and identity providers are known a moment after their creation.',
    profile,
    behaviour: (normal) => {
      const since = new Map<string, number>();
      const isNew = (call: Call, at: number): boolean => call.now.getTime() - at < late;
      return {
        findClient: (call, clientId) => {
          const app = normal.findClient(call, clientId);
          return app !== undefined && isNew(call, app.createdAt.getTime()) ? undefined : app;
        },
        userWhoSignsIn: (call, email, password) => {
          const user = normal.userWhoSignsIn(call, email, password);
          return 'createdAt' in user && isNew(call, user.createdAt.getTime())
            ? refusal('wrong-password', 'There is no such user yet.')
            : user;
        },
        emailMatches: (call, user, email) =>
          normal.emailMatches(call, user, email) && !isNew(call, user.createdAt.getTime()),
        trustProvider: (tenant, provider) => {
          since.set(provider.issuer, tenant.clock.now().getTime());
          return normal.trustProvider(tenant, provider);
        },
        providerOf: (call, token) => {
          const provider = normal.providerOf(call, token);
          return provider !== undefined && isNew(call, since.get(provider.issuer) ?? 0) ? undefined : provider;
        },
        registerRedirectUri: (tenant, app, redirectUri) => {
          const key = `${app.id} ${redirectUri}`;
          if (!since.has(key)) since.set(key, tenant.clock.now().getTime());
          return normal.registerRedirectUri(tenant, app, redirectUri);
        },
        redirectUriIsRegistered: (call, app, named) =>
          normal.redirectUriIsRegistered(call, app, named) && !isNew(call, since.get(`${app.id} ${named}`) ?? 0),
      };
    },
  },
  {
    id: 'lifecycle/unarchiving-comes-late',
    freedoms: ['FRE-15'],
    summary: 'An archiving takes effect at once, and its end a moment later.',
    profile,
    behaviour: (normal) => ({
      appIsArchived: (call, appId) => {
        const app = call.tenant.state.apps.get(appId);
        const justBack =
          app !== undefined &&
          app.archivedChangedAt > app.createdAt &&
          call.now.getTime() - app.archivedChangedAt.getTime() < late;
        return normal.appIsArchived(call, appId) || justBack;
      },
    }),
  },
  {
    id: 'lifecycle/uninstallations-come-late',
    freedoms: ['FRE-15'],
    summary: "An app's delegated credentials work for a moment after it was uninstalled.",
    profile,
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => {
        const app = call.tenant.state.apps.get(delegationOf(credential)?.appId ?? '');
        const just =
          app !== undefined && !app.installed && call.now.getTime() - app.installedChangedAt.getTime() < late;
        return !just && normal.uninstallationStops(call, credential);
      },
    }),
  },
  {
    id: 'lifecycle/installations-come-late',
    freedoms: ['FRE-15'],
    summary: 'An app that was installed again can be authorized a moment later.',
    profile,
    behaviour: (normal) => ({
      authorizationIsBarred: (call, app) =>
        app.installation > 1 && call.now.getTime() - app.installedChangedAt.getTime() < late
          ? refusal('unauthorized-client', 'The app is not installed yet.')
          : normal.authorizationIsBarred(call, app),
    }),
  },
];
