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
import { namedOtherChecks } from './named-others.ts';
import { onceGoodChecks } from './once-good.ts';
import { otherWaysInChecks } from './other-ways-in.ts';
import { unauthorizedAnswerChecks } from './unauthorized-answer.ts';
import { clearTextOfUsersChecks } from './clear-text-of-users.ts';
import { knownConnectionChecks } from './known-connections.ts';
import { idTokenChecks } from './id-tokens.ts';
import { equalFilterChecks } from './equal-filters.ts';
import { richerCallChecks } from './richer-calls.ts';
import { wireFormChecks } from './wire-form.ts';
import { wordAndAdditionChecks } from './words-and-additions.ts';

/** The checks of the profile `transport`. */
export const transportChecks: readonly SuiteCheck[] = [
  ...addressChecks,
  ...authorizationPathChecks,
  ...clearTextChecks,
  ...missingCredentialChecks,
  ...refusalChecks,
  ...headerFormChecks,
  ...unauthorizedAnswerChecks,
  ...connectionChecks,
  ...oneActorChecks,
  ...namedOtherChecks,
  ...mediaTypeChecks,
  ...browserSessionChecks,
  ...otherTenantChecks,
  ...clearTextOfUsersChecks,
  ...knownConnectionChecks,
  ...idTokenChecks,
  ...equalFilterChecks,
  ...otherWaysInChecks,
  ...onceGoodChecks,
  ...wordAndAdditionChecks,
  ...richerCallChecks,
  ...wireFormChecks,
];
