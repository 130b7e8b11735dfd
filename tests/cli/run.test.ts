import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types/report.ts';
import { validator } from '../../schemas/validate.ts';
import { checks } from '../../specs/checks/index.ts';
import { ended, labconform, printed, start } from './command.ts';

const failing = 'token-issuance/every-answer-has-its-members';
const sound = 'token-issuance/a-right-request-is-granted';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function report(directory: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, directory, 'conformance.json'), 'utf8')) as Report;
}

function verdicts({ requirements }: Report): Record<string, string> {
  return Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
}

describe('labconform run', () => {
  test('without a target exercises the embedded tenant, finds it conforming, and writes every format', async () => {
    const { status, out, err } = await labconform(
      ['run', '--seed', '11', '--runs', '5', '--report-dir', 'plain'],
      folder,
    );
    expect(err).toBe('');
    expect(out).toMatch(/\nConforming: /);
    expect(status).toBe(0);
    const written = await report('plain');
    expect(validator('report')(written)).toEqual([]);
    expect(written).toMatchObject({
      outcome: 'conforming',
      seed: 11,
      runsPerProperty: 5,
      target: { control: 'embedded' },
    });
    expect((await readdir(join(folder, 'plain'))).sort()).toEqual([
      'allure-results',
      'badge.svg',
      'conformance.html',
      'conformance.json',
      'conformance.md',
      'ctrf.json',
      'junit.xml',
    ]);
  });

  test('with a fault names the requirement, the finding and the command that reproduces it, and ends with 1', async () => {
    const args = ['run', '--fault', 'token-issuance/expires-in-as-text', '--check', failing, sound];
    const { status, out } = await labconform([...args, '--seed', '7', '--runs', '5', '--report-dir', 'fault'], folder);
    expect(status).toBe(1);
    expect(out).toMatch(/FAILED TOK-04 /);
    expect(out).toMatch(/expected: /);
    expect(out).toMatch(
      /run again: +npm run conformance -- --fault token-issuance\/expires-in-as-text --check \S+ --seed 7 --runs 5/,
    );
    expect(out).toMatch(/curl: .*\$CLIENT_SECRET_\d/);
    expect(out).toMatch(/\nNot conforming: .*TOK-04/);
    expect(validator('report')(await report('fault'))).toEqual([]);
  });

  test('names the files of an earlier run in the same folder', async () => {
    const args = ['run', '--runs', '2', '--check', sound, '--report-dir', 'twice', '--format'];
    const first = await labconform([...args, 'json', 'junit'], folder);
    expect(first.out).toMatch(/\nReport in twice: conformance\.json, junit\.xml\n/);
    const second = await labconform([...args, 'json', 'md'], folder);
    expect(second.out).toContain('Report in twice: conformance.json, conformance.md (from an earlier run: junit.xml)');
  });

  test('--require ends with 4 if a profile was not exercised whole, and --quiet prints only the last line', async () => {
    const args = ['run', '--quiet', '--runs', '2', '--check', sound, '--report-dir', 'required'];
    const { status, out } = await labconform([...args, '--require', 'api-key'], folder);
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(4);
    expect((await report('required')).outcome).toBe('incomplete');
  });

  test('the same seed gives the same verdicts, cases and exchanges', async () => {
    const args = ['run', '--quiet', '--runs', '2', '--seed', '99', '--profile', 'api-key', '--format', 'json'];
    await Promise.all(['once', 'again'].map((name) => labconform([...args, '--report-dir', name], folder)));
    const counts = ({ checks }: Report) =>
      checks.map(({ id, verdict, cases, exchanges }) => [id, verdict, cases, exchanges]);
    expect(counts(await report('again'))).toEqual(counts(await report('once')));
  });

  test('shards divide the checks among them', async () => {
    const chosen = checks.slice(0, 7).map(({ id }) => id);
    const checksOf = async (shard: string): Promise<string[]> => {
      const [directory, args] = [`shard-${shard[0]}`, ['--runs', '1', '--format', 'json', '--shard', shard]];
      await labconform(['run', '--quiet', ...args, '--report-dir', directory, '--check', ...chosen], folder);
      return (await report(directory)).checks.map(({ id }) => id);
    };
    const parts = await Promise.all(['1/3', '2/3', '3/3'].map(checksOf));
    for (const part of parts) expect(part.length).toBeGreaterThan(0);
    expect(parts.flat().sort()).toEqual(chosen.toSorted());
  });

  test('an interrupted run writes its results so far, marked as incomplete, and ends with 130', async () => {
    const chosen = [
      'transport/the-base-address-is-an-https-origin',
      'lifecycle/credentials-in-histories-of-transitions',
    ];
    const args = ['--check', ...chosen, '--runs', '100000', '--seed', '3', '--report-dir', 'interrupted'];
    const child = start(['run', ...args], folder);
    const end = ended(child);
    await printed(child, /^ok /);
    child.kill('SIGINT');
    expect((await end).status).toBe(130);
    const written = await report('interrupted');
    expect(validator('report')(written)).toEqual([]);
    expect(written).toMatchObject({ interrupted: true, outcome: 'incomplete' });
    const verdictOf = Object.fromEntries(written.checks.map(({ id, verdict }) => [id, verdict]));
    expect(verdictOf).toEqual({ [chosen[0] ?? '']: 'passed', [chosen[1] ?? '']: 'inconclusive' });
  });
});

