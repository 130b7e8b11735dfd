import type { Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { authorizedBefore } from './token-requests.ts';

const NINETY_DAYS = 90 * 86_400_000;

/** Whether a token comes from a refresh that was made when the access token before it had ended. */
function isOfLateRefresh(call: Call, token: AccessToken): boolean {
  const before = token.refreshToken?.predecessor?.issuedAt;
  return before !== undefined && call.now.getTime() - before.getTime() >= 900_000;
}

/** Seconds until a span of the calendar, such as a day in UTC, is over. */
const secondsLeft = (now: Date, span: number): number => Math.ceil((span - (now.getTime() % span)) / 1000);

/** Seconds that are announced of access and refresh tokens, too few, too many or none. */
export const announcedLifetimeFaults: readonly Fault[] = [
  {
    id: 'token-issuance/a-shorter-life-can-be-asked-for',
    breaks: ['TOK-05'],
    summary: 'A token request with a field expires_in is announced so many seconds, up to 900.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) => {
        const wanted = Number(formOf(call).get('expires_in') ?? 900);
        return wanted > 0 && wanted < 900 ? wanted : normal.announcedLifetime(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/an-hour-is-announced-after-an-expiry',
    breaks: ['TOK-05'],
    also: ['EXP-20'],
    summary: 'An app one of whose tokens has expired is announced an hour for the next one.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) =>
        [...call.tenant.state.accessTokens.values()].some(
          (one) => one.appId === token.appId && normal.tokenHasExpired(call, one),
        )
          ? 3600
          : normal.announcedLifetime(call, token),
    }),
  },
  {
    id: 'token-issuance/apps-with-users-are-announced-half',
    breaks: ['TOK-05'],
    also: ['EXP-20'],
    summary: 'What an app asks for itself after a user consented to it is announced with 450 seconds.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) =>
        token.subject.kind === 'app' && call.tenant.state.consents.some(({ appId }) => appId === token.appId)
          ? 450
          : normal.announcedLifetime(call, token),
    }),
  },
  {
    id: 'token-issuance/apps-with-users-announce-the-end-of-no-refresh-token',
    breaks: ['TOK-10'],
    also: ['CCR-03'],
    summary: 'Once a user has authorized an app, its own tokens come with refresh_token_expires_in.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const members = normal.tokenMembers(call, token);
        const hasUsers = call.tenant.state.delegations.some(({ appId }) => appId === token.appId);
        return token.refreshToken === undefined && hasUsers
          ? { ...members, refresh_token_expires_in: 2_592_000 }
          : members;
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-of-live-tokens-announce-what-remains',
    breaks: ['TOK-05'],
    also: ['EXP-20'],
    summary: 'A refresh announces the seconds that are left of the access token before it, while there are any.',
    behaviour: (normal) => {
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
  },
  {
    id: 'token-issuance/users-who-return-are-announced-what-remains',
    breaks: ['TOK-09'],
    also: ['EXP-20'],
    summary: 'When a user authorizes the app again, what is left of the thirty days of the first time is announced.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) => {
        const { userId, appId } = token.delegation;
        const first = call.tenant.state.delegations.find((each) => each.userId === userId && each.appId === appId);
        const since = call.now.getTime() - (first?.createdAt ?? call.now).getTime();
        return authorizedBefore(call, token.delegation) && token.predecessor === undefined
          ? 2_592_000 - Math.max(1, Math.floor(since / 1000))
          : normal.announcedRefreshLifetime(call, token);
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-after-a-day-announce-a-week',
    breaks: ['TOK-09'],
    also: ['EXP-20'],
    summary: 'A refresh a day or more after the one before announces a week.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) =>
        token.predecessor !== undefined && call.now.getTime() - token.predecessor.issuedAt.getTime() >= DAY
          ? 604_800
          : normal.announcedRefreshLifetime(call, token),
    }),
  },
  {
    id: 'token-issuance/no-refresh-token-outlives-ninety-days-of-its-authorization',
    breaks: ['TOK-09'],
    also: ['EXP-20', 'EXP-15'],
    summary: 'From sixty days after an authorization on, its refreshes announce what is left of ninety.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) => {
        const left = token.delegation.createdAt.getTime() + NINETY_DAYS - call.now.getTime();
        return Math.max(0, Math.min(Math.floor(left / 1000), Number(normal.announcedRefreshLifetime(call, token))));
      },
    }),
  },
  {
    id: 'token-issuance/late-refreshes-announce-no-end',
    breaks: ['TOK-36'],
    also: ['TOK-09', 'EXP-13', 'EXP-14'],
    summary: 'The answer to a refresh after the access token has expired has no refresh_token_expires_in.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const { refresh_token_expires_in: end, ...others } = normal.tokenMembers(call, token);
        return end === undefined || isOfLateRefresh(call, token)
          ? others
          : { ...others, refresh_token_expires_in: end };
      },
    }),
  },
  {
    id: 'token-issuance/the-second-users-exchange-announces-no-end',
    breaks: ['TOK-36'],
    summary: 'The code exchange of an app’s second user has no refresh_token_expires_in.',
    behaviour: (normal) => ({
      refreshMembers: (call, token) => {
        const { appId, userId } = token.delegation;
        const members = normal.refreshMembers(call, token);
        const first = call.tenant.state.delegations.find((each) => each.appId === appId);
        if (token.predecessor !== undefined || first?.userId === userId) return members;
        return { refresh_token: token.value };
      },
    }),
  },

  {
    id: 'token-issuance/validity-ends-with-the-day',
    breaks: ['TOK-05'],
    summary: 'expires_in goes no further than the end of the day in UTC.',
    behaviour: () => ({ announcedLifetime: (call) => Math.min(900, secondsLeft(call.now, DAY)) }),
  },
  {
    id: 'token-issuance/validity-ends-with-the-hour',
    breaks: ['TOK-05'],
    summary: 'expires_in goes no further than the end of the hour.',
    behaviour: () => ({ announcedLifetime: (call) => Math.min(900, secondsLeft(call.now, HOUR)) }),
  },
];
