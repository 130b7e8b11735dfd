import type { IncomingMessage, RequestListener } from 'node:http';
import { authenticate } from './authentication.ts';
import { AUTHORIZATION_PATH, type AuthorizationEndpoint } from './authorization-endpoint.ts';
import { answerEntryCreation, WRITE_PROBE } from './entry-writing.ts';
import type { OpenIdConnect } from './identity-provider.ts';
import { answerListing, isListing } from './listings.ts';
import { bodyOf } from './loopback.ts';
import type { OAuthServers } from './oauth-model.ts';
import { mayCall, type Registry } from './registry.ts';
import type { PageTokens } from './page-token.ts';
import { plain, type Reply, write } from './reply.ts';
import { ANSWER_PATH } from './sign-in-page.ts';
import { answerTokenRequest, TOKEN_PATHS } from './token-endpoint.ts';
import type { Webhooks } from './webhooks.ts';

const CHALLENGES = 'Bearer realm="laboratory", Basic realm="laboratory"';

/** The parts of the tenant that the API calls. */
export interface ApiParts {
  readonly registry: Registry;
  readonly servers: OAuthServers;
  readonly authorization: AuthorizationEndpoint;
  readonly openIdConnect: OpenIdConnect;
  readonly webhooks: Webhooks;
  readonly pageTokens: PageTokens;
}

/** Returns the listener of the tenant's public HTTP API and of the pages of its authorization endpoint. */
export function publicApi(parts: ApiParts): RequestListener {
  let served = 0;
  return (request, response) => {
    served += 1;
    // A load balancer would set such a cookie. It has no effect on later calls.
    response.setHeader('set-cookie', `node=n${served % 3}; Path=/; Secure; HttpOnly`);
    void answer(parts, request)
      .catch(() => plain(500, 'Something went wrong here.'))
      .then((reply) => write(response, reply));
  };
}

async function answer(parts: ApiParts, request: IncomingMessage): Promise<Reply> {
  const { registry, servers, authorization, openIdConnect } = parts;
  const { method = 'GET', headers } = request;
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const body = await bodyOf(request);

  if (TOKEN_PATHS.includes(path)) return answerTokenRequest(servers.tokens, { path, method, headers, body });
  if (path === AUTHORIZATION_PATH && method === 'GET') return authorization.open(search, headers.cookie);
  if (path === ANSWER_PATH && method === 'POST') return authorization.decide(body, headers.cookie);
  if (!isListing(path)) return plain(404, 'There is nothing here.');

  const actor = await authenticate(registry, servers.tokens, openIdConnect, headers.authorization);
  if (actor === undefined) return plain(401, 'Who are you?', { 'www-authenticate': CHALLENGES });
  if (!mayCall(registry, actor)) return plain(403, 'You are known here, but may not come in at present.');
  if (method === 'GET') return answerListing(registry, parts.pageTokens, actor, path, new URLSearchParams(search));
  if (method === WRITE_PROBE.method && path === WRITE_PROBE.path)
    return answerEntryCreation(registry, parts.webhooks, actor, body);
  return plain(405, 'Not like this.');
}
