import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';
import { parameterOf } from './endpoint.ts';
import { breaking } from '../rows.ts';
import { alsoIf, becomes, replaceIf } from '../../operators/rules.ts';

const directoryOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

type Matches = (registered: string, named: string) => boolean;

/** Returns the fault of a tenant that also accepts redirect URIs for which `matches` holds. */
function looselyMatched(name: string, summary: string, matches: Matches): Fault {
  return {
    id: `delegated/${name}`,
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary,
    behaviour: alsoIf('redirectUriMatches', (_call, registered, named) => matches(registered, named)),
  };
}

/** Faults that take unregistered redirect URIs for registered ones, or send errors to unregistered ones. */
export const redirectUriComparisonFaults: readonly Fault[] = [
  ...breaking(
    'DEL-09',
    {
      'redirect-uri-matched-by-prefix': [
        () => ({ redirectUriMatches: (_call, registered, named) => named.startsWith(registered) }),
        'A redirect URI that begins with a registered one is taken for it.',
        ['DEL-11'],
      ],
      'redirect-uri-compared-by-its-first-hundred-characters': [
        () => ({
          redirectUriMatches: (_call, registered, named) => registered.slice(0, 100) === named.slice(0, 100),
        }),
        'Only the first hundred characters of redirect URIs are compared.',
        ['DEL-11'],
      ],
      'redirect-uri-in-the-same-directory': [
        () => ({
          redirectUriMatches: (_call, registered, named) =>
            registered === named || (directoryOf(named).length > 9 && directoryOf(registered) === directoryOf(named)),
        }),
        'A redirect URI that differs from a registered one only after the last slash is taken for it.',
        ['DEL-11'],
      ],
      'local-redirect-uris-share-their-paths': [
        (normal) => ({
          redirectUriMatches: (call, registered, named) => {
            const origin = /^http:\/\/localhost:\d+/.exec(registered)?.[0];
            return (
              normal.redirectUriMatches(call, registered, named) ||
              (origin !== undefined && named.startsWith(`${origin}/`))
            );
          },
        }),
        'On http://localhost, any path on the port of a registered redirect URI is accepted.',
      ],
    },
    ['DEL-10'],
  ),
  looselyMatched(
    'redirect-uri-with-www',
    'A redirect URI is also accepted with www. before its registered host.',
    (registered, named) => named.replace('://www.', '://') === registered,
  ),
  looselyMatched(
    'redirect-uri-read-as-far-as-an-end-of-text',
    'A redirect URI is read only up to an encoded NUL character (%00).',
    (registered, named) => named.split('%00')[0] === registered,
  ),
  looselyMatched(
    'redirect-uri-decoded-before-its-query-is-cut-off',
    'A redirect URI is decoded, cut before its query or fragment, and only then compared.',
    (registered, named) => decodeURIComponent(named).split(/[?#]/)[0] === registered,
  ),
  looselyMatched(
    'redirect-uri-of-several-lines',
    'A redirect URI is accepted if one of its lines, after decoding, is a registered one.',
    (registered, named) => decodeURIComponent(named).split('\n').includes(registered),
  ),
  looselyMatched(
    'redirect-uri-with-a-wildcard-of-the-client',
    'An asterisk at the end of a requested redirect URI stands for any path.',
    (registered, named) => named.endsWith('/*') && registered.startsWith(named.slice(0, -1)),
  ),
  looselyMatched(
    'redirect-uri-without-its-last-ending',
    'The tenant ignores the end of a redirect URI from the last dot of its path on.',
    (registered, named) => named.replace(/\.[^./]*$/, '') === registered,
  ),
  ...breaking('DEL-11', {
    'redirect-uris-that-the-session-knows-fit-any-app': [
      (normal) => {
        const known = new Map<string, Set<string>>();
        return {
          redirectWithCode: (call, request, user) => {
            const key = call.tenant.behaviour.browserKeyOf(call) ?? '';
            known.set(key, (known.get(key) ?? new Set<string>()).add(request.redirectUri));
            return normal.redirectWithCode(call, request, user);
          },
          redirectUriIsRegistered: (call, app, named) =>
            normal.redirectUriIsRegistered(call, app, named) ||
            known.get(call.tenant.behaviour.browserKeyOf(call) ?? '')?.has(named) === true,
        };
      },
      'After a browser was sent to a redirect URI with a code, other apps in that browser may use the redirect URI too.',
      ['DEL-09', 'DEL-10'],
    ],
  }),
  ...breaking('DEL-01', {
    'redirect-uris-must-be-percent-encoded': [
      replaceIf(
        'authorizationParameters',
        (call) => /[?&]redirect_uri=https?:\/\//.test(call.request.target),
        () => refusal('malformed-authorization', 'The redirect_uri is not percent-encoded.'),
      ),
      'An authorization request is refused if the colon and slashes of its redirect_uri are not percent-encoded.',
    ],
  }),
  ...breaking('DEL-10', {
    'unregistered-local-addresses-are-told-the-error': [
      (normal) => ({
        refuseInBrowser: (call, refused) => {
          const there = call.request.query.get('redirect_uri') ?? '';
          const { behaviour } = call.tenant;
          return refused.refused === 'unregistered-redirect-uri' && there.startsWith('http://localhost:')
            ? behaviour.sendBrowserTo(call, behaviour.addressWith(call, there, [['error', 'invalid_request']]))
            : normal.refuseInBrowser(call, refused);
        },
      }),
      'The refusal of an unregistered redirect URI on localhost is sent to that address.',
    ],
    'unregistered-addresses-are-told-that-the-app-is-archived': [
      (normal) => ({
        refuseInBrowser: (call, refused) => {
          const there = parameterOf(call, 'redirect_uri') ?? '';
          const { behaviour } = call.tenant;
          const app = behaviour.findClient(call, parameterOf(call, 'client_id') ?? '');
          return refused.refused === 'unregistered-redirect-uri' && app?.archived === true && URL.canParse(there)
            ? behaviour.sendBrowserTo(call, behaviour.addressWith(call, there, [['error', 'unauthorized_client']]))
            : normal.refuseInBrowser(call, refused);
        },
      }),
      'The error for an archived app is sent to the redirect_uri of the request, even if it is not registered.',
    ],
    'wrong-response-types-are-told-before-the-redirect-uri-is-looked-at': [
      becomes('readAuthorizationRequest', (request, call) => {
        const responseType = parameterOf(call, 'response_type');
        const redirectUri = parameterOf(call, 'redirect_uri') ?? '';
        const app = call.tenant.behaviour.findClient(call, parameterOf(call, 'client_id') ?? '');
        return isRefusal(request) &&
          request.refused === 'unregistered-redirect-uri' &&
          responseType !== undefined &&
          responseType !== 'code' &&
          app !== undefined &&
          URL.canParse(redirectUri)
          ? { app, redirectUri, responseType, state: undefined }
          : request;
      }),
      'The error for an unknown response_type is sent to the redirect_uri of the request, even if it is not registered.',
    ],
  }),
];
