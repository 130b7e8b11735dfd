import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Call } from '../../../call.ts';
import { refusal, type Refusal } from '../../../http/refusal.ts';
import { escapeHtml } from '../../../html/document.ts';
import type { Variant } from '../../variant.ts';

/** Accepts repeated parameters instead of refusing them. */
function takingOne(which: 'first' | 'last') {
  return (): Partial<Behaviour> => ({
    authorizationParameters: (call) => {
      const parameters = new Map<string, string>();
      for (const [name, value] of call.request.query) {
        if (which === 'last' || !parameters.has(name)) parameters.set(name, value);
      }
      return parameters;
    },
  });
}

const known: ReadonlySet<string> = new Set(['client_id', 'redirect_uri', 'response_type', 'state']);

/** Variants of the redirect of the browser, and of the answer to a wrong request. */
export const redirectVariants: readonly Variant[] = [
  {
    id: 'delegated/browser-moved-by-a-refresh',
    freedoms: ['FRE-53'],
    summary: 'A page that refreshes itself to the address of the app sends the browser there.',
    behaviour: () => ({
      redirectToApp: (call, request, outcome) => {
        const { behaviour } = call.tenant;
        const parameters = behaviour.redirectParameters(call, request, outcome);
        const address = behaviour.addressWith(call, request.redirectUri, parameters);
        const refresh = `<meta http-equiv="refresh" content="0;url=${escapeHtml(address)}">`;
        return behaviour.pageAnswer(call, 200, `<!doctype html><title>One moment</title>${refresh}<p>One moment.</p>`);
      },
    }),
  },
  {
    id: 'delegated/redirects-keep-the-method',
    freedoms: ['FRE-53'],
    summary: 'The browser is sent to apps with 307, and within the tenant with 303.',
    behaviour: (normal) => ({
      redirectStatus: () => 303,
      redirectToApp: (call, request, outcome) => ({ ...normal.redirectToApp(call, request, outcome), status: 307 }),
    }),
  },
  {
    id: 'delegated/wrong-requests-end-at-a-page',
    freedoms: ['FRE-54', 'FRE-55'],
    summary: 'A problem with an authorization request, or its denial, is shown on a page with status 200.',
    behaviour: () => ({
      refuseAuthorization: (call, _request, refused) => call.tenant.behaviour.refuseInBrowser(call, refused),
      refuseInBrowser: (call, refused) => {
        call.found.refusal = refused;
        return call.tenant.behaviour.pageAnswer(call, 200, call.tenant.behaviour.problemHtml(call, refused));
      },
    }),
  },
  {
    id: 'delegated/wrong-requests-find-nothing',
    freedoms: ['FRE-54'],
    summary: 'Authorization requests with an unknown app or redirect URI are answered with 404, others with 401.',
    behaviour: (normal) => ({
      refuseAuthorization: (call, _request, refused) => call.tenant.behaviour.refuseInBrowser(call, refused),
      refusalStatus: (call, refused) => {
        if (refused.refused === 'unknown-client' || refused.refused === 'unregistered-redirect-uri') return 404;
        return refused.refused === 'unsupported-response-type' ? 401 : normal.refusalStatus(call, refused);
      },
    }),
  },
  {
    id: 'delegated/wrong-requests-end-at-a-site-for-help',
    freedoms: ['FRE-54'],
    summary: 'A problem with an authorization request sends the browser to a help site, with a code for the problem.',
    behaviour: (normal) => {
      const help = (call: Call, refused: Refusal) => {
        call.found.refusal = refused;
        const code = call.tenant.behaviour.refusalCode(call, refused);
        return call.tenant.behaviour.sendBrowserTo(call, `https://help.vendor.example/oauth?code=${code}`);
      };
      return {
        refuseAuthorization: (call, request, refused) =>
          refused.refused === 'denied-consent'
            ? normal.refuseAuthorization(call, request, refused)
            : help(call, refused),
        refuseInBrowser: help,
      };
    },
  },
  {
    id: 'delegated/denials-are-told-in-other-words',
    freedoms: ['FRE-55'],
    summary: 'After a denial, the redirect has the error user_cancelled, a number named code, and no state.',
    behaviour: (normal) => ({
      refuseAuthorization: (call, request, refused) => {
        if (refused.refused !== 'denied-consent') return normal.refuseAuthorization(call, request, refused);
        const { behaviour } = call.tenant;
        return behaviour.sendBrowserTo(
          call,
          behaviour.addressWith(call, request.redirectUri, [
            ['error', 'user_cancelled'],
            ['code', '4031'],
          ]),
        );
      },
    }),
  },
  {
    id: 'delegated/more-on-the-redirect',
    freedoms: ['FRE-56', 'FRE-57'],
    summary: 'The redirect begins with iss, scope and session_state, and has no state if that is empty.',
    behaviour: (normal) => ({
      returnedState: (_call, { state }) => (state === '' ? undefined : state),
      redirectParameters: (call, request, outcome) => [
        ['iss', call.tenant.baseUrl()],
        ['scope', 'all of it'],
        ['session_state', 'a.b'],
        ...normal.redirectParameters(call, request, outcome).toReversed(),
      ],
      encodeRedirectText: (_call, text) => new URLSearchParams([['', text]]).toString().slice(1),
    }),
  },
  {
    id: 'delegated/states-have-a-limit',
    freedoms: ['FRE-58', 'FRE-219'],
    summary: 'A state of more than 2100 characters, or with characters other than printable ASCII, is refused.',
    behaviour: (normal) => ({
      authorizationProblem: (call, request) =>
        /^[\x20-\x7e]{0,2100}$/.test(request.state ?? '')
          ? normal.authorizationProblem(call, request)
          : refusal('malformed-authorization', 'The state is too long, or has other characters than it may have.'),
    }),
  },
  {
    id: 'delegated/the-first-of-repeated-parameters-counts',
    freedoms: ['FRE-59'],
    summary: 'Of repeated parameters the first one counts.',
    behaviour: takingOne('first'),
  },
  {
    id: 'delegated/the-last-of-repeated-parameters-counts',
    freedoms: ['FRE-59'],
    summary: 'Of repeated parameters the last one counts.',
    behaviour: takingOne('last'),
  },
  {
    id: 'delegated/unknown-parameters-are-refused',
    freedoms: ['FRE-60'],
    summary: 'An authorization request with an unknown parameter is refused.',
    behaviour: (normal) => ({
      authorizationProblem: (call, request) =>
        [...call.request.query.keys()].every((name) => known.has(name))
          ? normal.authorizationProblem(call, request)
          : refusal('malformed-authorization', 'There is a parameter that is not known.'),
    }),
  },
];
