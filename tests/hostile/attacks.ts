import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/**
 * An answer that tries to cost its reader memory or time. It ends, or continues until the reader closes the connection.
 */
export interface Attack {
  readonly name: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown;
}

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };

function sends(name: string, headers: Record<string, string>, body: () => string | Uint8Array): Attack {
  let made: string | Uint8Array | undefined;
  return {
    name,
    answer: (_request, response) => response.writeHead(200, { ...json, ...headers }).end((made ??= body())),
  };
}

function streams(name: string, pieces: () => Iterable<Uint8Array>, headers: Record<string, string> = {}): Attack {
  return {
    name,
    answer: async (_request, response) => {
      response.writeHead(200, { ...json, ...headers });
      for (const piece of pieces()) {
        if (response.destroyed) return;
        if (!response.write(piece)) await drained(response);
      }
      response.end();
    },
  };
}

/** Resolves when the response can take more data, or is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/**
 * Returns a page that gzip makes a thousand times smaller. Several gzip members in a row are one body (RFC 1952, 2.2).
 */
function bomb(megabytes: number): Uint8Array {
  const member = 63;
  const blank = gzipSync(Buffer.alloc(member * megabyte, ' '));
  const members = Array.from({ length: Math.ceil(megabytes / member) }, () => blank);
  return Buffer.concat([gzipSync('{"results":['), ...members, gzipSync('],"nextToken":""}')]);
}

const filler = Buffer.alloc(64 * 1024, '{"id":"entry_1"},');

function* fillers(bytes: number): Generator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += filler.length) yield filler;
}

const nested = (levels: number): string => `{"results":${'['.repeat(levels)}${']'.repeat(levels)},"nextToken":""}`;

/** Writes octets one by one, with a pause of 1.5 s after each. */
async function drip(text: string, write: (octet: string) => boolean): Promise<void> {
  for (const octet of text) {
    if (!write(octet)) return;
    await pause(1500, undefined, { ref: false });
  }
}

let tokens = 0;

/** The attacks: answers that keep a reader busy without end, and answers that become large when they are read. */
export const attacks = {
  bomb: sends('a gzip bomb of 63 MB', { 'content-encoding': 'gzip' }, () => bomb(63)),
  largeBomb: sends('a gzip bomb of 1 GB', { 'content-encoding': 'gzip' }, () => bomb(1024)),
  announced: streams('a body of 200 MB with its length', () => fillers(200 * megabyte), {
    'content-length': String(Math.ceil((200 * megabyte) / filler.length) * filler.length),
  }),
  long: streams('a body of 200 MB in chunks', () => fillers(200 * megabyte)),
  endless: streams('an endless body', () => fillers(Infinity)),
  dripping: {
    name: 'a body that sends a byte every 1.5 s',
    answer: (_request, response) => {
      response.writeHead(200, json);
      return drip(' '.repeat(10_000), (octet) => !response.destroyed && (response.write(octet), true));
    },
  },
  drippingHead: {
    name: 'a head that sends a byte every 1.5 s',
    answer: ({ socket }) =>
      drip(
        `HTTP/1.1 200 OK\r\nx-filler: ${'x'.repeat(10_000)}`,
        (octet) => !socket.destroyed && (socket.write(octet), true),
      ),
  },
  fields: {
    name: '10,000 header fields',
    answer: (_request, response) => {
      const fields = Array.from({ length: 10_000 }, (_, index) => [`x-${index}`, 'value']);
      return response.writeHead(200, fields.flat()).end('{"results":[],"nextToken":""}');
    },
  },
  nested: sends('100,000 nested arrays', {}, () => nested(100_000)),
  nestedTokens: sends('100,000 nested arrays and a number that is too long', {}, () =>
    nested(100_000).replace('"nextToken"', '"number":12345678901234567890,"nextToken"'),
  ),
  pages: {
    name: 'page tokens without end',
    answer: (_request, response) =>
      response.writeHead(200, json).end(JSON.stringify({ results: [], nextToken: `page-${++tokens}` })),
  },
  largePages: {
    name: 'long pages without end',
    answer: (_request, response) => {
      const results = Array.from({ length: 20_000 }, () => ({ id: `entry_${++tokens}`, name: 'x'.repeat(100) }));
      return response.writeHead(200, json).end(JSON.stringify({ results, nextToken: `page-${++tokens}` }));
    },
  },
} as const satisfies Record<string, Attack>;
