import fc from 'fast-check';

/**
 * Describes a case whose check has no description of its own: the drawn values by name, without the punctuation of
 * JSON. Values at their simplest (no, none, once) are left out, so that a shrunk case names only what matters.
 */
export function plainSteps(given: unknown): readonly string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [describePlainly(given)];
  const parts = partsOf(given);
  return parts.length === 0 ? [plainest] : parts;
}

const plainest = 'the plainest case';

/** Describes a case in one line, as {@link plainSteps} does. */
export function describePlainly(given: unknown): string {
  if (Array.isArray(given)) return given.length === 0 ? 'none' : given.map(describePlainly).join(', ');
  if (typeof given === 'string') return /^[\w./:@+-]+(?: [\w./:@+-]+)*$/.test(given) ? given : JSON.stringify(given);
  if (typeof given === 'boolean') return given ? 'yes' : 'no';
  if (typeof given !== 'object' || given === null) return fc.stringify(given);
  const parts = partsOf(given);
  return parts.length === 0 ? plainest : parts.join('; ');
}

function partsOf(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) => member(name, value) ?? []);
}

/** Describes a member of a case; undefined if its value is the simplest one. */
function member(name: string, value: unknown): string | undefined {
  if (value === undefined || value === false || value === '' || isEmpty(value)) return undefined;
  const words = wordsOf(name);
  if (value === true) return words;
  if (name === 'times' && typeof value === 'number') return value === 1 ? undefined : `${value} times`;
  if (name === 'listing' && typeof value === 'number') return `${ordinal(value)} listing that is served`;
  if (positions.has(name) && typeof value === 'number') return `${ordinal(value)} ${words}`;
  return `${words}: ${typeof value === 'object' && value !== null ? `(${describePlainly(value)})` : describePlainly(value)}`;
}

/** Members that choose one of several values by its position. */
const positions: ReadonlySet<string> = new Set(['reader', 'owner', 'other', 'stock', 'address']);

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const firsts = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Returns `the first` and so on for a position that counts from 0. */
function ordinal(position: number): string {
  return `the ${firsts[position] ?? `${position + 1}th`}`;
}

/** Returns `samePage` as `same page`. Names of the interface, such as `x-auth-token` or `pageSize`, remain readable. */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
