import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** Faults that keep out users and apps because of characters in their addresses or names. */
export const nameFaults: readonly Fault[] = breaking('DEL-01', {
  'a-plus-is-a-blank-at-sign-in': [
    (normal) => ({
      userWhoSignsIn: (call, email, password) => normal.userWhoSignsIn(call, email.replaceAll('+', ' '), password),
    }),
    'At sign-in, a plus sign in the e-mail address is read as a blank, so that the user is not found.',
  ],
  'an-apostrophe-keeps-from-signing-in': [
    replaceIf(
      'userWhoSignsIn',
      (_call, email) => email.includes("'"),
      () => refusal('wrong-password', 'The e-mail address is not one.'),
    ),
    'A user with an apostrophe in the e-mail address cannot sign in.',
  ],
  'names-with-marks-break-the-consent-page': [
    (normal) => ({
      showConsent: (call, request, user) =>
        /[<>&]/.test(request.app.name)
          ? normal.refuseInBrowser(call, refusal('internal-error', 'The page could not be made.'))
          : normal.showConsent(call, request, user),
    }),
    'The tenant shows no consent page for an app whose name has a special character of HTML.',
  ],
});
