import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../call.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { always, at, isDelegated, isFromLegacyPath, isOfRefresh } from '../operators/kinds.ts';
import { faultsOf } from '../operators/rows.ts';
import { isFromBefore } from './conditions.ts';
import { asBasic, asBearer, asUsername } from './decisions.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** Returns username and password of the call's Basic credential, if it has one. */
function basicIn(call: Call): BasicCredentials | undefined {
  const value = /^basic +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0]?.trim() ?? '')?.[1];
  const [username, ...password] = Buffer.from(value ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return value === undefined || username === undefined ? undefined : { username, password: password.join(':') };
}

/** Faults in which keys count as access tokens, and access tokens or ID tokens as keys. */
export const mistakenCredentialFaults: readonly Fault[] = [
  ...faultsOf('api-key', {
    'key-is-a-bearer-token': [
      asBearer(),
      always,
      'The tenant looks up a bearer token that is not an access token among the keys.',
    ],
    'keys-are-bearer-tokens-for-creations': [
      asBearer(),
      creates,
      'The tenant creates records for a key that is sent as a bearer token.',
    ],
    'key-is-a-bearer-token-for-plates': [
      asBearer(),
      at('/api/v2/plates'),
      'The v2 listing of plates also looks up a bearer token among the keys.',
      { also: ['TRN-07'] },
    ],
    'keys-from-before-are-bearer-tokens': [
      asBearer(),
      isFromBefore,
      'A key from before 7 August 2026 is accepted as a bearer token.',
    ],
    'key-and-colon-are-a-bearer-token': [
      asBearer((value) => (value.endsWith(':') ? value.slice(0, -1) : '')),
      always,
      'A key and a colon, unencoded, are accepted as a bearer token.',
    ],
    'access-token-as-username': [
      asUsername,
      always,
      'The tenant looks up a Basic username that is not a key among the access tokens.',
    ],
    'tokens-are-usernames-for-creations': [
      asUsername,
      creates,
      'The tenant creates records for an access token that is sent as the username of HTTP Basic.',
    ],
    'delegated-token-as-username': [
      asUsername,
      isDelegated,
      'A delegated access token is accepted as the username of HTTP Basic.',
    ],
    'token-of-a-refresh-as-username': [
      asUsername,
      isOfRefresh,
      'An access token from a refresh is accepted as the username of HTTP Basic.',
    ],
    'legacy-token-as-username': [
      asUsername,
      isFromLegacyPath,
      'An access token from the legacy path is accepted as the username of HTTP Basic.',
    ],
    'access-token-as-password-of-oauth2': [
      asBasic(({ username, password }) => (username === 'oauth2' ? password : undefined)),
      always,
      'An access token is accepted as the password of the username oauth2.',
      { also: ['KEY-06'] },
    ],
    'access-token-beside-x-oauth-basic': [
      asBasic(({ username, password }) => (password === 'x-oauth-basic' ? username : undefined)),
      always,
      'An access token is accepted as the username if the password is x-oauth-basic.',
    ],
  }),
  ...breaking('KEY-11', {
    'key-as-bearer-is-a-bad-request': [
      replaceIf(
        'authenticateBearer',
        (_call, value) => value.startsWith('key_'),
        () => ({ refused: 'invalid-query', detail: 'Keys are sent by HTTP Basic.' }),
      ),
      'The tenant answers a bearer token that begins like a key with 400.',
    ],
  }),
  ...breaking('KEY-06', {
    'id-token-as-username': [
      (normal) => ({
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
      'An ID token is accepted as the username of HTTP Basic.',
      ['KEY-12'],
    ],
  }),
];
