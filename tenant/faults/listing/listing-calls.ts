import type { Listing } from '../../endpoints/listings.ts';
import type { Actor, Call } from '../../call.ts';
import { grantsTo } from '../operators/visibility.ts';

/** The page token of a call. */
export const tokenOf = ({ request }: Call): string => request.query.get('nextToken') ?? '';

/** Whether a listing is that of v3 of a kind of record. */
export const isV3 = (listing: Listing, kind: Listing['kind']): boolean =>
  listing.version === 'v3' && listing.kind === kind;

/** The page size that a call asks for. */
export const sizeOf = (call: Call): number => Number(call.request.query.get('pageSize') ?? 0);

/** The order that a call asks for. */
export const sortOf = (call: Call): string => call.request.query.get('sort') ?? '';

/** Whether an app acts for a user. */
export const isDelegate = (actor: Actor | undefined): boolean =>
  actor?.kind === 'user' && actor.credential.kind === 'accessToken';

/** A parameter of the query. */
export const parameter = (call: Call, name: string): string | null => call.request.query.get(name);

/** Whether the caller was ever granted a project. */
export const wasGrantedAny = ({ tenant, found: { actor } }: Call): boolean =>
  actor !== undefined && tenant.state.projects.values().some((project) => grantsTo(project, actor).length > 0);
