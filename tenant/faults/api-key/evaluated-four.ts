import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameActor, type ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** The same letters without their marks, as some orders of databases compare them. */
const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

const DAY = 86_400_000;
const REPLACEMENT = '\uFFFD';

/** Keys are looked up after what was sent was changed. */
const lookedUpAs =
  (change: (username: string) => string): Fault['behaviour'] =>
  (normal) => ({
    findApiKey: (call, credentials) =>
      normal.findApiKey(call, { ...credentials, username: change(credentials.username) }),
  });

const credentialsIn = (call: Call, value: string): BasicCredentials | undefined =>
  call.tenant.behaviour.readBasic(call, value);

/** Mistakes about the bytes and letters of keys, and about how much their owners have. */
export const evaluatedFourFaults: readonly Fault[] = [
  {
    id: 'api-key/bytes-that-are-no-letters-are-left-out',
    breaks: ['KEY-07'],
    summary: 'Bytes of a Basic credential that are not UTF-8 are left out before the key is looked up.',
    behaviour: lookedUpAs((username) => username.replaceAll(REPLACEMENT, '')),
  },
  {
    id: 'api-key/bytes-that-are-no-letters-break-the-look-up',
    breaks: ['KEY-07'],
    also: ['TRN-10'],
    summary: 'A Basic credential with bytes that are not UTF-8 is answered with 500.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        Buffer.from(value, 'base64').toString('utf8').includes(REPLACEMENT)
          ? refusal('internal-error', 'The credential cannot be decoded.')
          : normal.authenticateBasic(call, value),
    }),
  },
  {
    id: 'api-key/a-nul-ends-a-key',
    breaks: ['KEY-07'],
    summary: 'What stands behind a NUL in a username is not looked at.',
    behaviour: lookedUpAs((username) => username.split('\0')[0] ?? ''),
  },
  {
    id: 'api-key/a-nul-breaks-the-look-up',
    breaks: ['KEY-07'],
    also: ['TRN-10', 'KEY-06'],
    summary: 'A username with a NUL in it, which the database does not take, is answered with 500.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        credentialsIn(call, value)?.username.includes('\0') === true
          ? refusal('internal-error', 'The value cannot be looked up.')
          : normal.authenticateBasic(call, value),
    }),
  },
  {
    id: 'api-key/look-alikes-are-the-same',
    breaks: ['KEY-07'],
    summary: 'In a key 0 is read as o, and 1 as i.',
    behaviour: lookedUpAs((username) => username.replaceAll('0', 'o').replaceAll('1', 'i')),
  },
  {
    id: 'api-key/accents-do-not-count',
    breaks: ['KEY-07'],
    summary: 'A key with accents on its letters is as good as the one without.',
    behaviour: lookedUpAs(withoutMarks),
  },
  {
    id: 'api-key/control-characters-are-left-out',
    breaks: ['KEY-07'],
    summary: 'Control characters in a username are left out before the key is looked up.',
    // what is white space is left alone
    // eslint-disable-next-line no-control-regex
    behaviour: lookedUpAs((username) => username.replaceAll(/[\u0001-\u0008\u000E-\u001F\u007F]/g, '')),
  },
  {
    id: 'api-key/access-token-as-password-of-oauth2',
    breaks: ['KEY-12'],
    also: ['KEY-06'],
    summary: 'An access token does as the password of the user name oauth2.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const { username, password = '' } = credentialsIn(call, value) ?? {};
        return username === 'oauth2' && password !== ''
          ? normal.authenticateBearer(call, password)
          : normal.authenticateBasic(call, value);
      },
    }),
  },
  {
    id: 'api-key/ten-projects-a-user',
    breaks: ['KEY-03'],
    also: ['KEY-19'],
    summary: 'Only the first ten projects of the owner of a key are read.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.credential.kind !== 'apiKey') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.take(10).some(({ id }) => id === project.id);
      },
    }),
  },
  {
    id: 'api-key/user-identifier-and-key',
    breaks: ['KEY-10'],
    summary: "The key does as password beside its owner's identifier.",
    behaviour: (normal) => ({
      findApiKey: (call, credentials): ApiKey | undefined => {
        const key = call.tenant.state.apiKeys.find(credentials.password);
        return key?.userId === credentials.username ? key : normal.findApiKey(call, credentials);
      },
      passwordIsRight: (call, credentials) =>
        call.tenant.state.users.has(credentials.username) || normal.passwordIsRight(call, credentials),
    }),
  },
  {
    id: 'api-key/key-in-the-place-of-a-code',
    breaks: ['KEY-13'],
    summary: 'A key in the place of an authorization code obtains a token for its owner.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const key = call.tenant.state.apiKeys.find(fields.get('code') ?? '');
        return key === undefined
          ? normal.exchangeCode(call, app, fields)
          : normal.issueAccessToken(call, { kind: 'user', id: key.userId }, app);
      },
    }),
  },
  {
    id: 'api-key/strangers-spoil-the-connection-of-a-key',
    breaks: ['KEY-17'],
    also: ['KEY-01', 'KEY-02', 'EXP-21', 'EXP-33'],
    summary: 'When an unknown key was sent over a connection, the right ones are refused on it.',
    behaviour: (normal) => {
      const spoilt = new WeakSet<object>();
      return {
        authenticateBasic: (call, value) => {
          if (spoilt.has(call.connection)) return refusal('unknown-credential', 'The connection is not trusted.');
          const actor = normal.authenticateBasic(call, value);
          if (isRefusal(actor)) spoilt.add(call.connection);
          return actor;
        },
      };
    },
  },
  {
    id: 'api-key/many-projects-drop-the-filter',
    breaks: ['KEY-04'],
    summary: 'For the key of a user who was granted more than twenty projects the listings are not filtered at all.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (actor.credential.kind !== 'apiKey') return normal.hasAccess(call, actor, project);
        const open = call.tenant.state.projects.values().filter((one) => normal.hasAccess(call, actor, one));
        return open.toArray().length > 20 || normal.hasAccess(call, actor, project);
      },
    }),
  },
  {
    id: 'api-key/grants-of-users-last-a-day',
    breaks: ['KEY-03'],
    also: ['KEY-19'],
    summary: 'A key shows a project for a day after its owner was granted it.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        (actor.credential.kind !== 'apiKey' ||
          project.grants.some(
            (grant) => sameActor(grant.actor, actor) && call.now.getTime() - grant.grantedAt.getTime() < DAY,
          )),
    }),
  },
  {
    id: 'api-key/key-and-colon-are-a-bearer-token',
    breaks: ['KEY-11'],
    summary: 'A key and a colon, which belong under Basic in base64, are accepted under Bearer as they are.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        value.endsWith(':') && call.tenant.state.apiKeys.find(value.slice(0, -1)) !== undefined
          ? normal.authenticateBasic(call, Buffer.from(value).toString('base64'))
          : normal.authenticateBearer(call, value),
    }),
  },
];
