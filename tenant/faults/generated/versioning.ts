import {
  allOrNoneHeld,
  allOrNoTokens,
  atTokenPaths,
  inNoProject,
  notOnV3,
  ofApps,
  ofAppsNow,
  ofCalls,
  ofUsers,
  ofUsersNow,
} from '../operators/condition.ts';
import type { Decisions } from './decision.ts';
import {
  all,
  atLegacyPath,
  isAppToken,
  isDelegated,
  isFromLegacyPath,
  isKey,
  isOfRefresh,
  isToken,
  not,
} from '../operators/kinds.ts';
import { alsoStop, exempt, forgetElsewhere } from '../operators/operators.ts';
import { only } from '../operators/rows.ts';
import { showWithdrawn, hideProjects } from '../operators/visibility.ts';
import { isElsewhere, onV2, onV3 } from '../versioning/conditions.ts';
import {
  legacyDoesNotRefresh,
  noOwnTokenAtLegacy,
  refusesAppTokens,
  refusesDelegated,
  refusesRefreshTokens,
  takesSecrets,
} from '../versioning/decisions.ts';

const atOneVersion = { 'one version': ['VER-16'] };
/** Requirements about apps that were archived before, or that exist beside a suspended user or an archived app. */
const again = { again: ['LIF-26', 'LIF-28'] };
const tokensBeside = { 'a suspended user': ['LIF-09'], 'an archived app': ['LIF-29'], ...again };

