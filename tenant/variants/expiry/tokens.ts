import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Variants of the lifetime, storage and refusal of tokens. */
export const tokenVariants: readonly Variant[] = [
  {
    id: 'expiry/expired-refresh-tokens-are-forgotten',
    freedoms: ['FRE-130'],
    summary: 'A refresh token that has expired is answered like one that never existed.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        return token !== undefined && call.tenant.behaviour.refreshTokenHasExpired(call, token) ? undefined : token;
      },
    }),
  },
  {
    id: 'expiry/ages-are-counted-in-whole-seconds',
    freedoms: ['FRE-128', 'FRE-129'],
    summary: 'Times are kept in whole seconds, rounded down, so that a token may end up to a second early.',
    behaviour: () => ({
      tokenHasExpired: (call, token) => seconds(call.now) - seconds(token.issuedAt) >= 900,
      refreshTokenHasExpired: (call, token) => seconds(call.now) - seconds(token.countsFrom) >= 2_592_000,
    }),
  },
  {
    id: 'expiry/ages-are-counted-in-whole-seconds-rounded-up',
    freedoms: ['FRE-128', 'FRE-129'],
    summary: 'Times are kept in whole seconds, rounded up.',
    behaviour: () => {
      const up = (date: Date): number => Math.ceil(date.getTime() / 1000);
      return {
        tokenHasExpired: (call, token) => up(call.now) - up(token.issuedAt) >= 900,
        refreshTokenHasExpired: (call, token) => up(call.now) - up(token.countsFrom) >= 2_592_000,
      };
    },
  },
  {
    id: 'expiry/expired-access-tokens-are-purged',
    freedoms: ['FRE-01', 'FRE-130'],
    summary: 'Expired access tokens are deleted, and answered like tokens that never existed.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        const token = normal.findAccessToken(call, value);
        return token !== undefined && call.tenant.behaviour.tokenHasExpired(call, token) ? undefined : token;
      },
    }),
  },
  {
    id: 'expiry/spent-and-expired-tokens-are-told-to-be-expired',
    freedoms: ['FRE-23', 'FRE-130'],
    summary: 'The expiry of a refresh token is checked first, and has its own error code and status.',
    behaviour: (normal) => ({
      refreshProblem: (call, app, token) =>
        normal.refreshTokenFitsApp(call, token, app) && call.tenant.behaviour.refreshTokenHasExpired(call, token)
          ? refusal('expired-refresh-token', 'The refresh token has expired.')
          : normal.refreshProblem(call, app, token),
      refusalStatus: (call, refused) =>
        refused.refused === 'expired-refresh-token' ? 401 : normal.refusalStatus(call, refused),
      refusalCode: (call, refused) =>
        refused.refused === 'expired-refresh-token' ? 'authorization_expired' : normal.refusalCode(call, refused),
    }),
  },
  {
    id: 'expiry/consent-ends-with-the-refresh-token',
    freedoms: ['FRE-73'],
    summary: 'When a refresh token has expired, the user is asked to consent again.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) =>
        normal.hasConsented(call, user, app) &&
        !call.tenant.state.delegations.some(
          ({ userId, appId, latestRefreshToken: latest }) =>
            userId === user.id &&
            appId === app.id &&
            latest !== undefined &&
            call.tenant.behaviour.refreshTokenHasExpired(call, latest),
        ),
    }),
  },
  {
    id: 'expiry/sessions-last-an-hour',
    freedoms: ['FRE-72', 'FRE-78'],
    summary: 'A browser session lasts an hour, so that users sign in again.',
    behaviour: () => ({ sessionLifetime: () => 3600 }),
  },
  {
    id: 'expiry/a-refresh-ends-the-access-tokens-before',
    freedoms: ['FRE-81'],
    summary: 'A refresh ends the earlier access tokens of its authorization.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) =>
        (token.delegation !== undefined && token.delegation.latestAccessToken !== token) ||
        normal.tokenHasEnded(call, token),
    }),
  },
  {
    id: 'expiry/suspension-and-archiving-end-tokens',
    freedoms: ['FRE-114', 'FRE-120', 'FRE-121'],
    summary: 'Tokens that were issued before a suspension or an archival stay invalid afterwards.',
    behaviour: (normal) => ({
      tokenHasEnded: (call, token) => {
        const app = call.tenant.state.apps.get(token.appId);
        const user = token.delegation && call.tenant.state.users.get(token.delegation.userId);
        const changed = [app?.archivedChangedAt, user?.activeChangedAt];
        return changed.some((at) => at !== undefined && at > token.issuedAt) || normal.tokenHasEnded(call, token);
      },
      refreshIsBarred: (call, token) => {
        const { appId, userId } = token.delegation;
        const app = call.tenant.state.apps.get(appId);
        const user = call.tenant.state.users.get(userId);
        const changed = [app?.archivedChangedAt, user?.activeChangedAt];
        return changed.some((at) => at !== undefined && at > token.issuedAt)
          ? refusal('ended-grant', 'The authorization has ended.')
          : normal.refreshIsBarred(call, token);
      },
    }),
  },
];
