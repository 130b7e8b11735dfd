import type { Fault } from '../fault.ts';
import { LEGACY_PATH } from './legacy-path.ts';

/** Where users are sent to. */
export const authorizationPathFaults: readonly Fault[] = [
  {
    id: 'versioning/authorization-has-a-version',
    breaks: ['VER-19'],
    also: ['DEL-01', 'TRN-02'],
    summary: 'The authorization endpoint is at /api/v2/oauth/authorize only.',
    behaviour: () => ({ authorizationPaths: () => ['/api/v2/oauth/authorize'] }),
  },
  {
    id: 'versioning/authorization-has-moved',
    breaks: ['VER-19'],
    also: ['DEL-01', 'TRN-02'],
    summary: 'The authorization endpoint is at /authorize only, beside the token endpoint of that form.',
    behaviour: () => ({ authorizationPaths: () => ['/authorize'] }),
  },
  {
    id: 'versioning/who-denied-once-is-sent-to-a-versioned-path',
    breaks: ['VER-19'],
    summary:
      'A signed-in user who denied a consent is sent to /api/v2/oauth/authorize from then on, which is not there.',
    behaviour: (normal) => {
      const denied = new Set<string>();
      return {
        rememberDenial: (call, user, app) => {
          denied.add(user.id);
          normal.rememberDenial(call, user, app);
        },
        answerAuthorization: (call) =>
          call.request.method === 'GET' && denied.has(call.tenant.behaviour.signedInUser(call)?.id ?? '')
            ? call.tenant.behaviour.sendBrowserTo(call, `/api/v2${call.request.target}`)
            : normal.answerAuthorization(call),
      };
    },
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
    id: 'versioning/signed-in-users-are-sent-to-a-versioned-path',
    breaks: ['VER-19'],
    also: ['DEL-16', 'DEL-17', 'DEL-01'],
    summary: 'Browsers with a session and a consent are sent on to /api/v3/oauth/authorize, where there is nothing.',
    behaviour: (normal) => ({
      showNext: (call, request) => {
        const { behaviour } = call.tenant;
        const user = behaviour.signedInUser(call);
        return user !== undefined && behaviour.hasConsented(call, user, request.app)
          ? behaviour.sendBrowserTo(call, call.request.target.replace('/oauth/', '/api/v3/oauth/'))
          : normal.showNext(call, request);
      },
    }),
  },
  {
    id: 'versioning/authorization-of-legacy-apps-is-not-there',
    breaks: ['VER-19'],
    also: ['DEL-01'],
    summary: 'Users of apps that have used the legacy path are sent away from /oauth/authorize.',
    behaviour: (normal) => ({
      findClient: (call, clientId) => {
        const app = normal.findClient(call, clientId);
        return call.request.path === '/oauth/authorize' &&
          app !== undefined &&
          call.tenant.state.accessTokens.values().some((one) => one.appId === app.id && one.path === LEGACY_PATH)
          ? undefined
          : app;
      },
    }),
  },
];
