import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCapture, readCapture } from '../drivers/capture/read-capture.ts';
import { RecordedTraffic } from '../specs/recorded/traffic.ts';
import { median, say, verdict } from './telling.ts';

// Measures how fast captures are inspected, compared with a bare JSON.parse of the same file. Reading the file counts
// for both. The comparison uses the processor time of all threads, so that other work of the machine makes no
// difference.

const megabyte = 1_000_000;
const size = 120 * megabyte;
const repetitions = 3;
const origin = 'https://acme.example';

interface Capture {
  readonly name: string;
  /** Returns an entry for any index. */
  readonly entries: (index: number) => unknown;
  /**
   * Limit of the time in relation to JSON.parse. The tenant's entries are found and parsed, and the texts of their
   * bodies are parsed once more.
   */
  readonly limit: number;
}

const captures: readonly Capture[] = [
  {
    name: 'a browser session: a tenth of it calls of the tenant',
    entries: (at) => (at % 10 === 0 ? apiCall(at) : asset(at)),
    limit: 1,
  },
  { name: 'calls of the tenant alone', entries: apiCall, limit: 3 },
  { name: 'large pages and files', entries: (at) => (at % 2 === 0 ? largePage(at) : image(at)), limit: 2 },
];

async function measure(folder: string, { name, entries, limit }: Capture): Promise<void> {
  const path = join(folder, 'traffic.har');
  const bytes = await writeHar(path, entries);
  const ratios: number[] = [];
  const rates: number[] = [];
  let peak = 0;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const before = process.memoryUsage.rss();
    const inspected = await inspectOnce(path, () => (peak = Math.max(peak, process.memoryUsage.rss() - before)));
    const parsed = await parseOnce(path);
    ratios.push(inspected / parsed);
    rates.push(bytes / inspected / 1000);
  }
  say(`${name}, ${Math.round(bytes / megabyte)} MB`);
  verdict('  inspected, megabytes a second, median', median(rates), 100, '', 'least');
  verdict('  time against a bare JSON.parse, median', median(ratios), limit);
  verdict('  memory beyond what there was before, MB', peak / megabyte, 150);
}

async function inspectOnce(path: string, sample: () => void): Promise<number> {
  const traffic = new RecordedTraffic({ baseUrl: origin });
  const began = process.cpuUsage();
  let seen = 0;
  await readCapture(
    await findCapture(path),
    {
      wants: (url) => traffic.wants(url),
      exchange: (recorded) => {
        traffic.exchange(recorded);
        if (seen++ % 1000 === 0) sample();
      },
      delivery: (recorded) => traffic.delivery(recorded),
    },
    { next: 1 },
  );
  const took = since(began);
  const pages = traffic.verdicts().of('LST-09');
  if (pages.judged === 0 || pages.broken > 0) throw new Error('the benchmark judged nothing, or judged it wrongly');
  return took;
}

async function parseOnce(path: string): Promise<number> {
  const began = process.cpuUsage();
  const { log } = JSON.parse(await readFile(path, 'utf8')) as {
    readonly log: { readonly entries: readonly unknown[] };
  };
  const took = since(began);
  if (log.entries.length === 0) throw new Error('the benchmark parsed nothing');
  return took;
}

async function writeHar(path: string, entries: Capture['entries']): Promise<number> {
  await using file = await open(path, 'w');
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    await file.appendFile(text);
    bytes += Buffer.byteLength(text);
  };
  await write('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"pages":[],"entries":[');
  for (let at = 0, isFull = false; !isFull; isFull = bytes >= size) {
    const some = Array.from({ length: 100 }, () => JSON.stringify(entries(at++))).join(',');
    await write(bytes < 200 ? some : `,${some}`);
  }
  await write(']}}');
  return bytes;
}

function apiCall(at: number): unknown {
  const items = Array.from({ length: 20 }, (_, index) => ({
    id: `ent_${at}_${index}`,
    name: `Assay of sample ${index}, "second" run`,
    modifiedAt: '2026-11-20T08:00:00.000Z',
    fields: { Concentration: { value: 1.5 * index, unit: 'µM' }, Operator: { value: 'M. Curie' } },
  }));
  const body = JSON.stringify({ entries: items, nextToken: `next${at}` });
  return entry(at, `${origin}/api/v2/entries?pageSize=20`, 'application/json', body);
}

function asset(at: number): unknown {
  const code = `function f${at}(a,b){return a["x"]>b?"yes\\n":'no'}\n`.repeat(100);
  return entry(at, `https://cdn.example/assets/${at}.js`, 'text/javascript', code);
}

function largePage(at: number): unknown {
  const body = JSON.stringify({
    entries: Array.from({ length: 1000 }, (_, id) => ({ id, text: 'x'.repeat(200) })),
    nextToken: '',
  });
  return entry(at, `${origin}/api/v3/entry/items`, 'application/json', body);
}

function image(at: number): unknown {
  return entry(at, `https://cdn.example/${at}.png`, 'image/png', 'iVBORw0KGgo'.repeat(20_000), 'base64');
}

function entry(at: number, url: string, mimeType: string, text: string, encoding?: string): unknown {
  const headers = ['accept', 'accept-language', 'user-agent', 'referer', 'sec-fetch-mode', 'authorization'].map(
    (name) => ({
      name,
      value: name === 'accept' ? 'application/json' : `value of ${name} number ${at}`,
    }),
  );
  return {
    startedDateTime: '2026-11-20T08:00:00.000Z',
    time: 12.5,
    request: {
      method: 'GET',
      url,
      httpVersion: 'HTTP/2',
      cookies: [],
      headers,
      queryString: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      ...{ status: 200, statusText: '', httpVersion: 'HTTP/2', cookies: [] },
      headers: [{ name: 'content-type', value: mimeType }, ...headers],
      content: { size: text.length, mimeType, text, ...(encoding === undefined ? {} : { encoding }) },
      ...{ redirectURL: '', headersSize: -1, bodySize: -1 },
    },
    cache: {},
    timings: { send: 0.1, wait: 12, receive: 0.4 },
  };
}

/** Returns milliseconds of processor time. */
function since(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
try {
  for (const capture of captures) await measure(folder, capture);
} finally {
  await rm(folder, { recursive: true, force: true });
}
