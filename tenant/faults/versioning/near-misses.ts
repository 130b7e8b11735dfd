import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { AccessToken, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const LEGACY = '/api/v2/token';
const isLegacy = (call: Call): boolean => call.request.path === LEGACY;
const isV3 = (call: Call): boolean => call.request.path.startsWith('/api/v3/');

/** Versions and paths that differ only for one grant, one direction or one neighbour. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-refuses-tokens-that-listed-results',
    breaks: ['VER-02'],
    also: ['CCR-05', 'CCR-04', 'VER-03', 'VER-09', 'DEL-62'],
    summary: 'A token with which assay results were listed is refused by v3.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        tokenFitsCall: (call, token) => {
          if (call.request.path.endsWith('/assay-results')) used.add(token);
          return !(isV3(call) && used.has(token)) && normal.tokenFitsCall(call, token);
        },
      };
    },
  },
  {
    id: 'versioning/v3-plates-refuse-the-second-user',
    breaks: ['VER-03'],
    also: ['DEL-62'],
    summary: 'The v3 listing of plates refuses the delegated tokens of an app’s second user.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) => {
        const { delegation } = token;
        const first = call.tenant.state.delegations.find(({ appId }) => appId === token.appId);
        const second = delegation !== undefined && first?.userId !== delegation.userId;
        return !(second && call.request.path === '/api/v3/plate/items') && normal.tokenFitsCall(call, token);
      },
    }),
  },
  {
    id: 'versioning/legacy-path-knows-the-first-secret-only',
    breaks: ['VER-05'],
    also: ['TOK-22', 'TOK-23', 'VER-13'],
    summary: 'The legacy path knows the client secret that an app was made with, and none of a rotation.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        isLegacy(call)
          ? normal.clientSecretIsRight(
              call,
              { ...app, clientSecret: app.formerSecrets[0]?.value ?? app.clientSecret },
              clientSecret,
            )
          : normal.clientSecretIsRight(call, app, clientSecret),
    }),
  },
  {
    id: 'versioning/legacy-path-refreshes-live-grants-only',
    breaks: ['VER-07'],
    also: ['EXP-10', 'DEL-40'],
    summary: 'The legacy path refreshes only while the access token is good.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) =>
        isLegacy(call) && call.now.getTime() - token.issuedAt.getTime() >= 900_000
          ? refusal('ended-grant', 'The authorization has ended.')
          : normal.refreshIsBarred(call, token),
    }),
  },
  {
    id: 'versioning/the-legacy-path-exchanges-for-any-redirect-uri',
    breaks: ['VER-13'],
    also: ['DEL-29'],
    summary: 'The legacy path does not look at the redirect_uri of a code exchange.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        isLegacy(call) || normal.codeFitsRedirectUri(call, code, redirectUri),
    }),
  },
  {
    id: 'versioning/the-unversioned-path-does-not-see-what-was-spent',
    breaks: ['VER-11'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45', 'VER-12'],
    summary: '/oauth/token exchanges refresh tokens that were spent at the legacy path.',
    behaviour: (normal) => {
      const spentAt = new WeakMap<RefreshToken, string>();
      return {
        spendRefreshToken: (call, token) => {
          if (!spentAt.has(token)) spentAt.set(token, call.request.path);
          normal.spendRefreshToken(call, token);
        },
        refreshTokenIsSpent: (call, token) =>
          normal.refreshTokenIsSpent(call, token) && !(spentAt.get(token) === LEGACY && !isLegacy(call)),
      };
    },
  },
  {
    id: 'versioning/the-unversioned-path-does-not-know-what-the-legacy-path-spent',
    breaks: ['VER-11'],
    also: ['DEL-43', 'DEL-44'],
    summary: '/oauth/token names a refresh token that was spent at the legacy path unknown_token.',
    behaviour: (normal) => {
      const spentAt = new WeakMap<RefreshToken, string>();
      const presented = new WeakSet<Call>();
      return {
        spendRefreshToken: (call, token) => {
          if (!spentAt.has(token)) spentAt.set(token, call.request.path);
          normal.spendRefreshToken(call, token);
        },
        spentRefreshTokenWasPresented: (call, token) => {
          if (spentAt.get(token) === LEGACY && !isLegacy(call)) presented.add(call);
        },
        refusalCode: (call, refused) => (presented.has(call) ? 'unknown_token' : normal.refusalCode(call, refused)),
      };
    },
  },
  {
    id: 'versioning/delegated-legacy-tokens-live-an-hour',
    breaks: ['VER-14'],
    also: ['EXP-04', 'EXP-05', 'EXP-33'],
    summary: 'Delegated tokens of the legacy path are accepted for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.path === LEGACY && token.delegation !== undefined ? 3600 : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/refreshed-legacy-tokens-live-ten-minutes',
    breaks: ['VER-14'],
    also: ['EXP-05', 'EXP-33', 'VER-08'],
    summary: 'The access token of a refresh at the legacy path is accepted for ten minutes.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.path === LEGACY && token.refreshToken?.predecessor !== undefined
          ? 600
          : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/legacy-path-issues-to-authorized-apps-only',
    breaks: ['VER-05'],
    summary: 'The legacy path issues an app no token of its own once a user has consented to it.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decision = normal.decideTokenRequest(call);
        return isLegacy(call) &&
          !isRefusal(decision) &&
          decision.delegation === undefined &&
          call.tenant.state.consents.some(({ appId }) => appId === decision.appId)
          ? refusal('unsupported-grant-type', 'This app acts for users.')
          : decision;
      },
    }),
  },
  {
    id: 'versioning/v3-shows-keys-the-first-project-only',
    breaks: ['KEY-03'],
    also: ['LST-31', 'LST-32', 'VER-20'],
    summary: 'v3 shows a key only the first project that its owner was granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        if (!normal.hasAccess(call, actor, project)) return false;
        if (actor.credential.kind !== 'apiKey' || !isV3(call)) return true;
        const first = call.tenant.state.projects.values().find((each) => normal.hasAccess(call, actor, each));
        return first === project;
      },
    }),
  },
];
