import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Consent } from '../../state/delegated.ts';
import { HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** What is remembered across a reinstall although it belongs to the time before. */
export const keptInMindFaults: readonly Fault[] = [
  {
    id: 'lifecycle/consents-elsewhere-outlive-an-uninstallation',
    breaks: ['LIF-37'],
    also: ['LIF-39'],
    summary: 'An uninstallation forgets what users consented to by way of the redirect URI that was registered first.',
    behaviour: (normal) => {
      const elsewhere = new WeakSet<Consent>();
      return {
        rememberConsent: (call, user, app) => {
          normal.rememberConsent(call, user, app);
          const consent = call.tenant.state.consents.at(-1);
          const request = normal.readAuthorizationRequest(call);
          if (consent === undefined || isRefusal(request) || request.redirectUri === app.redirectUris[0]) return;
          elsewhere.add(consent);
        },
        consentIsToThisInstallation: (call, consent, app) =>
          normal.consentIsToThisInstallation(call, consent, app) || (app.installed && elsewhere.has(consent)),
      };
    },
  },
  {
    id: 'lifecycle/visits-of-uninstalled-apps-are-remembered',
    breaks: ['LIF-38'],
    summary: 'An app that sent a user to the authorization endpoint while uninstalled is refused there for an hour.',
    behaviour: (normal) => {
      const refused = new Map<string, number>();
      return {
        authorizationIsBarred: (call, app) => {
          const now = call.now.getTime();
          const barred = normal.authorizationIsBarred(call, app);
          if (barred !== undefined && !app.installed) refused.set(app.id, now);
          const last = refused.get(app.id) ?? -Infinity;
          return (
            barred ?? (now - last < HOUR ? refusal('unauthorized-client', 'The app is not installed.') : undefined)
          );
        },
      };
    },
  },
];