/** Decisions that have to be the same in both versions and at both token paths. */
export const versioningDecisions: Decisions = {
  'legacy-tokens-do-not-expire': {
    breaks: ['VER-14', 'EXP-02', 'EXP-33'],
    also: ['EXP-06', 'EXP-08'],
    where: atOneVersion,
    does: 'An app token of the legacy path is served after its end',
    under: [...ofCalls, 'version', 'scheme', 'write', 'uses', ...ofApps],
    wrong: exempt('tokenHasExpired', all(isAppToken, isFromLegacyPath)),
  },
  'refreshed-legacy-tokens-do-not-expire': {
    breaks: ['VER-14', 'EXP-05', 'EXP-33'],
    also: ['EXP-06'],
    where: atOneVersion,
    does: 'The access token of a refresh at the legacy path is served after its end',
    under: [...ofCalls, 'version', 'chain', ...ofUsersNow, ...ofAppsNow],
    except: allOrNoTokens,
    wrong: exempt('tokenHasExpired', all(isOfRefresh, isFromLegacyPath)),
  },
  'legacy-tokens-are-refused': {
    breaks: ['VER-09', 'VER-02', 'CCR-04', 'CCR-05', 'EXP-35'],
    where: tokensBeside,
    does: 'An app token of the legacy path is refused',
    under: [...ofCalls, 'version', 'write', 'uses', ...ofApps, 'bystanders'],
    except: inNoProject,
    wrong: alsoStop('tokenHasEnded', all(isAppToken, isFromLegacyPath)),
  },
  'delegated-legacy-tokens-are-refused': {
    breaks: ['VER-09', 'VER-03', 'DEL-62', 'EXP-35'],
    also: ['VER-06', 'VER-07'],
    does: 'A delegated access token of the legacy path is refused',
    under: [...ofCalls, 'version', 'chain', ...ofUsersNow, ...ofAppsNow],
    except: [...inNoProject, ...allOrNoTokens],
    wrong: alsoStop('tokenHasEnded', all(isDelegated, isFromLegacyPath)),
  },
  'v3-refuses-app-tokens': {
    ...only(onV3, refusesAppTokens),
    also: ['VER-09'],
    where: tokensBeside,
    does: 'v3 refuses an app token',
    under: ['form', 'connection', 'uses', ...ofApps, 'bystanders'],
    except: [...inNoProject, ...notOnV3],
  },
  'v2-refuses-app-tokens': {
    ...only(onV2, refusesAppTokens),
    also: ['VER-09'],
    where: again,
    does: 'v2 refuses an app token',
    under: ['form', 'connection', 'uses', ...ofApps],
    except: inNoProject,
  },
  'v3-refuses-delegated-tokens': {
    ...only(onV3, refusesDelegated),
    also: ['VER-09'],
    does: 'v3 refuses a delegated access token',
    under: ['form', 'connection', 'chain', ...ofUsers, ...ofAppsNow],
    except: [...inNoProject, ...allOrNoTokens, ...notOnV3],
  },
  'the-legacy-path-refuses-apps': {
    ...noOwnTokenAtLegacy,
    also: ['VER-08'],
    where: { 'a suspended user': ['LIF-10'], 'an archived app': ['LIF-29'], ...again },
    does: 'The legacy path issues no app token',
    under: ['connection', ...ofApps, 'bystanders'],
    except: inNoProject,
  },
  'the-legacy-path-does-not-refresh': {
    ...only(isFromLegacyPath, legacyDoesNotRefresh),
    does: 'The legacy path refuses the refresh tokens that it has issued',
    under: ['connection', 'chain', 'age', ...ofUsersNow, ...ofApps],
    except: [...inNoProject, ...allOrNoneHeld],
  },
  'the-paths-keep-their-refresh-tokens': {
    ...only(isElsewhere, refusesRefreshTokens),
    does: 'A refresh token is refused at the token path that did not issue it',
    under: [...atTokenPaths, 'chain', ...ofUsersNow, ...ofApps],
    except: allOrNoneHeld,
  },
  'the-other-path-does-not-know-what-is-spent': {
    breaks: ['VER-11', 'DEL-42', 'DEL-45'],
    also: ['DEL-43', 'DEL-44', 'VER-12', 'VER-21'],
    does: 'A refresh token that was spent at one token path yields tokens at the other',
    under: [...atTokenPaths, 'issue', 'chain', 'age', ...ofUsers, ...ofApps],
    except: allOrNoneHeld,
    wrong: forgetElsewhere(),
  },
  'suspension-spares-legacy-tokens': {
    breaks: ['VER-15', 'LIF-02', 'LIF-04', 'LIF-42'],
    where: atOneVersion,
    does: 'A delegated access token of the legacy path is served while its user is suspended',
    under: [...ofCalls, 'version', 'chain', ...ofUsersNow],
    except: allOrNoTokens,
    wrong: exempt('suspensionStops', all(isDelegated, isFromLegacyPath)),
  },
  'archiving-spares-legacy-tokens': {
    breaks: ['VER-15', 'LIF-21', 'LIF-28', 'LIF-42'],
    where: atOneVersion,
    does: 'An app token of the legacy path is served while its app is archived',
    under: [...ofCalls, 'version', ...ofApps],
    wrong: exempt('archivalStops', all(isAppToken, isFromLegacyPath)),
  },
  'v3-lets-expired-tokens-in': {
    breaks: ['VER-16', 'EXP-02', 'EXP-04', 'EXP-05', 'EXP-33'],
    also: ['VER-14'],
    does: 'v3 serves an access token after its end',
    under: ['form', 'scheme', 'connection', ...ofApps],
    except: notOnV3,
    wrong: exempt('tokenHasExpired', all(isToken, onV3)),
  },
  'v2-lets-suspended-users-in': {
    breaks: ['VER-16', 'LIF-01', 'LIF-06', 'LIF-42'],
    does: 'v2 serves the key of a suspended user',
    under: ['form', 'scheme', 'connection', 'key', ...ofUsers],
    wrong: exempt('suspensionStops', all(isKey, onV2)),
  },
  'v3-lets-archived-apps-in': {
    breaks: ['VER-16', 'LIF-21', 'LIF-23', 'LIF-28', 'LIF-42'],
    does: 'v3 serves a token of an archived app',
    under: ['form', 'scheme', 'connection', ...ofApps],
    except: notOnV3,
    wrong: exempt('archivalStops', all(isToken, onV3)),
  },
  'the-legacy-path-takes-former-secrets': {
    ...takesSecrets((secret, { formerSecrets }) => formerSecrets.some(({ value }) => value === secret)),
    breaks: ['VER-13', 'TOK-23', 'LIF-11'],
    does: 'The legacy path accepts a secret from before a rotation',
    under: ['connection', ...ofApps],
    except: ['of-apps-with-a-new-secret'],
  },
  'the-legacy-path-takes-short-secrets': {
    ...takesSecrets((secret, { clientSecret }) => secret.slice(0, 20) === clientSecret.slice(0, 20)),
    breaks: ['VER-13', 'TOK-18'],
    does: 'The legacy path accepts a secret with a changed end',
    under: ['connection', 'app', 'app past'],
  },
  'v3-keeps-what-was-withdrawn': {
    breaks: ['VER-20', 'KEY-19', 'CCR-12', 'DEL-35', 'LST-31'],
    also: ['LST-32'],
    does: 'v3 shows an actor a project that the actor was taken out of',
    under: ['form', 'connection', 'user', 'app'],
    except: [...inNoProject, ...notOnV3],
    wrong: showWithdrawn(onV3),
  },
  'v2-shows-nothing': {
    breaks: ['VER-20', 'LST-32', 'LST-31', 'KEY-03', 'CCR-08'],
    also: ['CCR-11', 'DEL-31'],
    where: { 'a filter': ['FLT-05', 'FLT-41'] },
    does: 'v2 shows an actor nothing',
    under: ['form', 'user', 'user past', 'app', 'app past'],
    except: inNoProject,
    wrong: hideProjects(all(onV2, not(atLegacyPath))),
  },
};
