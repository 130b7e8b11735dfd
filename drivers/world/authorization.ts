/** The value of an Authorization header with a bearer token. */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** The value of an Authorization header with HTTP Basic; an API key is the username and the password is empty. */
export function basic(username: string, password = ''): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** A form body (application/x-www-form-urlencoded) with its fields in the order given. */
export function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

/** A text as the octets of its UTF-8 form, one character each, as a header takes them. */
export function onTheWire(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
