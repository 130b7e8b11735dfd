import type { Behaviour } from '../../../behaviour/behaviour.ts';
import type { Call } from '../../../call.ts';
import { isRefusal, refusal } from '../../../http/refusal.ts';
import type { App } from '../../../state/model.ts';
import type { Fault } from '../../fault.ts';
import { breaking } from '../rows.ts';
import { becomes } from '../../operators/rules.ts';

type Sent = ReadonlyMap<string, string>;

/** Returns a deviation that fills in or changes parameters before the tenant uses them. */
function reading(change: (call: Call, sent: Sent) => Readonly<Record<string, string | undefined>>) {
  return becomes('authorizationParameters', (sent, call) => {
    if (isRefusal(sent)) return sent;
    const added = Object.entries(change(call, sent)).filter((pair): pair is [string, string] => pair[1] !== undefined);
    return new Map([...sent, ...added]);
  });
}

/** Returns a deviation that replaces a missing parameter with the value that the same browser sent last. */
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

/** Faults in the treatment of requests with missing or unknown parameters. */
export const parameterFaults: readonly Fault[] = [
  ...breaking('DEL-06', {
    'client-found-by-its-redirect-uri': [
      reading((call, sent) => ({ client_id: sent.get('client_id') ?? registeredBy(call, sent)?.clientId })),
      'A request without client_id is taken for one of the app that registered its redirect URI.',
    ],
    'client-remembered-in-the-session': [
      remembered('client_id'),
      'A request without client_id is taken for one of the app that sent the same browser last.',
    ],
    'the-only-app-of-a-user-is-the-default': [
      becomes('authorizationParameters', (parameters, call) => {
        if (isRefusal(parameters) || parameters.has('client_id')) return parameters;
        const user = call.tenant.behaviour.signedInUser(call);
        const apps = new Set(
          call.tenant.state.consents.filter(({ userId }) => userId === user?.id).map((one) => one.appId),
        );
        const [appId = ''] = apps.size === 1 ? apps : [];
        const app = call.tenant.state.apps.get(appId);
        return app === undefined ? parameters : new Map([...parameters, ['client_id', app.clientId]]);
      }),
      'If the user has consented to one app only, a request without client_id is taken for one of that app.',
    ],
  }),
  ...breaking('DEL-07', {
    'unknown-clients-are-found-by-their-redirect-uri': [
      reading((call, sent) => ({
        client_id: sent.has('client_id') ? (named(call, sent) ?? registeredBy(call, sent))?.clientId : undefined,
      })),
      'A request with an unknown client_id is taken for one of the app that registered its redirect URI.',
    ],
    'client-ids-are-found-by-their-beginning': [
      reading((call, sent) => {
        const value = sent.get('client_id') ?? '';
        return { client_id: appsOf(call).find(({ clientId }) => value !== '' && clientId.startsWith(value))?.clientId };
      }),
      'A client_id without its end is taken for that of the app whose client id begins with it.',
    ],
    'client-ids-are-cut-to-their-length': [
      reading((call, sent) => ({
        client_id: appsOf(call).find(({ clientId }) => sent.get('client_id')?.startsWith(clientId) === true)?.clientId,
      })),
      'The tenant ignores characters that follow a known client id.',
    ],
  }),
  ...breaking('DEL-08', {
    'the-only-redirect-uri-is-the-default': [
      reading((call, sent) => {
        const [only, ...others] = named(call, sent)?.redirectUris ?? [];
        return { redirect_uri: sent.get('redirect_uri') ?? (others.length === 0 ? only : undefined) };
      }),
      'If the app has only one redirect URI, a request without redirect_uri is answered there.',
    ],
    'redirect-uri-remembered-in-the-session': [
      remembered('redirect_uri'),
      'A request without redirect_uri is answered at the redirect_uri of the last request from the same browser.',
    ],
  }),
  ...breaking('DEL-65', {
    'an-empty-redirect-uri-is-the-default': [
      reading((call, sent) => ({
        redirect_uri: sent.get('redirect_uri') === '' ? named(call, sent)?.redirectUris[0] : undefined,
      })),
      'A request with an empty redirect_uri is answered at the first redirect URI of the app.',
    ],
  }),
  ...breaking('DEL-13', {
    'response-type-has-a-default': [
      reading((_call, sent) => ({ response_type: sent.get('response_type') ?? 'code' })),
      'A request without response_type is taken for one with the value code.',
    ],
    'response-type-remembered-in-the-session': [
      remembered('response_type'),
      'A request without response_type gets the response_type of the last request from the same browser.',
    ],
    'the-silent-way-needs-no-response-type': [
      (normal) => ({
        authorizationProblem: (call, request) => {
          const user = call.tenant.behaviour.signedInUser(call);
          const silent = user !== undefined && call.tenant.behaviour.hasConsented(call, user, request.app);
          return normal.authorizationProblem(
            call,
            silent && request.responseType === undefined ? { ...request, responseType: 'code' } : request,
          );
        },
      }),
      'If neither sign-in nor consent is needed, a request without response_type is answered with a code.',
    ],
  }),
  ...breaking('DEL-14', {
    'response-type-in-any-case': [
      () => ({ responseTypeIsKnown: (_call, responseType) => responseType.toLowerCase() === 'code' }),
      'Response types are compared without regard to case.',
    ],
    'response-type-with-code-among-others': [
      () => ({ responseTypeIsKnown: (_call, responseType) => responseType.split(' ').includes('code') }),
      'A list of response types that includes code is taken for code.',
    ],
    'response-type-by-its-beginning': [
      () => ({ responseTypeIsKnown: (_call, responseType) => responseType.startsWith('code') }),
      'A response type that begins with code is taken for code.',
    ],
    'an-empty-response-type-is-code': [
      () => ({ responseTypeIsKnown: (_call, responseType) => responseType === 'code' || responseType === '' }),
      'An empty response type is taken for code.',
    ],
    'implicit-tokens': [
      (normal) => ({
        responseTypeIsKnown: (call, responseType) =>
          responseType === 'token' || normal.responseTypeIsKnown(call, responseType),
        redirectWithCode: (call, request, user) => {
          if (request.responseType !== 'token') return normal.redirectWithCode(call, request, user);
          const { behaviour } = call.tenant;
          const token = behaviour.issueAccessToken(call, { kind: 'user', id: user.id }, request.app);
          return behaviour.sendBrowserTo(call, `${request.redirectUri}#token_type=Bearer&access_token=${token.value}`);
        },
      }),
      'The response type token is answered with an access token in the fragment.',
    ],
  }),
  ...breaking('DEL-05', {
    'the-silent-way-wants-a-state': [
      (normal) => ({
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
      'If neither sign-in nor consent is needed, a request without state is refused.',
      ['DEL-17'],
    ],
  }),
];
