import type { AccessToken, ApiKey, Delegation, RefreshToken } from './model.ts';
import type { VerifiedIdToken } from './identity-provider.ts';

/** What comes back on the redirect, to be exchanged at the token endpoint. */
export interface AuthorizationCode {
  readonly value: string;
  readonly delegation: Delegation;
  readonly issuedAt: Date;
  /** The one that the authorization request named. */
  readonly redirectUri: string;
  usedAt: Date | undefined;
}

/** That a user let an app act in their name. */
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

/** Anything that a user or an app holds and that a change of state can stop. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: ApiKey }
  | { readonly kind: 'accessToken'; readonly token: AccessToken }
  | { readonly kind: 'refreshToken'; readonly token: RefreshToken }
  | { readonly kind: 'code'; readonly code: AuthorizationCode }
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'idToken'; readonly idToken: VerifiedIdToken; readonly userId: string };

/** The user in whose name the credential acts; `undefined` for an app's own. */
export function userOf(credential: Credential): string | undefined {
  if (credential.kind === 'apiKey') return credential.key.userId;
  if (credential.kind === 'session') return credential.session.userId;
  if (credential.kind === 'idToken') return credential.userId;
  if (credential.kind !== 'accessToken') return delegationOf(credential)?.userId;
  const { subject } = credential.token;
  return subject.kind === 'user' ? subject.id : undefined;
}

/** The delegation that the credential comes from. */
export function delegationOf(credential: Credential): Delegation | undefined {
  if (credential.kind === 'code') return credential.code.delegation;
  return credential.kind === 'accessToken' || credential.kind === 'refreshToken'
    ? credential.token.delegation
    : undefined;
}

/** The app that holds the credential; `undefined` for a user's own. */
export function appOf(credential: Credential): string | undefined {
  return credential.kind === 'accessToken' ? credential.token.appId : delegationOf(credential)?.appId;
}
