/** The reason for a refusal. The behaviour decides how the refusal is answered. */
export type RefusalReason =
  // not properly authenticated ("Errors")
  | 'no-credential'
  | 'unsupported-scheme'
  | 'malformed-credential'
  | 'unknown-credential'
  | 'expired-credential'
  | 'suspended-user'
  | 'archived-app'
  | 'ended-delegation'
  // ID tokens
  | 'malformed-id-token'
  | 'untrusted-issuer'
  | 'unreachable-provider'
  | 'wrong-signature'
  | 'expired-id-token'
  | 'wrong-claims'
  | 'unknown-user'
  // token requests
  | 'malformed-token-request'
  | 'unsupported-grant-type'
  | 'wrong-client'
  | 'archived-client'
  | 'unknown-code'
  | 'used-code'
  | 'expired-code'
  | 'foreign-code'
  | 'misdirected-code'
  | 'unknown-refresh-token'
  | 'spent-refresh-token'
  | 'expired-refresh-token'
  | 'foreign-refresh-token'
  | 'suspended-grant'
  | 'archived-grant'
  | 'ended-grant'
  // the authorization endpoint
  | 'malformed-authorization'
  | 'unknown-client'
  | 'unregistered-redirect-uri'
  | 'unsupported-response-type'
  | 'unauthorized-client'
  | 'denied-consent'
  | 'wrong-password'
  | 'suspended-sign-in'
  | 'stale-form'
  // everything else
  | 'invalid-query'
  | 'invalid-page-token'
  | 'invalid-body'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-many-requests'
  | 'internal-error';

export interface Refusal {
  readonly refused: RefusalReason;
  /** A sentence for people. */
  readonly detail: string;
  /** Headers that belong to the reason (`Allow`, `Retry-After`). */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

export function refusal(refused: RefusalReason, detail: string, headers: Refusal['headers'] = []): Refusal {
  return { refused, detail, headers };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
