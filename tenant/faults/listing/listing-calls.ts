import type { Listing } from '../../endpoints/listings.ts';
import type { Actor, Call } from '../../call.ts';
import { grantsTo } from '../operators/visibility.ts';

/** Returns the page token of a call. */
export const tokenOf = ({ request }: Call): string => request.query.get('nextToken') ?? '';

/** Reports whether this is the v3 listing of a kind of record. */
export const isV3 = (listing: Listing, kind: Listing['kind']): boolean =>
  listing.version === 'v3' && listing.kind === kind;

/** Returns the page size that a call asks for. */
export const sizeOf = (call: Call): number => Number(call.request.query.get('pageSize') ?? 0);

/** Returns the order that a call asks for. */
export const sortOf = (call: Call): string => call.request.query.get('sort') ?? '';

/** Reports whether an app acts for a user. */
export const isDelegate = (actor: Actor | undefined): boolean =>
  actor?.kind === 'user' && actor.credential.kind === 'accessToken';

/** Returns a parameter of the query. */
export const parameter = (call: Call, name: string): string | null => call.request.query.get(name);

/** Reports whether the caller was ever granted a project. */
export const wasGrantedAny = ({ tenant, found: { actor } }: Call): boolean =>
  actor !== undefined && tenant.state.projects.values().some((project) => grantsTo(project, actor).length > 0);
