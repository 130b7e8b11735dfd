import type { Call } from '../call.ts';
import { jsonAnswer, type Answer } from '../http/message.ts';
import type { Refusal } from '../http/refusal.ts';

/** The form of a refusal ("Errors"; most of it is free). */
export interface RefusalBehaviour {
  readonly refusalStatus: (call: Call, refusal: Refusal) => number;
  /** Returns the code that names the error in the body. */
  readonly refusalCode: (call: Call, refusal: Refusal) => string;
  /** Returns the body, as a value that becomes JSON. */
  readonly refusalBody: (call: Call, refusal: Refusal) => unknown;
  /** Returns the challenges of a 401. */
  readonly challenges: (call: Call, refusal: Refusal) => readonly string[];
  readonly refusalHeaders: (call: Call, refusal: Refusal) => Answer['headers'];
  /** Returns the whole answer, built from the parts above. */
  readonly refuse: (call: Call, refusal: Refusal) => Answer;
}

declare module './behaviour.ts' {
  interface Behaviour extends RefusalBehaviour {}
}

const STATUS: Readonly<Record<Refusal['refused'], number>> = {
  'no-credential': 401,
  'unsupported-scheme': 401,
  'malformed-credential': 401,
  'unknown-credential': 401,
  'expired-credential': 401,
  'suspended-user': 401,
  'archived-app': 401,
  'ended-delegation': 401,
  'malformed-id-token': 401,
  'untrusted-issuer': 401,
  'unreachable-provider': 401,
  'wrong-signature': 401,
  'expired-id-token': 401,
  'wrong-claims': 401,
  'unknown-user': 401,
  'malformed-token-request': 400,
  'unsupported-grant-type': 400,
  'wrong-client': 401,
  'archived-client': 401,
  'unknown-code': 400,
  'used-code': 400,
  'expired-code': 400,
  'foreign-code': 400,
  'misdirected-code': 400,
  'unknown-refresh-token': 400,
  'spent-refresh-token': 400,
  'expired-refresh-token': 400,
  'foreign-refresh-token': 400,
  'suspended-grant': 400,
  'archived-grant': 400,
  'ended-grant': 400,
  'malformed-authorization': 400,
  'unknown-client': 400,
  'unregistered-redirect-uri': 400,
  'unsupported-response-type': 400,
  'unauthorized-client': 403,
  'denied-consent': 403,
  'wrong-password': 403,
  'suspended-sign-in': 403,
  'stale-form': 403,
  'invalid-query': 400,
  'invalid-page-token': 400,
  'invalid-body': 400,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-many-requests': 429,
  'internal-error': 500,
};

const CODE: Readonly<Record<Refusal['refused'], string>> = {
  'no-credential': 'unauthorized',
  'unsupported-scheme': 'unauthorized',
  'malformed-credential': 'unauthorized',
  'unknown-credential': 'unauthorized',
  'expired-credential': 'unauthorized',
  'suspended-user': 'unauthorized',
  'archived-app': 'unauthorized',
  'ended-delegation': 'unauthorized',
  'malformed-id-token': 'unauthorized',
  'untrusted-issuer': 'unauthorized',
  'unreachable-provider': 'unauthorized',
  'wrong-signature': 'unauthorized',
  'expired-id-token': 'unauthorized',
  'wrong-claims': 'unauthorized',
  'unknown-user': 'unauthorized',
  'malformed-token-request': 'invalid_request',
  'unsupported-grant-type': 'unsupported_grant_type',
  'wrong-client': 'invalid_client',
  'archived-client': 'invalid_client',
  'unknown-code': 'invalid_grant',
  'used-code': 'invalid_grant',
  'expired-code': 'invalid_grant',
  'foreign-code': 'invalid_grant',
  'misdirected-code': 'invalid_grant',
  'unknown-refresh-token': 'invalid_grant',
  'spent-refresh-token': 'invalid_grant',
  'expired-refresh-token': 'invalid_grant',
  'foreign-refresh-token': 'invalid_grant',
  'suspended-grant': 'invalid_grant',
  'archived-grant': 'invalid_grant',
  'ended-grant': 'invalid_grant',
  'malformed-authorization': 'invalid_request',
  'unknown-client': 'invalid_client',
  'unregistered-redirect-uri': 'invalid_redirect_uri',
  'unsupported-response-type': 'unsupported_response_type',
  'unauthorized-client': 'unauthorized_client',
  'denied-consent': 'access_denied',
  'wrong-password': 'wrong_password',
  'suspended-sign-in': 'suspended_user',
  'stale-form': 'stale_form',
  'invalid-query': 'invalid_query',
  'invalid-page-token': 'invalid_page_token',
  'invalid-body': 'invalid_body',
  forbidden: 'forbidden',
  'not-found': 'not_found',
  'method-not-allowed': 'method_not_allowed',
  'too-many-requests': 'too_many_requests',
  'internal-error': 'internal_error',
};

const isTokenCall = (call: Call) => call.found.route?.part === 'token';

export const specifiedRefusals: RefusalBehaviour = {
  refusalStatus: (_call, refusal) => STATUS[refusal.refused],

  refusalCode: (_call, refusal) => CODE[refusal.refused],

  refusalBody: (call, refusal) => {
    const code = call.tenant.behaviour.refusalCode(call, refusal);
    return isTokenCall(call)
      ? { error: code, error_description: refusal.detail }
      : { error: { code, message: refusal.detail } };
  },

  challenges: (call, refusal) => {
    const realm = `realm="${call.tenant.tenantId}"`;
    if (isTokenCall(call)) return [`Basic ${realm}`];
    const wrong = refusal.refused === 'no-credential' ? '' : ', error="invalid_token"';
    return [`Bearer ${realm}${wrong}`, `Basic ${realm}, charset="UTF-8"`];
  },

  refusalHeaders: (call, refusal) => {
    const { behaviour } = call.tenant;
    const unauthorized = behaviour.refusalStatus(call, refusal) === 401;
    return [
      ['Cache-Control', 'no-store'],
      ...(refusal.headers ?? []),
      ...(unauthorized ? behaviour.challenges(call, refusal) : []).map((each) => ['WWW-Authenticate', each] as const),
    ];
  },

  refuse: (call, refusal) => {
    const { behaviour } = call.tenant;
    call.found.refusal = refusal;
    return jsonAnswer(
      behaviour.refusalStatus(call, refusal),
      behaviour.refusalBody(call, refusal),
      behaviour.refusalHeaders(call, refusal),
    );
  },
};
