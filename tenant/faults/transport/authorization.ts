import type { Actor, Call } from '../../call.ts';
import { refusal, type RefusalReason } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { asUser, substituteCaller } from '../operators/callers.ts';
import { all, always, not, onVersion } from '../operators/kinds.ts';
import type { Operator } from '../operators/operators.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasHeader, sends } from './conditions.ts';

const actorOfSession = (call: Call): Actor | undefined => {
  const user = call.tenant.behaviour.signedInUser(call);
  return user && asUser(call, user.id);
};

/** Returns a decision: if a credential is refused for this reason, the session of the browser counts. */
const sessionInsteadOf = (reason: RefusalReason | 'any'): Wrong => ({
  breaks: ['TRN-21'],
  wrong: substituteCaller(reason, actorOfSession),
});

/** Returns an operator that refuses a browser instead of asking for a sign-in. */
const refuseToSignIn =
  (reason: RefusalReason): Operator =>
  (when) =>
  (normal) => ({
    showSignIn: (call, ...asked) =>
      when(call, {})
        ? call.tenant.behaviour.refuseInBrowser(call, refusal(reason, 'There is nothing for strangers.'))
        : normal.showSignIn(call, ...asked),
  });
const refusedSignIn = (reason: RefusalReason): Wrong => ({
  breaks: ['TRN-02'],
  also: ['DEL-01'],
  wrong: refuseToSignIn(reason),
});

/** Faults of the authorization endpoint for browsers without a session, and faults that accept a session for calls. */
export const authorizationFaults: readonly Fault[] = faultsOf('transport', {
  'strangers-find-no-authorization-endpoint': [
    refusedSignIn('not-found'),
    not(hasHeader('cookie')),
    'The authorization endpoint answers 404 to a browser without a cookie.',
    { also: ['VER-19'] },
  ],
  'strangers-crash-the-authorization-endpoint': [
    refusedSignIn('internal-error'),
    not(hasHeader('cookie')),
    'The authorization endpoint answers 500 to a browser without a cookie.',
  ],
  'a-session-rescues-a-wrong-credential': [
    sessionInsteadOf('any'),
    hasHeader('authorization'),
    'If the credential in the Authorization header is refused, the session of the browser counts.',
  ],
  'a-session-rescues-on-v3': [
    sessionInsteadOf('any'),
    all(onVersion('v3'), sends(/^bearer /i)),
    'In v3 calls, the session of the browser counts if a bearer token is refused.',
  ],
  'a-session-rescues-what-pages-call': [
    sessionInsteadOf('any'),
    all(hasHeader('x-requested-with'), hasHeader('authorization')),
    "In calls of the web application's own pages, the session of the browser counts if the credential is refused.",
  ],
  'a-session-rescues-wrong-keys': [
    sessionInsteadOf('any'),
    sends(/^basic /i),
    'If a Basic credential is refused, the session of the browser counts.',
  ],
  'a-session-rescues-broken-headers': [
    sessionInsteadOf('malformed-credential'),
    always,
    'If an Authorization header cannot be read, the session of the browser counts.',
  ],
  'a-session-rescues-tokens-that-were-good': [
    sessionInsteadOf('expired-credential'),
    always,
    'If an access token has expired, the session of the browser counts.',
    { also: ['EXP-03', 'EXP-04'] },
  ],
  'a-session-rescues-other-schemes': [
    sessionInsteadOf('unsupported-scheme'),
    always,
    'If the authentication scheme is not supported, the session of the browser counts.',
  ],
});
