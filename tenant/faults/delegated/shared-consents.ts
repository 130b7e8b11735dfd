import type { Call } from '../../call.ts';
import { shareProject } from '../client-credentials/apps-and-users.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';

const localPartOf = (call: Call, userId: string): string | undefined =>
  call.tenant.state.users.get(userId)?.email.split('@')[0];

/** Faults that let a consent count for other users or apps that have something in common with its own. */
export const sharedConsentFaults: readonly Fault[] = [
  ...breaking('DEL-20', {
    'consents-are-of-local-parts': [
      () => ({
        consentIsOf: (call, consent, user) => localPartOf(call, consent.userId) === localPartOf(call, user.id),
      }),
      'A consent counts for all users with the same part before the @ of their e-mail addresses.',
    ],
  }),
  ...breaking('DEL-21', {
    'consents-are-to-projects': [
      (normal) => ({
        consentIsFor: (call, consent, app) =>
          normal.consentIsFor(call, consent, app) || shareProject(call, consent.appId, app.id),
        consentIsToThisInstallation: (call, consent, app) =>
          consent.appId !== app.id || normal.consentIsToThisInstallation(call, consent, app),
      }),
      'A consent counts for all apps that share a project with the app that it was given to.',
    ],
  }),
];
