/** `http` is for local development only: it needs the host name `localhost`, written out, and a port. */
const LOCAL = /^http:\/\/localhost:\d{1,5}(?=[/?]|$)/i;

/** Returns the reason why a redirect URI cannot be registered, or undefined if it can (Delegated auth, step 1). */
export function objectionTo(uri: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\#]/.test(uri)) return 'It has a fragment, or characters that no URI has.';
  const parsed = URL.parse(uri);
  if (parsed === null) return 'It is not an absolute URI.';
  if (parsed.username !== '' || parsed.password !== '') return 'It names a user.';
  if (!LOCAL.test(uri) && !/^https:\/\//i.test(uri)) return 'It is neither https nor http://localhost with a port.';
  return undefined;
}

/**
 * Reports whether a registered URI allows a redirect to `asked`. The port of a local URI may differ at each start of
 * the app.
 */
export function covers(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  return objectionTo(asked) === undefined && LOCAL.test(asked) && portless(registered) === portless(asked);
}

function portless(uri: string): string {
  return uri.replace(LOCAL, 'http://localhost');
}
