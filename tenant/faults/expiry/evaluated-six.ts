import { isRefusal, refusal } from '../../http/refusal.ts';
import type { ApiKey, Delegation } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const THIRTY_DAYS = 30 * 86_400_000;

/** From when to when somebody was stopped, in milliseconds. */
type Span = readonly [from: number, to: number];

const isIn = (instant: number, span: Span | undefined): boolean =>
  span !== undefined && span[0] <= instant && instant <= span[1];

/** Mistakes about what ends while something else goes on, about what is renewed often, and about what follows an end. */
export const evaluatedSixFaults: readonly Fault[] = [
  {
    id: 'expiry/what-expired-in-an-archiving-is-good-again',
    breaks: ['EXP-12'],
    summary: 'A refresh token whose thirty days end while its app is archived is good when the app is unarchived.',
    behaviour: (normal) => {
      const spans = new Map<string, Span>();
      return {
        setArchived: (tenant, app, archived) => {
          const now = tenant.clock.now().getTime();
          if (!archived && app.archived) spans.set(app.id, [app.archivedChangedAt.getTime(), now]);
          normal.setArchived(tenant, app, archived);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          !isIn(token.countsFrom.getTime() + THIRTY_DAYS, spans.get(token.delegation.appId)),
      };
    },
  },
  {
    id: 'expiry/what-expired-in-a-suspension-is-good-again',
    breaks: ['EXP-32'],
    also: ['EXP-12'],
    summary: 'A refresh token whose thirty days end while its user is suspended is good when the user is active again.',
    behaviour: (normal) => {
      const spans = new Map<string, Span>();
      return {
        setUserActive: (tenant, user, active) => {
          const now = tenant.clock.now().getTime();
          if (active && !user.active) spans.set(user.id, [user.activeChangedAt.getTime(), now]);
          normal.setUserActive(tenant, user, active);
        },
        refreshTokenHasExpired: (call, token) =>
          normal.refreshTokenHasExpired(call, token) &&
          !isIn(token.countsFrom.getTime() + THIRTY_DAYS, spans.get(token.delegation.userId)),
      };
    },
  },
  {
    id: 'expiry/the-heir-of-an-expired-key-has-expired',
    breaks: ['EXP-27'],
    summary: 'A key that takes the place of an expired one is refused as expired itself.',
    behaviour: (normal) => {
      const dead = new WeakSet<ApiKey>();
      return {
        rotateApiKey: (tenant, user) => {
          const old = tenant.state.apiKeys
            .values()
            .find((key) => key.userId === user.id && key.retiredAt === undefined);
          const end = old && normal.keyExpiresAt(old);
          const key = normal.rotateApiKey(tenant, user);
          if (end !== undefined && end <= tenant.clock.now()) dead.add(key);
          return key;
        },
        keyHasExpired: (call, key) => normal.keyHasExpired(call, key) || dead.has(key),
      };
    },
  },
  {
    id: 'expiry/later-refreshes-announce-too-little',
    breaks: ['EXP-20'],
    summary: 'From the second refresh on 600 seconds are announced of an access token, which lasts for 900.',
    behaviour: (normal) => ({
      announcedLifetime: (call, token) =>
        token.refreshToken?.predecessor?.predecessor === undefined ? normal.announcedLifetime(call, token) : 600,
    }),
  },
  {
    id: 'expiry/expired-tokens-from-before-a-refresh-are-forbidden',
    breaks: ['EXP-03'],
    summary: 'An expired access token is answered with 403 where its app has refreshed since.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        const token = normal.findAccessToken(call, value);
        const latest = token?.delegation === undefined || token.delegation.latestAccessToken === token;
        return isRefusal(actor) && actor.refused === 'expired-credential' && !latest
          ? refusal('forbidden', 'There is a newer token.')
          : actor;
      },
    }),
  },
  {
    id: 'expiry/expired-keys-are-a-bad-request-for-following-pages',
    breaks: ['EXP-23'],
    summary: 'A request for a following page with an expired key is answered with 400.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        return isRefusal(actor) && actor.refused === 'expired-credential' && call.request.query.has('nextToken')
          ? refusal('invalid-query', 'The page token is no longer good.')
          : actor;
      },
    }),
  },
  {
    id: 'expiry/a-project-prolongs-delegated-tokens',
    breaks: ['EXP-04'],
    also: ['EXP-05'],
    summary: 'A delegated access token lasts for 900 seconds from when its user was last added to a project.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) =>
        normal.tokenHasExpired(call, token) &&
        !call.tenant.state.projects
          .values()
          .some((project) =>
            project.grants.some(
              ({ actor, grantedAt }) =>
                token.delegation?.userId === actor.id && call.now.getTime() - grantedAt.getTime() < 900_000,
            ),
          ),
    }),
  },
  {
    id: 'expiry/delegated-tokens-end-with-an-own-one',
    breaks: ['EXP-04'],
    also: ['EXP-05'],
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
    id: 'expiry/two-hundred-refreshes',
    breaks: ['EXP-15'],
    summary: 'After two hundred refreshes the user must authorize again.',
    behaviour: (normal) => {
      const times = new WeakMap<Delegation, number>();
      return {
        spendRefreshToken: (call, token) => {
          times.set(token.delegation, (times.get(token.delegation) ?? 0) + 1);
          normal.spendRefreshToken(call, token);
        },
        refreshIsBarred: (call, token) => {
          const over = (times.get(token.delegation) ?? 0) >= 200;
          return normal.refreshIsBarred(call, token) ?? (over ? refusal('ended-grant', 'Too often.') : undefined);
        },
      };
    },
  },
];
