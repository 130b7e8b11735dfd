const deepest = 4;
/** Number of parts from which on all paths and names count as equally deep. */
const mostParts = 8;

/** A value that has no parts. */
export type Simple = string | number | bigint | boolean | null | undefined;

/** A place of values in the cases of a property, by the names of the values that contain it. */
export class ValuePlace {
  readonly path: string;
  /** The values of all cases in this place. */
  readonly values: Simple[] = [];
  /** The number of the place among those that have values. */
  number = -1;
  readonly #withValues: ValuePlace[];
  readonly #members = new Map<string, ValuePlace>();
  readonly #ofList = new Map<string, ValuePlace>();

  /** @param withValues receives the places that have values, in the order in which they are met */
  constructor(withValues: ValuePlace[], path = '') {
    this.path = path;
    this.#withValues = withValues;
  }

  /** Returns the same place for the same name: making and comparing text would cost more than everything else here. */
  member(name: string): ValuePlace {
    return this.#part(this.#members, name, `.${name}`);
  }

  /**
   * Returns the place of a list's length (`#`), of its elements (`[]`), or of the kinds of elements that follow one
   * another (`>`).
   */
  ofList(part: '#' | '[]' | '>'): ValuePlace {
    return this.#part(this.#ofList, part, part);
  }

  add(value: Simple): void {
    if (this.values.length === 0) this.number = this.#withValues.push(this) - 1;
    this.values.push(value);
  }

  #part(parts: Map<string, ValuePlace>, name: string, after: string): ValuePlace {
    const known = parts.get(name);
    if (known !== undefined) return known;
    const made = new ValuePlace(this.#withValues, `${this.path}${after}`);
    parts.set(name, made);
    return made;
  }
}

/** The simple values of a case, and the place of each. */
export interface PlacedValues {
  readonly places: ValuePlace[];
  readonly values: Simple[];
}

/** Returns each simple value of a case with its place. Elements of a list share one place. */
export function placed(
  value: unknown,
  place: ValuePlace,
  depth = 0,
  into: PlacedValues = { places: [], values: [] },
): PlacedValues {
  if (isSimple(value)) {
    put(value, place, into);
  } else if (Array.isArray(value)) {
    put(Math.min(value.length, 4), place.ofList('#'), into);
    if (depth < deepest) {
      for (const one of value) placed(one, place.ofList('[]'), depth + 1, into);
      for (let index = 1; index < value.length; index++)
        put(`${kindOf(value[index - 1])}>${kindOf(value[index])}`, place.ofList('>'), into);
    }
  } else if (isPlain(value) && depth < deepest) {
    for (const key of Object.keys(value)) placed(value[key], place.member(key), depth + 1, into);
  } else {
    put(value instanceof Date ? value.toISOString() : typeof value, place, into);
  }
  return into;
}

function put(value: Simple, place: ValuePlace, into: PlacedValues): void {
  place.add(value);
  into.places.push(place);
  into.values.push(value);
}

/** Returns the name by which one step of a story is distinguished from another kind of step. */
function kindOf(step: unknown): string {
  if (isSimple(step)) return literal(step);
  if (!isPlain(step)) return typeof step;
  const parts = Object.values(step);
  // the name of the operation may be in a part of the step, next to its details
  const name = [...parts, ...parts.filter(isPlain).flatMap((part) => Object.values(part))].find(
    (one) => typeof one === 'string',
  );
  return typeof name === 'string' ? name : Object.keys(step).join();
}

function isSimple(value: unknown): value is Simple {
  return value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function literal(value: Simple): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** Returns the kinds of text or number to which a value belongs. */
export function classes(value: Simple): readonly string[] {
  if (typeof value === 'string') {
    const length = `${[1, 2, 9, 65, 257, 1025].findIndex((limit) => value.length < limit)} long`;
    // addresses differ mainly in the depth of their paths and names
    const parts = ['/', '.'].map((mark) => `${Math.min(value.split(mark).length, mostParts)} between ${mark}`);
    return [length, ...parts, ...kindsOfText.flatMap(([name, pattern]) => (pattern.test(value) ? [name] : []))];
  }
  if (typeof value === 'number') {
    const size = [1, 2, 10, 100, 1000, 2 ** 31].findIndex((limit) => Math.abs(value) < limit);
    return [`${value < 0 ? '-' : ''}${size}`, ...(Number.isInteger(value) ? [] : ['fraction'])];
  }
  return [typeof value];
}

const kindsOfText: readonly (readonly [string, RegExp])[] = [
  ['lower', /[a-z]/u],
  ['upper', /[A-Z]/u],
  ['digit', /[0-9]/u],
  ['space', /\s/u],
  ['plus', /\+/u],
  ['percent', /%/u],
  ['quote', /["'`]/u],
  ['wildcard', /[_*?]/u],
  ['comparison', /[<>=]/u],
  ['delimiter', /[&;,:/\\#@.]/u],
  ['beyond ASCII', /[^\p{ASCII}]/u],
  ['beyond the basic plane', /[\u{10000}-\u{10FFFF}]/u],
];
