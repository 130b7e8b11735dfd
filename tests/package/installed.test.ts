import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../reports/report.ts';
import type { Ended } from '../cli/command.ts';
import { printed } from '../cli/command.ts';
import type { Packed } from './installation.ts';
import { bytesOf, command, emptyFolder, nodeOf, ownNode, pack, started, typeErrors } from './installation.ts';

const megabyte = 1_000_000;
const fault = 'client-credentials/not-without-a-redirect-uri';
let packed: Packed;

beforeAll(async () => {
  packed = await pack();
});

describe('the tarball', () => {
  test('is at most 4 MB', () => {
    expect(packed.size).toBeLessThan(4 * megabyte);
  });

  test('contains the program and its documentation, and no tests, benches or linter files', () => {
    const roots = new Set(packed.files.map((path) => path.split('/')[0]));
    expect(roots).toEqual(
      new Set(['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'cli', 'dist', 'docs', 'package.json']),
    );
    expect(packed.files.filter((path) => /\.test\.|-bench\.|generate-types|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    expect(packed.files).toEqual(expect.arrayContaining(['dist/api/index.d.ts', 'dist/api/index.js.map']));
  });
});

// The oldest Node.js that runs the package, and the one that the repository uses.
describe.each([
  ['22.19', '22.19.0'],
  ['24', undefined],
])('installed under Node.js %s', (_name, version) => {
  let folder: string;
  let node: string;
  let installed: Ended;
  const npx = (...args: string[]): ReturnType<typeof command> => command('npx', args, folder, node);

  beforeAll(async () => {
    node = version === undefined ? ownNode : await nodeOf(version);
    folder = await emptyFolder();
    installed = await command('npm', ['install', packed.file], folder, node);
    // As if the packages belonged to another user.
    const own = join(folder, 'node_modules', 'lab-platform-conformance');
    for (const name of ['.', ...readdirSync(own, { recursive: true, encoding: 'utf8' })])
      chmodSync(join(own, name), 0o555);
  });

  test('it is for this Node.js', () => {
    expect(installed).toEqual(endedWith(0));
    expect(installed.err).not.toMatch(/EBADENGINE/);
  });

  test('an older Node.js gets a sentence about what to install', async () => {
    const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})';
    const file = 'node_modules/lab-platform-conformance/cli/labconform.js';
    const { status, out, err } = await command('node', ['--import', older, file, 'run'], folder, node);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^labconform: found Node\.js 20\.20\.2, expected 22\.19 or newer, .*\n$/);
    expect(err).not.toMatch(/npm run/);
  });

  test('it takes no more than 84 MB with all that it depends on', () => {
    expect(bytesOf(join(folder, 'node_modules'))).toBeLessThan(84 * 1_048_576);
    expect(existsSync(join(folder, 'node_modules', 'playwright-core'))).toBe(false);
  });

  test('it prints its version', async () => {
    const { version: expected } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    expect(await npx('labconform', '--version')).toEqual({ status: 0, out: `${expected}\n`, err: '' });
  });

  test('it runs a profile, and writes every format', async () => {
    const run = await npx('labconform', 'run', '--profile', 'api-key', '--runs', '20');
    expect(run).toEqual(endedWith(0));
    expect(run.err).toBe('');
    expect(new Set(readdirSync(join(folder, 'conformance-report')))).toEqual(
      new Set([
        'allure-results',
        'badge.svg',
        'conformance.html',
        'conformance.json',
        'conformance.md',
        'ctrf.json',
        'junit.xml',
      ]),
    );
  });

  test('it fails a faulty tenant', async () => {
    const args = ['--profile', 'client-credentials', '--fault', fault, '--runs', '5'];
    const run = await npx('labconform', 'run', ...args);
    expect(run).toEqual(endedWith(1));
    expect(run.out).toMatch(/CCR-01/);
  });

  test('its doctor finds a served tenant ready', async () => {
    const tenant = started(join(folder, 'node_modules', '.bin', 'labconform'), ['tenant'], folder, node);
    try {
      const served = JSON.parse(await printed(tenant, /^\{/)) as {
        baseUrl: string;
        controlUrl: string;
        caFile: string;
      };
      await writeFile(
        join(folder, 'target.yaml'),
        `name: served\nbaseUrl: ${served.baseUrl}\ntls: { caFile: ${served.caFile} }\ncontrol: { type: http, url: ${served.controlUrl} }\n`,
      );
      expect(await npx('labconform', 'doctor', '--target', 'target.yaml')).toEqual(endedWith(0));
    } finally {
      tenant.kill('SIGTERM');
    }
  });

  test('it says what to install if a browser is needed', async () => {
    const profile = {
      name: 'acme',
      baseUrl: 'https://acme.example',
      control: { type: 'http', url: 'http://127.0.0.1:9/', browser: 'chromium' },
    };
    const page = { when: 'form', steps: [{ click: 'button' }] };
    const browser = { signIn: page, consent: { when: 'form', grant: page.steps, deny: page.steps } };
    await writeFile(join(folder, 'browser.json'), JSON.stringify({ ...profile, browser }));
    const { status, err } = await npx('labconform', 'doctor', '--target', 'browser.json');
    expect(err).toMatch(
      /^labconform: .*control\.browser: found chromium, but playwright-core is not installed, .*npm install playwright-core$/m,
    );
    expect(status).toBe(2);
  });

  test('its API runs the checks, and its report fits its schema', async () => {
    await writeFile(join(folder, 'use.ts'), useOfTheApi);
    expect(await typeErrors(folder, 'use.ts')).toBe('');
    await writeFile(
      join(folder, 'use.mjs'),
      useOfTheApi.replaceAll(/ as [A-Z]\w+/g, '').replaceAll(/^import type.*$/gm, ''),
    );
    const use = await command('node', ['use.mjs'], folder, node);
    expect(use).toEqual(endedWith(0));
    const { seed, outcome, exit, title } = JSON.parse(use.out) as Record<string, unknown>;
    expect({ seed, exit, title }).toEqual({ seed: 7, exit: 0, title: 'Report' });
    const written = JSON.parse(await readFile(join(folder, 'by-api', 'conformance.json'), 'utf8')) as Report;
    expect([written.outcome, written.summary.failed]).toEqual([outcome, 0]);
  });

  test('its adapter runs the checks as tests in the Vitest of a user', async () => {
    await writeFile(join(folder, 'conformance.test.ts'), useOfTheAdapter);
    expect(await typeErrors(folder, 'conformance.test.ts')).toBe('');
    const all = await npx('vitest', 'run', '--reporter', 'json', '--outputFile', 'tests.json');
    expect(all).toEqual(endedWith(1));
    const results = JSON.parse(await readFile(join(folder, 'tests.json'), 'utf8')) as {
      testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
    };
    const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
    const of = (name: string): typeof tests => tests.filter(({ fullName }) => fullName.startsWith(name));
    expect(of('plain tenant').filter(({ status }) => status === 'failed')).toEqual([]);
    expect(of('plain tenant').filter(({ status }) => status === 'passed').length).toBeGreaterThan(10);
    const failed = of('faulty tenant').filter(({ status }) => status === 'failed');
    expect(failed.map(({ failureMessages }) => failureMessages.join()).join()).toMatch(
      /[A-Z]{3}-\d\d: .* expected .*seed/s,
    );
    expect(existsSync(join(folder, 'by-vitest', 'conformance.html'))).toBe(true);
    expect(await npx('vitest', 'run', '-t', 'plain tenant')).toEqual(endedWith(0));
  });
});

/** Returns the expected end of a command. If it ends otherwise, the difference shows its output. */
function endedWith(status: number): Record<keyof Ended, unknown> {
  return { status, out: expect.any(String) as unknown, err: expect.any(String) as unknown };
}

const useOfTheApi = `
import { exitStatus, run, writeReport } from 'lab-platform-conformance';
import type { Report } from 'lab-platform-conformance';
import schema from 'lab-platform-conformance/schemas/report/report.schema.json' with { type: 'json' };
const report = (await run(undefined, { profiles: ['client-credentials'], runs: 2, seed: 7 })) as Report;
await writeReport(report, 'by-api', ['json', 'html']);
console.log(JSON.stringify({ seed: report.seed, outcome: report.outcome, exit: exitStatus(report), title: schema.title }));
`;

const useOfTheAdapter = `
import * as vitest from 'vitest';
import { conformanceTests } from 'lab-platform-conformance/vitest';
conformanceTests(vitest, { name: 'plain tenant', profiles: ['client-credentials'], runs: 2, seed: 7, reportDir: 'by-vitest' });
conformanceTests(vitest, { name: 'faulty tenant', profiles: ['client-credentials'], runs: 2, seed: 7, fault: '${fault}' });
`;
