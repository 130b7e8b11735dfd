import type { AuthorizationRequest } from '../../../behaviour/authorization-requests.ts';
import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Call } from '../../../call.ts';
import { refusal } from '../../../http/refusal.ts';
import type { AuthorizationCode } from '../../../state/delegated.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { becomes, replaceIf } from '../../operators/rules.ts';

/** Returns a deviation that changes the returned state. A request without state still gets none. */
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

/** Faults in how the tenant carries the state through its pages and returns it. */
export const stateFaults: readonly Fault[] = [
  ...breaking('DEL-02', {
    'plus-signs-in-the-state-are-not-encoded': [
      becomes('encodeRedirectText', (right) => right.replaceAll('%2B', '+')),
      'The redirect does not encode a plus sign in the state, so that every app reads a blank.',
      ['DEL-03'],
    ],
    'states-are-decoded-once-more': [
      changing(decodedOnceMore),
      'A state is percent-decoded a second time, if that is possible.',
    ],
    'states-are-encoded-once-more': [
      changing((state) => encodeURIComponent(state)),
      'A state is percent-encoded before it is put on the redirect, which encodes it again.',
      ['DEL-03'],
    ],
    'states-are-trimmed': [changing((state) => state.trim()), 'Blanks at the ends of a state are cut off.'],
    'states-are-lower-cased-after-a-sign-in': [
      changing((state, call) => (call.request.method === 'POST' ? state.toLowerCase() : state)),
      'If the user has to answer a form, the state comes back in lower case.',
      ['DEL-03'],
    ],
    'states-are-cleaned-of-markup': [
      changing((state) => state.replaceAll(/<[^<>]*>/g, '')),
      'The tenant removes text that looks like a tag from a state.',
    ],
    'states-end-at-a-quotation-mark-in-a-form': [
      changing((state, call) => (call.request.method === 'POST' ? state.replace(/".*$/s, '') : state)),
      'A state that travels through a form ends at its first quotation mark.',
    ],
    'states-end-at-a-semicolon': [
      changing((state) => state.replace(/;.*$/s, '')),
      'A semicolon in a state is taken for the end of the parameter.',
    ],
    'numeric-states-are-numbers': [
      changing((state) => (/^-?\d+(?:\.\d+)?(?:e\d+)?$/i.test(state) ? String(Number(state)) : state)),
      'A state that is written as a number comes back in the usual notation of that number.',
    ],
    'states-beyond-ascii-are-mangled': [
      changing((state) => Buffer.from(state, 'utf8').toString('latin1')),
      'The octets of a state beyond ASCII are read as Latin-1.',
    ],
    'the-state-is-lost-at-sign-in': [
      becomes('answerSignIn', (answer) => {
        const headers = answer.headers.map(([name, value]) =>
          name === 'Location' ? ([name, value.replace(/([?&])state=[^&]*/, '$1')] as const) : ([name, value] as const),
        );
        return { ...answer, headers };
      }),
      'After a sign-in the browser comes back to the authorization endpoint without the state.',
      ['DEL-03'],
    ],
    'a-state-is-kept-for-its-app': [
      (normal) => {
        const kept = new Map<string, string | undefined>();
        return {
          showSignIn: (call, request, email, refused) => {
            kept.set(request.app.id, request.state);
            return normal.showSignIn(call, request, email, refused);
          },
          redirectWithCode: (call, request, user) => {
            const asked = call.request.method === 'POST' && kept.has(request.app.id);
            return normal.redirectWithCode(
              call,
              asked ? { ...request, state: kept.get(request.app.id) } : request,
              user,
            );
          },
        };
      },
      'During sign-in the tenant keeps one state for each app: that of the last request comes back to all users.',
    ],
    'the-state-of-the-consent-comes-back': [
      (normal) => {
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
      'If neither sign-in nor consent is needed, the state of the request in which the user consented comes back.',
    ],
    'a-state-comes-back-once': [
      (normal) => {
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
      'A state that an app has sent before does not come back.',
    ],
  }),
  ...breaking(['DEL-02', 'DEL-03'], {
    'states-keep-255-characters': [changing((state) => state.slice(0, 255)), 'A state is cut to 255 characters.'],
  }),
  ...breaking('DEL-03', {
    'states-keep-a-kilobyte': [changing((state) => state.slice(0, 1024)), 'A state is cut to 1024 characters.'],
    'states-over-two-thousand-octets-are-refused': [
      replaceIf(
        'authorizationProblem',
        (_call, request) => (request.state?.length ?? 0) >= 2000,
        () => refusal('malformed-authorization', 'The state is too long.'),
      ),
      'An authorization request with a state of 2000 characters or more is refused.',
    ],
    'long-states-are-lost-when-a-page-is-shown': [
      becomes('returnedState', (state, call) =>
        call.request.method === 'POST' && (state?.length ?? 0) >= 1200 ? undefined : state,
      ),
      'The tenant keeps the state in a cookie while the user answers a page, and loses a state of 1200 characters or more.',
      ['DEL-02'],
    ],
  }),
  ...breaking('DEL-04', {
    'the-last-state-of-the-browser-comes-back': [
      () => {
        const last = new Map<string, string>();
        return {
          returnedState: (call, { state }) => {
            const browser = call.tenant.behaviour.browserKeyOf(call) ?? '';
            if (state !== undefined) last.set(browser, state);
            return state ?? last.get(browser);
          },
        };
      },
      'An authorization without state comes back with the state that the same browser sent before.',
    ],
    'a-missing-state-comes-back-empty': [
      () => ({ returnedState: (_call, { state }) => state ?? '' }),
      'An authorization without state comes back with an empty one.',
    ],
    'a-missing-state-is-made-up': [
      () => ({
        returnedState: (call, { state }) => (call.request.method === 'POST' ? String(state) : state),
      }),
      'If the user has to answer a form, an authorization without state comes back with the text undefined as its state.',
    ],
  }),
  ...breaking('DEL-05', {
    'a-state-is-required': [
      replaceIf(
        'authorizationProblem',
        (_call, request) => request.state === undefined,
        () => refusal('malformed-authorization', 'The parameter state is missing.'),
      ),
      'An authorization request without state is refused.',
    ],
    'codes-of-requests-without-state-are-worthless': [
      (normal) => {
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
      'A code that was given without a state cannot be exchanged.',
      ['DEL-27', 'TOK-01'],
    ],
  }),
];
