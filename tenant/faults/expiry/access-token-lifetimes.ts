import type { Deviation } from '../../behaviour/behaviour.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken, App } from '../../state/model.ts';
import { DAY, FIFTEEN_MINUTES } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { inAnySeries } from './random-series.ts';

/** The hour in which a clock on the wall of Berlin is put back stands there twice. */
function onTheWall(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const lastSunday = (month: number): number => {
    const end = new Date(Date.UTC(year, month + 1, 0, 1));
    return end.getTime() - end.getUTCDay() * DAY;
  };
  const isSummer = time >= lastSunday(2) && time < lastSunday(9);
  return time + (isSummer ? 2 : 1) * 3_600_000;
}

/** An app has access tokens for the five users that it obtained one for last. */
export const tokensForFiveUsers: Deviation = (normal) => ({
  tokenHasEnded: (call, token) => {
    const { delegation } = token;
    if (delegation === undefined || normal.tokenHasEnded(call, token)) return normal.tokenHasEnded(call, token);
    const later = call.tenant.state.delegations.filter(
      ({ appId, latestAccessToken }) =>
        appId === delegation.appId &&
        latestAccessToken !== undefined &&
        latestAccessToken.issuedAt.getTime() > token.issuedAt.getTime(),
    );
    return new Set(later.map(({ userId }) => userId)).size >= 5;
  },
});

