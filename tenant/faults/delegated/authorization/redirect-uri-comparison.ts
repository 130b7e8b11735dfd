import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';
import { parameterOf } from './endpoint.ts';
import { breaking } from '../rows.ts';
import { alsoWhere, becomes, insteadWhere } from '../../operators/rules.ts';

const directoryOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

type Matches = (registered: string, named: string) => boolean;

/** A tenant at which a redirect URI also fits in this way. */
function looselyMatched(name: string, summary: string, matches: Matches): Fault {
  return {
    id: `delegated/${name}`,
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary,
    behaviour: alsoWhere('redirectUriMatches', (_call, registered, named) => matches(registered, named)),
  };
}

/** Redirect URIs that are taken for registered ones, and what is told to those that are not. */
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
        'Redirect URIs are compared as far as a column of a hundred characters goes.',
        ['DEL-11'],
      ],
      'redirect-uri-in-the-same-directory': [
        () => ({
          redirectUriMatches: (_call, registered, named) =>
            registered === named || (directoryOf(named).length > 9 && directoryOf(registered) === directoryOf(named)),
        }),
        'A redirect URI that differs from the registered one behind the last slash is taken for it.',
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
        'On http://localhost any path of a registered port is taken for the registered one.',
      ],
    },
    ['DEL-10'],
  ),
  looselyMatched(
    'redirect-uri-with-www',
    'The host of a redirect URI may have www. before it.',
    (registered, named) => named.replace('://www.', '://') === registered,
  ),
  looselyMatched(
    'redirect-uri-read-as-far-as-an-end-of-text',
    'A redirect URI is read as far as an encoded character with the code 0.',
    (registered, named) => named.split('%00')[0] === registered,
  ),
  looselyMatched(
    'redirect-uri-decoded-before-its-query-is-cut-off',
    'A redirect URI is compared decoded and without what then is its query or fragment.',
    (registered, named) => decodeURIComponent(named).split(/[?#]/)[0] === registered,
  ),
  looselyMatched(
    'redirect-uri-of-several-lines',
    'A redirect URI fits that has a registered one as one of its decoded lines.',
    (registered, named) => decodeURIComponent(named).split('\n').includes(registered),
  ),
  looselyMatched(
    'redirect-uri-with-a-wildcard-of-the-client',
    'An asterisk at the end of a requested redirect URI stands for any path.',
    (registered, named) => named.endsWith('/*') && registered.startsWith(named.slice(0, -1)),
  ),
  looselyMatched(
    'redirect-uri-without-its-last-ending',
    'What follows the last point of a path is not compared.',
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
      'A redirect URI to which a browser was sent with a code is good for other apps in that browser.',
      ['DEL-09', 'DEL-10'],
    ],
  }),
  ...breaking('DEL-01', {
    'redirect-uris-must-be-percent-encoded': [
      insteadWhere(
        'authorizationParameters',
        (call) => /[?&]redirect_uri=https?:\/\//.test(call.request.target),
        () => refusal('malformed-authorization', 'The redirect_uri is not percent-encoded.'),
      ),
      'An authorization request is refused whose redirect_uri has its colon and slashes as they are.',
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
      'That an app is archived is told to any redirect_uri that the request names.',
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
      'A request with an unknown response_type is redirected with its error to any redirect_uri that it names.',
    ],
  }),
];
