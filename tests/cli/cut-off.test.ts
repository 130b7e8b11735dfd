import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutResult } from '../../core/without-result.ts';
import type { Report } from '../../schemas/types/report.ts';
import { validator } from '../../schemas/validate.ts';
import { portable } from '../../specs/adapter.ts';
import { checks } from '../../specs/checks/index.ts';
import type { LoopbackServer } from '../drivers/loopback-server.ts';
import { httpServer, rawServer } from '../drivers/loopback-server.ts';
import { ended, labconform, printed, start } from './command.ts';
import { inProcess } from './in-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function report(directory: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, directory, 'conformance.json'), 'utf8')) as Report;
}

const interrupted = 'the run was interrupted before the check came to a result';
const interrupting = 'interrupted: writing the results so far; interrupt again to stop at once\n';
const fewChecks = checks.filter(({ id }) => id.startsWith('api-key/')).slice(0, 20);

/** Milliseconds that no step of these tests exceeds, even on a busy machine. */
const longestMs = 10_000;

describe('a run that is killed at any moment keeps every result that it had printed', () => {
  async function resultsOfKilledRun(
    directory: string,
    args: readonly string[],
    until: RegExp,
    times: number,
  ): Promise<[string[], Report]> {
    const child = start(['run', '--runs', '20', '--seed', '3', '--report-dir', directory, ...args], folder);
    const end = ended(child);
    await printed(child, until, times);
    child.kill('SIGKILL');
    const { out } = await end;
    const file = join(folder, directory, 'conformance.json');
    const { status, err } = await inProcess(['report', 'render', file, '--format', 'json', 'junit']);
    expect([status, err]).toEqual([0, '']);
    const made = await report(directory);
    expect(validator('report')(made)).toEqual([]);
    expect(made).toMatchObject({ interrupted: true, outcome: 'incomplete' });
    expect(await readFile(join(folder, directory, 'junit.xml'), 'utf8')).toContain(`tests="${made.checks.length}"`);
    return [out.split('\n'), made];
  }

  const moments = fc.sample(fc.integer({ min: 1, max: 15 }), 3);

  test.each(moments)('printed one by one, after line %i', async (moment) => {
    const args = ['--check', ...fewChecks.map(({ id }) => id)];
    const [lines, made] = await resultsOfKilledRun('singly', args, /^ok /, moment);
    const shownIds = lines.flatMap((line) => /^ok {3}(\S+)/.exec(line)?.[1] ?? []);
    expect(shownIds.length).toBeGreaterThanOrEqual(moment);
    const passed = made.checks.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(shownIds));
    expect(made.checks.map(({ id }) => id)).toEqual(fewChecks.map(({ id }) => id).toSorted());
    const others = made.checks.filter(({ verdict }) => verdict !== 'passed');
    for (const { reason } of others) expect(reason).toBe(interrupted);
    expect(made.survey?.places.map(({ place }) => place)).toContain('POST /oauth/token');
  });

  test('printed as a count', async () => {
    const [lines, made] = await resultsOfKilledRun('counted', ['--profile', 'api-key'], /^ +\d+ of \d+ checks/, 2);
    const counts = lines.flatMap((line) => /^ +(\d+) of \d+ checks/.exec(line)?.[1] ?? []).map(Number);
    const there = made.checks.filter(({ reason }) => reason !== interrupted).length;
    expect(there).toBeGreaterThanOrEqual(counts.at(-1) ?? Infinity);
  });

  test('report verify refuses its partial results and names the command that renders them', async () => {
    const left = join(folder, 'counted', 'conformance.partial.ndjson');
    const { status, err } = await inProcess(['report', 'verify', left]);
    expect(status).toBe(2);
    expect(err).toContain(`labconform report render ${left} --format json`);
  });

  test('a line that was being written is left out', async () => {
    const lines = await readFile(join(folder, 'counted', 'conformance.partial.ndjson'), 'utf8');
    const torn = join(folder, 'torn.ndjson');
    await writeFile(torn, lines.slice(0, -20));
    expect((await inProcess(['report', 'render', torn, '--format', 'json'])).status).toBe(0);
    const made = JSON.parse(await readFile(join(folder, 'conformance.json'), 'utf8')) as Report;
    const counted = ({ checks: all }: Report): number => all.filter(({ verdict }) => verdict === 'passed').length;
    expect(counted(made)).toBe(counted(await report('counted')) - 1);
  });

  test('partial results of another version have to be rendered by that version', async () => {
    const lines = await readFile(join(folder, 'counted', 'conformance.partial.ndjson'), 'utf8');
    const other = join(folder, 'other.ndjson');
    await writeFile(other, lines.replace(/"catalogue":"[0-9a-f]+"/, '"catalogue":"0"'));
    const { status, err } = await inProcess(['report', 'render', other, '--format', 'json']);
    expect(status).toBe(2);
    expect(err).toMatch(
      /its version or catalogue is not that of this program .* expected the version that ran to render it/,
    );
  });

  test('a run that ends normally leaves only its report, which replaces the partial results', async () => {
    const directory = join(folder, 'counted');
    await writeFile(join(directory, 'junit.xml'), 'of another run');
    const args = [
      'run',
      '--check',
      fewChecks[0]?.id ?? '',
      '--runs',
      '1',
      '--report-dir',
      'counted',
      '--format',
      'json',
    ];
    expect((await labconform(args, folder)).status).toBe(0);
    expect((await readdir(directory)).toSorted()).toEqual(['conformance.json', 'junit.xml']);
    expect((await report('counted')).checks).toHaveLength(1);
  });
});

