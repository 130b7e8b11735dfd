import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Users and apps who are kept out for how they are called. */
export const nameFaults: readonly Fault[] = [
  {
    id: 'delegated/a-plus-is-a-blank-at-sign-in',
    breaks: ['DEL-01'],
    summary: 'A plus sign in the e-mail address of who signs in is read as a blank, so that there is no such user.',
    behaviour: (normal) => ({
      userWhoSignsIn: (call, email, password) => normal.userWhoSignsIn(call, email.replaceAll('+', ' '), password),
    }),
  },
  {
    id: 'delegated/an-apostrophe-keeps-from-signing-in',
    breaks: ['DEL-01'],
    summary: 'Who has an apostrophe in the e-mail address cannot sign in.',
    behaviour: (normal) => ({
      userWhoSignsIn: (call, email, password) =>
        email.includes("'")
          ? refusal('wrong-password', 'The e-mail address is not one.')
          : normal.userWhoSignsIn(call, email, password),
    }),
  },
  {
    id: 'delegated/names-with-marks-break-the-consent-page',
    breaks: ['DEL-01'],
    summary: 'There is no page of consent for an app whose name has marks of HTML.',
    behaviour: (normal) => ({
      showConsent: (call, request, user) =>
        /[<>&]/.test(request.app.name)
          ? normal.refuseInBrowser(call, refusal('internal-error', 'The page could not be made.'))
          : normal.showConsent(call, request, user),
    }),
  },
];
