import { isRefusal, refusal } from '../../http/refusal.ts';
import { FIFTEEN_MINUTES, HOUR, THIRTY_DAYS, WEEK } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import { all, always, forItself, isLater } from '../operators/kinds.ts';
import { reissueAppToken } from '../operators/lifetimes.ts';
import { ago, olderThan } from '../operators/moments.ts';
import { refuseClients } from '../operators/operators.ts';
import { delegationIn, ofToken } from '../operators/presented.ts';
import { refusedAsExpired, since } from '../operators/remembered.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { followsAnExpiry, ofSameUser, younger } from './conditions.ts';
import { early, ended } from './decisions.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const wrongForApps = {
  refused: { breaks: ['EXP-09'], also: ['EXP-33', 'LIF-42'], wrong: refuseClients(always) },
  givenTheSame: { breaks: ['EXP-09'], also: ['EXP-33'], wrong: reissueAppToken },
} satisfies Record<string, Wrong>;

/** Returns a key for the user and the app of an authorization. */
const pairOf = (delegation: { readonly userId: string; readonly appId: string } | undefined): string | undefined =>
  delegation && `${delegation.userId} ${delegation.appId}`;

/** Faults in which apps and users do not get new credentials after an old one has expired. */
export const afterExpiryFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'an-app-obtains-its-expired-token-again': [
      wrongForApps.givenTheSame,
      // While the old token is live, a new one is issued, so that only an expiry shows the fault.
      all(olderThan(FIFTEEN_MINUTES), younger(HOUR)),
      "An app that asks for a token within an hour of its last token's issue, but after its expiry, gets that token.",
      { also: ['CCR-06', 'EXP-20', 'TOK-32', 'VER-14'] },
    ],
    'just-after-its-end-a-token-is-handed-out-again': [
      wrongForApps.givenTheSame,
      all(olderThan(FIFTEEN_MINUTES), younger(FIFTEEN_MINUTES + 5000)),
      "An app that asks for a token within five seconds of its last token's end gets that token.",
      { also: ['EXP-01'] },
    ],
    'no-third-token-after-an-expiry': [
      wrongForApps.refused,
      (call, { appId }) =>
        ownTokensOf(call, appId).filter((token) => olderThan(FIFTEEN_MINUTES)(call, ofToken(token))).length >= 2,
      'An app with two expired tokens obtains no more tokens.',
      { also: ['CCR-06', 'TOK-05', 'TOK-32'] },
    ],
    'no-token-after-a-week-of-silence': [
      wrongForApps.refused,
      all(
        forItself,
        ago(WEEK, (call, { appId }) => ownTokensOf(call, appId).at(-1)?.issuedAt),
      ),
      'An app that has not asked for an own token for a week obtains none.',
    ],
    'what-follows-an-expiry-cannot-be-refreshed': [
      early.refreshTokens,
      followsAnExpiry,
      'The tenant refuses a refresh token from an authorization after an expiry.',
      { breaks: ['EXP-16'] },
    ],
    'one-refresh-after-an-expiry': [
      early.refreshTokens,
      all(isLater, followsAnExpiry),
      'An authorization after an expiry can be refreshed only once.',
      { breaks: ['EXP-16'], also: ['EXP-11'] },
    ],
    'a-new-authorization-after-expiry-is-as-old-as-the-first': [
      early.firstRefreshTokens,
      (call, one) => {
        const [first] = ofSameUser(call, one).filter(({ appId }) => appId === one.appId);
        return first !== delegationIn(one) && ago(THIRTY_DAYS, () => first?.createdAt)(call, one);
      },
      "The days of a code's refresh token count from the first authorization of the same user and app.",
      { breaks: ['EXP-16'], also: ['EXP-11', 'EXP-17', 'DEL-45', 'DEL-47'] },
    ],
    'an-authorization-after-a-failed-refresh-is-dead': [
      ended.delegatedTokens,
      since(
        refusedAsExpired(({ delegation }) => pairOf(delegation)),
        (one) => pairOf(delegationIn(one)),
      ),
      "After an expired refresh token was presented, the user's access tokens for the app are refused.",
      { breaks: ['EXP-16'], also: ['EXP-17'] },
    ],
  }),
  ...breaking('EXP-16', {
    'no-refresh-token-after-an-expiry': [
      becomes('exchangeCode', (token, call) => {
        if (isRefusal(token) || !followsAnExpiry(call, ofToken(token))) return token;
        const { refreshToken: _none, ...rest } = token;
        return rest;
      }),
      'An authorization after an expiry brings no refresh token.',
    ],
    'the-second-expiry-is-final': [
      (normal) => ({
        codeIsBarred: (call, code) => {
          const expired = call.tenant.state.refreshTokens
            .values()
            .filter(
              (token) =>
                pairOf(token.delegation) === pairOf(code.delegation) &&
                token.spentAt === undefined &&
                normal.refreshTokenHasExpired(call, token),
            );
          return [...expired].length >= 2 ? refusal('ended-grant', 'No more.') : normal.codeIsBarred(call, code);
        },
      }),
      'After two expired refresh tokens, a user cannot authorize the app any more.',
    ],
    'no-code-after-an-expiry': [
      (normal) => ({
        hasConsented: (call, user, app) => {
          const expired = call.tenant.state.delegations.some(
            (one) =>
              pairOf(one) === pairOf({ userId: user.id, appId: app.id }) &&
              one.latestRefreshToken !== undefined &&
              normal.refreshTokenHasExpired(call, one.latestRefreshToken),
          );
          if (expired) throw new Error('There is a stale authorization.');
          return normal.hasConsented(call, user, app);
        },
      }),
      'After an expiry, the authorization endpoint shows the user an error.',
      ['EXP-17'],
    ],
  }),
];
