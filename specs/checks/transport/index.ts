import type { SuiteCheck } from '../../check.ts';
import { addressChecks } from './address.ts';
import { authorizationPathChecks } from './authorization-path.ts';
import { browserSessionChecks } from './browser-session.ts';
import { clearTextChecks } from './clear-text.ts';
import { connectionChecks } from './connection.ts';
import { headerFormChecks } from './header-form.ts';
import { mediaTypeChecks } from './media-type.ts';
import { missingCredentialChecks } from './missing-credential.ts';
import { oneActorChecks } from './one-actor.ts';
import { otherTenantChecks } from './other-tenant.ts';
import { refusalChecks } from './refusal.ts';
import { namedUsersChecks } from './named-users.ts';
import { endedCredentialsChecks } from './ended-credentials.ts';
import { substitutesForTheHeaderChecks } from './substitutes-for-the-header.ts';
import { unauthorizedAnswerChecks } from './unauthorized-answer.ts';
import { clearTextOfUsersChecks } from './clear-text-of-users.ts';
import { knownConnectionsChecks } from './known-connections.ts';
import { idTokensChecks } from './id-tokens.ts';
import { equalFiltersChecks } from './equal-filters.ts';
import { richerCallsChecks } from './richer-calls.ts';
import { wireFormChecks } from './wire-form.ts';
import { guessedTokensChecks } from './guessed-tokens.ts';

/**
 * The checks of the profile `transport`.
 *
 * Beside them:
 * - `token-for-a-user.ts`: a delegated token and its user
 */
export const transportChecks: readonly SuiteCheck[] = [
  // address: where the tenant is and what answers there
  ...addressChecks,
  // authorization-path: the authorization path over TLS and in clear text
  ...authorizationPathChecks,
  // clear-text: what clear-text requests get: neither records nor tokens. How they are refused is free
  ...clearTextChecks,
  // missing-credential: calls that carry no Authorization header
  ...missingCredentialChecks,
  // refusal: calls that are not properly authenticated
  ...refusalChecks,
  // header-form: in what form and place a credential counts
  ...headerFormChecks,
  // unauthorized-answer: what a 401 says and does not say, and that it comes before anything else
  ...unauthorizedAnswerChecks,
  // connection: calls that share a connection, cookies or a moment
  ...connectionChecks,
  // one-actor: that a call is tied to exactly one actor
  ...oneActorChecks,
  // named-users: that nothing but the credential says who calls
  ...namedUsersChecks,
  // media-type: in what a listing answers
  ...mediaTypeChecks,
  // browser-session: what else in a request cannot help a wrong credential
  ...browserSessionChecks,
  // other-tenant: credentials at another tenant, which must refuse them
  ...otherTenantChecks,
  // clear-text-of-users: what clear-text requests get where users are concerned
  ...clearTextOfUsersChecks,
  // known-connections: calls on a connection on which somebody was served before
  ...knownConnectionsChecks,
  // id-tokens: what holds for every credential, with the one that comes from elsewhere
  ...idTokensChecks,
  // equal-filters: calls that are alike but for who makes them
  ...equalFiltersChecks,
  // substitutes-for-the-header: what must not stand in for an Authorization header, or come to the aid of a wrong one
  ...substitutesForTheHeaderChecks,
  // ended-credentials: credentials that were good and are so no longer
  ...endedCredentialsChecks,
  // guessed-tokens: bearer values that are worth trying on any listing
  ...guessedTokensChecks,
  // richer-calls: what is no bearer token in calls that are more than a plain one
  ...richerCallsChecks,
  // wire-form: forms of a call on the wire
  ...wireFormChecks,
];
