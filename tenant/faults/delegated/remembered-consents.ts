import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

/** A fault that does not remember consents for some redirect URIs. */
export const rememberedConsentFaults: readonly Fault[] = breaking('DEL-17', {
  'consents-at-localhost-are-not-remembered': [
    (normal) => ({
      rememberConsent: (call, user, app) => {
        const request = normal.readAuthorizationRequest(call);
        if ('app' in request && request.redirectUri.startsWith('http://localhost')) return;
        normal.rememberConsent(call, user, app);
      },
    }),
    'A consent for a redirect URI on localhost is not remembered.',
  ],
});
