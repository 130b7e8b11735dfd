import { DAY, MINUTE } from '../../durations.ts';
import { KEYS_EXPIRE_SINCE } from '../../api-key/keys-and-owners.ts';
import { ofApps, ofUsers } from '../condition.ts';
import type { Decision } from '../decision.ts';
import {
  all,
  isAppToken,
  isDelegated,
  isFirst,
  isKey,
  isLater,
  isOfCode,
  isOfRefresh,
  isRefreshToken,
} from '../kinds.ts';
import { alsoStop, exempt, prolong } from '../operators.ts';
import { ageOf, keyIn, tokenIn, type Holds } from '../presented.ts';

const older =
  (than: number): Holds =>
  (call, presented) =>
    ageOf(call, presented) >= than;
const hasNoEnd: Holds = (_call, presented) =>
  (keyIn(presented)?.createdAt.getTime() ?? Infinity) < KEYS_EXPIRE_SINCE - DAY;
const hasEnd: Holds = (_call, presented) => (keyIn(presented)?.createdAt.getTime() ?? 0) >= KEYS_EXPIRE_SINCE;

/** Whether the app has obtained it since a token of its own expired. */
const isAfterAnExpiry: Holds = (call, presented) => {
  const token = tokenIn(presented);
  return call.tenant.state.accessTokens
    .values()
    .some(
      (one) =>
        isSameApp(one, token) &&
        token !== undefined &&
        one.issuedAt.getTime() + 15 * MINUTE <= token.issuedAt.getTime(),
    );
};
const isSameApp = (one: { appId: string; subject: { kind: string } }, other: typeof one | undefined): boolean =>
  other !== undefined && one.appId === other.appId && one.subject.kind === 'app' && other.subject.kind === 'app';

const call = ['form', 'listing', 'version', 'scheme', 'connection'] as const;
const token = { 'one version': ['VER-16'], 'the legacy path': ['VER-14'] };

