import { page, type Reply } from './reply.ts';

/** The path to which the form of the page below is sent. */
export const ANSWER_PATH = '/sign-in/answer';

/**
 * Returns the one page of the authorization endpoint. It asks for consent, and also for the account if no user is
 * signed in. `asked` is the query of the authorization request, which the form sends back. `seal` is the proof that
 * this tenant wrote the query there.
 */
export function signInPage(options: {
  readonly appName: string;
  readonly signedIn: boolean;
  readonly asked: string;
  readonly seal: string;
}): Reply {
  const account = options.signedIn
    ? ''
    : '<label>E-mail <input name="account"></label> <label>Passphrase <input name="passphrase" type="password"></label> ';
  const form =
    `<form method="post" action="${ANSWER_PATH}">` +
    `<input type="hidden" name="asked" value="${escaped(options.asked)}">` +
    `<input type="hidden" name="seal" value="${escaped(options.seal)}">${account}` +
    '<button name="decision" value="keep">No</button> <button name="decision" value="share">Yes</button></form>';
  return page(200, `May ${escaped(options.appName)} act on your behalf?`, form);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
