import type { Exchange } from '../../core/exchange.ts';
import { jsonObject } from '../../core/exchange.ts';

/** The settings for the shape of a tenant's pages; see `api` in the target profile. */
export interface PageSettings {
  /**
   * For a listing's path, the member that contains its items, or a JSON pointer to that member, if it is not the only
   * array of the page.
   */
  readonly itemsKeys: Readonly<Record<string, string>>;
  /** JSON pointer to an item's identifier, for all listings or by path; `/id` by default. */
  readonly itemId?: string | Readonly<Record<string, string>>;
}

/**
 * Returns the items of a page, at any place where a page may have them: under the configured member, under `results`,
 * or in the one list that contains objects. A page without items may omit its list, or have null there. Returns
 * undefined if the items cannot be distinguished from the rest. The key of the items is free except for the assay
 * results ("Paginated list response").
 */
export function itemsOf(page: Exchange, path: string, settings: PageSettings): readonly unknown[] | undefined {
  const body = jsonObject(page);
  if (body === undefined) return undefined;
  const place = configuredPlace(path, settings);
  if (place !== undefined) return heldBy(valueAt(body, place) ?? []);
  if (Array.isArray(body['results'])) return body['results'];
  const { top, lists, all } = listsByDepth(body);
  for (const candidates of [top, lists, all]) {
    const full = candidates.filter((list) => list.some(isObject));
    const [first, ...others] = full;
    // a page may contain its items under an older name too
    if (first !== undefined) return others.every((other) => isSame(first, other)) ? first : undefined;
  }
  const byIdentifier = Object.values(body).filter((value) => isObject(value) && isByIdentifier(value));
  if (all.length === 0 && byIdentifier.length === 1) return heldBy(byIdentifier[0]);
  const [only = []] = all;
  if (all.length === 1 && (only.length > 0 || !mayHoldItems(body))) return only;
  // if all lists are empty, there are no items, unless an object of objects may contain them under their identifiers
  return all.every((list) => list.length === 0) && !mayHoldItems(body) ? [] : undefined;
}

/**
 * Reports whether nothing else on a page could be taken for its items. If no record is known by name, nothing
 * distinguishes the items from other content of the page, such as the people who are named in them.
 */
export function itemsStandOut(page: Exchange, path: string, settings: PageSettings): boolean {
  const body = jsonObject(page);
  if (body === undefined) return false;
  if (configuredPlace(path, settings) !== undefined || Array.isArray(body['results'])) return true;
  // the empty list may be that of the items, and a full list may be something else
  const [first, ...others] = listsByDepth(body).all.filter((list) => list.length === 0 || list.some(isObject));
  return first === undefined || (others.every((other) => isSame(first, other)) && !mayHoldItems(body));
}

/** Returns the JSON pointer to the items of a listing's pages, if the profile names the member that contains them. */
export function configuredPlace(path: string, { itemsKeys }: PageSettings): string | undefined {
  const key = itemsKeys[path];
  return key === undefined || key.startsWith('/') ? key : stepTo(key);
}

/** Returns a member's name as a step of a JSON pointer (RFC 6901). */
function stepTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the page token of the next page; undefined on the last page, and if there is no token. */
export function nextTokenOf(page: Exchange): string | undefined {
  const token = jsonObject(page)?.['nextToken'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Reports whether an answer has the shape of a page: an object with a page token or a list of items. */
export function isPage(page: Exchange): boolean {
  const body = jsonObject(page);
  if (body === undefined) return false;
  if (typeof body['nextToken'] === 'string' || listsIn(body).length > 0) return true;
  return Object.values(body).some((value) => isObject(value) && listsIn(value).length > 0);
}

/** Returns the identifier of an item, if it has one at the configured place; numbers are converted to text. */
export function identifierOf(item: unknown, path: string, { itemId = '/id' }: PageSettings): string | undefined {
  const pointer = typeof itemId === 'string' ? itemId : (itemId[path] ?? '/id');
  const found = valueAt(item, pointer);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Returns the value at a JSON pointer (RFC 6901); undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/**
 * Returns the JSON pointer to the list, on the first level or a few levels below, that has a record among its items, or
 * to the object that contains the record under its identifier; undefined if there is none.
 */
export function pointerToListWith(
  body: unknown,
  record: { readonly id: string; readonly name: string },
): string | undefined {
  const holds = (value: unknown): boolean => {
    if (!Array.isArray(value) && !(isObject(value) && isByIdentifier(value))) return false;
    const texts = textsIn(value);
    return texts.has(record.name) || texts.has(record.id);
  };
  let level = isObject(body) ? [{ at: '', members: body }] : [];
  for (let depth = 0; depth < 4; depth++) {
    const next: typeof level = [];
    for (const { at, members } of level) {
      for (const [name, value] of Object.entries(members)) {
        if (holds(value)) return at + stepTo(name);
        if (isObject(value)) next.push({ at: at + stepTo(name), members: value });
      }
    }
    level = next;
  }
  return undefined;
}

/** Returns every text and number anywhere in a value, including the names of members. */
export function textsIn(value: unknown): Set<string> {
  const texts = new Set<string>();
  const walk = (inner: unknown): void => {
    if (typeof inner === 'string') texts.add(inner);
    else if (typeof inner === 'number') texts.add(String(inner));
    else if (Array.isArray(inner)) inner.forEach(walk);
    else if (isObject(inner)) {
      for (const [name, member] of Object.entries(inner)) {
        texts.add(name);
        walk(member);
      }
    }
  };
  walk(value);
  return texts;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the items in the member that was named as their place: a list, or objects under their identifiers. */
export function heldBy(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || !Object.values(value).every(isObject)) return undefined;
  // JavaScript orders members with numeric names by these numbers, not by their order on the page
  if (Object.keys(value).length > 1 && Object.keys(value).some((name) => /^\d+$/.test(name))) return undefined;
  return Object.entries(value).map(([id, item]) => ({ id, ...(item as object) }));
}

/** The form of member names that are words; identifiers seldom have it. */
const word = /^[a-z]+(?:[A-Z][a-z]+)*$/;

/** Returns the lists on the third and fourth level, under names that are words. */
function deepListsIn(body: Readonly<Record<string, unknown>>, level = 1): (readonly unknown[])[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (!word.test(name)) return [];
    if (Array.isArray(value)) return level > 2 ? [value] : [];
    return isObject(value) && level < 4 ? deepListsIn(value, level + 1) : [];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the lists of a page: those on its first level, those on the first two levels, and all. */
function listsByDepth(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<'top' | 'lists' | 'all', readonly (readonly unknown[])[]>> {
  const top = listsIn(body);
  const lists = [...top, ...Object.values(body).flatMap((value) => (isObject(value) ? listsIn(value) : []))];
  return { top, lists, all: [...lists, ...deepListsIn(body)] };
}

function listsIn(body: Readonly<Record<string, unknown>>): (readonly unknown[])[] {
  return Object.values(body).filter((value) => Array.isArray(value));
}

/**
 * Reports whether a member is an object of objects under names that are not words, as if items were kept under their
 * identifiers.
 */
function mayHoldItems(body: Readonly<Record<string, unknown>>): boolean {
  return Object.values(body).some((value) => isObject(value) && isByIdentifier(value));
}

function isByIdentifier(value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(value).some(([name, inner]) => isObject(inner) && !word.test(name));
}
