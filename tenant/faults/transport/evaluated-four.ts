import { headerOf, withHeader, withoutHeader, type Actor, type Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isApi = (call: Call): boolean => call.found.route?.part === 'api';

/** The cookies that came along, by name. */
const cookiesOf = (call: Call): ReadonlyMap<string, string> =>
  new Map(
    (headerOf(call.request, 'cookie') ?? '')
      .split(/; */)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );

/** Whoever is let in without being known. */
function administratorOf(call: Call): Actor {
  const { id } = call.tenant.administrator();
  const key = { value: '', userId: id, createdAt: call.now, retiredAt: undefined };
  return { kind: 'user', id, credential: { kind: 'apiKey', key } };
}

/** A guard that looks at the path as it is written, before something that makes a plain path of it. */
const guardedAsWritten =
  (plain: (path: string) => string): Fault['behaviour'] =>
  (normal) => ({
    pathOf: (call) => plain(normal.pathOf(call)),
    authenticate: (call) => {
      const isOdd = plain(call.request.path) !== call.request.path;
      return isOdd && !call.request.headers.has('authorization') ? administratorOf(call) : normal.authenticate(call);
    },
  });

/** A guard that looks at something else than the call, and lets pass what it takes for no call of the API. */
const guardedBut =
  (isLetPass: (call: Call) => boolean): Fault['behaviour'] =>
  (normal) => ({
    authenticate: (call) =>
      isLetPass(call) && !call.request.headers.has('authorization') ? administratorOf(call) : normal.authenticate(call),
  });

/** A header is read after it was put right, as a lenient reader does. */
const readAfter =
  (puttingRight: (authorization: string) => string): Fault['behaviour'] =>
  (normal) => ({
    readAuthorization: (call, authorization) => normal.readAuthorization(call, puttingRight(authorization.trim())),
  });

/** Mistakes of proxies, readers of headers and writers of bodies. */
export const evaluatedFourFaults: readonly Fault[] = [
  {
    id: 'transport/tokens-in-a-cookie',
    breaks: ['TRN-06'],
    summary: 'An access token in a cookie named access_token counts where there is no Authorization header.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const token = cookiesOf(call).get('access_token');
        return token === undefined || call.request.headers.has('authorization')
          ? normal.authenticate(call)
          : normal.authenticateBearer(call, token);
      },
    }),
  },
  {
    id: 'transport/tokens-in-proxy-authorization',
    breaks: ['TRN-06'],
    summary: 'The header Proxy-Authorization is read where there is no Authorization header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const sent = normal.authorizationOf(call);
        return isRefusal(sent) ? (headerOf(call.request, 'proxy-authorization') ?? sent) : sent;
      },
    }),
  },
  {
    id: 'transport/quotes-around-tokens-are-taken-off',
    breaks: ['TRN-10'],
    also: ['TRN-08'],
    summary: 'A bearer token that stands in double quotes is accepted.',
    behaviour: readAfter((authorization) => authorization.replace(/^(bearer) +"(.*)"$/i, '$1 $2')),
  },
  {
    id: 'transport/the-scheme-may-stand-twice',
    breaks: ['TRN-10'],
    summary: 'A token behind Bearer Bearer is accepted.',
    behaviour: readAfter((authorization) => authorization.replace(/^(bearer +)+/i, 'Bearer ')),
  },
  {
    id: 'transport/a-colon-behind-the-scheme',
    breaks: ['TRN-10'],
    also: ['TRN-09'],
    summary: 'A token behind the word Bearer and a colon is accepted.',
    behaviour: readAfter((authorization) => authorization.replace(/^bearer: */i, 'Bearer ')),
  },
  {
    id: 'transport/parameters-of-bearer-are-read',
    breaks: ['TRN-10'],
    summary: 'A token that stands behind Bearer as the parameter token or access_token is accepted.',
    behaviour: readAfter((authorization) =>
      authorization.replace(/^bearer +(access_)?token="?([^"]*)"?$/i, 'Bearer $2'),
    ),
  },
  {
    id: 'transport/no-challenge-to-id-tokens',
    breaks: ['TRN-17'],
    summary: 'The 401 to what looks like an ID token carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        answer.status === 401 && headerOf(call.request, 'authorization')?.split('.').length === 3
          ? withoutHeader(answer, 'WWW-Authenticate')
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/no-challenge-after-the-end-of-a-token',
    breaks: ['TRN-17'],
    summary: 'The 401 to an access token that has expired carries no WWW-Authenticate header.',
    behaviour: (normal) => ({
      challenges: (call, refused) => (refused.refused === 'expired-credential' ? [] : normal.challenges(call, refused)),
    }),
  },
  {
    id: 'transport/doubled-slashes-pass-the-guard',
    breaks: ['TRN-06'],
    summary: 'A path with a doubled slash leads to its listing, and nobody asks who calls.',
    behaviour: guardedAsWritten((path) => path.replaceAll(/\/{2,}/g, '/')),
  },
  {
    id: 'transport/parameters-of-a-path-pass-the-guard',
    breaks: ['TRN-06'],
    summary: 'A path with a semicolon and a parameter behind it leads to its listing, and nobody asks who calls.',
    behaviour: guardedAsWritten((path) => path.replaceAll(/;[^/]*/g, '')),
  },
  {
    id: 'transport/capitals-in-a-path-pass-the-guard',
    breaks: ['TRN-06'],
    summary: 'A path in capitals leads to its listing, and nobody asks who calls.',
    behaviour: guardedAsWritten((path) => path.toLowerCase()),
  },
  {
    id: 'transport/lengths-are-counted-in-characters',
    breaks: ['TRN-18'],
    also: ['TRN-02', 'TRN-14', 'LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05'],
    summary: 'The Content-Length of a page is its number of characters, so that letters beyond ASCII cut it short.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const { body = '' } = answer;
        if (!isApi(call) || answer.status !== 200) return normal.answer(answer, call);
        const cut = withHeader(answer, 'Content-Length', String(body.length));
        return { ...cut, pieces: [Buffer.from(body, 'utf8').subarray(0, body.length)] };
      },
    }),
  },
  {
    id: 'transport/backslashes-in-names-stay-as-they-are',
    breaks: ['TRN-18'],
    also: ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05'],
    summary: 'A backslash in the name of a record goes into the JSON of a page as it is.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isApi(call) && answer.status === 200 && answer.body !== undefined
          ? { ...answer, body: answer.body.replaceAll('\\\\', '\\') }
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/hyphens-in-tokens-are-ignored',
    breaks: ['TRN-08'],
    summary: 'Hyphens in an access token are taken for separators and ignored.',
    behaviour: (normal) => {
      const bare = (value: string) => value.replaceAll('-', '');
      return {
        findAccessToken: (call, value): AccessToken | undefined =>
          normal.findAccessToken(call, value) ??
          call.tenant.state.accessTokens.values().find((token) => bare(token.value) === bare(value)),
      };
    },
  },
  {
    id: 'transport/preflights-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call with the headers of a CORS preflight is let pass, whatever its method is.',
    behaviour: guardedBut(({ request }) => request.headers.has('access-control-request-method')),
  },
  {
    id: 'transport/overridden-methods-pass-the-guard',
    breaks: ['TRN-06'],
    summary:
      'A call whose method is said to be OPTIONS by X-HTTP-Method-Override passes the guard, and is answered as GET.',
    behaviour: guardedBut(({ request }) => headerOf(request, 'x-http-method-override')?.toUpperCase() === 'OPTIONS'),
  },
  {
    id: 'transport/health-checks-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'Whoever names itself kube-probe in its User-Agent is let pass.',
    behaviour: guardedBut(({ request }) => headerOf(request, 'user-agent')?.startsWith('kube-probe/') === true),
  },
  {
    id: 'transport/original-urls-pass-the-guard',
    breaks: ['TRN-06'],
    summary: 'The guard looks at X-Original-URL where it is there, and the router at the path.',
    behaviour: guardedBut(({ request }) => headerOf(request, 'x-original-url')?.startsWith('/api/') === false),
  },
  {
    id: 'transport/subrequests-pass-the-guard',
    breaks: ['TRN-06'],
    summary: 'What says by X-Middleware-Subrequest that it comes from the guard itself is let pass.',
    behaviour: guardedBut(
      ({ request }) => headerOf(request, 'x-middleware-subrequest')?.includes('middleware') === true,
    ),
  },
  {
    id: 'transport/debugging-needs-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call with the parameter debug is let pass.',
    behaviour: guardedBut(({ request }) => request.query.has('debug')),
  },
  {
    id: 'transport/scripts-of-other-pages-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A call with the parameter callback, which is to be a script for another page, is let pass.',
    behaviour: guardedBut(({ request }) => request.query.has('callback')),
  },
  {
    id: 'transport/sorted-listings-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A listing that is asked for in an order is served to everybody.',
    behaviour: guardedBut(({ request }) => request.query.has('sort')),
  },
];
