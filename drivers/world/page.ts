import type { Exchange } from '../../core/exchange.ts';
import { jsonObject } from '../../core/exchange.ts';

/** What a tenant may set about the shape of its pages; see `api` in the target profile. */
export interface PageSettings {
  /** For a listing's path the member that holds its items, where that is not the one array of the page. */
  readonly itemsKeys: Readonly<Record<string, string>>;
}

/**
 * The items of a page, wherever it keeps them: under the configured member, under `results`, or in the one array of
 * the page. Undefined where that cannot be told. Under which key items stand is free but for the assay results.
 */
export function itemsOf(page: Exchange, path: string, settings: PageSettings): readonly unknown[] | undefined {
  const body = jsonObject(page);
  if (body === undefined) return undefined;
  const key = settings.itemsKeys[path];
  if (key !== undefined) return Array.isArray(body[key]) ? body[key] : undefined;
  const arrays = arraysIn(body);
  if (arrays.length < 2) return arrays[0];
  const holdingObjects = arrays.filter((array) => array.some((item) => typeof item === 'object' && item !== null));
  return holdingObjects.length === 1 ? holdingObjects[0] : undefined;
}

/** The page token that leads on; undefined on the last page and where there is none. */
export function nextTokenOf(page: Exchange): string | undefined {
  const token = jsonObject(page)?.['nextToken'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Whether an answer has the shape of a page at all: an object with a page token or a list of items. */
export function isPage(page: Exchange): boolean {
  const body = jsonObject(page);
  return body !== undefined && (typeof body['nextToken'] === 'string' || arraysIn(body).length > 0);
}

/** Every text that stands anywhere in the items. */
export function textsIn(items: readonly unknown[]): Set<string> {
  const texts = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'number') texts.add(String(value));
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(items);
  return texts;
}

/** The lists on the first level, or one level below where the first has none. */
function arraysIn(body: Readonly<Record<string, unknown>>): (readonly unknown[])[] {
  const values = Object.values(body);
  const top = values.filter((value) => Array.isArray(value));
  if (top.length > 0) return top;
  return values.flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value).filter((inner) => Array.isArray(inner)) : [],
  );
}
