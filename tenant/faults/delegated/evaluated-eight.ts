import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { App, User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** What a comparison says that looks at both ends and at the length. */
function haveTheSameEnds(one: string, other: string): boolean {
  const ends = (text: string): string => text.slice(0, 16) + text.slice(-16);
  return one.length === other.length && ends(one) === ends(other);
}

const shareUri = (call: Call, one: string, other: App): boolean =>
  call.tenant.state.apps.get(one)?.redirectUris.some((uri) => other.redirectUris.includes(uri)) === true;

/** Acts for the user of the browser whose cookie came with a token request. */
const actsForTheSession =
  (grant: string): Fault['behaviour'] =>
  (normal) => ({
    userOfDelegation: (call, delegation) =>
      (call.found.grantType === grant ? normal.sessionOf(call)?.userId : undefined) ??
      normal.userOfDelegation(call, delegation),
  });

/** Mistakes about what several apps have in common, about what consents outlast, and about what comes with a request. */
export const evaluatedEightFaults: readonly Fault[] = [
  {
    id: 'delegated/consents-after-a-reinstall-are-not-remembered',
    breaks: ['DEL-17'],
    summary: 'A consent that is given to an app after a reinstall is asked for again each time.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => app.installation < 2 && normal.hasConsented(call, user, app),
    }),
  },
  {
    id: 'delegated/the-state-nought-is-none',
    breaks: ['DEL-02'],
    summary: 'A state of which a script would say that it is false does not come back.',
    behaviour: (normal) => ({
      returnedState: (call, request) => (Number(request.state) === 0 ? undefined : normal.returnedState(call, request)),
    }),
  },
  {
    id: 'delegated/four-redirect-uris-an-app',
    breaks: ['DEL-12'],
    summary: 'The fifth redirect URI of an app takes the place of the first.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.registerRedirectUri(tenant, app, redirectUri);
        if (app.redirectUris.length > 4) app.redirectUris.shift();
        return problem;
      },
    }),
  },
  {
    id: 'delegated/codes-fit-apps-of-the-same-redirect-uri',
    breaks: ['DEL-30'],
    summary: 'A code can be exchanged by any app that has registered a redirect URI of its app.',
    behaviour: (normal) => ({
      codeFitsApp: (call, code, app) =>
        normal.codeFitsApp(call, code, app) || shareUri(call, code.delegation.appId, app),
    }),
  },
  {
    id: 'delegated/refresh-tokens-fit-apps-of-the-same-redirect-uri',
    breaks: ['DEL-50'],
    summary: 'A refresh token can be exchanged by any app that has registered a redirect URI of its app.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        normal.refreshTokenFitsApp(call, token, app) || shareUri(call, token.delegation.appId, app),
    }),
  },
  {
    id: 'delegated/refresh-tokens-fit-apps-of-the-same-name',
    breaks: ['DEL-50'],
    summary: 'A refresh token can be exchanged by any app of the same name.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        normal.refreshTokenFitsApp(call, token, app) ||
        call.tenant.state.apps.get(token.delegation.appId)?.name === app.name,
    }),
  },
  {
    id: 'delegated/spent-tokens-presented-at-once-are-a-conflict',
    breaks: ['DEL-44'],
    also: ['DEL-43'],
    summary: 'While a spent refresh token is being refused, it is refused as a conflict when it is presented again.',
    behaviour: (normal) => {
      const underWay = new Map<string, number>();
      const valueOf = (call: Call): string =>
        new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
      return {
        prepareTokenRequest: (call) => {
          const value = valueOf(call);
          const token = normal.findRefreshToken(call, value);
          if (token?.spentAt === undefined) return normal.prepareTokenRequest(call);
          underWay.set(value, (underWay.get(value) ?? 0) + 1);
          return setTimeout(3);
        },
        decideTokenRequest: (call) => {
          const value = valueOf(call);
          const count = underWay.get(value) ?? 0;
          if (count > 0) underWay.set(value, count - 1);
          return count > 1 ? refusal('too-many-requests', 'Try again.') : normal.decideTokenRequest(call);
        },
        refusalStatus: (call, refused) =>
          refused.refused === 'too-many-requests' ? 409 : normal.refusalStatus(call, refused),
      };
    },
  },
  {
    id: 'delegated/a-wrong-secret-at-the-legacy-path-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'A refresh with a wrong secret at the legacy path is refused, and spends the refresh token.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decided = normal.decideTokenRequest(call);
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
        const token = normal.findRefreshToken(call, value);
        const legacy = call.request.path === '/api/v2/token';
        if (legacy && token !== undefined && isRefusal(decided) && decided.refused === 'wrong-client') {
          normal.spendRefreshToken(call, token);
        }
        return decided;
      },
    }),
  },
  {
    id: 'delegated/a-malformed-refresh-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'A refresh that is refused because a field is missing or given twice spends the refresh token.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decided = normal.decideTokenRequest(call);
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
        const token = normal.findRefreshToken(call, value);
        if (token !== undefined && isRefusal(decided) && decided.refused === 'malformed-token-request') {
          normal.spendRefreshToken(call, token);
        }
        return decided;
      },
    }),
  },
  {
    id: 'delegated/a-refresh-ends-what-other-apps-hold-for-the-user',
    breaks: ['DEL-46'],
    summary: 'A refresh for a user ends the refresh tokens that other apps hold for that user.',
    behaviour: (normal) => {
      const over = new WeakSet<object>();
      return {
        spendRefreshToken: (call, token) => {
          for (const one of call.tenant.state.refreshTokens.values()) {
            const { userId, appId } = one.delegation;
            if (userId === token.delegation.userId && appId !== token.delegation.appId) over.add(one);
          }
          normal.spendRefreshToken(call, token);
        },
        refreshIsBarred: (call, token) =>
          normal.refreshIsBarred(call, token) ??
          (over.has(token) ? refusal('ended-grant', 'Another app has refreshed.') : undefined),
      };
    },
  },
  {
    id: 'delegated/refresh-tokens-may-write',
    breaks: ['DEL-56'],
    summary: 'Records are created for a refresh token that is sent as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const token = call.tenant.state.refreshTokens.find(value)?.delegation.latestAccessToken;
        return token !== undefined && call.request.method === 'POST'
          ? normal.actorOfToken(call, token)
          : normal.authenticateBearer(call, value);
      },
    }),
  },
  {
    id: 'delegated/the-middle-of-a-refresh-token-is-not-compared',
    breaks: ['DEL-55'],
    summary: 'Of a refresh token the first and the last sixteen characters are compared, and the length.',
    behaviour: (normal) => ({
      findRefreshToken: (call, value) =>
        normal.findRefreshToken(call, value) ??
        call.tenant.state.refreshTokens.values().find((one) => haveTheSameEnds(one.value, value)),
    }),
  },
  {
    id: 'delegated/the-middle-of-a-code-is-not-compared',
    breaks: ['DEL-28'],
    summary: 'Of a code the first and the last sixteen characters are compared, and the length.',
    behaviour: (normal) => ({
      findCode: (call, value) =>
        normal.findCode(call, value) ??
        call.tenant.state.codes.values().find((one) => haveTheSameEnds(one.value, value)),
    }),
  },
  {
    id: 'delegated/port-443-is-tls',
    breaks: ['DEL-25'],
    summary: 'A redirect URI without TLS can be registered where it names the port of https.',
    behaviour: (normal) => ({
      mayLackTls: (tenant, redirectUri, url) => normal.mayLackTls(tenant, redirectUri, url) || url.port === '443',
    }),
  },
  {
    id: 'delegated/a-code-beside-a-session-acts-for-its-user',
    breaks: ['DEL-60'],
    summary: 'The exchange of a code that comes with the cookie of a session acts for the user who is signed in.',
    behaviour: actsForTheSession('authorization_code'),
  },
  {
    id: 'delegated/a-refresh-beside-a-session-acts-for-its-user',
    breaks: ['DEL-36'],
    summary: 'A refresh that comes with the cookie of a session acts for the user who is signed in.',
    behaviour: actsForTheSession('refresh_token'),
  },
  {
    id: 'delegated/a-fifth-user-is-not-remembered',
    breaks: ['DEL-17'],
    summary: 'Of an app the consents of four users are remembered.',
    behaviour: (normal) => {
      const users = new Map<string, Set<string>>();
      return {
        rememberConsent: (call, user: User, app) => {
          const known = users.get(app.id) ?? new Set();
          users.set(app.id, known.add(user.id));
          if ([...known].indexOf(user.id) < 4) normal.rememberConsent(call, user, app);
        },
      };
    },
  },
];
