import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseEnvironment } from 'dotenv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../reports/report.ts';
import { documentsOf, textOf } from './schemas.ts';
import { commandsIn, controlToken, servedTenant, shell, type Variables } from './scripts.ts';
import { gitlabTemplate, jobFile } from './templates.ts';

let folder: string;
let bin: string;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  bin = await commandsIn(folder);
  stop = await servedTenant(folder);
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Two checks, one for each shard. */
const few =
  '--check=token-issuance/a-right-request-is-granted --check=token-issuance/every-answer-has-its-members --runs=1';
const reportAt = async (path: string): Promise<Report> =>
  JSON.parse(await readFile(join(folder, path), 'utf8')) as Report;

/** Expects that the merged report has every check exactly once. */
async function expectWhole(merged: string, parts: readonly string[]): Promise<void> {
  const shards = await Promise.all(parts.map(reportAt));
  const whole = await reportAt(merged);
  expect(whole.missingShards ?? []).toEqual([]);
  const ids = shards.flatMap(({ checks }) => checks.map(({ id }) => id)).sort();
  expect(whole.checks.map(({ id }) => id).sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const shard of shards) expect(shard.checks.length).toBeGreaterThan(0);
}

describe('the jobs of Kubernetes', () => {
  const settings = async (): Promise<Record<string, string>> => ({
    ...parseEnvironment(await textOf('ci/kubernetes/base/settings.env')),
    TARGET: join(folder, 'target.yaml'),
    REPORTS: join(folder, 'reports'),
    ARGS: few,
    MERGE_WAIT_SECONDS: '0',
    CONTROL_TOKEN: controlToken,
  });
  const run = async (name: string, variables: Variables): ReturnType<typeof shell> => {
    const [container] = (await jobFile(name)).spec.template.spec.containers;
    return shell([...(container?.command ?? []), ...(container?.args ?? [])], folder, bin, variables);
  };

  test('each run one shard, numbered from zero, and one job merges them', async () => {
    const given = await settings();
    for (const JOB_COMPLETION_INDEX of ['0', '1']) {
      const { status, err } = await run('shards', { ...given, JOB_COMPLETION_INDEX });
      expect([status, err]).toEqual([0, '']);
    }
    const { status, out } = await run('merge', given);
    expect(status).toBe(0);
    expect(out).toMatch(/^Report in .*merged: .*conformance\.json/m);
    const shards = [1, 2].map((number) => `reports/first/shard-${number}/conformance.json`);
    await expectWhole('reports/first/merged/conformance.json', shards);
    expect((await reportAt(shards[1] ?? '')).shard).toEqual({ index: 2, of: 2 });
  });

  test('merge the existing shards after their time is over, and leave the verdict open', async () => {
    const given = { ...(await settings()), SHARDS: '2', RUN_NAME: 'second' };
    const nothing = await run('merge', given);
    expect(nothing.err).toMatch(/^labconform: MERGE_WAIT_SECONDS: found no report of a shard within 0 s, expected/);
    expect(nothing.status).toBe(3);
    await mkdir(join(folder, 'reports/second/shard-1'), { recursive: true });
    await writeFile(
      join(folder, 'reports/second/shard-1/conformance.json'),
      await readFile(join(folder, 'reports/first/shard-1/conformance.json')),
    );
    expect((await run('merge', given)).status).toBe(3);
    expect((await reportAt('reports/second/merged/conformance.json')).missingShards).toEqual([{ index: 2, of: 2 }]);
  });

  test('end with 2 if the profile is missing or the call is wrong, and the merge does not wait for the shard', async () => {
    const given = { ...(await settings()), RUN_NAME: 'third', MERGE_WAIT_SECONDS: '14400', JOB_COMPLETION_INDEX: '0' };
    const missing = await run('shards', { ...given, TARGET: '/profile/none.yaml' });
    expect(missing.err).toMatch(
      /^labconform: TARGET: found no file at \/profile\/none\.yaml, expected .*labconform-target/,
    );
    expect(missing.err.trimEnd().split('\n')).toHaveLength(1);
    expect(missing.status).toBe(2);
    expect((await run('shards', { ...given, ARGS: '--profile=nothing' })).status).toBe(2);
    const { status, err } = await run('merge', given);
    expect(err).toMatch(/^labconform: shard-1: found a mistake in its call, expected its report; kubectl logs /);
    expect(status).toBe(2);
  });
});

describe('the jobs of GitLab', () => {
  const run = async (
    job: 'labconform' | 'labconform-merge',
    inputs: Variables,
    variables: Variables,
  ): ReturnType<typeof shell> => {
    const [, jobs] = (await documentsOf(await gitlabTemplate(inputs))) as [
      unknown,
      Record<string, { script?: string[]; before_script?: string[]; variables?: Record<string, string> }>,
    ];
    const common = jobs['.labconform'];
    const script = [...(common?.before_script ?? []), ...(jobs[job]?.script ?? [])].join('\n');
    const given = { ...common?.variables, CONTROL_TOKEN: controlToken, ...variables };
    return shell(['sh', '-ec', script], folder, bin, given);
  };

  test('each run one shard, and one job merges them and writes JUnit', async () => {
    const inputs = { target: 'target.yaml', profile: 'token-issuance', args: few };
    for (const CI_NODE_INDEX of ['1', '2']) {
      const { status, err } = await run('labconform', inputs, { CI_NODE_INDEX, CI_NODE_TOTAL: '2' });
      expect([status, err]).toEqual([0, '']);
    }
    expect((await run('labconform-merge', inputs, {})).status).toBe(0);
    await expectWhole(
      'conformance-report/conformance.json',
      [1, 2].map((number) => `labconform-shards/${number}/conformance.json`),
    );
    expect(await readFile(join(folder, 'conformance-report/junit.xml'), 'utf8')).toContain('<testsuite');
  });

  test('name the input if the profile is missing', async () => {
    const { status, err } = await run('labconform', { target: 'none.yaml' }, {});
    expect(err).toMatch(/^labconform: input target: found no file at none\.yaml, expected .*e\.g\. target: /);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  });
});
