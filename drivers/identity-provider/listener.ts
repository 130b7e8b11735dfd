import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listening, Place } from '../listening/listen.ts';
import { belowPublicPath, listenAt, publicPathOf } from '../listening/listen.ts';

/** What is answered to a request for one document. */
export interface Served {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A server of documents, each at a path of its own. Knows nothing of what they are. */
export interface DocumentListener extends Listening {
  /** Serves what `answer` gives at a path such as `/a/b`, or only with a query such as `/a/b?c=d`, until the function that comes back is called. */
  readonly serve: (path: string, answer: () => Promise<Served>) => () => void;
}

/**
 * Starts to listen.
 *
 * @throws {ConfigurationError} where nobody can listen there
 */
export async function listenForDocuments(place: Place): Promise<DocumentListener> {
  const documents = new Map<string, () => Promise<Served>>();
  const publicPath = publicPathOf(place);

  // A document that cannot be made is this server's trouble, and its client's to see.
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
  // Keys change during a check: a client that keeps them does so on its own account.
  outgoing.setHeader('Cache-Control', 'no-cache');
  outgoing.end(body);
}
