import OAuth2Server from '@node-oauth/oauth2-server';
import type { IncomingHttpHeaders } from 'node:http';
import { json, plain, type Reply } from './reply.ts';

export const TOKEN_PATHS: readonly string[] = ['/oauth/token', '/api/v2/token'];

/** Answers a request to one of the two token paths with the library (Endpoints, POST {base_url}/oauth/token). */
export async function answerTokenRequest(
  server: OAuth2Server,
  request: {
    readonly path: string;
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  },
): Promise<Reply> {
  const response = new OAuth2Server.Response();
  try {
    await server.token(
      new OAuth2Server.Request({
        method: request.method,
        headers: singleHeaders(request.headers),
        query: {},
        body: fieldsOf(request.body),
      }),
      response,
    );
    return json(200, response.body, response.headers);
  } catch (error) {
    // For some refusals the library only throws an error, and its response keeps the status 200.
    const refusal = error instanceof OAuth2Server.OAuthError ? error : new OAuth2Server.ServerError(String(error));
    return errorReply(request.path, refusal);
  }
}

function fieldsOf(body: string): Record<string, string> {
  const { scope, ...fields } = Object.fromEntries(new URLSearchParams(body));
  // The library would spend a refresh token before it refuses a scope, so the scope of a refresh is left out.
  return scope === undefined || fields['grant_type'] === 'refresh_token' ? fields : { ...fields, scope };
}

/**
 * Writes an error, whose shape the specification leaves open: as a list of errors, or as a line of text at the legacy
 * path.
 */
function errorReply(path: string, refusal: OAuth2Server.OAuthError): Reply {
  const { name, message } = refusal;
  const status = concernsClient(refusal) ? 401 : refusal.code;
  const headers = {
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': 'Basic realm="token endpoint"' } : {}),
  };
  return path === '/oauth/token'
    ? json(status, { errors: [{ code: name, detail: message }] }, headers)
    : plain(name === 'invalid_grant' ? 403 : status, `${name}: ${message}`, headers);
}

/**
 * Reports whether the client's credentials are wrong or missing. The table of errors demands 401; the library says 400.
 */
function concernsClient(refusal: OAuth2Server.OAuthError): boolean {
  return refusal.name === 'invalid_client' || /`client_(id|secret)`/.test(refusal.message);
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(single);
}
