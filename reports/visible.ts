/**
 * What steers a terminal or a reader's eye without being seen: control characters but for tab and line feed, marks that
 * turn the direction of writing, characters of no width, and line separators.
 */
const unseen =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** What a tenant answered must not steer the person who reads it: what is not seen is shown by its number. */
export function visible(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(unseen, escape);
}

/** {@link visible} over every text in plain data; what has nothing to show stays the same value. */
export function visibleAll<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [visible(key), visibleAll(item as unknown)] as const);
  const before: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (entries.every(([key, item], at) => key === before[at]?.[0] && item === before[at][1])) return value;
  return (Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)) as T;
}

/** JSON whose texts are the same when they are read, and in whose bytes nothing unseen stands. */
export function visibleJson(json: string): string {
  return json.replaceAll(unseen, escape);
}

/** As JSON and most languages write it. */
function escape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
