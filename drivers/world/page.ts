import type { Exchange } from '../../core/exchange.ts';
import { jsonObject } from '../../core/exchange.ts';

/** What a tenant may set about the shape of its pages; see `api` in the target profile. */
export interface PageSettings {
  /**
   * For a listing's path the member that holds its items, or a JSON pointer to it, where that is not the one array of
   * the page.
   */
  readonly itemsKeys: Readonly<Record<string, string>>;
  /** JSON pointer to an item's identifier, for all listings or by path; `/id` where nothing is said. */
  readonly itemId?: string | Readonly<Record<string, string>>;
}

/**
 * The items of a page, wherever it keeps them: under the configured member, under `results`, or in the one list that
 * holds objects. A page that has nothing to show may leave its list out, or have it null. Undefined where the items
 * cannot be told from the rest. Under which key they stand is free but for the assay results ("Paginated list response").
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
    // a page may have its items under an older name too
    if (first !== undefined) return others.every((other) => isSame(first, other)) ? first : undefined;
  }
  const byIdentifier = Object.values(body).filter((value) => isObject(value) && isByIdentifier(value));
  if (all.length === 0 && byIdentifier.length === 1) return heldBy(byIdentifier[0]);
  const [only = []] = all;
  if (all.length === 1 && (only.length > 0 || !mayHoldItems(body))) return only;
  // whichever of several empty lists it is, there are no items; what holds objects otherwise may be the items by name
  return all.every((list) => list.length === 0) && !mayHoldItems(body) ? [] : undefined;
}

/**
 * Whether nothing else on a page could be taken for its items: where no record is known by name, nothing tells them from
 * anything else that stands there, such as the people who are named in them.
 */
export function itemsStandOut(page: Exchange, path: string, settings: PageSettings): boolean {
  const body = jsonObject(page);
  if (body === undefined) return false;
  if (configuredPlace(path, settings) !== undefined || Array.isArray(body['results'])) return true;
  // an empty list may be that of the items, and a full one something else
  const [first, ...others] = listsByDepth(body).all.filter((list) => list.length === 0 || list.some(isObject));
  return first === undefined || (others.every((other) => isSame(first, other)) && !mayHoldItems(body));
}

/** The JSON pointer to the items of a listing's pages, where the profile names the member that holds them. */
export function configuredPlace(path: string, { itemsKeys }: PageSettings): string | undefined {
  const key = itemsKeys[path];
  return key === undefined || key.startsWith('/') ? key : stepTo(key);
}

/** A member's name as a step of a JSON pointer (RFC 6901). */
function stepTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The page token that leads on; undefined on the last page and where there is none. */
export function nextTokenOf(page: Exchange): string | undefined {
  const token = jsonObject(page)?.['nextToken'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Whether an answer has the shape of a page at all: an object with a page token or a list of items. */
export function isPage(page: Exchange): boolean {
  const body = jsonObject(page);
  if (body === undefined) return false;
  if (typeof body['nextToken'] === 'string' || listsIn(body).length > 0) return true;
  return Object.values(body).some((value) => isObject(value) && listsIn(value).length > 0);
}

/** The identifier of an item, where it has one at the configured place; numbers are written out. */
export function identifierOf(item: unknown, path: string, { itemId = '/id' }: PageSettings): string | undefined {
  const pointer = typeof itemId === 'string' ? itemId : (itemId[path] ?? '/id');
  const found = valueAt(item, pointer);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** What a JSON pointer (RFC 6901) leads to; undefined where it leads nowhere. */
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
 * The JSON pointer to the list, on the first level or some below, that has a record among its items, or to the object
 * that has it under its identifier; undefined where none has.
 */
export function listWith(body: unknown, record: { readonly id: string; readonly name: string }): string | undefined {
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

/** Every text and number that stands anywhere in a value, the names of members included. */
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

/** What a member holds that was named as the place of the items: a list, or objects under their identifiers. */
export function heldBy(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || !Object.values(value).every(isObject)) return undefined;
  // members with numbers for names come in the order of these, not in that of the page
  if (Object.keys(value).length > 1 && Object.keys(value).some((name) => /^\d+$/.test(name))) return undefined;
  return Object.entries(value).map(([id, item]) => ({ id, ...(item as object) }));
}

/** How names of members are written that are words; identifiers seldom are. */
const word = /^[a-z]+(?:[A-Z][a-z]+)*$/;

/** Lists on the third and fourth level, under names that are words. */
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

/** The lists of a page: those on its first level, those on the first two, and all. */
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

/** Whether an object of objects stands in it under names that are no words, as where items are kept by their identifiers. */
function mayHoldItems(body: Readonly<Record<string, unknown>>): boolean {
  return Object.values(body).some((value) => isObject(value) && isByIdentifier(value));
}

function isByIdentifier(value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(value).some(([name, inner]) => isObject(inner) && !word.test(name));
}
