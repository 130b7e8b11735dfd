import type { AccessToken, ApiKey, Delegation, RefreshToken } from './model.ts';
import type { VerifiedIdToken } from './identity-provider.ts';

/** The authorization code of a redirect, which the app exchanges at the token endpoint. */
export interface AuthorizationCode {
  readonly value: string;
  readonly delegation: Delegation;
  readonly issuedAt: Date;
  /** The redirect URI of the authorization request. */
  readonly redirectUri: string;
  usedAt: Date | undefined;
}

/** The fact that a user allowed an app to act for them. */
export interface Consent {
  readonly userId: string;
  readonly appId: string;
  readonly installation: number;
  readonly givenAt: Date;
}

/** A browser in which a user is signed in. */
export interface Session {
  readonly value: string;
  readonly userId: string;
  readonly startedAt: Date;
}

/** A credential of a user or an app that a change of state can stop. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: ApiKey }
  | { readonly kind: 'accessToken'; readonly token: AccessToken }
  | { readonly kind: 'refreshToken'; readonly token: RefreshToken }
  | { readonly kind: 'code'; readonly code: AuthorizationCode }
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'idToken'; readonly idToken: VerifiedIdToken; readonly userId: string };

/** Returns the user for whom the credential acts, or `undefined` for an app's own credential. */
export function userOf(credential: Credential): string | undefined {
  if (credential.kind === 'apiKey') return credential.key.userId;
  if (credential.kind === 'session') return credential.session.userId;
  if (credential.kind === 'idToken') return credential.userId;
  if (credential.kind !== 'accessToken') return delegationOf(credential)?.userId;
  const { subject } = credential.token;
  return subject.kind === 'user' ? subject.id : undefined;
}

/** Returns the delegation from which the credential comes. */
export function delegationOf(credential: Credential): Delegation | undefined {
  if (credential.kind === 'code') return credential.code.delegation;
  return credential.kind === 'accessToken' || credential.kind === 'refreshToken'
    ? credential.token.delegation
    : undefined;
}

/** Returns the app that holds the credential, or `undefined` for a user's own credential. */
export function appOf(credential: Credential): string | undefined {
  return credential.kind === 'accessToken' ? credential.token.appId : delegationOf(credential)?.appId;
}
