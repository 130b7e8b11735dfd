import { CONTENT_POLICY } from '../html/document.ts';
import { consentPage, problemPage, signInPage, type ConsentView, type SignInView } from '../html/authorization.ts';
import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import type { Refusal } from '../http/refusal.ts';
import type { User } from '../state/model.ts';
import type { AuthorizationRequest } from './authorization-requests.ts';

/** The answers of the authorization endpoint to browsers: redirects and pages. Most of it is free. */
export interface AuthorizationAnswerBehaviour {
  /** Returns the state for the redirect, or `undefined` for none. */
  readonly returnedState: (call: Call, request: AuthorizationRequest) => string | undefined;
  /** Encodes one name or value for the query of the redirect. */
  readonly encodeRedirectText: (call: Call, text: string) => string;
  /** Returns the redirect URI with these parameters added to its own query, if it has one. */
  readonly addressWith: (call: Call, redirectUri: string, parameters: Parameters) => string;
  /** Returns all parameters of the redirect: the outcome of the request, and the state. */
  readonly redirectParameters: (call: Call, request: AuthorizationRequest, outcome: Parameters) => Parameters;
  readonly redirectStatus: (call: Call) => number;
  /** Redirects the browser, inside the tenant or to an app. */
  readonly sendBrowserTo: (call: Call, location: string, headers?: Answer['headers']) => Answer;
  readonly redirectToApp: (call: Call, request: AuthorizationRequest, outcome: Parameters) => Answer;
  /** Returns the HTML of the sign-in page. */
  readonly signInHtml: (call: Call, view: SignInView) => string;
  readonly consentHtml: (call: Call, view: ConsentView) => string;
  readonly problemHtml: (call: Call, refusal: Refusal) => string;
  readonly pageAnswer: (call: Call, status: number, html: string, headers?: Answer['headers']) => Answer;
  /** Answers with the sign-in page, the first time or after a refused attempt. */
  readonly showSignIn: (
    call: Call,
    request: AuthorizationRequest,
    email: string,
    refused: Refusal | undefined,
  ) => Answer;
  readonly showConsent: (call: Call, request: AuthorizationRequest, user: User) => Answer;
  /** Answers with a refusal as a page of the tenant, without a redirect. */
  readonly refuseInBrowser: (call: Call, refusal: Refusal) => Answer;
}

declare module './behaviour.ts' {
  interface Behaviour extends AuthorizationAnswerBehaviour {}
}

export type Parameters = readonly (readonly [name: string, value: string])[];

const UNSEEN: Answer['headers'] = [
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
];

export const specifiedAuthorizationAnswers: AuthorizationAnswerBehaviour = {
  returnedState: (_call, { state }) => state,

  encodeRedirectText: (_call, text) => encodeURIComponent(text),

  addressWith: (call, redirectUri, parameters) => {
    const encode = (text: string) => call.tenant.behaviour.encodeRedirectText(call, text);
    const added = parameters.map((parameter) => parameter.map(encode).join('=')).join('&');
    const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
    return redirectUri + separator + added;
  },

  redirectParameters: (call, request, outcome) => {
    const state = call.tenant.behaviour.returnedState(call, request);
    return state === undefined ? outcome : [...outcome, ['state', state]];
  },

  redirectStatus: (call) => (call.request.method === 'POST' ? 303 : 302),

  sendBrowserTo: (call, location, headers = []) => ({
    status: call.tenant.behaviour.redirectStatus(call),
    headers: [['Location', location], ...UNSEEN, ...headers],
    body: undefined,
  }),

  redirectToApp: (call, request, outcome) => {
    const { behaviour } = call.tenant;
    const parameters = behaviour.redirectParameters(call, request, outcome);
    return behaviour.sendBrowserTo(call, behaviour.addressWith(call, request.redirectUri, parameters));
  },

  signInHtml: (_call, view) => signInPage(view),

  consentHtml: (_call, view) => consentPage(view),

  problemHtml: (_call, refused) => problemPage('This did not work', refused.detail),

  pageAnswer: (_call, status, html, headers = []) => ({
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', CONTENT_POLICY],
      ['X-Content-Type-Options', 'nosniff'],
      ...UNSEEN,
      ...headers,
    ],
    body: html,
  }),

  showSignIn: (call, request, email, refused) => {
    const { behaviour } = call.tenant;
    const known = behaviour.browserKeyOf(call);
    const browserKey = known ?? behaviour.makeBrowserKey(call);
    if (refused !== undefined) call.found.refusal = refused;
    const html = behaviour.signInHtml(call, {
      appName: request.app.name,
      csrfToken: behaviour.csrfTokenOf(call, browserKey),
      email,
      problem: refused?.detail,
    });
    const cookie = known === undefined ? [behaviour.sessionCookieHeader(call, browserKey)] : [];
    return behaviour.pageAnswer(
      call,
      refused === undefined ? 200 : behaviour.refusalStatus(call, refused),
      html,
      cookie,
    );
  },

  showConsent: (call, request, user) => {
    const { behaviour } = call.tenant;
    const html = behaviour.consentHtml(call, {
      appName: request.app.name,
      userName: user.name,
      email: user.email,
      destination: new URL(request.redirectUri).host,
      csrfToken: behaviour.csrfTokenOf(call, behaviour.browserKeyOf(call) ?? ''),
    });
    return behaviour.pageAnswer(call, 200, html);
  },

  refuseInBrowser: (call, refused) => {
    const { behaviour } = call.tenant;
    call.found.refusal = refused;
    return behaviour.pageAnswer(call, behaviour.refusalStatus(call, refused), behaviour.problemHtml(call, refused));
  },
};
