import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Actor, Call, Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor, type ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** The halves of a Basic credential, wherever there is one. */
function basicIn(call: Call): BasicCredentials | undefined {
  const value = /^basic +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0]?.trim() ?? '')?.[1];
  const [username, ...password] = Buffer.from(value ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return value === undefined || username === undefined ? undefined : { username, password: password.join(':') };
}

const keysOf = (call: Call): ApiKey[] => call.tenant.state.apiKeys.values().toArray();

/** An address without what follows a plus sign in its local part. */
const withoutTag = (email: string | undefined): string | undefined => email?.replace(/\+[^@]*@/, '@');

/** Mistakes about keys that show for one kind of owner, of username or of history. */
export const evaluatedThreeFaults: readonly Fault[] = [
  {
    id: 'api-key/owners-are-found-by-addresses-in-small-letters',
    breaks: ['KEY-01'],
    summary:
      'The owner of a key is found by the e-mail address in small letters, and not if it was given with capitals.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        if (isRefusal(actor)) return actor;
        const email = call.tenant.state.users.get(actor.id)?.email ?? '';
        return email === email.toLowerCase() ? actor : refusal('unknown-credential', 'The API key is not known.');
      },
    }),
  },
  {
    id: 'api-key/an-id-token-ends-the-key-of-its-user',
    breaks: ['KEY-17'],
    also: ['KEY-01'],
    summary: 'The key of a user who was let in by an ID token once is refused from then on.',
    behaviour: (normal) => {
      const external = new Set<string>();
      return {
        authenticateIdToken: (call, value) => {
          const actor = normal.authenticateIdToken(call, value);
          if (!isRefusal(actor)) external.add(actor.id);
          return actor;
        },
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !external.has(key.userId),
      };
    },
  },
  {
    id: 'api-key/following-pages-want-a-token',
    breaks: ['KEY-02'],
    summary: 'A page that is asked for by nextToken is refused to keys.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !call.request.query.has('nextToken'),
    }),
  },
  {
    id: 'api-key/creator-is-the-first-user-of-the-name',
    breaks: ['KEY-05'],
    summary: 'What a key creates names the first user who has the name of its owner.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const { users } = call.tenant.state;
        const namesake = users.values().find(({ name }) => name === users.get(actor.id)?.name);
        return actor.credential.kind === 'apiKey' && namesake !== undefined
          ? { kind: 'user', id: namesake.id }
          : normal.attributedTo(call, actor);
      },
    }),
  },
  {
    id: 'api-key/id-token-as-username',
    breaks: ['KEY-06'],
    also: ['KEY-12'],
    summary: 'An ID token authenticates as the username of HTTP Basic too.',
    behaviour: (normal) => ({
      idTokenOf: (call) => {
        const username = basicIn(call)?.username;
        return username?.split('.').length === 3 ? username : normal.idTokenOf(call);
      },
      authenticateBasic: (call, value) => {
        const { username = '' } = normal.readBasic(call, value) ?? {};
        return username !== '' && call.found.idToken?.value === username
          ? call.tenant.behaviour.authenticateIdToken(call, username)
          : normal.authenticateBasic(call, value);
      },
    }),
  },
  {
    id: 'api-key/open-brackets-break-the-look-up',
    breaks: ['KEY-06'],
    also: ['TRN-10'],
    summary: 'The username is looked for as a regular expression, so that an open bracket is answered with 500.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        RegExp(`^${credentials.username}$`).test('');
        return normal.findApiKey(call, credentials);
      },
    }),
  },
  {
    id: 'api-key/underscores-stand-for-any-character',
    breaks: ['KEY-07'],
    summary: 'An underscore in a username stands for any character.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        keysOf(call).find(
          ({ value }) =>
            value.length === credentials.username.length &&
            credentials.username.split('').every((each, index) => each === '_' || each === value[index]),
        ),
    }),
  },
  {
    id: 'api-key/what-stands-before-a-key-is-ignored',
    breaks: ['KEY-07'],
    summary: 'A username that ends in a key does.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ?? keysOf(call).find(({ value }) => credentials.username.endsWith(value)),
    }),
  },
  {
    id: 'api-key/access-token-beside-x-oauth-basic',
    breaks: ['KEY-12'],
    summary: 'An access token does as username where the password is x-oauth-basic.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        return sent?.password === 'x-oauth-basic'
          ? call.tenant.behaviour.authenticateBearer(call, sent.username)
          : normal.authenticateBasic(call, value);
      },
    }),
  },
  {
    id: 'api-key/key-is-the-password-of-a-grant',
    breaks: ['KEY-13'],
    also: ['TOK-17'],
    summary:
      'The grant type password is granted where username is an e-mail address and password the key of its owner.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === 'password'
          ? (granted, app, fields) => {
              const key = granted.tenant.state.apiKeys.find(fields.get('password') ?? '');
              const email = granted.tenant.state.users.get(key?.userId ?? '')?.email;
              return key === undefined || email !== fields.get('username')
                ? refusal('unsupported-grant-type', 'The password is wrong.')
                : granted.tenant.behaviour.issueAccessToken(granted, { kind: 'user', id: key.userId }, app);
            }
          : normal.grantFor(call, grantType),
    }),
  },
  {
    id: 'api-key/a-rotation-without-a-key-gives-a-dead-one',
    breaks: ['KEY-14'],
    summary: 'The key that a rotation gives a user who had none does not work.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const had = tenant.state.apiKeys.values().some(({ userId }) => userId === user.id);
        const key = normal.rotateApiKey(tenant, user);
        if (!had) key.retiredAt = tenant.clock.now();
        return key;
      },
    }),
  },
  {
    id: 'api-key/connections-keep-replaced-keys',
    breaks: ['KEY-15'],
    summary: 'A key that was replaced goes on working on the connections on which it was used before.',
    behaviour: (normal) => {
      const served = new WeakMap<Connection, Set<ApiKey>>();
      return {
        keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && served.get(call.connection)?.has(key) !== true,
        actorOfKey: (call, key) => {
          served.set(call.connection, (served.get(call.connection) ?? new Set()).add(key));
          return normal.actorOfKey(call, key);
        },
      };
    },
  },
  {
    id: 'api-key/grants-are-counted',
    breaks: ['KEY-19'],
    summary: 'A user who was granted a project twice has to be taken from it as often.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        if (actor.kind !== 'user') normal.grantAccess(tenant, project, actor);
        else project.grants.push({ actor, grantedAt: tenant.clock.now(), revokedAt: undefined });
      },
      revokeAccess: (tenant, project, actor) => {
        if (actor.kind !== 'user') return normal.revokeAccess(tenant, project, actor);
        const held = project.grants.find((grant) => sameActor(grant.actor, actor) && grant.revokedAt === undefined);
        if (held !== undefined) held.revokedAt = tenant.clock.now();
      },
    }),
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-users-of-the-same-name',
    breaks: ['KEY-16'],
    summary: 'Rotating a key also ends the keys of the other users who have the name of its owner.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const { users, apiKeys } = tenant.state;
        for (const key of apiKeys.values()) {
          if (users.get(key.userId)?.name === user.name) key.retiredAt ??= tenant.clock.now();
        }
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'api-key/addresses-with-a-tag-are-those-without',
    breaks: ['KEY-18'],
    also: ['TRN-14'],
    summary: 'The key of a user whose address has a plus sign acts as the user who has the address without it.',
    behaviour: (normal) => ({
      actorOfKey: (call, key): Actor => {
        const { users } = call.tenant.state;
        const plain = withoutTag(users.get(key.userId)?.email);
        const first = users.values().find(({ email }) => email === plain);
        return { ...normal.actorOfKey(call, key), id: first?.id ?? key.userId };
      },
    }),
  },
];
