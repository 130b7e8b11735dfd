import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Call } from '../../../call.ts';
import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { App } from '../../../state/model.ts';
import type { Fault } from '../../fault.ts';

type Sent = ReadonlyMap<string, string>;

/** Fills in or changes parameters before anything is made of them. */
function reading(change: (call: Call, sent: Sent) => Readonly<Record<string, string | undefined>>) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    authorizationParameters: (call) => {
      const sent = normal.authorizationParameters(call);
      if (isRefusal(sent)) return sent;
      const added = Object.entries(change(call, sent)).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      return new Map([...sent, ...added]);
    },
  });
}

/** Puts what the same browser sent last in the place of a parameter that is missing. */
function remembered(name: string) {
  return (normal: Behaviour): Partial<Behaviour> => {
    const last = new Map<string, string>();
    const rule = reading((call, sent) => {
      const browser = call.tenant.behaviour.browserKeyOf(call) ?? '';
      const value = sent.get(name) ?? last.get(browser);
      if (value !== undefined && browser !== '') last.set(browser, value);
      return { [name]: value };
    });
    return rule(normal);
  };
}

const appsOf = (call: Call): readonly App[] => [...call.tenant.state.apps.values()];
const named = (call: Call, sent: Sent): App | undefined =>
  appsOf(call).find(({ clientId }) => clientId === sent.get('client_id'));
const registeredBy = (call: Call, sent: Sent): App | undefined =>
  appsOf(call).find(({ redirectUris }) => redirectUris.includes(sent.get('redirect_uri') ?? ''));

