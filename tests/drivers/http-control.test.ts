import { describe, expect, test } from 'vitest';
import { Interrupted, SuiteMistake, TestBedTrouble, Unsupported } from '../../core/trouble.ts';
import { Control } from '../../drivers/control/control.ts';
import { openHttpControl } from '../../drivers/control/http.ts';
import type { RequestHandler } from './loopback-server.ts';
import { bodyOf, caPem, httpServer, httpsServer, unusedPort } from './loopback-server.ts';

const description = {
  protocol: 'tenant-control/1',
  tenantId: 'ten_1',
  baseUrl: 'https://127.0.0.1:8443',
  clock: 'controllable',
  operations: ['clock.now', 'clock.advance', 'user.suspend'],
};

interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** Answers as a control service that describes itself correctly and gives each operation this answer. */
function controlService(status: number, body: string, seen: Seen[] = []): RequestHandler {
  return async (request, response) => {
    const { method, url, headers } = request;
    seen.push({
      method,
      path: url,
      authorization: headers.authorization,
      contentType: headers['content-type'],
      body: await bodyOf(request),
    });
    if (method === 'GET') response.writeHead(200).end(JSON.stringify(description));
    else response.writeHead(status).end(body);
  };
}

async function control(url: string, options: { token?: string; timeoutSeconds?: number; ca?: string } = {}) {
  const adapter = await openHttpControl({ url, timeoutSeconds: 5, ...options });
  return { adapter, control: new Control(adapter), [Symbol.asyncDispose]: () => adapter.close() };
}

