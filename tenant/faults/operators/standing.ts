import type { Call } from '../../call.ts';
import type { App, Project, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { all } from './kinds.ts';
import { issuedSince, isSince, itsAuthorization, lastArchiving, lastSuspension } from './moments.ts';
import { appIn, delegationIn, userIn, type Holds, type Presented } from './presented.ts';

/** Returns a test that holds if the credential has a user for whom `isMeant` holds. */
export const userIs =
  (isMeant: (user: User, call: Call) => boolean): Holds =>
  (call, presented) => {
    const user = userIn(call, presented);
    return user !== undefined && isMeant(user, call);
  };
/** Returns a test that holds if the credential has an app for which `isMeant` holds. */
export const appIs =
  (isMeant: (app: App, call: Call) => boolean): Holds =>
  (call, presented) => {
    const app = appIn(call, presented);
    return app !== undefined && isMeant(app, call);
  };

export const isSuspended = (one: User | App): boolean => 'active' in one && !one.active;
export const isArchived = (one: User | App): boolean => 'archived' in one && one.archived;
export const isUninstalled = (one: User | App): boolean => 'installed' in one && !one.installed;

export const isInstalled: Holds = appIs(({ installed }) => installed);
/** Holds if the user was suspended once and is active again. */
export const isBack: Holds = userIs(({ active, activeChangedAt, createdAt }) => active && activeChangedAt > createdAt);
/** Holds if the app was archived once and is not archived any more. */
export const isUnarchived: Holds = appIs(
  ({ archived, archivedChangedAt, createdAt }) => !archived && archivedChangedAt > createdAt,
);

/** Holds if the authorization of the credential came after the user was un-suspended. */
export const isSinceUnsuspension: Holds = all(isBack, isSince(itsAuthorization, lastSuspension));
/** Holds if the credential was issued after the unarchiving of the app. */
export const isSinceUnarchiving: Holds = all(isUnarchived, issuedSince(lastArchiving));
/** Holds if the authorization of the credential came after a reinstallation of the app. */
export const isOfReinstalled: Holds = (_call, presented) => (delegationIn(presented)?.installation ?? 1) > 1;

/** Returns a test that holds if the user of the credential has authorized an app for which `isMeant` holds. */
export const userHasApp =
  (isMeant: (app: App) => boolean): Holds =>
  (call, presented) => {
    const { apps, delegations } = call.tenant.state;
    return delegations.some(({ userId, appId }) => {
      const app = userId === presented.userId ? apps.get(appId) : undefined;
      return app !== undefined && isMeant(app);
    });
  };
/** Returns a test that holds if a user for whom `isMeant` holds has authorized the app of the credential. */
export const appHasUser =
  (isMeant: (user: User, call: Call) => boolean): Holds =>
  (call, presented) => {
    const { users, delegations } = call.tenant.state;
    return delegations.some(({ userId, appId }) => {
      const user = appId === presented.appId ? users.get(userId) : undefined;
      return user !== undefined && isMeant(user, call);
    });
  };

/** Reports whether a user or an app was ever added to a project. */
export const isMember = ({ grants }: Project, id: string): boolean => grants.some(({ actor }) => actor.id === id);
export const actorWithId = ({ state }: Tenant, id: string): User | App | undefined =>
  state.users.get(id) ?? state.apps.get(id);
/** Reports whether a user or an app for which `isMeant` holds was ever added to a project. */
export const hasMember = (project: Project, { tenant }: Call, isMeant: (one: User | App) => boolean): boolean =>
  project.grants.some(({ actor: { id } }) => {
    const one = actorWithId(tenant, id);
    return one !== undefined && isMeant(one);
  });
/** Returns a test that holds if the user or app was ever added to the same project as one for which `isMeant` holds. */
export const sharesProject =
  (whose: (presented: Presented) => string | undefined, isMeant: (one: User | App) => boolean): Holds =>
  (call, presented) =>
    call.tenant.state.projects
      .values()
      .some((project) => isMember(project, whose(presented) ?? '') && hasMember(project, call, isMeant));

/** Returns a test that holds if `isMeant` holds for another user. */
export const besideUser =
  (isMeant: (other: User, own: User | undefined) => boolean): Holds =>
  (call, presented) => {
    const own = userIn(call, presented);
    return call.tenant.state.users.values().some((other) => other.id !== presented.userId && isMeant(other, own));
  };
/** Returns a test that holds if `isMeant` holds for another app. */
export const besideApp =
  (isMeant: (other: App, own: App | undefined) => boolean): Holds =>
  (call, presented) => {
    const own = appIn(call, presented);
    return call.tenant.state.apps.values().some((other) => other.id !== presented.appId && isMeant(other, own));
  };

/** Returns a test that holds if this many users authorized the app before the user of the credential did. */
export const afterUsers =
  (count: number): Holds =>
  (call, { userId = '', appId }) => {
    const own = call.tenant.state.delegations.filter((one) => one.appId === appId);
    return [...new Set(own.map((one) => one.userId))].indexOf(userId) >= count;
  };
/** Returns a test that holds if the user authorized this many apps before the app of the credential. */
export const afterApps =
  (count: number): Holds =>
  (call, { userId, appId = '' }) => {
    const own = call.tenant.state.delegations.filter((one) => one.userId === userId);
    return [...new Set(own.map((one) => one.appId))].indexOf(appId) >= count;
  };

/** Returns a test: the credential does not come from the first (0) or last (-1) authorization of its user and app. */
const isNotOfAuthorizationAt =
  (place: 0 | -1): Holds =>
  (call, presented) => {
    const own = delegationIn(presented);
    if (own === undefined) return false;
    const given = call.tenant.state.delegations.filter(
      ({ userId, appId }) => userId === own.userId && appId === own.appId,
    );
    return given.at(place) !== own;
  };
/** Holds if the user had authorized the app before. */
export const isAuthorizedAgain = isNotOfAuthorizationAt(0);
/** Holds if the user has authorized the app again since. */
export const isAuthorizedSince = isNotOfAuthorizationAt(-1);

/** Holds if the client secret of the app was ever rotated. */
export const hasNewSecret: Holds = appIs(({ formerSecrets }) => formerSecrets.length > 0);
