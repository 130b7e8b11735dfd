import type { Listing } from '../endpoints/listings.ts';
import { openPageToken, sealPageToken, type Cursor } from '../endpoints/page-token.ts';
import type { Actor, Call } from '../call.ts';
import { jsonAnswer, type Answer } from '../http/message.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import type { LabRecord, RecordKind } from '../state/model.ts';

/** How a listing is divided into pages ("Pagination"; "Listing endpoints used in examples"). */
export interface PageBehaviour {
  readonly defaultPageSize: (listing: Listing) => number;
  readonly maximumPageSize: (listing: Listing) => number;
  readonly pageSizeOf: (call: Call, listing: Listing, text: string | null) => number | Refusal;
  readonly directionOf: (call: Call, listing: Listing, text: string | null) => SortDirection | Refusal;
  /** Compares two modification times, the earlier one first. */
  readonly compareTimes: (call: Call, one: Date, other: Date) => number;
  /** Compares two records with the same modification time. It must distinguish any two, or pages lose some. */
  readonly compareTies: (call: Call, one: LabRecord | Cursor, other: LabRecord | Cursor) => number;
  /** Compares two records in ascending order. */
  readonly compareRecords: (call: Call, one: LabRecord | Cursor, other: LabRecord | Cursor) => number;
  /** Returns all records of a listing in page order. The result is cached for the same records and query. */
  readonly orderRecords: (call: Call, records: readonly LabRecord[], direction: SortDirection) => readonly LabRecord[];
  /** Returns the kinds of records in a listing ("Resources / Paginated list response"). */
  readonly kindsListed: (listing: Listing) => readonly RecordKind[];
  /** Returns every record of the listing that the actor may see, in any order. */
  readonly recordsFor: (call: Call, actor: Actor, listing: Listing) => readonly LabRecord[];
  /** Returns the actor's records that the call asks for. */
  readonly recordsAskedFor: (call: Call, actor: Actor, listing: Listing) => readonly LabRecord[] | Refusal;
  /** Returns the page token that was sent, if it asks for a following page. */
  readonly pageTokenOf: (call: Call) => string | undefined;
  /** Returns the ordered records after the cursor. */
  readonly recordsAfter: (
    call: Call,
    ordered: readonly LabRecord[],
    cursor: Cursor,
    direction: SortDirection,
  ) => readonly LabRecord[];
  /** Returns the next items, and whether others follow them. */
  readonly cutPage: (
    call: Call,
    rest: readonly LabRecord[],
    pageSize: number,
  ) => { items: readonly LabRecord[]; more: boolean };
  readonly makePageToken: (call: Call, actor: Actor, listing: Listing, last: LabRecord) => string;
  readonly readPageToken: (call: Call, actor: Actor, listing: Listing, token: string) => Cursor | Refusal;
  readonly itemsKey: (call: Call, listing: Listing) => string;
  readonly pageMembers: (
    call: Call,
    listing: Listing,
    items: readonly LabRecord[],
    nextToken: string,
  ) => Record<string, unknown>;
  readonly pageStatus: (call: Call) => number;
  readonly pageHeaders: (call: Call) => Answer['headers'];
  readonly answerListing: (call: Call, actor: Actor, listing: Listing) => Answer | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends PageBehaviour {}
}

export type SortDirection = 'asc' | 'desc';

