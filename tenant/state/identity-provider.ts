import type { JWK } from 'jose';

/** An external provider of ID tokens that the tenant was configured to trust ("OpenID Connect (legacy)"). */
export interface IdentityProvider {
  readonly issuer: string;
  /** The address of its OpenID configuration document. */
  readonly configurationUrl: string;
  /** The authority to trust when fetching from the provider, instead of the public ones. */
  readonly caPem: string | undefined;
  /** The keys of the last fetch. */
  fetched: FetchedKeys | undefined;
}

export interface FetchedKeys {
  readonly keys: readonly JWK[];
  /** By the tenant's clock. */
  readonly at: Date;
  /** By the monotonic clock of the real time, in milliseconds. */
  readonly atElapsed: number;
}

/** An ID token that was parsed, but not verified. */
export interface IdToken {
  readonly value: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** An ID token that one of the trusted providers made and that is valid at this moment. */
export interface VerifiedIdToken extends IdToken {
  readonly issuer: string;
}
