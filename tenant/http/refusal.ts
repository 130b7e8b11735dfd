/** Why a call got nothing. What becomes of it on the wire is decided by the behaviour. */
export type RefusalReason =
  // not properly authenticated ("Errors")
  | 'no-credential'
  | 'unsupported-scheme'
  | 'malformed-credential'
  | 'unknown-credential'
  | 'expired-credential'
  | 'suspended-user'
  | 'archived-app'
  // token requests
  | 'malformed-token-request'
  | 'unsupported-grant-type'
  | 'wrong-client'
  | 'archived-client'
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