export const specifiedPages: PageBehaviour = {
  defaultPageSize: () => 50,

  maximumPageSize: () => 100,

  pageSizeOf: (call, listing, text) => {
    const { behaviour } = call.tenant;
    if (text === null) return behaviour.defaultPageSize(listing);
    return /^[0-9]{1,9}$/.test(text) && Number(text) > 0
      ? Math.min(Number(text), behaviour.maximumPageSize(listing))
      : refusal('invalid-query', 'pageSize must be a whole number above 0.');
  },

  directionOf: (_call, listing, text) => {
    if (text === null || !listing.sortable) return 'desc';
    const direction = /^modifiedAt:(asc|desc)$/.exec(text)?.[1];
    return direction === 'asc' || direction === 'desc'
      ? direction
      : refusal('invalid-query', 'sort must be modifiedAt:asc or modifiedAt:desc.');
  },

  compareTimes: (_call, one, other) => one.getTime() - other.getTime(),

  compareTies: (_call, one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0),

  compareRecords: (call, one, other) => {
    const { behaviour } = call.tenant;
    return behaviour.compareTimes(call, one.modifiedAt, other.modifiedAt) || behaviour.compareTies(call, one, other);
  },

  orderRecords: (call, records, direction) => {
    const sign = direction === 'asc' ? 1 : -1;
    return records.toSorted((one, other) => sign * call.tenant.behaviour.compareRecords(call, one, other));
  },

  kindsListed: (listing) => [listing.kind],

  recordsFor: (call, actor, listing) => {
    const { behaviour } = call.tenant;
    return behaviour
      .kindsListed(listing)
      .flatMap((kind) =>
        behaviour
          .recordsWithinReach(call, actor, kind)
          .filter((record) => behaviour.isListed(call, record) && behaviour.mayRead(call, actor, record)),
      );
  },

  recordsAskedFor: (call, actor, listing) => {
    const { behaviour } = call.tenant;
    const filter = behaviour.readFilter(call, listing);
    if (isRefusal(filter)) return filter;
    const records = behaviour.recordsFor(call, actor, listing);
    return filter.length === 0 ? records : behaviour.filterRecords(call, records, filter);
  },

  pageTokenOf: (call) => call.request.query.get('nextToken') || undefined,

  recordsAfter: (call, ordered, cursor, direction) => {
    const { behaviour } = call.tenant;
    const sign = direction === 'asc' ? 1 : -1;
    let [start, end] = [0, ordered.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      const record = ordered[middle];
      if (record !== undefined && sign * behaviour.compareRecords(call, record, cursor) > 0) end = middle;
      else start = middle + 1;
    }
    return ordered.slice(start);
  },

  cutPage: (_call, rest, pageSize) => ({ items: rest.slice(0, pageSize), more: rest.length > pageSize }),

  makePageToken: (call, actor, listing, last) => sealPageToken(call, actor, listing, last),

  readPageToken: (call, actor, listing, token) =>
    openPageToken(call, actor, listing, token) ??
    refusal('invalid-page-token', 'nextToken does not belong to this caller and query.'),

  itemsKey: (_call, listing) => listing.itemsKey,

  pageMembers: (call, listing, items, nextToken) => {
    const { behaviour } = call.tenant;
    return {
      [behaviour.itemsKey(call, listing)]: items.map((record) => behaviour.shapeItem(call, listing, record)),
      nextToken,
    };
  },

  pageStatus: () => 200,

  pageHeaders: () => [['Cache-Control', 'no-store']],

  answerListing: (call, actor, listing) => {
    const { behaviour } = call.tenant;
    const forbidden = behaviour.listingIsForbidden(call, actor, listing);
    if (forbidden !== undefined) return forbidden;
    const { query } = call.request;
    const pageSize = behaviour.pageSizeOf(call, listing, query.get('pageSize'));
    if (isRefusal(pageSize)) return pageSize;
    const direction = behaviour.directionOf(call, listing, query.get('sort'));
    if (isRefusal(direction)) return direction;
    const token = behaviour.pageTokenOf(call);
    const cursor = token === undefined ? undefined : behaviour.readPageToken(call, actor, listing, token);
    if (isRefusal(cursor)) return cursor;
    const records = behaviour.recordsAskedFor(call, actor, listing);
    if (isRefusal(records)) return records;

    const ordered = call.tenant.ordered.of(call.request, actor, records, () =>
      behaviour.orderRecords(call, records, direction),
    );
    const rest = cursor === undefined ? ordered : behaviour.recordsAfter(call, ordered, cursor, direction);
    const { items, more } = behaviour.cutPage(call, rest, pageSize);
    const last = items.at(-1);
    const following = more && last !== undefined ? behaviour.makePageToken(call, actor, listing, last) : '';
    const members = behaviour.pageMembers(call, listing, items, following);
    return jsonAnswer(behaviour.pageStatus(call), members, behaviour.pageHeaders(call));
  },
};
