import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sameSecret } from '../secrets.ts';
import type { Control } from './control.ts';
import { isObject } from './input.ts';
import { Refused } from './refused.ts';

export interface ControlServiceOptions {
  readonly control: Control;
  /** If given, every request must carry it as a bearer token. */
  readonly token?: string;
  readonly host?: string;
  /** Default 0: the system chooses a port. */
  readonly port?: number;
}

export interface ControlService {
  /** The address below which the operations are. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

const PATH = '/control';

function failure(status: number, error: string, message: string): Outcome {
  return { status, body: { error, message } };
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}

async function decide(incoming: IncomingMessage, { control, token }: ControlServiceOptions): Promise<Outcome> {
  const sent = incoming.headers.authorization ?? '';
  if (token !== undefined && !sameSecret(sent, `Bearer ${token}`)) {
    return failure(401, 'unauthorized', 'The control token is missing or wrong.');
  }
  const [path = ''] = (incoming.url ?? '').split('?');
  if (path === PATH || path === `${PATH}/`) {
    return incoming.method === 'GET'
      ? { status: 200, body: control.description }
      : failure(405, 'method_not_allowed', 'The description is read with GET.');
  }
  if (!path.startsWith(`${PATH}/`)) return failure(404, 'not_found', `The control stands at ${PATH}.`);
  if (incoming.method !== 'POST') return failure(405, 'method_not_allowed', 'Operations are called with POST.');
  let input: unknown;
  try {
    input = await readJson(incoming);
  } catch {
    return failure(400, 'invalid_json', 'The body is not JSON.');
  }
  if (!isObject(input)) return failure(400, 'invalid_input', 'The body must be a JSON object.');
  try {
    return { status: 200, body: await control.operate(path.slice(PATH.length + 1), input) };
  } catch (error) {
    if (error instanceof Refused) return failure(error.status, error.code, error.message);
    return failure(500, 'internal_error', 'The control failed.');
  }
}

function send(outgoing: ServerResponse, { status, body }: Outcome): void {
  const text = JSON.stringify(body);
  const headers: Record<string, string | number> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  };
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="control"';
  outgoing.writeHead(status, headers).end(text);
}

/**
 * Serves the HTTP form of the tenant control protocol for a tenant. The service is plain HTTP and can do anything to
 * the tenant, so it listens on the loopback address by default.
 */
export async function startControlService(options: ControlServiceOptions): Promise<ControlService> {
  const { host = '127.0.0.1', port = 0 } = options;
  const sockets = new Set<Socket>();
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    decide(incoming, options)
      .then((outcome) => send(outgoing, outcome))
      .catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const authority = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${authority}:${(server.address() as AddressInfo).port}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
