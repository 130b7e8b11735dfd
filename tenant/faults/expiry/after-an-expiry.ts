import { isRefusal, refusal } from '../../http/refusal.ts';
import { FIFTEEN_MINUTES, HOUR, THIRTY_DAYS, WEEK } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { ownTokensOf } from '../operators/holdings.ts';
import { all, always, forItself, isLater } from '../operators/kinds.ts';
import { handOutAgain } from '../operators/lifetimes.ts';
import { ago, olderThan } from '../operators/moments.ts';
import { refuseClients } from '../operators/operators.ts';
import { delegationIn, ofToken } from '../operators/presented.ts';
import { refusedAsExpired, since } from '../operators/remembered.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { followsAnExpiry, ofSameUser, younger } from './conditions.ts';
import { early, ended } from './decisions.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const apps = {
  refused: { breaks: ['EXP-09'], also: ['EXP-33', 'LIF-42'], wrong: refuseClients(always) },
  givenTheSame: { breaks: ['EXP-09'], also: ['EXP-33'], wrong: handOutAgain },
} satisfies Record<string, Wrong>;

/** The user and the app between whom something stands. */
const pairOf = (delegation: { readonly userId: string; readonly appId: string } | undefined): string | undefined =>
  delegation && `${delegation.userId} ${delegation.appId}`;

/** What apps and users do not get once something of theirs has expired. */
export const afterExpiryFaults: readonly Fault[] = [
  ...faultsOf('expiry', {
    'an-app-obtains-its-expired-token-again': [
      apps.givenTheSame,
      // within its life another one is issued, so that only expiry shows it
      all(olderThan(FIFTEEN_MINUTES), younger(HOUR)),
      'For an hour an app that asks again obtains its expired token.',
      { also: ['CCR-06', 'EXP-20', 'TOK-32', 'VER-14'] },
    ],
    'just-after-its-end-a-token-is-handed-out-again': [
      apps.givenTheSame,
      all(olderThan(FIFTEEN_MINUTES), younger(FIFTEEN_MINUTES + 5000)),
      'An app that asks within five seconds of its token’s end obtains that one.',
      { also: ['EXP-01'] },
    ],
    'no-third-token-after-an-expiry': [
      apps.refused,
      (call, { appId }) =>
        ownTokensOf(call, appId).filter((token) => olderThan(FIFTEEN_MINUTES)(call, ofToken(token))).length >= 2,
      'An app two of whose tokens have expired obtains no more.',
      { also: ['CCR-06', 'TOK-05', 'TOK-32'] },
    ],
    'no-token-after-a-week-of-silence': [
      apps.refused,
      all(
        forItself,
        ago(WEEK, (call, { appId }) => ownTokensOf(call, appId).at(-1)?.issuedAt),
      ),
      'An app that has asked for no own token for a week obtains none.',
    ],
    'what-follows-an-expiry-cannot-be-refreshed': [
      early.refreshTokens,
      followsAnExpiry,
      'A refresh token from after an expiry is refused.',
      { breaks: ['EXP-16'] },
    ],
    'one-refresh-after-an-expiry': [
      early.refreshTokens,
      all(isLater, followsAnExpiry),
      'What is authorized after an expiry can be refreshed once.',
      { breaks: ['EXP-16'], also: ['EXP-11'] },
    ],
    'a-new-authorization-after-expiry-is-as-old-as-the-first': [
      early.firstRefreshTokens,
      (call, one) => {
        const [first] = ofSameUser(call, one).filter(({ appId }) => appId === one.appId);
        return first !== delegationIn(one) && ago(THIRTY_DAYS, () => first?.createdAt)(call, one);
      },
      'First refresh tokens count from the first authorization of the user and app.',
      { breaks: ['EXP-16'], also: ['EXP-11', 'EXP-17', 'DEL-45', 'DEL-47'] },
    ],
    'an-authorization-after-a-failed-refresh-is-dead': [
      ended.delegatedTokens,
      since(
        refusedAsExpired(({ delegation }) => pairOf(delegation)),
        (one) => pairOf(delegationIn(one)),
      ),
      'Once an expired refresh token was presented, the user’s access tokens for the app are refused.',
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
      'After two expired refresh tokens a user can authorize the app no more.',
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
      'After an expiry a user is shown an error at the authorization endpoint.',
      ['EXP-17'],
    ],
  }),
];
