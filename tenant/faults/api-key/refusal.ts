import type { ApiKeyBehaviour } from '../../behaviour/api-keys.ts';
import type { Actor, Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** Wrong Basic credentials that are accepted, or refused otherwise than with 401. */
export const refusalFaults: readonly Fault[] = [
  {
    id: 'api-key/known-by-its-form',
    breaks: ['KEY-06'],
    also: ['KEY-07', 'TRN-19'],
    summary: 'Whatever has the form of a key is taken for a key of the administrator.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        (/^key_[A-Za-z0-9]{40}$/.test(credentials.username) ? keyOfAdministrator(call) : undefined),
    }),
  },
  {
    id: 'api-key/e-mail-address-suffices',
    breaks: ['KEY-06'],
    summary: 'The e-mail address of a user without a key does as a username.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const found = normal.findApiKey(call, credentials);
        if (found !== undefined) return found;
        const user = call.tenant.state.users.values().find(({ email }) => email === credentials.username);
        const keyed = call.tenant.state.apiKeys.values().some(({ userId }) => userId === user?.id);
        return user === undefined || keyed ? undefined : { ...keyOfAdministrator(call), userId: user.id };
      },
    }),
  },
  {
    id: 'api-key/long-usernames-break-the-look-up',
    breaks: ['KEY-06'],
    summary: 'A username of more than 255 characters is answered with 400.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        (normal.readBasic(call, value)?.username.length ?? 0) > 255
          ? { refused: 'invalid-query', detail: 'Value too long for column.' }
          : normal.authenticateBasic(call, value),
    }),
  },
  {
    id: 'api-key/non-ascii-usernames-break-the-look-up',
    breaks: ['KEY-06'],
    summary: 'A username outside ASCII is answered with 500.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        if (/[^\x20-\x7e]/.test(credentials.username)) throw new RangeError('not a Latin-1 text');
        return normal.findApiKey(call, credentials);
      },
    }),
  },
  {
    id: 'api-key/unknown-key-is-forbidden',
    breaks: ['KEY-06'],
    also: ['KEY-07', 'KEY-08', 'KEY-09', 'KEY-10', 'KEY-12', 'KEY-15', 'TRN-19', 'CCR-16'],
    summary: 'The v2 listing of plates answers an unknown key with 403.',
    behaviour: (normal) => ({
      refusalStatus: (call, refusal) =>
        refusal.refused === 'unknown-credential' && call.request.path === '/api/v2/plates' && basicOf(call)
          ? 403
          : normal.refusalStatus(call, refusal),
    }),
  },
  {
    id: 'api-key/letter-case-ignored',
    breaks: ['KEY-07'],
    summary: 'Keys are compared without regard to letter case.',
    behaviour: () => ({ findApiKey: keyWhere((value, sent) => value.toLowerCase() === sent.toLowerCase()) }),
  },
  {
    id: 'api-key/only-32-characters-compared',
    breaks: ['KEY-07'],
    also: ['KEY-06'],
    summary: 'Only the first 32 characters of a key are compared.',
    behaviour: () => ({ findApiKey: keyWhere((value, sent) => value.slice(0, 32) === sent.slice(0, 32)) }),
  },
  {
    id: 'api-key/what-follows-a-key-is-ignored',
    breaks: ['KEY-07'],
    summary: 'A username that begins with a key does.',
    behaviour: () => ({ findApiKey: keyWhere((value, sent) => sent.startsWith(value)) }),
  },
  {
    id: 'api-key/last-character-may-be-missing',
    breaks: ['KEY-07'],
    summary: 'A key without its last character does on v3.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        call.request.path.startsWith('/api/v3/')
          ? keyWhere((value, sent) => value === sent || value.slice(0, -1) === sent)(call, credentials)
          : normal.findApiKey(call, credentials),
    }),
  },
  {
    id: 'api-key/shorter-keys-are-malformed',
    breaks: ['KEY-07'],
    also: ['KEY-06', 'KEY-10'],
    summary: 'A username that begins like a key and has not its length is answered with 400.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const username = normal.readBasic(call, value)?.username ?? '';
        return username.startsWith('key_') && username.length !== 44
          ? { refused: 'invalid-query', detail: 'A key has 44 characters.' }
          : normal.authenticateBasic(call, value);
      },
    }),
  },
  {
    id: 'api-key/no-name-is-a-guest',
    breaks: ['KEY-08'],
    summary: 'Basic without username and password is let in as the administrator on the v3 listing of entries.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        credentials.username === '' && call.request.path === '/api/v3/entry/items'
          ? keyOfAdministrator(call)
          : normal.findApiKey(call, credentials),
      passwordIsRight: (_call, { password }) => password === '',
    }),
  },
  {
    id: 'api-key/no-name-is-a-bad-request',
    breaks: ['KEY-08'],
    summary: 'Basic without username and password is answered with 400.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        value === 'Og=='
          ? { refused: 'invalid-query', detail: 'Empty credentials.' }
          : normal.authenticateBasic(call, value),
    }),
  },
  {
    id: 'api-key/password-without-username-does',
    breaks: ['KEY-09'],
    summary: 'The key is taken from the password where the username is empty.',
    behaviour: (normal) => ({
      findApiKey: (call, { username, password }) =>
        normal.findApiKey(call, { username: username === '' ? password : username, password: '' }),
      passwordIsRight: (_call, { username, password }) => password === '' || username === '',
    }),
  },
  {
    id: 'api-key/either-half-may-be-the-key',
    breaks: ['KEY-09', 'KEY-10'],
    summary: 'The key is looked for in the password as well as in the username.',
    behaviour: (normal) => ({
      findApiKey: (call, { username, password }) =>
        normal.findApiKey(call, { username, password: '' }) ??
        normal.findApiKey(call, { username: password, password: '' }),
      passwordIsRight: () => true,
    }),
  },
  {
    id: 'api-key/e-mail-address-and-key',
    breaks: ['KEY-10'],
    summary: "The key does as password beside its owner's e-mail address in any letter case.",
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const { username = '', password = '' } = normal.readBasic(call, value) ?? {};
        const key = normal.findApiKey(call, { username: password, password: '' });
        const owner = call.tenant.state.users.get(key?.userId ?? '');
        return key !== undefined && owner?.email === username.toLowerCase()
          ? normal.actorOfKey(call, key)
          : normal.authenticateBasic(call, value);
      },
    }),
  },
  {
    id: 'api-key/key-is-a-bearer-token',
    breaks: ['KEY-11'],
    summary: 'A bearer value that is no access token is looked up among the keys.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        const key = isRefusal(actor) ? normal.findApiKey(call, { username: value, password: '' }) : undefined;
        return key === undefined ? actor : normal.actorOfKey(call, key);
      },
    }),
  },
  {
    id: 'api-key/key-as-bearer-is-a-bad-request',
    breaks: ['KEY-11'],
    summary: 'A bearer value that begins like a key is answered with 400.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) =>
        value.startsWith('key_')
          ? { refused: 'invalid-query', detail: 'Keys are sent by HTTP Basic.' }
          : normal.authenticateBearer(call, value),
    }),
  },
  {
    id: 'api-key/access-token-as-username',
    breaks: ['KEY-12'],
    summary: 'A Basic username that is no key is looked up among the access tokens.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        const username = normal.readBasic(call, value)?.username;
        if (!isRefusal(actor) || username === undefined) return actor;
        const byToken: Actor | undefined = tokenActor(call, username);
        return byToken ?? actor;
      },
    }),
  },
];

function basicOf(call: Call): boolean {
  return /^basic /i.test(call.request.headers.get('authorization')?.[0] ?? '');
}

function keyOfAdministrator({ tenant, now }: Call): ApiKey {
  return { value: '', userId: tenant.administrator().id, createdAt: now, retiredAt: undefined };
}

function keyWhere(same: (value: string, sent: string) => boolean): ApiKeyBehaviour['findApiKey'] {
  return (call, { username }) =>
    call.tenant.state.apiKeys.find(username) ??
    call.tenant.state.apiKeys.values().find(({ value }) => same(value, username));
}

function tokenActor(call: Call, value: string): Actor | undefined {
  const { behaviour } = call.tenant;
  const actor = behaviour.authenticateBearer(call, value);
  return isRefusal(actor) ? undefined : actor;
}
