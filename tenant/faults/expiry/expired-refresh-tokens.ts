import { refusal } from '../../http/refusal.ts';
import type { Delegation, RefreshToken } from '../../state/model.ts';
import { DAY, THIRTY_DAYS } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { inAnySeries } from './random-series.ts';

/** From when to when somebody was stopped, in milliseconds. */
type Span = readonly [from: number, to: number];

const isIn = (instant: number, span: Span | undefined): boolean =>
  span !== undefined && span[0] <= instant && instant <= span[1];

/** Expired refresh tokens that are exchanged all the same, or stand in the way of a new authorization. */
export const expiredRefreshTokenFaults: readonly Fault[] = [
  {
    id: 'expiry/the-legacy-path-refreshes-what-has-expired',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'VER-13', 'EXP-17'],
    summary: 'The legacy path does not look at the age of refresh tokens.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        call.request.path !== '/api/v2/token' && normal.refreshTokenHasExpired(call, token),
    }),
  },
  {
    id: 'expiry/an-expired-refresh-token-works-at-the-second-try',
    breaks: ['EXP-12'],
    also: [...inAnySeries, 'EXP-14', 'EXP-17', 'EXP-32', 'EXP-18', 'EXP-19'],
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
    also: [...inAnySeries, 'EXP-14', 'EXP-17'],
    summary:
      'What is known of the age of a refresh token is cleared away after 60 days, and with it that it has expired.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) && call.now.getTime() - token.countsFrom.getTime() < 60 * DAY,
    }),
  },
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
    id: 'expiry/a-refused-refresh-token-comes-back-with-a-new-authorization',
    breaks: ['EXP-17'],
    also: ['EXP-12'],
    summary: 'An expired refresh token that was refused once works after the user has authorized again.',
    behaviour: (normal) => {
      const refusedAt = new WeakMap<RefreshToken, number>();
      return {
        refreshWasRefused: (call, token, refused) => {
          normal.refreshWasRefused(call, token, refused);
          if (refused.refused === 'expired-refresh-token') {
            refusedAt.set(token, call.tenant.state.delegations.length);
          }
        },
        refreshTokenHasExpired: (call, token) => {
          const { userId, appId } = token.delegation;
          const renewed = call.tenant.state.delegations
            .slice(refusedAt.get(token) ?? Infinity)
            .some((each) => each.userId === userId && each.appId === appId);
          return normal.refreshTokenHasExpired(call, token) && !renewed;
        },
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
    id: 'expiry/the-second-expiry-is-final',
    breaks: ['EXP-16'],
    summary: 'A user two of whose refresh tokens for an app have expired can authorize it no more.',
    behaviour: (normal) => ({
      codeIsBarred: (call, code) => {
        const expired = call.tenant.state.refreshTokens
          .values()
          .filter(
            (token) =>
              token.delegation.userId === code.delegation.userId &&
              token.delegation.appId === code.delegation.appId &&
              token.spentAt === undefined &&
              normal.refreshTokenHasExpired(call, token),
          );
        return [...expired].length >= 2 ? refusal('ended-grant', 'No more.') : normal.codeIsBarred(call, code);
      },
    }),
  },

  {
    id: 'expiry/refresh-tokens-are-good-again-after-a-year',
    breaks: ['EXP-12'],
    also: ['EXP-14', 'EXP-17'],
    summary: 'A year after its issue it is forgotten that a refresh token has expired.',
    behaviour: (normal) => ({
      refreshTokenHasExpired: (call, token) =>
        normal.refreshTokenHasExpired(call, token) && call.now.getTime() - token.countsFrom.getTime() < 365 * DAY,
    }),
  },
];
