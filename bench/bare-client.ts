import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Dispatcher } from 'undici';
import { Client } from 'undici';

/** A request that left this process. It was sent by a check, or by the browser in which the check's users sign in. */
interface Sent {
  readonly origin: string;
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: string[];
  readonly body: string | Buffer | null;
  /** The connection that carried the request. */
  over: object | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly from: number;
  until: number;
}

interface ChannelRequest {
  readonly origin: string | URL;
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: string[];
  readonly body: string | Buffer | null;
}

/** Records each request that any code of this process sends through undici, until `stop` is called. */
export function recordRequests(): { readonly stop: () => readonly Sent[] } {
  const sent = new Map<object, Sent>();
  const created = (message: unknown): void => {
    const { request } = message as { request: ChannelRequest };
    const { origin, method, path, headers, body } = request;
    const from = performance.now();
    sent.set(request, {
      origin: String(origin),
      method,
      path,
      headers: [...headers],
      body,
      over: undefined,
      from,
      until: from,
    });
  };
  const begun = (message: unknown): void => {
    const { request, socket } = message as { request: object; socket: object };
    const one = sent.get(request);
    if (one !== undefined) one.over = socket;
  };
  const ended = (message: unknown): void => {
    const one = sent.get((message as { request: object }).request);
    if (one !== undefined) one.until = performance.now();
  };
  const listeners = [
    ['undici:request:create', created],
    ['undici:client:sendHeaders', begun],
    ['undici:request:trailers', ended],
    ['undici:request:error', ended],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);
  return {
    stop: () => {
      for (const [name, listener] of listeners) unsubscribe(name, listener);
      return [...sent.values()];
    },
  };
}

/**
 * Sends the same requests again with nothing but the client: to the same number of servers at a time, over the same
 * number of connections, and with the same number of requests at once to each server.
 *
 * @returns the duration in milliseconds
 */
export async function sendAgain(requests: readonly Sent[], concurrency: number): Promise<number> {
  const began = performance.now();
  const waiting = Map.groupBy(requests, ({ origin }) => origin).values();
  const work = async (): Promise<void> => {
    for (const list of waiting) {
      const clients = new Map<object, Client>();
      for (const batch of asTheyOverlapped(list)) await Promise.all(batch.map((sent) => sendOne(clients, sent)));
      for (const client of clients.values()) await client.destroy();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return performance.now() - began;
}

/** Returns batches of requests. Requests that were under way at the same time are sent at the same time again. */
function asTheyOverlapped(list: readonly Sent[]): Sent[][] {
  const batches: Sent[][] = [];
  let until = -Infinity;
  for (const sent of list.toSorted((a, b) => a.from - b.from)) {
    const last = batches.at(-1);
    if (last !== undefined && sent.from < until) {
      last.push(sent);
      until = Math.min(until, sent.until);
    } else {
      batches.push([sent]);
      until = sent.until;
    }
  }
  return batches;
}

async function sendOne(clients: Map<object, Client>, sent: Sent): Promise<void> {
  const { origin, method, path, headers, body, over = sent } = sent;
  let client = clients.get(over);
  if (client === undefined) {
    client = new Client(origin, { pipelining: 1, connect: { rejectUnauthorized: false } });
    clients.set(over, client);
  }
  try {
    const answer = await client.request({ method, path, headers, body });
    await answer.body.text();
  } catch {
    // a request that had no answer then has none now
  }
}
