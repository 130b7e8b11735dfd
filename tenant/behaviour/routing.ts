import { createEntry } from '../endpoints/entries.ts';
import { listingEndpoint, LISTINGS, type Listing } from '../endpoints/listings.ts';
import { tokenEndpoint } from '../endpoints/token.ts';
import type { Call } from '../http/message.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import type { Route } from '../http/route.ts';

export interface RoutingBehaviour {
  /** The paths of the token endpoint ("POST /oauth/token" and its rule 3). */
  readonly tokenPaths: () => readonly string[];
  /** The paths of a listing. */
  readonly listingPaths: (listing: Listing) => readonly string[];
  readonly entryCreationPaths: () => readonly string[];
  /** Everything that the tenant answers. Read once, when it starts. */
  readonly routes: (paths: RoutingPaths) => readonly Route[];
  /** The path to look up for a request. */
  readonly pathOf: (call: Call) => string;
  /** The refusal of a path or method that there is not. `methods` are those that the path knows. */
  readonly unknownRoute: (call: Call, methods: readonly string[]) => Refusal;
}

export type RoutingPaths = Pick<RoutingBehaviour, 'tokenPaths' | 'listingPaths' | 'entryCreationPaths'>;

export const specifiedRouting: RoutingBehaviour = {
  tokenPaths: () => ['/oauth/token', '/api/v2/token'],

  listingPaths: (listing) => listing.paths,

  entryCreationPaths: () => ['/api/v2/entries'],

  routes: (paths) => [
    ...paths.tokenPaths().map((path): Route => ({ method: 'POST', path, part: 'token', answer: tokenEndpoint })),
    ...LISTINGS.flatMap((listing) =>
      paths
        .listingPaths(listing)
        .map((path): Route => ({ method: 'GET', path, part: 'api', answer: listingEndpoint(listing) })),
    ),
    ...paths.entryCreationPaths().map((path): Route => ({ method: 'POST', path, part: 'api', answer: createEntry })),
  ],

  pathOf: (call) => call.request.path,

  unknownRoute: (call, methods) =>
    methods.length === 0
      ? refusal('not-found', 'There is nothing at this path.')
      : refusal('method-not-allowed', `${call.request.method} is not possible here.`, [['Allow', methods.join(', ')]]),
};
