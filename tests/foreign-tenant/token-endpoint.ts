import OAuth2Server from '@node-oauth/oauth2-server';
import type { IncomingHttpHeaders } from 'node:http';
import { json, plain, type Reply } from './reply.ts';

export const TOKEN_PATHS: readonly string[] = ['/oauth/token', '/api/v2/token'];

/** Answers a request to either token path by the library (Endpoints, POST {base_url}/oauth/token). */
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
    // Some refusals of the library come as an error only and leave its response at 200.
    const refusal = error instanceof OAuth2Server.OAuthError ? error : new OAuth2Server.ServerError(String(error));
    return refused(request.path, refusal);
  }
}

function fieldsOf(body: string): Record<string, string> {
  const { scope, ...fields } = Object.fromEntries(new URLSearchParams(body));
  // The library would spend a refresh token before it refuses a scope, so a refresh never has one.
  return scope === undefined || fields['grant_type'] === 'refresh_token' ? fields : { ...fields, scope };
}

/** The shape of errors is not given: here a list of them at the one path, and a line of text at the legacy one. */
function refused(path: string, refusal: OAuth2Server.OAuthError): Reply {
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

/** Whether the client's own credentials are wrong or missing: 401 by the table of errors, where the library says 400. */
function concernsClient(refusal: OAuth2Server.OAuthError): boolean {
  return refusal.name === 'invalid_client' || /`client_(id|secret)`/.test(refusal.message);
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(single);
}
