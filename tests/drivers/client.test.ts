import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { Journal } from '../../core/journal.ts';
import { Interrupted, PremiseUnmet, SuiteMistake, Unsupported } from '../../core/trouble.ts';
import type { ClientOptions, RequestToSend } from '../../drivers/client/client.ts';
import { HttpClient } from '../../drivers/client/client.ts';
import { unlimited } from '../../drivers/client/pace.ts';
import type { Answering } from './loopback-server.ts';
import { bodyOf, caPem, httpServer, httpsServer, rawServer, unusedPort } from './loopback-server.ts';

interface Opened extends AsyncDisposable {
  readonly journal: Journal;
  /** The pauses that the client made, in milliseconds; none of them really took time. */
  readonly pauses: number[];
  readonly send: (request: Partial<RequestToSend> & { url: string }, signal?: AbortSignal) => Promise<Exchange>;
}

function openClient(options: Partial<ClientOptions> = {}): Opened {
  const journal = new Journal();
  const pauses: number[] = [];
  const client = new HttpClient({
    ca: caPem,
    timeoutSeconds: 5,
    connections: 4,
    pace: unlimited,
    now: () => performance.now(),
    pause: async (ms) => void pauses.push(ms),
    ...options,
  });
  return {
    journal,
    pauses,
    send: (request, signal) =>
      client.send(
        { method: 'GET', headers: {}, ...request },
        { journal, began: performance.now(), ...(signal === undefined ? {} : { signal }) },
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Answers the first requests as listed, and everything after them with the last. */
function answers(...statuses: readonly [status: number, headers?: Record<string, string>][]): Answering {
  let count = 0;
  return (_request, response) => {
    const [status, headers = {}] = statuses[Math.min(count++, statuses.length - 1)] ?? [200];
    response.writeHead(status, headers).end(`answer ${count}`);
  };
}

describe('an exchange', () => {
  test('is recorded as it was sent and as it came back', async () => {
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

  test('keeps a long body whole, in whatever pieces it comes', async () => {
    const pieces = Array.from({ length: 50 }, (_, index) => `${index}:é漢字`.repeat(500));
    await using server = await httpsServer((_request, response) => {
      for (const piece of pieces) response.write(piece);
      response.end();
    });
    await using client = openClient();
    expect((await client.send({ url: server.url })).response?.body).toBe(pieces.join(''));
  });

  test('says what sends it, unless the request says so itself', async () => {
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

  test('takes a long head', async () => {
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

const dates = { Date: 'Fri, 20 Nov 2026 08:00:00 GMT', 'Retry-After': 'Fri, 20 Nov 2026 08:00:04 GMT' };

describe('a request that the tenant puts off', () => {
  test.for([
    ['429 with Retry-After', 429, { 'Retry-After': '3' }, 3000],
    ['429 without Retry-After', 429, {}, 100],
    ['429 with a date in Retry-After', 429, dates, 4000],
    ['503 with Retry-After', 503, { 'Retry-After': '2' }, 2000],
    ['403 with Retry-After', 403, { 'Retry-After': '1' }, 1000],
  ] as const)('is sent again after the time that was asked for: %s', async ([, status, headers, pause]) => {
    await using server = await httpsServer(answers([status, headers], [200]));
    await using client = openClient();
    expect((await client.send({ url: server.url })).response?.status).toBe(200);
    expect(client.pauses).toEqual([pause]);
    expect(client.journal.exchanges.map(({ limited }) => limited)).toEqual([true, undefined]);
  });

  test('is given up when it goes on, which says nothing of the requirement', async () => {
    await using server = await httpsServer(answers([429, { 'Retry-After': '0' }]));
    await using client = openClient();
    await expect(client.send({ url: server.url })).rejects.toBeInstanceOf(PremiseUnmet);
    expect(client.journal.exchanges.length).toBeGreaterThan(2);
    expect(client.journal.exchanges.every(({ limited }) => limited === true)).toBe(true);
  });

  test('is given up at once where it would have to wait for too long', async () => {
    await using server = await httpsServer(answers([429, { 'Retry-After': '3600' }]));
    await using client = openClient();
    await expect(client.send({ url: server.url })).rejects.toBeInstanceOf(PremiseUnmet);
    expect(client.pauses).toEqual([]);
  });

  test.for([
    ['a 401, whatever it says of when', 401, '0', 1],
    ['a refusal for an hour', 403, '3600', 1],
    ['a refusal that stays as it is', 403, '0', 4],
  ] as const)('is none where it was refused: %s', async ([, status, after, times]) => {
    await using server = await httpsServer(answers([status, { 'Retry-After': after }]));
    await using client = openClient();
    const exchange = await client.send({ url: server.url });
    expect([exchange.response?.status, exchange.limited]).toEqual([status, undefined]);
    expect(client.journal.exchanges).toHaveLength(times);
  });

  test('is not one that was answered with 503 and no word of when', async () => {
    await using server = await httpsServer(answers([503], [200]));
    await using client = openClient();
    expect(await client.send({ url: server.url })).toMatchObject({ response: { status: 503 } });
  });
});

describe('what is no answer', () => {
  test('is told apart: a connection that was closed', async () => {
    await using server = await httpsServer((request) => request.socket.destroy());
    await using client = openClient();
    const exchange = await client.send({ url: server.url });
    expect(exchange).toMatchObject({ trouble: { kind: 'closed' } });
    expect(exchange.response).toBeUndefined();
    expect(client.journal.exchanges).toEqual([exchange]);
  });

  /** Answers the first request of each connection; ends the others when one comes. */
  const onceAConnection = (): Answering => {
    const used = new WeakSet<object>();
    return (request, response) => {
      if (used.has(request.socket)) return void request.socket.destroy();
      used.add(request.socket);
      response.end('answer');
    };
  };

  test('is sent once more: a GET on a kept connection that was closed meanwhile', async () => {
    await using server = await httpsServer(onceAConnection());
    await using client = openClient({ connections: 1 });
    await client.send({ url: server.url });
    expect(await client.send({ url: server.url })).toMatchObject({ response: { body: 'answer' } });
    expect(client.journal.exchanges).toMatchObject([
      { response: {} },
      { trouble: { kind: 'closed' } },
      { response: {} },
    ]);
  });

  test('is not sent once more: a POST, which may have had its effect', async () => {
    await using server = await httpsServer(onceAConnection());
    await using client = openClient({ connections: 1 });
    await client.send({ url: server.url });
    const exchange = await client.send({ url: server.url, method: 'POST', body: 'a=b' });
    expect(exchange).toMatchObject({ trouble: { kind: 'closed' } });
    expect(client.journal.exchanges).toHaveLength(2);
  });

  test('is told apart: an answer that breaks off', async () => {
    await using server = await httpsServer((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    });
    await using client = openClient();
    expect(await client.send({ url: server.url })).toMatchObject({ trouble: { kind: 'closed' } });
  });

  test('is told apart: none in time', async () => {
    await using server = await httpsServer(() => {});
    await using client = openClient({ timeoutSeconds: 0.2 });
    expect(await client.send({ url: server.url })).toMatchObject({
      trouble: { kind: 'timeout', message: 'no answer within 0.2 s' },
    });
  });

  test('is told apart: something that is not HTTP', async () => {
    await using server = await rawServer((socket) =>
      socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')),
    );
    await using client = openClient();
    expect(await client.send({ url: server.url })).toMatchObject({ trouble: { kind: 'not-http' } });
  });

  test.for([
    [
      'nobody listens',
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
  ] as const)('ends the case where the request never left: %s', async ([, url, kind, message]) => {
    await using client = openClient();
    await expect(client.send({ url: await url() })).rejects.toBeInstanceOf(PremiseUnmet);
    expect(client.journal.exchanges[0]?.trouble?.kind).toBe(kind);
    expect(client.journal.exchanges[0]?.trouble?.message).toMatch(message);
  });

  test('is an answer too where that nobody listens was to be found out', async () => {
    await using client = openClient();
    const url = `http://127.0.0.1:${await unusedPort()}`;
    expect(await client.send({ url, mayBeUnreachable: true })).toMatchObject({ trouble: { kind: 'connect' } });
  });

  test('ends the case where the certificate is not trusted', async () => {
    await using server = await httpsServer(answers([200]));
    const client = new HttpClient({
      timeoutSeconds: 5,
      connections: 1,
      pace: unlimited,
      now: () => 0,
      pause: () => Promise.resolve(),
    });
    const journal = new Journal();
    const request = { method: 'GET', url: server.url, headers: {} };
    await expect(client.send(request, { journal, began: 0 })).rejects.toThrow('the certificate is not trusted');
    expect(journal.exchanges[0]?.trouble?.kind).toBe('certificate');
    await client.close();
  });

  test('ends the case where the other side speaks no TLS', async () => {
    await using server = await httpServer(answers([200]));
    await using client = openClient();
    const url = server.url.replace('http:', 'https:');
    await expect(client.send({ url })).rejects.toBeInstanceOf(PremiseUnmet);
    expect(client.journal.exchanges[0]?.trouble?.kind).toBe('connect');
  });
});

test("a request that cannot be sent is the suite's own mistake, and never an answer of the tenant", async () => {
  await using server = await httpsServer(answers([200]));
  await using client = openClient();
  const sent = client.send({ url: server.url, headers: { 'x-key': 'schl\u00fcssel \u20ac' } });
  await expect(sent).rejects.toBeInstanceOf(SuiteMistake);
});

test('a credential of the tenant that no header can carry cannot be tried in one', async () => {
  await using server = await httpsServer(answers([200]));
  await using client = openClient();
  const code = client.journal.secrets.learn('authorization code', 'кодовое-слово-1');
  const sent = client.send({ url: server.url, headers: { authorization: `Bearer ${code}` } });
  await expect(sent).rejects.toThrow(
    new Unsupported('what the tenant issued cannot stand in the header authorization'),
  );
});

describe('a check that has ended', () => {
  test('sends nothing more', async () => {
    await using server = await httpsServer(answers([200]));
    await using client = openClient();
    await expect(client.send({ url: server.url }, AbortSignal.abort())).rejects.toBeInstanceOf(Interrupted);
    expect(client.journal.entries).toEqual([]);
  });

  test('waits for no answer that is under way', async () => {
    const abort = new AbortController();
    await using server = await httpsServer(() => abort.abort());
    await using client = openClient();
    await expect(client.send({ url: server.url }, abort.signal)).rejects.toBeInstanceOf(Interrupted);
  });
});
