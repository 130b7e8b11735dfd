import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../call.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { always, at, isDelegated, isFromLegacyPath, isOfRefresh } from '../operators/kinds.ts';
import { faultsOf } from '../operators/rows.ts';
import { isFromBefore } from './conditions.ts';
import { asBasic, asBearer, asUsername } from './decisions.ts';
import { breaking } from './rows.ts';
import { insteadWhere } from '../operators/rules.ts';

/** The halves of a Basic credential, wherever there is one. */
function basicIn(call: Call): BasicCredentials | undefined {
  const value = /^basic +(\S+)$/i.exec(call.request.headers.get('authorization')?.[0]?.trim() ?? '')?.[1];
  const [username, ...password] = Buffer.from(value ?? '', 'base64')
    .toString('utf8')
    .split(':');
  return value === undefined || username === undefined ? undefined : { username, password: password.join(':') };
}

/** Keys that are taken for access tokens, and access tokens that are taken for keys. */
export const mistakenCredentialFaults: readonly Fault[] = [
  ...faultsOf('api-key', {
    'key-is-a-bearer-token': [
      asBearer(),
      always,
      'A bearer value that is no access token is looked up among the keys.',
    ],
    'keys-are-bearer-tokens-for-creations': [
      asBearer(),
      creates,
      'Records are created for a key that is sent as a bearer token.',
    ],
    'key-is-a-bearer-token-for-plates': [
      asBearer(),
      at('/api/v2/plates'),
      'The v2 listing of plates looks a bearer value up among the keys as well.',
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
      'A key and a colon are accepted under Bearer as they are.',
    ],
    'access-token-as-username': [
      asUsername,
      always,
      'A Basic username that is no key is looked up among the access tokens.',
    ],
    'tokens-are-usernames-for-creations': [
      asUsername,
      creates,
      'Records are created for an access token that is sent as the username of HTTP Basic.',
    ],
    'delegated-token-as-username': [
      asUsername,
      isDelegated,
      'A delegated access token does in place of the key of its user.',
    ],
    'token-of-a-refresh-as-username': [
      asUsername,
      isOfRefresh,
      'An access token that a refresh brought authenticates as the username of HTTP Basic too.',
    ],
    'legacy-token-as-username': [
      asUsername,
      isFromLegacyPath,
      'An access token of the legacy path does as the username of HTTP Basic.',
    ],
    'access-token-as-password-of-oauth2': [
      asBasic(({ username, password }) => (username === 'oauth2' ? password : undefined)),
      always,
      'An access token does as the password of the user name oauth2.',
      { also: ['KEY-06'] },
    ],
    'access-token-beside-x-oauth-basic': [
      asBasic(({ username, password }) => (password === 'x-oauth-basic' ? username : undefined)),
      always,
      'An access token does as username where the password is x-oauth-basic.',
    ],
  }),
  ...breaking('KEY-11', {
    'key-as-bearer-is-a-bad-request': [
      insteadWhere(
        'authenticateBearer',
        (_call, value) => value.startsWith('key_'),
        () => ({ refused: 'invalid-query', detail: 'Keys are sent by HTTP Basic.' }),
      ),
      'A bearer value that begins like a key is answered with 400.',
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
      'An ID token authenticates as the username of HTTP Basic too.',
      ['KEY-12'],
    ],
  }),
];
