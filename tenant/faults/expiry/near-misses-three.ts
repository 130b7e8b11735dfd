import { sameActor, type AccessToken, type RefreshToken, type User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { nearMissesOfKeys } from './near-misses-three-of-keys.ts';

const DAY = 86_400_000;
const allTokens = ['EXP-33', 'LIF-42'];

/** Ages of tokens that something else begins anew, or that are looked at once. */
export const nearMissFaultsThree: readonly Fault[] = [
  ...nearMissesOfKeys,
  {
    id: 'expiry/tokens-of-a-minute-end-together',
    breaks: ['EXP-08'],
    also: [...allTokens, 'EXP-20', 'EXP-07', 'EXP-01', 'TOK-22'],
    summary: 'An app token that is asked for within a minute of another ends with it.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const earlier = call.tenant.state.accessTokens
          .values()
          .find(
            ({ appId, issuedAt, delegation }) =>
              appId === token.appId &&
              delegation === undefined &&
              token.delegation === undefined &&
              Math.abs(token.issuedAt.getTime() - issuedAt.getTime()) < 60_000,
          );
        return normal.tokenHasExpired(call, earlier ?? token);
      },
    }),
  },
  {
    id: 'expiry/app-tokens-go-on-beyond-the-end-of-a-month',
    breaks: ['EXP-02'],
    also: [...allTokens, 'EXP-04', 'EXP-05', 'EXP-06', 'EXP-07', 'EXP-08'],
    summary: 'Ends are compared by the day of the month and the time, so a token that is issued on the last day lasts.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const lifetime = normal.enforcedLifetime(call, token) * 1000;
        const [end, issued] = [new Date(token.issuedAt.getTime() + lifetime), token.issuedAt];
        const ofMonth = (date: Date) => ((date.getUTCDate() - 1) * DAY + (date.getTime() % DAY)) % (31 * DAY);
        return end.getUTCMonth() === issued.getUTCMonth()
          ? normal.tokenHasExpired(call, token)
          : call.now.getTime() - issued.getTime() > DAY ||
              (ofMonth(call.now) >= ofMonth(end) && ofMonth(issued) < ofMonth(end));
      },
    }),
  },
  {
    id: 'expiry/an-expired-refresh-token-works-at-the-second-try',
    breaks: ['EXP-12'],
    also: [...allTokens, 'EXP-14', 'EXP-17', 'EXP-32', 'EXP-18', 'EXP-19'],
    summary: 'An expired refresh token is refused once, and exchanged when it is tried again.',
    behaviour: (normal) => {
      const tried = new WeakSet<RefreshToken>();
      return {
        refreshTokenHasExpired: (call, token) => {
          const expired = normal.refreshTokenHasExpired(call, token) && !tried.has(token);
          if (expired) tried.add(token);
          return expired;
        },
      };
    },
  },
  {
    id: 'expiry/long-expired-refresh-tokens-work-again',
    breaks: ['EXP-12'],
    also: [...allTokens, 'EXP-14', 'EXP-17'],
    summary:
      'What is known of the age of a refresh token is cleared away after 60 days, and with it that it has expired.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) && call.now.getTime() - token.countsFrom.getTime() < 60 * DAY,
    }),
  },
  {
    id: 'expiry/the-second-refresh-of-a-day-renews-nothing',
    breaks: ['EXP-13'],
    also: ['EXP-15', ...allTokens],
    summary: 'A refresh token is renewed once a day: further refreshes give one with the days that were left.',
    behaviour: (normal) => ({
      refreshTokenCountsFrom: (call, predecessor) =>
        predecessor?.predecessor !== undefined && call.now.getTime() - predecessor.issuedAt.getTime() < DAY
          ? predecessor.countsFrom
          : normal.refreshTokenCountsFrom(call, predecessor),
    }),
  },
  {
    id: 'expiry/a-rotation-of-the-secret-renews-refresh-tokens',
    breaks: ['EXP-12'],
    also: [...allTokens],
    summary: 'A refresh token has thirty days from the last rotation of the client secret.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) => {
        const rotatedAt = call.tenant.state.apps.get(token.delegation.appId)?.formerSecrets.at(-1)?.retiredAt;
        const renewed = rotatedAt !== undefined && call.now.getTime() - rotatedAt.getTime() < 30 * DAY;
        return normal.refreshTokenHasExpired(call, token) && !renewed;
      },
    }),
  },
  {
    id: 'expiry/a-rotation-of-the-secret-renews-app-tokens',
    breaks: ['EXP-02'],
    also: [...allTokens],
    summary: 'An app token has 900 seconds from the last rotation of the client secret.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const rotatedAt = call.tenant.state.apps.get(token.appId)?.formerSecrets.at(-1)?.retiredAt;
        const renewed = rotatedAt !== undefined && call.now.getTime() - rotatedAt.getTime() < 900_000;
        return normal.tokenHasExpired(call, token) && !(renewed && token.issuedAt < rotatedAt);
      },
    }),
  },
  {
    id: 'expiry/a-grant-renews-app-tokens',
    breaks: ['EXP-02'],
    also: [...allTokens],
    summary: 'An app token has 900 seconds from when its app was last added to a project.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        if (!normal.tokenHasExpired(call, token)) return false;
        const app = { kind: 'app', id: token.appId } as const;
        const grants = [...call.tenant.state.projects.values()].flatMap((project) => project.grants);
        return !grants.some(
          ({ actor, grantedAt }) =>
            sameActor(actor, app) && grantedAt > token.issuedAt && call.now.getTime() - grantedAt.getTime() < 900_000,
        );
      },
    }),
  },
  {
    id: 'expiry/an-un-suspension-renews-access-tokens',
    breaks: ['EXP-04'],
    also: [...allTokens, 'EXP-05'],
    summary: 'A delegated access token has 900 seconds from the last un-suspension of its user.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const user: User | undefined = call.tenant.state.users.get(token.subject.id);
        const since = user?.active === true && user.activeChangedAt > token.issuedAt ? user.activeChangedAt : undefined;
        const counted: AccessToken = since === undefined ? token : { ...token, issuedAt: since };
        return normal.tokenHasExpired(call, counted);
      },
    }),
  },
];
