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
import { hideProjects } from '../operators/visibility.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Refuses live tokens in calls. */
const refuses = (first: string, like: Holds, others: readonly string[]): Wrong => ({
  breaks: [first, ...others],
  wrong: alsoStop('tokenHasEnded', like),
});
export const refusesTokens = refuses('VER-02', always, ['CCR-04', 'CCR-05', 'EXP-35']);
export const refusesAppTokens = refuses('VER-02', isAppToken, ['CCR-04', 'CCR-05', 'EXP-35']);
export const refusesDelegated = refuses('VER-03', isDelegated, ['DEL-62', 'EXP-35']);
export const refusesLegacyTokens = refuses('VER-09', isFromLegacyPath, ['DEL-62', 'EXP-35']);

/** The wrong decision that calls with tokens of the legacy path show nothing. */
export const showsLegacyNothing: Wrong = { breaks: ['VER-09'], wrong: hideProjects(isFromLegacyPath) };

/** The wrong decision that one version serves a credential that a rule should stop. */
export const isServed = (stop: Stop, like: Holds = always): Wrong => ({
  breaks: ['VER-16'],
  wrong: exempt(stop, like),
});

const lasting =
  (like: Holds, seconds: number): Operator =>
  (when) =>
    replaceIf(
      'enforcedLifetime',
      (call, token) => all(like, when)(call, ofToken(token)),
      () => seconds,
    );
/** Accepts access tokens for `seconds`: in calls of one version, or any token of the legacy path. */
export const tokensLast = (seconds: number, like: Holds = always): Wrong => ({
  breaks: ['VER-16'],
  wrong: lasting(like, seconds),
});
export const legacyTokensLast = (seconds: number): Wrong => ({
  breaks: ['VER-14'],
  also: ['EXP-04', 'EXP-05'],
  wrong: lasting(isFromLegacyPath, seconds),
});

/** The wrong decisions that a token path gives an app no own token, or no token at all. */
export const noOwnTokenAtLegacy: Wrong = {
  breaks: ['VER-05'],
  wrong: refuseClients(all(atLegacyPath, forItself)),
};
export const noTokenAtLegacy: Wrong = { breaks: ['VER-05'], wrong: refuseClients(atLegacyPath) };
export const noTokenElsewhere: Wrong = { breaks: ['VER-04'], wrong: refuseClients(not(atLegacyPath)) };

/** Makes a grant unknown at the legacy path. */
export const knowsNoGrant = (breaks: string, grantType: string): Wrong => ({
  breaks: [breaks],
  wrong: (when) =>
    replaceIf(
      'grantFor',
      (call, asked) => atLegacyPath(call, {}) && asked === grantType && when(call, {}),
      () => undefined,
    ),
});

/** The wrong decision that the legacy path does not exchange a code. */
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

/** The wrong decisions that a path does not exchange a refresh token. */
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

/** Makes the legacy path accept a wrong client secret. */
export const takesSecrets = (isTaken: (secret: string, app: App, call: Call) => boolean): Wrong => ({
  breaks: ['VER-13'],
  wrong: (when) => alsoTakeSecrets((call, app, secret) => isTaken(secret, app, call))(all(atLegacyPath, when)),
});

/** Changes members of the legacy path's token response. */
export const answers = (members: Record<string, unknown>): Wrong => ({
  breaks: ['VER-08'],
  wrong: addMembers(atLegacyPath, () => members),
});

/** Keeps credentials of the legacy path working after a change of state that should stop them. */
export const isSpared = (stop: 'suspensionStops' | 'uninstallationStops', like: Holds): Wrong => ({
  breaks: ['VER-15'],
  wrong: exempt(stop, all(isFromLegacyPath, like)),
});
