import type { HttpRequest } from '../http/message.ts';
import type { ActorReference, LabRecord } from '../state/model.ts';

/** The number of listings that are cached. The least recently used one is removed first. */
const REMEMBERED = 32;

/**
 * The records of listings in order, so that a traversal sorts them once and not once for each page. A cached order is
 * used only for exactly the same records, so it cannot outlive a change of data or of permissions.
 */
export class OrderedListings {
  readonly #known = new Map<
    string,
    { readonly records: readonly LabRecord[]; readonly ordered: readonly LabRecord[] }
  >();

  /** Returns `records` in order. Calls `order` if the cache has no order of the same records for this actor's query. */
  of(
    request: HttpRequest,
    actor: ActorReference,
    records: readonly LabRecord[],
    order: () => readonly LabRecord[],
  ): readonly LabRecord[] {
    const key = keyOf(request, actor);
    const known = this.#known.get(key);
    this.#known.delete(key);
    const ordered = known !== undefined && areSame(known.records, records) ? known.ordered : order();
    this.#known.set(key, { records, ordered });
    for (const [oldest] of this.#known) {
      if (this.#known.size <= REMEMBERED) break;
      this.#known.delete(oldest);
    }
    return ordered;
  }
}

function keyOf(request: HttpRequest, actor: ActorReference): string {
  const query = new URLSearchParams(request.query);
  query.delete('nextToken');
  // The key says whether the page is a following one: rules may order by that too.
  return JSON.stringify([actor.kind, actor.id, request.path, query.toString(), request.query.has('nextToken')]);
}

function areSame(one: readonly LabRecord[], other: readonly LabRecord[]): boolean {
  return one.length === other.length && one.every((record, index) => record === other[index]);
}
