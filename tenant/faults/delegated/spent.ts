import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { refusal, type Refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { forgottenWhere } from '../operators/refusals.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf, onlyIf } from '../operators/rules.ts';

const secondsSpent = (call: Call, token: RefreshToken): number =>
  token.spentAt === undefined ? 0 : (call.now.getTime() - token.spentAt.getTime()) / 1000;

/** Returns a deviation that refuses a spent token with another error code if `where` holds. */
function otherError(code: string, where: (call: Call, token: RefreshToken) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => {
    const presented = new WeakMap<Call, RefreshToken>();
    return {
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        if (token !== undefined) presented.set(call, token);
        return token;
      },
      refusalCode: (call, refused) => {
        const token = presented.get(call);
        const spent = refused.refused === 'spent-refresh-token';
        return spent && token !== undefined && where(call, token) ? code : normal.refusalCode(call, refused);
      },
    };
  };
}

/** Returns a deviation that takes a spent token for an unspent one if `where` holds. */
function accepted(where: (call: Call, token: RefreshToken) => boolean) {
  return onlyIf('refreshTokenIsSpent', (call, token) => !where(call, token));
}

/** Returns a function that says how often it was called with a token before. */
function counter() {
  const times = new WeakMap<RefreshToken, number>();
  return (token: RefreshToken): number => {
    const before = times.get(token) ?? 0;
    times.set(token, before + 1);
    return before;
  };
}

const isSpent = (refused: Refusal): boolean => refused.refused === 'spent-refresh-token';

