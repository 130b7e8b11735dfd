import type { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import type { WireForm } from '../../core/wire-form.ts';
import { usualForm } from '../../core/wire-form.ts';
import type { ClientOptions, RequestToSend } from '../../drivers/client/client.ts';
import { headIn, piecesIn } from '../../drivers/client/in-form.ts';
import { wireForms } from '../../generators/wire-form.ts';
import { bodyOf, http2Server, httpServer, httpsServer, rawServer, unusedPort } from './loopback-server.ts';
import { clientWithJournal } from './open-client.ts';

const body = 'grant_type=client_credentials&client_id=a&client_secret=%C3%A9';
const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };

interface Opened extends AsyncDisposable {
  readonly journal: Journal;
  readonly send: (url: string, form: Partial<WireForm>, request?: Partial<RequestToSend>) => Promise<Exchange>;
}

function openClient(options: Partial<ClientOptions> = {}): Opened {
  const { client, journal } = clientWithJournal(options);
  return {
    journal,
    send: (url, form, request) =>
      client.send(
        { method: 'POST', url, headers, body, ...request, form: { ...usualForm, ...form } },
        { journal, began: performance.now() },
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Records the request part by part, and answers when it is complete. */
function recorder(parts: string[], isWhole: (all: string) => boolean): (socket: Socket) => void {
  return (socket) => {
    socket.on('data', (part: Buffer) => {
      parts.push(part.toString());
      if (isWhole(parts.join(''))) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  };
}

describe('a request in a form of its own', () => {
  test('has exactly the recorded fields, in their order and spelling', async () => {
    const parts: string[] = [];
    await using server = await rawServer(recorder(parts, (all) => all.endsWith(body)));
    await using client = openClient();
    const exchange = await client.send(`${server.url}/oauth/token`, {
      order: [3, 2, 1, 0],
      letterCase: 'capitals',
    });
    expect(parts.join('').split('\r\n')).toEqual([
      'POST /oauth/token HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      `Content-Length: ${body.length}`,
      'User-Agent: labconform',
      'Content-Type: application/x-www-form-urlencoded',
      'Accept: application/json',
      'Connection: close',
      '',
      body,
    ]);
    expect(exchange).toMatchObject({
      request: { method: 'POST', body, form: {} },
      response: { status: 200, body: '{}', headers: { 'content-length': '2' } },
      note: 'its fields in another order, names of fields in capitals',
    });
    expect(Object.keys(exchange.request.headers)).toEqual(
      parts
        .join('')
        .split('\r\n')
        .slice(1, 7)
        .map((line) => line.replace(/:.*/, '')),
    );
    expect(client.journal.evidence()).toEqual([exchange]);
  });

  test('has each piece of its body in a chunk, and in a segment', async () => {
    const parts: string[] = [];
    await using server = await rawServer(recorder(parts, (all) => all.endsWith('0\r\n\r\n')));
    // The server has read each part before the next one is sent.
    await using client = openClient({ pause: () => arrived(parts) });
    const exchange = await client.send(server.url, { chunked: true, segments: true, cuts: [128, 64] });
    const [head = '', ...chunks] = parts;
    expect(head).toMatch(/\r\ntransfer-encoding: chunked\r\n(?:.*\r\n)*\r\n$/);
    expect(head).not.toContain('content-length');
    const sizes = [16, 15, 31].map((size) => size.toString(16));
    expect(chunks.map((chunk) => chunk.split('\r\n')[0])).toEqual([...sizes, '0']);
    expect(exchange.request.form).toEqual({ chunks: 3, segments: 4 });
  });

  test('arrives whole, with TLS and without, however it is cut and spelt', async () => {
    const echo = async (...[request, response]: Parameters<Parameters<typeof httpServer>[0]>): Promise<void> => {
      response.end(JSON.stringify({ body: await bodyOf(request), type: request.headers['content-type'] }));
    };
    await using secure = await httpsServer(echo);
    await using clear = await httpServer(echo);
    await using client = openClient();
    await fc.assert(
      fc.asyncProperty(wireForms, fc.constantFrom(secure.url, clear.url), async (form, url) => {
        const { response } = await client.send(url, form);
        expect(JSON.parse(response?.body ?? '')).toEqual({ body, type: headers['content-type'] });
      }),
      { numRuns: 60 },
    );
  });

  test('is recorded without its secrets, however its fields are spelt', async () => {
    await using server = await httpServer((request, response) =>
      request.resume().once('end', () => response.end('{}')),
    );
    await using client = openClient();
    const token = 'tok3n-of-a-user-9f8e7d6c';
    client.journal.secrets.learn('access token', token);
    const given = { method: 'GET', headers: { authorization: `Bearer ${token}` }, body: undefined as never };
    await client.send(`${server.url}/x`, { letterCase: 'upper case' }, given);
    const evidence = JSON.stringify(client.journal.evidence());
    expect(evidence).toContain('"AUTHORIZATION":"Bearer <access token 1>"');
    expect(evidence).not.toContain(token);
  });

  test('has no body if the request has none', async () => {
    const parts: string[] = [];
    await using server = await rawServer(recorder(parts, (all) => all.endsWith('\r\n\r\n')));
    await using client = openClient();
    const exchange = await client.send(
      `${server.url}/x`,
      { order: [1, 0] },
      { method: 'GET', body: undefined as never },
    );
    expect(parts.join('')).not.toMatch(/content-length|transfer-encoding/);
    expect(exchange).toMatchObject({ request: { form: {} }, response: { status: 200 } });
  });

  test('has its answer read up to the limits and decoded, like any other', async () => {
    await using server = await httpsServer((request, response) => {
      request.resume();
      if (request.url === '/many') {
        for (let count = 0; count < 600; count++) response.setHeader(`x-${count}`, 'a');
      }
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.end(request.url === '/long' ? Buffer.alloc(9 * 1024 * 1024, 'a') : 'short');
    });
    await using client = openClient();
    expect((await client.send(`${server.url}/long`, {})).cutOff?.limit).toContain('8 MB');
    expect((await client.send(`${server.url}/many`, {})).cutOff?.limit).toContain('500 header fields');
    const short = await client.send(`${server.url}/short`, {});
    expect(short.response).toMatchObject({ body: 'short', headers: { 'set-cookie': ['a=1', 'b=2'] } });
  });

  test('meets a time-out, a cut, a refused connection or a wrong certificate like any other', async () => {
    await using silent = await httpServer(() => {});
    await using closing = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    await using cutting = await rawServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{')),
    );
    await using noise = await rawServer((socket) => socket.once('data', () => socket.end('hello?\r\n\r\n')));
    await using secure = await httpsServer((_request, response) => response.end());
    await using client = openClient({ timeoutSeconds: 0.2 });
    await using mistrusting = openClient({ ca: [] });
    const kinds = [];
    for (const url of [closing.url, cutting.url, noise.url, `http://127.0.0.1:${await unusedPort()}`, silent.url]) {
      kinds.push((await client.send(url, { chunked: true })).trouble?.kind);
    }
    expect(kinds).toEqual(['closed', 'closed', 'not-http', 'connect', 'timeout']);
    expect((await mistrusting.send(secure.url, {})).trouble?.kind).toBe('certificate');
  });
});

describe('a body that waits for 100 Continue', () => {
  test('is sent after it', async () => {
    const parts: string[] = [];
    await using server = await rawServer((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
      recorder(parts, (all) => all.endsWith(body))(socket);
    });
    await using client = openClient({ continueMs: 60_000 });
    const exchange = await client.send(server.url, { expect: true });
    expect(parts[0]).toMatch(/\r\nexpect: 100-continue\r\n(?:.*\r\n)*\r\n$/);
    expect(exchange.response?.status).toBe(200);
  });

  test('is not sent if the answer comes first', async () => {
    const parts: string[] = [];
    await using server = await rawServer((socket) => {
      socket.on('data', (part: Buffer) => {
        parts.push(part.toString());
        socket.write('HTTP/1.1 417 Expectation Failed\r\ncontent-length: 0\r\n\r\n');
      });
    });
    await using client = openClient({ continueMs: 60_000 });
    expect((await client.send(server.url, { expect: true })).response?.status).toBe(417);
    expect(parts.join('')).not.toContain('grant_type');
  });

  test('is sent after a while if nothing comes', async () => {
    await using server = await rawServer(recorder([], (all) => all.endsWith(body)));
    await using client = openClient({ continueMs: 1 });
    expect((await client.send(server.url, { expect: true })).response?.status).toBe(200);
  });
});

test('if the server speaks only HTTP/2, a request has the usual form, and its record has no form', async () => {
  await using server = await http2Server((_request, response) => response.end('two'));
  await using client = openClient();
  for (let time = 0; time < 2; time++) {
    const exchange = await client.send(server.url, { chunked: true, letterCase: 'upper case' });
    expect(exchange.response?.body).toBe('two');
    expect(exchange.request.form).toBeUndefined();
    expect(exchange.request.headers).toMatchObject(headers);
    expect(exchange).not.toHaveProperty('note');
  }
  expect(client.journal.exchanges).toHaveLength(3);
});

test('the pieces make up the whole body, and the head has all the given fields', () => {
  fc.assert(
    fc.property(wireForms, fc.string({ unit: 'binary' }), (form, text) => {
      const pieces = piecesIn(form, text);
      expect(Buffer.concat(pieces).equals(Buffer.from(text))).toBe(true);
      expect(text === '' || pieces.every(({ length }) => length > 0)).toBe(true);
      const names = Object.keys(headIn(form, { url: 'https://acme.example/', headers, body: text }));
      expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(
        [
          'accept',
          'connection',
          'content-type',
          'host',
          form.chunked ? 'transfer-encoding' : 'content-length',
        ].toSorted(),
      );
      expect(names[0]?.toLowerCase()).toBe('host');
    }),
    { numRuns: 100 },
  );
});

/** Resolves when one more part has arrived. */
async function arrived(parts: readonly string[]): Promise<void> {
  const before = seen.get(parts) ?? 0;
  while (parts.length === before) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  seen.set(parts, parts.length);
}

const seen = new WeakMap<readonly string[], number>();
