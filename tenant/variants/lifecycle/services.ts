import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Variant } from '../variant.ts';

const profile = { limits: { propagationSeconds: 2 } };

/** After how many milliseconds each part of the tenant hears of a change, by what its paths begin with. */
const lateness: readonly (readonly [path: string, milliseconds: number])[] = [
  ['/oauth/token', 40],
  ['/api/v2/token', 5],
  ['/oauth/authorize', 25],
  ['/api/v3/entry', 0],
  ['/api/v3/plate', 35],
  ['/api/v2/entries', 15],
  ['/api/v2/plates', 50],
];

function hears(call: Call, of: Date): boolean {
  const late = lateness.find(([path]) => call.request.path.startsWith(path))?.[1] ?? 10;
  return call.now.getTime() - of.getTime() >= late;
}

function endSessionsAround({ state }: Tenant, app: App): void {
  const users = new Set(state.consents.filter(({ appId }) => appId === app.id).map(({ userId }) => userId));
  for (const { value, userId } of state.sessions.values()) if (users.has(userId)) state.sessions.delete(value);
}

/** Tenants of many services, each of which hears of what happens in its own time. */
export const serviceVariants: readonly Variant[] = [
  {
    id: 'lifecycle/each-service-hears-of-changes-in-its-own-time',
    freedoms: ['FRE-15'],
    summary:
      'Of suspensions, uninstallations, reinstallations and unarchivings each endpoint hears after a time of its own.',
    profile,
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const user = call.tenant.state.users.get(userId);
        if (user === undefined || user.activeChangedAt <= user.createdAt) return normal.userIsSuspended(call, userId);
        return hears(call, user.activeChangedAt) ? !user.active : user.active;
      },
      appIsArchived: (call, appId) => {
        const app = call.tenant.state.apps.get(appId);
        const justBack =
          app !== undefined && app.archivedChangedAt > app.createdAt && !hears(call, app.archivedChangedAt);
        return normal.appIsArchived(call, appId) || justBack;
      },
      installationIsOver: (call, delegation) => {
        const app = call.tenant.state.apps.get(delegation.appId);
        const isNews = app !== undefined && !app.installed && !hears(call, app.installedChangedAt);
        return isNews ? app.installation !== delegation.installation : normal.installationIsOver(call, delegation);
      },
      authorizationIsBarred: (call, app) => {
        const barred = normal.authorizationIsBarred(call, app);
        if (app.archived || app.installedChangedAt <= app.createdAt || hears(call, app.installedChangedAt))
          return barred;
        return normal.authorizationIsBarred(call, { ...app, installed: !app.installed });
      },
    }),
  },
  {
    id: 'lifecycle/each-service-hears-of-grants-in-its-own-time',
    freedoms: ['FRE-13', 'FRE-14'],
    summary: 'Each listing hears of grants, of their end and of new records after a time of its own.',
    profile,
    behaviour: () => ({
      grantCounts: (call, { grantedAt, revokedAt }) =>
        hears(call, grantedAt) && !(revokedAt !== undefined && hears(call, revokedAt)),
      isListed: (call, { addedAt }) => hears(call, addedAt),
    }),
  },
  {
    id: 'lifecycle/changes-of-an-app-end-sessions',
    freedoms: ['FRE-72', 'FRE-75', 'FRE-78'],
    summary: 'When an app is archived, unarchived, installed or uninstalled, those who consented to it sign in again.',
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
