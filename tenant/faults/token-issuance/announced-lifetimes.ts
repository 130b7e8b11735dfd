import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { authorizedBefore } from './token-requests.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

const NINETY_DAYS = 90 * 86_400_000;

/** Reports whether a token comes from a refresh that was made after the earlier access token had expired. */
function isOfLateRefresh(call: Call, token: AccessToken): boolean {
  const before = token.refreshToken?.predecessor?.issuedAt;
  return before !== undefined && call.now.getTime() - before.getTime() >= 900_000;
}

/** Returns the seconds until the end of a span of the calendar, such as a day in UTC. */
const secondsLeft = (now: Date, span: number): number => Math.ceil((span - (now.getTime() % span)) / 1000);

/** Faults that announce too few, too many or no seconds for access and refresh tokens. */
export const announcedLifetimeFaults: readonly Fault[] = [
  ...breaking('TOK-05', {
    'a-shorter-life-can-be-asked-for': [
      (normal) => ({
        announcedLifetime: (call, token) => {
          const wanted = Number(formOf(call).get('expires_in') ?? 900);
          return wanted > 0 && wanted < 900 ? wanted : normal.announcedLifetime(call, token);
        },
      }),
      'The answer to a token request with a field expires_in announces that number of seconds, up to 900.',
    ],
    'an-hour-is-announced-after-an-expiry': [
      (normal) => ({
        announcedLifetime: (call, token) =>
          [...call.tenant.state.accessTokens.values()].some(
            (one) => one.appId === token.appId && normal.tokenHasExpired(call, one),
          )
            ? 3600
            : normal.announcedLifetime(call, token),
      }),
      'Once a token of an app has expired, the next answers to the app announce an hour.',
      ['EXP-20'],
    ],
    'apps-with-users-are-announced-half': [
      replaceIf(
        'announcedLifetime',
        (call, token) =>
          token.subject.kind === 'app' && call.tenant.state.consents.some(({ appId }) => appId === token.appId),
        () => 450,
      ),
      'Once a user has consented to an app, the answers with its app tokens announce 450 seconds.',
      ['EXP-20'],
    ],
    'refreshes-of-live-tokens-announce-what-remains': [
      (normal) => {
        const previous = new WeakMap<AccessToken, AccessToken>();
        return {
          issueDelegatedTokens: (call, app, delegation, predecessor) => {
            const former = delegation.latestAccessToken;
            const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
            if (former !== undefined) previous.set(token, former);
            return token;
          },
          announcedLifetime: (call, token) => {
            const former = previous.get(token);
            const left =
              former === undefined ? 0 : 900 - Math.floor((call.now.getTime() - former.issuedAt.getTime()) / 1000);
            return left > 0 ? left : normal.announcedLifetime(call, token);
          },
        };
      },
      'A refresh announces the seconds that are left of the earlier access token, if there are any.',
      ['EXP-20'],
    ],
    'validity-ends-with-the-day': [
      () => ({ announcedLifetime: (call) => Math.min(900, secondsLeft(call.now, DAY)) }),
      'expires_in never extends beyond the end of the day in UTC.',
    ],
    'validity-ends-with-the-hour': [
      () => ({ announcedLifetime: (call) => Math.min(900, secondsLeft(call.now, HOUR)) }),
      'expires_in never extends beyond the end of the hour.',
    ],
  }),
  ...breaking('TOK-10', {
    'apps-with-users-announce-the-end-of-no-refresh-token': [
      becomes('tokenMembers', (members, call, token) => {
        const hasUsers = call.tenant.state.delegations.some(({ appId }) => appId === token.appId);
        return token.refreshToken === undefined && hasUsers
          ? { ...members, refresh_token_expires_in: 2_592_000 }
          : members;
      }),
      'Once a user has authorized an app, the answers with its app tokens have refresh_token_expires_in.',
      ['CCR-03'],
    ],
  }),
  ...breaking(
    'TOK-09',
    {
      'users-who-return-are-announced-what-remains': [
        (normal) => ({
          announcedRefreshLifetime: (call, token) => {
            const { userId, appId } = token.delegation;
            const first = call.tenant.state.delegations.find((each) => each.userId === userId && each.appId === appId);
            const since = call.now.getTime() - (first?.createdAt ?? call.now).getTime();
            return authorizedBefore(call, token.delegation) && token.predecessor === undefined
              ? 2_592_000 - Math.max(1, Math.floor(since / 1000))
              : normal.announcedRefreshLifetime(call, token);
          },
        }),
        'When a user authorizes the app again, the answer announces the rest of the thirty days of the first authorization.',
      ],
      'refreshes-after-a-day-announce-a-week': [
        replaceIf(
          'announcedRefreshLifetime',
          (call, token) =>
            token.predecessor !== undefined && call.now.getTime() - token.predecessor.issuedAt.getTime() >= DAY,
          () => 604_800,
        ),
        'A refresh announces a week if it comes a day or more after the one before.',
      ],
      'no-refresh-token-outlives-ninety-days-of-its-authorization': [
        (normal) => ({
          announcedRefreshLifetime: (call, token) => {
            const left = token.delegation.createdAt.getTime() + NINETY_DAYS - call.now.getTime();
            return Math.max(0, Math.min(Math.floor(left / 1000), Number(normal.announcedRefreshLifetime(call, token))));
          },
        }),
        'From sixty days after an authorization on, its refreshes announce the time that is left of ninety days.',
        ['EXP-15'],
      ],
    },
    ['EXP-20'],
  ),
  ...breaking('TOK-36', {
    'late-refreshes-announce-no-end': [
      (normal) => ({
        tokenMembers: (call, token) => {
          const { refresh_token_expires_in: end, ...others } = normal.tokenMembers(call, token);
          return end === undefined || isOfLateRefresh(call, token)
            ? others
            : { ...others, refresh_token_expires_in: end };
        },
      }),
      'The answer to a refresh after the access token has expired has no refresh_token_expires_in.',
      ['TOK-09', 'EXP-13', 'EXP-14'],
    ],
    'the-second-users-exchange-announces-no-end': [
      (normal) => ({
        refreshMembers: (call, token) => {
          const { appId, userId } = token.delegation;
          const members = normal.refreshMembers(call, token);
          const first = call.tenant.state.delegations.find((each) => each.appId === appId);
          if (token.predecessor !== undefined || first?.userId === userId) return members;
          return { refresh_token: token.value };
        },
      }),
      'The code exchange of an app’s second user has no refresh_token_expires_in.',
    ],
  }),
];
