import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request as send } from 'undici';
import { createCertificate, startControlService, startTenant } from '../../tenant/index.ts';

/** The work of a tenant's one worker. */
export interface Served {
  /** The number of requests to API and pages. */
  readonly requests: number;
  /** The number of operations of the control. */
  readonly operations: number;
  /** Milliseconds in which the worker was busy. */
  readonly busyMs: number;
  /** The largest number of requests that the worker had, running or waiting, at the same time. */
  readonly mostWaiting: number;
}

export interface OneWorker {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly caPem: string;
  served(): Served;
  close(): Promise<void>;
}

/** The header fields of a single connection, which are not passed on. */
const connectionFields = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length', 'expect']);

/**
 * Starts the reference tenant behind one worker, which serves the requests to API, pages and control one after another
 * in the order of their arrival. The worker also serves requests whose caller no longer waits.
 *
 * @param serviceMs milliseconds that each request takes; with 0, the worker does not wait
 */
export async function startOneWorker(serviceMs: number): Promise<OneWorker> {
  const worker = new Worker(serviceMs);
  const certificate = await createCertificate(new Date());
  const agent = new Agent({ connect: { ca: certificate.caPem } });
  const places: { tenant: string; control: string } = { tenant: '', control: '' };
  const pages = createHttpsServer(
    { key: certificate.keyPem, cert: certificate.certificatePem },
    (request, response) => {
      void bodyOf(request)
        .then((body) => worker.turn('requests', () => passOn(agent, places.tenant, request, body)))
        .then((answer) => reply(response, answer))
        .catch(() => response.destroy());
    },
  );
  const operations = createHttpServer((request, response) => {
    // passed on outside the worker, because a browser's requests during the operation need the worker themselves
    void bodyOf(request)
      .then((body) =>
        worker.turn('operations', async () => body).then(() => passOn(agent, places.control, request, body)),
      )
      .then((answer) => reply(response, answer))
      .catch(() => response.destroy());
  });
  const closings = [await listening(pages), await listening(operations)];
  const baseUrl = `https://127.0.0.1:${portOf(pages)}`;
  const tenant = await startTenant({
    certificate,
    random: randomBytes,
    seed: 1,
    elapsed: () => performance.now(),
    startsAt: new Date(),
    // the tenant uses the address of its worker as its own, also in deliveries
    variant: {
      id: 'transport/one-worker',
      freedoms: [],
      summary: 'Is reached by another address than it listens at.',
      behaviour: () => ({
        baseUrl: (origin) => {
          places.tenant = origin;
          return baseUrl;
        },
      }),
    },
  });
  const service = await startControlService({ control: tenant.control });
  const control = new URL(service.url);
  places.control = control.origin;
  return {
    baseUrl,
    controlUrl: `http://127.0.0.1:${portOf(operations)}${control.pathname}`,
    caPem: tenant.caPem,
    served: () => worker.served(),
    close: async () => {
      for (const close of closings) await close();
      await service.close();
      await tenant.close();
      await agent.destroy();
    },
  };
}

/** Does one task after another, and counts the tasks. */
class Worker {
  readonly #serviceMs: number;
  readonly #counts = { requests: 0, operations: 0, busyMs: 0, mostWaiting: 0 };
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(serviceMs: number) {
    this.#serviceMs = serviceMs;
  }

  served(): Served {
    return { ...this.#counts };
  }

  turn<T>(kind: 'requests' | 'operations', work: () => Promise<T>): Promise<T> {
    this.#counts.mostWaiting = Math.max(this.#counts.mostWaiting, ++this.#waiting);
    const done = this.#last.then(async () => {
      const began = performance.now();
      this.#counts[kind]++;
      try {
        if (this.#serviceMs > 0) await pause(this.#serviceMs);
        return await work();
      } finally {
        this.#waiting--;
        this.#counts.busyMs += performance.now() - began;
      }
    });
    this.#last = done.catch(() => {});
    return done;
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

async function passOn(agent: Agent, origin: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const headers: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (!connectionFields.has(name.toLowerCase())) headers.push(name, value);
  }
  const answer = await send(`${origin}${request.url ?? '/'}`, {
    dispatcher: agent,
    method: request.method as 'GET',
    headers: ['host', request.headers.host ?? '', ...headers],
    body: body.length === 0 ? null : body,
  });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined || connectionFields.has(name) ? [] : [[name, value]],
      ),
    ),
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

function reply(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/**
 * Makes a server listen on a free loopback port. Returns a function that closes the server and its connections at once.
 */
async function listening(server: Server): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}
