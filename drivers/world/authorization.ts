/** Returns the value of an Authorization header with a bearer token. */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/**
 * Returns the value of an Authorization header with HTTP Basic. An API key is the username, and the password is empty.
 */
export function basic(username: string, password = ''): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Returns a form body (application/x-www-form-urlencoded) with its fields in the given order. */
export function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

/** Returns a text as the octets of its UTF-8 form, one character for each octet, as a header takes them. */
export function asUtf8Octets(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