describe('the first signal ends a run with 130 and a sentence', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s while it starts', async (signal) => {
    const environment = await preload(
      'started.cjs',
      `process.on('newListener', (name) => { if (name === 'SIGTERM') setImmediate(() => console.log('listening')); });`,
    );
    const child = start(['run', '--report-dir', 'nothing'], folder, environment);
    const end = ended(child);
    await printed(child, /^listening/);
    child.kill(signal);
    const { status, err } = await end;
    // The modules may all be loaded by the time that the signal is handled.
    expect(['labconform: interrupted before it was done\n', interrupting]).toContain(err);
    expect(status).toBe(130);
  });

  test('while the tenant does not answer', async () => {
    await using tenant = await silentServer();
    await writeFile(join(folder, 'slow.yaml'), `name: slow\nbaseUrl: https://127.0.0.1:${tenant.port}\n`);
    expect((await whenInterrupted('slow', tenant.asked)).length).toBeGreaterThanOrEqual(ofTransport.length);
  });

  test('while the control does not answer', async () => {
    await using control = await silentServer();
    await using tenant = await httpServer((_, response) => response.writeHead(401).end());
    const text = `name: stuck\nbaseUrl: ${tenant.url}\ncontrol: { type: http, url: "${control.url}/control" }\n`;
    await writeFile(join(folder, 'stuck.yaml'), text);
    expect((await whenInterrupted('stuck', control.asked)).length).toBeGreaterThanOrEqual(ofTransport.length);
  });

  const ofTransport = checks.filter(({ proves }) => proves.some((id) => id.startsWith('TRN-')));

  async function whenInterrupted(name: string, asked: Promise<void>): Promise<Report['checks']> {
    const args = ['run', '--target', `${name}.yaml`, '--report-dir', name, '--profile', 'transport'];
    const child = start(args, folder);
    const end = ended(child);
    await Promise.race([asked, end.then(({ err }) => Promise.reject(new Error(`it sent no request: ${err}`)))]);
    await expectedToEnd(child, end, name);
    return (await report(name)).checks;
  }

  test('while a check keeps its thread busy', async () => {
    const busy = await preload('busy.cjs', atFirstServer(`require('node:fs').writeSync(1, 'busy\\n'); for (;;);`));
    const args = ['run', '--report-dir', 'busy', '--check', ...fewChecks.map(({ id }) => id)];
    const child = start(args, folder, busy);
    const end = ended(child);
    await printed(child, /^busy/);
    await expectedToEnd(child, end, 'busy');
    expect((await report('busy')).checks).toHaveLength(fewChecks.length);
  });

  async function expectedToEnd(
    child: ReturnType<typeof start>,
    end: ReturnType<typeof ended>,
    directory: string,
  ): Promise<void> {
    const from = performance.now();
    child.kill('SIGTERM');
    const { status, err } = await end;
    expect(performance.now() - from).toBeLessThan(longestMs);
    expect(err).toContain(interrupting);
    expect(status).toBe(130);
    const written = await report(directory);
    expect(validator('report')(written)).toEqual([]);
    expect(written).toMatchObject({ interrupted: true, outcome: 'incomplete' });
  }
});

