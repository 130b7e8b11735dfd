import type { Answer, Connection, HttpRequest } from './http/message.ts';
import type { Refusal } from './http/refusal.ts';
import type { Credential } from './state/delegated.ts';
import type { VerifiedIdToken } from './state/identity-provider.ts';
import type { AccessToken, ActorReference, RefreshToken } from './state/model.ts';
import type { Tenant } from './tenant.ts';

/** Who calls, and by which credential it was found out. */
export interface Actor extends ActorReference {
  readonly credential: Extract<Credential, { readonly kind: 'accessToken' | 'apiKey' | 'idToken' }>;
}

/** A method and a path, and what answers there. */
export interface Route {
  readonly method: string;
  readonly path: string;
  /** A class of routes that rules treat alike. */
  readonly part: 'token' | 'api' | 'browser';
  readonly answer: (call: Call) => Answer;
}

/** One request on its way to its answer. */
export interface Call {
  readonly tenant: Tenant;
  readonly request: HttpRequest;
  readonly connection: Connection;
  /** The tenant's time when the request had arrived whole. */
  readonly now: Date;
  /** What was found out on the way: filled in as it is decided. */
  readonly found: {
    route?: Route;
    actor?: Actor;
    refusal?: Refusal;
    issued?: AccessToken;
    grantType?: string;
    /** What came of verifying the ID token that was sent. */
    idToken?: { readonly value: string; readonly outcome: VerifiedIdToken | Refusal };
    /** A refresh token that was unspent when it was judged, where judging and spending are apart. */
    unspentWhenJudged?: RefreshToken;
  };
}
