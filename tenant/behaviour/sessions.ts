import { createHmac } from 'node:crypto';
import type { Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import { sameSecret } from '../secrets.ts';
import type { Session } from '../state/delegated.ts';
import type { User } from '../state/model.ts';

/** Sign-in and sessions of browsers. The way to sign in and the length of a session are free. */
export interface SessionBehaviour {
  readonly sessionCookie: (call: Call) => string;
  /** Returns the key that the browser sends with each page, signed in or not: the value of the cookie. */
  readonly browserKeyOf: (call: Call) => string | undefined;
  readonly makeBrowserKey: (call: Call) => string;
  /** Returns the Set-Cookie header that gives the browser this key. */
  readonly sessionCookieHeader: (call: Call, browserKey: string) => readonly [name: string, value: string];
  /** Returns a text that only a page of the tenant in this browser can know. */
  readonly csrfTokenOf: (call: Call, browserKey: string) => string;
  readonly csrfTokenIsRight: (call: Call, browserKey: string | undefined, sent: string | undefined) => boolean;
  readonly userWhoSignsIn: (call: Call, email: string, password: string) => User | Refusal;
  /** Signs a user in, under a new browser key. */
  readonly beginSession: (call: Call, user: User) => Session;
  readonly endSession: (call: Call, session: Session) => void;
  /** Returns the length of a session, in seconds. */
  readonly sessionLifetime: (call: Call, session: Session) => number;
  readonly sessionHasExpired: (call: Call, session: Session) => boolean;
  readonly sessionOf: (call: Call) => Session | undefined;
  /** Returns the user of the session. */
  readonly signedInUser: (call: Call) => User | undefined;
}

declare module './behaviour.ts' {
  interface Behaviour extends SessionBehaviour {}
}

export const specifiedSessions: SessionBehaviour = {
  // With this prefix, browsers demand Secure, and send the cookie to this host only.
  sessionCookie: () => '__Host-session',

  browserKeyOf: (call) => {
    const name = call.tenant.behaviour.sessionCookie(call);
    for (const pair of (call.request.headers.get('cookie') ?? []).join('; ').split(/; */)) {
      if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1);
    }
    return undefined;
  },

  makeBrowserKey: (call) => `ses_${call.tenant.random(33).toString('base64url')}`,

  sessionCookieHeader: (call, browserKey) => [
    'Set-Cookie',
    `${call.tenant.behaviour.sessionCookie(call)}=${browserKey}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ],

  csrfTokenOf: (call, browserKey) =>
    `csrf_${createHmac('sha256', call.tenant.sealingKey).update(`csrf ${browserKey}`).digest('base64url')}`,

  csrfTokenIsRight: (call, browserKey, sent) =>
    browserKey !== undefined &&
    sent !== undefined &&
    sameSecret(call.tenant.behaviour.csrfTokenOf(call, browserKey), sent),

  userWhoSignsIn: (call, email, password) => {
    const { behaviour, state } = call.tenant;
    const user = state.users.by(email.trim());
    // Compared even if there is no such user, so that the duration does not reveal which users exist.
    const right = sameSecret(user?.password ?? '', password);
    if (user === undefined || !right) return refusal('wrong-password', 'The e-mail address or the password is wrong.');
    return behaviour.userIsSuspended(call, user.id)
      ? refusal('suspended-sign-in', 'Your account is suspended. Ask your administrator.')
      : user;
  },

  beginSession: (call, user) => {
    const session = { value: call.tenant.behaviour.makeBrowserKey(call), userId: user.id, startedAt: call.now };
    call.tenant.state.sessions.add(session);
    return session;
  },

  endSession: (call, session) => call.tenant.state.sessions.delete(session.value),

  sessionLifetime: () => 30 * 86_400,

  sessionHasExpired: (call, session) =>
    call.now.getTime() - session.startedAt.getTime() >= call.tenant.behaviour.sessionLifetime(call, session) * 1000,

  sessionOf: (call) => {
    const { behaviour, state } = call.tenant;
    const browserKey = behaviour.browserKeyOf(call);
    const session = browserKey === undefined ? undefined : state.sessions.find(browserKey);
    if (session === undefined || behaviour.sessionHasExpired(call, session)) return undefined;
    return behaviour.suspensionStops(call, { kind: 'session', session }) ? undefined : session;
  },

  signedInUser: (call) => {
    const session = call.tenant.behaviour.sessionOf(call);
    return session === undefined ? undefined : call.tenant.state.users.get(session.userId);
  },
};
