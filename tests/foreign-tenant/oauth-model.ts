import OAuth2Server from '@node-oauth/oauth2-server';
import type { Actor, App, Registry } from './registry.ts';

const ACCESS_TOKEN_SECONDS = 900;

/**
 * The grants that every app may use. Another is added by its name here and its functions in {@link oauthModel}: the
 * library picks the functions that a grant needs by their names.
 */
const GRANTS: readonly string[] = ['client_credentials'];

interface IssuedToken {
  readonly accessToken: string;
  readonly actor: Actor;
  readonly appId: string;
  /** The secret in force when the token was issued: rotating the secret ends the tokens that were got with the old one. */
  readonly clientSecret: string;
  readonly scope: string[] | undefined;
  /** By the tenant's clock. */
  readonly expiresAt: number;
}

/**
 * What the library asks of the tenant. Token lifetimes are kept and verified here, by the tenant's clock, since the
 * library reads the machine's.
 */
export function oauthModel(registry: Registry): OAuth2Server.ClientCredentialsModel {
  const { chance, clock } = registry;
  const issued = new Map<string, IssuedToken>();
  const appOf = (client: OAuth2Server.Client): App | undefined => registry.apps.get(String(client['appId']));

  return {
    async getClient(clientId, clientSecret) {
      const app = [...registry.apps.values()].find((candidate) => candidate.clientId === clientId);
      if (app === undefined || app.clientSecret !== clientSecret) return false;
      return { id: app.clientId, appId: app.id, grants: [...GRANTS] };
    },

    // An archived app still gets tokens, which are then refused on every call; one that is not installed gets none.
    async getUserFromClient(client) {
      const app = appOf(client);
      return app?.installed === true ? ({ kind: 'app', id: app.id } satisfies Actor) : false;
    },

    // Three dotted parts, so that it looks like a JSON Web Token and is none.
    async generateAccessToken() {
      const part = (bytes: number): string => chance.bytes(bytes).toString('base64url');
      return `${part(18)}.${part(60)}.${part(32)}`;
    },

    async saveToken(token, client, user) {
      const app = appOf(client);
      if (app === undefined) return false;
      issued.set(token.accessToken, {
        accessToken: token.accessToken,
        actor: user as Actor,
        appId: app.id,
        clientSecret: app.clientSecret,
        scope: token.scope,
        expiresAt: clock.now() + ACCESS_TOKEN_SECONDS * 1000,
      });
      // Without accessTokenExpiresAt the library announces no lifetime of its own (it would round what is left down to
      // 899), and with extended attributes allowed it passes on the members below as they are.
      return {
        accessToken: token.accessToken,
        client,
        user,
        ...(token.scope === undefined ? {} : { scope: token.scope }),
        expires_in: ACCESS_TOKEN_SECONDS,
        issued_at: Math.floor(clock.now() / 1000),
        tenant: registry.tenantId,
      };
    },

    async getAccessToken(accessToken) {
      const token = issued.get(accessToken);
      if (token === undefined || clock.now() >= token.expiresAt) return false;
      const app = registry.apps.get(token.appId);
      if (app === undefined || app.clientSecret !== token.clientSecret) return false;
      return {
        accessToken,
        accessTokenExpiresAt: clock.onMachineClock(token.expiresAt),
        client: { id: app.clientId, appId: app.id, grants: [...GRANTS] },
        user: token.actor,
        ...(token.scope === undefined ? {} : { scope: token.scope }),
      };
    },
  };
}

export function oauthServer(registry: Registry): OAuth2Server {
  return new OAuth2Server({
    model: oauthModel(registry),
    accessTokenLifetime: ACCESS_TOKEN_SECONDS,
    allowExtendedTokenAttributes: true,
  });
}
