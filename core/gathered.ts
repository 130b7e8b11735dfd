/**
 * The data that a check gathered, in the form in which it can be stored together with its evidence: plain data in which
 * `{"$entry": 3}` stands for the recorded entry 3, so that nothing is kept twice, and `{"$unset": true}` for an
 * undefined element of a list, which JSON would turn into null. Functions among the data are left out.
 */

interface Reference {
  readonly $entry: number;
}

/**
 * Returns the stored form, or undefined if the gathered value is not plain data and so could not be restored unchanged.
 *
 * @param numberOf returns the number of a value that is itself a recorded entry
 */
export function stored(gathered: unknown, numberOf: (value: object) => number | undefined): unknown {
  const mark = { plain: true };
  const value = store(gathered, numberOf, mark);
  return mark.plain ? value : undefined;
}

/**
 * Returns the gathered value, made from its stored form and the entries by number. A missing entry becomes undefined.
 */
export function restored(value: unknown, entryOf: (number: number) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => restored(item, entryOf));
  if (isReference(value)) return entryOf(value.$entry);
  if ('$unset' in value) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, restored(member, entryOf)]));
}

function isReference(value: object): value is Reference {
  return typeof (value as Partial<Reference>).$entry === 'number';
}

function store(value: unknown, numberOf: (value: object) => number | undefined, mark: { plain: boolean }): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) mark.plain = false;
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') mark.plain = false;
  if (typeof value !== 'object' || value === null) return value;
  const number = numberOf(value);
  if (number !== undefined) return { $entry: number } satisfies Reference;
  if (Array.isArray(value)) {
    return value.map((item: unknown) => (item === undefined ? { $unset: true } : store(item, numberOf, mark)));
  }
  const prototype = Object.getPrototypeOf(value) as unknown;
  if ((prototype !== Object.prototype && prototype !== null) || '$entry' in value || '$unset' in value) {
    mark.plain = false;
    return undefined;
  }
  // a judgement that calls these functions cannot be made again, and any other judgement does not need them
  const data = Object.entries(value).filter(([, member]) => typeof member !== 'function');
  return Object.fromEntries(data.map(([key, member]) => [key, store(member, numberOf, mark)]));
}
