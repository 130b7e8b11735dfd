import type { KeyPath } from './complaints.ts';

/** Plain data of a file: the values that JSON can express. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** Reports whether a value is a group of keys, and not a list or null. */
export function isGroup(value: unknown): value is Readonly<Record<string, Plain>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the same data with each leaf (a text, a number, a boolean or null) replaced by the result of `change`. */
export function mapLeaves(value: Plain, change: (leaf: Plain, path: KeyPath) => Plain, path: KeyPath = []): Plain {
  if (Array.isArray(value)) return value.map((item: Plain, index) => mapLeaves(item, change, [...path, index]));
  if (!isGroup(value)) return change(value, path);
  // fromEntries defines its members: a key named __proto__ stays a key
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change, [...path, key])]));
}

/** Calls `visit` for each value that has a key or an index, from the outside in. */
export function eachValue(value: Plain, visit: (value: Plain, path: KeyPath) => void, path: KeyPath = []): void {
  if (path.length > 0) visit(value, path);
  if (Array.isArray(value)) value.forEach((item: Plain, index) => eachValue(item, visit, [...path, index]));
  else if (isGroup(value)) for (const [key, item] of Object.entries(value)) eachValue(item, visit, [...path, key]);
}

/** Returns the value at a key, or undefined if there is no such key. */
export function valueAt(value: Plain, path: KeyPath): Plain | undefined {
  let at: Plain | undefined = value;
  for (const step of path) {
    if (Array.isArray(at)) at = (at as readonly Plain[])[Number(step)];
    else if (isGroup(at) && Object.hasOwn(at, String(step))) at = at[String(step)];
    else return undefined;
  }
  return at;
}
