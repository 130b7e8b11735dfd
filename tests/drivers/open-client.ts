import { Journal } from '../../core/journal.ts';
import type { ClientOptions } from '../../drivers/client/client.ts';
import { HttpClient } from '../../drivers/client/client.ts';
import { anyNumber } from '../../drivers/client/in-flight.ts';
import { unlimited } from '../../drivers/client/pace.ts';
import { caPem } from './loopback-server.ts';

/** Returns a client that trusts the servers of these tests, and a journal for its requests. */
export function clientWithJournal(options: Partial<ClientOptions> = {}): {
  readonly client: HttpClient;
  readonly journal: Journal;
} {
  const client = new HttpClient({
    ca: caPem,
    timeoutSeconds: 5,
    connections: 4,
    pace: unlimited,
    inFlight: anyNumber,
    now: () => performance.now(),
    ...options,
  });
  return { client, journal: new Journal() };
}
