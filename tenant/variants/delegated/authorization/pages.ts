import type { Call } from '../../../call.ts';
import type { Answer } from '../../../http/message.ts';
import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { Variant } from '../../variant.ts';

/** Returns a page between sign-in and consent on which the user decides nothing. */
function noticePage(call: Call): Answer {
  const { behaviour } = call.tenant;
  const csrf = behaviour.csrfTokenOf(call, behaviour.browserKeyOf(call) ?? '');
  return behaviour.pageAnswer(
    call,
    200,
    `<!doctype html><title>Welcome</title><form method="post"><input type="hidden" name="step" value="notice">` +
      `<input type="hidden" name="csrf" value="${csrf}"><button type="submit" name="next" value="on">Go on</button></form>`,
  );
}

/** Variants of the pages between the authorization endpoint and the redirect. */
export const pageVariants: readonly Variant[] = [
  {
    id: 'delegated/consent-is-asked-again-after-a-sign-in',
    freedoms: ['FRE-72'],
    summary: 'A consent counts in the browser session in which it was given.',
    behaviour: (normal) => {
      const given = new Set<string>();
      const keyOf = (call: Call, userId: string, appId: string) =>
        `${call.tenant.behaviour.browserKeyOf(call) ?? ''} ${userId} ${appId}`;
      return {
        rememberConsent: (call, user, app) => {
          given.add(keyOf(call, user.id, app.id));
          normal.rememberConsent(call, user, app);
        },
        hasConsented: (call, user, app) =>
          given.has(keyOf(call, user.id, app.id)) && normal.hasConsented(call, user, app),
      };
    },
  },
  {
    id: 'delegated/a-denial-counts-for-its-session',
    freedoms: ['FRE-55', 'FRE-230'],
    // LIF-38 is also checked with users who have just denied
    warnings: ['LIF-38'],
    summary:
      'A user who denied an app is not asked again in the same browser session, but is shown that they denied it.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      const keyOf = (call: Call, userId: string, appId: string) =>
        `${call.tenant.behaviour.browserKeyOf(call) ?? ''} ${userId} ${appId}`;
      return {
        rememberDenial: (call, user, app) => {
          denied.add(keyOf(call, user.id, app.id));
          normal.rememberDenial(call, user, app);
        },
        showConsent: (call, request, user) =>
          denied.has(keyOf(call, user.id, request.app.id))
            ? call.tenant.behaviour.refuseInBrowser(call, refusal('denied-consent', 'You denied this app.'))
            : normal.showConsent(call, request, user),
      };
    },
  },
  {
    id: 'delegated/sign-in-and-consent-on-one-page',
    freedoms: ['FRE-77', 'FRE-72'],
    summary: 'A user who signs in also decides on consent on the same page, even if they consented before.',
    behaviour: (normal) => ({
      signInHtml: (call, view) =>
        normal
          .signInHtml(call, view)
          .replace(
            '<button class="main" type="submit">Sign in</button>',
            '<button class="main" type="submit" name="decision" value="allow">Sign in and allow</button>' +
              '<button type="submit" name="decision" value="deny">Sign in and deny</button>',
          ),
      answerSignIn: (call, request, form) => {
        const { behaviour } = call.tenant;
        const user = behaviour.userWhoSignsIn(call, form.get('email') ?? '', form.get('password') ?? '');
        if (isRefusal(user)) return normal.answerSignIn(call, request, form);
        const cookie = behaviour.sessionCookieHeader(call, behaviour.beginSession(call, user).value);
        const answer = behaviour.answerDecision(call, request, user, form.get('decision'));
        return { ...answer, headers: [...answer.headers, cookie] };
      },
    }),
  },
  {
    id: 'delegated/a-notice-before-consent',
    freedoms: ['FRE-77'],
    summary: 'Between sign-in and consent there is a page on which the user only continues.',
    behaviour: (normal) => {
      const left = new Set<string>();
      return {
        showConsent: (call, request, user) =>
          left.has(call.tenant.behaviour.browserKeyOf(call) ?? '')
            ? normal.showConsent(call, request, user)
            : noticePage(call),
        answerPageForm: (call, request) => {
          const { behaviour } = call.tenant;
          const form = behaviour.readPageForm(call);
          if (form.get('step') !== 'notice') return normal.answerPageForm(call, request);
          left.add(behaviour.browserKeyOf(call) ?? '');
          return behaviour.sendBrowserTo(call, call.request.target);
        },
      };
    },
  },
  {
    id: 'delegated/sign-in-in-two-steps',
    freedoms: ['FRE-77', 'FRE-79'],
    summary: 'After the password, the user has to confirm a second step on a separate page.',
    behaviour: (normal) => {
      const confirmed = new Set<string>();
      return {
        showNext: (call, request) => {
          const key = call.tenant.behaviour.browserKeyOf(call) ?? '';
          const isSignedIn = call.tenant.behaviour.signedInUser(call) !== undefined;
          return isSignedIn && !confirmed.has(key) ? noticePage(call) : normal.showNext(call, request);
        },
        answerPageForm: (call, request) => {
          const { behaviour } = call.tenant;
          if (behaviour.readPageForm(call).get('step') !== 'notice') return normal.answerPageForm(call, request);
          confirmed.add(behaviour.browserKeyOf(call) ?? '');
          return behaviour.sendBrowserTo(call, call.request.target);
        },
      };
    },
  },
];