/** Access tokens whose 900 seconds are counted or announced wrongly, or end for another reason. */
export const accessTokenLifetimeFaults: readonly Fault[] = [
  {
    id: 'expiry/access-tokens-end-by-the-clock-on-the-wall',
    breaks: ['EXP-02'],
    also: ['EXP-01', 'EXP-04', 'EXP-05', 'EXP-33'],
    summary: 'Ends are kept in local time, so tokens from before the clock is put back live an hour longer.',
    behaviour: () => ({
      tokenHasExpired: (call, token) =>
        onTheWall(call.now.getTime()) - onTheWall(token.issuedAt.getTime()) >=
        call.tenant.behaviour.enforcedLifetime(call, token) * 1000,
    }),
  },
  {
    id: 'expiry/access-tokens-count-from-the-code',
    breaks: ['EXP-04'],
    also: ['EXP-07', 'EXP-35'],
    summary: 'The 900 seconds of the access token of a code are counted from when the user authorized.',
    behaviour: (normal) => ({
      issueDelegatedTokens: (call, app, delegation, predecessor) => {
        const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
        return predecessor === undefined ? Object.assign(token, { issuedAt: delegation.createdAt }) : token;
      },
    }),
  },
  {
    id: 'expiry/tokens-of-refreshes-count-from-their-first-use',
    breaks: ['EXP-07'],
    also: ['EXP-05', 'EXP-33'],
    summary: 'The 900 seconds of an access token that a refresh brought begin with its first call.',
    behaviour: (normal) => {
      const firstUse = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          if (token.refreshToken?.predecessor === undefined) return normal.tokenHasExpired(call, token);
          const from = firstUse.get(token) ?? call.now.getTime();
          firstUse.set(token, from);
          return call.now.getTime() - from >= 900_000;
        },
      };
    },
  },
  {
    id: 'expiry/tokens-of-codes-count-from-their-first-use',
    breaks: ['EXP-07'],
    also: ['EXP-04', 'EXP-33'],
    summary: 'The 900 seconds of an access token that a code brought begin with its first call.',
    behaviour: (normal) => {
      const firstUse = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          if (token.refreshToken === undefined || token.refreshToken.predecessor !== undefined) {
            return normal.tokenHasExpired(call, token);
          }
          const from = firstUse.get(token) ?? call.now.getTime();
          firstUse.set(token, from);
          return call.now.getTime() - from >= 900_000;
        },
      };
    },
  },
  {
    id: 'expiry/refreshed-access-tokens-begin-where-the-last-one-ends',
    breaks: ['EXP-05'],
    also: ['EXP-20', 'EXP-33'],
    summary: 'The access token of an early refresh lasts 900 seconds from the end of the one before it.',
    behaviour: (normal) => {
      const extra = new WeakMap<AccessToken, number>();
      return {
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const before = delegation.latestAccessToken;
          const left = before === undefined ? 0 : 900 - (call.now.getTime() - before.issuedAt.getTime()) / 1000;
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          if (left > 0) extra.set(token, left);
          return token;
        },
        enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (extra.get(token) ?? 0),
      };
    },
  },
  {
    id: 'expiry/refreshes-in-the-first-minute-keep-the-end',
    breaks: ['EXP-05'],
    also: ['EXP-33', 'EXP-20'],
    summary: 'The access token of a refresh within a minute of the one before ends when that one would have.',
    behaviour: (normal) => {
      const from = new WeakMap<AccessToken, number>();
      return {
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          const before = delegation.latestAccessToken;
          const token = normal.issueDelegatedTokens(call, app, delegation, predecessor);
          const issued = before === undefined ? 0 : (from.get(before) ?? before.issuedAt.getTime());
          if (call.now.getTime() - issued < 60_000) from.set(token, issued);
          return token;
        },
        tokenHasExpired: (call, token) =>
          call.now.getTime() - (from.get(token) ?? Infinity) >= FIFTEEN_MINUTES || normal.tokenHasExpired(call, token),
      };
    },
  },
  {
    id: 'expiry/app-tokens-end-with-the-day',
    breaks: ['EXP-01'],
    also: ['EXP-33', 'EXP-08', 'EXP-09', 'EXP-20', 'EXP-31'],
    summary: 'An app token ends at the latest when the day in UTC on which it was issued is over.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) ||
        (token.subject.kind === 'app' &&
          Math.floor(token.issuedAt.getTime() / DAY) !== Math.floor(call.now.getTime() / DAY)),
    }),
  },
  {
    id: 'expiry/app-tokens-go-on-beyond-the-end-of-a-month',
    breaks: ['EXP-02'],
    also: [...inAnySeries, 'EXP-04', 'EXP-05', 'EXP-06', 'EXP-07', 'EXP-08'],
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
    id: 'expiry/later-refreshes-announce-too-little',
    breaks: ['EXP-20'],
    also: ['TOK-05'],
    summary: 'From the second refresh on 600 seconds are announced of an access token, which lasts for 900.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) =>
        token.refreshToken?.predecessor?.predecessor === undefined ? normal.announcedLifetime(call, token) : 600,
    }),
  },
  {
    id: 'expiry/what-is-left-of-the-token-before-is-announced',
    breaks: ['EXP-20'],
    also: ['TOK-03', 'TOK-04', 'VER-08'],
    summary: 'While an app has a live token, another one is announced with the seconds that are left of the first.',
    behaviour: (normal) => {
      const latest = new WeakMap<App, AccessToken>();
      const announced = new WeakMap<AccessToken, number>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (subject.kind !== 'app') return token;
          const before = latest.get(app);
          const left = before === undefined ? 0 : 900_000 - (call.now.getTime() - before.issuedAt.getTime());
          if (left > 0) announced.set(token, Math.ceil(left / 1000));
          else latest.set(app, token);
          return token;
        },
        announcedLifetime: (call, token) => announced.get(token) ?? normal.announcedLifetime(call, token),
      };
    },
  },
  {
    id: 'expiry/tokens-are-good-for-twenty-five-calls',
    breaks: ['EXP-01'],
    summary: 'An app access token is good for 25 calls.',
    behaviour: (normal) => {
      const uses = new WeakMap<AccessToken, number>();
      return {
        tokenHasEnded: (call, token) => {
          const before = uses.get(token) ?? 0;
          if (token.subject.kind === 'app') uses.set(token, before + 1);
          return before >= 25 || normal.tokenHasEnded(call, token);
        },
      };
    },
  },
  {
    id: 'expiry/tokens-of-a-minute-end-together',
    breaks: ['EXP-08'],
    also: [...inAnySeries, 'EXP-20', 'EXP-07', 'EXP-01', 'TOK-22'],
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
    id: 'expiry/the-sixth-user-of-an-app-ends-the-first',
    breaks: ['EXP-35'],
    summary: 'An app has access tokens for the five users that it obtained one for last.',
    behaviour: tokensForFiveUsers,
  },
  {
    id: 'expiry/delegated-tokens-end-with-an-own-one',
    breaks: ['EXP-08'],
    also: ['EXP-35', 'EXP-33'],
    summary: 'When a token of its own has expired, what an app obtains for users after it was issued ends too.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        normal.tokenHasEnded(call, token) ||
        (token.delegation !== undefined &&
          call.tenant.state.accessTokens
            .values()
            .some(
              (one) =>
                one.subject.kind === 'app' &&
                one.appId === token.appId &&
                one.issuedAt < token.issuedAt &&
                call.now.getTime() - one.issuedAt.getTime() >= 900_000,
            )),
    }),
  },
  {
    id: 'expiry/just-after-its-end-a-token-is-handed-out-again',
    breaks: ['EXP-09'],
    also: ['EXP-01', 'EXP-33'],
    summary: 'An app that asks within five seconds of the end of its token obtains that one once more.',
    behaviour: (normal) => {
      const latest = new WeakMap<App, AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          if (subject.kind !== 'app') return normal.issueAccessToken(call, subject, app);
          const known = latest.get(app);
          const age = known === undefined ? Infinity : call.now.getTime() - known.issuedAt.getTime();
          if (known !== undefined && age >= 900_000 && age < 905_000) return known;
          const token = normal.issueAccessToken(call, subject, app);
          latest.set(app, token);
          return token;
        },
      };
    },
  },
  {
    id: 'expiry/no-token-after-a-week-of-silence',
    breaks: ['EXP-09'],
    also: ['EXP-33', 'LIF-42'],
    summary: 'An app that has not asked for a token of its own for a week gets none any more.',
    behaviour: (normal) => {
      const last = new WeakMap<App, number>();
      return {
        clientIsBarred: (call, app) => {
          const barred = normal.clientIsBarred(call, app);
          if (call.found.grantType !== 'client_credentials' || barred !== undefined) return barred;
          const now = call.now.getTime();
          if (now - (last.get(app) ?? now) >= 7 * DAY) return refusal('archived-client', 'The app is not in use.');
          last.set(app, now);
          return undefined;
        },
      };
    },
  },
];
