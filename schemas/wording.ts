/** Maximum length of a value in a sentence, in characters. */
const LONGEST = 60;

/** Returns the kind of a JSON value, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number';
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'boolean') return 'a boolean';
  return typeof value === 'object' ? 'an object' : 'not a JSON value';
}

/** Returns a value as a sentence shows it: shortened, or only its kind if values are withheld. */
export function seen(value: unknown, redact: boolean): string {
  return redact || !isPlain(value) ? kindOf(value) : literal(value);
}

/** Returns a value of the right kind that is not among the expected ones, as a sentence shows it. */
export function seenUnexpected(value: unknown, redact: boolean): string {
  return redact ? kindOf(value).replace(/^an? /, 'another ') : seen(value, redact);
}

/** Returns a value with its kind, for sentences in which the kind is wrong. */
export function seenWithKind(value: unknown, redact: boolean): string {
  return redact || !isPlain(value) ? kindOf(value) : `${literal(value)} (${kindOf(value)})`;
}

/** Returns a value as JSON, shortened to fit into a sentence. */
export function literal(value: unknown): string {
  return typeof value === 'string'
    ? visible(JSON.stringify(shorten(value)))
    : visible(shorten(JSON.stringify(value) ?? kindOf(value)));
}

/** Returns a key as a sentence shows it. */
export function keyed(key: string): string {
  return `\`${named(key)}\``;
}

/** Returns the words as a list: `a`, `b` or `c`. */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Returns the place in the body: its JSON pointer, with long keys shortened. */
export function place(pointer: string): string {
  return pointer === '' ? 'the body' : pointer.split('/').map(named).join('/');
}

/** Returns a JSON pointer to a member of the value at a pointer. */
export function member(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function named(key: string): string {
  return visible(JSON.stringify(shorten(key)).slice(1, -1));
}

/** Escapes the characters that JSON leaves unescaped, but that a terminal or a line of a report would not show. */
function visible(text: string): string {
  return text.replaceAll(
    /[\u007F-\u009F\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  // Half of a surrogate pair is no text, so the cut leaves whole characters.
  return `${text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
