import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { PremiseUnmet, TestBedTrouble } from '../../core/trouble.ts';
import type { PersonSignIn } from '../fixtures/fixture-grants.ts';

export interface PersonOptions {
  /** The registered redirect URI of the app of the fixtures: an address of this machine with its port. */
  readonly redirectUri: string;
  /** Tells the person which address to open and as which user to sign in. */
  readonly ask: (request: { readonly address: string; readonly email: string }) => void;
  /** Seconds that the person has; five minutes by default. */
  readonly waitSeconds?: number;
}

/**
 * Obtains the code while a person signs in with a browser of their own. Listens at the registered address of this
 * machine until the browser is sent back there. Serves one person at a time, and does not wait again after a person did
 * not come once.
 */
export function personSignIn({ redirectUri, ask, waitSeconds = 300 }: PersonOptions): PersonSignIn {
  let turn: Promise<unknown> = Promise.resolve();
  let absent: PremiseUnmet | undefined;
  return (request) => {
    const arrived = turn.then(async () => {
      if (absent !== undefined) throw absent;
      // a stray or forged visit to the listener does not know the state
      const state = randomUUID();
      const address = `${request.url}&${new URLSearchParams({ state }).toString()}`;
      const listening = await listenFor(redirectUri, state);
      try {
        ask({ address, email: request.email });
        return await within(waitSeconds, listening.arrived);
      } catch (error) {
        if (error instanceof PremiseUnmet) absent = error;
        throw error;
      } finally {
        await listening.close();
      }
    });
    turn = arrived.catch(() => undefined);
    return arrived;
  };
}

interface Listening {
  /** The address with which the browser came back. */
  readonly arrived: Promise<string>;
  close(): Promise<void>;
}

async function listenFor(redirectUri: string, state: string): Promise<Listening> {
  const { port, pathname } = new URL(redirectUri);
  const { promise: arrived, resolve } = Promise.withResolvers<string>();
  const handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    const address = URL.parse(incoming.url ?? '', redirectUri);
    if (incoming.method !== 'GET' || address?.pathname !== pathname || address.searchParams.get('state') !== state) {
      answer(response, 404, 'There is nothing here');
      return;
    }
    answer(response, 200, 'You can close this window');
    resolve(address.href);
  };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) {
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeIdleConnections();
      });
    }
  };
  const troubles: string[] = [];
  // a browser may use either address for localhost
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer({ requestTimeout: 5000, keepAliveTimeout: 1 }, handle);
    const code = await startToListen(server, Number(port), host);
    if (code === undefined) servers.push(server);
    else if (host === '127.0.0.1' || code === 'EADDRINUSE') troubles.push(`${host}: ${code}`);
  }
  if (troubles.length === 0) return { arrived, close };
  await close();
  throw new TestBedTrouble(
    `fixtures.app.redirectUri: port ${port} of this machine can't be listened on (${troubles.join(', ')}), expected a free one`,
  );
}

/** Starts to listen; returns the code of the error if that fails. */
function startToListen(server: Server, port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen(port, host, () => resolve(undefined));
  });
}

async function within<T>(seconds: number, arrived: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new PremiseUnmet(`nobody signed in at the browser within ${seconds} s`)),
    seconds * 1000,
  );
  try {
    return await Promise.race([arrived, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers with a page that sends its address nowhere and is not stored, because the address contains the code. */
function answer(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    .end(`<!doctype html>\n<html lang="en"><title>${text}</title><h1>${text}</h1></html>\n`);
}
