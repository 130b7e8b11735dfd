import type { App, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

function unremembered(id: string, summary: string, isForgotten: (user: User, app: App) => boolean): Fault {
  return {
    id,
    breaks: ['DEL-17'],
    summary,
    behaviour: (normal) => ({
      rememberConsent: (call, user, app) => {
        if (!isForgotten(user, app)) normal.rememberConsent(call, user, app);
      },
    }),
  };
}

/** Faults that forget a consent because of the address of the user or the name of the app. */
export const consentsByNameFaults: readonly Fault[] = [
  unremembered(
    'delegated/consents-of-capitals-are-not-remembered',
    'The consent of a user with capitals in the e-mail address is not remembered.',
    ({ email }) => /[A-Z]/.test(email),
  ),
  unremembered(
    'delegated/consents-of-tags-are-not-remembered',
    'The consent of a user with a plus sign in the e-mail address is not remembered.',
    ({ email }) => email.includes('+'),
  ),
  unremembered(
    'delegated/consents-to-names-with-marks-are-not-remembered',
    'The consent to an app with an apostrophe or a special character of HTML in its name is not remembered.',
    (_user, { name }) => /['"<>&]/.test(name),
  ),
];
