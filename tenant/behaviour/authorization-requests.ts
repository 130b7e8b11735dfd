import type { Call } from '../call.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import type { App } from '../state/model.ts';

/** The requests of apps to the authorization endpoint ("GET /oauth/authorize"). */
export interface AuthorizationRequestBehaviour {
  /** Decodes one name or value of the query. Returns `undefined` if its encoding is wrong. */
  readonly decodeQueryText: (call: Call, text: string) => string | undefined;
  /** Reads the parameters that the endpoint knows, one value each. */
  readonly authorizationParameters: (call: Call) => ReadonlyMap<string, string> | Refusal;
  /** Reads the parts of the request that must be valid before a redirect. A refusal is shown as a page. */
  readonly readAuthorizationRequest: (call: Call) => AuthorizationRequest | Refusal;
  readonly responseTypeIsKnown: (call: Call, responseType: string) => boolean;
  /** Returns a refusal if the app may not ask users, because it is archived or not installed. */
  readonly authorizationIsBarred: (call: Call, app: App) => Refusal | undefined;
  /** Returns the problem of a request whose redirect URI is known to be valid. */
  readonly authorizationProblem: (call: Call, request: AuthorizationRequest) => Refusal | undefined;
}

declare module './behaviour.ts' {
  interface Behaviour extends AuthorizationRequestBehaviour {}
}

export interface AuthorizationRequest {
  readonly app: App;
  readonly redirectUri: string;
  readonly responseType: string | undefined;
  /** The state as it was sent; `undefined` if none was sent. */
  readonly state: string | undefined;
}

const PARAMETERS: ReadonlySet<string> = new Set(['client_id', 'redirect_uri', 'response_type', 'state']);

export const specifiedAuthorizationRequests: AuthorizationRequestBehaviour = {
  decodeQueryText: (_call, text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return undefined;
    }
  },

  authorizationParameters: (call) => {
    const { behaviour } = call.tenant;
    const { target } = call.request;
    const parameters = new Map<string, string>();
    for (const pair of target.includes('?') ? target.slice(target.indexOf('?') + 1).split('&') : []) {
      const equals = pair.includes('=') ? pair.indexOf('=') : pair.length;
      const name = behaviour.decodeQueryText(call, pair.slice(0, equals));
      if (name === undefined || !PARAMETERS.has(name)) continue;
      const value = behaviour.decodeQueryText(call, pair.slice(equals + 1));
      if (value === undefined) return refusal('malformed-authorization', `The parameter ${name} is not well encoded.`);
      if (parameters.has(name)) return refusal('malformed-authorization', `The parameter ${name} is given twice.`);
      parameters.set(name, value);
    }
    return parameters;
  },

  readAuthorizationRequest: (call) => {
    const { behaviour } = call.tenant;
    const parameters = behaviour.authorizationParameters(call);
    if (isRefusal(parameters)) return parameters;
    const clientId = parameters.get('client_id');
    if (clientId === undefined) return refusal('malformed-authorization', 'The parameter client_id is missing.');
    const app = behaviour.findClient(call, clientId);
    if (app === undefined) return refusal('unknown-client', 'There is no app with this client_id.');
    const redirectUri = parameters.get('redirect_uri');
    if (redirectUri === undefined) return refusal('malformed-authorization', 'The parameter redirect_uri is missing.');
    if (!behaviour.redirectUriIsRegistered(call, app, redirectUri)) {
      return refusal('unregistered-redirect-uri', 'The redirect_uri is not registered on the app.');
    }
    return { app, redirectUri, responseType: parameters.get('response_type'), state: parameters.get('state') };
  },

  responseTypeIsKnown: (_call, responseType) => responseType === 'code',

  authorizationIsBarred: (call, app) => {
    if (call.tenant.behaviour.appIsArchived(call, app.id)) {
      return refusal('unauthorized-client', 'The app is archived.');
    }
    return app.installed ? undefined : refusal('unauthorized-client', 'The app is not installed.');
  },

  authorizationProblem: (call, request) => {
    const { behaviour } = call.tenant;
    if (request.responseType === undefined) {
      return refusal('malformed-authorization', 'The parameter response_type is missing.');
    }
    if (!behaviour.responseTypeIsKnown(call, request.responseType)) {
      return refusal('unsupported-response-type', 'The response_type must be code.');
    }
    return behaviour.authorizationIsBarred(call, request.app);
  },
};
