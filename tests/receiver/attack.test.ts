import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Inbox } from '../../drivers/receiver/inbox.ts';
import type { Receiver } from '../../drivers/receiver/receiver.ts';
import { openReceiver } from '../../drivers/receiver/receiver.ts';

let at = 0;
let receiver: Receiver;
let inbox: Inbox;
let agent: Agent;

/** @param requestMs milliseconds within which a request must be complete */
async function open(requestMs?: number): Promise<void> {
  receiver = await openReceiver(
    { listen: '127.0.0.1:0' },
    { now: () => at, ...(requestMs === undefined ? {} : { requestMs }) },
  );
  inbox = opened('app_1');
}

beforeEach(async () => {
  at = 0;
  await open();
  agent = new Agent({ connections: 16 });
});
afterEach(async () => {
  await agent.destroy();
  await receiver.close();
});

function opened(appId: string): Inbox {
  let number = 0;
  return receiver.openInbox({ appId, number: () => ++number, at: () => at, record: () => {} });
}

type Body = string | Buffer;

async function send(url: string, body: Body, method = 'POST', headers: Record<string, string> = {}): Promise<number> {
  const response = await request(url, { dispatcher: agent, method, headers, body: method === 'GET' ? null : body });
  await response.body.dump();
  return response.statusCode;
}

const deliver = (id: number): Promise<number> => send(inbox.url, message(id));

function message(id: number, filling = ''): string {
  return JSON.stringify({ app: { id: 'app_1' }, message: { id: `evt_${id}`, resourceId: 'res_1', filling } });
}

function astray(path: string): string {
  return `${receiver.address}${path}`;
}

/** Opens a connection over which any octets can be sent. */
async function stranger(): Promise<Socket> {
  const { hostname, port } = new URL(receiver.address);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Resolves when a connection is closed for any reason. */
function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}

test('of requests to no inbox, twenty a second are read, and the others are answered unread', async () => {
  const quiet = inbox.watch();
  for (let count = 0; count < 20; count++) expect(await send(astray(`/${count}`), message(count))).toBe(404);
  expect([inbox.astray().length, quiet()]).toEqual([20, undefined]);
  for (let count = 0; count < 500; count++) expect(await send(astray(`/scan-${count}`), message(count))).toBe(404);
  expect(inbox.astray()).toHaveLength(20);
  expect(quiet()).toMatch(
    /^the receiver got too many requests that belong to no inbox: 500 were left unread, such as POST \/scan-0 from 127\.0\.0\.1, /,
  );
  at += 1000;
  const afterwards = inbox.watch();
  expect(await send(astray('/later'), message(1))).toBe(404);
  expect([inbox.astray().length, afterwards()]).toEqual([21, undefined]);
});

test('real deliveries arrive among any such requests, each once, and get the planned answers', async () => {
  const foreign = fc.record({
    path: fc.webPath().filter((path) => path.startsWith('/') && !path.includes('%')),
    method: fc.constantFrom('POST', 'GET', 'PUT', 'DELETE', 'PATCH'),
    size: fc.constantFrom(0, 10, 63_000, 70_000),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(foreign, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (all, count) => {
        inbox = opened('app_1');
        inbox.answerWith(500);
        const answers = await Promise.all([
          ...Array.from({ length: count }, (_, id) => deliver(id)),
          // A client that is refused while it still sends may see no answer.
          ...all.map(({ path, method, size }) => send(astray(path), 'x'.repeat(size), method).catch(() => 404)),
        ]);
        expect(answers.slice(0, count).toSorted((a, b) => a - b)).toEqual([
          ...Array.from({ length: count - 1 }, () => 200),
          500,
        ]);
        expect(answers.slice(count)).toEqual(all.map(() => 404));
        expect(
          inbox
            .all()
            .map(({ received }) => received.body)
            .toSorted(),
        ).toEqual(Array.from({ length: count }, (_, id) => message(id)).toSorted());
      },
    ),
    { numRuns: 20 },
  );
});

test('a body at no known address is not read beyond 64 kB, whether it has a length, is chunked or is compressed', async () => {
  const long = message(1, 'x'.repeat(70_000));
  const quiet = inbox.watch();
  expect(await send(astray('/long'), long).catch(() => 404)).toBe(404);
  const chunked = await stranger();
  chunked.write('POST /chunks HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const dropped = gone(chunked);
  chunked.write(`${long.length.toString(16)}\r\n${long}\r\n`);
  chunked.resume();
  await dropped;
  expect(quiet()).toMatch(/2 were left unread, such as POST \/long from .*, POST \/chunks from/);
  const bomb = gzipSync(message(2, 'x'.repeat(50_000_000)));
  expect(await send(astray('/bomb'), bomb, 'POST', { 'content-encoding': 'gzip' })).toBe(404);
  expect(inbox.astray()).toEqual([]);
});

test('a sender that takes too long is dropped, in the head or in the body, and blocks no other sender', async () => {
  await receiver.close();
  await open(300);
  const { pathname } = new URL(inbox.url);
  const begun = ['', 'POST / HT', `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{`];
  const slow = await Promise.all(
    Array.from({ length: 30 }, (_, count) =>
      stranger().then((socket) => {
        socket.write(begun[count % begun.length] ?? '');
        return socket.resume();
      }),
    ),
  );
  const ends = slow.map(gone);
  expect(await deliver(1)).toBe(200);
  await Promise.all(ends);
  expect(inbox.all()).toHaveLength(1);
});

test('a stranger that opens too many connections takes them from other strangers, not from a known sender', async () => {
  const known = await stranger();
  const { pathname } = new URL(inbox.url);
  const post = `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`;
  known.write(post);
  await once(known, 'data');
  const first = await stranger();
  const dropped = gone(first.resume());
  const others: Socket[] = [];
  for (let count = 0; count < 256; count++) others.push(await stranger());
  await dropped;
  known.write(post);
  await once(known, 'data');
  expect(inbox.all()).toHaveLength(2);
  for (const socket of [...others, known]) socket.destroy();
});

test('the deliveries that an inbox keeps are limited, and so is the memory for all requests', async () => {
  const before = process.memoryUsage().rss;
  const big = Buffer.from(message(1, 'x'.repeat(4_000_000)));
  for (let count = 0; count < 20; count++) expect(await send(inbox.url, big)).toBe(200);
  expect(inbox.all()).toHaveLength(7);
  const junk = Buffer.alloc(1_000_000, 'x');
  const hidden = Array.from({ length: 300 }, (_, count) => send(astray(`/${count}`), junk).catch(() => 404));
  await Promise.all(hidden);
  // 380 MB were sent. Other tests may share the process.
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  inbox.close();
  expect([await send(inbox.url, big), inbox.all()]).toEqual([200, []]);
});
