import { escapeHtml, htmlDocument } from './document.ts';

export interface SignInView {
  readonly appName: string;
  readonly csrfToken: string;
  /** The e-mail address that was entered before, and the problem with that attempt. */
  readonly email: string;
  readonly problem: string | undefined;
}

export interface ConsentView {
  readonly appName: string;
  readonly userName: string;
  readonly email: string;
  /** The host to which the browser is redirected afterwards. */
  readonly destination: string;
  readonly csrfToken: string;
}

// The forms have no action, so they are sent to the page's own address, with the app's query unchanged.
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">\n`;

export function signInPage({ appName, csrfToken, email, problem }: SignInView): string {
  const wrong = problem === undefined ? '' : `<p role="alert" id="problem">${escapeHtml(problem)}</p>\n`;
  const described = problem === undefined ? '' : ' aria-describedby="problem" aria-invalid="true"';
  return htmlDocument(
    'Sign in',
    `<p>to continue to <strong>${escapeHtml(appName)}</strong></p>\n${wrong}<form method="post">\n` +
      hidden('step', 'sign-in') +
      hidden('csrf', csrfToken) +
      `<label for="email">E-mail address</label>\n` +
      `<input id="email" name="email" type="text" inputmode="email" autocomplete="username" autocapitalize="none" ` +
      `spellcheck="false" required value="${escapeHtml(email)}"${described}>\n` +
      `<label for="password">Password</label>\n` +
      `<input id="password" name="password" type="password" autocomplete="current-password" required${described}>\n` +
      `<p class="buttons"><button class="main" type="submit">Sign in</button></p>\n</form>`,
  );
}

export function consentPage({ appName, userName, email, destination, csrfToken }: ConsentView): string {
  return htmlDocument(
    `Allow ${appName} to act for you?`,
    `<p>You are signed in as <strong>${escapeHtml(userName)}</strong> (${escapeHtml(email)}).</p>\n` +
      `<p><strong>${escapeHtml(appName)}</strong> will be able to read and change everything that you can, in your name, ` +
      `until the app is uninstalled. You will be sent to <strong>${escapeHtml(destination)}</strong>.</p>\n` +
      `<form method="post">\n${hidden('step', 'consent')}${hidden('csrf', csrfToken)}<p class="buttons">\n` +
      `<button class="main" type="submit" name="decision" value="allow">Allow</button>\n` +
      `<button type="submit" name="decision" value="deny">Deny</button>\n` +
      `<button class="plain" type="submit" name="decision" value="switch">Use another account</button>\n</p>\n</form>`,
  );
}

export function problemPage(title: string, detail: string): string {
  return htmlDocument(title, `<p role="alert">${escapeHtml(detail)}</p>`);
}
