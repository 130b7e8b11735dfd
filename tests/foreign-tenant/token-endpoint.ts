import OAuth2Server from '@node-oauth/oauth2-server';
import type { IncomingHttpHeaders } from 'node:http';
import { json, type Reply } from './reply.ts';

/** Answers a request to either token path by the library (Endpoints, POST {base_url}/oauth/token). */
export async function answerTokenRequest(
  server: OAuth2Server,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders; readonly body: string },
): Promise<Reply> {
  const response = new OAuth2Server.Response();
  try {
    await server.token(
      new OAuth2Server.Request({
        method: request.method,
        headers: singleHeaders(request.headers),
        query: {},
        body: Object.fromEntries(new URLSearchParams(request.body)),
      }),
      response,
    );
    return json(200, response.body, response.headers);
  } catch (error) {
    // Some refusals of the library come as an error only and leave its response at 200.
    const refusal = error instanceof OAuth2Server.OAuthError ? error : new OAuth2Server.ServerError(String(error));
    const status = concernsClient(refusal) ? 401 : refusal.code;
    const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="token endpoint"' } : {};
    return json(
      status,
      { error: refusal.name, error_description: refusal.message },
      { 'cache-control': 'no-store', ...challenge },
    );
  }
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