/** Faults in the treatment of refresh tokens that have been used. */
export const spentFaults: readonly Fault[] = [
  ...breaking(
    ['DEL-42', 'DEL-44'],
    {
      'spent-tokens-work-again-after-an-hour': [
        accepted((call, token) => secondsSpent(call, token) >= 3600),
        'A spent refresh token is accepted again an hour after it was spent.',
      ],
      'spent-tokens-work-again-after-a-week': [
        accepted((call, token) => secondsSpent(call, token) >= 604_800),
        'A spent refresh token is accepted again a week after it was spent.',
      ],
    },
    ['DEL-43', 'DEL-45'],
  ),
  ...breaking(
    ['DEL-42', 'DEL-43'],
    {
      'spent-tokens-work-for-another-ten-seconds': [
        accepted((call, token) => secondsSpent(call, token) < 10),
        'A spent refresh token is accepted for another ten seconds, for clients that lost the answer.',
      ],
      'a-used-token-may-be-used-twice': [
        (normal) => {
          const times = counter();
          return {
            spendRefreshToken: (call, token) => {
              if (times(token) > 0) normal.spendRefreshToken(call, token);
            },
          };
        },
        'A refresh token is spent only by its second use.',
      ],
    },
    ['DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
  ),
  ...breaking('DEL-42', {
    'spent-tokens-work-from-another-connection': [
      (normal) => {
        const spentOn = new WeakMap<RefreshToken, Set<Connection>>();
        return {
          refreshTokenIsSpent: (call, token) => spentOn.get(token)?.has(call.connection) === true,
          spendRefreshToken: (call, token) => {
            spentOn.set(token, (spentOn.get(token) ?? new Set<Connection>()).add(call.connection));
            normal.spendRefreshToken(call, token);
          },
        };
      },
      'A spent refresh token is refused only on the connection on which it was spent.',
      ['DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    ],
  }),
  ...breaking(['DEL-44', 'DEL-45'], {
    'only-the-last-spent-token-is-known-as-spent': [
      accepted((_call, token) => token.delegation.latestRefreshToken?.predecessor !== token),
      'Only the refresh token before the newest one of a chain counts as spent.',
      ['DEL-42', 'VER-11'],
    ],
  }),
  ...breaking(['DEL-42', 'DEL-45'], {
    'the-first-token-is-never-spent': [
      accepted((_call, token) => token.predecessor === undefined),
      'The refresh token of a code exchange can be used any number of times, a refresh token of a refresh once.',
      ['DEL-43', 'DEL-44', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    ],
  }),
  ...breaking('DEL-44', {
    'the-third-presentation-is-accepted': [
      (normal) => {
        const times = counter();
        return {
          refreshTokenIsSpent: (call, token) => normal.refreshTokenIsSpent(call, token) && times(token) !== 1,
        };
      },
      'A spent refresh token is refused once, and accepted when it is presented again.',
      ['DEL-42', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    ],
    'older-spent-tokens-have-expired': [
      otherError(
        'expired_token',
        (_call, { delegation, ...token }) => delegation.latestRefreshToken?.predecessor?.value !== token.value,
      ),
      'A spent refresh token whose successor was used is refused as an expired_token.',
      ['VER-11', 'DEL-43'],
    ],
    'spent-tokens-are-forgotten-after-a-day': [
      forgottenWhere((token, call) => secondsSpent(call, token) >= 86_400),
      'A day after its use, a refresh token is refused like one that was never issued.',
      ['DEL-43'],
    ],
    'spent-tokens-are-forgotten-with-the-access-token': [
      forgottenWhere((token, call) => secondsSpent(call, token) >= 900),
      'A spent refresh token is deleted a quarter of an hour after its use, and unknown from then on.',
      ['DEL-43'],
    ],
    'the-second-presentation-is-too-much': [
      (normal) => {
        const times = counter();
        const denied = new WeakSet<Call>();
        return {
          spentRefreshTokenWasPresented: (call, token) => {
            if (times(token) > 0) denied.add(call);
          },
          refusalCode: (call, refused) =>
            isSpent(refused) && denied.has(call) ? 'access_denied' : normal.refusalCode(call, refused),
        };
      },
      'A spent refresh token that is presented a second time is refused as access_denied.',
      ['DEL-53', 'VER-11'],
    ],
  }),
  ...breaking(['DEL-42', 'DEL-43', 'DEL-45'], {
    'spent-tokens-still-give-an-access-token': [
      (normal) => ({
        refresh: (call, app, fields) => {
          const token = normal.findRefreshToken(call, normal.refreshTokenOf(call, fields) ?? '');
          if (token === undefined || !normal.refreshTokenIsSpent(call, token)) return normal.refresh(call, app, fields);
          return call.tenant.behaviour.issueAccessToken(call, { kind: 'user', id: token.delegation.userId }, app);
        },
      }),
      'A spent refresh token still yields an access token, but no refresh token.',
      ['DEL-44', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    ],
  }),
  ...breaking(
    'DEL-43',
    {
      'spent-tokens-are-an-invalid-request': [
        otherError('invalid_request', () => true),
        'A spent refresh token is refused with the error invalid_request.',
      ],
      'spent-tokens-are-an-invalid-grant-type': [
        otherError('invalid_grant_type', () => true),
        'The error of a spent refresh token is written invalid_grant_type.',
      ],
      'the-error-of-spent-tokens-is-in-capitals': [
        otherError('INVALID_GRANT', () => true),
        'The error of a spent refresh token is written INVALID_GRANT.',
      ],
      'the-first-spent-token-is-an-error-of-the-server': [
        becomes('refreshProblem', (problem, _call, _app, token) =>
          problem !== undefined && isSpent(problem) && token.predecessor === undefined
            ? refusal('internal-error', 'Something went wrong.')
            : problem,
        ),
        'The spent refresh token of a code exchange is answered with an internal error.',
      ],
      'spent-tokens-are-refused-with-a-success': [
        replaceIf(
          'refusalStatus',
          (_call, refused) => isSpent(refused),
          () => 200,
        ),
        'A spent refresh token is answered with status 200 and the error in the body.',
      ],
    },
    ['DEL-44', 'DEL-53', 'VER-11'],
  ),
];
