import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tickingClock } from '../foreign-tenant/clock.ts';
import { serveControl } from '../foreign-tenant/control-service.ts';
import type { RunningTenant } from '../foreign-tenant/foreign-tenant.ts';
import { bodyOf, listenOnLoopback, loopbackCertificate, stopListening } from '../foreign-tenant/loopback.ts';
import { json, page, plain, write } from '../foreign-tenant/reply.ts';
import { nullBrowser } from './null-browser.ts';
import { nullOperations } from './null-control.ts';

export const NULL_TENANTS = [
  'always-401',
  'always-404',
  'always-200-empty-object',
  'echo',
  'closes-the-connection',
  'html',
] as const;

export type NullTenantKind = (typeof NULL_TENANTS)[number];

/** The status that a browser would get. If the tenant does not answer, it is the status of a proxy. */
const PAGE_STATUS: Readonly<Record<NullTenantKind, number>> = {
  'always-401': 401,
  'always-404': 404,
  'always-200-empty-object': 200,
  echo: 200,
  'closes-the-connection': 502,
  html: 200,
};

/**
 * Starts a server that is no tenant: it gives every API request the same answer, while its control reports every
 * operation as done. If the suite passes it for a requirement that it does not show, a check proves nothing.
 */
export async function startNullTenant(kind: NullTenantKind): Promise<RunningTenant> {
  const { key, cert, caPem } = await loopbackCertificate();
  const api = createServer({ key, cert }, (request, response) => {
    // A client that disconnects during its request gets no answer.
    answer(kind, request, response).catch(() => response.destroy());
  });
  const baseUrl = `https://127.0.0.1:${await listenOnLoopback(api)}`;
  const controlToken = randomUUID();
  const control = await serveControl({
    tenantId: `ten_${kind}`,
    baseUrl,
    token: controlToken,
    mount: '/control',
    operations: nullOperations(tickingClock(Date.now()), nullBrowser(PAGE_STATUS[kind])),
  });
  return {
    baseUrl,
    controlUrl: control.url,
    controlToken,
    caPem,
    profile: {
      name: `null-tenant-${kind}`,
      baseUrl,
      control: { type: 'http', url: control.url, token: controlToken },
      identityProvider: { listen: '127.0.0.1:0' },
      limits: { timeoutSeconds: 10, propagationSeconds: 0, deliverySeconds: 0.03 },
      api: { assayResultsPath: '/api/v2/assay-results', schemaFieldsEncoding: 'json' },
      writeProbe: {
        method: 'POST',
        path: '/api/v2/entries',
        body: { name: 'conformance', projectId: '{{projectId}}' },
        createdBy: '/createdBy/id',
      },
    },
    async close() {
      await Promise.all([stopListening(api), control.close()]);
    },
  };
}

async function answer(kind: NullTenantKind, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  switch (kind) {
    case 'always-401':
      write(response, plain(401, 'no', { 'www-authenticate': 'Bearer' }));
      return;
    case 'always-404':
      write(response, json(404, { error: 'not_found' }));
      return;
    case 'always-200-empty-object':
      write(response, json(200, {}));
      return;
    case 'echo':
      write(response, json(200, { method: request.method, url: request.url, headers: request.headers, body }));
      return;
    case 'closes-the-connection':
      request.socket.destroy();
      return;
    case 'html':
      write(response, page(200, 'Welcome to the laboratory.'));
      return;
  }
}
