import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken, App, Project } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { withoutRedirectUri } from './without-redirect-uri.ts';

const formOf = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** Whether a token comes from a refresh that was made when the access token before it had ended. */
function isOfLateRefresh(call: Call, token: AccessToken): boolean {
  const before = token.refreshToken?.predecessor?.issuedAt;
  return before !== undefined && call.now.getTime() - before.getTime() >= 900_000;
}

const wasAddedTo = (project: Project, app: App): boolean =>
  project.grants.some(({ actor, revokedAt }) => actor.kind === 'app' && actor.id === app.id && revokedAt === undefined);

/** Mistakes of the token endpoint that show for one kind of app, user or request only. */
export const evaluatedTwoFaults: readonly Fault[] = [
  {
    id: 'token-issuance/users-of-another-app-get-no-refresh-token',
    breaks: ['TOK-06'],
    also: ['TOK-01', 'DEL-27'],
    summary: 'A user who has authorized another app before gets no refresh token by way of this one.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const { delegation } = token;
        const known = call.tenant.state.delegations.some(
          ({ userId, appId }) => userId === delegation?.userId && appId !== delegation.appId,
        );
        const {
          refresh_token: refreshToken,
          refresh_token_expires_in: end,
          ...others
        } = normal.tokenMembers(call, token);
        return token.refreshToken === undefined || (call.found.grantType === 'authorization_code' && known)
          ? others
          : { ...others, refresh_token: refreshToken, refresh_token_expires_in: end };
      },
    }),
  },
  {
    id: 'token-issuance/refreshes-want-a-header',
    breaks: ['TOK-31'],
    also: [
      'TOK-01',
      'DEL-37',
      'DEL-39',
      'DEL-40',
      'DEL-41',
      'DEL-48',
      'DEL-46',
      'DEL-47',
      'LIF-08',
      'LIF-20',
      'LIF-14',
      'LIF-29',
      'LIF-38',
      'LIF-26',
      'EXP-16',
      'EXP-11',
      'VER-07',
      'VER-10',
    ],
    summary: 'A refresh must carry an Authorization header, whatever stands in it.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) =>
        call.request.headers.has('authorization')
          ? normal.refresh(call, app, fields)
          : refusal('wrong-client', 'The Authorization header is missing.'),
    }),
  },
  {
    id: 'token-issuance/late-refreshes-announce-no-end',
    breaks: ['TOK-08'],
    also: ['TOK-09', 'EXP-13', 'EXP-14'],
    summary: 'The answer to a refresh after the access token has expired has no refresh_token_expires_in.',
    behaviour: (normal) => ({
      tokenMembers: (call, token) => {
        const { refresh_token_expires_in: end, ...others } = normal.tokenMembers(call, token);
        return end === undefined || isOfLateRefresh(call, token)
          ? others
          : { ...others, refresh_token_expires_in: end };
      },
    }),
  },
  {
    id: 'token-issuance/a-rotation-ends-the-secrets-of-the-same-project',
    breaks: ['TOK-24'],
    also: ['CCR-01', 'CCR-06', 'LIF-38'],
    summary: 'Rotating the secret of an app ends the secrets of the apps that share a project with it.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) => {
        const shared = tenant.state.projects
          .values()
          .filter((project) => wasAddedTo(project, app))
          .toArray();
        for (const other of tenant.state.apps.values()) {
          if (other !== app && shared.some((project) => wasAddedTo(project, other)))
            normal.rotateClientSecret(tenant, other);
        }
        return normal.rotateClientSecret(tenant, app);
      },
    }),
  },
  {
    id: 'token-issuance/simultaneous-tokens-are-refused-by-v3',
    breaks: ['TOK-34'],
    also: ['VER-02', 'CCR-04', 'CCR-06', 'CCR-07', 'DEL-54'],
    summary: 'Of tokens that an app asks for at the same time v3 knows the first only.',
    behaviour: (normal) => {
      const underWay = new Map<string, number>();
      const crowded = new WeakSet<Call>();
      const unknown = new WeakSet<AccessToken>();
      return {
        prepareTokenRequest: (call) => {
          const clientId = formOf(call).get('client_id') ?? '';
          const others = underWay.get(clientId) ?? 0;
          if (others > 0) crowded.add(call);
          underWay.set(clientId, others + 1);
          return setTimeout(3).then(() => void underWay.set(clientId, (underWay.get(clientId) ?? 1) - 1));
        },
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (crowded.has(call)) unknown.add(token);
          return token;
        },
        tokenFitsCall: (call, token) =>
          normal.tokenFitsCall(call, token) && !(unknown.has(token) && call.request.path.startsWith('/api/v3/')),
      };
    },
  },
  {
    id: 'token-issuance/access-tokens-of-refreshes-are-the-refresh-tokens-sent',
    breaks: ['TOK-33'],
    also: ['DEL-56', 'TOK-25'],
    summary: 'The access token of a refresh has the value of the refresh token that was sent.',
    behaviour: (normal) => ({
      makeAccessToken: (call, subject, app) =>
        (call.found.grantType === 'refresh_token' ? formOf(call).get('refresh_token') : null) ??
        normal.makeAccessToken(call, subject, app),
    }),
  },
  {
    id: 'token-issuance/rotations-of-archived-apps-are-lost',
    breaks: ['TOK-22'],
    also: ['TOK-23', 'LIF-20', 'LIF-38', 'LIF-28'],
    summary: 'A rotation while the app is archived shows a new client secret and keeps the former one.',
    behaviour: (normal) => ({
      rotateClientSecret: (tenant, app) =>
        app.archived ? normal.makeClientSecret(tenant) : normal.rotateClientSecret(tenant, app),
    }),
  },
  {
    id: 'token-issuance/exchanges-on-localhost-need-no-redirect-uri',
    breaks: ['TOK-14'],
    summary: 'A code that was sent to localhost is exchanged without a redirect_uri.',
    behaviour: (normal) => withoutRedirectUri(normal, (_, __, code) => code.redirectUri.startsWith('http://localhost')),
  },
  {
    id: 'token-issuance/apps-with-names-beyond-ascii-get-no-token',
    breaks: ['TOK-01'],
    also: ['CCR-01', 'TOK-35'],
    summary: 'An app whose name has a letter beyond ASCII gets no token: its name does not fit into a header.',
    behaviour: (normal) => ({
      clientIsBarred: (call, app) =>
        normal.clientIsBarred(call, app) ??
        (/[^\u0020-\u007e]/.test(app.name) ? refusal('wrong-client', 'The client is not known.') : undefined),
    }),
  },
];
