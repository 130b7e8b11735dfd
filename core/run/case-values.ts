const deepest = 4;
/** More parts of a path or a name are all the same. */
const mostParts = 8;

/** A value that has no parts. */
export type Simple = string | number | bigint | boolean | null | undefined;

/** Where values stand in the cases of a property, by the names of what they are parts of. */
export class Place {
  readonly path: string;
  readonly #members = new Map<string, Place>();
  readonly #ofList = new Map<string, Place>();

  constructor(path = '') {
    this.path = path;
  }

  /** The same for the same name: text would be dearer to make and to compare than everything else that is done here. */
  member(name: string): Place {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const made = new Place(`${this.path}.${name}`);
    this.#members.set(name, made);
    return made;
  }

  /** Of a list, its length, its elements, or which of them follow one another. */
  ofList(what: '#' | '[]' | '>'): Place {
    const known = this.#ofList.get(what);
    if (known !== undefined) return known;
    const made = new Place(`${this.path}${what}`);
    this.#ofList.set(what, made);
    return made;
  }
}

/** Each simple value of a case with the place where it stands; elements of a list share one place. */
export function placed(
  value: unknown,
  place: Place,
  depth = 0,
  into: [Place, Simple][] = [],
): readonly (readonly [Place, Simple])[] {
  if (isSimple(value)) {
    into.push([place, value]);
  } else if (Array.isArray(value)) {
    into.push([place.ofList('#'), Math.min(value.length, 4)]);
    if (depth < deepest) {
      for (const one of value) placed(one, place.ofList('[]'), depth + 1, into);
      for (let index = 1; index < value.length; index++) {
        into.push([place.ofList('>'), `${kindOf(value[index - 1])}>${kindOf(value[index])}`]);
      }
    }
  } else if (isPlain(value) && depth < deepest) {
    for (const [key, one] of Object.entries(value)) placed(one, place.member(key), depth + 1, into);
  } else {
    into.push([place, value instanceof Date ? value.toISOString() : typeof value]);
  }
  return into;
}

/** By what one step of a story is told from another kind of step. */
function kindOf(step: unknown): string {
  if (isSimple(step)) return literal(step);
  if (!isPlain(step)) return typeof step;
  const parts = Object.values(step);
  // what is done may stand in a part of it, beside how it is done
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

/** What kinds of text or number a value is. */
export function classes(value: Simple): readonly string[] {
  if (typeof value === 'string') {
    const length = `${[1, 2, 9, 65, 257, 1025].findIndex((limit) => value.length < limit)} long`;
    // what tells addresses from one another is how deep their paths and names are
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
