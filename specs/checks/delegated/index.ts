import type { SuiteCheck } from '../../check.ts';
import { recordsAcrossCredentialsChecks } from './records-across-credentials.ts';
import { authorizationChecks } from './authorization.ts';
import { visitIsolationChecks } from './visit-isolation.ts';
import { besideSuspendedChecks } from './beside-suspended.ts';
import { consentChecks } from './consent.ts';
import { attributionAfterEventsChecks } from './attribution-after-events.ts';
import { exchangeChecks } from './exchange.ts';
import { fixtureGrantChecks } from './fixture-grant.ts';
import { historiesChecks } from './histories.ts';
import { tokenUseChecks } from './token-use.ts';
import { parametersChecks } from './parameters.ts';
import { namesOfUsersAndAppsChecks } from './names-of-users-and-apps.ts';
import { racesChecks } from './races.ts';
import { reachChecks } from './reach.ts';
import { redirectUrisChecks } from './redirect-uris.ts';
import { refreshChecks } from './refresh.ts';
import { registrationChecks } from './registration.ts';
import { rotationChecks } from './rotation.ts';
import { sessionsChecks } from './sessions.ts';
import { stateChecks } from './state.ts';
import { misplacedTokensChecks } from './misplaced-tokens.ts';
import { grantIsolationChecks } from './grant-isolation.ts';
import { unrelatedEventsChecks } from './unrelated-events.ts';
import { refreshesAfterExpiryChecks } from './refreshes-after-expiry.ts';
import { afterFirstAuthorizationChecks } from './after-first-authorization.ts';
import { longChainsAndManyUsersChecks } from './long-chains-and-many-users.ts';
import { secondVisitsChecks } from './second-visits.ts';
import { richerCallsChecks } from './richer-calls.ts';

/**
 * The checks of the profile `delegated`. In addition:
 * - `working-grant.ts`: a grant that works, either new or from the fixtures
 */
export const delegatedChecks: readonly SuiteCheck[] = [
  // authorization: correct authorization requests
  ...authorizationChecks,
  // state: the return of `state`
  ...stateChecks,
  // parameters: required parameters
  ...parametersChecks,
  // redirect-uris: addresses that receive the code, and addresses that never receive it
  ...redirectUrisChecks,
  // registration: redirect URIs that can be registered
  ...registrationChecks,
  // sessions: prompts, depending on the user's browser session
  ...sessionsChecks,
  // consent: consent of one user to one app
  ...consentChecks,
  // exchange: the exchange of codes
  ...exchangeChecks,
  // reach: records that delegated tokens show
  ...reachChecks,
  // token-use: use of delegated tokens
  ...tokenUseChecks,
  // records-across-credentials: records that a user may create with each credential
  ...recordsAcrossCredentialsChecks,
  // attribution-after-events: the creators that records name after earlier events
  ...attributionAfterEventsChecks,
  // fixture-grant: checks of a grant that already exists, which leave it as usable as it was
  ...fixtureGrantChecks,
  // refresh: refreshes that should succeed
  ...refreshChecks,
  // rotation: a refresh token is spent by its use, and stays spent
  ...rotationChecks,
  // grant-isolation: tokens that must survive a refresh, an authorization and a refused refresh
  ...grantIsolationChecks,
  // races: refreshes that arrive at the same time
  ...racesChecks,
  // misplaced-tokens: other values presented as refresh tokens, and refresh tokens presented as other credentials
  ...misplacedTokensChecks,
  // histories: random histories of authorizations, refreshes and reuse, compared with the credential model
  ...historiesChecks,
  // after-first-authorization: events after the first authorization: another address, another app, another day
  ...afterFirstAuthorizationChecks,
  // refreshes-after-expiry: refreshes after the access tokens have expired
  ...refreshesAfterExpiryChecks,
  // unrelated-events: events that must not affect consents, spent tokens and pages
  ...unrelatedEventsChecks,
  // second-visits: second visits, second users and later records, which must not get earlier answers
  ...secondVisitsChecks,
  // long-chains-and-many-users: long chains, many users at once, long sessions, and pages and changes after a refresh
  ...longChainsAndManyUsersChecks,
  // visit-isolation: visits, apps and browsers that must not affect one another
  ...visitIsolationChecks,
  // beside-suspended: the other users of an app while one of its users is suspended
  ...besideSuspendedChecks,
  // names-of-users-and-apps: users and apps with any name
  ...namesOfUsersAndAppsChecks,
  // richer-calls: calls and token requests with additional parts
  ...richerCallsChecks,
];
