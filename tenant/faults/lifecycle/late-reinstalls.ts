import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';

const A_MONTH = 31 * DAY;

/** What a reinstallation that comes late brings back. */
export const lateReinstallFaults: readonly Fault[] = [
  {
    id: 'lifecycle/a-late-reinstall-is-consented-to',
    breaks: ['LIF-37'],
    summary: 'A consent of before an uninstallation counts again where the app comes back after more than a month.',
    behaviour: (normal) => {
      const late = new Set<string>();
      return {
        setInstalled: (tenant, app, installed) => {
          const away = tenant.clock.now().getTime() - app.installedChangedAt.getTime();
          if (installed && !app.installed && away > A_MONTH) late.add(app.id);
          normal.setInstalled(tenant, app, installed);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) || (app.installed && late.has(app.id)),
      };
    },
  },
];
