import type { Call } from '../call.ts';
import type { Consent } from '../state/delegated.ts';
import type { App, User } from '../state/model.ts';

/** The consents that the tenant stores ("GET /oauth/authorize"; "States and transitions", App uninstalled). */
export interface ConsentBehaviour {
  readonly consentIsOf: (call: Call, consent: Consent, user: User) => boolean;
  readonly consentIsFor: (call: Call, consent: Consent, app: App) => boolean;
  /** Reports whether the consent is for the present installation: after a reinstall, users must consent again. */
  readonly consentIsToThisInstallation: (call: Call, consent: Consent, app: App) => boolean;
  /** Reports whether the user's consent to the app is stored, so that the user is not asked. */
  readonly hasConsented: (call: Call, user: User, app: App) => boolean;
  readonly rememberConsent: (call: Call, user: User, app: App) => void;
  /** Stores the consequences of a denial. */
  readonly rememberDenial: (call: Call, user: User, app: App) => void;
}

declare module './behaviour.ts' {
  interface Behaviour extends ConsentBehaviour {}
}

export const specifiedConsents: ConsentBehaviour = {
  consentIsOf: (_call, consent, user) => consent.userId === user.id,

  consentIsFor: (_call, consent, app) => consent.appId === app.id,

  consentIsToThisInstallation: (_call, consent, app) => app.installed && consent.installation === app.installation,

  hasConsented: (call, user, app) => {
    const { behaviour, state } = call.tenant;
    return state.consents.some(
      (consent) =>
        behaviour.consentIsOf(call, consent, user) &&
        behaviour.consentIsFor(call, consent, app) &&
        behaviour.consentIsToThisInstallation(call, consent, app),
    );
  },

  rememberConsent: (call, user, app) => {
    call.tenant.state.consents.push({
      userId: user.id,
      appId: app.id,
      installation: app.installation,
      givenAt: call.now,
    });
  },

  rememberDenial: () => undefined,
};
