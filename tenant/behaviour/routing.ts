import { authorizationEndpoint } from '../endpoints/authorization.ts';
import { createEntry } from '../endpoints/entries.ts';
import { listingEndpoint, LISTINGS, type Listing } from '../endpoints/listings.ts';
import { tokenEndpoint } from '../endpoints/token.ts';
import type { Call, Route } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';

export interface RoutingBehaviour {
  /** Returns the paths of the token endpoint ("POST /oauth/token" and its rule 3). */
  readonly tokenPaths: () => readonly string[];
  /** Returns the paths at which users sign in and consent ("GET /oauth/authorize"). */
  readonly authorizationPaths: () => readonly string[];
  /** Returns the paths of a listing. */
  readonly listingPaths: (listing: Listing) => readonly string[];
  readonly entryCreationPaths: () => readonly string[];
  /** Returns all routes of the tenant. Read once, when it starts. */
  readonly routes: (paths: RoutingPaths) => readonly Route[];
  /** Returns a promise to wait for before a call is answered, or `undefined`. The decision is then made in one step. */
  readonly prepareCall: (call: Call) => Promise<void> | undefined;
  /** Returns the path by which the route of a request is found. */
  readonly pathOf: (call: Call) => string;
  /** Returns the refusal of an unknown path or method. `methods` are the methods that the path supports. */
  readonly unknownRoute: (call: Call, methods: readonly string[]) => Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends RoutingBehaviour {}
}

export type RoutingPaths = Pick<
  RoutingBehaviour,
  'authorizationPaths' | 'tokenPaths' | 'listingPaths' | 'entryCreationPaths'
>;

export const specifiedRouting: RoutingBehaviour = {
  tokenPaths: () => ['/oauth/token', '/api/v2/token'],

  authorizationPaths: () => ['/oauth/authorize'],

  listingPaths: (listing) => listing.paths,

  entryCreationPaths: () => ['/api/v2/entries'],

  routes: (paths) => [
    ...paths.tokenPaths().map((path): Route => ({ method: 'POST', path, part: 'token', answer: tokenEndpoint })),
    ...paths
      .authorizationPaths()
      .flatMap((path) =>
        ['GET', 'POST'].map((method): Route => ({ method, path, part: 'browser', answer: authorizationEndpoint })),
      ),
    ...LISTINGS.flatMap((listing) =>
      paths
        .listingPaths(listing)
        .map((path): Route => ({ method: 'GET', path, part: 'api', answer: listingEndpoint(listing) })),
    ),
    ...paths.entryCreationPaths().map((path): Route => ({ method: 'POST', path, part: 'api', answer: createEntry })),
  ],

  prepareCall: (call) => {
    const { behaviour } = call.tenant;
    const part = call.found.route?.part;
    if (part === 'api') return behaviour.prepareIdToken(call);
    return part === 'token' ? behaviour.prepareTokenRequest(call) : undefined;
  },

  pathOf: (call) => call.request.path,

  unknownRoute: (call, methods) =>
    methods.length === 0
      ? refusal('not-found', 'There is nothing at this path.')
      : refusal('method-not-allowed', `${call.request.method} is not possible here.`, [['Allow', methods.join(', ')]]),
};
