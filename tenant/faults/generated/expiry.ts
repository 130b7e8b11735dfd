import { DAY, FIFTEEN_MINUTES, MINUTE } from '../durations.ts';
import {
  allOrNoneHeld,
  allOrNoTokens,
  atTokenPaths,
  inNoProject,
  ofApps,
  ofAppsNow,
  ofCalls,
  ofUsers,
  ofUsersNow,
} from '../operators/condition.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import type { Decisions } from './decision.ts';
import { all, isAppToken, isDelegated, isLater, isRefreshToken, tokenIs } from '../operators/kinds.ts';
import { olderThan } from '../operators/moments.ts';
import { alsoStop, prolong } from '../operators/operators.ts';
import { only } from '../operators/rows.ts';
import { early, late, prolonged } from '../expiry/decisions.ts';
import { keysBeside } from '../lifecycle/decisions.ts';

/** Holds for a token that was issued after an app token of the same app had expired. */
const isAfterAnExpiry = tokenIs(({ appId, issuedAt }, call) =>
  ownTokensOf(call, appId).some((one) => one.issuedAt.getTime() + FIFTEEN_MINUTES <= issuedAt.getTime()),
);
const afterTenMinutes = olderThan(10 * MINUTE);
const afterTwentyDays = olderThan(20 * DAY);

