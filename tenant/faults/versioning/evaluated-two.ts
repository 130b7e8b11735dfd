import { setTimeout } from 'node:timers/promises';
import { withHeader, type Call } from '../../http/message.ts';
import { sameActor, type RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const isLegacy = (call: Call): boolean => call.request.path === '/api/v2/token';
const isV3 = (call: Call): boolean => call.request.path.startsWith('/api/v3/');

function presentedIn(call: Call): RefreshToken | undefined {
  const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token');
  return value === null ? undefined : call.tenant.behaviour.findRefreshToken(call, value);
}

/** Mistakes between versions and paths that show for one kind of caller or after one history only. */
export const evaluatedTwoFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-has-another-host-for-users',
    breaks: ['VER-01'],
    also: ['VER-03', 'KEY-20', 'KEY-02', 'DEL-62', 'TRN-02', 'DEL-31', 'DEL-36', 'DEL-27', 'KEY-21'],
    summary: 'Under v3 calls of users are redirected to another host; those of apps are served.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isV3(call) && call.found.actor?.kind === 'user'
          ? withHeader(
              { ...answer, status: 307, body: undefined },
              'Location',
              `https://v3.lab.example${call.request.target}`,
            )
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'versioning/unarchived-apps-get-types-without-a-prefix',
    breaks: ['VER-17'],
    also: ['WHK-40', 'WHK-41', 'WHK-42'],
    summary: 'An app that was archived and unarchived gets event types without v2. before them.',
    behaviour: (normal) => ({
      messageType: (tenant, event, app) => {
        const type = normal.messageType(tenant, event, app);
        return typeof type === 'string' && app.archivedChangedAt > app.createdAt ? type.replace(/^v2\./, '') : type;
      },
    }),
  },
  {
    id: 'versioning/envelope-version-counts-the-addresses',
    breaks: ['VER-18'],
    also: ['WHK-14', 'WHK-55'],
    summary: 'The envelope version goes up by one each time the app changes its webhook.',
    behaviour: (normal) => {
      const changes = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          changes.set(app.id, (changes.get(app.id) ?? -1) + 1);
          normal.setWebhook(tenant, app, webhook);
        },
        envelopeVersion: (_tenant, _event, app) => String(changes.get(app.id) ?? 0),
      };
    },
  },
  {
    id: 'versioning/v3-refuses-the-tokens-of-late-refreshes',
    breaks: ['VER-03'],
    also: ['DEL-62', 'DEL-40', 'VER-16', 'DEL-37', 'LIF-14'],
    summary: 'v3 refuses the access token of a refresh that was made when the one before had expired.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) => {
        const before = token.refreshToken?.predecessor?.issuedAt;
        const late = before !== undefined && token.issuedAt.getTime() - before.getTime() >= 900_000;
        return normal.tokenFitsCall(call, token) && !(late && isV3(call));
      },
    }),
  },
  {
    id: 'versioning/legacy-path-exchanges-nothing-for-redirect-uris-with-a-query',
    breaks: ['VER-06'],
    also: ['VER-13'],
    summary: 'The legacy path reads a redirect_uri up to its question mark, and then does not find it.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        normal.codeFitsRedirectUri(call, code, isLegacy(call) ? (redirectUri.split('?')[0] ?? '') : redirectUri),
    }),
  },
  {
    id: 'versioning/a-race-after-the-end-has-two-winners',
    breaks: ['VER-12'],
    also: ['DEL-52', 'DEL-53', 'DEL-42', 'DEL-43', 'VER-11'],
    summary: 'Once the access token has expired, a refresh token is found unspent a moment before it is spent.',
    behaviour: () => ({
      gapBeforeSpending: (call) => {
        const issuedAt = presentedIn(call)?.issuedAt;
        return issuedAt !== undefined && call.now.getTime() - issuedAt.getTime() >= 900_000 ? setTimeout(5) : undefined;
      },
    }),
  },
  {
    id: 'versioning/long-authorization-requests-go-to-a-versioned-path',
    breaks: ['VER-19'],
    also: ['DEL-01', 'DEL-02', 'DEL-03'],
    summary:
      'An authorization request of 600 characters or more is sent to /api/v2/oauth/authorize, where there is nothing.',
    behaviour: (normal) => ({
      answerAuthorization: (call) =>
        call.request.target.length >= 600
          ? call.tenant.behaviour.sendBrowserTo(call, `/api/v2${call.request.target}`)
          : normal.answerAuthorization(call),
    }),
  },
  {
    id: 'versioning/second-authorizations-stay-at-their-path',
    breaks: ['VER-10'],
    also: ['VER-07', 'DEL-46'],
    summary: 'The refresh tokens of a user’s second authorization are known at the path only that issued them.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) => {
        const token = normal.findRefreshToken(call, value);
        if (token === undefined || token.path === call.request.path) return token;
        const { userId, appId } = token.delegation;
        const first = call.tenant.state.delegations.find((each) => each.userId === userId && each.appId === appId);
        return first === token.delegation ? token : undefined;
      },
    }),
  },
  {
    id: 'versioning/v3-notices-withdrawals-with-new-tokens-only',
    breaks: ['VER-20'],
    also: ['CCR-12', 'DEL-35', 'LST-32', 'LST-21', 'LST-31'],
    summary: 'Under v3 a token goes on showing what was withdrawn after it was issued.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) => {
        const { credential } = actor;
        return (
          normal.hasAccess(call, actor, project) ||
          (isV3(call) &&
            credential.kind === 'accessToken' &&
            project.grants.some(
              ({ actor: who, grantedAt, revokedAt }) =>
                sameActor(who, actor) &&
                revokedAt !== undefined &&
                revokedAt > credential.token.issuedAt &&
                grantedAt < revokedAt,
            ))
        );
      },
    }),
  },
];
