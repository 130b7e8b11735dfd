import type { Answer, Connection, HttpRequest } from './http/message.ts';
import type { Refusal } from './http/refusal.ts';
import type { Credential } from './state/delegated.ts';
import type { VerifiedIdToken } from './state/identity-provider.ts';
import type { AccessToken, ActorReference, RefreshToken } from './state/model.ts';
import type { Tenant } from './tenant.ts';

/** The actor of a call, with the credential that identified it. */
export interface Actor extends ActorReference {
  readonly credential: Extract<Credential, { readonly kind: 'accessToken' | 'apiKey' | 'idToken' }>;
}

/** A method and a path, with the handler for them. */
export interface Route {
  readonly method: string;
  readonly path: string;
  /** A class of routes that rules treat alike. */
  readonly part: 'token' | 'api' | 'browser';
  readonly answer: (call: Call) => Answer;
}

/** One request and everything that its answer depends on. */
export interface Call {
  readonly tenant: Tenant;
  readonly request: HttpRequest;
  readonly connection: Connection;
  /** The tenant's time when the request had arrived completely. */
  readonly now: Date;
  /** Facts about the call, filled in as they are decided. */
  readonly found: {
    route?: Route;
    actor?: Actor;
    refusal?: Refusal;
    issued?: AccessToken;
    grantType?: string;
    /** The result of the verification of the ID token that was sent. */
    idToken?: { readonly value: string; readonly outcome: VerifiedIdToken | Refusal };
    /** A refresh token that was unspent when it was judged, if the tenant waits between judging and spending. */
    unspentWhenJudged?: RefreshToken;
  };
}
