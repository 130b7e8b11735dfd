import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../call.ts';
import type { Fault } from '../fault.ts';
import { credentialsIn, liveKeyOf, mayDoAnything } from './keys-and-owners.ts';

/** The halves of a Basic credential, wherever there is one. */
function basicIn(call: Call): BasicCredentials | undefined {
  const value = /^basic +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0]?.trim() ?? '')?.[1];
  const [username, ...password] = Buffer.from(value ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return value === undefined || username === undefined ? undefined : { username, password: password.join(':') };
}

/** Tokens, identifiers and names that are accepted in the place of a key. */
export const otherUsernameFaults: readonly Fault[] = [
  {
    id: 'api-key/unknown-keys-may-write',
    breaks: ['KEY-06'],
    summary: 'Records are created for a key that was never issued, as the administrator.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        if (known !== undefined || call.request.method !== 'POST' || credentials.username === '') return known;
        const userId = call.tenant.administrator().id;
        return { value: credentials.username, userId, createdAt: call.now, retiredAt: undefined };
      },
      hasAccess: mayDoAnything(normal),
    }),
  },
  {
    id: 'api-key/admin-without-a-password',
    breaks: ['KEY-06'],
    summary: 'The username admin is let in without a password, as the oldest user.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) =>
        normal.findApiKey(call, credentials) ??
        (credentials.username === 'admin' ? call.tenant.state.apiKeys.values().next().value : undefined),
    }),
  },
  {
    id: 'api-key/user-id-suffices',
    breaks: ['KEY-06'],
    summary: 'The identifier of a user does in place of the key.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => normal.findApiKey(call, credentials) ?? liveKeyOf(call, credentials.username),
    }),
  },
  {
    id: 'api-key/client-id-suffices',
    breaks: ['KEY-06'],
    also: ['CCR-16'],
    summary: 'A client_id does in place of a key.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        const isClient = known === undefined && normal.findClient(call, credentials.username) !== undefined;
        return isClient ? call.tenant.state.apiKeys.values().next().value : known;
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
    id: 'api-key/token-of-a-refresh-as-username',
    breaks: ['KEY-12'],
    summary: 'An access token that a refresh brought authenticates as the username of HTTP Basic too.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const username = normal.readBasic(call, value)?.username ?? '';
        const token = normal.findAccessToken(call, username);
        return token?.refreshToken?.predecessor === undefined
          ? normal.authenticateBasic(call, value)
          : call.tenant.behaviour.authenticateBearer(call, username);
      },
    }),
  },
  {
    id: 'api-key/legacy-token-as-username',
    breaks: ['KEY-12'],
    summary: 'An access token of the legacy path does as the username of HTTP Basic.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const username = normal.readBasic(call, value)?.username ?? '';
        return normal.findAccessToken(call, username)?.path === '/api/v2/token'
          ? call.tenant.behaviour.authenticateBearer(call, username)
          : normal.authenticateBasic(call, value);
      },
    }),
  },
];
