import type { Call } from '../../call.ts';
import type { App, Project, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { all } from './kinds.ts';
import { bornSince, isSince, itsAuthorization, lastArchiving, lastSuspension } from './moments.ts';
import { appIn, delegationIn, userIn, type Holds, type Presented } from './presented.ts';

/** Whether there is a user behind it of whom this holds. */
export const userIs =
  (isMeant: (user: User, call: Call) => boolean): Holds =>
  (call, presented) => {
    const user = userIn(call, presented);
    return user !== undefined && isMeant(user, call);
  };
/** Whether there is an app behind it of which this holds. */
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
/** Whether the user was suspended once and is active again. */
export const isBack: Holds = userIs(({ active, activeChangedAt, createdAt }) => active && activeChangedAt > createdAt);
/** Whether the app was archived once and is not any more. */
export const isUnarchived: Holds = appIs(
  ({ archived, archivedChangedAt, createdAt }) => !archived && archivedChangedAt > createdAt,
);

/** Whether the user authorized it after being suspended. */
export const isSinceUnsuspension: Holds = all(isBack, isSince(itsAuthorization, lastSuspension));
/** Whether it was issued after the unarchiving of the app. */
export const isSinceUnarchiving: Holds = all(isUnarchived, bornSince(lastArchiving));
/** Whether a user authorized it after a reinstallation of the app. */
export const isOfReinstalled: Holds = (_call, presented) => (delegationIn(presented)?.installation ?? 1) > 1;

/** Whether its user has authorized an app like this. */
export const userHasApp =
  (isMeant: (app: App) => boolean): Holds =>
  (call, presented) => {
    const { apps, delegations } = call.tenant.state;
    return delegations.some(({ userId, appId }) => {
      const app = userId === presented.userId ? apps.get(appId) : undefined;
      return app !== undefined && isMeant(app);
    });
  };
/** Whether a user like this has authorized its app. */
export const appHasUser =
  (isMeant: (user: User, call: Call) => boolean): Holds =>
  (call, presented) => {
    const { users, delegations } = call.tenant.state;
    return delegations.some(({ userId, appId }) => {
      const user = appId === presented.appId ? users.get(userId) : undefined;
      return user !== undefined && isMeant(user, call);
    });
  };

/** Whether somebody was ever added to a project. */
export const isMember = ({ grants }: Project, id: string): boolean => grants.some(({ actor }) => actor.id === id);
export const actorWithId = ({ state }: Tenant, id: string): User | App | undefined =>
  state.users.get(id) ?? state.apps.get(id);
/** Whether a user, or an app, like this was ever added to a project. */
export const hasMember = (project: Project, { tenant }: Call, isMeant: (one: User | App) => boolean): boolean =>
  project.grants.some(({ actor: { id } }) => {
    const one = actorWithId(tenant, id);
    return one !== undefined && isMeant(one);
  });
/** Whether its user, or its app, was ever added to a project along with somebody like this. */
export const sharesProject =
  (whose: (presented: Presented) => string | undefined, isMeant: (one: User | App) => boolean): Holds =>
  (call, presented) =>
    call.tenant.state.projects
      .values()
      .some((project) => isMember(project, whose(presented) ?? '') && hasMember(project, call, isMeant));

/** Whether another user is like this. */
export const besideUser =
  (isMeant: (other: User, own: User | undefined) => boolean): Holds =>
  (call, presented) => {
    const own = userIn(call, presented);
    return call.tenant.state.users.values().some((other) => other.id !== presented.userId && isMeant(other, own));
  };
/** Whether another app is like this. */
export const besideApp =
  (isMeant: (other: App, own: App | undefined) => boolean): Holds =>
  (call, presented) => {
    const own = appIn(call, presented);
    return call.tenant.state.apps.values().some((other) => other.id !== presented.appId && isMeant(other, own));
  };

/** Whether so many users have authorized its app before its own user did. */
export const afterUsers =
  (count: number): Holds =>
  (call, { userId = '', appId }) => {
    const own = call.tenant.state.delegations.filter((one) => one.appId === appId);
    return [...new Set(own.map((one) => one.userId))].indexOf(userId) >= count;
  };
/** Whether its user has authorized so many apps before its own one. */
export const afterApps =
  (count: number): Holds =>
  (call, { userId, appId = '' }) => {
    const own = call.tenant.state.delegations.filter((one) => one.userId === userId);
    return [...new Set(own.map((one) => one.appId))].indexOf(appId) >= count;
  };

/** Whether of the authorizations that its user gave its app it comes from another one than that at a place. */
const isNotOfThe =
  (place: 0 | -1): Holds =>
  (call, presented) => {
    const own = delegationIn(presented);
    if (own === undefined) return false;
    const given = call.tenant.state.delegations.filter(
      ({ userId, appId }) => userId === own.userId && appId === own.appId,
    );
    return given.at(place) !== own;
  };
/** Whether the user had authorized the app before. */
export const isAuthorizedAgain = isNotOfThe(0);
/** Whether the user has authorized the app again since. */
export const isAuthorizedSince = isNotOfThe(-1);

/** Whether the client secret of its app was ever rotated. */
export const hasNewSecret: Holds = appIs(({ formerSecrets }) => formerSecrets.length > 0);
