import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from '../../core/delivery.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import { isDelivery } from '../../core/journal.ts';
import { findCapture, readCapture } from '../../drivers/capture/read-capture.ts';
import { createKeyStore } from '../../drivers/identity-provider/provider.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openEmbedded } from '../../drivers/session/embedded.ts';
import type { Session } from '../../drivers/session/session.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { recordedResults } from '../../specs/recorded/results.ts';
import { RecordedTraffic } from '../../specs/recorded/traffic.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Fault, Variant } from '../../tenant/index.ts';
import { createCertificate } from '../../tenant/index.ts';

/** The traffic of one check at a tenant of its own, as another person would have recorded it. */
export interface Recording {
  readonly check: string;
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
}

const keys = createKeyStore();
const certificate = await createCertificate(realTime.today());

/** Records what checks do to the embedded tenant. */
export async function record(
  some: readonly SuiteCheck[],
  deviation: { readonly fault?: Fault; readonly variant?: Variant },
  runs: number,
): Promise<Recording[]> {
  const exchanges = new Map<string, Exchange[]>();
  const journals = new Map<string, Set<Journal>>();
  const noted = <T>(map: Map<string, T>, check: string, empty: T): T => {
    const found = map.get(check) ?? empty;
    map.set(check, found);
    return found;
  };
  const session = await openEmbedded({
    ...{ seed: 7, runId: 'recorded', realTime, keys, certificate },
    ...deviation,
    observe: (check, exchange) => void noted(exchanges, check, []).push(exchange),
  });
  try {
    const listening = withJournals(session, (check, journal) => void noted(journals, check, new Set()).add(journal));
    await runAll(some, listening, { runs, seed: 7, now: realTime.now, shrinkMs: 0 });
  } finally {
    await session.close();
  }
  return some.map(({ id }) => ({
    check: id,
    exchanges: exchanges.get(id) ?? [],
    deliveries: [...new Set([...(journals.get(id) ?? [])].flatMap(({ entries }) => entries.filter(isDelivery)))],
  }));
}

/** Returns a session that reports the journal of each case when the case begins. */
function withJournals(session: Session, onJournal: (check: string, journal: Journal) => void): Session {
  return {
    ...session,
    host: async (check, signal) => {
      const hosted = await session.host(check, signal);
      const { host } = hosted;
      const withJournal =
        (open: typeof host.open): typeof host.open =>
        (journal, manner) => {
          onJournal(check.id, journal);
          return open(journal, manner);
        };
      return {
        ...hosted,
        host: {
          ...host,
          open: withJournal(host.open),
          together: (parts) =>
            host.together(parts.map((part) => (place) => part({ ...place, open: withJournal(place.open) }))),
        },
      };
    },
  };
}

/** The factor that stretches times, so that an exchange takes longer than the rounding, as over the internet. */
const slower = 20;
const began = Date.parse('2026-11-20T08:00:00.000Z');

/** Returns an exchange as an entry of a HAR. */
export function harEntry({ request, response, at, ms }: Exchange): Record<string, unknown> {
  const { method, url, headers, body } = request;
  const pairs = (all: Readonly<Record<string, string | readonly string[]>>): unknown[] =>
    Object.entries(all).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
  const sent = { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) };
  const mimeType = String(response?.headers['content-type'] ?? 'x-unknown');
  return {
    startedDateTime: new Date(began + at * slower).toISOString(),
    // Times are rounded, and a later exchange must not seem to have begun before the end of an earlier one.
    time: Math.max(0, (ms - 1) * slower),
    request: {
      ...{ method, url, httpVersion: 'HTTP/1.1', cookies: [], headers: pairs(sent), queryString: [] },
      ...(body === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
      ...{ headersSize: -1, bodySize: body === undefined ? 0 : Buffer.byteLength(body) },
    },
    response: {
      ...{ status: response?.status ?? 0, statusText: '', httpVersion: 'HTTP/1.1', cookies: [] },
      headers: pairs(response?.headers ?? {}),
      content: { size: Buffer.byteLength(response?.body ?? ''), mimeType, text: response?.body ?? '' },
      ...{ redirectURL: '', headersSize: -1, bodySize: -1 },
    },
    cache: {},
    timings: { send: 0, wait: ms * slower, receive: 0 },
  };
}

export function har(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'a test', version: '1' }, pages: [], entries } });
}

export function ndjson(deliveries: readonly Delivery[]): string {
  return deliveries
    .map(({ received: { method, headers, body, base64 } }) =>
      JSON.stringify(
        base64 === undefined ? { method, headers, body } : { method, headers, body: base64, encoding: 'base64' },
      ),
    )
    .join('\n');
}

export interface Inspected {
  /** Requirements that were found broken, each with the sentence of its finding. */
  readonly broken: ReadonlyMap<string, string>;
  readonly judged: ReadonlySet<string>;
  /** The reasons why the other requirements were not judged. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Inspects captures from files, like the command. */
export async function inspected(captures: Readonly<Record<string, string>>): Promise<Inspected> {
  const folder = await mkdtemp(join(tmpdir(), 'labconform-capture-'));
  try {
    const traffic = new RecordedTraffic();
    const numbering = { next: 1 };
    for (const [name, text] of Object.entries(captures)) {
      if (text === '') continue;
      await writeFile(join(folder, name), text);
      const reader = {
        wants: (url: string) => traffic.wants(url),
        exchange: (one: Parameters<RecordedTraffic['exchange']>[0]) => traffic.exchange(one),
        delivery: (one: Parameters<RecordedTraffic['delivery']>[0]) => traffic.delivery(one),
      };
      await readCapture(await findCapture(join(folder, name)), reader, numbering);
    }
    return outcome(traffic);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function outcome(traffic: RecordedTraffic): Inspected {
  const results = recordedResults(traffic.verdicts());
  const broken = new Map(
    results.flatMap(({ failures }) =>
      failures.map((one): [string, string] => [
        one.requirement,
        `${one.verdict} ${one.requirement}: ${one.subject} ${one.observed}, expected ${one.expected}`,
      ]),
    ),
  );
  const exercised = results.flatMap(({ verdicts }) =>
    Object.entries(verdicts).flatMap(([id, verdict]) => (verdict === 'not-exercised' ? [] : [id])),
  );
  const reasons = new Map(
    results.flatMap(({ requirements, verdict, reason }) =>
      verdict === 'not-exercised' && reason !== undefined
        ? requirements.map((id): [string, string] => [id, reason])
        : [],
    ),
  );
  return { broken, judged: new Set(exercised), reasons };
}

/** Inspects the recording of each check separately, because each check had a tenant of its own. */
export async function inspectedRun(recordings: readonly Recording[]): Promise<Omit<Inspected, 'reasons'>> {
  const broken = new Map<string, string>();
  const judged = new Set<string>();
  for (const { check, exchanges, deliveries } of recordings) {
    const one = await inspected({
      'traffic.har': har(exchanges.map(harEntry)),
      'deliveries.ndjson': ndjson(deliveries),
    });
    for (const [requirement, text] of one.broken) broken.set(requirement, `${text} (traffic of ${check})`);
    for (const requirement of one.judged) judged.add(requirement);
  }
  return { broken, judged };
}
