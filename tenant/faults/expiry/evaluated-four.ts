import type { Fault } from '../fault.ts';

const DAY = 86_400_000;

/** The number of a day in its year, and the time of the day, which is all that some columns keep. */
const withinYear = (time: number): number => time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1);

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

/** Mistakes about ages that show for one kind of call only, at a turn of the year or the clock, or for many users. */
export const evaluatedFaultsFour: readonly Fault[] = [
  {
    id: 'expiry/the-sixth-user-of-an-app-ends-the-first',
    breaks: ['EXP-04'],
    also: ['DEL-34'],
    summary: 'An app has access tokens for the five users that it obtained one for last.',
    behaviour: (normal) => ({
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
    }),
  },
  {
    id: 'expiry/calls-that-create-prolong-access-tokens',
    breaks: ['EXP-06'],
    summary: 'A call that creates an entry gives the access token another 900 seconds.',
    behaviour: (normal) => {
      const from = new WeakMap<object, number>();
      return {
        answerCreation: (call, actor) => {
          if (actor.credential.kind === 'accessToken') from.set(actor.credential.token, call.now.getTime());
          return normal.answerCreation(call, actor);
        },
        tokenHasExpired: (call, token) =>
          normal.tokenHasExpired(call, token) && call.now.getTime() - (from.get(token) ?? 0) >= 900_000,
      };
    },
  },
  {
    id: 'expiry/expired-tokens-list-what-they-filter',
    breaks: ['EXP-02'],
    also: ['EXP-04'],
    summary: 'A listing with a filter does not look at the age of an access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) && !call.request.target.includes('schemaFields'),
    }),
  },
  {
    id: 'expiry/expired-keys-list-what-they-filter',
    breaks: ['EXP-22'],
    summary: 'A listing with a filter does not look at the age of a key.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && !call.request.target.includes('schemaFields'),
    }),
  },
  {
    id: 'expiry/expired-tokens-list-what-they-sort',
    breaks: ['EXP-02'],
    also: ['EXP-04'],
    summary: 'A sorted listing does not look at the age of an access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => normal.tokenHasExpired(call, token) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'expiry/expired-tokens-may-write',
    breaks: ['EXP-02'],
    also: ['EXP-04'],
    summary: 'A call that creates an entry does not look at the age of an access token.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => normal.tokenHasExpired(call, token) && call.request.method === 'GET',
    }),
  },
  {
    id: 'expiry/expired-keys-may-write',
    breaks: ['EXP-22'],
    summary: 'A call that creates an entry does not look at the age of a key.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && call.request.method === 'GET',
    }),
  },
  {
    id: 'expiry/refresh-tokens-go-on-beyond-new-year',
    breaks: ['EXP-12'],
    also: ['EXP-33', 'EXP-14', 'EXP-20'],
    summary: 'Ends are compared by the day of the year, so a refresh token of December does not expire in January.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) &&
        withinYear(call.now.getTime()) >= withinYear(token.countsFrom.getTime()),
    }),
  },
  {
    id: 'expiry/keys-go-on-beyond-new-year',
    breaks: ['EXP-22'],
    also: ['EXP-27', 'EXP-28', 'EXP-25', 'EXP-26', 'EXP-33'],
    summary: 'Ends are compared by the day of the year, so a key of December does not expire in January.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) =>
        normal.keyHasExpired(call, key) && withinYear(call.now.getTime()) >= withinYear(key.createdAt.getTime()),
    }),
  },
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
];
