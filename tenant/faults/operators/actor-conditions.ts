import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { App, User } from '../../state/model.ts';
import { plain, type Condition, type Subject, type Touch } from './condition.ts';
import { appIn, userIn, type Holds, type Presented } from './presented.ts';

const isBeyondAscii = (text: string): boolean => /[^ -~]/.test(text);

const ofUser =
  (isMeant: (user: User, call: Call) => boolean): Holds =>
  (call, presented) => {
    const user = userIn(call, presented);
    return user !== undefined && isMeant(user, call);
  };
const ofApp =
  (isMeant: (app: App, call: Call) => boolean): Holds =>
  (call, presented) => {
    const app = appIn(call, presented);
    return app !== undefined && isMeant(app, call);
  };

const projectsOf = (call: Call, kind: 'user' | 'app', id: string): number =>
  call.tenant.state.projects
    .values()
    .filter(({ grants }) =>
      grants.some(({ actor, revokedAt }) => actor.kind === kind && actor.id === id && revokedAt === undefined),
    )
    .toArray().length;

const appsOf = (call: Call, { id }: User): number =>
  new Set(call.tenant.state.delegations.filter(({ userId }) => userId === id).map(({ appId }) => appId)).size;
const usersOf = (call: Call, { id }: App): number =>
  new Set(call.tenant.state.delegations.filter(({ appId }) => appId === id).map(({ userId }) => userId)).size;

/** What an actor is like. */
export const actorConditions: readonly Condition[] = [
  plain(
    'user make',
    'of-users-named-beyond-ascii',
    'where the name of the user goes beyond ASCII',
    ofUser(({ name }) => isBeyondAscii(name)),
  ),
  plain(
    'user make',
    'of-addresses-with-capitals',
    'where the address of the user has capitals',
    ofUser(({ email }) => email !== email.toLowerCase()),
  ),
  plain(
    'user make',
    'of-addresses-with-a-tag',
    'where the address of the user has a tag',
    ofUser(({ email }) => email.includes('+')),
  ),
  plain(
    'user',
    'of-users-in-no-project',
    'where the user is in no project',
    ofUser((user, call) => projectsOf(call, 'user', user.id) === 0),
  ),
  plain(
    'user',
    'of-users-in-two-projects',
    'where the user is in two projects or more',
    ofUser((user, call) => projectsOf(call, 'user', user.id) >= 2),
  ),
  plain(
    'user',
    'of-users-with-an-app',
    'where the user has authorized an app',
    ofUser((user, call) => appsOf(call, user) >= 1),
  ),
  plain(
    'user',
    'of-users-with-two-apps',
    'where the user has authorized two apps or more',
    ofUser((user, call) => appsOf(call, user) >= 2),
    'several apps',
  ),
  plain(
    'app make',
    'of-apps-named-beyond-ascii',
    'where the name of the app goes beyond ASCII',
    ofApp(({ name }) => isBeyondAscii(name)),
  ),
  plain(
    'app make',
    'of-apps-with-a-webhook',
    'where the app has a webhook',
    ofApp(({ webhook }) => webhook?.url !== undefined),
  ),
  plain(
    'app make',
    'of-apps-with-two-redirect-uris',
    'where the app has two redirect URIs or more',
    ofApp(({ redirectUris }) => redirectUris.length >= 2),
  ),
  plain(
    'app',
    'of-apps-in-no-project',
    'where the app is in no project',
    ofApp((app, call) => projectsOf(call, 'app', app.id) === 0),
  ),
  plain(
    'app',
    'of-apps-in-two-projects',
    'where the app is in two projects or more',
    ofApp((app, call) => projectsOf(call, 'app', app.id) >= 2),
  ),
  plain(
    'app',
    'of-apps-with-two-users',
    'where two users or more have authorized the app',
    ofApp((app, call) => usersOf(call, app) >= 2),
    'several users',
  ),
  plain(
    'app',
    'of-apps-without-users',
    'where no user has authorized the app',
    ofApp((app, call) => usersOf(call, app) === 0),
  ),
];

