import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as send } from 'undici';
import { createCertificate, startControlService, startTenant } from '../../tenant/index.ts';
import { bodyOf, httpsServer } from '../drivers/loopback-server.ts';
import type { Attack } from './attacks.ts';

/** A running tenant, some of whose answers are an attack on the caller. */
export interface HostileTenant extends AsyncDisposable {
  /** The folder of the target profile `target.json`. */
  readonly folder: string;
}

/** The requests that the attack answers: only those of listings, or all. */
export type Scope = 'listings' | 'everything';

/**
 * Starts a tenant that answers some requests with an attack.
 *
 * @param attack undefined for the plain tenant
 */
export async function hostileTenant(attack?: Attack, scope: Scope = 'listings'): Promise<HostileTenant> {
  let origin = '';
  const certificate = await createCertificate(new Date());
  const passing = new Agent({ connect: { ca: certificate.caPem } });
  const isAttacked = ({ method, url = '' }: IncomingMessage): boolean =>
    attack !== undefined && (scope === 'everything' || (method === 'GET' && /^\/api\/v\d|^\/assay/.test(url)));
  const front = await httpsServer(async (request, response) => {
    const body = await bodyOf(request);
    await (isAttacked(request)
      ? attack?.answer(request, response)
      : pass(`${origin}${request.url}`, request, body, response, passing));
  }, certificate);
  const tenant = await startTenant({
    certificate,
    random: randomBytes,
    seed: 1,
    elapsed: () => performance.now(),
    startsAt: new Date(),
    // the tenant uses the address of the attacking server as its own
    variant: {
      id: 'transport/behind-another',
      freedoms: [],
      summary: 'Is reached by another address than it listens at.',
      behaviour: () => ({
        baseUrl: (own) => {
          origin = own;
          return front.url;
        },
      }),
    },
  });
  const control = await startControlService({ control: tenant.control });
  const folder = await mkdtemp(join(tmpdir(), 'labconform-hostile-'));
  await writeFile(join(folder, 'ca.pem'), tenant.caPem);
  const profile = {
    name: 'hostile',
    baseUrl: front.url,
    tls: { caFile: 'ca.pem' },
    control: { type: 'http', url: control.url },
    api: { schemaFieldsEncoding: 'json' },
  };
  await writeFile(join(folder, 'target.json'), JSON.stringify(profile));
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      await front[Symbol.asyncDispose]();
      await passing.destroy();
      await control.close();
      await tenant.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function pass(
  url: string,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
  agent: Agent,
): Promise<void> {
  const { connection: _connection, 'content-length': _length, host: _host, ...headers } = request.headers;
  delete headers['transfer-encoding'];
  const answer = await send(url, {
    dispatcher: agent,
    method: request.method ?? 'GET',
    headers,
    body: body === '' ? null : body,
  });
  response.writeHead(answer.statusCode, answer.headers as Record<string, string>);
  response.end(new Uint8Array(await answer.body.arrayBuffer()));
}
