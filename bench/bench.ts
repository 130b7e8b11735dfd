import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dispatcher } from 'undici';
import { Agent, request } from 'undici';
import type { Exchange } from '../core/exchange.ts';
import { realTime } from '../drivers/real-time.ts';
import { openEmbedded } from '../drivers/target/embedded.ts';
import { checks } from '../specs/checks/index.ts';
import type { ProfileName } from '../specs/requirements/index.ts';
import { profileNames } from '../specs/requirements/index.ts';
import { runAll } from '../specs/run-all.ts';
import { watchResident } from './resident.ts';

// Everything that is compared runs side by side in this one process.

const seed = 1;
const runs = 100;
const repetitions = 3;

const firstFive: readonly ProfileName[] = [
  'transport',
  'token-issuance',
  'client-credentials',
  'api-key',
  'versioning',
];
/** All that does not wait for deliveries, which come in real time. */
const firstNine: readonly ProfileName[] = [...firstFive, 'delegated', 'openid-connect', 'lifecycle', 'expiry'];
const judged = checks.filter(({ id }) => firstNine.some((profile) => id.startsWith(`${profile}/`)));

async function suiteAgainstBareClient(): Promise<void> {
  const ratios: number[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    const exchanges = new Map<string, Sent[]>();
    const session = await openEmbedded({
      seed,
      runId: 'bench',
      realTime,
      linger: true,
      observe: (check, exchange, over) => {
        const list = exchanges.get(check);
        if (list === undefined) exchanges.set(check, [{ exchange, over }]);
        else list.push({ exchange, over });
      },
    });
    const began = performance.now();
    await runAll(judged, session, { runs, seed, now: realTime.now });
    const suite = performance.now() - began;
    const bare = await sendAgain([...exchanges.values()], session.concurrency);
    await session.close();
    const count = [...exchanges.values()].reduce((sum, list) => sum + list.length, 0);
    ratios.push(suite / bare);
    say(
      `  run ${repetition}: ${count} exchanges, suite ${ms(suite)}, bare undici ${ms(bare)}, ratio ${(suite / bare).toFixed(2)}`,
    );
  }
  verdict('suite / bare client, median', median(ratios), 1.5, '');
}

/** An exchange of the suite, and the connections that it went over. */
interface Sent {
  readonly exchange: Exchange;
  readonly over: Dispatcher;
}

/**
 * The same requests over as many connections, as many checks at a time and as many at once within each, with nothing
 * but the client.
 */
async function sendAgain(lists: readonly (readonly Sent[])[], concurrency: number): Promise<number> {
  const began = performance.now();
  const waiting = lists.values();
  const work = async (): Promise<void> => {
    for (const list of waiting) {
      const agents = new Map<Dispatcher, Agent>();
      for (const batch of asTheyOverlapped(list)) await Promise.all(batch.map((sent) => sendOne(agents, sent)));
      for (const agent of agents.values()) await agent.destroy();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return performance.now() - began;
}

/** What was under way at the same time is sent at the same time again. */
function asTheyOverlapped(list: readonly Sent[]): Sent[][] {
  const batches: Sent[][] = [];
  let until = -Infinity;
  for (const sent of list.toSorted((a, b) => a.exchange.at - b.exchange.at)) {
    const { at, ms: took } = sent.exchange;
    const last = batches.at(-1);
    if (last !== undefined && at < until) {
      last.push(sent);
      until = Math.min(until, at + took);
    } else {
      batches.push([sent]);
      until = at + took;
    }
  }
  return batches;
}

async function sendOne(agents: Map<Dispatcher, Agent>, { exchange, over }: Sent): Promise<void> {
  const { method, url, headers, body } = exchange.request;
  let agent = agents.get(over);
  if (agent === undefined) {
    agent = new Agent({ connections: 32, pipelining: 1, connect: { rejectUnauthorized: false } });
    agents.set(over, agent);
  }
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers,
      body: body ?? null,
    });
    await answer.body.text();
  } catch {
    // what ended without an answer then does so now
  }
}

/** The command as a user starts it: when the first verdict is printed, when it ends, and how much memory it took. */
async function command(
  what: string,
  profiles: readonly ProfileName[],
  limits: { readonly seconds?: number; readonly first?: number; readonly megabytes?: number },
): Promise<void> {
  const bin = fileURLToPath(new URL('../cli/labconform.js', import.meta.url));
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [bin, 'run', '--seed', String(seed), '--report-dir', folder, '--profile', ...profiles],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let first: number | undefined;
  const peakOf = watchResident(child.pid);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/^ok /m.test(text)) first ??= performance.now() - began;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const total = performance.now() - began;
  verdict(`${what}: start to first verdict`, (first ?? Infinity) / 1000, limits.first, ' s');
  verdict(`${what}: the whole run at ${runs} cases a property`, total / 1000, limits.seconds, ' s');
  verdict(`${what}: resident memory at its peak`, peakOf() / 1e6, limits.megabytes, ' MB');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function verdict(what: string, value: number, limit: number | undefined, unit: string): void {
  const told = `${what}: ${value.toFixed(2)}${unit}`;
  if (limit === undefined) say(`     ${told}`);
  else say(`${value <= limit ? 'ok  ' : 'OVER'} ${told} (limit ${limit}${unit})`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const folder = await mkdtemp(join(tmpdir(), 'labconform-bench-'));
try {
  say(`seed ${seed}, ${runs} cases a property`);
  await command(`${firstFive.length} profiles`, firstFive, { seconds: 20, first: 2, megabytes: 400 });
  await command(`${firstNine.length} profiles`, firstNine, { seconds: 60 });
  await command('all profiles', profileNames, {});
  say(`${judged.length} checks of ${firstNine.length} profiles beside the bare client`);
  await suiteAgainstBareClient();
} finally {
  await rm(folder, { recursive: true, force: true });
}
