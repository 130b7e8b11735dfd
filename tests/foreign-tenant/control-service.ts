import { createServer, type IncomingMessage } from 'node:http';
import { bodyOf, listenOnLoopback, stopListening } from './loopback.ts';

export type ControlInput = Readonly<Record<string, unknown>>;

/** The operations of the control by name. Each maps its input to its output, or throws a {@link ControlRefusal}. */
export type ControlOperations = Readonly<Record<string, (input: ControlInput) => object | Promise<object>>>;

/** The error for an input that the control refuses. */
export class ControlRefusal extends Error {
  readonly status: 400 | 404 | 409;
  readonly code: string;

  constructor(status: 400 | 404 | 409, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface ControlService {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the HTTP form of the tenant control protocol, version 1, on a loopback port that the system chooses.
 * A GET of the path `mount` describes the control. The paths of the operations begin with `mount`.
 */
export async function serveControl(options: {
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly mount: string;
  readonly operations: ControlOperations;
}): Promise<ControlService> {
  const { tenantId, baseUrl, token, mount, operations } = options;
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: { error: 'unauthorized', message: 'The control token is missing or wrong.' } };
    }
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === mount && request.method === 'GET') {
      const names = Object.keys(operations);
      return {
        status: 200,
        body: { protocol: 'tenant-control/1', tenantId, baseUrl, clock: 'controllable', operations: names },
      };
    }
    if (!path.startsWith(`${mount}/`) || request.method !== 'POST') {
      return { status: 404, body: { error: 'not_found', message: 'The control has no such address.' } };
    }
    const name = decodeURIComponent(path.slice(mount.length + 1));
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation === undefined) {
      return { status: 501, body: { error: 'not_supported', message: `This control does not support ${name}.` } };
    }
    return { status: 200, body: await operation(inputOf(await bodyOf(request))) };
  };

  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown) =>
        error instanceof ControlRefusal
          ? { status: error.status, body: { error: error.code, message: error.message } }
          : { status: 500, body: { error: 'internal', message: String(error) } },
      )
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  const port = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}${mount}`, close: () => stopListening(server) };
}

function inputOf(text: string): ControlInput {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ControlRefusal(400, 'invalid_json', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ControlRefusal(400, 'invalid_input', 'The body is not a JSON object.');
  }
  return value as ControlInput;
}
