import type { Exchange } from '../../core/exchange.ts';
import { jsonObject } from '../../core/exchange.ts';

/** What a tenant may set about the shape of its pages; see `api` in the target profile. */
export interface PageSettings {
  /** For a listing's path the member that holds its items, where that is not the one array of the page. */
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
  const key = settings.itemsKeys[path];
  if (key !== undefined) {
    const items = body[key] ?? [];
    return Array.isArray(items) ? items : undefined;
  }
  if (Array.isArray(body['results'])) return body['results'];
  const top = listsIn(body);
  const lists = [...top, ...Object.values(body).flatMap((value) => (isObject(value) ? listsIn(value) : []))];
  for (const candidates of [top, lists]) {
    const full = candidates.filter((list) => list.some(isObject));
    if (full.length === 1) return full[0];
    if (full.length > 1) return undefined;
  }
  if (lists.length === 1) return lists[0];
  // whichever of several empty lists it is, there are no items; what holds objects otherwise may be the items by name
  return lists.every((list) => list.length === 0) && !mayHoldItems(body) ? [] : undefined;
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

/** The JSON pointer to the list, on the first level or one below, that has a record among its items; undefined where none has. */
export function listWith(body: unknown, record: { readonly id: string; readonly name: string }): string | undefined {
  if (!isObject(body)) return undefined;
  const step = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const holds = (value: unknown): boolean => {
    if (!Array.isArray(value)) return false;
    const texts = textsIn(value);
    return texts.has(record.name) || texts.has(record.id);
  };
  for (const [name, value] of Object.entries(body)) {
    if (holds(value)) return step(name);
    if (!isObject(value)) continue;
    for (const [inner, list] of Object.entries(value)) if (holds(list)) return step(name) + step(inner);
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

function listsIn(body: Readonly<Record<string, unknown>>): (readonly unknown[])[] {
  return Object.values(body).filter((value) => Array.isArray(value));
}

/** Whether an object of objects stands in it, as where items are kept by their identifiers. */
function mayHoldItems(body: Readonly<Record<string, unknown>>): boolean {
  return Object.values(body).some((value) => isObject(value) && Object.values(value).some(isObject));
}
