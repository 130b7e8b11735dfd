import { refusal } from '../../http/refusal.ts';
import type { AccessToken, ApiKey, App, Delegation, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;

/** Mistakes about ages that show at one moment, on one path or after one history only. */
export const evaluatedFaultsTwo: readonly Fault[] = [
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
    id: 'expiry/following-pages-of-expired-tokens-are-bad-requests',
    breaks: ['EXP-03'],
    summary: 'An expired access token beside a page token is answered with 400.',
    behaviour: (normal) => ({
      refusalStatus: (call, refused) =>
        refused.refused === 'expired-credential' &&
        call.request.query.has('nextToken') &&
        (call.request.headers.get('authorization')?.[0] ?? '').toLowerCase().startsWith('bearer')
          ? 400
          : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'expiry/long-expired-keys-are-gone',
    breaks: ['EXP-23'],
    summary: 'A key that expired more than thirty days ago is answered with 410.',
    behaviour: (normal) => {
      const gone = new WeakSet<object>();
      return {
        authenticateBasic: (call, value) => {
          const outcome = normal.authenticateBasic(call, value);
          const credentials = normal.readBasic(call, value);
          const key = credentials === undefined ? undefined : normal.findApiKey(call, credentials);
          const end = key === undefined ? undefined : normal.keyExpiresAt(key)?.getTime();
          if (!('refused' in outcome) || outcome.refused !== 'expired-credential' || end === undefined) return outcome;
          if (call.now.getTime() - end < 30 * DAY) return outcome;
          const refused = refusal('expired-credential', 'The API key is no more.');
          gone.add(refused);
          return refused;
        },
        refusalStatus: (call, refused) => (gone.has(refused) ? 410 : normal.refusalStatus(call, refused)),
      };
    },
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
    id: 'expiry/a-refresh-prolongs-authorizations-that-were-refreshed-before',
    breaks: ['EXP-18'],
    also: ['EXP-12', 'EXP-14', 'EXP-33', 'EXP-17'],
    summary: 'A refresh renews the refresh tokens of other authorizations of the user and app that came of a refresh.',
    behaviour: (normal) => {
      const renewedAt = new WeakMap<Delegation, number>();
      return {
        spendRefreshToken: (call, token) => {
          normal.spendRefreshToken(call, token);
          for (const each of call.tenant.state.delegations) {
            const { userId, appId } = token.delegation;
            const isOther = each !== token.delegation && each.userId === userId && each.appId === appId;
            if (isOther && each.latestRefreshToken?.predecessor !== undefined) renewedAt.set(each, call.now.getTime());
          }
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          call.now.getTime() - (renewedAt.get(token.delegation) ?? 0) >= 30 * DAY,
      };
    },
  },
  {
    id: 'expiry/an-un-suspension-leaves-keys-three-days-at-least',
    breaks: ['EXP-29'],
    also: ['EXP-30', 'EXP-22', 'EXP-33'],
    summary: 'A key that is live when its owner is un-suspended goes on for three days at least.',
    behaviour: (normal) => {
      const until = new WeakMap<ApiKey, number>();
      return {
        setUserActive: (tenant, user, active) => {
          const now = tenant.clock.now().getTime();
          if (active && !user.active) {
            for (const key of tenant.state.apiKeys.values()) {
              const end = tenant.behaviour.keyExpiresAt(key)?.getTime() ?? 0;
              if (key.userId === user.id && end > now) until.set(key, now + 3 * DAY);
            }
          }
          normal.setUserActive(tenant, user, active);
        },
        keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && call.now.getTime() >= (until.get(key) ?? 0),
      };
    },
  },
  {
    id: 'expiry/the-last-accepted-token-is-not-looked-at-again',
    breaks: ['EXP-02'],
    also: ['EXP-04', 'EXP-05', 'EXP-06', 'EXP-33', 'EXP-08', 'EXP-20', 'EXP-31', 'VER-15'],
    summary:
      'The age of a token is looked at when it comes after another one: the token of the last call is still good.',
    behaviour: (normal) => {
      let last: AccessToken | undefined;
      return {
        tokenHasExpired: (call, token) => {
          if (token === last) return false;
          const expired = normal.tokenHasExpired(call, token);
          last = expired ? undefined : token;
          return expired;
        },
      };
    },
  },
  {
    id: 'expiry/authorizations-that-are-not-used-end-after-a-fortnight',
    breaks: ['EXP-11'],
    also: ['EXP-13', 'EXP-10', 'EXP-15', 'EXP-33', 'EXP-20'],
    summary: 'A refresh token whose access token was never used in a call ends after fourteen days.',
    behaviour: (normal) => {
      const used = new WeakSet<Delegation>();
      return {
        actorOfToken: (call, token) => {
          if (token.delegation !== undefined) used.add(token.delegation);
          return normal.actorOfToken(call, token);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) ||
          (!used.has(token.delegation) && call.now.getTime() - token.issuedAt.getTime() >= 14 * DAY),
      };
    },
  },
  {
    id: 'expiry/keys-rotated-in-a-suspension-do-not-expire',
    breaks: ['EXP-28'],
    also: ['EXP-22', 'EXP-27', 'EXP-33'],
    summary: 'Rotating a key that does not expire while its owner is suspended gives a key that does not expire.',
    behaviour: (normal) => {
      const lasting = new WeakSet<ApiKey>();
      const hasLasting = (keys: Iterable<ApiKey>, user: User) =>
        [...keys].some(
          (key) => key.userId === user.id && key.retiredAt === undefined && normal.keyExpiresAt(key) === undefined,
        );
      return {
        rotateApiKey: (tenant, user) => {
          const lasts = !user.active && hasLasting(tenant.state.apiKeys.values(), user);
          const key = normal.rotateApiKey(tenant, user);
          if (lasts) lasting.add(key);
          return key;
        },
        keyExpiresAt: (key) => (lasting.has(key) ? undefined : normal.keyExpiresAt(key)),
      };
    },
  },
];
