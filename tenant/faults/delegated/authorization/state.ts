import type { AuthorizationRequest } from '../../../behaviour/authorization-requests.ts';
import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Call } from '../../../call.ts';
import { refusal } from '../../../http/refusal.ts';
import type { AuthorizationCode } from '../../../state/delegated.ts';
import type { Fault } from '../../fault.ts';

/** Returns another state than was sent; nothing where nothing was sent. */
function changing(change: (state: string, call: Call) => string | undefined) {
  return (): Partial<Behaviour> => ({
    returnedState: (call, { state }) => (state === undefined ? undefined : change(state, call)),
  });
}

function decodedOnceMore(state: string): string {
  try {
    return decodeURIComponent(state);
  } catch {
    return state;
  }
}

/** What becomes of the state on its way through the pages. */
export const stateFaults: readonly Fault[] = [
  {
    id: 'delegated/plus-signs-in-the-state-are-not-encoded',
    breaks: ['DEL-02'],
    also: ['DEL-03'],
    summary: 'The redirect writes a plus sign as it is, which every app reads as a blank.',
    behaviour: (normal) => ({
      encodeRedirectText: (call, text) => normal.encodeRedirectText(call, text).replaceAll('%2B', '+'),
    }),
  },
  {
    id: 'delegated/states-are-decoded-once-more',
    breaks: ['DEL-02'],
    summary: 'A state is percent-decoded a second time, where that can be done.',
    behaviour: changing(decodedOnceMore),
  },
  {
    id: 'delegated/states-are-encoded-once-more',
    breaks: ['DEL-02'],
    also: ['DEL-03'],
    summary: 'A state is percent-encoded before it is put on the redirect, which encodes it again.',
    behaviour: changing((state) => encodeURIComponent(state)),
  },
  {
    id: 'delegated/states-are-trimmed',
    breaks: ['DEL-02'],
    summary: 'Blanks at the ends of a state are cut off.',
    behaviour: changing((state) => state.trim()),
  },
  {
    id: 'delegated/states-are-lower-cased-after-a-sign-in',
    breaks: ['DEL-02'],
    also: ['DEL-03'],
    summary: 'A state comes back in lower case where the code is given by the answer to a form.',
    behaviour: changing((state, call) => (call.request.method === 'POST' ? state.toLowerCase() : state)),
  },
  {
    id: 'delegated/states-are-cleaned-of-markup',
    breaks: ['DEL-02'],
    summary: 'What looks like a tag is taken out of a state.',
    behaviour: changing((state) => state.replaceAll(/<[^<>]*>/g, '')),
  },
  {
    id: 'delegated/states-end-at-a-quotation-mark-in-a-form',
    breaks: ['DEL-02'],
    summary: 'A state that travels through a form ends at its first quotation mark.',
    behaviour: changing((state, call) => (call.request.method === 'POST' ? state.replace(/".*$/s, '') : state)),
  },
  {
    id: 'delegated/states-end-at-a-semicolon',
    breaks: ['DEL-02'],
    summary: 'A semicolon in a state is taken for the end of the parameter.',
    behaviour: changing((state) => state.replace(/;.*$/s, '')),
  },
  {
    id: 'delegated/numeric-states-are-numbers',
    breaks: ['DEL-02'],
    summary: 'A state that is written as a number comes back as that number is usually written.',
    behaviour: changing((state) => (/^-?\d+(?:\.\d+)?(?:e\d+)?$/i.test(state) ? String(Number(state)) : state)),
  },
  {
    id: 'delegated/states-beyond-ascii-are-mangled',
    breaks: ['DEL-02'],
    summary: 'The octets of a state beyond ASCII are read as Latin-1.',
    behaviour: changing((state) => Buffer.from(state, 'utf8').toString('latin1')),
  },
  {
    id: 'delegated/states-keep-255-characters',
    breaks: ['DEL-02', 'DEL-03'],
    summary: 'A state is cut to 255 characters.',
    behaviour: changing((state) => state.slice(0, 255)),
  },
  {
    id: 'delegated/states-keep-a-kilobyte',
    breaks: ['DEL-03'],
    summary: 'A state is cut to 1024 characters.',
    behaviour: changing((state) => state.slice(0, 1024)),
  },
  {
    id: 'delegated/states-over-two-thousand-octets-are-refused',
    breaks: ['DEL-03'],
    summary: 'An authorization request with a state of 2000 characters or more is refused.',
    behaviour: (normal) => ({
      authorizationProblem: (call, request) =>
        (request.state?.length ?? 0) >= 2000
          ? refusal('malformed-authorization', 'The state is too long.')
          : normal.authorizationProblem(call, request),
    }),
  },
  {
    id: 'delegated/the-state-is-lost-at-sign-in',
    breaks: ['DEL-02'],
    also: ['DEL-03'],
    summary: 'After a sign-in the browser comes back to the authorization endpoint without the state.',
    behaviour: (normal) => ({
      answerSignIn: (call, request, form) => {
        const answer = normal.answerSignIn(call, request, form);
        const headers = answer.headers.map(([name, value]) =>
          name === 'Location' ? ([name, value.replace(/([?&])state=[^&]*/, '$1')] as const) : ([name, value] as const),
        );
        return { ...answer, headers };
      },
    }),
  },
  {
    id: 'delegated/the-last-state-of-the-browser-comes-back',
    breaks: ['DEL-04'],
    summary: 'An authorization without state comes back with the state that the same browser sent before.',
    behaviour: () => {
      const last = new Map<string, string>();
      return {
        returnedState: (call, { state }) => {
          const browser = call.tenant.behaviour.browserKeyOf(call) ?? '';
          if (state !== undefined) last.set(browser, state);
          return state ?? last.get(browser);
        },
      };
    },
  },
  {
    id: 'delegated/a-missing-state-comes-back-empty',
    breaks: ['DEL-04'],
    summary: 'An authorization without state comes back with an empty one.',
    behaviour: () => ({ returnedState: (_call, { state }) => state ?? '' }),
  },
  {
    id: 'delegated/a-missing-state-is-made-up',
    breaks: ['DEL-04'],
    summary: 'An authorization without state comes back with the text undefined, where the user had to sign in.',
    behaviour: () => ({
      returnedState: (call, { state }) => (call.request.method === 'POST' ? String(state) : state),
    }),
  },
  {
    id: 'delegated/a-state-is-required',
    breaks: ['DEL-05'],
    summary: 'An authorization request without state is refused.',
    behaviour: (normal) => ({
      authorizationProblem: (call, request) =>
        request.state === undefined
          ? refusal('malformed-authorization', 'The parameter state is missing.')
          : normal.authorizationProblem(call, request),
    }),
  },
  {
    id: 'delegated/codes-of-requests-without-state-are-worthless',
    breaks: ['DEL-05'],
    also: ['DEL-27', 'TOK-01'],
    summary: 'A code that was given without a state cannot be exchanged.',
    behaviour: (normal) => {
      const stateless = new WeakSet<AuthorizationCode>();
      return {
        issueCode: (call, request: AuthorizationRequest, user) => {
          const code = normal.issueCode(call, request, user);
          if (request.state === undefined) stateless.add(code);
          return code;
        },
        codeIsBarred: (call, code) =>
          stateless.has(code) ? refusal('unknown-code', 'The code has no state.') : normal.codeIsBarred(call, code),
      };
    },
  },
  {
    id: 'delegated/a-state-is-kept-for-its-app',
    breaks: ['DEL-02'],
    summary:
      'While users sign in the state is kept with the app, so that of several who come together the last one counts.',
    behaviour: (normal) => {
      const kept = new Map<string, string | undefined>();
      return {
        showSignIn: (call, request, email, refused) => {
          kept.set(request.app.id, request.state);
          return normal.showSignIn(call, request, email, refused);
        },
        redirectWithCode: (call, request, user) => {
          const asked = call.request.method === 'POST' && kept.has(request.app.id);
          return normal.redirectWithCode(call, asked ? { ...request, state: kept.get(request.app.id) } : request, user);
        },
      };
    },
  },
  {
    id: 'delegated/the-state-of-the-consent-comes-back',
    breaks: ['DEL-02'],
    summary: 'Where nobody has to be asked, the state that came with the consent comes back.',
    behaviour: (normal) => {
      const first = new Map<string, string>();
      return {
        rememberConsent: (call, user, app) => {
          const state = call.request.query.get('state');
          if (state !== null) first.set(`${user.id} ${app.id}`, state);
          normal.rememberConsent(call, user, app);
        },
        returnedState: (call, request) => {
          const user = call.request.method === 'GET' ? call.tenant.behaviour.signedInUser(call) : undefined;
          const state = normal.returnedState(call, request);
          return state === undefined ? undefined : (first.get(`${user?.id} ${request.app.id}`) ?? state);
        },
      };
    },
  },
  {
    id: 'delegated/a-state-comes-back-once',
    breaks: ['DEL-02'],
    summary: 'A state that an app has sent before does not come back.',
    behaviour: (normal) => {
      const known = new Set<string>();
      return {
        returnedState: (call, request) => {
          const sent = normal.returnedState(call, request);
          const again = known.has(`${request.app.id} ${sent}`);
          known.add(`${request.app.id} ${sent}`);
          return again ? undefined : sent;
        },
      };
    },
  },
  {
    id: 'delegated/long-states-are-lost-when-a-page-is-shown',
    breaks: ['DEL-03'],
    also: ['DEL-02'],
    summary: 'A state waits in a cookie while the user answers a page, and does not fit where it has 1200 characters.',
    behaviour: (normal) => ({
      returnedState: (call, request) => {
        const state = normal.returnedState(call, request);
        return call.request.method === 'POST' && (state?.length ?? 0) >= 1200 ? undefined : state;
      },
    }),
  },
];
