import type OAuth2Server from '@node-oauth/oauth2-server';
import type { IncomingMessage, RequestListener } from 'node:http';
import { authenticate } from './authentication.ts';
import { answerEntryCreation, WRITE_PROBE } from './entry-writing.ts';
import { answerListing, isListing } from './listings.ts';
import { bodyOf } from './loopback.ts';
import { mayCall, type Registry } from './registry.ts';
import { page, plain, type Reply, write } from './reply.ts';
import { answerTokenRequest } from './token-endpoint.ts';

const TOKEN_PATHS: readonly string[] = ['/oauth/token', '/api/v2/token'];

const CHALLENGES = 'Bearer realm="laboratory", Basic realm="laboratory"';

/** The tenant's public HTTP API. */
export function publicApi(registry: Registry, server: OAuth2Server): RequestListener {
  let served = 0;
  return (request, response) => {
    served += 1;
    // A cookie that means nothing to any later call, as a load balancer would set it.
    response.setHeader('set-cookie', `node=n${served % 3}; Path=/; Secure; HttpOnly`);
    void answer(registry, server, request)
      .catch(() => plain(500, 'Something went wrong here.'))
      .then((reply) => write(response, reply));
  };
}

async function answer(registry: Registry, server: OAuth2Server, request: IncomingMessage): Promise<Reply> {
  const method = request.method ?? 'GET';
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s, 2);
  const query = new URLSearchParams(search);
  const body = await bodyOf(request);

  if (TOKEN_PATHS.includes(path)) return answerTokenRequest(server, { method, headers: request.headers, body });
  if (path === '/oauth/authorize' && method === 'GET') return signInPage(registry, query);
  if (!isListing(path)) return plain(404, 'There is nothing here.');

  const actor = await authenticate(registry, server, request.headers.authorization);
  if (actor === undefined) return plain(401, 'Who are you?', { 'www-authenticate': CHALLENGES });
  if (!mayCall(registry, actor)) return plain(403, 'You are known here, but may not come in at present.');
  if (method === 'GET') return answerListing(registry, actor, path, query);
  if (method === WRITE_PROBE.method && path === WRITE_PROBE.path) return answerEntryCreation(registry, actor, body);
  return plain(405, 'Not like this.');
}

/** The first page of the authorization endpoint. The tenant's users cannot sign in yet, so that no code comes of it. */
function signInPage(registry: Registry, query: URLSearchParams): Reply {
  const app = [...registry.apps.values()].find((candidate) => candidate.clientId === query.get('client_id'));
  const known = app?.redirectUris.includes(query.get('redirect_uri') ?? '') ?? false;
  return known && query.get('response_type') === 'code'
    ? page(200, 'Please sign in with your laboratory account.')
    : page(400, 'This authorization request cannot be answered.');
}
