import type { Call } from '../call.ts';
import { headerOf } from '../http/message.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import type { AccessToken, App } from '../state/model.ts';

/** The requests to the token endpoint ("POST /oauth/token"). */
export interface TokenRequestBehaviour {
  /** Reports whether the content type is form encoding. */
  readonly isFormEncoded: (call: Call) => boolean;
  /** Decodes one name or value of a form. Returns `undefined` if its encoding is wrong. */
  readonly decodeFormText: (call: Call, text: string) => string | undefined;
  /** Reads the body's fields as they were sent, in order. */
  readonly readForm: (call: Call) => FormFields | Refusal;
  /** Returns the fields that count: one value each, not empty. */
  readonly tokenFields: (call: Call, form: FormFields) => TokenFields | Refusal;
  readonly grantTypeOf: (call: Call, fields: TokenFields) => string | undefined;
  /** Returns the handler of a grant type, or `undefined` if the type is not supported. */
  readonly grantFor: (call: Call, grantType: string) => GrantHandler | undefined;
  /** Returns a promise to wait for before a token request is decided, or `undefined`. */
  readonly prepareTokenRequest: (call: Call) => Promise<void> | undefined;
  /** Returns the token that the request obtains. It combines the decisions above with those on clients and issuing. */
  readonly decideTokenRequest: (call: Call) => AccessToken | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends TokenRequestBehaviour {}
}

export type FormFields = readonly (readonly [name: string, value: string])[];
export type TokenFields = ReadonlyMap<string, string>;
/** Issues the token of a grant to an app whose client credentials are right. */
export type GrantHandler = (call: Call, app: App, fields: TokenFields) => AccessToken | Refusal;

export const specifiedTokenRequests: TokenRequestBehaviour = {
  isFormEncoded: (call) =>
    /^application\/x-www-form-urlencoded *(;|$)/i.test(headerOf(call.request, 'content-type')?.trim() ?? ''),

  decodeFormText: (_call, text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return undefined;
    }
  },

  readForm: (call) => {
    const { behaviour } = call.tenant;
    if (!behaviour.isFormEncoded(call)) {
      return refusal('malformed-token-request', 'The request must be application/x-www-form-urlencoded.');
    }
    const fields: [string, string][] = [];
    for (const pair of call.request.body.toString('utf8').split('&')) {
      if (pair === '') continue;
      const equals = pair.includes('=') ? pair.indexOf('=') : pair.length;
      const name = behaviour.decodeFormText(call, pair.slice(0, equals));
      const value = behaviour.decodeFormText(call, pair.slice(equals + 1));
      if (name === undefined || value === undefined) {
        return refusal('malformed-token-request', 'The form is not well encoded.');
      }
      fields.push([name, value]);
    }
    return fields;
  },

  tokenFields: (_call, form) => {
    const fields = new Map<string, string>();
    for (const [name, value] of form) {
      if (value === '') continue;
      if (fields.has(name)) return refusal('malformed-token-request', 'A field is given more than once.');
      fields.set(name, value);
    }
    return fields;
  },

  grantTypeOf: (_call, fields) => fields.get('grant_type'),

  grantFor: (_call, grantType) => GRANTS.get(grantType),

  prepareTokenRequest: (call) => {
    const { behaviour } = call.tenant;
    const gap = behaviour.gapBeforeSpending(call);
    if (gap === undefined) return undefined;
    const form = behaviour.readForm(call);
    const value = isRefusal(form) ? undefined : form.find(([name]) => name === 'refresh_token')?.[1];
    const token = value === undefined ? undefined : behaviour.findRefreshToken(call, value);
    if (token !== undefined && !behaviour.refreshTokenIsSpent(call, token)) call.found.unspentWhenJudged = token;
    return gap;
  },

  decideTokenRequest: (call) => {
    const { behaviour } = call.tenant;
    const form = behaviour.readForm(call);
    if (isRefusal(form)) return form;
    const fields = behaviour.tokenFields(call, form);
    if (isRefusal(fields)) return fields;
    const grantType = behaviour.grantTypeOf(call, fields);
    if (grantType === undefined) return refusal('malformed-token-request', 'The field grant_type is missing.');
    call.found.grantType = grantType;
    const grant = behaviour.grantFor(call, grantType);
    if (grant === undefined) return refusal('unsupported-grant-type', 'The grant type is not supported.');
    const app = behaviour.authenticateClient(call, fields);
    return isRefusal(app) ? app : grant(call, app, fields);
  },
};

/** Issues a token to an app that acts as itself ("OAuth bearer with app credentials"). */
function clientCredentialsGrant(call: Call, app: App): AccessToken | Refusal {
  return call.tenant.behaviour.issueAccessToken(call, { kind: 'app', id: app.id }, app);
}

const GRANTS: ReadonlyMap<string, GrantHandler> = new Map<string, GrantHandler>([
  ['client_credentials', clientCredentialsGrant],
  ['authorization_code', (call, app, fields) => call.tenant.behaviour.exchangeCode(call, app, fields)],
  ['refresh_token', (call, app, fields) => call.tenant.behaviour.refresh(call, app, fields)],
]);