describe('every selected check is in the report', () => {
  test('if the thread of the checks ran out of memory', async () => {
    const death = await preload(
      'death.cjs',
      atFirstServer('const all = []; for (;;) all.push(new Array(1e5).fill(0));'),
    );
    const args = ['run', '--report-dir', 'death', '--check', ...fewChecks.map(({ id }) => id)];
    const { status, err, out } = await labconform(args, folder, death);
    expect(err).toContain('the suite itself failed: Worker terminated due to reaching memory limit');
    expect(out).toMatch(/Test bed broken in 20 checks/);
    expect(status).toBe(3);
    const { checks: all, outcome } = await report('death');
    expect([outcome, all.length]).toEqual(['broken', fewChecks.length]);
    for (const { verdict, reason } of all)
      expect([verdict, reason]).toEqual(['broken', expect.stringContaining('memory')]);
    const junit = await readFile(join(folder, 'death', 'junit.xml'), 'utf8');
    expect(junit).toContain('tests="20" failures="0" errors="20"');
  });

  test('if its result is no plain data, which would otherwise lose the other results too', () => {
    const [check] = fewChecks;
    if (check === undefined) throw new Error('there is no check');
    const whole = withoutResult(check, { verdict: 'passed', reason: 'all is well' });
    expect(portable(check, whole)).toBe(whole);
    const odd = { ...whole, observations: [{ freedom: 'FRE-01', observed: 'a way', evidence: [() => {}] as never[] }] };
    const { id, verdict, reason } = portable(check, odd);
    expect([id, verdict]).toEqual([check.id, 'broken']);
    expect(reason).toMatch(
      /^the suite itself failed: the result of the check is no plain data \(.*could not be cloned/,
    );
  });

  test('if the run ended at its first failure', async () => {
    // The first check fails at its first case. So many checks follow that no thread begins all of them before it learns
    // of that failure.
    const fault = 'api-key/key-wanted-as-password-too';
    const chosen = checks.map(({ id }) => id).filter((id) => id.startsWith('api-key/'));
    const args = ['--fault', fault, '--bail', '--runs', '2', '--report-dir', 'bail', '--check', ...chosen];
    const { status } = await labconform(['run', ...args], folder);
    expect(status).toBe(1);
    const { checks: all, bailed } = await report('bail');
    expect(bailed).toBe(true);
    expect(all.map(({ id }) => id)).toEqual(chosen.toSorted());
    const reasons = all.filter(({ verdict }) => verdict === 'not-exercised').map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['the run ended at its first failure before the check (--bail)']));
  });
});

/** Returns the environment that makes every process and thread of the command run a script first. */
async function preload(name: string, script: string): Promise<Record<string, string>> {
  const file = join(folder, name);
  await writeFile(file, script);
  return { NODE_OPTIONS: `--require ${file}` };
}

/**
 * Returns a script for `preload`. It gives threads little memory, and runs the given script in a thread at the first
 * server that listens, which is a check's own tenant.
 */
function atFirstServer(script: string): string {
  return `
    const threads = require('node:worker_threads');
    if (threads.isMainThread) {
      const { Worker } = threads;
      threads.Worker = class extends Worker {
        constructor(file, options) { super(file, { ...options, resourceLimits: { maxOldGenerationSizeMb: 200 } }); }
      };
      require('node:module').syncBuiltinESMExports();
    } else {
      const { Server } = require('node:net');
      Server.prototype.listen = function () { ${script} };
    }`;
}

interface Silent extends LoopbackServer {
  /** Resolves at the first request. */
  readonly asked: Promise<void>;
}

async function silentServer(): Promise<Silent> {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  return { ...(await rawServer((socket) => socket.once('data', () => resolve()))), asked };
}
