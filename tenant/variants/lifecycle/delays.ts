import { delegationOf, userOf } from '../../state/delegated.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough to be seen missing, and short, since the suite really waits. */
const late = 30;
const profile = { limits: { propagationSeconds: 2 } };

/** Changes other than archiving that take a moment to be seen ("immediately" is said of archiving only). */
export const lifecycleDelayVariants: readonly Variant[] = [
  {
    id: 'lifecycle/suspensions-come-late',
    freedoms: ['FRE-15'],
    summary: 'A suspension, and its end, are heeded a moment later, on calls and at the token endpoint.',
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
    id: 'lifecycle/unarchiving-comes-late',
    freedoms: ['FRE-15'],
    summary: 'An archiving is heeded at once, and its end a moment later.',
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
    summary: 'What an app holds for users works for a moment after it was uninstalled.',
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
