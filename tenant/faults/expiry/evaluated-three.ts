import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken, ApiKey, App, Delegation, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;
const LIFE = 900_000;

/** Mistakes about ages that show after another event: a refusal, a sign-in, an archiving, a second token. */
export const evaluatedFaultsThree: readonly Fault[] = [
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
    id: 'expiry/an-exchange-for-another-app-prolongs-access-tokens',
    breaks: ['EXP-04'],
    also: ['EXP-33'],
    summary:
      'When a user authorizes another app, the access tokens that others hold for that user have 900 seconds more.',
    behaviour: (normal) => {
      const renewed = new WeakMap<Delegation, number>();
      return {
        issueDelegatedTokens: (call, app, delegation, predecessor) => {
          for (const each of predecessor === undefined ? call.tenant.state.delegations : []) {
            const isOther = each.userId === delegation.userId && each.appId !== delegation.appId;
            if (isOther) renewed.set(each, call.now.getTime());
          }
          return normal.issueDelegatedTokens(call, app, delegation, predecessor);
        },
        tokenHasExpired: (call, token) => {
          const from = token.delegation === undefined ? undefined : renewed.get(token.delegation);
          return normal.tokenHasExpired(call, token) && (from === undefined || call.now.getTime() - from >= LIFE);
        },
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
          call.now.getTime() - (from.get(token) ?? Infinity) >= LIFE || normal.tokenHasExpired(call, token),
      };
    },
  },
  {
    id: 'expiry/following-pages-prolong-access-tokens',
    breaks: ['EXP-06'],
    also: ['EXP-33', 'EXP-02', 'EXP-04', 'EXP-05'],
    summary: 'A following page gives the access token with which it is asked for another 900 seconds.',
    behaviour: (normal) => {
      const renewed = new WeakMap<AccessToken, number>();
      return {
        tokenFitsCall: (call, token) => {
          if (call.request.query.has('nextToken')) renewed.set(token, call.now.getTime());
          return normal.tokenFitsCall(call, token);
        },
        tokenHasExpired: (call, token) =>
          normal.tokenHasExpired(call, token) && call.now.getTime() - (renewed.get(token) ?? 0) >= LIFE,
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
  {
    id: 'expiry/a-refused-refresh-renews-the-token',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-33'],
    summary: 'A refresh that is refused for a wrong client secret gives the refresh token another thirty days.',
    behaviour: (normal) => {
      const renewed = new WeakMap<RefreshToken, number>();
      return {
        decideTokenRequest: (call) => {
          const outcome = normal.decideTokenRequest(call);
          const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
          const token = value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
          const isTried = isRefusal(outcome) && outcome.refused === 'wrong-client';
          if (isTried && token !== undefined) renewed.set(token, call.now.getTime());
          return outcome;
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) && call.now.getTime() - (renewed.get(token) ?? 0) >= 30 * DAY,
      };
    },
  },
  {
    id: 'expiry/what-follows-an-expiry-cannot-be-refreshed',
    breaks: ['EXP-16'],
    summary: 'When the refresh token of a user has expired, a new authorization brings one that is refused.',
    behaviour: (normal) => {
      const dead = new WeakSet<Delegation>();
      return {
        beginDelegation: (call, app, user) => {
          const follows = call.tenant.state.delegations.some(
            ({ userId, appId, latestRefreshToken: token }) =>
              userId === user.id &&
              appId === app.id &&
              token !== undefined &&
              call.tenant.behaviour.refreshTokenHasExpired(call, token),
          );
          const delegation = normal.beginDelegation(call, app, user);
          if (follows) dead.add(delegation);
          return delegation;
        },
        refreshTokenHasExpired: (call, token) =>
          dead.has(token.delegation) || normal.refreshTokenHasExpired(call, token),
      };
    },
  },
  {
    id: 'expiry/unarchiving-renews-refresh-tokens',
    breaks: ['EXP-12'],
    also: ['EXP-33', 'EXP-14'],
    summary: 'A refresh token that is live when its app is unarchived has thirty days from then.',
    behaviour: (normal) => {
      const renewed = new WeakMap<RefreshToken, number>();
      return {
        setArchived: (tenant, app, archived) => {
          const now = tenant.clock.now().getTime();
          for (const token of app.archived && !archived ? tenant.state.refreshTokens.values() : []) {
            const isLive = now - token.countsFrom.getTime() < 30 * DAY;
            if (token.delegation.appId === app.id && isLive) renewed.set(token, now);
          }
          normal.setArchived(tenant, app, archived);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) && call.now.getTime() - (renewed.get(token) ?? 0) >= 30 * DAY,
      };
    },
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
    id: 'expiry/second-keys-do-not-expire',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-25', 'EXP-26'],
    summary: 'A key that is created for a user who has had one before does not expire.',
    behaviour: (normal) => {
      const lasting = new WeakSet<ApiKey>();
      return {
        createApiKey: (tenant, user, createdAt) => {
          const isSecond = tenant.state.apiKeys.values().some(({ userId }) => userId === user.id);
          const key = normal.createApiKey(tenant, user, createdAt);
          if (isSecond) lasting.add(key);
          return key;
        },
        keyExpiresAt: (key) => (lasting.has(key) ? undefined : normal.keyExpiresAt(key)),
      };
    },
  },
  {
    id: 'expiry/old-keys-end-a-month-after-their-user-comes-by-an-app',
    breaks: ['EXP-24'],
    also: ['EXP-25', 'EXP-33'],
    summary: 'A key that does not expire ends thirty days after its user authorized an app.',
    behaviour: (normal) => {
      const since = new Map<string, Date>();
      return {
        beginDelegation: (call, app, user) => {
          if (!since.has(user.id)) since.set(user.id, call.now);
          return normal.beginDelegation(call, app, user);
        },
        keyExpiresAt: (key) => {
          const from = since.get(key.userId);
          return normal.keyExpiresAt(key) ?? (from === undefined ? undefined : new Date(from.getTime() + 30 * DAY));
        },
      };
    },
  },
  {
    id: 'expiry/a-sign-in-revives-keys',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-25'],
    summary: 'An expired key works again for a day after its owner has signed in.',
    behaviour: (normal) => {
      const signedIn = new Map<string, number>();
      return {
        beginSession: (call, user) => {
          signedIn.set(user.id, call.now.getTime());
          return normal.beginSession(call, user);
        },
        keyHasExpired: (call, key) => {
          const end = call.tenant.behaviour.keyExpiresAt(key)?.getTime() ?? Infinity;
          const at = signedIn.get(key.userId) ?? 0;
          return normal.keyHasExpired(call, key) && !(at >= end && call.now.getTime() - at < DAY);
        },
      };
    },
  },
  {
    id: 'expiry/long-expired-access-tokens-are-gone',
    breaks: ['EXP-03'],
    summary: 'An access token that expired more than a day ago is answered with 410.',
    behaviour: (normal) => {
      const gone = new WeakSet<object>();
      return {
        authenticateBearer: (call, value) => {
          const outcome = normal.authenticateBearer(call, value);
          const issuedAt = normal.findAccessToken(call, value)?.issuedAt.getTime() ?? Infinity;
          if (!isRefusal(outcome) || call.now.getTime() - issuedAt < LIFE + DAY) return outcome;
          const refused = refusal('expired-credential', 'The access token is no more.');
          gone.add(refused);
          return refused;
        },
        refusalStatus: (call, refused) => (gone.has(refused) ? 410 : normal.refusalStatus(call, refused)),
      };
    },
  },
];