describe('a control service', () => {
  test('gets the operation in the path, the input as JSON and the token, and returns its output', async () => {
    const seen: Seen[] = [];
    await using server = await httpServer(controlService(200, '{"now":"2026-11-20T08:00:00Z"}', seen));
    await using opened = await control(`${server.url}/control/`, { token: 'let-me-in' });
    expect(await opened.control.call('clock.advance', { seconds: 900 })).toEqual({ now: '2026-11-20T08:00:00Z' });
    expect(seen).toEqual([
      { method: 'GET', path: '/control', authorization: 'Bearer let-me-in', contentType: undefined, body: '' },
      {
        method: 'POST',
        path: '/control/clock.advance',
        authorization: 'Bearer let-me-in',
        contentType: 'application/json',
        body: '{"seconds":900}',
      },
    ]);
    expect(opened.control.description).toEqual(description);
  });

  test('gets no Authorization if the profile has no token', async () => {
    const seen: Seen[] = [];
    await using server = await httpServer(controlService(200, '{}', seen));
    await using opened = await control(server.url);
    await opened.control.call('user.suspend', { userId: 'u' });
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  test('may use TLS with an authority that the profile names', async () => {
    await using server = await httpsServer(controlService(200, '{}'));
    await using opened = await control(server.url, { ca: caPem });
    expect(await opened.control.call('user.suspend', { userId: 'u' })).toEqual({});
  });
});

describe('an operation', () => {
  test('that the control does not list is not called, and is unsupported', async () => {
    const seen: Seen[] = [];
    await using server = await httpServer(controlService(200, '{}', seen));
    await using opened = await control(server.url);
    await expect(opened.control.call('app.archive', { appId: 'a' })).rejects.toBeInstanceOf(Unsupported);
    expect(seen).toHaveLength(1);
  });

  test('that is answered with 501 is unsupported', async () => {
    await using server = await httpServer(controlService(501, '{"error":"not_supported","message":"no"}'));
    await using opened = await control(server.url);
    await expect(opened.control.call('user.suspend', { userId: 'u' })).rejects.toBeInstanceOf(Unsupported);
  });

  test.for([
    ['a refusal', 400, '{"error":"unknown_user","message":"There is no such user."}', /400: There is no such user\./],
    ['a refusal without a body', 404, '', /answered user\.suspend with 404$/],
    ['a refusal that is not JSON', 409, '<h1>Conflict</h1>', /answered user\.suspend with 409$/],
    ['a failure', 500, '{"message":7}', /answered user\.suspend with 500$/],
    ['another success', 204, '', /answered user\.suspend with 204$/],
    ['a redirect', 302, '', /answered user\.suspend with 302$/],
    ['something that is not JSON', 200, 'done', /not JSON/],
  ] as const)('that is answered with %s breaks the test bed', async ([, status, body, message]) => {
    await using server = await httpServer(controlService(status, body));
    await using opened = await control(server.url);
    const call = opened.control.call('user.suspend', { userId: 'u' });
    await expect(call).rejects.toBeInstanceOf(TestBedTrouble);
    await expect(call).rejects.toThrow(message);
  });

  test.for(['{}', '{"now":7}', '{"now":"yesterday"}', '[]', 'null', ''])(
    'whose output is nonsense breaks the test bed: %s',
    async (output) => {
      await using server = await httpServer(controlService(200, output));
      await using opened = await control(server.url);
      const call = opened.control.call('clock.now', {});
      await expect(call).rejects.toBeInstanceOf(TestBedTrouble);
      await expect(call).rejects.toThrow(/clock\.now with an invalid answer/);
    },
  );

  test.for(['[]', 'null', '7', '"done"', ''])('whose answer is no object is refused: %s', async (output) => {
    await using server = await httpServer(controlService(200, output));
    await using opened = await control(server.url);
    await expect(opened.control.call('user.suspend', { userId: 'u' })).rejects.toMatchObject({ kind: 'nonsense' });
  });

  test.for([
    [400, {}, { refusal: true, undone: true, passing: false }],
    [413, {}, { refusal: true, undone: true, passing: false }],
    [401, {}, { refusal: false, undone: false, lasting: true, passing: false }],
    [302, {}, { refusal: false, undone: false, lasting: true, passing: false }],
    [429, {}, { refusal: false, undone: true, lasting: false, passing: true }],
    [503, { 'retry-after': '3' }, { refusal: false, undone: true, retryAfter: 3, passing: true }],
    [503, {}, { refusal: false, undone: false, lasting: false, passing: true }],
    [500, {}, { refusal: false, undone: false, lasting: false, passing: true }],
  ] as const)('that is answered with %d %j says what may have become of it', async ([status, headers, facts]) => {
    await using server = await httpServer((request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify(description));
      else response.writeHead(status, headers).end('{"message":"of ent_4f1c"}');
    });
    await using opened = await control(server.url);
    await expect(opened.control.call('user.suspend', { userId: 'u' })).rejects.toMatchObject({
      ...facts,
      kind: `status ${status}`,
      message: `the control answered user.suspend with ${status}: of ent_4f1c`,
      cause: `the control answered user.suspend with ${status}`,
    });
  });

  test('without a connection was not done, and one with a cut answer may have been done', async () => {
    const server = await httpServer((request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify(description));
      else response.destroy();
    });
    await using opened = await control(server.url);
    const call = () => opened.control.call('user.suspend', { userId: 'u' });
    await expect(call()).rejects.toMatchObject({ kind: 'connection closed', undone: false, passing: true });
    await server[Symbol.asyncDispose]();
    await expect(call()).rejects.toMatchObject({
      kind: 'no connection',
      undone: true,
      cause: expect.stringMatching(`^the control at ${server.url}/? failed: no connection`),
    });
  });

  test('whose input does not fit the protocol is a mistake of the suite, and is not sent', async () => {
    const seen: Seen[] = [];
    await using server = await httpServer(controlService(200, '{}', seen));
    await using opened = await control(server.url);
    await expect(opened.control.call('clock.advance', { seconds: 0 })).rejects.toBeInstanceOf(SuiteMistake);
    expect(seen).toHaveLength(1);
  });

  test('that is not answered in time breaks the test bed', async () => {
    await using server = await httpServer((request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify(description));
    });
    await using opened = await control(server.url, { timeoutSeconds: 0.2 });
    await expect(opened.control.call('user.suspend', { userId: 'u' })).rejects.toThrow('no answer within 0.2 s');
  });

  test('ends with the check that asked for it', async () => {
    const abort = new AbortController();
    await using server = await httpServer((request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify(description));
      else abort.abort();
    });
    await using opened = await control(server.url);
    await expect(opened.control.call('user.suspend', { userId: 'u' }, abort.signal)).rejects.toBeInstanceOf(
      Interrupted,
    );
  });
});

describe('a control that cannot be opened', () => {
  test('says that there is no connection', async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/control`;
    await expect(control(url)).rejects.toThrow(/the control at .* failed: no connection: ECONNREFUSED/);
  });

  test.for([401, 404, 500])('says that it answered %d when asked to describe itself', async (status) => {
    await using server = await httpServer((_request, response) => response.writeHead(status).end('{}'));
    const opening = control(server.url, { token: 'a-secret-token' });
    await expect(opening).rejects.toBeInstanceOf(TestBedTrouble);
    await expect(opening).rejects.toThrow(`answered ${status} when asked to describe itself`);
    await expect(opening).rejects.not.toThrow('a-secret-token');
  });

  test.for([
    ['another protocol', JSON.stringify({ ...description, protocol: 'tenant-control/2' })],
    ['no operations', JSON.stringify({ ...description, operations: undefined })],
    ['an unknown clock', JSON.stringify({ ...description, clock: 'broken' })],
    ['a page of HTML', '<!doctype html>'],
  ])('says what is wrong with its description: %s', async ([, body]) => {
    await using server = await httpServer((_request, response) => response.writeHead(200).end(body));
    await expect(control(server.url)).rejects.toBeInstanceOf(TestBedTrouble);
  });
});
