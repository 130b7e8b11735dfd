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
 * The checks of the profile `delegated`.
 *
 * Beside them:
 * - `working-grant.ts`: a grant that works, made or taken from the fixtures
 */
export const delegatedChecks: readonly SuiteCheck[] = [
  // authorization: the authorization request as it should go
  ...authorizationChecks,
  // state: what becomes of `state`
  ...stateChecks,
  // parameters: the parameters that are required
  ...parametersChecks,
  // redirect-uris: where the code goes, and where it never goes
  ...redirectUrisChecks,
  // registration: which redirect URIs can be registered
  ...registrationChecks,
  // sessions: whether a person is asked, depending on the session of their browser
  ...sessionsChecks,
  // consent: whose consent is to what
  ...consentChecks,
  // exchange: the exchange of codes
  ...exchangeChecks,
  // reach: what delegated tokens may do
  ...reachChecks,
  // token-use: delegated tokens at work
  ...tokenUseChecks,
  // records-across-credentials: what a user may do with each credential
  ...recordsAcrossCredentialsChecks,
  // attribution-after-events: whom records name as their creator when something had happened before
  ...attributionAfterEventsChecks,
  // fixture-grant: what can be seen of a grant that is already there, and leaves it as good as it was
  ...fixtureGrantChecks,
  // refresh: refreshes that should go well
  ...refreshChecks,
  // rotation: a refresh token is spent by its use, and stays so
  ...rotationChecks,
  // grant-isolation: tokens that a refresh, an authorization and a refused refresh do not end
  ...grantIsolationChecks,
  // races: refreshes that arrive at the same time
  ...racesChecks,
  // misplaced-tokens: what is no refresh token, and what a refresh token is not
  ...misplacedTokensChecks,
  // histories: random series of authorizations, refreshes and reuse, compared with the credential model
  ...historiesChecks,
  // after-first-authorization: what comes later than the first authorization: another address, another app, another day
  ...afterFirstAuthorizationChecks,
  // refreshes-after-expiry: what holds of refreshes when the access tokens have expired as well
  ...refreshesAfterExpiryChecks,
  // unrelated-events: what consents, spent tokens and pages have nothing to do with
  ...unrelatedEventsChecks,
  // second-visits: second visits, second users and later records, which must not get earlier answers
  ...secondVisitsChecks,
  // long-chains-and-many-users: long chains, many users at once, long sessions, and pages and changes behind a refresh
  ...longChainsAndManyUsersChecks,
  // visit-isolation: visits, apps and browsers that must not affect one another
  ...visitIsolationChecks,
  // beside-suspended: what the suspension of one user leaves to the others of an app
  ...besideSuspendedChecks,
  // names-of-users-and-apps: users and apps of any name
  ...namesOfUsersAndAppsChecks,
  // richer-calls: what comes with a call or a token request beside what is asked for
  ...richerCallsChecks,
];
