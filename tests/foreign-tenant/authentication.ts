import OAuth2Server from '@node-oauth/oauth2-server';
import { findApiKey } from './api-key.ts';
import type { OpenIdConnect } from './identity-provider.ts';
import type { Actor, Registry, User } from './registry.ts';

/**
 * Returns the actor that an `Authorization` header authenticates, or undefined if it authenticates no actor
 * (Authentication). Scheme names are read in any letter case. Whether the actor may call at all is decided elsewhere.
 */
export async function authenticate(
  registry: Registry,
  server: OAuth2Server,
  openIdConnect: OpenIdConnect,
  authorization: string | undefined,
): Promise<Actor | undefined> {
  const [, scheme, credential] = /^([a-z]+) +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (scheme === undefined || credential === undefined) return undefined;
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return (await bearer(server, credential)) ?? asUser(await openIdConnect.userOf(credential));
    case 'basic':
      return basic(registry, credential);
    default:
      return undefined;
  }
}

async function bearer(server: OAuth2Server, token: string): Promise<Actor | undefined> {
  // The library knows only one spelling of the scheme, and needs nothing else of the call.
  const headers = { authorization: `Bearer ${token}` };
  const request = new OAuth2Server.Request({ method: 'GET', headers, query: {} });
  try {
    const found = await server.authenticate(request, new OAuth2Server.Response());
    return found.user as Actor;
  } catch (error) {
    if (error instanceof OAuth2Server.OAuthError && error.code < 500) return undefined;
    throw error;
  }
}

function asUser(user: User | undefined): Actor | undefined {
  return user === undefined ? undefined : { kind: 'user', id: user.id };
}

/** Reads an API key from the user name. The password is ignored, and the colon before it may be missing. */
function basic(registry: Registry, credential: string): Actor | undefined {
  if (!/^[A-Za-z0-9+/]+=*$/.test(credential)) return undefined;
  const [username = ''] = Buffer.from(credential, 'base64').toString('utf8').split(':', 1);
  const key = findApiKey(registry, username);
  return key === undefined ? undefined : { kind: 'user', id: key.userId };
}
