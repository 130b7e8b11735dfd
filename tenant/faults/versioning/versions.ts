import { LEGACY_PATH } from '../operators/kinds.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { withHeader } from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { onV3 } from './conditions.ts';
import { breaking } from './rows.ts';
import { becomes, before, replaceIf } from '../operators/rules.ts';

/** The requirements that a tenant also breaks if a version is missing. */
const oneVersion = ['TRN-02', 'CCR-04', 'KEY-02', 'KEY-20', 'CCR-08', 'CCR-11'];
/** Sends some authorization requests to a path with a version. */
const sentOn = (isMeant: (call: Call) => boolean): Deviation =>
  replaceIf(
    'answerAuthorization',
    (call) => isMeant(call),
    (call) => call.tenant.behaviour.sendBrowserTo(call, `/api/v2${call.request.target}`),
  );

/** Faults about the paths of the versions, of the token endpoints and of the page for users. */
export const versionFaults: readonly Fault[] = [
  ...breaking(['VER-01', 'VER-02'], {
    'v3-is-not-there': [
      becomes('listingPaths', (right) => right.filter((path) => !path.startsWith('/api/v3/'))),
      'There are no listings under /api/v3.',
      [...oneVersion, 'LST-01', 'LST-03'],
    ],
    'v2-is-retired': [
      () => ({
        accept: (call) =>
          call.request.method === 'GET' && /^\/api\/v2\/(entries|plates)$/.test(call.request.path)
            ? { status: 410, headers: [['Sunset', 'Fri, 31 Dec 2027 23:59:59 GMT']], body: undefined }
            : undefined,
      }),
      'The v2 listings of entries and plates answer with 410.',
      [...oneVersion, 'LST-02', 'LST-04'],
    ],
    'v3-needs-a-header': [
      replaceIf(
        'pathOf',
        (call) => onV3(call, {}) && !call.request.headers.has('api-version'),
        () => '/nowhere',
      ),
      'v3 answers only calls with a header Api-Version.',
      [...oneVersion, 'LST-01', 'LST-03'],
    ],
  }),
  ...breaking('VER-04', {
    'unversioned-token-path-is-not-there': [
      () => ({ tokenPaths: () => ['/api/v2/token', '/api/v3/token'] }),
      'The tenant issues tokens only at /api/v2/token and /api/v3/token.',
      ['TRN-02', 'TOK-01', 'CCR-01'],
    ],
  }),
  ...breaking('VER-05', {
    'legacy-path-is-gone': [
      () => ({ tokenPaths: () => ['/oauth/token'] }),
      'There is no token endpoint at /api/v2/token.',
      ['TRN-02'],
    ],
  }),
  ...breaking('VER-01', {
    'v3-has-another-host-for-users': [
      replaceIf(
        'answer',
        (_answer, call) => onV3(call, {}) && call.found.actor?.kind === 'user',
        (answer, call) =>
          withHeader(
            { ...answer, status: 307, body: undefined },
            'Location',
            `https://v3.lab.example${call.request.target}`,
          ),
      ),
      'v3 redirects calls of users to another host, but serves those of apps.',
      ['VER-03', 'KEY-20', 'KEY-02', 'DEL-62', 'TRN-02', 'DEL-31', 'DEL-36', 'DEL-27', 'KEY-21'],
    ],
  }),
  ...breaking('VER-19', {
    'authorization-has-a-version': [
      () => ({ authorizationPaths: () => ['/api/v2/oauth/authorize'] }),
      'The authorization endpoint is only at /api/v2/oauth/authorize.',
      ['DEL-01', 'TRN-02'],
    ],
    'authorization-has-moved': [
      () => ({ authorizationPaths: () => ['/authorize'] }),
      'The authorization endpoint is only at /authorize.',
      ['DEL-01', 'TRN-02'],
    ],
    'who-denied-once-is-sent-to-a-versioned-path': [
      (normal) => {
        const denied = new Set<string>();
        return {
          ...before('rememberDenial', (_call, { id }) => denied.add(id))(normal),
          ...sentOn(
            (call) => call.request.method === 'GET' && denied.has(call.tenant.behaviour.signedInUser(call)?.id ?? ''),
          )(normal),
        };
      },
      'The tenant sends a signed-in user who denied a consent to /api/v2/oauth/authorize, which does not exist.',
    ],
    'long-authorization-requests-go-to-a-versioned-path': [
      sentOn(({ request }) => request.target.length >= 600),
      'The tenant sends an authorization request of 600 or more characters to /api/v2/oauth/authorize.',
      ['DEL-01', 'DEL-02', 'DEL-03'],
    ],
    'signed-in-users-are-sent-to-a-versioned-path': [
      (normal) => ({
        showNext: (call, request) => {
          const { behaviour } = call.tenant;
          const user = behaviour.signedInUser(call);
          return user !== undefined && behaviour.hasConsented(call, user, request.app)
            ? behaviour.sendBrowserTo(call, call.request.target.replace('/oauth/', '/api/v3/oauth/'))
            : normal.showNext(call, request);
        },
      }),
      'The tenant sends a signed-in user who has consented to /api/v3/oauth/authorize, which does not exist.',
      ['DEL-16', 'DEL-17', 'DEL-01'],
    ],
    'authorization-of-legacy-apps-is-not-there': [
      becomes('findClient', (app, call) =>
        call.request.path === '/oauth/authorize' &&
        app !== undefined &&
        call.tenant.state.accessTokens.values().some((one) => one.appId === app.id && one.path === LEGACY_PATH)
          ? undefined
          : app,
      ),
      '/oauth/authorize does not know apps that have used the legacy path.',
      ['DEL-01'],
    ],
  }),
];
