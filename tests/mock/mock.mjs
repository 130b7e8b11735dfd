// A mock of the token endpoint and one listing, on plain HTTP: node mock.mjs
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

const app = { id: 'app_1', clientId: 'mock-client', clientSecret: 'a-client-secret-of-the-mock' };
const lifetime = 900;
const entries = Array.from({ length: 30 }, (_, index) => ({
  id: `etr_${index + 1}`,
  name: `Entry ${index + 1}`,
  modifiedAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
}));
/** Access tokens, and when they expire. */
const tokens = new Map();

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => serve(request, body, response));
});

function serve(request, body, response) {
  const url = new URL(request.url ?? '/', 'http://mock');
  if (request.method === 'POST' && url.pathname === '/oauth/token') return token(new URLSearchParams(body), response);
  if (request.method === 'GET' && url.pathname === '/api/v2/entries') return list(request, url.searchParams, response);
  return answer(response, 404, { error: 'not_found' });
}

function token(form, response) {
  if (form.get('client_id') !== app.clientId || form.get('client_secret') !== app.clientSecret) {
    return answer(response, 401, { error: 'invalid_client' });
  }
  if (form.get('grant_type') !== 'client_credentials')
    return answer(response, 400, { error: 'unsupported_grant_type' });
  const accessToken = randomBytes(24).toString('base64url');
  tokens.set(accessToken, Date.now() + lifetime * 1000);
  const granted = { token_type: 'Bearer', access_token: accessToken, expires_in: lifetime };
  return answer(response, 200, granted, { 'cache-control': 'no-store' });
}

function list(request, query, response) {
  const presented = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!((tokens.get(presented) ?? 0) > Date.now())) {
    return answer(response, 401, { error: 'unauthorized' }, { 'www-authenticate': 'Bearer' });
  }
  const pageSize = Number(query.get('pageSize') ?? 10);
  const from = Number(query.get('nextToken') ?? 0);
  if (!Number.isInteger(pageSize) || pageSize < 1 || !Number.isInteger(from) || from < 0) {
    return answer(response, 400, { error: 'bad_request' });
  }
  const sorted = query.get('sort') === 'modifiedAt:desc' ? entries.toReversed() : entries;
  const next = from + pageSize;
  const nextToken = next < sorted.length ? String(next) : '';
  return answer(response, 200, { entries: sorted.slice(from, next), nextToken });
}

function answer(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

server.listen(Number(process.env.PORT ?? 4010), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
