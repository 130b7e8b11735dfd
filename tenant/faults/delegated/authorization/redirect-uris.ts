import type { Behaviour } from '../../../behaviour/behaviour.ts';
import { isRefusal } from '../../../http/refusal.ts';
import type { Fault } from '../../fault.ts';

/** Compares redirect URIs otherwise; whatever is equal stays equal. */
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

/** Where browsers and codes are sent, and by whose leave. */
export const redirectUriFaults: readonly Fault[] = [
  {
    id: 'delegated/redirect-uri-matched-by-host',
    breaks: ['DEL-09'],
    also: ['DEL-10', 'DEL-11'],
    summary: 'Any address on the host of a registered redirect URI is taken for it.',
    behaviour: comparing((one, other) => alike(one, other, 'protocol', 'hostname', 'port')),
  },
  {
    id: 'delegated/redirect-uri-matched-by-path-segments',
    breaks: ['DEL-09'],
    also: ['DEL-10', 'DEL-11'],
    summary: 'A redirect URI that goes on after a slash is taken for the registered one.',
    behaviour: comparing((_one, _other, { registered, named }) => named.startsWith(`${registered}/`)),
  },
  {
    id: 'delegated/redirect-uri-matched-by-host-suffix',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'A host that ends in the registered one is taken for it.',
    behaviour: comparing(
      (one, other) => alike(one, other, 'protocol', 'port', 'pathname') && other.hostname.endsWith(one.hostname),
    ),
  },
  {
    id: 'delegated/redirect-uri-on-hosts-below',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'Hosts below the registered one are taken for it.',
    behaviour: comparing(
      (one, other) => alike(one, other, 'protocol', 'port', 'pathname') && other.hostname.endsWith(`.${one.hostname}`),
    ),
  },
  {
    id: 'delegated/redirect-uri-on-the-same-domain',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'Any host of the same domain is taken for the registered one.',
    behaviour: comparing((one, other) => {
      const domainOf = (url: URL) => url.hostname.split('.').slice(-2).join('.');
      return alike(one, other, 'protocol', 'port', 'pathname') && domainOf(one) === domainOf(other);
    }),
  },
  {
    id: 'delegated/redirect-uri-paths-in-any-case',
    breaks: ['DEL-67'],
    also: ['DEL-10'],
    summary: 'Redirect URIs are compared without regard to case.',
    behaviour: comparing((_one, _other, { registered, named }) => registered.toLowerCase() === named.toLowerCase()),
  },
  {
    id: 'delegated/redirect-uri-on-any-port',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'The port of a redirect URI is not looked at, on whatever host.',
    behaviour: comparing((one, other) => alike(one, other, 'protocol', 'hostname', 'pathname')),
  },
  {
    id: 'delegated/redirect-uri-without-tls-is-the-same',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'The scheme of a redirect URI is not looked at.',
    behaviour: comparing((one, other) => alike(one, other, 'hostname', 'port', 'pathname')),
  },
  {
    id: 'delegated/redirect-uri-with-a-user-name',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'A user name in a redirect URI is not looked at.',
    behaviour: comparing((one, other) => alike(one, other, 'protocol', 'hostname', 'port', 'pathname')),
  },
  {
    id: 'delegated/redirect-uri-as-a-pattern',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'A registered redirect URI is used as a regular expression, in which a dot is any character.',
    behaviour: comparing((_one, _other, { registered, named }) => new RegExp(`^${registered}$`).test(named)),
  },
  {
    id: 'delegated/redirect-uri-anywhere-within',
    breaks: ['DEL-09'],
    also: ['DEL-10', 'DEL-11'],
    summary: 'An address that holds a registered redirect URI anywhere is taken for it.',
    behaviour: comparing((_one, _other, { registered, named }) => named.includes(registered)),
  },
  {
    id: 'delegated/redirect-uri-host-read-by-hand',
    breaks: ['DEL-09'],
    also: ['DEL-10'],
    summary: 'The host of a redirect URI is taken to be what stands behind the last @, whatever stands before.',
    behaviour: comparing(
      (one, other, { named }) =>
        named.startsWith(`${one.protocol}//`) &&
        named.replace(/^[a-z]+:\/\/(?:.*@)?/, '') === one.host + one.pathname &&
        other.protocol === one.protocol,
    ),
  },
  {
    id: 'delegated/redirect-uri-looked-at-before-consent-only',
    breaks: ['DEL-09'],
    also: ['DEL-10', 'DEL-11'],
    summary: 'Where the user has a session and has consented, the redirect URI is not looked at any more.',
    behaviour: (normal) => ({
      redirectUriIsRegistered: (call, app, named) => {
        const user = call.tenant.behaviour.signedInUser(call);
        const silent = user !== undefined && call.tenant.behaviour.hasConsented(call, user, app);
        return (silent && URL.canParse(named)) || normal.redirectUriIsRegistered(call, app, named);
      },
    }),
  },
  {
    id: 'delegated/unregistered-redirect-uris-are-told-the-error',
    breaks: ['DEL-10'],
    summary: 'The refusal of an unregistered redirect URI is sent to that address.',
    behaviour: (normal) => ({
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
  },
  {
    id: 'delegated/redirect-uris-of-every-app',
    breaks: ['DEL-11'],
    summary: 'A redirect URI that is registered on any app is good for every app.',
    behaviour: (normal) => ({
      redirectUriIsRegistered: (call, _app, named) =>
        call.tenant.state.apps.values().some((each) => normal.redirectUriIsRegistered(call, each, named)),
    }),
  },
  {
    id: 'delegated/redirect-uris-of-apps-in-use',
    breaks: ['DEL-11'],
    summary: 'A redirect URI that a code was ever sent to is good for every app.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/an-unregistered-redirect-uri-is-replaced-by-the-first',
    breaks: ['DEL-65'],
    summary: 'Where a request names an unregistered redirect_uri, the code goes to the first one of the app.',
    behaviour: (normal) => ({
      readAuthorizationRequest: (call) => {
        const request = normal.readAuthorizationRequest(call);
        if (!isRefusal(request) || request.refused !== 'unregistered-redirect-uri') return request;
        const { query } = call.request;
        const app = call.tenant.behaviour.findClient(call, query.get('client_id') ?? '');
        const [redirectUri] = app?.redirectUris ?? [];
        if (app === undefined || redirectUri === undefined) return request;
        const [responseType, state] = [query.get('response_type') ?? undefined, query.get('state') ?? undefined];
        return { app, redirectUri, responseType, state };
      },
    }),
  },
  {
    id: 'delegated/only-the-first-redirect-uri-counts',
    breaks: ['DEL-12'],
    also: ['DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    summary: 'Of several redirect URIs only the first can be used.',
    behaviour: () => ({ redirectUriIsRegistered: (_call, app, named) => app.redirectUris[0] === named }),
  },
  {
    id: 'delegated/a-registration-replaces-the-others',
    breaks: ['DEL-12'],
    summary: 'An app keeps only the redirect URI that was registered last.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.redirectUriProblem(tenant, redirectUri);
        if (problem === undefined) app.redirectUris.splice(0, app.redirectUris.length, redirectUri);
        return problem;
      },
    }),
  },
  {
    id: 'delegated/codes-go-to-the-first-redirect-uri',
    breaks: ['DEL-12'],
    also: ['DEL-22', 'DEL-23', 'DEL-24', 'DEL-64', 'DEL-66'],
    summary: 'The code goes to the first redirect URI of the app, whichever the request names.',
    behaviour: (normal) => ({
      redirectToApp: (call, request, outcome) =>
        normal.redirectToApp(
          call,
          { ...request, redirectUri: request.app.redirectUris[0] ?? request.redirectUri },
          outcome,
        ),
    }),
  },
  {
    id: 'delegated/codes-go-to-the-redirect-uri-of-the-first-visit',
    breaks: ['DEL-12'],
    also: ['DEL-27'],
    summary: 'With an earlier consent the code goes to the redirect URI that was named when it was given.',
    behaviour: (normal) => {
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
  },
  {
    id: 'delegated/the-own-query-is-dropped',
    breaks: ['DEL-22'],
    summary: 'Code and state take the place of the query that a redirect URI has.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        normal.addressWith(call, redirectUri.replace(/\?.*$/s, ''), parameters),
    }),
  },
  {
    id: 'delegated/a-second-question-mark',
    breaks: ['DEL-22'],
    summary: 'Code and state are added behind a question mark, even where there is one already.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        `${redirectUri}?${normal.addressWith(call, '', parameters).replace(/^\?/, '')}`,
    }),
  },
  {
    id: 'delegated/the-own-query-keeps-one-of-each-name',
    breaks: ['DEL-22'],
    summary: 'Of parameters with the same name in the query of a redirect URI only the last is kept.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) => {
        if (!redirectUri.includes('?')) return normal.addressWith(call, redirectUri, parameters);
        const own = new Map(new URL(redirectUri).searchParams);
        const kept = new URLSearchParams([...own]).toString();
        return normal.addressWith(call, redirectUri.replace(/\?.*$/s, `?${kept}`), parameters);
      },
    }),
  },
  {
    id: 'delegated/the-own-query-is-encoded-again',
    breaks: ['DEL-22'],
    summary: 'The query of a redirect URI is percent-encoded once more.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) =>
        normal.addressWith(call, redirectUri.replace(/%/g, '%25'), parameters),
    }),
  },
];
