import type { Listing } from '../endpoints/listings.ts';
import type { Cursor } from '../endpoints/page-token.ts';
import type { Actor, Call } from '../call.ts';
import type { LabRecord } from '../state/model.ts';

/** The content of a page token, and the caller and query for which it is valid ("Pagination"; all of it is free). */
export interface PageTokenBehaviour {
  /** Returns, in one text, everything that must stay the same from page to page. */
  readonly pageTokenIsBoundTo: (call: Call, actor: Actor, listing: Listing) => string;
  /** Encodes the place of the last item on a page. */
  readonly writePlace: (call: Call, last: LabRecord) => string;
  /** Decodes a place. */
  readonly readPlace: (call: Call, place: string) => Cursor;
}

declare module './behaviour.ts' {
  interface Behaviour extends PageTokenBehaviour {}
}

export const specifiedPageTokens: PageTokenBehaviour = {
  pageTokenIsBoundTo: (call, actor, listing) => {
    const parameters = new URLSearchParams(call.request.query);
    parameters.delete('nextToken');
    parameters.sort();
    return JSON.stringify([actor.kind, actor.id, listing.version, listing.kind, parameters.toString()]);
  },

  writePlace: (_call, last) => Buffer.from(JSON.stringify([last.modifiedAt.getTime(), last.id])).toString('base64url'),

  readPlace: (_call, place) => {
    const [modifiedAt, id] = JSON.parse(Buffer.from(place, 'base64url').toString('utf8')) as [number, string];
    return { modifiedAt: new Date(modifiedAt), id };
  },
};
