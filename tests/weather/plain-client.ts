import { Agent, request } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The result of one request for a client that does not know of weather. */
export interface Seen {
  /** The code of the error; absent if a whole answer came. */
  readonly error?: string;
  /** Absent if the head of the answer did not come. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The names of the header fields in their original letter case. */
  readonly names: readonly string[];
  /** The body after its content coding was removed. */
  readonly body: string;
}

const decoders: Readonly<Record<string, (octets: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A client that never sends again, with a new connection for each request or one that it keeps. */
export class PlainClient {
  readonly #agent: Agent;
  /** Settles when the connection of the last request has ended. */
  ended: Promise<unknown> = Promise.resolve();

  constructor(caPem: string, { keeps = false }: { readonly keeps?: boolean } = {}) {
    this.#agent = new Agent({ ca: caPem, keepAlive: keeps, maxSockets: 1 });
  }

  send(url: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}): Promise<Seen> {
    return new Promise((resolve) => {
      let seen: Seen = { headers: {}, names: [], body: '' };
      const failed = (error: Error): void =>
        resolve({ ...seen, error: 'code' in error ? String(error.code) : 'closed' });
      const sending = request(url, { agent: this.#agent, method }, (answer) => {
        const names = answer.rawHeaders.filter((_each, index) => index % 2 === 0);
        seen = { ...seen, status: answer.statusCode ?? 0, headers: answer.headers, names };
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', failed);
        answer.once('end', () => {
          const decode = decoders[answer.headers['content-encoding'] ?? ''] ?? ((octets: Buffer) => octets);
          resolve({ ...seen, body: decode(Buffer.concat(chunks)).toString('utf8') });
        });
      });
      sending.once('error', failed);
      this.ended = new Promise((closed) => sending.once('socket', (socket) => socket.once('close', closed)));
      sending.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
