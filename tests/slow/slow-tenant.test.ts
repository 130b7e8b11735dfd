import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckResult } from '../../core/result.ts';
import { resolveProfile } from '../../drivers/profile/load.ts';
import { realTime } from '../../drivers/real-time.ts';
import { openShared } from '../../drivers/session/shared.ts';
import { checks } from '../../specs/checks/index.ts';
import { longestFirst } from '../../specs/order.ts';
import { runAll } from '../../specs/run-all.ts';
import { inProcess } from '../cli/in-process.ts';
import type { OneWorker, Served } from './one-worker.ts';
import { startOneWorker } from './one-worker.ts';

const seed = 20261120;
/** Long enough that requests waiting for the worker make answers visibly slower. */
const serviceMs = 60;

/** Checks of each kind: calls only, operations, sign-ins on pages, time that passes, and concurrent calls. */
const chosen = checks.filter(({ id }) =>
  [
    'token-issuance/a-right-request-is-granted',
    'token-issuance/user-grants-need-no-header',
    'token-issuance/tokens-are-issued-on-any-connection',
    'api-key/the-key-as-username-authenticates',
    'api-key/a-key-needs-no-app',
    'lifecycle/no-token-of-a-refresh-that-raced-with-a-suspension',
    'lifecycle/states-last-for-months',
  ].includes(id),
);

interface Run {
  readonly results: readonly CheckResult[];
  readonly served: Served;
  readonly seconds: number;
}

const cases = 2;

async function run(ms: number): Promise<Run> {
  const tenant = await startOneWorker(ms);
  const { baseUrl, controlUrl, caPem } = tenant;
  const profile = resolveProfile(
    {
      name: 'one worker',
      baseUrl,
      control: { type: 'http', url: controlUrl },
      api: { schemaFieldsEncoding: 'json' },
      limits: { propagationSeconds: 0 },
    },
    { caPem },
  );
  const session = await openShared(profile, { runId: 'slow', realTime });
  try {
    const began = realTime.now();
    const results = await runAll(longestFirst(chosen, cases), session, { runs: cases, seed, now: realTime.now });
    return { results, served: tenant.served(), seconds: (realTime.now() - began) / 1000 };
  } finally {
    await session.close();
    await tenant.close();
  }
}

describe('a conforming tenant with one worker that is slow', () => {
  let fast: Run;
  let slow: Run;
  beforeAll(async () => {
    fast = await run(0);
    slow = await run(serviceMs);
  });

  test('passes the same checks as when it is fast', () => {
    expect(chosen).toHaveLength(7);
    for (const { results } of [fast, slow])
      expect(results.map(({ id, verdict }) => `${id}: ${verdict}`).toSorted()).toEqual(
        chosen.map(({ id }) => `${id}: passed`).toSorted(),
      );
  });

  test('is kept busy, gets hardly more requests, and has only a short queue', () => {
    const count = ({ requests, operations }: Served): number => requests + operations;
    expect(count(slow.served)).toBeGreaterThan(100);
    expect(count(slow.served) / count(fast.served)).toBeLessThanOrEqual(1.05);
    expect(slow.seconds / (slow.served.busyMs / 1000)).toBeLessThanOrEqual(1.3);
    expect(slow.served.mostWaiting).toBeLessThanOrEqual(16);
  });
});

describe('before a run at such a tenant', () => {
  let folder: string;
  let tenant: OneWorker;
  let target: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
    tenant = await startOneWorker(serviceMs);
    const file = join(folder, 'target.json');
    await writeFile(join(folder, 'ca.pem'), tenant.caPem);
    const profile = {
      name: 'one worker',
      baseUrl: tenant.baseUrl,
      tls: { caFile: 'ca.pem' },
      control: { type: 'http', url: tenant.controlUrl },
      limits: { propagationSeconds: 0, deliverySeconds: 0.3 },
    };
    await writeFile(file, JSON.stringify(profile));
    target = ['--target', file];
  });
  afterAll(async () => {
    await tenant.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('doctor prints how fast it answers, and how long a run takes', async () => {
    const { out } = await inProcess(['doctor', ...target]);
    const [, ms] = /ok +speed +a call is answered after (\d+) ms, and parallel calls are hardly faster/.exec(out) ?? [];
    expect(Number(ms)).toBeGreaterThanOrEqual(serviceMs);
    expect(Number(ms)).toBeLessThan(4 * serviceMs);
    expect(out).toMatch(
      /a run of everything takes about [\d.]+ hours, the shortest with --within about [\d.]+ (?:minutes|hours)/,
    );
  });

  test('plan includes the time of its answers', async () => {
    const { out } = await inProcess(['plan', ...target, '--profile', 'api-key', '--runs', '2', '--json']);
    const { requests, operated, seconds } = JSON.parse(out) as Record<string, number>;
    expect(seconds).toBeGreaterThanOrEqual((((requests ?? 0) + (operated ?? 0)) * serviceMs) / 1000);
    expect(seconds).toBeLessThan((((requests ?? 0) + (operated ?? 0)) * 3 * serviceMs) / 1000);
  });

  test('a time limit that is too short is refused with the shortest possible limit', async () => {
    const before = tenant.served();
    const { status, err } = await inProcess([
      'run',
      ...target,
      '--profile',
      'api-key',
      '--within',
      '10s',
      '--report-dir',
      folder,
    ]);
    expect(status).toBe(2);
    expect(err).toMatch(
      /--within: found 10 s, but the first 2 cases of each check take about (\d+ minutes|\d+ s) at this target, expected at least --within \d+[sm], or fewer checks by --profile/,
    );
    expect(tenant.served().requests - before.requests).toBeLessThan(100);
  });
});
