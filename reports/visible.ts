/**
 * Characters that change the display of a terminal or mislead a reader, but are invisible: control characters except
 * tab and line feed, marks that change the direction of writing, characters of no width, and line separators.
 */
const unseen =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Returns a text with its invisible characters shown as numbers, because a tenant's answer must not mislead its reader.
 */
export function visible(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(unseen, escape);
}

/** Applies {@link visible} to every text in plain data. Data without invisible characters stays the same value. */
export function visibleAll<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [visible(key), visibleAll(item as unknown)] as const);
  const before: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (entries.every(([key, item], at) => key === before[at]?.[0] && item === before[at][1])) return value;
  return (Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)) as T;
}

/** Returns JSON without invisible characters in its bytes. Its texts are the same when it is parsed. */
export function visibleJson(json: string): string {
  return json.replaceAll(unseen, escape);
}

/** Returns the escapes of a character, as JSON and most languages write them. */
function escape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
