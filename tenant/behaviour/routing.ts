import { authorizationEndpoint } from '../endpoints/authorization.ts';
import { createEntry } from '../endpoints/entries.ts';
import { listingEndpoint, LISTINGS, type Listing } from '../endpoints/listings.ts';
import { tokenEndpoint } from '../endpoints/token.ts';
import type { Call, Route } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';

export interface RoutingBehaviour {
  /** The paths of the token endpoint ("POST /oauth/token" and its rule 3). */
  readonly tokenPaths: () => readonly string[];
  /** The paths at which users are sent to sign in and to consent ("GET /oauth/authorize"). */
  readonly authorizationPaths: () => readonly string[];
  /** The paths of a listing. */
  readonly listingPaths: (listing: Listing) => readonly string[];
  readonly entryCreationPaths: () => readonly string[];
  /** Everything that the tenant answers. Read once, when it starts. */
  readonly routes: (paths: RoutingPaths) => readonly Route[];
  /** What must be waited for before a call is answered; `undefined` for nothing. What is decided then is decided in one step. */
  readonly prepareCall: (call: Call) => Promise<void> | undefined;
  /** The path to look up for a request. */
  readonly pathOf: (call: Call) => string;
  /** The refusal of a path or method that there is not. `methods` are those that the path knows. */
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
