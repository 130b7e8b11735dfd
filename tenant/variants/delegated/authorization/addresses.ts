import type { Call, Route } from '../../../call.ts';
import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { Variant } from '../../variant.ts';

/** Returns one common form of all addresses that differ only in details of spelling. */
function plainForm(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // the path stays encoded
  }
  return `${url.origin} ${url.username} ${path.replace(/\/+$/, '')}`;
}

const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?(?:[/?]|$)/;

/** Returns the page with another address for its forms. */
function sentTo(path: string, call: Call, html: string): string {
  const query = call.request.target.slice(call.request.path.length).replaceAll('&', '&amp;').replaceAll('"', '%22');
  return html.replace('<form method="post">', `<form method="post" action="${path}${query}">`);
}

/** Variants of the comparison and registration of redirect URIs, and of the address to which forms are sent. */
export const addressVariants: readonly Variant[] = [
  {
    id: 'delegated/redirect-uris-compared-without-small-print',
    freedoms: ['FRE-64'],
    summary: 'Trailing slash, letter case of the host, default port, percent-encoding and query make no difference.',
    behaviour: () => ({
      redirectUriMatches: (_call, registered, named) =>
        registered === named || (plainForm(registered) === plainForm(named) && !named.includes('\\')),
    }),
  },
  {
    id: 'delegated/any-port-of-localhost',
    freedoms: ['FRE-65'],
    summary: 'http://localhost registered with one port covers all ports.',
    behaviour: () => ({
      redirectUriMatches: (_call, registered, named) => {
        const portless = (address: string) => address.replace(/^(http:\/\/localhost):\d+(?=[/?]|$)/, '$1');
        return (
          registered === named || (/^http:\/\/localhost:\d/.test(named) && portless(registered) === portless(named))
        );
      },
    }),
  },
  {
    id: 'delegated/loopback-in-every-spelling',
    freedoms: ['FRE-66'],
    summary: 'http://127.0.0.1, http://[::1] and http://localhost without a port can be registered too.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        loopback.test(redirectUri) || normal.mayLackTls(tenant, redirectUri, url),
    }),
  },
  {
    id: 'delegated/bad-redirect-uris-are-refused-when-used',
    freedoms: ['FRE-67'],
    summary: 'Every redirect URI can be registered; a wrong one is refused when a request names it.',
    behaviour: (normal) => ({
      redirectUriProblem: () => undefined,
      redirectUriIsRegistered: (call, app, named) =>
        normal.redirectUriProblem(call.tenant, named) === undefined && normal.redirectUriIsRegistered(call, app, named),
    }),
  },
  {
    id: 'delegated/two-redirect-uris-at-most',
    freedoms: ['FRE-69'],
    summary: 'An app can have at most two redirect URIs.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) =>
        app.redirectUris.length >= 2 && !app.redirectUris.includes(redirectUri)
          ? 'An app has at most two redirect URIs.'
          : normal.registerRedirectUri(tenant, app, redirectUri),
    }),
  },
  {
    id: 'delegated/codes-go-home-from-strange-redirect-uris',
    freedoms: ['FRE-54'],
    warnings: ['DEL-65'],
    summary: 'If a request names an unregistered redirect_uri, the code goes to a registered redirect URI of the app.',
    behaviour: (normal) => ({
      readAuthorizationRequest: (call) => {
        const request = normal.readAuthorizationRequest(call);
        if (!isRefusal(request) || request.refused !== 'unregistered-redirect-uri') return request;
        const parameters = call.tenant.behaviour.authorizationParameters(call);
        if (isRefusal(parameters)) return request;
        const app = call.tenant.behaviour.findClient(call, parameters.get('client_id') ?? '');
        const redirectUri = app?.redirectUris.at(-1);
        if (app === undefined || redirectUri === undefined) return request;
        return { app, redirectUri, responseType: parameters.get('response_type'), state: parameters.get('state') };
      },
    }),
  },
  {
    id: 'delegated/localhost-as-it-is-written',
    freedoms: ['FRE-65', 'FRE-66', 'FRE-69'],
    warnings: ['DEL-66'],
    summary: 'http://localhost is registered with a port from 1024 on and no path, once for each app.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) =>
        normal.mayLackTls(tenant, redirectUri, url) && url.pathname === '/' && Number(url.port || 80) >= 1024,
      registerRedirectUri: (tenant, app, redirectUri) =>
        [...app.redirectUris, redirectUri].filter((each) => each.startsWith('http:')).length > 1 &&
        !app.redirectUris.includes(redirectUri)
          ? 'The app has an address for development already.'
          : normal.registerRedirectUri(tenant, app, redirectUri),
    }),
  },
  {
    id: 'delegated/https-redirect-uris-of-a-host-and-a-path',
    freedoms: ['FRE-64'],
    warnings: ['DEL-64'],
    summary: 'An HTTPS redirect URI is registered without a port, and with a path that does not end in a slash.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) => {
        const url = URL.parse(redirectUri);
        const isPlain = url === null || (url.port === '' && !url.pathname.endsWith('/'));
        return redirectUri.startsWith('https:') && !isPlain
          ? 'A redirect URI has a host and a path.'
          : normal.redirectUriProblem(tenant, redirectUri);
      },
    }),
  },
  {
    id: 'delegated/redirect-uris-without-the-last-slash',
    freedoms: ['FRE-64'],
    warnings: ['DEL-64'],
    summary:
      'A slash at the end of a redirect URI makes no difference, and the code is sent to the address without it.',
    behaviour: (normal) => ({
      redirectUriMatches: (call, registered, named) =>
        normal.redirectUriMatches(call, registered.replace(/\/+$/, ''), named.replace(/\/+$/, '')),
      addressWith: (call, redirectUri, parameters) =>
        normal.addressWith(call, redirectUri.replace(/([^/])\/+$/, '$1'), parameters),
    }),
  },
  {
    id: 'delegated/paths-in-any-letter-case',
    freedoms: ['FRE-64'],
    warnings: ['DEL-10', 'DEL-67', 'DEL-29'],
    summary: 'Redirect URIs are compared without regard to the letter case of their paths.',
    behaviour: (normal) => {
      const inOneCase = (address: string): string => {
        const url = URL.canParse(address) ? new URL(address) : undefined;
        return url === undefined
          ? address
          : address.replace(
              /^([a-z]+:\/\/[^/]*)(.*)$/s,
              (_all, host: string, rest: string) => host + rest.toLowerCase(),
            );
      };
      return {
        redirectUriMatches: (call, registered, named) =>
          normal.redirectUriMatches(call, inOneCase(registered), inOneCase(named)),
        codeFitsRedirectUri: (_call, code, redirectUri) => inOneCase(code.redirectUri) === inOneCase(redirectUri),
      };
    },
  },
  {
    id: 'delegated/forms-are-sent-elsewhere',
    freedoms: ['FRE-71'],
    summary: 'The authorization endpoint accepts GET only; the forms of its pages are sent to another path.',
    behaviour: (normal) => ({
      routes: (paths) =>
        normal
          .routes(paths)
          .map((route): Route =>
            route.part === 'browser' && route.method === 'POST' ? { ...route, path: '/session/answer' } : route,
          ),
      signInHtml: (call, view) => sentTo('/session/answer', call, normal.signInHtml(call, view)),
      consentHtml: (call, view) => sentTo('/session/answer', call, normal.consentHtml(call, view)),
      answerSignIn: (call, request, form) => {
        const answer = normal.answerSignIn(call, request, form);
        const headers = answer.headers.map(([name, value]) =>
          name === 'Location'
            ? ([name, value.replace('/session/answer', '/oauth/authorize')] as const)
            : ([name, value] as const),
        );
        return { ...answer, headers };
      },
    }),
  },
  {
    id: 'delegated/authorization-by-post',
    freedoms: ['FRE-71'],
    summary: 'An authorization request may also be sent by POST with its parameters in the query and no form.',
    behaviour: (normal) => ({
      answerPageForm: (call, request) =>
        call.request.body.length === 0
          ? call.tenant.behaviour.showNext(call, request)
          : normal.answerPageForm(call, request),
    }),
  },
  {
    id: 'delegated/sessions-of-an-hour',
    freedoms: ['FRE-78', 'FRE-62'],
    summary: 'A browser session lasts an hour, and a code ten minutes.',
    behaviour: () => ({ sessionLifetime: () => 3600, codeLifetime: () => 600 }),
  },
  {
    id: 'delegated/a-new-code-ends-the-pending-one',
    freedoms: ['FRE-63'],
    summary: 'A code that was not exchanged ends when the user authorizes the app again.',
    behaviour: (normal) => ({
      codeIsBarred: (call, code) => {
        const { userId, appId } = code.delegation;
        const latest = [...call.tenant.state.codes.values()].findLast(
          ({ delegation }) => delegation.userId === userId && delegation.appId === appId,
        );
        return latest === code ? normal.codeIsBarred(call, code) : refusal('expired-code', 'There is a newer code.');
      },
    }),
  },
];
