import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const parameterOf = (call: Call, name: string): string | undefined => call.request.query.get(name) ?? undefined;

/** Mistakes of authorizations and refreshes that show after one history or in one order of checks only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'delegated/wrong-response-types-are-told-before-the-redirect-uri-is-looked-at',
    breaks: ['DEL-10'],
    summary: 'A request with an unknown response_type is redirected with its error to whatever redirect_uri it names.',
    behaviour: (normal) => ({
      readAuthorizationRequest: (call) => {
        const request = normal.readAuthorizationRequest(call);
        const responseType = parameterOf(call, 'response_type');
        const redirectUri = parameterOf(call, 'redirect_uri') ?? '';
        const app = call.tenant.behaviour.findClient(call, parameterOf(call, 'client_id') ?? '');
        return isRefusal(request) &&
          request.refused === 'unregistered-redirect-uri' &&
          responseType !== undefined &&
          responseType !== 'code' &&
          app !== undefined &&
          URL.canParse(redirectUri)
          ? { app, redirectUri, responseType, state: undefined }
          : request;
      },
    }),
  },
  {
    id: 'delegated/the-silent-way-wants-a-state',
    breaks: ['DEL-05'],
    also: ['DEL-17'],
    summary: 'Where nobody has to be asked anything, a request without state is a bad one.',
    behaviour: (normal) => ({
      authorizationProblem: (call, request) => {
        const user = call.tenant.behaviour.signedInUser(call);
        const silent =
          call.request.method === 'GET' &&
          user !== undefined &&
          call.tenant.behaviour.hasConsented(call, user, request.app);
        return (
          normal.authorizationProblem(call, request) ??
          (silent && request.state === undefined
            ? refusal('malformed-authorization', 'The parameter state is missing.')
            : undefined)
        );
      },
    }),
  },
  {
    id: 'delegated/redirect-uris-that-the-session-knows-fit-any-app',
    breaks: ['DEL-11'],
    also: ['DEL-09', 'DEL-10'],
    summary: 'A redirect URI to which a browser was sent with a code is good for other apps in that browser.',
    behaviour: (normal) => {
      const known = new Map<string, Set<string>>();
      return {
        redirectWithCode: (call, request, user) => {
          const key = call.tenant.behaviour.browserKeyOf(call) ?? '';
          known.set(key, (known.get(key) ?? new Set<string>()).add(request.redirectUri));
          return normal.redirectWithCode(call, request, user);
        },
        redirectUriIsRegistered: (call, app, named) =>
          normal.redirectUriIsRegistered(call, app, named) ||
          known.get(call.tenant.behaviour.browserKeyOf(call) ?? '')?.has(named) === true,
      };
    },
  },
  {
    id: 'delegated/nobody-is-asked-to-sign-in-within-a-minute',
    breaks: ['DEL-15'],
    also: ['DEL-16', 'DEL-17', 'DEL-20', 'DEL-60', 'DEL-34', 'DEL-18', 'DEL-21', 'LIF-17'],
    summary: 'A browser without a session is taken for the last that was sent to the same app, for a minute.',
    behaviour: (normal) => {
      const latest = new Map<string, { userId: string; at: number }>();
      return {
        redirectWithCode: (call, request, user) => {
          latest.set(request.app.id, { userId: user.id, at: call.now.getTime() });
          return normal.redirectWithCode(call, request, user);
        },
        signedInUser: (call) => {
          const user = normal.signedInUser(call);
          const app = call.tenant.behaviour.findClient(call, parameterOf(call, 'client_id') ?? '');
          const last = latest.get(app?.id ?? '');
          return user === undefined && last !== undefined && call.now.getTime() - last.at < 60_000
            ? call.tenant.state.users.get(last.userId)
            : user;
        },
      };
    },
  },
  {
    id: 'delegated/an-authorization-for-another-address-ends-the-first',
    breaks: ['DEL-48'],
    also: ['DEL-46', 'DEL-12'],
    summary: 'A second authorization of a user and app ends the first where it names another redirect URI.',
    behaviour: (normal) => ({
      issueCode: (call, request, user) => {
        const { codes } = call.tenant.state;
        for (const { delegation, redirectUri } of codes.values()) {
          const same = delegation.userId === user.id && delegation.appId === request.app.id;
          if (same && redirectUri !== request.redirectUri) call.tenant.behaviour.endDelegation(call, delegation);
        }
        return normal.issueCode(call, request, user);
      },
    }),
  },
  {
    id: 'delegated/a-refresh-ends-who-authorized-in-the-same-second',
    breaks: ['DEL-47'],
    also: ['DEL-54', 'DEL-34'],
    summary: 'A refresh ends the refresh tokens of other users of the app that were issued in the same second.',
    behaviour: (normal) => {
      const second = ({ issuedAt }: RefreshToken) => Math.floor(issuedAt.getTime() / 1000);
      return {
        spendRefreshToken: (call, token) => {
          normal.spendRefreshToken(call, token);
          for (const each of call.tenant.state.refreshTokens.values()) {
            const other =
              each.delegation.appId === token.delegation.appId && each.delegation.userId !== token.delegation.userId;
            if (other && second(each) === second(token)) normal.spendRefreshToken(call, each);
          }
        },
      };
    },
  },
  {
    id: 'delegated/the-wrong-app-spends-the-token-at-the-legacy-path',
    breaks: ['DEL-51'],
    also: ['VER-10', 'VER-13'],
    summary: 'A refresh that the wrong app tries at the legacy path is refused and spends the token.',
    behaviour: (normal) => ({
      refreshWasRefused: (call, token, refused) => {
        normal.refreshWasRefused(call, token, refused);
        if (refused.refused === 'foreign-refresh-token' && call.request.path === '/api/v2/token') {
          normal.spendRefreshToken(call, token);
        }
      },
    }),
  },
  {
    id: 'delegated/pending-codes-list-results',
    breaks: ['DEL-58'],
    summary: 'A code that was not exchanged yet authenticates calls to the assay-results listing.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const code = call.tenant.state.codes.find(value);
        if (code === undefined || code.usedAt !== undefined || !call.request.path.endsWith('/assay-results')) {
          return normal.authenticateBearer(call, value);
        }
        const { userId: id } = code.delegation;
        const key = { value, userId: id, createdAt: call.now, retiredAt: undefined };
        return { kind: 'user', id, credential: { kind: 'apiKey', key } };
      },
    }),
  },
];
