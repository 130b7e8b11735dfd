import type { Call } from '../../call.ts';
import type { Answer } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AuthorizationRequest } from '../../behaviour/authorization-requests.ts';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Variant } from '../variant.ts';

const signInPath = '/session/new';

/** Returns the call to the authorization endpoint that the user left to sign in. */
function interrupted(call: Call): Call {
  const target = call.request.query.get('return_to') ?? '';
  const question = target.includes('?') ? target.indexOf('?') : target.length;
  return {
    ...call,
    request: {
      ...call.request,
      target,
      path: target.slice(0, question),
      query: new URLSearchParams(target.slice(question + 1)),
    },
  };
}

/** Answers on the one sign-in page, for every destination. */
function answerAtSignIn(call: Call, normal: Behaviour): Answer {
  const { behaviour } = call.tenant;
  const before = interrupted(call);
  const request = behaviour.readAuthorizationRequest(before);
  if (isRefusal(request)) return behaviour.refuseInBrowser(call, request);
  if (call.request.method === 'GET') return normal.showSignIn(before, request, '', undefined);
  const form = behaviour.readPageForm(call);
  return behaviour.csrfTokenIsRight(call, behaviour.browserKeyOf(call), form.get('csrf'))
    ? answerForm(before, request, form, normal)
    : behaviour.refuseInBrowser(call, refusal('stale-form', 'This page was out of date.'));
}

function answerForm(
  before: Call,
  request: AuthorizationRequest,
  form: ReadonlyMap<string, string>,
  normal: Behaviour,
): Answer {
  const { behaviour } = before.tenant;
  const email = form.get('email') ?? '';
  const user = behaviour.userWhoSignsIn(before, email, form.get('password') ?? '');
  if (isRefusal(user)) return normal.showSignIn(before, request, email, user);
  const session = behaviour.beginSession(before, user);
  return behaviour.sendBrowserTo(before, before.request.target, [behaviour.sessionCookieHeader(before, session.value)]);
}

/** Variants of the pages before the redirect, and of the redirect to the app. */
export const authorizationPageVariants: readonly Variant[] = [
  {
    id: 'delegated/sign-in-at-an-address-of-its-own',
    freedoms: ['FRE-53', 'FRE-77', 'FRE-79'],
    summary: 'A user who is not signed in is redirected to a sign-in page, and back to the authorization endpoint.',
    behaviour: (normal) => ({
      routes: (paths) => [
        ...normal.routes(paths),
        ...['GET', 'POST'].map((method) => ({
          method,
          path: signInPath,
          part: 'browser' as const,
          answer: (call: Call) => answerAtSignIn(call, normal),
        })),
      ],
      showSignIn: (call) =>
        call.tenant.behaviour.sendBrowserTo(call, `${signInPath}?return_to=${encodeURIComponent(call.request.target)}`),
    }),
  },
  {
    id: 'delegated/redirects-end-in-a-fragment',
    freedoms: ['FRE-53', 'FRE-56'],
    summary: 'Redirects end in an empty fragment, so that browsers do not carry over another one.',
    behaviour: (normal) => ({
      addressWith: (call, redirectUri, parameters) => `${normal.addressWith(call, redirectUri, parameters)}#_=_`,
    }),
  },
  {
    id: 'delegated/the-state-comes-before-the-code',
    freedoms: ['FRE-56'],
    summary: 'On the redirect the state comes first, and the code is between parameters with similar names.',
    behaviour: (normal) => ({
      redirectParameters: (call, request, outcome) => [
        ...normal.redirectParameters(call, request, []),
        ['code_type', 'authorization'],
        ...outcome,
        ['state_length', String(request.state?.length ?? 0)],
        ['error_count', '0'],
      ],
    }),
  },
];
