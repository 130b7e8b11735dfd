import type { Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** A state that becomes another on the way. */
const stateBecomes =
  (change: (state: string) => string): Fault['behaviour'] =>
  (normal) => ({
    returnedState: (call, request) => {
      const state = normal.returnedState(call, request);
      return state === undefined ? undefined : change(state);
    },
  });

/** Mistakes that show when several users, apps or browsers come, and in what is written oddly. */
export const evaluatedFiveFaults: readonly Fault[] = [
  {
    id: 'delegated/a-state-is-kept-for-its-app',
    breaks: ['DEL-02'],
    summary:
      'While users sign in the state is kept with the app, so that of several who come together the last one counts.',
    behaviour: (normal) => {
      const kept = new Map<string, string | undefined>();
      return {
        showSignIn: (call, request, email, refused) => {
          kept.set(request.app.id, request.state);
          return normal.showSignIn(call, request, email, refused);
        },
        redirectWithCode: (call, request, user) => {
          const asked = call.request.method === 'POST' && kept.has(request.app.id);
          return normal.redirectWithCode(call, asked ? { ...request, state: kept.get(request.app.id) } : request, user);
        },
      };
    },
  },
  {
    id: 'delegated/a-redirect-uri-is-kept-for-its-app',
    breaks: ['DEL-12'],
    summary:
      'While users sign in the redirect URI is kept with the app, so that of several who come together the last one counts.',
    behaviour: (normal) => {
      const kept = new Map<string, string>();
      return {
        showSignIn: (call, request, email, refused) => {
          kept.set(request.app.id, request.redirectUri);
          return normal.showSignIn(call, request, email, refused);
        },
        redirectWithCode: (call, request, user) => {
          const redirectUri = call.request.method === 'POST' ? kept.get(request.app.id) : undefined;
          return normal.redirectWithCode(call, redirectUri === undefined ? request : { ...request, redirectUri }, user);
        },
      };
    },
  },
  {
    id: 'delegated/quotes-around-states-are-taken-off',
    breaks: ['DEL-02'],
    summary: 'A state in double quotes comes back without them.',
    behaviour: stateBecomes((state) => state.replace(/^"([^]*)"$/, '$1')),
  },
  {
    id: 'delegated/byte-order-marks-in-states-are-lost',
    breaks: ['DEL-02'],
    summary: 'A state that begins with a byte order mark comes back without it.',
    behaviour: stateBecomes((state) => state.replace(/^\uFEFF/, '')),
  },
  {
    id: 'delegated/tabs-in-states-are-blanks',
    breaks: ['DEL-02'],
    summary: 'A tab in a state comes back as a blank.',
    behaviour: stateBecomes((state) => state.replaceAll('\t', ' ')),
  },
  {
    id: 'delegated/redirect-uris-are-found-without-their-port',
    breaks: ['DEL-12'],
    summary: 'The code goes to the first redirect URI of the app that has the host and the path of the one named.',
    behaviour: (normal) => ({
      redirectWithCode: (call, request, user) => {
        const withoutPort = (uri: string): string => uri.replace(/^(https:\/\/[^/:]+):\d+/, '$1');
        const redirectUri =
          request.app.redirectUris.find((each) => withoutPort(each) === withoutPort(request.redirectUri)) ??
          request.redirectUri;
        return normal.redirectWithCode(call, { ...request, redirectUri }, user);
      },
    }),
  },
  {
    id: 'delegated/redirect-uris-are-found-without-their-query',
    breaks: ['DEL-12'],
    also: ['DEL-22'],
    summary: 'The code goes to the first redirect URI of the app that equals the one named up to its query.',
    behaviour: (normal) => ({
      redirectWithCode: (call, request, user) => {
        const [path] = request.redirectUri.split('?');
        const redirectUri = request.app.redirectUris.find((each) => each.split('?')[0] === path) ?? request.redirectUri;
        return normal.redirectWithCode(call, { ...request, redirectUri }, user);
      },
    }),
  },
  {
    id: 'delegated/an-app-has-three-consents',
    breaks: ['DEL-17'],
    summary: 'For each app the last three consents are remembered.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => {
        const last = call.tenant.state.consents.filter(({ appId }) => appId === app.id).slice(-3);
        return normal.hasConsented(call, user, app) && last.some(({ userId }) => userId === user.id);
      },
    }),
  },
  {
    id: 'delegated/a-project-asks-for-consent-again',
    breaks: ['DEL-17'],
    summary: 'A user who was added to a project since is asked for consent again.',
    behaviour: (normal) => ({
      hasConsented: (call, user, app) => {
        const given = call.tenant.state.consents.findLast((one) => one.userId === user.id && one.appId === app.id);
        const grants = call.tenant.state.projects.values().flatMap((project) => project.grants);
        return (
          normal.hasConsented(call, user, app) &&
          !grants.some(
            ({ actor, grantedAt }) => actor.id === user.id && given !== undefined && grantedAt > given.givenAt,
          )
        );
      },
    }),
  },
  {
    id: 'delegated/apps-on-localhost-need-no-consent',
    breaks: ['DEL-16'],
    also: ['DEL-19', 'DEL-20', 'DEL-21'],
    summary: 'A user with a session is not asked to consent where the code goes to localhost.',
    behaviour: (normal) => ({
      nextPrompt: (call, request, user) =>
        user !== undefined && request.redirectUri.startsWith('http://localhost:')
          ? undefined
          : normal.nextPrompt(call, request, user),
    }),
  },
  {
    id: 'delegated/a-token-of-its-own-ends-codes',
    breaks: ['DEL-27'],
    also: ['DEL-63'],
    summary: 'When an app asks for a token of its own, the codes that it has not exchanged yet are over.',
    behaviour: (normal) => {
      const over = new WeakSet<object>();
      return {
        issueAccessToken: (call, subject, app) => {
          if (subject.kind === 'app') {
            for (const code of call.tenant.state.codes.values()) if (code.delegation.appId === app.id) over.add(code);
          }
          return normal.issueAccessToken(call, subject, app);
        },
        codeIsBarred: (call, code) =>
          normal.codeIsBarred(call, code) ?? (over.has(code) ? refusal('ended-grant', 'The code is over.') : undefined),
      };
    },
  },
  {
    id: 'delegated/a-refresh-ends-codes',
    breaks: ['DEL-27'],
    summary: 'When an app refreshes, the codes that it has not exchanged yet are over.',
    behaviour: (normal) => {
      const over = new WeakSet<object>();
      return {
        spendRefreshToken: (call, token) => {
          const { appId } = token.delegation;
          for (const code of call.tenant.state.codes.values()) if (code.delegation.appId === appId) over.add(code);
          normal.spendRefreshToken(call, token);
        },
        codeIsBarred: (call, code) =>
          normal.codeIsBarred(call, code) ?? (over.has(code) ? refusal('ended-grant', 'The code is over.') : undefined),
      };
    },
  },
  {
    id: 'delegated/tokens-are-spent-as-they-were-written',
    breaks: ['DEL-42'],
    also: ['DEL-44', 'DEL-55'],
    summary:
      'Blanks around a refresh token do not count when it is looked up, and do when it is asked whether it is spent.',
    behaviour: (normal) => {
      const spent = new WeakMap<RefreshToken, Set<string>>();
      const sent = (call: Call): string =>
        new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
      return {
        findRefreshToken: (call, value) => normal.findRefreshToken(call, value.trim()),
        spendRefreshToken: (call, token) => {
          spent.set(token, new Set([...(spent.get(token) ?? []), sent(call)]));
          normal.spendRefreshToken(call, token);
        },
        refreshTokenIsSpent: (call, token) => spent.get(token)?.has(sent(call)) === true,
      };
    },
  },
  {
    id: 'delegated/foreign-codes-at-the-legacy-path',
    breaks: ['DEL-30'],
    also: ['VER-15'],
    summary: 'The legacy path exchanges a code for whichever app presents it.',
    behaviour: (normal) => ({
      codeFitsApp: (call, code, app) => call.request.path === '/api/v2/token' || normal.codeFitsApp(call, code, app),
    }),
  },
  {
    id: 'delegated/misdirected-codes-at-the-legacy-path',
    breaks: ['DEL-29'],
    also: ['VER-15'],
    summary: 'The legacy path exchanges a code with whatever redirect URI.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        call.request.path === '/api/v2/token' || normal.codeFitsRedirectUri(call, code, redirectUri),
    }),
  },
  {
    id: 'delegated/clear-text-beside-the-same-host-with-tls',
    breaks: ['DEL-25'],
    summary: 'A redirect URI without TLS can be registered on a host where the app has one with TLS.',
    behaviour: (normal) => ({
      registerRedirectUri: (tenant, app, redirectUri) => {
        const problem = normal.registerRedirectUri(tenant, app, redirectUri);
        const host = URL.parse(redirectUri)?.hostname;
        const known = app.redirectUris.some((each) => each.startsWith('https:') && new URL(each).hostname === host);
        if (problem === undefined || !known) return problem;
        app.redirectUris.push(redirectUri);
        return undefined;
      },
    }),
  },
  {
    id: 'delegated/sorted-listings-take-no-delegated-tokens',
    breaks: ['DEL-62'],
    summary: 'A sorted listing refuses delegated access tokens.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) && !(token.delegation !== undefined && call.request.query.has('sort')),
    }),
  },
  {
    id: 'delegated/filtered-listings-take-no-delegated-tokens',
    breaks: ['DEL-62'],
    summary: 'A listing with a filter refuses delegated access tokens.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(token.delegation !== undefined && call.request.target.includes('schemaFields')),
    }),
  },
  {
    id: 'delegated/hosts-with-hyphens-cannot-be-registered',
    breaks: ['DEL-24'],
    summary: 'An HTTPS redirect URI on a host with a hyphen in its name cannot be registered.',
    behaviour: (normal) => ({
      redirectUriProblem: (tenant, redirectUri) =>
        /^https:\/\/[^/]*-/.test(redirectUri)
          ? 'A host has letters and digits.'
          : normal.redirectUriProblem(tenant, redirectUri),
    }),
  },
];
