import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';

/** Consents from before a reinstallation that count afterwards. */
export const consentAfterReinstallFaults: readonly Fault[] = [
  {
    id: 'lifecycle/a-reinstall-spares-the-consent-of-sessions-that-began-since',
    breaks: ['LIF-37'],
    summary: 'After a reinstall a consent of before counts in a session that began after it.',
    behaviour: (normal) => ({
      consentIsToThisInstallation: (call, consent, app) => {
        const session = normal.sessionOf(call);
        return (
          normal.consentIsToThisInstallation(call, consent, app) ||
          (app.installed && session !== undefined && session.startedAt > app.installedChangedAt)
        );
      },
    }),
  },
  {
    id: 'lifecycle/a-denial-after-a-reinstall-is-not-asked-about-again',
    breaks: ['LIF-37'],
    also: ['DEL-19', 'LIF-39', 'LIF-43'],
    summary: 'Who denies a reinstalled app is not asked again, and counts as having consented as before.',
    behaviour: (normal) => ({
      rememberDenial: (call, user, app) => {
        normal.rememberDenial(call, user, app);
        const { consents } = call.tenant.state;
        if (consents.some(({ userId, appId }) => userId === user.id && appId === app.id)) {
          call.tenant.behaviour.rememberConsent(call, user, app);
        }
      },
    }),
  },
  {
    id: 'lifecycle/consents-come-back-with-the-third-installation',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-44'],
    summary: 'A consent that a reinstall had forgotten is remembered when the app is reinstalled once more.',
    behaviour: () => ({
      consentIsToThisInstallation: (_call, consent, app) =>
        app.installed && (app.installation - consent.installation) % 2 === 0,
    }),
  },
  {
    id: 'lifecycle/the-session-remembers-the-consent',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-44'],
    summary: 'In a browser in which the user consented once, a reinstall is not asked about again.',
    behaviour: (normal) => {
      const given = new Set<string>();
      const key = (call: Call, appId: string) => `${normal.browserKeyOf(call)} ${appId}`;
      return {
        rememberConsent: (call, user, app) => {
          given.add(key(call, app.id));
          normal.rememberConsent(call, user, app);
        },
        hasConsented: (call, user, app) => normal.hasConsented(call, user, app) || given.has(key(call, app.id)),
      };
    },
  },

  {
    id: 'lifecycle/an-uninstallation-of-an-archived-app-keeps-consents',
    breaks: ['LIF-37'],
    also: ['LIF-39', 'LIF-42'],
    summary: 'An app that is uninstalled while it is archived keeps its consents for the next installation.',
    behaviour: (normal) => {
      const kept = new Set<string>();
      return {
        setInstalled: (tenant, app, installed) => {
          if (!installed && app.archived) kept.add(app.id);
          normal.setInstalled(tenant, app, installed);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) || (app.installed && kept.has(app.id)),
      };
    },
  },
];
