import type { Exchange } from '../../core/exchange.ts';
import { json } from '../../core/exchange.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import { identifierOf, itemsOf } from '../../drivers/world/page.ts';
import type { CreatedRecord, View } from '../../drivers/world/view.ts';
import { sightOf } from '../../drivers/world/view.ts';

/** Returns one answer of any status as a view, so that the records that it shows can be found. */
export function glimpse(scene: Scene, { path, kind }: Listing, page: Exchange): View {
  const settings = scene.target.settings.api;
  const items = itemsOf(page, path, settings) ?? [];
  const identifiers = items.map((item) => identifierOf(item, path, settings)).filter((id) => id !== undefined);
  return { path, kind, pages: [page], end: 'whole', items, identifiers };
}

/** Returns the records of which something surely appears in an answer, in its body or in its headers. */
export function recordsIn({ pages, ...view }: View, records: readonly CreatedRecord[]): CreatedRecord[] {
  const looks = pages.flatMap((page) => [page, headersAsBody(page)]).map((page): View => ({ ...view, pages: [page] }));
  return records.filter((record) => looks.some((look) => sightOf(look, record) === 'surely'));
}

/** Returns what an answer discloses, in its body or its headers, of records that any check made at this tenant. */
export function recordsDisclosedIn(scene: Scene, exchange: Exchange): string[] {
  return scene.target.familiar.knownTextsIn(`${exchange.response?.body ?? ''}\n${headersOf(exchange)}`);
}

/**
 * Returns a page token that an answer discloses: a `nextToken` in its body at any depth, or in an address in its
 * headers.
 */
export function pageTokenIn(exchange: Exchange): string | undefined {
  return memberIn(json(exchange)) ?? /[?&]nextToken=([^&>;"\s]+)/.exec(headersOf(exchange))?.[1];
}

function headersAsBody(exchange: Exchange): Exchange {
  const { response } = exchange;
  return response === undefined ? exchange : { ...exchange, response: { ...response, body: headersOf(exchange) } };
}

function headersOf({ response }: Exchange): string {
  return Object.values(response?.headers ?? {})
    .flat()
    .join('\n');
}

function memberIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'nextToken' && typeof inner === 'string' && inner !== '') return inner;
    const found = memberIn(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
