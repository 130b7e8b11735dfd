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
 * In addition:
 * - `token-for-a-user.ts`: a delegated token and its user
 */
export const transportChecks: readonly SuiteCheck[] = [
  // address: the address of the tenant, and the paths that answer there
  ...addressChecks,
  // authorization-path: the authorization path over TLS and in clear text
  ...authorizationPathChecks,
  // clear-text: clear-text requests, which get neither records nor tokens. The form of the refusal is free.
  ...clearTextChecks,
  // missing-credential: calls that carry no Authorization header
  ...missingCredentialChecks,
  // refusal: calls that are not properly authenticated
  ...refusalChecks,
  // header-form: forms and places in which a credential counts
  ...headerFormChecks,
  // unauthorized-answer: the content of a 401 answer, which comes before any other answer
  ...unauthorizedAnswerChecks,
  // connection: calls that share a connection, cookies or a moment
  ...connectionChecks,
  // one-actor: calls, each of which is tied to exactly one actor
  ...oneActorChecks,
  // named-users: calls that name another user than their caller
  ...namedUsersChecks,
  // media-type: the media type of listing answers
  ...mediaTypeChecks,
  // browser-session: other parts of a request that must not help a wrong credential
  ...browserSessionChecks,
  // other-tenant: credentials at another tenant, which must refuse them
  ...otherTenantChecks,
  // clear-text-of-users: clear-text requests with the codes and tokens of users
  ...clearTextOfUsersChecks,
  // known-connections: calls on a connection that served a caller before
  ...knownConnectionsChecks,
  // id-tokens: rules for every credential, applied to ID tokens
  ...idTokensChecks,
  // equal-filters: calls that differ only in their caller
  ...equalFiltersChecks,
  // substitutes-for-the-header: values that must not replace an Authorization header, or help a wrong one
  ...substitutesForTheHeaderChecks,
  // ended-credentials: credentials that were valid and are not valid any more
  ...endedCredentialsChecks,
  // guessed-tokens: bearer values that are worth trying on any listing
  ...guessedTokensChecks,
  // richer-calls: values that are no bearer tokens, in calls with additional parts
  ...richerCallsChecks,
  // wire-form: forms of a call on the wire
  ...wireFormChecks,
];
