import type { Actor, Call } from '../../call.ts';
import { refusal, type RefusalReason } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { asUser, letInInstead } from '../operators/callers.ts';
import { all, always, not, onVersion } from '../operators/kinds.ts';
import type { Operator } from '../operators/operators.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasHeader, sends } from './conditions.ts';

const actorOfSession = (call: Call): Actor | undefined => {
  const user = call.tenant.behaviour.signedInUser(call);
  return user && asUser(call, user.id);
};

/** The session of the browser counts where a credential is refused for this reason. */
const rescued = (reason: RefusalReason | 'any'): Wrong => ({
  breaks: ['TRN-21'],
  wrong: letInInstead(reason, actorOfSession),
});

/** A browser is not asked to sign in. */
const refuseToSignIn =
  (reason: RefusalReason): Operator =>
  (when) =>
  (normal) => ({
    showSignIn: (call, ...asked) =>
      when(call, {})
        ? call.tenant.behaviour.refuseInBrowser(call, refusal(reason, 'There is nothing for strangers.'))
        : normal.showSignIn(call, ...asked),
  });
const strangers = (reason: RefusalReason): Wrong => ({
  breaks: ['TRN-02'],
  also: ['DEL-01'],
  wrong: refuseToSignIn(reason),
});

/** Where strangers find the authorization endpoint, and what a browser's session is good for. */
export const authorizationFaults: readonly Fault[] = faultsOf('transport', {
  'strangers-find-no-authorization-endpoint': [
    strangers('not-found'),
    not(hasHeader('cookie')),
    'The authorization endpoint answers 404 to a browser without a cookie.',
    { also: ['VER-19'] },
  ],
  'strangers-crash-the-authorization-endpoint': [
    strangers('internal-error'),
    not(hasHeader('cookie')),
    'The authorization endpoint answers 500 to a browser without a cookie.',
  ],
  'a-session-rescues-a-wrong-credential': [
    rescued('any'),
    hasHeader('authorization'),
    'Where the Authorization header is no good, the session of the browser counts.',
  ],
  'a-session-rescues-on-v3': [
    rescued('any'),
    all(onVersion('v3'), sends(/^bearer /i)),
    'On v3 listings the session of the browser counts where a bearer token is no good.',
  ],
  'a-session-rescues-what-pages-call': [
    rescued('any'),
    all(hasHeader('x-requested-with'), hasHeader('authorization')),
    "The session counts for calls of the web application's own pages, regardless of the credential they carry.",
  ],
  'a-session-rescues-wrong-keys': [
    rescued('any'),
    sends(/^basic /i),
    'Where a Basic credential is no good the session of the browser counts.',
  ],
  'a-session-rescues-broken-headers': [
    rescued('malformed-credential'),
    always,
    'Where an Authorization header cannot be read the session of the browser counts.',
  ],
  'a-session-rescues-tokens-that-were-good': [
    rescued('expired-credential'),
    always,
    'Where an access token has expired the session of the browser counts.',
    { also: ['EXP-03', 'EXP-04'] },
  ],
  'a-session-rescues-other-schemes': [
    rescued('unsupported-scheme'),
    always,
    'Under a scheme that is not supported the session of the browser counts.',
  ],
});
