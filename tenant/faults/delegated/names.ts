import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { insteadWhere } from '../operators/rules.ts';

/** Users and apps who are kept out for how they are called. */
export const nameFaults: readonly Fault[] = breaking('DEL-01', {
  'a-plus-is-a-blank-at-sign-in': [
    (normal) => ({
      userWhoSignsIn: (call, email, password) => normal.userWhoSignsIn(call, email.replaceAll('+', ' '), password),
    }),
    'A plus sign in the e-mail address of who signs in is read as a blank, so that there is no such user.',
  ],
  'an-apostrophe-keeps-from-signing-in': [
    insteadWhere(
      'userWhoSignsIn',
      (_call, email) => email.includes("'"),
      () => refusal('wrong-password', 'The e-mail address is not one.'),
    ),
    'Who has an apostrophe in the e-mail address cannot sign in.',
  ],
  'names-with-marks-break-the-consent-page': [
    (normal) => ({
      showConsent: (call, request, user) =>
        /[<>&]/.test(request.app.name)
          ? normal.refuseInBrowser(call, refusal('internal-error', 'The page could not be made.'))
          : normal.showConsent(call, request, user),
    }),
    'There is no page of consent for an app whose name has marks of HTML.',
  ],
});
