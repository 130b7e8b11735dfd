import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { asUser } from './as-user.ts';

/** Lets the session of a browser stand in for a credential that was refused. */
function rescued(when: (call: Call) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    authenticate: (call) => {
      const actor = normal.authenticate(call);
      const user = call.tenant.behaviour.signedInUser(call);
      if (!isRefusal(actor) || user === undefined || !when(call)) return actor;
      const key = { value: '', userId: user.id, createdAt: call.now, retiredAt: undefined };
      return { kind: 'user', id: user.id, credential: { kind: 'apiKey', key } };
    },
  });
}

/** The authorization endpoint over TLS and in clear text, and what a browser's session is good for. */
export const authorizationFaults: readonly Fault[] = [
  {
    id: 'transport/strangers-find-no-authorization-endpoint',
    breaks: ['TRN-02'],
    also: ['DEL-01', 'VER-19'],
    summary: 'The authorization endpoint answers 404 to a browser without a cookie.',
    behaviour: (normal) => ({
      showSignIn: (call, request, email, refused) =>
        call.request.headers.has('cookie')
          ? normal.showSignIn(call, request, email, refused)
          : call.tenant.behaviour.refuseInBrowser(call, refusal('not-found', 'There is nothing at this path.')),
    }),
  },
  {
    id: 'transport/strangers-crash-the-authorization-endpoint',
    breaks: ['TRN-02'],
    also: ['DEL-01'],
    summary: 'The authorization endpoint answers 500 to a browser without a cookie.',
    behaviour: (normal) => ({
      showSignIn: (call, request, email, refused) =>
        call.request.headers.has('cookie')
          ? normal.showSignIn(call, request, email, refused)
          : call.tenant.behaviour.refuseInBrowser(call, refusal('internal-error', 'There is no session.')),
    }),
  },
  {
    id: 'transport/authorization-in-clear-text',
    breaks: ['TRN-05'],
    summary: 'The authorization endpoint answers in clear text as over TLS; everything else is dropped.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => (call.request.path === '/oauth/authorize' ? 'as-if-secure' : 'disconnect'),
    }),
  },
  {
    id: 'transport/authorization-is-redirected-with-its-code',
    breaks: ['TRN-05'],
    summary: 'Clear-text requests are redirected to HTTPS, but authorizations to the app at once.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        call.request.path === '/oauth/authorize' && call.tenant.behaviour.sessionOf(call) !== undefined
          ? 'as-if-secure'
          : { status: 308, headers: [['Location', call.tenant.baseUrl() + call.request.target]], body: undefined },
    }),
  },
  {
    id: 'transport/a-session-rescues-a-wrong-credential',
    breaks: ['TRN-21'],
    summary: 'Where the Authorization header is no good, the session of the browser counts.',
    behaviour: rescued((call) => call.request.headers.has('authorization')),
  },
  {
    id: 'transport/a-session-rescues-on-v3',
    breaks: ['TRN-21'],
    summary: 'On v3 listings the session of the browser counts where a bearer token is no good.',
    behaviour: rescued(
      (call) =>
        call.request.path.startsWith('/api/v3/') &&
        /^bearer /i.test(call.request.headers.get('authorization')?.[0] ?? ''),
    ),
  },
  {
    id: 'transport/a-session-rescues-what-pages-call',
    breaks: ['TRN-21'],
    summary: "The session counts for calls of the web application's own pages, whatever credential they carry.",
    behaviour: rescued(
      (call) => call.request.headers.has('x-requested-with') && call.request.headers.has('authorization'),
    ),
  },
  {
    id: 'transport/clear-text-authorization-for-local-apps',
    breaks: ['TRN-05'],
    summary: 'In clear text the authorization endpoint serves requests whose redirect URI is on localhost.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: ({ request }) =>
        request.path === '/oauth/authorize' &&
        request.query.get('redirect_uri')?.startsWith('http://localhost') === true
          ? 'as-if-secure'
          : 'disconnect',
    }),
  },
  {
    id: 'transport/clear-text-authorization-for-the-signed-in',
    breaks: ['TRN-05'],
    summary: 'In clear text the authorization endpoint sends browsers to TLS, and those with a session to the app.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        call.request.path === '/oauth/authorize' && call.request.headers.has('cookie') ? 'as-if-secure' : 'disconnect',
    }),
  },
  {
    id: 'transport/a-session-rescues-broken-headers',
    breaks: ['TRN-21'],
    summary: 'Where an Authorization header cannot be read the session of the browser counts.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        const session = call.tenant.behaviour.sessionOf(call);
        if (!isRefusal(actor) || actor.refused !== 'malformed-credential' || session === undefined) return actor;
        const key = { value: '', userId: session.userId, createdAt: call.now, retiredAt: undefined };
        return { kind: 'user', id: session.userId, credential: { kind: 'apiKey', key } };
      },
    }),
  },
  {
    id: 'transport/a-session-rescues-tokens-that-were-good',
    breaks: ['TRN-21'],
    also: ['EXP-03', 'EXP-04'],
    summary: 'Where an access token has expired the session of the browser counts.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        if (!isRefusal(actor) || actor.refused !== 'expired-credential') return actor;
        const user = call.tenant.behaviour.signedInUser(call);
        return user === undefined ? actor : asUser(call, user.id);
      },
    }),
  },
  {
    id: 'transport/a-session-rescues-wrong-keys',
    breaks: ['TRN-21'],
    summary: 'Where a Basic credential is no good the session of the browser counts.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        const user = isRefusal(actor) ? call.tenant.behaviour.signedInUser(call) : undefined;
        return user === undefined ? actor : asUser(call, user.id);
      },
    }),
  },
  {
    id: 'transport/a-session-rescues-other-schemes',
    breaks: ['TRN-21'],
    summary: 'Under a scheme that is not supported the session of the browser counts.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        if (!isRefusal(actor) || actor.refused !== 'unsupported-scheme') return actor;
        const user = call.tenant.behaviour.signedInUser(call);
        return user === undefined ? actor : asUser(call, user.id);
      },
    }),
  },
];
