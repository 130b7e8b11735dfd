import type { Socket } from 'node:net';
import { Agent, Client } from 'undici';
import { realTime } from '../../drivers/real-time.ts';
import { authorizePath, tokenPath } from '../../drivers/world/paths.ts';
import type { TargetProfile } from '../../schemas/types/profile.ts';
import type { Control, Fault, Variant } from '../../tenant/index.ts';
import { createCertificate, Refused, seededRandom, startControlService, startTenant } from '../../tenant/index.ts';
import { httpsServer } from '../drivers/loopback-server.ts';
import { asked, sendCompleteAnswer } from '../weather/answers.ts';

/** The parts that a tenant or its control lacks. */
export interface Lacking {
  /** Paths that answer 404 to every method. */
  readonly paths?: RegExp;
  /** Operations that the control does not list. */
  readonly operations?: RegExp;
  /** Operations that the control lists, but answers with 501. */
  readonly unknown?: RegExp;
  /**
   * Present if there is no control. The profile then has an app and two users, who see thirty entries and thirty
   * plates.
   */
  readonly control?: true;
}

/** The other differences between an incomplete tenant and the plain one. */
export interface TenantDifferences {
  readonly fault?: Fault;
  readonly variant?: Variant;
}

/** An incomplete tenant, with the profile and authority to reach it. */
export interface IncompleteTenant extends AsyncDisposable {
  readonly profile: TargetProfile;
  readonly caPem: string;
}

const certificate = await createCertificate(realTime.today());
const startsAt = new Date('2026-11-20T08:00:00Z');

/** Starts the reference tenant behind a proxy that hides some paths, with a control that lacks some operations. */
export async function startIncompleteTenant(
  lacking: Lacking,
  { seed, fault, variant }: { readonly seed: number } & TenantDifferences,
): Promise<IncompleteTenant> {
  const agent = new Agent({ connect: { ca: certificate.caPem } });
  let origin = '';
  /**
   * One connection to the tenant for each connection of a client, because the tenant may remember things by connection.
   */
  const upstreams = new Map<Socket, Client>();
  const upstreamOf = (socket: Socket): Client => {
    const known = upstreams.get(socket);
    if (known !== undefined) return known;
    const made = new Client(origin, { connect: { ca: certificate.caPem } });
    upstreams.set(socket, made);
    socket.once('close', () => {
      upstreams.delete(socket);
      void made.destroy();
    });
    return made;
  };
  const proxy = await httpsServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = (incoming.url ?? '/').replace(/[?#].*$/s, '');
    if (lacking.paths?.test(path) === true)
      return outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing here.');
    return sendCompleteAnswer(
      outgoing,
      await asked(upstreamOf(incoming.socket), origin, incoming, Buffer.concat(chunks)),
    );
  }, certificate);
  const tenant = await startTenant({
    certificate,
    random: seededRandom(seed),
    seed,
    elapsed: realTime.now,
    startsAt,
    publicUrl: proxy.url,
    ...(fault === undefined ? {} : { fault }),
    ...(variant === undefined ? {} : { variant }),
  });
  origin = tenant.listensAt;
  const { description } = tenant.control;
  const fixtures = lacking.control === true ? await fixturesOf(tenant.control, tenant.baseUrl, agent) : undefined;
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
  const own = (variant?.profile ?? {}) as Pick<TargetProfile, 'api' | 'limits'>;
  return {
    caPem: certificate.caPem,
    profile: {
      name: 'incomplete',
      baseUrl: tenant.baseUrl,
      control: fixtures === undefined ? { type: 'http', url: service.url } : { type: 'none' },
      ...(fixtures === undefined ? {} : { fixtures }),
      identityProvider: { listen: '127.0.0.1:0' },
      api: { schemaFieldsEncoding: 'json', ...own.api },
      writeProbe: {
        method: 'POST',
        path: '/api/v2/entries',
        body: { name: 'conformance', projectId: '{{projectId}}' },
        createdBy: '/createdBy/id',
      },
      limits: { timeoutSeconds: 10, propagationSeconds: 0, deliverySeconds: 2, ...own.limits },
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await tenant.close();
      await proxy[Symbol.asyncDispose]();
      await agent.close();
    },
  };
}

const redirectUri = 'http://localhost:7777/callback';

/** Makes the fixtures of a profile without a control: an app, and two users who consented to it. */
async function fixturesOf(control: Control, baseUrl: string, client: Agent): Promise<TargetProfile['fixtures']> {
  const operate = async <Answer>(operation: string, input: Readonly<Record<string, unknown>>): Promise<Answer> =>
    (await control.operate(operation, input)) as Answer;
  const { projectId } = await operate<{ projectId: string }>('project.create', { name: 'fixtures' });
  for (const kind of ['entry', 'plate']) {
    const records = Array.from({ length: 30 }, (_, at) => ({
      name: `${kind} ${at}`,
      modifiedAt: new Date(startsAt.getTime() - (at + 1) * 60_000).toISOString(),
    }));
    await operate('record.create', { kind, projectId, records });
  }
  const app = await operate<{ appId: string; clientId: string; clientSecret: string }>('app.create', {
    name: 'fixture',
    redirectUris: [redirectUri],
  });
  await operate('project.grant', { projectId, appId: app.appId });
  const users = [];
  for (const email of ['ada@acme.example', 'ben@acme.example']) {
    const { userId } = await operate<{ userId: string }>('user.create', { email });
    await operate('project.grant', { projectId, userId });
    const { apiKey } = await operate<{ apiKey: string }>('apiKey.create', { userId });
    const asked = { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri, scope: 'all' };
    const { location } = await operate<{ location: string | null }>('browser.authorize', {
      userId,
      url: `${baseUrl}${authorizePath}?${new URLSearchParams(asked).toString()}`,
      consent: 'grant',
    });
    const { body } = await client.request({
      origin: baseUrl,
      path: tokenPath,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: new URL(location ?? '').searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        client_id: app.clientId,
        client_secret: app.clientSecret,
      }).toString(),
    });
    const { refresh_token: refreshToken } = (await body.json()) as { readonly refresh_token: string };
    users.push({ userId, email, apiKey, refreshToken });
  }
  const { appId, clientId, clientSecret } = app;
  return { app: { appId, clientId, clientSecret, redirectUri }, users };
}
