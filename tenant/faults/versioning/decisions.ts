import type { Call } from '../../call.ts';
import type { App } from '../../state/model.ts';
import { refusal } from '../../http/refusal.ts';
import {
  all,
  always,
  atLegacyPath,
  forItself,
  isAppToken,
  isDelegated,
  isFromLegacyPath,
  isRefreshToken,
  not,
} from '../operators/kinds.ts';
import {
  addMembers,
  alsoStop,
  alsoTakeSecrets,
  exempt,
  refuseClients,
  type Operator,
  type Stop,
} from '../operators/operators.ts';
import { ofCredential, ofToken, type Holds } from '../operators/presented.ts';
import type { Wrong } from '../operators/rows.ts';
import { seeNot } from '../operators/visibility.ts';
import { becomes, insteadWhere } from '../operators/rules.ts';

/** A token that lives is refused by calls. */
const refuses = (first: string, like: Holds, others: readonly string[]): Wrong => ({
  breaks: [first, ...others],
  wrong: alsoStop('tokenHasEnded', like),
});
export const refusesTokens = refuses('VER-02', always, ['CCR-04', 'CCR-05', 'EXP-35']);
export const refusesAppTokens = refuses('VER-02', isAppToken, ['CCR-04', 'CCR-05', 'EXP-35']);
export const refusesDelegated = refuses('VER-03', isDelegated, ['DEL-62', 'EXP-35']);
export const refusesLegacyTokens = refuses('VER-09', isFromLegacyPath, ['DEL-62', 'EXP-35']);

/** Calls with tokens of the legacy path are shown nothing. */
export const showsLegacyNothing: Wrong = { breaks: ['VER-09'], wrong: seeNot(isFromLegacyPath) };

/** What should stop a credential does not, in calls of one version. */
export const isServed = (stop: Stop, like: Holds = always): Wrong => ({
  breaks: ['VER-16'],
  wrong: exempt(stop, like),
});

const lasting =
  (like: Holds, seconds: number): Operator =>
  (when) =>
    insteadWhere(
      'enforcedLifetime',
      (call, token) => all(like, when)(call, ofToken(token)),
      () => seconds,
    );
/** Access tokens are accepted for so many seconds, in calls of one version; those of the legacy path, anywhere. */
export const tokensLast = (seconds: number, like: Holds = always): Wrong => ({
  breaks: ['VER-16'],
  wrong: lasting(like, seconds),
});
export const legacyTokensLast = (seconds: number): Wrong => ({
  breaks: ['VER-14'],
  also: ['EXP-04', 'EXP-05'],
  wrong: lasting(isFromLegacyPath, seconds),
});

/** A token path obtains an app no token: none for itself, or none at all. */
export const noOwnTokenAtLegacy: Wrong = {
  breaks: ['VER-05'],
  wrong: refuseClients(all(atLegacyPath, forItself)),
};
export const noTokenAtLegacy: Wrong = { breaks: ['VER-05'], wrong: refuseClients(atLegacyPath) };
export const noTokenElsewhere: Wrong = { breaks: ['VER-04'], wrong: refuseClients(not(atLegacyPath)) };

/** The legacy path does not know a grant. */
export const knowsNoGrant = (breaks: string, grantType: string): Wrong => ({
  breaks: [breaks],
  wrong: (when) =>
    insteadWhere(
      'grantFor',
      (call, asked) => atLegacyPath(call, {}) && asked === grantType && when(call, {}),
      () => undefined,
    ),
});

/** The legacy path does not exchange a code. */
export const refusesCodes: Wrong = {
  breaks: ['VER-06'],
  wrong: (when) =>
    becomes(
      'codeIsBarred',
      (right, call, code) =>
        right ??
        (all(atLegacyPath, when)(call, ofCredential({ kind: 'code', code }))
          ? refusal('ended-grant', 'The code is not exchanged here.')
          : undefined),
    ),
};

/** A path does not exchange a refresh token. */
export const refusesRefreshTokens: Wrong = {
  breaks: ['VER-10', 'EXP-34'],
  also: ['VER-07'],
  wrong: alsoStop('refreshTokenHasExpired', isRefreshToken),
};
export const legacyDoesNotRefresh: Wrong = {
  breaks: ['VER-07', 'EXP-34'],
  also: ['VER-10'],
  wrong: alsoStop('refreshTokenHasExpired', all(isRefreshToken, atLegacyPath)),
};

/** The legacy path takes a secret that is wrong. */
export const takesSecrets = (isTaken: (secret: string, app: App, call: Call) => boolean): Wrong => ({
  breaks: ['VER-13'],
  wrong: (when) => alsoTakeSecrets((call, app, secret) => isTaken(secret, app, call))(all(atLegacyPath, when)),
});

/** The legacy path answers otherwise. */
export const answers = (members: Record<string, unknown>): Wrong => ({
  breaks: ['VER-08'],
  wrong: addMembers(atLegacyPath, () => members),
});

/** A change of state leaves something going that came from the legacy path. */
export const isSpared = (stop: 'suspensionStops' | 'uninstallationStops', like: Holds): Wrong => ({
  breaks: ['VER-15'],
  wrong: exempt(stop, all(isFromLegacyPath, like)),
});
