import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** What comes back when something else does. */
export const broughtBackFaults: readonly Fault[] = [
  {
    id: 'lifecycle/unarchiving-one-app-unarchives-all',
    breaks: ['LIF-21', 'LIF-22'],
    also: ['LIF-23', 'LIF-24', 'LIF-25', 'LIF-47', 'LIF-28', 'LIF-42'],
    summary: 'When an app is unarchived, all others that are archived are unarchived with it.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        normal.setArchived(tenant, app, archived);
        if (archived) return;
        for (const other of tenant.state.apps.values()) normal.setArchived(tenant, other, false);
      },
    }),
  },
  {
    id: 'lifecycle/installing-one-app-brings-all-back',
    breaks: ['LIF-31', 'LIF-32'],
    also: ['LIF-33', 'LIF-34', 'LIF-35', 'LIF-36', 'LIF-37', 'LIF-39', 'LIF-40', 'LIF-42'],
    summary: 'When an app is installed again, all others that are not are installed as before.',
    behaviour: (normal) => ({
      setInstalled: (tenant, app, installed) => {
        normal.setInstalled(tenant, app, installed);
        if (installed) for (const other of tenant.state.apps.values()) other.installed = true;
      },
    }),
  },
  {
    id: 'lifecycle/a-refresh-after-a-reinstall-revives',
    breaks: ['LIF-36'],
    also: ['LIF-35', 'LIF-37', 'LIF-39', 'LIF-40'],
    summary: 'With its first refresh a reinstalled app has back what it held before.',
    behaviour: (normal) => {
      const refreshed = new Map<string, number>();
      return {
        refresh: (call, app, fields) => {
          const answered = normal.refresh(call, app, fields);
          if (!isRefusal(answered) && app.installation > 1) refreshed.set(app.id, app.installation);
          return answered;
        },
        installationIsOver: (call, delegation) => {
          const app = call.tenant.state.apps.get(delegation.appId);
          const isBack = app?.installed === true && refreshed.get(app.id) === app.installation;
          return !isBack && normal.installationIsOver(call, delegation);
        },
      };
    },
  },
];
