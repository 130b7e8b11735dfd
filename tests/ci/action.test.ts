import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../reports/report.ts';
import { commandsIn, controlToken, recordingCommand, runStep, servedTenant, shell } from './scripts.ts';
import { actionFile } from './templates.ts';
import { root } from './schemas.ts';

let folder: string;
let bin: string;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'labconform-test-')));
  bin = await commandsIn(folder);
  stop = await servedTenant(folder, ['--fault', 'token-issuance/expires-in-as-text']);
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

const environment = { CONTROL_TOKEN: controlToken };
/** Returns further arguments: some checks, and only the report format that the tests read. */
const checks = (...ids: string[]): string => ['--format=json', ...ids.map((id) => `--check=${id}`)].join('\n');
const failing = 'token-issuance/every-answer-has-its-members';
const sound = 'token-issuance/a-right-request-is-granted';
const inTarget = { target: 'target.yaml', runs: '1', seed: '7' };

describe('the step that runs the command', () => {
  test('gives outputs, annotations and a summary of a tenant that fails, and its status', async () => {
    const inputs = { ...inTarget, args: checks(failing, sound) };
    const { status, out, outputs, summary } = await runStep('run', inputs, folder, bin, environment);
    const report = JSON.parse(await readFile(join(folder, 'conformance-report/conformance.json'), 'utf8')) as Report;
    const having = (...verdicts: string[]): string =>
      String(report.requirements.filter(({ verdict }) => verdicts.includes(verdict)).length);
    expect(status).toBe(1);
    expect(outputs).toEqual({
      status: '1',
      outcome: 'not-conforming',
      failed: having('failed'),
      warnings: having('warning'),
      exercised: having('passed', 'failed', 'warning', 'waived'),
      requirements: String(report.requirements.length),
      report: 'conformance-report/conformance.json',
      artifact: 'conformance-report',
    });
    expect(Number(outputs['failed'])).toBeGreaterThan(0);
    expect(out).toMatch(/^::error title=labconform%3A TOK-\d+.*::.*expires_in/m);
    expect(summary).toMatch(/^## labconform: .*\n[\s\S]*TOK-\d+/);
    expect(`${out}${summary}`).not.toContain(controlToken);
  });

  test('ends with 0 at a tenant that passes the checks', async () => {
    const inputs = { ...inTarget, args: checks(sound), 'report-dir': 'sound', artifact: 'sound' };
    const { status, out, outputs } = await runStep('run', inputs, folder, bin, environment);
    expect(status).toBe(0);
    expect(outputs).toMatchObject({ status: '0', failed: '0', report: 'sound/conformance.json', artifact: 'sound' });
    expect(out).not.toContain('::error');
  });

  test('passes every input on as one argument, and never as shell text', async () => {
    const noted = join(folder, 'noted');
    await mkdir(noted);
    await recordingCommand(noted, 'labconform');
    await writeFile(join(folder, 'it is $(touch stolen).yaml'), '');
    const inputs = {
      target: 'it is $(touch stolen).yaml',
      profile: 'api-key listing',
      claims: 'api-key, listing',
      gate: 'strict',
      shard: '2/3',
      seed: '7',
      runs: '5',
      'wait-for': '60s',
      args: '--within=10m\n--format\njson "; touch stolen"',
      'report-dir': 'a report; touch stolen',
    };
    const { status } = await runStep('run', inputs, folder, noted, { NOTES: join(folder, 'notes') });
    expect(status).toBe(0);
    expect((await readFile(join(folder, 'notes'), 'utf8')).trimEnd().split('\n')).toEqual([
      'run',
      '--target=it is $(touch stolen).yaml',
      '--profile=api-key',
      '--profile=listing',
      '--require=api-key',
      '--require=listing',
      '--gate=strict',
      '--shard=2/3',
      '--seed=7',
      '--runs=5',
      '--wait-for=60s',
      '--within=10m',
      '--format',
      'json "; touch stolen"',
      '--report-dir=a report; touch stolen',
    ]);
    await expect(readFile(join(folder, 'stolen'))).rejects.toThrow('ENOENT');
  });

  test.for([
    [
      { target: 'missing.yaml' },
      /^::error .*::input target: found no file at missing\.yaml, expected .* e\.g\. target: /,
    ],
    [{}, /^::error .*::input target: found nothing, expected /],
    [{ target: 'a\n::set-env::%' }, /^::error .*::input target: found no file at a%0A::set-env::%25, /],
    [{ target: 'target.yaml', waivers: 'none.yaml' }, /^::error .*::input waivers: found no file at none\.yaml, /],
    [{ target: 'target.yaml', merge: 'shards' }, /^::error .*::input merge: found it together with target, /],
    [{ merge: 'nowhere' }, /^::error .*::input merge: found no folder at nowhere, /],
    [{ merge: 'temp-empty' }, /^::error .*::input merge: found no conformance\.json below temp-empty, /],
  ] as const)('names the input that is wrong in one line, with 2: %j', async ([inputs, message]) => {
    await mkdir(join(folder, 'temp-empty'), { recursive: true });
    const { status, out, err, outputs } = await runStep('run', inputs, folder, bin);
    expect(out).toMatch(message);
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toBe('');
    expect(outputs).toEqual({ status: '2' });
    expect(status).toBe(2);
  });

  test('gives no outputs of an earlier report if nothing was run', async () => {
    const inputs = { ...inTarget, 'report-dir': 'sound', profile: 'no-such-profile' };
    const { status, outputs } = await runStep('run', inputs, folder, bin, environment);
    expect([status, outputs]).toEqual([2, { status: '2' }]);
  });
});

test('shards run as steps of their own, and a further step merges them into the verdict of the whole run', async () => {
  for (const shard of ['1/2', '2/2']) {
    const inputs = { ...inTarget, shard, claims: 'token-issuance', args: checks(failing, sound) };
    const { outputs } = await runStep('run', { ...inputs, 'report-dir': `s/${shard[0]}` }, folder, bin, environment);
    expect(outputs['artifact']).toBe(`conformance-report-${shard[0]}-of-2`);
  }
  const { status, out, outputs, summary } = await runStep('run', { merge: 's', 'report-dir': 'merged' }, folder, bin);
  expect(status).toBe(1);
  expect(outputs).toMatchObject({ outcome: 'not-conforming', report: 'merged/conformance.json' });
  expect(out).toMatch(/^::error /m);
  expect(summary).toMatch(/^## labconform: /);
  // A shard is missing, so the verdict is open.
  const alone = await runStep('run', { merge: 's/1', 'report-dir': 'alone' }, folder, bin);
  expect(alone.status).toBe(
    JSON.parse(await readFile(join(folder, 's/1/conformance.json'), 'utf8')).summary.failed > 0 ? 1 : 3,
  );
});

describe('the step that installs the command', () => {
  const install = async (inputs: Record<string, string>, name: string): Promise<{ notes: string; path: string }> => {
    const cwd = join(folder, name);
    await mkdir(join(cwd, 'bin'), { recursive: true });
    await recordingCommand(join(cwd, 'bin'), 'npm');
    const { status, path } = await runStep('install', inputs, cwd, join(cwd, 'bin'), { NOTES: join(cwd, 'notes') });
    expect(status).toBe(0);
    return { notes: await readFile(join(cwd, 'notes'), 'utf8'), path: path.trim() };
  };

  test('installs the version that the action was checked out at', async () => {
    const { notes, path } = await install({}, 'own');
    expect(notes.split('\n')).toEqual(expect.arrayContaining(['ci', '--omit=dev', '--prefix', root]));
    const { status, out } = await shell(['labconform', '--version'], folder, `${path}:${bin}`, {});
    expect([status, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  test('installs another version or a tarball if the input names one', async () => {
    const named = await install({ version: '0.1.0; touch stolen' }, 'named');
    expect(named.notes).toMatch(/^install\n[\s\S]*\nlab-platform-conformance@0\.1\.0; touch stolen\n$/);
    expect(named.path).toBe(join(folder, 'named/temp/labconform/node_modules/.bin'));
    await mkdir(join(folder, 'packed'));
    await writeFile(join(folder, 'packed/a.tgz'), '');
    expect((await install({ version: 'a.tgz' }, 'packed')).notes).toMatch(/\n\/\S+\/packed\/a\.tgz\n$/);
  });
});

test('the report is uploaded with any verdict if there is a report', async () => {
  const step = (await actionFile()).runs.steps.at(-1);
  expect(step?.if).toBe("always() && steps.run.outputs.report != '' && inputs.artifact != ''");
});
