import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import { MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { all, always, at, isAppToken as fromApp } from '../operators/kinds.ts';
import { exempt } from '../operators/operators.ts';

const isAppToken = (token: AccessToken): boolean => token.delegation === undefined;
const isFromCode = (token: AccessToken): boolean => token.refreshToken?.predecessor === undefined && !isAppToken(token);
const isFromRefresh = (token: AccessToken): boolean => token.refreshToken?.predecessor !== undefined;
const isV2 = (call: Call): boolean => call.request.path.startsWith('/api/v2/');

const LIFETIME = 900_000;

/** What depends on every access token lasting as long as it should. */
const everyLife = ['EXP-20', 'EXP-33', 'VER-14'];

/** Wrong decisions about when access tokens end. */
export const accessTokenFaults: readonly Fault[] = [
  {
    id: 'expiry/app-tokens-live-a-second-longer',
    breaks: ['EXP-02'],
    also: everyLife,
    summary: 'An app access token is accepted for 901 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (isAppToken(token) ? 1 : 0),
    }),
  },
  {
    id: 'expiry/app-tokens-live-a-second-less',
    breaks: ['EXP-01'],
    also: everyLife,
    summary: 'An app access token is accepted for 899 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) - (isAppToken(token) ? 1 : 0),
    }),
  },
  {
    id: 'expiry/access-tokens-end-at-the-last-second-inclusive',
    breaks: ['EXP-02', 'EXP-04', 'EXP-05'],
    also: everyLife,
    summary: 'Ages are cut to whole seconds, and the 900th second is still let through.',
    behaviour: () => ({
      tokenHasExpired: (call, token) => Math.floor((call.now.getTime() - token.issuedAt.getTime()) / 1000) > 900,
    }),
  },
  {
    id: 'expiry/access-tokens-count-from-the-minute',
    breaks: ['EXP-01', 'EXP-04'],
    also: [...everyLife, 'EXP-05', 'EXP-08', 'EXP-35'],
    summary: 'The time of issue is remembered to the minute, so most tokens end early.',
    behaviour: () => ({
      tokenHasExpired: (call, token) => {
        const issued = Math.floor(token.issuedAt.getTime() / MINUTE) * MINUTE;
        return call.now.getTime() - issued >= LIFETIME;
      },
    }),
  },
  {
    id: 'expiry/expired-tokens-go-on-beyond-midnight',
    breaks: ['EXP-02'],
    also: [...everyLife, 'EXP-04', 'EXP-05'],
    summary: 'Ends are compared by the time of day, so a token that is issued shortly before midnight does not end.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const end = new Date(token.issuedAt.getTime() + LIFETIME);
        const over = end.getUTCDate() !== token.issuedAt.getUTCDate();
        return over ? false : normal.tokenHasExpired(call, token);
      },
    }),
  },
  {
    id: 'expiry/expired-app-tokens-still-list-plates',
    breaks: ['EXP-02'],
    also: [...everyLife, 'VER-16'],
    summary: 'The v3 listing of plates does not look at the age of app tokens.',
    behaviour: exempt('tokenHasExpired', all(fromApp, at('/api/v3/plate/items')))(always),
  },
  {
    id: 'expiry/expired-tokens-are-forbidden',
    breaks: ['EXP-03'],
    also: ['VER-16'],
    summary: 'An expired access token is answered with 403.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'expired-credential' && refused.detail.includes('token')
          ? 403
          : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'expiry/expired-delegated-tokens-are-a-bad-request-in-v2',
    breaks: ['EXP-03'],
    also: ['VER-16'],
    summary: 'v2 answers an expired delegated token with 400.',
    behaviour: (normal) => {
      const expired = refusal('expired-credential', 'The delegation has expired.');
      return {
        authenticateBearer: (call, value) => {
          const token = normal.findAccessToken(call, value);
          const over = token !== undefined && !isAppToken(token) && normal.tokenHasExpired(call, token);
          return over && isV2(call) ? expired : normal.authenticateBearer(call, value);
        },
        refusalStatus: (call, refused) => (refused === expired ? 400 : normal.refusalStatus(call, refused)),
      };
    },
  },
  {
    id: 'expiry/access-tokens-count-from-their-first-use',
    breaks: ['EXP-07'],
    also: [...everyLife, 'EXP-02', 'EXP-04', 'EXP-05', 'EXP-08', 'VER-16'],
    summary: 'The 900 seconds of an access token begin with its first call.',
    behaviour: (normal) => {
      const begun = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          const since = begun.get(token) ?? call.now.getTime();
          begun.set(token, since);
          return call.now.getTime() - since >= normal.enforcedLifetime(call, token) * 1000;
        },
      };
    },
  },
  {
    id: 'expiry/calls-prolong-access-tokens',
    breaks: ['EXP-06'],
    also: [...everyLife, 'EXP-02', 'EXP-04', 'EXP-05', 'EXP-08', 'CCR-06', 'VER-16'],
    summary: 'Each call gives the access token another 900 seconds.',
    behaviour: (normal) => {
      const used = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          const since = used.get(token) ?? token.issuedAt.getTime();
          if (call.now.getTime() - since >= normal.enforcedLifetime(call, token) * 1000) return true;
          used.set(token, call.now.getTime());
          return false;
        },
      };
    },
  },
  {
    id: 'expiry/calls-in-the-last-minute-prolong-access-tokens',
    breaks: ['EXP-06'],
    also: [...everyLife, 'EXP-02', 'EXP-04', 'EXP-05', 'EXP-08', 'EXP-31', 'VER-16'],
    summary: 'A call in the last minute of an access token gives it a minute more.',
    behaviour: (normal) => {
      const prolonged = new WeakSet<AccessToken>();
      return {
        tokenHasExpired: (call, token) => {
          const age = (call.now.getTime() - token.issuedAt.getTime()) / 1000;
          if (age >= 840 && age < 900) prolonged.add(token);
          return age >= normal.enforcedLifetime(call, token) + (prolonged.has(token) ? 60 : 0);
        },
      };
    },
  },
  {
    id: 'expiry/tokens-of-an-app-end-with-the-oldest',
    breaks: ['EXP-08'],
    also: ['EXP-33', 'CCR-06', 'CCR-07', 'TOK-33', 'VER-14', 'EXP-01'],
    summary: 'When a token of an app expires, all that it has obtained meanwhile end too.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) ||
        call.tenant.state.accessTokens
          .values()
          .some(
            (older) =>
              isAppToken(token) &&
              isAppToken(older) &&
              older.appId === token.appId &&
              older.issuedAt < token.issuedAt &&
              token.issuedAt.getTime() - older.issuedAt.getTime() < LIFETIME &&
              normal.tokenHasExpired(call, older),
          ),
    }),
  },
  {
    id: 'expiry/a-younger-token-prolongs-the-older-ones',
    breaks: ['EXP-08'],
    also: ['EXP-33', 'EXP-02', 'EXP-31', 'VER-14', 'CCR-06', 'EXP-04', 'EXP-05'],
    summary: 'The tokens of an app end when the youngest of them does.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        call.tenant.state.accessTokens
          .values()
          .filter((other) => isAppToken(other) && other.appId === token.appId)
          .every((other) => normal.tokenHasExpired(call, other)) && normal.tokenHasExpired(call, token),
    }),
  },
  {
    id: 'expiry/an-app-obtains-its-expired-token-again',
    breaks: ['EXP-09'],
    also: ['CCR-06', 'EXP-20', 'EXP-33', 'TOK-32', 'VER-14'],
    summary: 'For an hour an app that asks again obtains the token that it had, whether that has expired or not.',
    behaviour: (normal) => {
      const latest = new Map<string, AccessToken>();
      return {
        issueAccessToken: (call, subject, app) => {
          const known = subject.kind === 'app' ? latest.get(app.id) : undefined;
          const age = known === undefined ? 0 : call.now.getTime() - known.issuedAt.getTime();
          // within its life another one is issued, so that only expiry shows it
          if (known !== undefined && age >= LIFETIME && age < 60 * MINUTE) return known;
          const token = normal.issueAccessToken(call, subject, app);
          if (subject.kind === 'app') latest.set(app.id, token);
          return token;
        },
      };
    },
  },
  {
    id: 'expiry/no-third-token-after-an-expiry',
    breaks: ['EXP-09'],
    also: ['CCR-06', 'TOK-05', 'TOK-32', 'LIF-42'],
    summary: 'An app two of whose tokens have expired is taken for one that is given up, and obtains no more.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) => {
        const own = call.tenant.state.accessTokens
          .values()
          .filter((token) => isAppToken(token) && token.appId === app.id);
        const expired = own.filter((token) => normal.tokenHasExpired(call, token)).toArray();
        return expired.length >= 2
          ? refusal('wrong-client', 'The app is no longer in use.')
          : normal.clientIsBarred(call, app);
      },
    }),
  },
  {
    id: 'expiry/tokens-of-codes-live-an-hour',
    breaks: ['EXP-04'],
    also: ['EXP-06', 'EXP-07', ...everyLife, 'EXP-31'],
    summary: 'The access token of a code exchange is accepted for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => (isFromCode(token) ? 3600 : normal.enforcedLifetime(call, token)),
    }),
  },
  {
    id: 'expiry/tokens-of-codes-from-the-legacy-path-live-a-second-less',
    breaks: ['EXP-04'],
    also: ['EXP-35', ...everyLife],
    summary: 'The access token of a code that was exchanged at the legacy path is accepted for 899 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        normal.enforcedLifetime(call, token) - (isFromCode(token) && token.path !== '/oauth/token' ? 1 : 0),
    }),
  },
  {
    id: 'expiry/refreshed-access-tokens-count-from-the-grant',
    breaks: ['EXP-05'],
    also: [...everyLife, 'DEL-36', 'DEL-37', 'DEL-39', 'DEL-40', 'DEL-41', 'EXP-20'],
    summary: 'The access token of a refresh ends 900 seconds after the code was exchanged, if that was less long ago.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => {
        const begun = token.delegation?.createdAt.getTime() ?? Infinity;
        const early = isFromRefresh(token) && token.issuedAt.getTime() - begun < LIFETIME;
        return (early && call.now.getTime() - begun >= LIFETIME) || normal.tokenHasExpired(call, token);
      },
    }),
  },
  {
    id: 'expiry/access-tokens-of-second-refreshes-live-ten-minutes',
    breaks: ['EXP-05'],
    also: everyLife,
    summary: 'From the second refresh on, access tokens are accepted for 600 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.refreshToken?.predecessor?.predecessor === undefined ? normal.enforcedLifetime(call, token) : 600,
    }),
  },
  {
    id: 'expiry/refreshed-access-tokens-live-a-second-longer',
    breaks: ['EXP-05'],
    also: everyLife,
    summary: 'The access token of a refresh is accepted for 901 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (isFromRefresh(token) ? 1 : 0),
    }),
  },
  {
    id: 'expiry/an-hour-is-announced',
    breaks: ['EXP-20'],
    also: ['TOK-05', 'CCR-01', 'DEL-27', 'DEL-36', 'VER-06', 'VER-09', 'VER-10'],
    summary: 'expires_in is 3600, and tokens end after 900 seconds all the same.',
    behaviour: () => ({ announcedLifetime: () => 3600 }),
  },
  {
    id: 'expiry/a-minute-less-is-announced-of-refreshes',
    breaks: ['EXP-20'],
    also: ['TOK-05', 'DEL-36', 'DEL-35', 'TOK-06'],
    summary: 'A refresh announces an expires_in of 840, and the token goes on for 900 seconds.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) => (isFromRefresh(token) ? 840 : normal.announcedLifetime(call, token)),
    }),
  },
];
