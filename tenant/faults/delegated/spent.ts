import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { refusal, type Refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const secondsSpent = (call: Call, token: RefreshToken): number =>
  token.spentAt === undefined ? 0 : (call.now.getTime() - token.spentAt.getTime()) / 1000;

/** Another name for the error of a spent token, where something holds of the presentation. */
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

/** A spent token is taken for an unspent one, where something holds of the presentation. */
function accepted(where: (call: Call, token: RefreshToken) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    refreshTokenIsSpent: (call, token) => normal.refreshTokenIsSpent(call, token) && !where(call, token),
  });
}

/** How often something was asked of a token before. */
function counted() {
  const times = new WeakMap<RefreshToken, number>();
  return (token: RefreshToken): number => {
    const before = times.get(token) ?? 0;
    times.set(token, before + 1);
    return before;
  };
}

const isSpent = (refused: Refusal): boolean => refused.refused === 'spent-refresh-token';

/** Wrong decisions about refresh tokens that have been used. */
export const spentFaults: readonly Fault[] = [
  {
    id: 'delegated/spent-tokens-work-again-after-an-hour',
    breaks: ['DEL-42', 'DEL-44'],
    also: ['DEL-43', 'DEL-45'],
    summary: 'A spent refresh token is accepted again an hour after it was spent.',
    behaviour: accepted((call, token) => secondsSpent(call, token) >= 3600),
  },
  {
    id: 'delegated/spent-tokens-work-again-after-a-week',
    breaks: ['DEL-42', 'DEL-44'],
    also: ['DEL-43', 'DEL-45'],
    summary: 'What was spent is remembered for a week.',
    behaviour: accepted((call, token) => secondsSpent(call, token) >= 604_800),
  },
  {
    id: 'delegated/spent-tokens-work-for-another-ten-seconds',
    breaks: ['DEL-42', 'DEL-43'],
    also: ['DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    summary: 'A spent refresh token is accepted for another ten seconds, for clients that lost the answer.',
    behaviour: accepted((call, token) => secondsSpent(call, token) < 10),
  },
  {
    id: 'delegated/spent-tokens-work-from-another-connection',
    breaks: ['DEL-42'],
    also: ['DEL-43', 'DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    summary: 'That a refresh token is spent is known on the connection alone on which it was spent.',
    behaviour: (normal) => {
      const spentOn = new WeakMap<RefreshToken, Set<Connection>>();
      return {
        refreshTokenIsSpent: (call, token) => spentOn.get(token)?.has(call.connection) === true,
        spendRefreshToken: (call, token) => {
          spentOn.set(token, (spentOn.get(token) ?? new Set<Connection>()).add(call.connection));
          normal.spendRefreshToken(call, token);
        },
      };
    },
  },
  {
    id: 'delegated/only-the-last-spent-token-is-known-as-spent',
    breaks: ['DEL-44', 'DEL-45'],
    also: ['DEL-42', 'VER-11'],
    summary: 'Of the refresh tokens of a chain only the one before the newest is known to be spent.',
    behaviour: accepted((_call, token) => token.delegation.latestRefreshToken?.predecessor !== token),
  },
  {
    id: 'delegated/the-first-token-is-never-spent',
    breaks: ['DEL-42', 'DEL-45'],
    also: ['DEL-43', 'DEL-44', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    summary: 'The refresh token of a code exchange can be used any number of times, those of refreshes once.',
    behaviour: accepted((_call, token) => token.predecessor === undefined),
  },
  {
    id: 'delegated/the-third-presentation-is-accepted',
    breaks: ['DEL-44'],
    also: ['DEL-42', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    summary: 'A spent refresh token is refused once, and accepted when it is presented again.',
    behaviour: (normal) => {
      const times = counted();
      return {
        refreshTokenIsSpent: (call, token) => normal.refreshTokenIsSpent(call, token) && times(token) !== 1,
      };
    },
  },
  {
    id: 'delegated/a-used-token-may-be-used-twice',
    breaks: ['DEL-42', 'DEL-43'],
    also: ['DEL-44', 'DEL-45', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    summary: 'A refresh token is spent by its second use.',
    behaviour: (normal) => {
      const times = counted();
      return {
        spendRefreshToken: (call, token) => {
          if (times(token) > 0) normal.spendRefreshToken(call, token);
        },
      };
    },
  },
  {
    id: 'delegated/spent-tokens-still-give-an-access-token',
    breaks: ['DEL-42', 'DEL-43', 'DEL-45'],
    also: ['DEL-44', 'DEL-52', 'DEL-53', 'VER-11', 'VER-12'],
    summary: 'A spent refresh token gives an access token, if no refresh token any more.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = normal.findRefreshToken(call, normal.refreshTokenOf(call, fields) ?? '');
        if (token === undefined || !normal.refreshTokenIsSpent(call, token)) return normal.refresh(call, app, fields);
        return call.tenant.behaviour.issueAccessToken(call, { kind: 'user', id: token.delegation.userId }, app);
      },
    }),
  },
  {
    id: 'delegated/spent-tokens-are-an-invalid-request',
    breaks: ['DEL-43'],
    also: ['DEL-44', 'DEL-53', 'VER-11'],
    summary: 'A spent refresh token is refused with the error invalid_request.',
    behaviour: otherError('invalid_request', () => true),
  },
  {
    id: 'delegated/spent-tokens-are-an-invalid-grant-type',
    breaks: ['DEL-43'],
    also: ['DEL-44', 'DEL-53', 'VER-11'],
    summary: 'The error of a spent refresh token is written invalid_grant_type.',
    behaviour: otherError('invalid_grant_type', () => true),
  },
  {
    id: 'delegated/the-error-of-spent-tokens-is-in-capitals',
    breaks: ['DEL-43'],
    also: ['DEL-44', 'DEL-53', 'VER-11'],
    summary: 'The error of a spent refresh token is written INVALID_GRANT.',
    behaviour: otherError('INVALID_GRANT', () => true),
  },
  {
    id: 'delegated/older-spent-tokens-have-expired',
    breaks: ['DEL-44'],
    also: ['VER-11', 'DEL-43'],
    summary: 'A spent refresh token whose successor was used is refused as an expired_token.',
    behaviour: otherError(
      'expired_token',
      (_call, { delegation, ...token }) => delegation.latestRefreshToken?.predecessor?.value !== token.value,
    ),
  },
  {
    id: 'delegated/spent-tokens-are-forgotten-after-a-day',
    breaks: ['DEL-44'],
    also: ['DEL-43'],
    summary: 'A day after its use a refresh token is as unknown as one that never was.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        return token !== undefined && secondsSpent(call, token) >= 86_400 ? undefined : token;
      },
      refusalCode: (call, refused) =>
        refused.refused === 'unknown-refresh-token' ? 'unknown_token' : normal.refusalCode(call, refused),
    }),
  },
  {
    id: 'delegated/spent-tokens-are-forgotten-with-the-access-token',
    breaks: ['DEL-44'],
    also: ['DEL-43'],
    summary: 'Spent refresh tokens are swept a quarter of an hour after their use, and unknown from then on.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        return token !== undefined && secondsSpent(call, token) >= 900 ? undefined : token;
      },
      refusalCode: (call, refused) =>
        refused.refused === 'unknown-refresh-token' ? 'unknown_token' : normal.refusalCode(call, refused),
    }),
  },
  {
    id: 'delegated/the-second-presentation-is-too-much',
    breaks: ['DEL-44'],
    also: ['DEL-53', 'VER-11'],
    summary: 'A spent refresh token that is presented a second time is refused as access_denied.',
    behaviour: (normal) => {
      const times = counted();
      const denied = new WeakSet<Call>();
      return {
        spentRefreshTokenWasPresented: (call, token) => {
          if (times(token) > 0) denied.add(call);
        },
        refusalCode: (call, refused) =>
          isSpent(refused) && denied.has(call) ? 'access_denied' : normal.refusalCode(call, refused),
      };
    },
  },
  {
    id: 'delegated/the-first-spent-token-is-an-error-of-the-server',
    breaks: ['DEL-43'],
    also: ['DEL-44', 'DEL-53', 'VER-11'],
    summary: 'Presenting the spent token of a code exchange ends in an internal error.',
    behaviour: (normal) => ({
      refreshProblem: (call, app, token) => {
        const problem = normal.refreshProblem(call, app, token);
        return problem !== undefined && isSpent(problem) && token.predecessor === undefined
          ? refusal('internal-error', 'Something went wrong.')
          : problem;
      },
    }),
  },
  {
    id: 'delegated/spent-tokens-are-refused-with-a-success',
    breaks: ['DEL-43'],
    also: ['DEL-44', 'DEL-53', 'VER-11'],
    summary: 'A spent refresh token is answered with status 200 and the error in the body.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) => (isSpent(refused) ? 200 : normal.refusalStatus(call, refused)),
    }),
  },
];