/** Requests that lack what is required, or name what there is not. */
export const parameterFaults: readonly Fault[] = [
  {
    id: 'delegated/client-found-by-its-redirect-uri',
    breaks: ['DEL-06'],
    summary: 'A request without client_id is taken for one of the app that registered its redirect URI.',
    behaviour: reading((call, sent) => ({ client_id: sent.get('client_id') ?? registeredBy(call, sent)?.clientId })),
  },
  {
    id: 'delegated/client-remembered-in-the-session',
    breaks: ['DEL-06'],
    summary: 'A request without client_id is taken for one of the app that the same browser was last sent by.',
    behaviour: remembered('client_id'),
  },
  {
    id: 'delegated/unknown-clients-are-found-by-their-redirect-uri',
    breaks: ['DEL-07'],
    summary: 'A request with an unknown client_id is taken for one of the app that registered its redirect URI.',
    behaviour: reading((call, sent) => ({
      client_id: sent.has('client_id') ? (named(call, sent) ?? registeredBy(call, sent))?.clientId : undefined,
    })),
  },
  {
    id: 'delegated/client-ids-are-found-by-their-beginning',
    breaks: ['DEL-07'],
    summary: 'A client_id that lacks its end is taken for the app whose client id begins with it.',
    behaviour: reading((call, sent) => {
      const value = sent.get('client_id') ?? '';
      return { client_id: appsOf(call).find(({ clientId }) => value !== '' && clientId.startsWith(value))?.clientId };
    }),
  },
  {
    id: 'delegated/client-ids-are-cut-to-their-length',
    breaks: ['DEL-07'],
    summary: 'What stands behind a known client id is not looked at.',
    behaviour: reading((call, sent) => ({
      client_id: appsOf(call).find(({ clientId }) => sent.get('client_id')?.startsWith(clientId) === true)?.clientId,
    })),
  },
  {
    id: 'delegated/the-only-redirect-uri-is-the-default',
    breaks: ['DEL-08'],
    summary: 'A request without redirect_uri is answered at the one that the app has, if it has just one.',
    behaviour: reading((call, sent) => {
      const [only, ...others] = named(call, sent)?.redirectUris ?? [];
      return { redirect_uri: sent.get('redirect_uri') ?? (others.length === 0 ? only : undefined) };
    }),
  },
  {
    id: 'delegated/redirect-uri-remembered-in-the-session',
    breaks: ['DEL-08'],
    summary: 'A request without redirect_uri is answered at the one that the same browser was last sent to.',
    behaviour: remembered('redirect_uri'),
  },
  {
    id: 'delegated/an-empty-redirect-uri-is-the-default',
    breaks: ['DEL-65'],
    summary: 'A request with an empty redirect_uri is answered at the first one of the app.',
    behaviour: reading((call, sent) => ({
      redirect_uri: sent.get('redirect_uri') === '' ? named(call, sent)?.redirectUris[0] : undefined,
    })),
  },
  {
    id: 'delegated/response-type-has-a-default',
    breaks: ['DEL-13'],
    summary: 'A request without response_type is taken for one with the value code.',
    behaviour: reading((_call, sent) => ({ response_type: sent.get('response_type') ?? 'code' })),
  },
  {
    id: 'delegated/response-type-remembered-in-the-session',
    breaks: ['DEL-13'],
    summary: 'A request without response_type is taken for what the same browser last asked for.',
    behaviour: remembered('response_type'),
  },
  {
    id: 'delegated/response-type-in-any-case',
    breaks: ['DEL-14'],
    summary: 'Response types are compared without regard to case.',
    behaviour: () => ({ responseTypeIsKnown: (_call, responseType) => responseType.toLowerCase() === 'code' }),
  },
  {
    id: 'delegated/response-type-with-code-among-others',
    breaks: ['DEL-14'],
    summary: 'A list of response types is taken for code where code is in it.',
    behaviour: () => ({ responseTypeIsKnown: (_call, responseType) => responseType.split(' ').includes('code') }),
  },
  {
    id: 'delegated/response-type-by-its-beginning',
    breaks: ['DEL-14'],
    summary: 'A response type that begins with code is taken for it.',
    behaviour: () => ({ responseTypeIsKnown: (_call, responseType) => responseType.startsWith('code') }),
  },
  {
    id: 'delegated/an-empty-response-type-is-code',
    breaks: ['DEL-14'],
    summary: 'An empty response type is taken for code.',
    behaviour: () => ({ responseTypeIsKnown: (_call, responseType) => responseType === 'code' || responseType === '' }),
  },
  {
    id: 'delegated/implicit-tokens',
    breaks: ['DEL-14'],
    summary: 'The response type token obtains an access token in the fragment.',
    behaviour: (normal) => ({
      responseTypeIsKnown: (call, responseType) =>
        responseType === 'token' || normal.responseTypeIsKnown(call, responseType),
      redirectWithCode: (call, request, user) => {
        if (request.responseType !== 'token') return normal.redirectWithCode(call, request, user);
        const { behaviour } = call.tenant;
        const token = behaviour.issueAccessToken(call, { kind: 'user', id: user.id }, request.app);
        return behaviour.sendBrowserTo(call, `${request.redirectUri}#token_type=Bearer&access_token=${token.value}`);
      },
    }),
  },
  {
    id: 'delegated/the-only-app-of-a-user-is-the-default',
    breaks: ['DEL-06'],
    summary:
      'A request without client_id is taken for one of the app to which the user has consented, if there is one.',
    behaviour: (normal) => ({
      authorizationParameters: (call) => {
        const parameters = normal.authorizationParameters(call);
        if (isRefusal(parameters) || parameters.has('client_id')) return parameters;
        const user = call.tenant.behaviour.signedInUser(call);
        const apps = new Set(
          call.tenant.state.consents.filter(({ userId }) => userId === user?.id).map((one) => one.appId),
        );
        const [appId = ''] = apps.size === 1 ? apps : [];
        const app = call.tenant.state.apps.get(appId);
        return app === undefined ? parameters : new Map([...parameters, ['client_id', app.clientId]]);
      },
    }),
  },
  {
    id: 'delegated/the-silent-way-needs-no-response-type',
    breaks: ['DEL-13'],
    summary: 'Where nobody has to be asked anything, a request without response_type is answered with a code.',
    behaviour: (normal) => ({
      authorizationProblem: (call, request) => {
        const user = call.tenant.behaviour.signedInUser(call);
        const silent = user !== undefined && call.tenant.behaviour.hasConsented(call, user, request.app);
        return normal.authorizationProblem(
          call,
          silent && request.responseType === undefined ? { ...request, responseType: 'code' } : request,
        );
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
];
