import type { JWK } from 'jose';

/** An external provider of ID tokens that the tenant was told to trust ("OpenID Connect (legacy)"). */
export interface IdentityProvider {
  readonly issuer: string;
  /** The address of its OpenID configuration document. */
  readonly configurationUrl: string;
  /** The authority to trust when fetching from it, in the place of those that everybody trusts. */
  readonly caPem: string | undefined;
  /** The keys as they were last fetched. */
  fetched: FetchedKeys | undefined;
}

export interface FetchedKeys {
  readonly keys: readonly JWK[];
  /** By the tenant's clock. */
  readonly at: Date;
  /** By the monotonic clock of the real time, in milliseconds. */
  readonly atElapsed: number;
}

/** An ID token that can be read. That says nothing of who made it. */
export interface IdToken {
  readonly value: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** An ID token that one of the trusted providers made and that holds at this moment. */
export interface VerifiedIdToken extends IdToken {
  readonly issuer: string;
}
