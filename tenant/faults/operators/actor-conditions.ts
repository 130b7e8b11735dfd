import { condition, type Condition } from './condition.ts';
import { appsOf, usersOf } from './holdings.ts';
import {
  happened,
  itsApp,
  itsUser,
  reinstalled,
  unarchived,
  unsuspended,
  type RememberingCondition,
} from './memories.ts';
import type { Presented } from './presented.ts';
import { before } from './rules.ts';
import { appIs, besideApp, besideUser, isArchived, isSuspended, userIs } from './standing.ts';
import { projectsOf } from './visibility.ts';

const isBeyondAscii = (text: string): boolean => /[^ -~]/.test(text);

/** Conditions on the properties of an actor. */
export const actorConditions: readonly Condition[] = [
  condition(
    'user make',
    'of-users-named-beyond-ascii',
    'if the name of the user has characters beyond ASCII',
    userIs(({ name }) => isBeyondAscii(name)),
  ),
  condition(
    'user make',
    'of-addresses-with-capitals',
    'if the address of the user has capitals',
    userIs(({ email }) => email !== email.toLowerCase()),
  ),
  condition(
    'user make',
    'of-addresses-with-a-tag',
    'if the address of the user has a tag',
    userIs(({ email }) => email.includes('+')),
  ),
  condition(
    'user',
    'of-users-in-no-project',
    'if the user is in no project',
    userIs(({ id }, call) => projectsOf(call, { kind: 'user', id }).length === 0),
  ),
  condition(
    'user',
    'of-users-in-two-projects',
    'if the user is in two projects or more',
    userIs(({ id }, call) => projectsOf(call, { kind: 'user', id }).length >= 2),
  ),
  condition(
    'user',
    'of-users-with-an-app',
    'if the user has authorized an app',
    userIs(({ id }, call) => appsOf(call, id).size >= 1),
  ),
  condition(
    'user',
    'of-users-with-two-apps',
    'if the user has authorized two apps or more',
    userIs(({ id }, call) => appsOf(call, id).size >= 2),
    'several apps',
  ),
  condition(
    'app make',
    'of-apps-named-beyond-ascii',
    'if the name of the app has characters beyond ASCII',
    appIs(({ name }) => isBeyondAscii(name)),
  ),
  condition(
    'app make',
    'of-apps-with-a-webhook',
    'if the app has a webhook',
    appIs(({ webhook }) => webhook?.url !== undefined),
  ),
  condition(
    'app make',
    'of-apps-with-two-redirect-uris',
    'if the app has two redirect URIs or more',
    appIs(({ redirectUris }) => redirectUris.length >= 2),
  ),
  condition(
    'app',
    'of-apps-in-no-project',
    'if the app is in no project',
    appIs(({ id }, call) => projectsOf(call, { kind: 'app', id }).length === 0),
  ),
  condition(
    'app',
    'of-apps-in-two-projects',
    'if the app is in two projects or more',
    appIs(({ id }, call) => projectsOf(call, { kind: 'app', id }).length >= 2),
  ),
  condition(
    'app',
    'of-apps-with-two-users',
    'if two users or more have authorized the app',
    appIs(({ id }, call) => usersOf(call, id).size >= 2),
    'several users',
  ),
  condition(
    'app',
    'of-apps-without-users',
    'if no user has authorized the app',
    appIs(({ id }, call) => usersOf(call, id).size === 0),
  ),
];

const takenOut = (whose: (presented: Presented) => unknown): RememberingCondition =>
  happened(whose, (count) => before('revokeAccess', (_tenant, _project, { id }) => count(id)));

/** Conditions on the past of an actor. */
export const pastConditions: readonly Condition[] = [
  condition(
    'user past',
    'of-users-once-suspended',
    'if the user was suspended and un-suspended before',
    unsuspended(),
    'again',
  ),
  condition(
    'user past',
    'of-users-twice-suspended',
    'if the user was suspended and un-suspended twice before',
    unsuspended(2),
    'again',
  ),
  condition(
    'user past',
    'of-owners-who-rotated',
    'if the user has rotated a key',
    happened(itsUser, (count) => before('rotateApiKey', (_tenant, { id }) => count(id))),
  ),
  condition(
    'user past',
    'of-users-who-created-something',
    'if the user has created an entry',
    happened(itsUser, (count) => before('attributedTo', (_call, { id }) => count(id))),
  ),
  condition(
    'user past',
    'of-users-taken-out-of-a-project',
    'if the user was taken out of a project',
    takenOut(itsUser),
  ),
  condition(
    'app past',
    'of-apps-once-archived',
    'if the app was archived and unarchived before',
    unarchived(),
    'again',
  ),
  condition(
    'app past',
    'of-apps-twice-archived',
    'if the app was archived and unarchived twice before',
    unarchived(2),
    'again',
  ),
  condition(
    'app past',
    'of-apps-once-reinstalled',
    'if the app was installed again before',
    reinstalled(),
    'reinstalled',
  ),
  condition(
    'app past',
    'of-apps-with-a-new-secret',
    'if the secret of the app was rotated',
    happened(itsApp, (count) => before('rotateClientSecret', (_tenant, { id }) => count(id))),
  ),
  condition('app past', 'of-apps-taken-out-of-a-project', 'if the app was taken out of a project', takenOut(itsApp)),
];

/** Conditions on the present state of other users and apps. */
export const bystanderConditions: readonly Condition[] = [
  condition(
    'bystanders',
    'beside-a-suspended-user',
    'while another user is suspended',
    besideUser(isSuspended),
    'a suspended user',
  ),
  condition(
    'bystanders',
    'beside-an-archived-app',
    'while another app is archived',
    besideApp(isArchived),
    'an archived app',
  ),
];
