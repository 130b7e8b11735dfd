import type { AccessToken } from '../../state/model.ts';
import { HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import {
  all,
  always,
  at,
  atLegacyPath,
  isAppToken,
  isDelegated,
  isFromLegacyPath,
  isOfRefresh,
  isSuperseded,
  not,
  atResults,
  tokenIs,
  LEGACY_PATH,
} from '../operators/kinds.ts';
import { olderThan } from '../operators/moments.ts';
import { prolong } from '../operators/operators.ts';
import { ofToken } from '../operators/presented.ts';

import { faultsOf } from '../operators/rows.ts';
import { onV2, onV3 } from './conditions.ts';
import { isServed, legacyTokensLast, tokensLast } from './decisions.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf, onlyIf } from '../operators/rules.ts';

const anyEnd = ['VER-14', 'EXP-02', 'EXP-06', 'EXP-07', 'EXP-08', 'EXP-20', 'EXP-31', 'EXP-33'];

/** Faults in which one version accepts a credential for too long, or the lifetime of legacy path tokens is wrong. */
export const lastingFaults: readonly Fault[] = [
  ...faultsOf('versioning', {
    'v3-does-not-look-at-expiry': [
      isServed('tokenHasExpired'),
      onV3,
      'v3 accepts access tokens of any age.',
      { also: anyEnd },
    ],
    'v3-takes-tokens-of-the-last-hour': [
      isServed('tokenHasExpired', isSuperseded),
      all(onV3, not(olderThan(HOUR))),
      'v3 accepts a delegated token that was refreshed since for an hour.',
      { also: ['EXP-01', 'EXP-02', 'EXP-04', 'EXP-05'] },
    ],
    'v3-lets-archived-apps-in': [
      isServed('archivalStops'),
      onV3,
      'v3 does not check whether the app of a token is archived.',
      { also: ['LIF-21', 'LIF-22', 'LIF-28', 'LIF-30'] },
    ],
    'v2-plates-let-suspended-users-in': [
      isServed('suspensionStops'),
      at('/api/v2/plates'),
      'The v2 listing of plates does not check whether the owner of a key is suspended.',
      { also: ['LIF-01'] },
    ],
    'v3-does-not-see-uninstallations': [
      isServed('uninstallationStops'),
      onV3,
      'v3 does not check whether the app of a delegated token was uninstalled.',
      { also: ['LIF-31', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-44', 'LIF-45', 'VER-15'] },
    ],
    'v3-takes-replaced-keys': [
      isServed('keyIsRetired'),
      onV3,
      'v3 does not check whether a key was replaced.',
      { also: ['KEY-15'] },
    ],
    'v2-grants-a-minute-of-grace': [
      tokensLast(960),
      onV2,
      'v2 accepts access tokens for a minute after their end.',
      { also: anyEnd },
    ],
    'v3-takes-app-tokens-for-five-minutes': [
      tokensLast(300, isAppToken),
      onV3,
      "v3 accepts an app's own token for five minutes only, but v2 accepts it for its full lifetime.",
      { breaks: ['VER-02'], also: ['EXP-01', 'EXP-02', 'EXP-06', 'EXP-05', 'VER-14'] },
    ],
    'legacy-tokens-live-a-second-longer': [
      legacyTokensLast(901),
      always,
      'A token from the legacy path is accepted for 901 seconds.',
    ],
    'legacy-tokens-live-a-second-less': [
      legacyTokensLast(899),
      always,
      'A token from the legacy path is accepted for 899 seconds.',
    ],
    'legacy-tokens-live-an-hour-on-v3': [
      legacyTokensLast(3600),
      onV3,
      'Calls to v3 accept tokens from the legacy path for an hour.',
      { breaks: ['VER-14', 'VER-16'] },
    ],
    'legacy-tokens-live-on-at-assay-results': [
      legacyTokensLast(3600),
      atResults,
      'The listing of assay results accepts tokens from the legacy path for an hour.',
      { also: ['EXP-03', 'VER-16'] },
    ],
    'delegated-legacy-tokens-live-an-hour': [
      legacyTokensLast(3600),
      isDelegated,
      'Delegated tokens of the legacy path are accepted for an hour.',
      { also: ['EXP-33'] },
    ],
    'refreshed-legacy-tokens-live-ten-minutes': [
      legacyTokensLast(600),
      isOfRefresh,
      'The access token of a refresh at the legacy path is accepted for ten minutes.',
      { also: ['EXP-33', 'VER-08'] },
    ],
    'the-second-legacy-token-lives-an-hour': [
      legacyTokensLast(3600),
      tokenIs((token, { tenant }) => {
        const first = tenant.state.accessTokens
          .values()
          .find(({ appId, path }) => appId === token.appId && path === LEGACY_PATH);
        return first !== token;
      }),
      "From an app's second token on, tokens from the legacy path are accepted for an hour.",
      { also: ['EXP-03'] },
    ],
    'use-prolongs-legacy-tokens': [
      { breaks: ['VER-14'], also: ['EXP-04', 'EXP-05'], wrong: prolong('token', isFromLegacyPath) },
      always,
      "Each call with a token from the legacy path restarts the token's 900 seconds.",
    ],
  }),
  ...breaking('VER-14', {
    'legacy-tokens-count-from-first-use': [
      (normal) => {
        const firstUse = new WeakMap<AccessToken, number>();
        return {
          tokenHasExpired: (call, token) => {
            if (!isFromLegacyPath(call, ofToken(token))) return normal.tokenHasExpired(call, token);
            const began = firstUse.get(token) ?? call.now.getTime();
            firstUse.set(token, began);
            return call.now.getTime() - began >= 900_000;
          },
        };
      },
      'The 900 seconds of a token from the legacy path begin with its first call.',
      ['EXP-04', 'EXP-05'],
    ],
  }),
  ...breaking('EXP-08', {
    'legacy-tokens-end-with-the-one-before': [
      (normal) => {
        const ends = new Map<string, number>();
        const lifetimes = new WeakMap<AccessToken, number>();
        return {
          issueAccessToken: (call, subject, app) => {
            const token = normal.issueAccessToken(call, subject, app);
            if (!atLegacyPath(call, {}) || subject.kind !== 'app') return token;
            const now = token.issuedAt.getTime();
            const known = ends.get(app.id) ?? 0;
            const end = known > now ? known : now + 900_000;
            ends.set(app.id, end);
            lifetimes.set(token, (end - now) / 1000);
            return token;
          },
          enforcedLifetime: (call, token) => lifetimes.get(token) ?? normal.enforcedLifetime(call, token),
        };
      },
      'While an app has an own token from the legacy path, further ones from there end together with it.',
    ],
  }),
  ...breaking('VER-16', {
    'v3-compares-the-start-of-tokens': [
      replaceIf(
        'findAccessToken',
        (call, value) => onV3(call, {}) && value.length >= 40,
        (call, value) =>
          call.tenant.state.accessTokens.values().find((token) => token.value.startsWith(value.slice(0, 40))),
      ),
      'v3 compares only the first 40 characters of an access token.',
      ['TRN-08', 'TRN-10'],
    ],
    'v3-ignores-the-case-of-keys': [
      becomes('findApiKey', (known, call, credentials) => {
        if (known !== undefined || !onV3(call, {})) return known;
        const wanted = credentials.username.toLowerCase();
        return call.tenant.state.apiKeys.values().find(({ value }) => value.toLowerCase() === wanted);
      }),
      'v3 compares API keys without regard to letter case.',
      ['KEY-07'],
    ],
    'v3-takes-id-tokens-past-their-end': [
      onlyIf('idTokenHasExpired', (call) => !onV3(call, {})),
      'v3 does not check the expiry of an ID token.',
      ['OIC-21'],
    ],
    'v3-does-not-verify-id-tokens': [
      replaceIf(
        'signatureIsRight',
        (call) => call.request.path === '/api/v3/plate/items',
        () => Promise.resolve(true),
      ),
      'The v3 listing of plates does not verify the signature of an ID token.',
      ['OIC-05', 'OIC-06', 'OIC-19'],
    ],
  }),
];