/** When tokens and keys end. */
export const expiryDecisions: readonly Decision[] = [
  {
    profile: 'expiry',
    id: 'app-tokens-do-not-expire',
    does: 'An app token is served after its end',
    breaks: ['EXP-02', 'EXP-33'],
    also: ['EXP-06', 'EXP-07', 'EXP-08', 'EXP-20', 'EXP-31'],
    where: { ...token, use: ['EXP-06'] },
    under: [...call, 'write', 'issue', 'uses', ...ofApps, 'bystanders'],
    wrong: exempt('tokenHasExpired', isAppToken),
  },
  {
    profile: 'expiry',
    id: 'tokens-of-codes-do-not-expire',
    does: 'The access token of a code is served after its end',
    breaks: ['EXP-04', 'EXP-33'],
    also: ['EXP-06', 'EXP-07', 'EXP-20', 'EXP-31'],
    where: { ...token, use: ['EXP-06'] },
    under: [...call, 'issue', 'uses', ...ofUsers, ...ofApps, 'bystanders'],
    except: ['of-users-with-an-app', 'of-apps-without-users'],
    wrong: exempt('tokenHasExpired', isOfCode),
  },
  {
    profile: 'expiry',
    id: 'tokens-of-refreshes-do-not-expire',
    does: 'The access token of a refresh is served after its end',
    breaks: ['EXP-05', 'EXP-33'],
    also: ['EXP-06', 'EXP-07', 'EXP-20', 'EXP-31'],
    where: token,
    under: [...call, 'issue', 'chain', ...ofUsers, ...ofApps],
    except: ['of-users-with-an-app', 'of-apps-without-users', 'without-its-access-token'],
    wrong: exempt('tokenHasExpired', isOfRefresh),
  },
  {
    profile: 'expiry',
    id: 'first-refresh-tokens-do-not-expire',
    does: 'The refresh token of a code yields tokens after its end',
    breaks: ['EXP-12', 'EXP-33'],
    also: ['EXP-17', 'EXP-18', 'EXP-19', 'EXP-20', 'EXP-32'],
    under: ['token path', 'connection', 'issue', ...ofUsers, ...ofApps, 'bystanders'],
    except: ['of-users-with-an-app', 'of-apps-without-users'],
    wrong: exempt('refreshTokenHasExpired', isFirst),
  },
  {
    profile: 'expiry',
    id: 'later-refresh-tokens-do-not-expire',
    does: 'The refresh token of a refresh yields tokens after its end',
    breaks: ['EXP-14', 'EXP-33'],
    also: ['EXP-17', 'EXP-18', 'EXP-19', 'EXP-20', 'EXP-32'],
    under: ['token path', 'connection', 'issue', 'chain', ...ofUsers, ...ofApps],
    except: ['of-users-with-an-app', 'of-apps-without-users', 'without-its-access-token', 'from-long-ago'],
    wrong: exempt('refreshTokenHasExpired', isLater),
  },
  {
    profile: 'expiry',
    id: 'keys-do-not-expire',
    does: 'A key is served after its end',
    breaks: ['EXP-22', 'EXP-33'],
    also: ['EXP-26', 'EXP-27', 'EXP-28', 'EXP-29', 'EXP-30'],
    where: {
      'a rotation': ['EXP-27', 'EXP-28'],
      'one version': ['VER-16'],
      again: ['EXP-29', 'EXP-30'],
      use: ['EXP-26'],
    },
    under: [...call, 'write', 'uses', 'key', ...ofUsers, 'bystanders'],
    except: ['of-keys-without-an-end', 'of-keys-with-an-end'],
    wrong: exempt('keyHasExpired', isKey),
  },
  {
    profile: 'expiry',
    id: 'app-tokens-end-early',
    does: 'An app token ends after ten minutes',
    breaks: ['EXP-01', 'EXP-33', 'EXP-35'],
    also: ['EXP-20'],
    where: { 'a suspended user': ['LIF-09'], 'an archived app': ['LIF-29'], 'the legacy path': ['VER-14'] },
    under: ['form', 'listing', 'write', 'connection', 'issue', 'uses', ...ofApps, 'bystanders'],
    except: ['of-apps-in-no-project'],
    wrong: alsoStop('tokenHasExpired', all(isAppToken, older(10 * MINUTE))),
  },
  {
    profile: 'expiry',
    id: 'tokens-of-codes-end-early',
    does: 'The access token of a code ends after ten minutes',
    breaks: ['EXP-04', 'EXP-33', 'EXP-35'],
    also: ['EXP-20'],
    where: { 'the legacy path': ['VER-14'] },
    under: ['form', 'listing', 'connection', 'issue', 'user make', 'user', ...ofApps],
    except: ['of-users-in-no-project', 'of-apps-in-no-project', 'of-users-with-an-app', 'of-apps-without-users'],
    wrong: alsoStop('tokenHasExpired', all(isOfCode, older(10 * MINUTE))),
  },
  {
    profile: 'expiry',
    id: 'tokens-of-refreshes-end-early',
    does: 'The access token of a refresh ends after ten minutes',
    breaks: ['EXP-05', 'EXP-33', 'EXP-35'],
    also: ['EXP-20'],
    where: { 'the legacy path': ['VER-14'] },
    under: ['form', 'listing', 'connection', 'issue', 'chain', 'user make', 'user', ...ofApps],
    except: [
      'of-users-in-no-project',
      'of-apps-in-no-project',
      'of-users-with-an-app',
      'of-apps-without-users',
      'without-its-access-token',
    ],
    wrong: alsoStop('tokenHasExpired', all(isOfRefresh, older(10 * MINUTE))),
  },
  {
    profile: 'expiry',
    id: 'first-refresh-tokens-end-early',
    does: 'The refresh token of a code ends after twenty days',
    breaks: ['EXP-11', 'EXP-33', 'EXP-34'],
    also: ['EXP-10', 'EXP-20'],
    under: ['token path', 'connection', 'issue', ...ofUsers, ...ofApps],
    except: ['of-users-in-no-project', 'of-apps-in-no-project', 'of-users-with-an-app', 'of-apps-without-users'],
    wrong: alsoStop('refreshTokenHasExpired', all(isFirst, older(20 * DAY))),
  },
  {
    profile: 'expiry',
    id: 'later-refresh-tokens-end-early',
    does: 'The refresh token of a refresh ends after twenty days',
    breaks: ['EXP-13', 'EXP-15', 'EXP-33', 'EXP-34'],
    also: ['EXP-20'],
    under: ['token path', 'connection', 'issue', 'chain', 'user make', 'user', ...ofApps],
    except: [
      'of-users-in-no-project',
      'of-apps-in-no-project',
      'of-users-with-an-app',
      'of-apps-without-users',
      'without-its-access-token',
    ],
    wrong: alsoStop('refreshTokenHasExpired', all(isLater, older(20 * DAY))),
  },
  {
    profile: 'expiry',
    id: 'refresh-tokens-end-with-the-access-token',
    does: 'A refresh token ends with the access token beside it',
    breaks: ['EXP-10', 'EXP-33', 'EXP-34'],
    also: ['EXP-11', 'EXP-13', 'EXP-15'],
    under: ['token path', 'connection', 'issue', 'chain', 'user make', 'user', ...ofApps],
    except: [
      'of-users-in-no-project',
      'of-apps-in-no-project',
      'of-users-with-an-app',
      'of-apps-without-users',
      'without-its-access-token',
    ],
    wrong: alsoStop('refreshTokenHasExpired', all(isRefreshToken, older(15 * MINUTE))),
  },
  {
    profile: 'expiry',
    id: 'keys-end-early',
    does: 'A key ends after twenty days',
    breaks: ['EXP-21', 'EXP-33'],
    also: ['EXP-27'],
    where: { 'a rotation': ['EXP-27'], use: ['EXP-21'] },
    under: ['form', 'listing', 'write', 'connection', 'uses', 'key', ...ofUsers],
    except: ['of-users-in-no-project', 'of-keys-without-an-end', 'of-keys-with-an-end'],
    wrong: alsoStop('keyHasExpired', all(isKey, hasEnd, older(20 * DAY))),
  },
  {
    profile: 'expiry',
    id: 'keys-without-an-end-have-one',
    does: 'A key from before 7 August 2026 ends after 30 days',
    breaks: ['EXP-24', 'EXP-33'],
    also: ['EXP-25'],
    where: { 'a suspended user': ['LIF-08'], 'an archived app': ['LIF-29'] },
    under: ['form', 'listing', 'write', 'connection', 'uses', ...ofUsers, 'bystanders'],
    except: ['of-users-in-no-project'],
    wrong: alsoStop('keyHasExpired', all(isKey, hasNoEnd, older(31 * DAY))),
  },
  {
    profile: 'expiry',
    id: 'no-token-works-after-an-expiry',
    does: 'An app token from after the end of an earlier one is refused',
    breaks: ['EXP-09', 'EXP-33', 'EXP-35'],
    also: ['EXP-08'],
    under: ['form', 'listing', 'connection', 'issue', ...ofApps],
    except: ['of-apps-in-no-project'],
    wrong: alsoStop('tokenHasEnded', all(isAppToken, isAfterAnExpiry)),
  },
  {
    profile: 'expiry',
    id: 'calls-prolong-tokens',
    does: 'A call gives an app token another 900 seconds',
    breaks: ['EXP-06', 'EXP-02', 'EXP-33'],
    also: ['EXP-08', 'EXP-20'],
    where: { 'the legacy path': ['VER-14'] },
    under: ['form', 'listing', 'version', 'write', 'connection', 'issue', 'uses', ...ofApps],
    wrong: prolong('token', isAppToken),
  },
  {
    profile: 'expiry',
    id: 'calls-prolong-delegated-tokens',
    does: 'A call gives a delegated access token another 900 seconds',
    breaks: ['EXP-06', 'EXP-04', 'EXP-05', 'EXP-33'],
    also: ['EXP-20'],
    where: { 'the legacy path': ['VER-14'] },
    under: ['form', 'listing', 'version', 'connection', 'issue', 'chain', 'user make', 'user', 'app make', 'app'],
    except: ['of-users-with-an-app', 'of-apps-without-users', 'without-its-access-token'],
    wrong: prolong('token', isDelegated),
  },
  {
    profile: 'expiry',
    id: 'calls-prolong-keys',
    does: 'A call gives a key another 30 days',
    breaks: ['EXP-26', 'EXP-22', 'EXP-33'],
    also: ['EXP-27'],
    where: { 'a rotation': ['EXP-27', 'EXP-28'] },
    under: ['form', 'listing', 'version', 'write', 'connection', 'uses', 'key', ...ofUsers],
    except: ['of-keys-without-an-end', 'of-keys-with-an-end'],
    wrong: prolong('key', isKey),
  },
];
