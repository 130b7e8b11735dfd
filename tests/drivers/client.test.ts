import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import { Interrupted, SuiteMistake, Unsupported } from '../../core/trouble.ts';
import type { ClientOptions, RequestToSend } from '../../drivers/client/client.ts';
import { HttpClient } from '../../drivers/client/client.ts';
import { AdaptiveInFlight, anyNumber } from '../../drivers/client/in-flight.ts';
import { unlimited } from '../../drivers/client/pace.ts';
import type { RequestHandler } from './loopback-server.ts';
import { clientWithJournal } from './open-client.ts';
import { bodyOf, httpServer, httpsServer, rawServer, unusedPort } from './loopback-server.ts';

interface Opened extends AsyncDisposable {
  readonly journal: Journal;
  readonly send: (request: Partial<RequestToSend> & { url: string }, signal?: AbortSignal) => Promise<Exchange>;
}

function openClient(options: Partial<ClientOptions> = {}): Opened {
  const { client, journal } = clientWithJournal(options);
  return {
    journal,
    send: (request, signal) =>
      client.send(
        { method: 'GET', headers: {}, ...request },
        { journal, began: performance.now(), ...(signal === undefined ? {} : { signal }) },
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Answers the first requests as listed, and all later ones with the last answer. */
function answers(...statuses: readonly [status: number, headers?: Record<string, string>][]): RequestHandler {
  let count = 0;
  return (_request, response) => {
    const [status, headers = {}] = statuses[Math.min(count++, statuses.length - 1)] ?? [200];
    response.writeHead(status, headers).end(`answer ${count}`);
  };
}

describe('an exchange', () => {
  test('is recorded with the request as sent and the answer as received', async () => {
    await using server = await httpsServer(async (request, response) => {
      const echo = { method: request.method, path: request.url, body: await bodyOf(request) };
      response.writeHead(
        418,
        [
          ['X-One', 'a'],
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
        ].flat(),
      );
      response.end(JSON.stringify(echo));
    });
    await using client = openClient();
    const body = 'grant_type=refresh_token&note=%C3%A9';
    const exchange = await client.send({
      method: 'POST',
      url: `${server.url}/oauth/token?x=1`,
      headers: { 'X-Spelt-So': 'yes' },
      body,
      note: 'an example',
    });
    expect(exchange).toMatchObject({
      number: 1,
      request: { method: 'POST', url: `${server.url}/oauth/token?x=1`, headers: { 'X-Spelt-So': 'yes' }, body },
      response: { status: 418, headers: { 'x-one': 'a', 'set-cookie': ['a=1', 'b=2'] } },
      note: 'an example',
    });
    expect(JSON.parse(exchange.response?.body ?? '')).toEqual({ method: 'POST', path: '/oauth/token?x=1', body });
    expect(client.journal.exchanges).toEqual([exchange]);
  });

  test('keeps a long body whole, also if it comes in many pieces', async () => {
    const pieces = Array.from({ length: 50 }, (_, index) => `${index}:é漢字`.repeat(500));
    await using server = await httpsServer((_request, response) => {
      for (const piece of pieces) response.write(piece);
      response.end();
    });
    await using client = openClient();
    expect((await client.send({ url: server.url })).response?.body).toBe(pieces.join(''));
  });

  test('names the suite as its sender, unless the request names one itself', async () => {
    await using server = await httpsServer((request, response) => void response.end(request.headers['user-agent']));
    await using client = openClient();
    const sent = [
      await client.send({ url: server.url }),
      await client.send({ url: server.url, headers: { 'User-Agent': 'curl' } }),
    ];
    expect(sent.map(({ response }) => response?.body)).toEqual(['labconform', 'curl']);
    expect(sent.map(({ request }) => request.headers)).toEqual([
      { 'user-agent': 'labconform' },
      { 'User-Agent': 'curl' },
    ]);
  });

  test('accepts a long head', async () => {
    const policy = 'x'.repeat(100_000);
    await using server = await httpsServer((_request, response) => {
      response.writeHead(200, { 'Content-Security-Policy': policy }).end('page');
    });
    await using client = openClient();
    expect((await client.send({ url: server.url })).response?.headers['content-security-policy']).toHaveLength(100_000);
  });

  test('follows no redirect', async () => {
    await using server = await httpsServer(answers([307, { Location: '/elsewhere' }], [200]));
    await using client = openClient();
    expect((await client.send({ url: server.url })).response?.status).toBe(307);
    expect(client.journal.exchanges).toHaveLength(1);
  });

  test('is not repeated when the answer is a server error', async () => {
    await using server = await httpsServer(answers([500], [200]));
    await using client = openClient();
    expect((await client.send({ url: server.url })).response?.status).toBe(500);
  });
});

describe('a missing answer', () => {
  test('is recognised: a connection that was closed', async () => {
    await using server = await httpsServer((request) => request.socket.destroy());
    await using client = openClient();
    const exchange = await client.send({ url: server.url });
    expect(exchange).toMatchObject({ trouble: { kind: 'closed' } });
    expect(exchange.response).toBeUndefined();
    expect(client.journal.exchanges).toEqual([exchange]);
  });

  /** Answers the first request of each connection, and closes the connection at any later request. */
  const onceAConnection = (): RequestHandler => {
    const used = new WeakSet<object>();
    return (request, response) => {
      if (used.has(request.socket)) return void request.socket.destroy();
      used.add(request.socket);
      response.end('answer');
    };
  };

  test('is recognised: a kept connection that was closed at that moment', async () => {
    await using server = await httpsServer(onceAConnection());
    await using client = openClient({ connections: 1 });
    await client.send({ url: server.url });
    expect(await client.send({ url: server.url })).toMatchObject({ trouble: { kind: 'kept-connection' } });
  });

  test('to a request that cannot be sent twice comes once from a connection that hardly idled; later ones use a new one', async () => {
    await using server = await httpsServer(onceAConnection());
    await using client = openClient({ connections: 1 });
    const post = { url: server.url, method: 'POST', body: 'a=b' };
    const kinds: (string | undefined)[] = [];
    for (let sent = 0; sent < 4; sent++) kinds.push((await client.send(post)).trouble?.kind);
    // A connection is used again at most once. From then on each request has a new one.
    expect(kinds.filter((kind) => kind === 'kept-connection').length).toBeLessThan(2);
    expect(kinds.slice(2)).toEqual([undefined, undefined]);
  });

  test('on a connection of its own is followed by answers on another connection, which replaces it', async () => {
    await using server = await httpsServer(onceAConnection());
    const { client, journal } = clientWithJournal({});
    const get = { url: server.url, method: 'GET', headers: {} };
    const outcomes = await client.onConnections(1, async ([over]) => {
      const all: (number | string | undefined)[] = [];
      for (let sent = 0; sent < 3; sent++) {
        const { response, trouble } = await client.send(get, { journal, began: performance.now() }, over);
        all.push(response?.status ?? trouble?.kind);
      }
      return all;
    });
    await client.close();
    expect(outcomes).toEqual([200, 'kept-connection', 200]);
  });

  test('is recognised: an answer that breaks off', async () => {
    await using server = await httpsServer((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    });
    await using client = openClient();
    expect(await client.send({ url: server.url })).toMatchObject({ trouble: { kind: 'closed' } });
  });

  test('is recognised: a time-out', async () => {
    await using server = await httpsServer(() => {});
    await using client = openClient({ timeoutSeconds: 0.2 });
    expect(await client.send({ url: server.url })).toMatchObject({
      trouble: { kind: 'timeout', message: 'no answer within 0.2 s' },
    });
  });

  test('is recognised: an answer that is not HTTP', async () => {
    await using server = await rawServer((socket) =>
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')),
    );
    await using client = openClient();
    expect(await client.send({ url: server.url })).toMatchObject({ trouble: { kind: 'not-http' } });
  });

  test('is given the whole time-out, however long the request waited for its turn', async () => {
    await using server = await httpsServer((_request, response) => {
      setTimeout(() => response.end('late'), 150);
    });
    const one = new AdaptiveInFlight({ most: 1, now: () => performance.now() });
    await using client = openClient({ timeoutSeconds: 1, inFlight: one });
    // together they take longer than the time-out
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.send({ url: server.url })));
    expect(answers.map(({ response }) => response?.body)).toEqual(answers.map(() => 'late'));
    for (const { ms } of answers) expect(ms).toBeLessThan(1000);
  });

  test.for([
    [
      'no server listens',
      async (): Promise<string> => `https://127.0.0.1:${await unusedPort()}`,
      'connect',
      /ECONNREFUSED 127\.0\.0\.1/,
    ],
    [
      'the name is not known',
      async (): Promise<string> => 'https://nowhere.invalid',
      'connect',
      /nowhere\.invalid|EAI_AGAIN/,
    ],
  ] as const)('is recognised: the request was never sent because %s', async ([, url, kind, message]) => {
    await using client = openClient();
    await client.send({ url: await url() });
    expect(client.journal.exchanges[0]?.trouble?.kind).toBe(kind);
    expect(client.journal.exchanges[0]?.trouble?.message).toMatch(message);
  });

  test('is recognised: a certificate that is not trusted', async () => {
    await using server = await httpsServer(answers([200]));
    const client = new HttpClient({
      timeoutSeconds: 5,
      connections: 1,
      pace: unlimited,
      inFlight: anyNumber,
      now: () => 0,
    });
    const journal = new Journal();
    const request = { method: 'GET', url: server.url, headers: {} };
    expect(await client.send(request, { journal, began: 0 })).toMatchObject({
      trouble: { kind: 'certificate', message: expect.stringContaining('the certificate is not trusted') as string },
    });
    await client.close();
  });

  test('is recognised: no connection to a server without TLS', async () => {
    await using server = await httpServer(answers([200]));
    await using client = openClient();
    const url = server.url.replace('http:', 'https:');
    expect(await client.send({ url })).toMatchObject({ trouble: { kind: 'connect' } });
  });
});

test('a request that cannot be sent is a mistake of the suite, and never an answer of the tenant', async () => {
  await using server = await httpsServer(answers([200]));
  await using client = openClient();
  const sent = client.send({ url: server.url, headers: { 'x-key': 'schl\u00fcssel \u20ac' } });
  await expect(sent).rejects.toBeInstanceOf(SuiteMistake);
});

test('a credential of the tenant that does not fit into a header is not tried in one', async () => {
  await using server = await httpsServer(answers([200]));
  await using client = openClient();
  const code = client.journal.secrets.learn('authorization code', 'кодовое-слово-1');
  const sent = client.send({ url: server.url, headers: { authorization: `Bearer ${code}` } });
  await expect(sent).rejects.toThrow(
    new Unsupported('a value that the tenant issued cannot be sent in the header authorization'),
  );
});

describe('a check that has ended', () => {
  test('sends no further request', async () => {
    await using server = await httpsServer(answers([200]));
    await using client = openClient();
    await expect(client.send({ url: server.url }, AbortSignal.abort())).rejects.toBeInstanceOf(Interrupted);
    expect(client.journal.entries).toEqual([]);
  });

  test('does not wait for an answer that is under way', async () => {
    const abort = new AbortController();
    await using server = await httpsServer(() => abort.abort());
    await using client = openClient();
    await expect(client.send({ url: server.url }, abort.signal)).rejects.toBeInstanceOf(Interrupted);
  });
});
