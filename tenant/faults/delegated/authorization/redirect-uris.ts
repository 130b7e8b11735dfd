import type { Behaviour } from '../../../behaviour/behaviour.ts';
import { isRefusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { becomes } from '../../operators/rules.ts';

/** Returns a deviation that compares redirect URIs with `matches`. Identical ones still match. */
function comparing(matches: (registered: URL, named: URL, texts: { registered: string; named: string }) => boolean) {
  return (): Partial<Behaviour> => ({
    redirectUriMatches: (_call, registered, named) => {
      if (registered === named) return true;
      const [one, other] = [URL.parse(registered), URL.parse(named)];
      return one !== null && other !== null && matches(one, other, { registered, named });
    },
  });
}

const alike = (one: URL, other: URL, ...parts: readonly ('protocol' | 'hostname' | 'port' | 'pathname')[]): boolean =>
  parts.every((part) => one[part] === other[part]);

/** Faults in the choice of the addresses that browsers and codes are sent to. */
export const redirectUriFaults: readonly Fault[] = [
  ...breaking(
    'DEL-09',
    {
      'redirect-uri-matched-by-host': [
        comparing((one, other) => alike(one, other, 'protocol', 'hostname', 'port')),
        'Any address on the host of a registered redirect URI is taken for it.',
        ['DEL-11'],
      ],
      'redirect-uri-matched-by-path-segments': [
        comparing((_one, _other, { registered, named }) => named.startsWith(`${registered}/`)),
        'A redirect URI that continues a registered one after a slash is taken for it.',
        ['DEL-11'],
      ],
      'redirect-uri-matched-by-host-suffix': [
        comparing(
          (one, other) => alike(one, other, 'protocol', 'port', 'pathname') && other.hostname.endsWith(one.hostname),
        ),
        'A host that ends in the registered one is taken for it.',
      ],
      'redirect-uri-on-hosts-below': [
        comparing(
          (one, other) =>
            alike(one, other, 'protocol', 'port', 'pathname') && other.hostname.endsWith(`.${one.hostname}`),
        ),
        'Subdomains of the registered host are taken for it.',
      ],
      'redirect-uri-on-the-same-domain': [
        comparing((one, other) => {
          const domainOf = (url: URL) => url.hostname.split('.').slice(-2).join('.');
          return alike(one, other, 'protocol', 'port', 'pathname') && domainOf(one) === domainOf(other);
        }),
        'Any host of the same domain is taken for the registered one.',
      ],
      'redirect-uri-on-any-port': [
        comparing((one, other) => alike(one, other, 'protocol', 'hostname', 'pathname')),
        'The tenant ignores the port of a redirect URI, on any host.',
      ],
      'redirect-uri-without-tls-is-the-same': [
        comparing((one, other) => alike(one, other, 'hostname', 'port', 'pathname')),
        'The tenant ignores the scheme of a redirect URI.',
      ],
      'redirect-uri-with-a-user-name': [
        comparing((one, other) => alike(one, other, 'protocol', 'hostname', 'port', 'pathname')),
        'The tenant ignores a user name in a redirect URI.',
      ],
      'redirect-uri-as-a-pattern': [
        comparing((_one, _other, { registered, named }) => new RegExp(`^${registered}$`).test(named)),
        'A registered redirect URI is used as a regular expression, in which a dot matches any character.',
      ],
      'redirect-uri-anywhere-within': [
        comparing((_one, _other, { registered, named }) => named.includes(registered)),
        'An address that contains a registered redirect URI is taken for it.',
        ['DEL-11'],
      ],
      'redirect-uri-host-read-by-hand': [
        comparing(
          (one, other, { named }) =>
            named.startsWith(`${one.protocol}//`) &&
            named.replace(/^[a-z]+:\/\/(?:.*@)?/, '') === one.host + one.pathname &&
            other.protocol === one.protocol,
        ),
        'The tenant takes the text after the last @ of a redirect URI for its host, regardless of the text before.',
      ],
      'redirect-uri-looked-at-before-consent-only': [
        (normal) => ({
          redirectUriIsRegistered: (call, app, named) => {
            const user = call.tenant.behaviour.signedInUser(call);
            const silent = user !== undefined && call.tenant.behaviour.hasConsented(call, user, app);
            return (silent && URL.canParse(named)) || normal.redirectUriIsRegistered(call, app, named);
          },
        }),
        'If the user has a session and has consented, the tenant does not check the redirect URI.',
        ['DEL-11'],
      ],
    },
    ['DEL-10'],
  ),
  ...breaking('DEL-67', {
    'redirect-uri-paths-in-any-case': [
      comparing((_one, _other, { registered, named }) => registered.toLowerCase() === named.toLowerCase()),
      'Redirect URIs are compared without regard to case.',
      ['DEL-10'],
    ],
  }),
  ...breaking('DEL-10', {
    'unregistered-redirect-uris-are-told-the-error': [
      (normal) => ({
        answerAuthorization: (call) => {
          const { behaviour } = call.tenant;
          const request = behaviour.readAuthorizationRequest(call);
          const named = call.request.query.get('redirect_uri') ?? '';
          if (isRefusal(request) && request.refused === 'unregistered-redirect-uri' && URL.canParse(named)) {
            return behaviour.sendBrowserTo(call, behaviour.addressWith(call, named, [['error', 'invalid_request']]));
          }
          return normal.answerAuthorization(call);
        },
      }),
      'The refusal of an unregistered redirect URI is sent to that address.',
    ],
  }),
  ...breaking('DEL-11', {
    'redirect-uris-of-every-app': [
      (normal) => ({
        redirectUriIsRegistered: (call, _app, named) =>
          call.tenant.state.apps.values().some((each) => normal.redirectUriIsRegistered(call, each, named)),
      }),
      'A redirect URI that is registered for one app is accepted for every app.',
    ],
    'redirect-uris-of-apps-in-use': [
      (normal) => {
        const used = new Set<string>();
        return {
          issueCode: (call, request, user) => {
            used.add(request.redirectUri);
            return normal.issueCode(call, request, user);
          },
          redirectUriIsRegistered: (call, app, named) =>
            used.has(named) || normal.redirectUriIsRegistered(call, app, named),
        };
      },
      'A redirect URI that has received a code is accepted for every app.',
    ],
  }),
  ...breaking('DEL-65', {
    'an-unregistered-redirect-uri-is-replaced-by-the-first': [
      becomes('readAuthorizationRequest', (request, call) => {
        if (!isRefusal(request) || request.refused !== 'unregistered-redirect-uri') return request;
        const { query } = call.request;
        const app = call.tenant.behaviour.findClient(call, query.get('client_id') ?? '');
        const [redirectUri] = app?.redirectUris ?? [];
        if (app === undefined || redirectUri === undefined) return request;
        const [responseType, state] = [query.get('response_type') ?? undefined, query.get('state') ?? undefined];
        return { app, redirectUri, responseType, state };
      }),
      'If a request names an unregistered redirect_uri, the code goes to the first redirect URI of the app.',
    ],
  }),
  ...breaking('DEL-12', {
    'only-the-first-redirect-uri-counts': [
      () => ({ redirectUriIsRegistered: (_call, app, named) => app.redirectUris[0] === named }),
      'Only the first of several redirect URIs of an app can be used.',
      ['DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    ],
    'a-registration-replaces-the-others': [
      (normal) => ({
        registerRedirectUri: (tenant, app, redirectUri) => {
          const problem = normal.redirectUriProblem(tenant, redirectUri);
          if (problem === undefined) app.redirectUris.splice(0, app.redirectUris.length, redirectUri);
          return problem;
        },
      }),
      'An app keeps only the redirect URI that was registered last.',
    ],
    'codes-go-to-the-first-redirect-uri': [
      (normal) => ({
        redirectToApp: (call, request, outcome) =>
          normal.redirectToApp(
            call,
            { ...request, redirectUri: request.app.redirectUris[0] ?? request.redirectUri },
            outcome,
          ),
      }),
      'The code goes to the first redirect URI of the app, whichever the request names.',
      ['DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    ],
    'codes-go-to-the-redirect-uri-of-the-first-visit': [
      (normal) => {
        const first = new Map<string, string>();
        return {
          redirectWithCode: (call, request, user) => {
            const key = `${user.id} ${request.app.id}`;
            const redirectUri = first.get(key) ?? request.redirectUri;
            first.set(key, redirectUri);
            return normal.redirectWithCode(call, { ...request, redirectUri }, user);
          },
        };
      },
      'Each later code goes to the redirect URI of the first authorization of the user and app.',
      ['DEL-27'],
    ],
  }),
  ...breaking('DEL-22', {
    'the-own-query-is-dropped': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) =>
          normal.addressWith(call, redirectUri.replace(/\?.*$/s, ''), parameters),
      }),
      'Code and state replace the query of a redirect URI.',
    ],
    'a-second-question-mark': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) =>
          `${redirectUri}?${normal.addressWith(call, '', parameters).replace(/^\?/, '')}`,
      }),
      'Code and state are added after a question mark, even if the redirect URI already has one.',
    ],
    'the-own-query-keeps-one-of-each-name': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) => {
          if (!redirectUri.includes('?')) return normal.addressWith(call, redirectUri, parameters);
          const own = new Map(new URL(redirectUri).searchParams);
          const kept = new URLSearchParams([...own]).toString();
          return normal.addressWith(call, redirectUri.replace(/\?.*$/s, `?${kept}`), parameters);
        },
      }),
      'If parameters in the query of a redirect URI have the same name, the redirect keeps only the last.',
    ],
    'the-own-query-is-encoded-again': [
      (normal) => ({
        addressWith: (call, redirectUri, parameters) =>
          normal.addressWith(call, redirectUri.replace(/%/g, '%25'), parameters),
      }),
      'The query of a redirect URI is percent-encoded once more.',
    ],
  }),
];