/** Decisions about when tokens and keys end. */
export const expiryDecisions: Decisions = {
  'app-tokens-do-not-expire': {
    ...late.appTokens,
    does: 'An app token is served after its end',
    under: [...ofCalls, 'version', 'scheme', 'write', 'issue', 'uses', ...ofApps, 'bystanders'],
  },
  'tokens-of-codes-do-not-expire': {
    ...late.tokensOfCodes,
    does: 'The access token of a code is served after its end',
    under: [...ofCalls, 'version', 'scheme', 'issue', 'uses', ...ofUsers, ...ofApps, 'bystanders'],
    except: allOrNoneHeld,
  },
  'tokens-of-refreshes-do-not-expire': {
    ...late.tokensOfRefreshes,
    does: 'The access token of a refresh is served after its end',
    under: [...ofCalls, 'version', 'scheme', 'issue', 'chain', ...ofUsers, ...ofApps],
    except: allOrNoTokens,
  },
  'first-refresh-tokens-do-not-expire': {
    ...late.firstRefreshTokens,
    does: 'The refresh token of a code yields tokens after its end',
    under: [...atTokenPaths, 'issue', ...ofUsers, ...ofApps, 'bystanders'],
    except: allOrNoneHeld,
  },
  'later-refresh-tokens-do-not-expire': {
    ...late.laterRefreshTokens,
    does: 'The refresh token of a refresh yields tokens after its end',
    under: [...atTokenPaths, 'issue', 'chain', ...ofUsers, ...ofApps],
    except: [...allOrNoTokens, 'from-long-ago'],
  },
  'keys-do-not-expire': {
    ...late.keys,
    also: ['EXP-26', 'EXP-27', 'EXP-28', 'EXP-29', 'EXP-30'],
    where: {
      'a rotation': ['EXP-27', 'EXP-28'],
      'one version': ['VER-16'],
      again: ['EXP-29', 'EXP-30'],
      use: ['EXP-26'],
    },
    does: 'A key is served after its end',
    under: [...ofCalls, 'version', 'scheme', 'write', 'uses', 'key', ...ofUsers, 'bystanders'],
    except: ['of-keys-without-an-end', 'of-keys-with-an-end'],
  },
  'app-tokens-end-early': {
    ...only(afterTenMinutes, early.appTokens),
    where: { ...early.appTokens.where, 'a suspended user': ['LIF-09'], 'an archived app': ['LIF-29'] },
    does: 'An app token ends after ten minutes',
    under: [...ofCalls, 'write', 'issue', 'uses', ...ofApps, 'bystanders'],
    except: inNoProject,
  },
  'tokens-of-codes-end-early': {
    ...only(afterTenMinutes, early.tokensOfCodes),
    does: 'The access token of a code ends after ten minutes',
    under: [...ofCalls, 'issue', ...ofUsersNow, ...ofApps],
    except: [...inNoProject, ...allOrNoneHeld],
  },
  'tokens-of-refreshes-end-early': {
    ...only(afterTenMinutes, early.tokensOfRefreshes),
    does: 'The access token of a refresh ends after ten minutes',
    under: [...ofCalls, 'issue', 'chain', ...ofUsersNow, ...ofApps],
    except: [...inNoProject, ...allOrNoTokens],
  },
  'first-refresh-tokens-end-early': {
    ...only(afterTwentyDays, early.firstRefreshTokens),
    does: 'The refresh token of a code ends after twenty days',
    under: [...atTokenPaths, 'issue', ...ofUsers, ...ofApps],
    except: [...inNoProject, ...allOrNoneHeld],
  },
  'later-refresh-tokens-end-early': {
    breaks: ['EXP-13', 'EXP-15', 'EXP-33', 'EXP-34'],
    also: ['EXP-20'],
    does: 'The refresh token of a refresh ends after twenty days',
    under: [...atTokenPaths, 'issue', 'chain', ...ofUsersNow, ...ofApps],
    except: [...inNoProject, ...allOrNoTokens],
    wrong: alsoStop('refreshTokenHasExpired', all(isLater, afterTwentyDays)),
  },
  'refresh-tokens-end-with-the-access-token': {
    breaks: ['EXP-10', 'EXP-33', 'EXP-34'],
    also: ['EXP-11', 'EXP-13', 'EXP-15'],
    does: 'A refresh token ends together with the access token that came with it',
    under: [...atTokenPaths, 'issue', 'chain', ...ofUsersNow, ...ofApps],
    except: [...inNoProject, ...allOrNoTokens],
    wrong: alsoStop('refreshTokenHasExpired', all(isRefreshToken, olderThan(FIFTEEN_MINUTES))),
  },
  'keys-end-early': {
    ...only(afterTwentyDays, early.keys),
    where: { 'a rotation': ['EXP-27'] },
    does: 'A key ends after twenty days',
    under: [...ofCalls, 'write', 'uses', 'key', ...ofUsers],
    except: [...inNoProject, 'of-keys-without-an-end', 'of-keys-with-an-end'],
  },
  'keys-without-an-end-have-one': {
    ...only(olderThan(31 * DAY), early.keysWithoutEnd),
    where: keysBeside,
    does: 'A key from before 7 August 2026 ends after 30 days',
    under: [...ofCalls, 'write', 'uses', ...ofUsers, 'bystanders'],
    except: inNoProject,
  },
  'no-token-works-after-an-expiry': {
    breaks: ['EXP-09', 'EXP-33', 'EXP-35'],
    also: ['EXP-08'],
    does: 'An app token that was obtained after the end of an earlier one is refused',
    under: [...ofCalls, 'issue', ...ofApps],
    except: inNoProject,
    wrong: alsoStop('tokenHasEnded', all(isAppToken, isAfterAnExpiry)),
  },
  'calls-prolong-tokens': {
    breaks: ['EXP-06', 'EXP-02', 'EXP-33'],
    also: ['EXP-08', 'EXP-20'],
    where: { 'the legacy path': ['VER-14'] },
    does: 'A call gives an app token another 900 seconds',
    under: [...ofCalls, 'version', 'write', 'issue', 'uses', ...ofApps],
    wrong: prolong('token', isAppToken),
  },
  'calls-prolong-delegated-tokens': {
    breaks: ['EXP-06', 'EXP-04', 'EXP-05', 'EXP-33'],
    also: ['EXP-20'],
    where: { 'the legacy path': ['VER-14'] },
    does: 'A call gives a delegated access token another 900 seconds',
    under: [...ofCalls, 'version', 'issue', 'chain', ...ofUsersNow, ...ofAppsNow],
    except: allOrNoTokens,
    wrong: prolong('token', isDelegated),
  },
  'calls-prolong-keys': {
    ...prolonged.keys,
    also: ['EXP-27'],
    where: { 'a rotation': ['EXP-27', 'EXP-28'] },
    does: 'A call gives a key another 30 days',
    under: [...ofCalls, 'version', 'write', 'uses', 'key', ...ofUsers],
    except: ['of-keys-without-an-end', 'of-keys-with-an-end'],
  },
};