describe('a target that cannot be judged ends with 3, the cause and a report:', () => {
  test('a tenant that is not running', async () => {
    await writeFile(join(folder, 'nobody.yaml'), 'name: nobody\nbaseUrl: https://127.0.0.1:1\n');
    const { status, out, err } = await labconform(
      ['run', '--target', 'nobody.yaml', '--report-dir', 'nobody', '--quiet'],
      folder,
    );
    expect(out).toMatch(
      /could not be reached: no connection: ECONNREFUSED \S+ \(3 tries in \d s\); check that baseUrl is correct, and that/,
    );
    expect(err).toBe('labconform: labconform doctor --target nobody.yaml says what to fix\n');
    expect(status).toBe(3);
    const written = await report('nobody');
    expect(validator('report')(written)).toEqual([]);
    expect(new Set(written.checks.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
    expect(new Set(written.checks.map(({ reason }) => reason)).size).toBe(1);
    expect(written.checks.length).toBeGreaterThan(500);
  });

  test('a control that answers nonsense', async () => {
    // The same server is the tenant, so that only the control is at fault.
    const server = createServer((_request, response) => response.end('{"protocol":"something else"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const text = `name: odd\nbaseUrl: http://127.0.0.1:${port}\ncontrol: { type: http, url: "http://127.0.0.1:${port}/control" }\n`;
    await writeFile(join(folder, 'odd.yaml'), text);
    const { status, out } = await labconform(['run', '--target', 'odd.yaml', '--report-dir', 'odd', '--quiet'], folder);
    server.close();
    expect(out).toMatch(/gave an invalid description of itself/);
    expect(status).toBe(3);
    expect((await report('odd')).outcome).toBe('broken');
  });
});

test('a control token that is refused ends with 2 before anything is run or written', async () => {
  const server = createServer((_request, response) => response.writeHead(401).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = `name: closed\nbaseUrl: ${address}\ncontrol: { type: http, url: "${address}/control", token: "\${CONTROL_TOKEN}" }\n`;
  await writeFile(join(folder, 'closed.yaml'), text);
  const args = ['run', '--target', 'closed.yaml', '--report-dir', 'closed'];
  const { status, out, err } = await labconform(args, folder, { CONTROL_TOKEN: 'not-that-one' });
  server.close();
  expect(err).toMatch(/^labconform: closed\.yaml: control\.token: the control at .* answered 401 .*; check that .*\n$/);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  await expect(readdir(join(folder, 'closed'))).rejects.toThrow('ENOENT');
});

describe('labconform tenant', () => {
  test('serves a tenant that labconform run --target judges like the embedded tenant', async () => {
    const tenant = start(['tenant', '--control-token', 'open sesame', '--now', '2026-09-14T08:00:00Z'], folder);
    const stopped = ended(tenant);
    const { baseUrl, controlUrl, caFile } = JSON.parse(await printed(tenant, /^\{/)) as Record<string, string>;
    await writeFile(
      join(folder, 'served.yaml'),
      [
        'name: served',
        `baseUrl: ${baseUrl ?? ''}`,
        `tls: { caFile: ${caFile ?? ''} }`,
        `control: { type: http, url: "${controlUrl ?? ''}", token: "\${CONTROL_TOKEN}" }`,
        'limits: { propagationSeconds: 0 }',
        'api: { schemaFieldsEncoding: json }',
        'writeProbe: { method: POST, path: /api/v2/entries, body: { name: conformance, projectId: "{{projectId}}" }, createdBy: /createdBy/id }',
      ].join('\n'),
    );
    const profiles = ['--profile', 'transport', 'openid-connect', 'webhooks'];
    const args = ['run', '--quiet', '--runs', '1', '--seed', '7', '--format', 'json'];
    const untrusted = (await readFile(join(folder, 'served.yaml'), 'utf8')).replace(/^tls.*\n/m, '');
    await writeFile(join(folder, 'untrusted.yaml'), untrusted);
    const environment = { CONTROL_TOKEN: 'open sesame' };
    const distrust = await labconform(
      [...args, '--check', sound, '--target', 'untrusted.yaml', '--report-dir', 'untrusted'],
      folder,
      environment,
    );
    const [served, embedded] = await Promise.all([
      labconform([...args, ...profiles, '--target', 'served.yaml', '--report-dir', 'served'], folder, environment),
      labconform([...args, ...profiles, '--report-dir', 'embedded'], folder),
    ]);
    tenant.kill('SIGINT');

    expect(distrust.out).toMatch(/the certificate is not trusted/);
    expect(distrust.status).toBe(3);
    expect(embedded.status).toBe(0);
    expect(served.status).toBe(0);
    // The requirement that needs a second tenant is exercised only on the embedded tenant.
    const secondTenant = { 'TRN-19': 'not-exercised' };
    expect(verdicts(await report('served'))).toEqual({ ...verdicts(await report('embedded')), ...secondTenant });
    expect((await stopped).status).toBe(0);
    await expect(readFile(caFile ?? '')).rejects.toThrow('ENOENT');
  });

  test('names its public address as its own, and prints where it listens', async () => {
    const tenant = start(['tenant', '--public-url', 'https://lab.example:8443/'], folder);
    const stopped = ended(tenant);
    const announced = JSON.parse(await printed(tenant, /^\{/)) as Record<string, string>;
    const description = await fetch(announced['controlUrl'] ?? '').then((answer) => answer.json());
    tenant.kill('SIGINT');
    expect(announced['baseUrl']).toBe('https://lab.example:8443');
    expect(announced['listensAt']).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(description).toMatchObject({ baseUrl: announced['baseUrl'] });
    expect((await stopped).status).toBe(0);
  });
});
