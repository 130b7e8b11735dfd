import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { Agent } from 'undici';
import type { TenantCertificate } from '../../tenant/index.ts';
import type { RealTime } from '../../drivers/session/target.ts';
import type { Answered } from './answers.ts';
import { asked, decorated, gatewayAnswer, recoded, sendCompleteAnswer } from './answers.ts';
import type { Stroke, Weather } from './weather.ts';
import { strokeOn } from './weather.ts';

/** One exchange that was disturbed. */
export interface Disturbed {
  /** Its number among all exchanges, from 0. */
  readonly n: number;
  readonly kind: string;
  /** Method and path, without the query. */
  readonly endpoint: string;
  /** Milliseconds since the weather began. */
  readonly at: number;
}

export interface WeatherProxy {
  /** The HTTPS origin at which the proxy listens. */
  readonly url: string;
  /** Sets the origin to which requests are passed on. It is known when the tenant has started. */
  setTenantOrigin(origin: string): void;
  /** Changes the weather and restarts the counts. Exchanges that have begun do not change. */
  change(weather: Weather): void;
  /** Exchanges since the weather began. */
  readonly exchanges: () => number;
  readonly disturbed: () => readonly Disturbed[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** The certificate of the proxy and of the tenant, whose authority the proxy trusts. */
  readonly certificate: TenantCertificate;
  readonly weather: Weather;
  readonly realTime: RealTime;
}

/** Limits of a delay, in milliseconds. */
const shortestDelay = 20;
const longestDelay = 400;
/** The longest time after a whole answer until a kept connection is closed, in milliseconds. */
const longestKept = 40;

/**
 * Starts a proxy before a tenant that acts like an unreliable gateway: an HTTPS server on the loopback interface that
 * passes requests on, and disturbs exchanges as the weather demands. The proxy has its own connections to the tenant.
 * It keeps and shares them, independently of the clients' connections.
 */
export async function startWeatherProxy(options: ProxyOptions): Promise<WeatherProxy> {
  const { certificate, realTime } = options;
  let { weather } = options;
  let origin: string | undefined;
  let began = realTime.now();
  let count = 0;
  let disturbed: Disturbed[] = [];
  const ended = new AbortController();
  const upstream = new Agent({ connect: { ca: certificate.caPem }, connections: 64, keepAliveTimeout: 10_000 });
  /** TCP sockets by the port of the client, because a connection cannot be reset through its TLS socket. */
  const sockets = new Map<number, Socket>();

  function hangUp(incoming: IncomingMessage, by: 'reset' | 'end'): void {
    const { socket } = incoming;
    const carrier = sockets.get(socket.remotePort ?? 0);
    if (by === 'reset' && carrier !== undefined) carrier.resetAndDestroy();
    else socket.destroySoon();
  }

  async function exchange(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const n = count++;
    const at = realTime.now() - began;
    const stroke = strokeOn(weather, n, at);
    if (stroke !== undefined) disturbed.push({ n, kind: stroke.kind.id, endpoint: endpointOf(incoming), at });
    const body = await bodyOf(incoming);
    await late(stroke, 'request');
    let answer: Answered | undefined;
    if (stroke?.kind.reach !== 'lost-before-the-tenant') {
      if (origin === undefined) throw new Error('the proxy has no origin of the tenant: call setTenantOrigin first');
      answer = await asked(upstream, origin, incoming, body).catch(() => undefined);
      // if the tenant ended its connection, the proxy ends the client's connection, too
      if (answer === undefined) return hangUp(incoming, 'end');
    }
    await late(stroke, 'answer');
    await deliver(incoming, outgoing, answer, stroke);
  }

  async function late(stroke: Stroke | undefined, leg: 'request' | 'answer'): Promise<void> {
    const { disturbance } = stroke?.kind ?? {};
    if (stroke === undefined || disturbance?.does !== 'delay' || disturbance.leg !== leg) return;
    await realTime.pause(shortestDelay + (longestDelay - shortestDelay) * stroke.chance, ended.signal);
  }

  async function deliver(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    answer: Answered | undefined,
    stroke: Stroke | undefined,
  ): Promise<void> {
    const disturbance = stroke?.kind.disturbance;
    if (disturbance?.does === 'hang-up') return hangUp(incoming, disturbance.by);
    if (disturbance?.does === 'answer')
      return sendCompleteAnswer(outgoing, gatewayAnswer(disturbance, realTime.today()));
    // all other disturbances need an answer of the tenant
    if (answer === undefined) return hangUp(incoming, 'end');
    if (disturbance?.does === 'cut') return sendPart(incoming, outgoing, answer, disturbance);
    if (disturbance?.does === 'recode')
      return sendCompleteAnswer(outgoing, await recoded(answer, disturbance.as, incoming));
    if (disturbance?.does === 'decorate') return sendCompleteAnswer(outgoing, decorated(answer, stroke?.chance ?? 0));
    if (disturbance?.does === 'close-kept')
      outgoing.once('finish', () => closeLater(incoming, longestKept * (stroke?.chance ?? 0)));
    return sendCompleteAnswer(outgoing, answer);
  }

  function closeLater(incoming: IncomingMessage, ms: number): void {
    realTime.pause(ms, ended.signal).then(
      () => hangUp(incoming, 'end'),
      () => undefined,
    );
  }

  function sendPart(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    answer: Answered,
    { where, by }: { readonly where: 'head' | 'body' | 'chunks'; readonly by: 'reset' | 'end' },
  ): void {
    const { socket } = incoming;
    const sent = (): void => hangUp(incoming, by);
    // an answer without a body can only break off in its head
    if (where === 'head' || answer.body.length < 2 || incoming.method === 'HEAD') {
      const head = `HTTP/1.1 ${answer.status} ${answer.reason}\r\nContent-Type: appl`;
      socket.write(head, sent);
      return;
    }
    const length = where === 'body' ? ['Content-Length', String(answer.body.length)] : [];
    outgoing.sendDate = false;
    outgoing.writeHead(answer.status, answer.reason, [...answer.headers, ...length]);
    outgoing.write(answer.body.subarray(0, Math.ceil(answer.body.length / 2)), sent);
  }

  const secure = createSecureServer(
    { key: certificate.keyPem, cert: certificate.certificatePem, keepAliveTimeout: 65_000, minVersion: 'TLSv1.2' },
    (incoming, outgoing) => {
      // a client that closes its connection early is no error of the gateway
      exchange(incoming, outgoing).catch(() => incoming.socket.destroy());
    },
  );
  secure.on('tlsClientError', (_error, socket) => socket.destroy());
  const server = createServer({ noDelay: true }, (socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
    socket.on('error', () => socket.destroy());
    secure.emit('connection', socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTenantOrigin: (there) => {
      origin = there;
    },
    change: (next) => {
      weather = next;
      began = realTime.now();
      count = 0;
      disturbed = [];
    },
    exchanges: () => count,
    disturbed: () => disturbed,
    close: async () => {
      ended.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets.values()) socket.destroy();
      await upstream.destroy();
      await closed;
    },
  };
}

function endpointOf({ method = '', url = '' }: IncomingMessage): string {
  return `${method} ${url.split('?')[0] ?? ''}`;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
