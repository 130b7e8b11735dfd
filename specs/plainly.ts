import fc from 'fast-check';

/**
 * A case in words, where its check has none of its own: what is drawn, by name, without the marks of JSON. What is at its
 * plainest (no, none, once) is left out, so that a shrunk case names only what matters.
 */
export function plainSteps(given: unknown): readonly string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [plainly(given)];
  const parts = partsOf(given);
  return parts.length === 0 ? [plainest] : parts;
}

const plainest = 'the plainest case';

/** The same in one line. */
export function plainly(given: unknown): string {
  if (Array.isArray(given)) return given.length === 0 ? 'none' : given.map(plainly).join(', ');
  if (typeof given === 'string') return /^[\w./:@+-]+(?: [\w./:@+-]+)*$/.test(given) ? given : JSON.stringify(given);
  if (typeof given === 'boolean') return given ? 'yes' : 'no';
  if (typeof given !== 'object' || given === null) return fc.stringify(given);
  const parts = partsOf(given);
  return parts.length === 0 ? plainest : parts.join('; ');
}

function partsOf(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) => member(name, value) ?? []);
}

/** A member of a case; undefined where it is at its plainest. */
function member(name: string, value: unknown): string | undefined {
  if (value === undefined || value === false || value === '' || isEmpty(value)) return undefined;
  const words = wordsOf(name);
  if (value === true) return words;
  if (name === 'times' && typeof value === 'number') return value === 1 ? undefined : `${value} times`;
  if (name === 'listing' && typeof value === 'number') return `${ordinal(value)} listing that is served`;
  if (positions.has(name) && typeof value === 'number') return `${ordinal(value)} ${words}`;
  return `${words}: ${typeof value === 'object' && value !== null ? `(${plainly(value)})` : plainly(value)}`;
}

/** Members that choose one of several by its position. */
const positions: ReadonlySet<string> = new Set(['reader', 'owner', 'other', 'stock', 'address']);

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const firsts = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `the first`, of a position that counts from 0. */
function ordinal(position: number): string {
  return `the ${firsts[position] ?? `${position + 1}th`}`;
}

/** `samePage` as `same page`; what is a name of the interface, such as `x-auth-token` or `pageSize`, is read all the same. */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
