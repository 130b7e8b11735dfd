import type { HttpRequest } from '../http/message.ts';
import type { ActorReference, LabRecord } from '../state/model.ts';

/** So many listings are remembered; the one that was not asked for longest goes first. */
const REMEMBERED = 32;

/**
 * The records of listings in order, so that a traversal sorts them once and not once a page. What is remembered is used
 * only for exactly the same records, so it cannot outlive a change of data or of permissions.
 */
export class OrderedListings {
  readonly #known = new Map<
    string,
    { readonly records: readonly LabRecord[]; readonly ordered: readonly LabRecord[] }
  >();

  /** `records` in order. `order` is asked where this actor's query has not been put in order for the same records. */
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
  // Whether it is a following page is part of it: rules may order by that too.
  return JSON.stringify([actor.kind, actor.id, request.path, query.toString(), request.query.has('nextToken')]);
}

function areSame(one: readonly LabRecord[], other: readonly LabRecord[]): boolean {
  return one.length === other.length && one.every((record, index) => record === other[index]);
}
