import type { Fault } from '../fault.ts';

/** Consents that are not remembered everywhere. */
export const rememberedConsentFaults: readonly Fault[] = [
  {
    id: 'delegated/consents-at-localhost-are-not-remembered',
    breaks: ['DEL-17'],
    summary: 'A consent that leads to localhost is not remembered.',
    behaviour: (normal) => ({
      rememberConsent: (call, user, app) => {
        const request = normal.readAuthorizationRequest(call);
        if ('app' in request && request.redirectUri.startsWith('http://localhost')) return;
        normal.rememberConsent(call, user, app);
      },
    }),
  },
];
