import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Variant } from '../variant.ts';

const profile = { limits: { propagationSeconds: 2 } };

/** Milliseconds after which each part of the tenant learns of a change, by the beginning of its paths. */
const lateness: readonly (readonly [path: string, milliseconds: number])[] = [
  ['/oauth/token', 40],
  ['/api/v2/token', 5],
  ['/oauth/authorize', 25],
  ['/api/v3/entry', 0],
  ['/api/v3/plate', 35],
  ['/api/v2/entries', 15],
  ['/api/v2/plates', 50],
];

function knowsOf(call: Call, of: Date): boolean {
  const late = lateness.find(([path]) => call.request.path.startsWith(path))?.[1] ?? 10;
  return call.now.getTime() - of.getTime() >= late;
}

function endSessionsAround({ state }: Tenant, app: App): void {
  const users = new Set(state.consents.filter(({ appId }) => appId === app.id).map(({ userId }) => userId));
  for (const { value, userId } of state.sessions.values()) if (users.has(userId)) state.sessions.delete(value);
}

/** Variants of many services, each of which learns of changes with its own delay. */
export const serviceVariants: readonly Variant[] = [
  {
    id: 'lifecycle/each-service-hears-of-changes-in-its-own-time',
    freedoms: ['FRE-15'],
    summary:
      'Each endpoint learns of suspensions, uninstallations, reinstallations and unarchivings with its own delay.',
    profile,
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const user = call.tenant.state.users.get(userId);
        if (user === undefined || user.activeChangedAt <= user.createdAt) return normal.userIsSuspended(call, userId);
        return knowsOf(call, user.activeChangedAt) ? !user.active : user.active;
      },
      appIsArchived: (call, appId) => {
        const app = call.tenant.state.apps.get(appId);
        const justBack =
          app !== undefined && app.archivedChangedAt > app.createdAt && !knowsOf(call, app.archivedChangedAt);
        return normal.appIsArchived(call, appId) || justBack;
      },
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        const isNews = app !== undefined && !app.installed && !knowsOf(call, app.installedChangedAt);
        return isNews ? app.installation !== delegation.installation : normal.installationIsOver(call, delegation);
      },
      authorizationIsBarred: (call, app) => {
        const barred = normal.authorizationIsBarred(call, app);
        if (app.archived || app.installedChangedAt <= app.createdAt || knowsOf(call, app.installedChangedAt))
          return barred;
        return normal.authorizationIsBarred(call, { ...app, installed: !app.installed });
      },
    }),
  },
  {
    id: 'lifecycle/each-service-hears-of-grants-in-its-own-time',
    freedoms: ['FRE-13', 'FRE-14'],
    summary: 'Each listing learns of grants, of their end and of new records with its own delay.',
    profile,
    behaviour: () => ({
      grantCounts: (call, { grantedAt, revokedAt }) =>
        knowsOf(call, grantedAt) && !(revokedAt !== undefined && knowsOf(call, revokedAt)),
      isListed: (call, { addedAt }) => knowsOf(call, addedAt),
    }),
  },
  {
    id: 'lifecycle/changes-of-an-app-end-sessions',
    freedoms: ['FRE-72', 'FRE-75', 'FRE-78'],
    summary:
      'When an app is archived, unarchived, installed or uninstalled, users who consented to it must sign in again.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        if (app.archived !== archived) endSessionsAround(tenant, app);
        normal.setArchived(tenant, app, archived);
      },
      setInstalled: (tenant, app, installed) => {
        if (app.installed !== installed) endSessionsAround(tenant, app);
        normal.setInstalled(tenant, app, installed);
      },
    }),
  },
];
