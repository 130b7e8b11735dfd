import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../reports/report.ts';
import { ended, labconform, printed, start } from './command.ts';
import { inProcess } from './in-process.ts';

let folder: string;
let tenant: ReturnType<typeof start>;
let served: { readonly baseUrl: string; readonly controlUrl: string; readonly caFile: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-gate-'));
  tenant = start(['tenant'], folder);
  served = JSON.parse(await printed(tenant, /^\{/)) as typeof served;
  await writeFile(join(folder, 'claims.yaml'), profileOf('claims: [client-credentials]'));
  await writeFile(join(folder, 'plain.yaml'), profileOf(''));
  await writeFile(join(folder, 'waivers.yaml'), waivers);
});

afterAll(async () => {
  const over = ended(tenant);
  tenant.kill('SIGTERM');
  await over;
  await rm(folder, { recursive: true, force: true });
});

const waivers =
  'waivers: [{ check: client-credentials/no-refresh-token-is-issued, reason: known, owner: Ann, lastDay: 2999-12-31 }]\n';

function profileOf(more: string): string {
  const { baseUrl, controlUrl, caFile } = served;
  return `name: served\n${more}\nbaseUrl: ${baseUrl}\ntls: { caFile: ${caFile} }\ncontrol: { type: http, url: ${controlUrl} }\nlimits: { propagationSeconds: 0 }\napi: { schemaFieldsEncoding: json }\nwriteProbe: { method: POST, path: /api/v2/entries, body: { name: probe, projectId: '{{projectId}}' }, createdBy: /createdBy/id }\n`;
}

async function run(...args: readonly string[]) {
  const ended = await labconform(
    ['run', '--seed', '8', '--runs', '2', '--format', 'json', '--report-dir', 'out', ...args],
    folder,
  );
  return ended;
}

const reportOf = async (): Promise<Report> =>
  JSON.parse(await readFile(join(folder, 'out/conformance.json'), 'utf8')) as Report;

describe('claims of the target profile', () => {
  test('are required whole without a flag, come first in the output, and decide whether a tenant conforms', async () => {
    const { status, out } = await run('--target', 'claims.yaml', '--profile', 'client-credentials');
    expect(out).toMatch(/\nClaims: client-credentials\n/);
    expect(out).toMatch(/\nConforming: claimed and exercised whole: client-credentials; \d+ requirements exercised/);
    expect(status).toBe(0);
    const { claims, required, outcome } = await reportOf();
    expect({ claims, required, outcome }).toEqual({
      claims: ['client-credentials'],
      required: ['client-credentials'],
      outcome: 'conforming',
    });
  });

  test('that the call leaves out end the run with 4, and the last line says so', async () => {
    const { status, out } = await run('--target', 'claims.yaml', '--profile', 'api-key');
    expect(out).toMatch(/\nIncomplete: .*\(claimed and left out by --profile: client-credentials\)/);
    expect(status).toBe(4);
  });

  test('are absent: a run of one profile is partly exercised', async () => {
    const { status, out } = await run('--target', 'plain.yaml', '--profile', 'client-credentials');
    expect(out).toMatch(
      /\nPartly exercised: \d+ of \d+ requirements, none failed; client-credentials was exercised whole\./,
    );
    expect(status).toBe(0);
  });

  test('that name no profile are refused, and the error lists the names', async () => {
    await writeFile(join(folder, 'wrong.yaml'), profileOf('claims: [client-credential]'));
    const { status, err } = await inProcess(['run', '--target', join(folder, 'wrong.yaml')]);
    expect(err).toMatch(/claims.*found "client-credential", expected one of .*"client-credentials"/);
    expect(status).toBe(2);
  });
});

describe('a gate', () => {
  // The requirement is derived, so breaking it is a warning.
  const fault = [
    ...['--fault', 'client-credentials/refresh-token-is-null'],
    ...['--check', 'client-credentials/no-refresh-token-is-issued'],
  ];

  test('stated lets warnings pass, and the last line names the gate that would not', async () => {
    const { status, out } = await run(...fault);
    expect(out).toMatch(/1 warning \(CCR-22\)\. --gate strict would not let 1 warning pass\./);
    expect(status).toBe(0);
  });

  test('strict counts warnings as failures, and changes no verdict', async () => {
    const { status, out } = await run(...fault, '--gate', 'strict');
    expect(out).toMatch(/\nNot conforming, with warnings counted as failures: 1 warning \(CCR-22\)\./);
    expect(status).toBe(1);
    const { gate, failOn, summary, requirements } = await reportOf();
    const warnings = requirements.filter(({ verdict }) => verdict === 'warning').length;
    expect({ gate, failOn, failed: summary.failed, warning: warnings }).toEqual({
      gate: 'strict',
      failOn: 'warning',
      failed: 0,
      warning: 1,
    });
  });

  test('acceptance passes a tenant that keeps all its claims', async () => {
    const args = ['--target', 'claims.yaml', '--profile', 'client-credentials', '--gate', 'acceptance'];
    expect((await run(...args)).status).toBe(0);
  });

  test.for([
    ['without a target', ['--gate', 'acceptance'], /--gate: found acceptance without --target, expected .*claims/],
    [
      'without claims',
      ['--gate', 'acceptance', '--target', 'plain.yaml'],
      /plain\.yaml: claims: not given, expected by --gate acceptance/,
    ],
    [
      'with waivers',
      ['--gate', 'acceptance', '--target', 'claims.yaml', '--waivers', 'waivers.yaml'],
      /--gate: found acceptance together with --waivers \S+waivers\.yaml, expected no waivers/,
    ],
    [
      'that contradicts --fail-on',
      ['--gate', 'stated', '--fail-on', 'warning'],
      /--fail-on: found warning together with --gate stated/,
    ],
    ['that does not exist', ['--gate', 'strikt'], /--gate: found "strikt", expected stated, strict, acceptance/],
  ] as const)('%s is a mistake of the call', async ([, args, sentence]) => {
    const inFolder = args.map((arg) => (arg.endsWith('.yaml') ? join(folder, arg) : arg));
    const { status, err } = await inProcess(['run', ...inFolder]);
    expect(err).toMatch(sentence);
    expect(status).toBe(2);
  });
});
