import fc from 'fast-check';

/** A case in words, where its check has none of its own: what is drawn, by name, without the marks of JSON. */
export function plainSteps(given: unknown): readonly string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [plainly(given)];
  const parts = partsOf(given);
  return parts.length === 0 ? ['none'] : parts;
}

/** The same in one line. */
export function plainly(given: unknown): string {
  if (Array.isArray(given)) return given.length === 0 ? 'none' : given.map(plainly).join(', ');
  if (typeof given === 'string') return /^[\w./:@+-]+(?: [\w./:@+-]+)*$/.test(given) ? given : JSON.stringify(given);
  if (typeof given === 'boolean') return given ? 'yes' : 'no';
  if (typeof given !== 'object' || given === null) return fc.stringify(given);
  const parts = partsOf(given);
  return parts.length === 0 ? 'none' : parts.join('; ');
}

function partsOf(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : [`${wordsOf(name)}: ${nested(name, value)}`],
  );
}

function nested(name: string, value: unknown): string {
  if (name === 'listing' && typeof value === 'number') return `number ${value + 1}`;
  const isRecord = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return isRecord ? `(${plainly(value)})` : plainly(value);
}

/** `samePage` as `same page`; what is a name of the interface, such as `x-auth-token` or `pageSize`, is read all the same. */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
