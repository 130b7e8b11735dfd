import OAuth2Server from '@node-oauth/oauth2-server';
import {
  type Authorization,
  delegatedGrants,
  demandBond,
  type DelegatedGrants,
  type Holder,
  REFRESH_TOKEN_SECONDS,
} from './delegated-grants.ts';
import { covers } from './redirect-uris.ts';
import type { Actor, App, Registry } from './registry.ts';

const ACCESS_TOKEN_SECONDS = 900;

/**
 * The grants that every app may use. The library finds the functions of the model that a grant needs by their names.
 */
const GRANTS: readonly string[] = ['client_credentials', 'authorization_code', 'refresh_token'];

interface IssuedToken {
  readonly actor: Actor;
  readonly appId: string;
  /**
   * The app's secret when the token was issued. Rotating the secret ends the tokens that were issued with the old one.
   */
  readonly clientSecret: string;
  readonly scope: string[] | undefined;
  /** By the tenant's clock. */
  readonly expiresAt: number;
  /** Present for delegated tokens only. */
  readonly authorization: Authorization | undefined;
}

type Model = OAuth2Server.ClientCredentialsModel & DelegatedGrants['model'];

/**
 * Two set-ups of the library: the authorization endpoint identifies an app by its id alone, the token paths never do.
 */
export interface OAuthServers {
  /** Issues and verifies tokens. */
  readonly tokens: OAuth2Server;
  /** Issues authorization codes. */
  readonly codes: OAuth2Server;
}

/**
 * Creates the model through which the library reads and writes the tenant's state. The model verifies token lifetimes
 * itself by the tenant's clock, because the library reads the machine's clock.
 */
function oauthModel(registry: Registry): Model {
  const { chance, clock } = registry;
  const issued = new Map<string, IssuedToken>();
  const grants = delegatedGrants(registry, (appId) => clientOf(registry.apps.get(appId)));

  return {
    ...grants.model,

    async getClient(clientId, clientSecret) {
      const app = appOfClient(registry, clientId);
      return app !== undefined && app.clientSecret === clientSecret ? clientOf(app) : false;
    },

    // An archived app still gets tokens, which every call then refuses. An app that is not installed gets none.
    async getUserFromClient(client) {
      const app = appOfClient(registry, client.id);
      return app?.installed === true ? ({ actor: { kind: 'app', id: app.id } } satisfies Holder) : false;
    },

    // Three parts with dots between make the token look like a JSON Web Token, although it is none.
    async generateAccessToken() {
      const part = (bytes: number): string => chance.bytes(bytes).toString('base64url');
      return `${part(18)}.${part(60)}.${part(32)}`;
    },

    async saveToken(token, client, user) {
      const holder = user as Holder;
      const app = appOfClient(registry, client.id);
      if (app === undefined) return false;
      const authorization = authorizationOf(registry, holder);
      issued.set(token.accessToken, {
        actor: holder.actor,
        appId: app.id,
        clientSecret: app.clientSecret,
        scope: token.scope,
        expiresAt: clock.now() + ACCESS_TOKEN_SECONDS * 1000,
        authorization,
      });
      // Without accessTokenExpiresAt the library announces no lifetime itself (it would round the rest down to 899).
      // With extended attributes allowed, it passes the members below on unchanged.
      const answer = {
        accessToken: token.accessToken,
        client,
        user,
        ...(token.scope === undefined ? {} : { scope: token.scope }),
        expires_in: ACCESS_TOKEN_SECONDS,
        issued_at: Math.floor(clock.now() / 1000),
        tenant: registry.tenantId,
      };
      if (authorization === undefined || token.refreshToken === undefined) return answer;
      authorization.accessToken = token.accessToken;
      grants.keepRefreshToken(token.refreshToken, authorization, token.scope);
      return {
        ...answer,
        refreshToken: token.refreshToken,
        refresh_token_expires_in: REFRESH_TOKEN_SECONDS,
        on_behalf_of: authorization.bond.userId,
      };
    },

    async getAccessToken(accessToken) {
      const token = issued.get(accessToken);
      if (token === undefined || clock.now() >= token.expiresAt) return false;
      const { actor, scope, authorization } = token;
      if (authorization?.ended === true) return false;
      if (authorization !== undefined && authorization.accessToken !== accessToken) return false;
      const app = registry.apps.get(token.appId);
      if (app === undefined || app.clientSecret !== token.clientSecret) return false;
      return {
        accessToken,
        accessTokenExpiresAt: clock.onMachineClock(token.expiresAt),
        client: clientOf(app),
        user: actor,
        ...(scope === undefined ? {} : { scope }),
      };
    },
  };
}

export function oauthServers(registry: Registry): OAuthServers {
  const model = oauthModel(registry);
  const options = { accessTokenLifetime: ACCESS_TOKEN_SECONDS, refreshTokenLifetime: REFRESH_TOKEN_SECONDS };
  const byIdAlone: Model & OAuth2Server.AuthorizationCodeModel = {
    ...model,
    async getClient(clientId) {
      const app = appOfClient(registry, clientId);
      return app === undefined ? false : clientOf(app);
    },
    async validateRedirectUri(asked, client) {
      return appOfClient(registry, client.id)?.redirectUris.some((registered) => covers(registered, asked)) ?? false;
    },
  };
  return {
    tokens: new OAuth2Server({ ...options, model, allowExtendedTokenAttributes: true }),
    codes: new OAuth2Server({ ...options, model: byIdAlone, allowEmptyState: true }),
  };
}

export function appOfClient(registry: Registry, clientId: string | undefined): App | undefined {
  return registry.apps.values().find((app) => app.clientId === clientId);
}

function clientOf(app: App | undefined): OAuth2Server.Client {
  // The empty id of a missing app matches no caller's client id.
  return { id: app?.clientId ?? '', grants: [...GRANTS], redirectUris: [...(app?.redirectUris ?? [])] };
}

/**
 * Returns the authorization that a token belongs to: a new one after the exchange of a code, none for an app's own
 * token.
 *
 * No token is issued if the bond ended while the library handled the request. If a spent refresh token was presented in
 * that time, the answer does not change: the caller that spent the token gets new tokens, but they are not valid.
 */
function authorizationOf(registry: Registry, { actor, authorization }: Holder): Authorization | undefined {
  if (actor.kind !== 'user' || actor.through === undefined) return undefined;
  demandBond(registry, actor.through);
  return authorization ?? { bond: actor.through, ended: false, accessToken: undefined };
}
