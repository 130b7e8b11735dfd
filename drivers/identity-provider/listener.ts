import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listening, ListenOptions } from '../listening/listen.ts';
import { belowPublicPath, listenAt, publicPathOf } from '../listening/listen.ts';

/** The answer to a request for one document. */
export interface Served {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A server of documents, each at its own path. It does not depend on their contents. */
export interface DocumentListener extends Listening {
  /**
   * Serves the result of `answer` at a path such as `/a/b`, or only with a query such as `/a/b?c=d`. Returns a function
   * that ends this.
   */
  readonly serve: (path: string, answer: () => Promise<Served>) => () => void;
}

/**
 * Starts to listen.
 *
 * @throws {ConfigurationError} if the suite cannot listen there
 */
export async function listenForDocuments(place: ListenOptions): Promise<DocumentListener> {
  const documents = new Map<string, () => Promise<Served>>();
  const publicPath = publicPathOf(place);

  // If a document cannot be made, this function fails, and the client gets no answer.
  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    incoming.resume();
    const address = belowPublicPath(publicPath, incoming.url ?? '');
    const answer = documents.get(address) ?? documents.get(address.replace(/\?.*$/s, ''));
    if (answer === undefined) return send(outgoing, { status: 404, type: 'text/plain', body: 'Not found' });
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      outgoing.setHeader('Allow', 'GET, HEAD');
      return send(outgoing, { status: 405, type: 'text/plain', body: 'Method not allowed' });
    }
    send(outgoing, await answer());
  }

  return {
    ...(await listenAt('identityProvider.listen', place, respond)),
    serve: (path, answer) => {
      documents.set(path, answer);
      return () => documents.delete(path);
    },
  };
}

function send(outgoing: ServerResponse, { status, type, body }: Served): void {
  outgoing.statusCode = status;
  outgoing.setHeader('Content-Type', type);
  outgoing.setHeader('Content-Length', Buffer.byteLength(body));
  // Keys change during a check. A client that caches them regardless decides this itself.
  outgoing.setHeader('Cache-Control', 'no-cache');
  outgoing.end(body);
}
