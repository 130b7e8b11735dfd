import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Actor, Call } from '../../http/message.ts';
import type { ApiKey, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const hasKey = (actor: Actor): boolean => actor.credential.kind === 'apiKey';

/** The key of this user that nothing has replaced. */
const liveKeyOf = (call: Call, userId: string | undefined): ApiKey | undefined =>
  call.tenant.state.apiKeys.values().find((key) => key.userId === userId && key.retiredAt === undefined);

/** The user who wrote this name or address. */
const userWith = (call: Call, isIt: (user: User) => boolean): User | undefined =>
  call.tenant.state.users.values().find(isIt);

/** Wrong only for one spelling, one history or one neighbour. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'api-key/full-width-letters-are-letters',
    breaks: ['KEY-07'],
    summary: 'Keys are brought to a normal form before they are looked up, in which full-width letters are usual ones.',
    behaviour: (normal) => ({
      findApiKey: (call, { username, password }) =>
        normal.findApiKey(call, { username: username.normalize('NFKC'), password }),
    }),
  },
  {
    id: 'api-key/the-prefix-may-be-missing',
    breaks: ['KEY-07'],
    summary: 'A key may be given without the letters before its first underscore.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        normal.findApiKey(call, { ...credentials, username: `key_${credentials.username}` }),
    }),
  },
  {
    id: 'api-key/digits-are-numbers-of-users',
    breaks: ['KEY-06'],
    summary: 'A username of digits alone is taken for the number of a user, and lets that one in.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        if (!/^[0-9]+$/.test(credentials.username)) return normal.findApiKey(call, credentials);
        const user = [...call.tenant.state.users.values()][Number(credentials.username) - 1];
        return user && { value: '', userId: user.id, createdAt: call.now, retiredAt: undefined };
      },
    }),
  },
  {
    id: 'api-key/apostrophes-break-the-look-up',
    breaks: ['KEY-06'],
    summary: 'A username with an apostrophe is answered with 500.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        normal.readBasic(call, value)?.username.includes("'") === true
          ? refusal('internal-error', 'Something went wrong.')
          : normal.authenticateBasic(call, value),
    }),
  },
  {
    id: 'api-key/old-key-survives-until-the-new-one-is-used',
    breaks: ['KEY-15'],
    also: ['VER-16'],
    summary: 'A replaced key goes on until a newer key of its user has been used.',
    behaviour: (normal) => {
      const used = new WeakSet<ApiKey>();
      return {
        keyIsRetired: (call, key) => {
          if (!normal.keyIsRetired(call, key)) {
            used.add(key);
            return false;
          }
          return call.tenant.state.apiKeys
            .values()
            .some((one) => one.userId === key.userId && used.has(one) && one !== key && one.retiredAt === undefined);
        },
      };
    },
  },
  {
    id: 'api-key/an-unsuspension-revives-replaced-keys',
    breaks: ['KEY-15'],
    also: ['LIF-08', 'LIF-10'],
    summary: 'When a user is un-suspended all keys that they ever had work again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        if (active && !user.active) {
          for (const key of tenant.state.apiKeys.values()) if (key.userId === user.id) key.retiredAt = undefined;
        }
        normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'api-key/a-new-key-keeps-the-view-of-the-old',
    breaks: ['KEY-19'],
    also: ['KEY-03', 'KEY-14'],
    summary: 'A key that took the place of another shows only projects that its owner had been granted until then.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) => {
        if (!normal.grantCounts(call, grant)) return false;
        const rotated = [...call.tenant.state.apiKeys.values()].findLast(
          ({ userId, retiredAt }) => userId === grant.actor.id && retiredAt !== undefined,
        );
        return rotated?.retiredAt === undefined || grant.grantedAt <= rotated.retiredAt;
      },
    }),
  },
  {
    id: 'api-key/taking-an-app-from-a-project-takes-its-users',
    breaks: ['KEY-03'],
    also: ['KEY-19', 'CCR-12', 'DEL-63'],
    summary: 'Taking an app from a project takes everybody from it, users too.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        normal.revokeAccess(tenant, project, actor);
        if (actor.kind !== 'app') return;
        for (const grant of project.grants) grant.revokedAt ??= tenant.clock.now();
      },
    }),
  },
  {
    id: 'api-key/a-withdrawal-takes-all-projects',
    breaks: ['KEY-03'],
    also: ['KEY-19', 'KEY-18', 'VER-20'],
    summary: 'Withdrawing one project from a user withdraws all that the user had.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        for (const each of tenant.state.projects.values()) {
          if (each === project || actor.kind === 'user') normal.revokeAccess(tenant, each, actor);
        }
      },
    }),
  },
  {
    id: 'api-key/uninstallation-ends-the-keys-of-the-apps-users',
    breaks: ['KEY-22'],
    also: ['LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'KEY-01'],
    summary: 'With the uninstallation of an app the keys of all who consented to it are refused.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) =>
        normal.keyIsRetired(call, key) ||
        call.tenant.state.consents.some(
          ({ userId, appId }) => userId === key.userId && call.tenant.state.apps.get(appId)?.installed === false,
        ),
    }),
  },
  {
    id: 'api-key/archiving-ends-the-keys-of-the-apps-users',
    breaks: ['KEY-22'],
    also: ['LIF-29', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-45', 'LIF-26', 'KEY-01'],
    summary: 'While an app is archived the keys of all who consented to it are refused.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) =>
        normal.keyIsRetired(call, key) ||
        call.tenant.state.consents.some(
          ({ userId, appId }) => userId === key.userId && call.tenant.state.apps.get(appId)?.archived === true,
        ),
    }),
  },
  {
    id: 'api-key/e-mail-address-and-key-are-a-client',
    breaks: ['KEY-13'],
    also: ['TOK-20', 'TOK-18'],
    summary:
      'A token request whose client_id is an e-mail address and whose client_secret is its owner’s key is granted.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const user = userWith(call, ({ email }) => email === fields.get('client_id'));
        const key = liveKeyOf(call, user?.id);
        const app = call.tenant.state.apps.values().next().value;
        return app !== undefined && key !== undefined && key.value === fields.get('client_secret')
          ? app
          : normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'api-key/key-is-both-halves-of-a-client',
    breaks: ['KEY-13'],
    also: ['TOK-20'],
    summary: 'A token request whose client_id is a key is granted, whatever its client_secret.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const key = call.tenant.state.apiKeys.find(fields.get('client_id') ?? '');
        const app = call.tenant.state.apps.values().next().value;
        return app !== undefined && key !== undefined ? app : normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'api-key/name-and-key',
    breaks: ['KEY-10'],
    also: ['KEY-09'],
    summary: "The key does as password beside its owner's name.",
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const user = userWith(call, ({ name }) => name === credentials.username);
        const key = liveKeyOf(call, user?.id);
        return key?.value === credentials.password ? key : normal.findApiKey(call, credentials);
      },
      passwordIsRight: (call, credentials) =>
        normal.passwordIsRight(call, credentials) ||
        userWith(call, ({ name }) => name === credentials.username) !== undefined,
    }),
  },
  {
    id: 'api-key/delegated-token-as-username',
    breaks: ['KEY-12'],
    summary: 'A delegated access token does in place of the key of its user.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const token = call.tenant.state.accessTokens.find(credentials.username);
        return token?.delegation === undefined
          ? normal.findApiKey(call, credentials)
          : { value: '', userId: token.delegation.userId, createdAt: call.now, retiredAt: undefined };
      },
    }),
  },
  {
    id: 'api-key/key-is-a-bearer-token-for-plates',
    breaks: ['KEY-11'],
    also: ['TRN-07'],
    summary: 'The v2 listing of plates looks a bearer value up among the keys as well.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        return isRefusal(actor) && call.request.path === '/api/v2/plates'
          ? normal.authenticateBasic(call, Buffer.from(`${value}:`).toString('base64'))
          : actor;
      },
    }),
  },
  {
    id: 'api-key/equal-calls-are-replays',
    breaks: ['KEY-17'],
    also: ['KEY-18', 'LST-33', 'KEY-16', 'KEY-14', 'LIF-05'],
    summary: 'A call with a key that equals the one just before it with that key is refused.',
    behaviour: (normal) => {
      const last = new WeakMap<ApiKey, string>();
      return {
        keyFitsCall: (call, key) => {
          const replay = last.get(key) === call.request.target;
          last.set(key, replay ? '' : call.request.target);
          return !replay && normal.keyFitsCall(call, key);
        },
      };
    },
  },
  {
    id: 'api-key/rotated-keys-are-for-v2',
    breaks: ['KEY-14'],
    also: ['KEY-02', 'KEY-20', 'VER-16', 'KEY-01'],
    summary: 'A key that took the place of another is refused on v3.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        !(
          call.request.path.startsWith('/api/v3/') &&
          call.tenant.state.apiKeys.values().some((one) => one.userId === key.userId && one.retiredAt !== undefined)
        ),
    }),
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-the-same-project',
    breaks: ['KEY-16'],
    summary: 'Rotation also ends the keys of users who share a project with the owner.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const actor = { kind: 'user', id: user.id } as const;
        for (const { grants } of tenant.state.projects.values()) {
          if (!grants.some((grant) => sameActor(grant.actor, actor))) continue;
          for (const key of tenant.state.apiKeys.values()) {
            if (key.userId !== user.id && grants.some((grant) => grant.actor.id === key.userId)) {
              key.retiredAt ??= tenant.clock.now();
            }
          }
        }
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'api-key/creator-is-the-app-that-was-consented-to',
    breaks: ['KEY-05'],
    summary: 'What a key creates names the app to which its owner consented last, where there is one.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const consent = hasKey(actor)
          ? call.tenant.state.consents.findLast(({ userId }) => userId === actor.id)
          : undefined;
        return consent === undefined ? normal.attributedTo(call, actor) : { kind: 'app', id: consent.appId };
      },
    }),
  },
  {
    id: 'api-key/third-project-hidden',
    breaks: ['KEY-03'],
    also: ['LST-31', 'LST-32'],
    summary: 'A key shows the first two of the projects that its owner was granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (!normal.hasAccess(call, actor, project)) return false;
        if (!hasKey(actor)) return true;
        const own = [...call.tenant.state.projects.values()].filter((each) => normal.hasAccess(call, actor, each));
        return own.indexOf(project) < 2;
      },
    }),
  },
];