/** Remembers who or what some acts were done to, and how often. */
function remembered(
  of: Subject,
  id: string,
  when: string,
  subject: (presented: Presented) => string | undefined,
  acts: (normal: Behaviour, count: (subject: string) => void) => Partial<Behaviour>,
  { touches, times = 1 }: { readonly touches?: Touch; readonly times?: number } = {},
): Condition {
  return {
    id,
    of,
    when,
    ...(touches === undefined ? {} : { touches }),
    watch: (normal) => {
      const counts = new Map<string, number>();
      return {
        holds: (_call, presented) => (counts.get(subject(presented) ?? '') ?? 0) >= times,
        remembering: acts(normal, (one) => void counts.set(one, (counts.get(one) ?? 0) + 1)),
      };
    },
  };
}

const userId = (presented: Presented): string | undefined => presented.userId;
const appId = (presented: Presented): string | undefined => presented.appId;

const unsuspended = (normal: Behaviour, count: (id: string) => void): Partial<Behaviour> => ({
  setUserActive: (tenant, user, active) => {
    if (active && !user.active) count(user.id);
    normal.setUserActive(tenant, user, active);
  },
});
const unarchived = (normal: Behaviour, count: (id: string) => void): Partial<Behaviour> => ({
  setArchived: (tenant, app, archived) => {
    if (!archived && app.archived) count(app.id);
    normal.setArchived(tenant, app, archived);
  },
});
const reinstalled = (normal: Behaviour, count: (id: string) => void): Partial<Behaviour> => ({
  setInstalled: (tenant, app, installed) => {
    if (installed && !app.installed) count(app.id);
    normal.setInstalled(tenant, app, installed);
  },
});

/** What has happened to an actor. */
export const pastConditions: readonly Condition[] = [
  remembered(
    'user past',
    'of-users-once-suspended',
    'where the user was suspended and un-suspended before',
    userId,
    unsuspended,
    { touches: 'again' },
  ),
  remembered(
    'user past',
    'of-users-twice-suspended',
    'where the user was suspended and un-suspended twice before',
    userId,
    unsuspended,
    { touches: 'again', times: 2 },
  ),
  remembered('user past', 'of-owners-who-rotated', 'where the user has rotated a key', userId, (normal, count) => ({
    rotateApiKey: (tenant, user) => {
      count(user.id);
      return normal.rotateApiKey(tenant, user);
    },
  })),
  remembered(
    'user past',
    'of-users-who-created-something',
    'where the user has created an entry',
    userId,
    (normal, count) => ({
      attributedTo: (call, actor) => {
        count(actor.id);
        return normal.attributedTo(call, actor);
      },
    }),
  ),
  remembered(
    'user past',
    'of-users-taken-out-of-a-project',
    'where the user was taken out of a project',
    userId,
    (normal, count) => ({
      revokeAccess: (tenant, project, actor) => {
        count(actor.id);
        normal.revokeAccess(tenant, project, actor);
      },
    }),
  ),
  remembered(
    'app past',
    'of-apps-once-archived',
    'where the app was archived and unarchived before',
    appId,
    unarchived,
    { touches: 'again' },
  ),
  remembered(
    'app past',
    'of-apps-twice-archived',
    'where the app was archived and unarchived twice before',
    appId,
    unarchived,
    { touches: 'again', times: 2 },
  ),
  remembered('app past', 'of-apps-once-reinstalled', 'where the app was installed again before', appId, reinstalled, {
    touches: 'reinstalled',
  }),
  remembered(
    'app past',
    'of-apps-with-a-new-secret',
    'where the secret of the app was rotated',
    appId,
    (normal, count) => ({
      rotateClientSecret: (tenant, app) => {
        count(app.id);
        return normal.rotateClientSecret(tenant, app);
      },
    }),
  ),
  remembered(
    'app past',
    'of-apps-taken-out-of-a-project',
    'where the app was taken out of a project',
    appId,
    (normal, count) => ({
      revokeAccess: (tenant, project, actor) => {
        count(actor.id);
        normal.revokeAccess(tenant, project, actor);
      },
    }),
  ),
];

/** What others are like at the moment. */
export const bystanderConditions: readonly Condition[] = [
  plain(
    'bystanders',
    'beside-a-suspended-user',
    'while another user is suspended',
    (call, { userId }) => call.tenant.state.users.values().some(({ id, active }) => id !== userId && !active),
    'a suspended user',
  ),
  plain(
    'bystanders',
    'beside-an-archived-app',
    'while another app is archived',
    (call, { appId }) => call.tenant.state.apps.values().some(({ id, archived }) => id !== appId && archived),
    'an archived app',
  ),
];
