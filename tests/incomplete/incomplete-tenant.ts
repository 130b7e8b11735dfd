import { Agent } from 'undici';
import { realTime } from '../../drivers/real-time.ts';
import type { TargetProfile } from '../../schemas/types/profile.ts';
import type { Fault } from '../../tenant/index.ts';
import { createCertificate, Refused, seededRandom, startControlService, startTenant } from '../../tenant/index.ts';
import { httpsServer } from '../drivers/loopback-server.ts';
import { asked, sendWhole } from '../weather/answers.ts';

/** What a tenant or its control lacks. */
export interface Lacking {
  /** Paths at which nothing is, whatever the method. */
  readonly paths?: RegExp;
  /** Operations that the control does not list. */
  readonly operations?: RegExp;
  /** Operations that it lists and answers with 501. */
  readonly unknown?: RegExp;
}

/** An incomplete tenant, and how it is reached. */
export interface IncompleteTenant extends AsyncDisposable {
  readonly profile: TargetProfile;
  readonly caPem: string;
}

const certificate = await createCertificate(realTime.today());
const startsAt = new Date('2026-11-20T08:00:00Z');

/** The reference tenant behind a proxy that takes some paths away, with a control that lacks some operations. */
export async function startIncompleteTenant(
  lacking: Lacking,
  { seed, fault }: { readonly seed: number; readonly fault?: Fault },
): Promise<IncompleteTenant> {
  const upstream = new Agent({ connect: { ca: certificate.caPem }, connections: 64 });
  let origin = '';
  const proxy = await httpsServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = (incoming.url ?? '/').replace(/[?#].*$/s, '');
    if (lacking.paths?.test(path) === true)
      return outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here.');
    return sendWhole(outgoing, await asked(upstream, origin, incoming, Buffer.concat(chunks)));
  }, certificate);
  const tenant = await startTenant({
    certificate,
    random: seededRandom(seed),
    seed,
    elapsed: realTime.now,
    startsAt,
    publicUrl: proxy.url,
    ...(fault === undefined ? {} : { fault }),
  });
  origin = tenant.listensAt;
  const { description } = tenant.control;
  const service = await startControlService({
    control: {
      description: {
        ...description,
        operations: description.operations.filter((operation) => lacking.operations?.test(operation) !== true),
      },
      operate: (operation, input) => {
        if (lacking.operations?.test(operation) === true || lacking.unknown?.test(operation) === true)
          throw new Refused(501, 'unknown_operation', `There is no ${operation}.`);
        return tenant.control.operate(operation, input);
      },
    },
  });
  return {
    caPem: certificate.caPem,
    profile: {
      name: 'incomplete',
      baseUrl: tenant.baseUrl,
      control: { type: 'http', url: service.url },
      identityProvider: { listen: '127.0.0.1:0' },
      api: { schemaFieldsEncoding: 'json' },
      writeProbe: {
        method: 'POST',
        path: '/api/v2/entries',
        body: { name: 'conformance', projectId: '{{projectId}}' },
        createdBy: '/createdBy/id',
      },
      limits: { timeoutSeconds: 10, propagationSeconds: 0, deliverySeconds: 2 },
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await tenant.close();
      await proxy[Symbol.asyncDispose]();
      await upstream.close();
    },
  };
}
