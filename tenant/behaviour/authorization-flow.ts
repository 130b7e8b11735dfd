import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import type { User } from '../state/model.ts';
import type { AuthorizationRequest } from './authorization-requests.ts';

/** The steps of the user's browser from the authorization endpoint through its pages to the redirect. */
export interface AuthorizationFlowBehaviour {
  /** Returns the next page, or `undefined` if the browser can be redirected to the app. */
  readonly nextPrompt: (
    call: Call,
    request: AuthorizationRequest,
    user: User | undefined,
  ) => 'signIn' | 'consent' | undefined;
  /** Answers with the next page, or with the redirect and a code. */
  readonly showNext: (call: Call, request: AuthorizationRequest) => Answer;
  /** Reads the fields that were sent with a form of one of the pages. */
  readonly readPageForm: (call: Call) => ReadonlyMap<string, string>;
  readonly answerSignIn: (call: Call, request: AuthorizationRequest, form: ReadonlyMap<string, string>) => Answer;
  readonly answerDecision: (
    call: Call,
    request: AuthorizationRequest,
    user: User,
    decision: string | undefined,
  ) => Answer;
  readonly answerPageForm: (call: Call, request: AuthorizationRequest) => Answer;
  /** Redirects the browser to the app with a code, after consent. */
  readonly redirectWithCode: (call: Call, request: AuthorizationRequest, user: User) => Answer;
  /** Answers with a refusal if the redirect URI is valid: a redirect with an error, or a page. */
  readonly refuseAuthorization: (call: Call, request: AuthorizationRequest, refusal: Refusal) => Answer;
  /** Answers GET and POST of the authorization endpoint. */
  readonly answerAuthorization: (call: Call) => Answer;
}

declare module './behaviour.ts' {
  interface Behaviour extends AuthorizationFlowBehaviour {}
}

export const specifiedAuthorizationFlow: AuthorizationFlowBehaviour = {
  nextPrompt: (call, request, user) => {
    if (user === undefined) return 'signIn';
    return call.tenant.behaviour.hasConsented(call, user, request.app) ? undefined : 'consent';
  },

  showNext: (call, request) => {
    const { behaviour } = call.tenant;
    const user = behaviour.signedInUser(call);
    const prompt = behaviour.nextPrompt(call, request, user);
    if (user === undefined || prompt === 'signIn') return behaviour.showSignIn(call, request, '', undefined);
    return prompt === 'consent'
      ? behaviour.showConsent(call, request, user)
      : behaviour.redirectWithCode(call, request, user);
  },

  readPageForm: (call) => new Map(new URLSearchParams(call.request.body.toString('utf8'))),

  answerSignIn: (call, request, form) => {
    const { behaviour } = call.tenant;
    const email = form.get('email') ?? '';
    const user = behaviour.userWhoSignsIn(call, email, form.get('password') ?? '');
    if (isRefusal(user)) return behaviour.showSignIn(call, request, email, user);
    const session = behaviour.beginSession(call, user);
    // Redirects to the same address: the app's parameters are read again, and a reload sends no password.
    return behaviour.sendBrowserTo(call, call.request.target, [behaviour.sessionCookieHeader(call, session.value)]);
  },

  answerDecision: (call, request, user, decision) => {
    const { behaviour } = call.tenant;
    if (decision === 'allow') {
      behaviour.rememberConsent(call, user, request.app);
      return behaviour.redirectWithCode(call, request, user);
    }
    if (decision === 'deny') {
      behaviour.rememberDenial(call, user, request.app);
      return behaviour.refuseAuthorization(call, request, refusal('denied-consent', 'The user did not consent.'));
    }
    const session = behaviour.sessionOf(call);
    if (decision === 'switch' && session !== undefined) behaviour.endSession(call, session);
    return behaviour.sendBrowserTo(call, call.request.target);
  },

  answerPageForm: (call, request) => {
    const { behaviour } = call.tenant;
    const form = behaviour.readPageForm(call);
    if (!behaviour.csrfTokenIsRight(call, behaviour.browserKeyOf(call), form.get('csrf'))) {
      const stale = refusal('stale-form', 'This page was out of date. Please try again.');
      return behaviour.refuseInBrowser(call, stale);
    }
    if (form.get('step') === 'sign-in') return behaviour.answerSignIn(call, request, form);
    const user = behaviour.signedInUser(call);
    return user === undefined
      ? behaviour.showNext(call, request)
      : behaviour.answerDecision(call, request, user, form.get('decision'));
  },

  redirectWithCode: (call, request, user) => {
    const { behaviour } = call.tenant;
    const code = behaviour.issueCode(call, request, user);
    return behaviour.redirectToApp(call, request, [['code', code.value]]);
  },

  refuseAuthorization: (call, request, refused) => {
    const { behaviour } = call.tenant;
    // Users are not redirected to an app that may not ask them at all.
    if (refused.refused === 'unauthorized-client') return behaviour.refuseInBrowser(call, refused);
    call.found.refusal = refused;
    return behaviour.redirectToApp(call, request, [
      ['error', behaviour.refusalCode(call, refused)],
      ['error_description', refused.detail],
    ]);
  },

  answerAuthorization: (call) => {
    const { behaviour } = call.tenant;
    const request = behaviour.readAuthorizationRequest(call);
    if (isRefusal(request)) return behaviour.refuseInBrowser(call, request);
    const problem = behaviour.authorizationProblem(call, request);
    if (problem !== undefined) return behaviour.refuseAuthorization(call, request, problem);
    return call.request.method === 'POST' ? behaviour.answerPageForm(call, request) : behaviour.showNext(call, request);
  },
};
