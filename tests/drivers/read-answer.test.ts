import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Journal } from '../../core/journal.ts';
import type { Exchange } from '../../core/exchange.ts';
import { HttpClient } from '../../drivers/client/client.ts';
import { anyNumber } from '../../drivers/client/in-flight.ts';
import { unlimited } from '../../drivers/client/pace.ts';
import { Room } from '../../drivers/client/room.ts';
import { createCertificate } from '../../tenant/index.ts';
import type { RequestHandler, LoopbackServer } from './loopback-server.ts';
import { http2Server as http2ServerWith, httpsServer as serverWith } from './loopback-server.ts';

const certificate = await createCertificate(new Date());
const megabyte = 1024 * 1024;

const httpsServer = (answer: RequestHandler): Promise<LoopbackServer> => serverWith(answer, certificate);

const http2Server = (answer: RequestHandler): Promise<LoopbackServer> => http2ServerWith(answer, certificate);

/** Returns the exchange that a client records for a server's answer. */
async function read(server: LoopbackServer, options: { timeoutSeconds?: number; room?: Room } = {}): Promise<Exchange> {
  const client = new HttpClient({
    ca: certificate.caPem,
    timeoutSeconds: 20,
    connections: 4,
    pace: unlimited,
    now: () => performance.now(),
    inFlight: anyNumber,
    ...options,
  });
  try {
    const recorder = { journal: new Journal(), began: 0 };
    const exchange = await client.send({ method: 'GET', url: `${server.url}/page`, headers: {} }, recorder);
    expect(recorder.journal.exchanges.at(-1)).toBe(exchange);
    return exchange;
  } finally {
    await client.close();
  }
}

/** Returns an answer that is written as long as the client reads, and a count of the octets that the client took. */
function endlessAnswer(
  piece: Uint8Array,
  headers: Record<string, string> = {},
): { answer: RequestHandler; taken: () => number } {
  let taken = 0;
  const answer: RequestHandler = (_request, response) => {
    response.writeHead(200, headers);
    const pour = (): void => {
      while (!response.destroyed && taken < 1024 * megabyte) {
        taken += piece.length;
        if (!response.write(piece)) return void response.once('drain', pour);
      }
    };
    pour();
  };
  return { answer, taken: () => taken };
}

const cutOff = (limit: string, status = 200): object => ({
  cutOff: { limit: `the suite reads no more than ${limit}`, status },
});

describe.each([
  ['HTTP/1.1', httpsServer],
  ['HTTP/2', http2Server],
] as const)('over %s an answer is cut off and read no further', (_version, serverOf) => {
  test('if its body does not end', async () => {
    const { answer, taken } = endlessAnswer(Buffer.alloc(64 * 1024, 'x'));
    await using server = await serverOf(answer);
    const exchange = await read(server);
    expect(exchange).toMatchObject({ trouble: { kind: 'cut-off' }, ...cutOff('a body of 8 MB') });
    expect(exchange.response).toBeUndefined();
    expect(taken()).toBeLessThan(100 * megabyte);
  });

  test('if its declared length is too long', async () => {
    const { answer, taken } = endlessAnswer(Buffer.alloc(64 * 1024, 'x'), { 'content-length': String(200 * megabyte) });
    await using server = await serverOf(answer);
    expect(await read(server)).toMatchObject(cutOff('a body of 8 MB'));
    expect(taken()).toBeLessThan(30 * megabyte);
  });

  const blank = Buffer.alloc(63 * megabyte, ' ');
  test.each([
    ['gzip', gzipSync(blank)],
    ['br', brotliCompressSync(blank)],
    ['zstd', zstdCompressSync(blank)],
    ['gzip, gzip', gzipSync(gzipSync(blank))],
  ])('if it unpacks to far more than was sent: %s', async (coding, body) => {
    await using server = await serverOf((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(body),
    );
    expect(await read(server)).toMatchObject(cutOff('500 decoded octets for each octet sent'));
  });

  test('if it is nested too deeply', async () => {
    await using server = await serverOf((_request, response) =>
      response.end('['.repeat(100_000) + ']'.repeat(100_000)),
    );
    expect(await read(server)).toMatchObject(cutOff('200 levels of JSON'));
  });

  test('if it has more values than the suite has memory for', async () => {
    await using server = await serverOf((_request, response) => response.end(`[${'{},'.repeat(600_000)}{}]`));
    expect(await read(server)).toMatchObject(cutOff('500000 values of JSON'));
  });

  test('if it began but is not whole in time, even while more of it comes', async () => {
    await using server = await serverOf((_request, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(dripping));
    });
    expect(await read(server, { timeoutSeconds: 0.3 })).toMatchObject({
      trouble: { kind: 'timeout', message: 'no whole answer within 0.3 s' },
      cutOff: { limit: 'no whole answer within 0.3 s', status: 200 },
    });
  });
});

test('a head of very many fields is cut off', async () => {
  const fields = Array.from({ length: 10_000 }, (_, index) => [`x-${index}`, 'value']).flat();
  await using server = await httpsServer((_request, response) => void response.writeHead(200, fields).end('{}'));
  expect(await read(server)).toMatchObject(cutOff('500 header fields'));
});

test('a head that is very long is cut off', async () => {
  await using server = await httpsServer(
    (_request, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(300 * 1024) }).end('{}'),
  );
  const exchange = await read(server);
  expect(exchange).toMatchObject({ cutOff: { limit: 'the suite reads no more than a head of 256 kB' } });
});

test('an answer that does not begin in time is a time-out and is not cut off', async () => {
  await using server = await httpsServer(() => {});
  const exchange = await read(server, { timeoutSeconds: 0.2 });
  expect(exchange).toMatchObject({ trouble: { kind: 'timeout', message: 'no answer within 0.2 s' } });
  expect(exchange.cutOff).toBeUndefined();
});

describe('a long answer', () => {
  const page = JSON.stringify({ results: Array.from({ length: 40_000 }, (_, id) => ({ id, name: `entry ${id}` })) });

  test.each([
    ['as it is', page, {}],
    ['in gzip', gzipSync(page), { 'content-encoding': 'gzip' }],
    [
      'in gzip twice, with identity as the last coding',
      gzipSync(gzipSync(page)),
      { 'content-encoding': 'gzip, gzip, identity' },
    ],
    ['in an unknown coding', page, { 'content-encoding': 'rot13' }],
    ['declared as gzip although it is not', page, { 'content-encoding': 'gzip' }],
  ])('is read whole: %s', async (_how, body, headers) => {
    await using server = await httpsServer((_request, response) => void response.writeHead(200, headers).end(body));
    expect((await read(server)).response?.body).toBe(page);
  });

  test('is cut off if the suite holds too much of other answers', async () => {
    const other = {};
    const room = new Room({ most: megabyte });
    room.hold(other, megabyte, 0);
    await using server = await httpsServer((_request, response) => void response.end(page));
    expect(await read(server, { room })).toMatchObject({
      cutOff: { limit: 'the suite holds no more than 1 MB of answers at a time', status: 200 },
    });
    expect(other).toEqual({});
  });

  test('that comes octet by octet takes no more memory than any other', async () => {
    const [text, before] = ['x'.repeat(100_000), process.memoryUsage().arrayBuffers];
    let most = 0;
    await using server = await httpsServer(async (_request, response) => {
      for (const octet of text) response.write(octet);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      response.end();
    });
    expect((await read(server)).response?.body).toBe(text);
    expect(most).toBeLessThan(200 * megabyte);
  });
});
