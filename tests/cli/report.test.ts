import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeJson } from '../../reports/json.ts';
import { writeMarkdown } from '../../reports/markdown.ts';
import type { Report } from '../../schemas/types/report.ts';
import { checks } from '../../specs/checks/index.ts';
import { realReport } from '../reports/real-report.ts';
import { labconform } from './command.ts';
import { inProcess } from './in-process.ts';

const check = 'token-issuance/every-answer-has-its-members';
const sound = 'token-issuance/a-right-request-is-granted';

let folder: string;
let report: Report;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
  report = await realReport('token-issuance/expires-in-as-text', [check, sound]);
  for (const [name, { privateKey, publicKey }] of Object.entries({
    ed: generateKeyPairSync('ed25519'),
    ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  })) {
    await writeFile(join(folder, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(join(folder, `${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a report to a folder of its own. */
async function stored(name: string, given: Partial<Report> = {}): Promise<string> {
  await mkdir(join(folder, name), { recursive: true });
  const file = join(folder, name, 'conformance.json');
  await writeFile(file, writeJson({ ...report, ...given }));
  return file;
}

const key = (name: string): string => join(folder, name);

describe('labconform report render', () => {
  test('writes a stored report in other formats next to it, like the run', async () => {
    const file = await stored('render');
    const { status, out } = await inProcess(['report', 'render', file, '--format', 'md', 'junit']);
    expect(status).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(2);
    expect((await readdir(join(folder, 'render'))).sort()).toEqual(['conformance.json', 'conformance.md', 'junit.xml']);
    expect(await readFile(join(folder, 'render/conformance.md'), 'utf8')).toBe(writeMarkdown(report));
  });

  test('writes them elsewhere if the call names a folder', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await inProcess(['report', 'render', await stored('render'), '--format', 'html', '--report-dir', elsewhere]);
    expect(await readdir(elsewhere)).toEqual(['conformance.html']);
  });
});

test('a report that cannot be written ends with 2 and its path', async () => {
  const taken = join(folder, 'taken');
  await mkdir(join(taken, 'conformance.md'), { recursive: true });
  const { status, err } = await inProcess([
    ...['report', 'render', await stored('render'), '--format', 'md', '--report-dir', taken],
  ]);
  expect(status).toBe(2);
  expect(err).toMatch(
    /^labconform: --report-dir: found \S+conformance\.md, which can't be written \(EISDIR\), expected/,
  );
});

describe('labconform report diff', () => {
  test('shows a regression, and ends with 1 only if the call asks for it', async () => {
    const old = await stored('old', await passing());
    const now = await stored('now');
    const { status, out } = await inProcess(['report', 'diff', old, now]);
    expect(out).toMatch(/TOK-04: passed -> failed\n {4}.*expires_in "900"/);
    expect(status).toBe(0);
    expect((await inProcess(['report', 'diff', old, now, '--fail-on', 'regression'])).status).toBe(1);
    expect((await inProcess(['report', 'diff', now, old, '--fail-on', 'regression'])).status).toBe(0);
  });

  test('says so if nothing differs, and prints JSON', async () => {
    const file = await stored('now');
    expect((await inProcess(['report', 'diff', file, file])).out).toBe('Nothing differs.\n');
    const { out } = await inProcess(['report', 'diff', file, file, '--json']);
    expect(JSON.parse(out)).toEqual({ requirements: [], checks: [], behaviour: [], caveats: [] });
  });

  async function passing(): Promise<Report> {
    return realReport('transport/no-challenge', [check, sound]);
  }
});

describe('labconform report merge', () => {
  test('merges the reports of all shards into one, and ends like the whole run', async () => {
    const few = checks.filter(({ id }) => id.startsWith('versioning/')).slice(0, 6);
    const base = ['run', '--quiet', '--seed', '7', '--runs', '2', '--format', 'json'];
    const run = (...args: string[]) => labconform([...base, ...args, '--check', ...few.map(({ id }) => id)], folder);
    const ofShard = (at: number) => run('--shard', `${at}/2`, '--report-dir', `shard-${at}`);
    await Promise.all([run('--report-dir', 'whole'), ofShard(1), ofShard(2)]);
    const shards = ['shard-2', 'shard-1'].map((name) => join(folder, name, 'conformance.json'));
    const target = join(folder, 'merged');
    const { status, err } = await inProcess(['report', 'merge', ...shards, '--report-dir', target, '--format', 'json']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const read = async (name: string) =>
      JSON.parse(await readFile(join(folder, name, 'conformance.json'), 'utf8')) as Report;
    const [whole, merged] = [await read('whole'), await read('merged')];
    expect(merged.checks.map(({ id, verdict }) => [id, verdict])).toEqual(
      whole.checks.map(({ id, verdict }) => [id, verdict]),
    );
    expect(merged).toMatchObject({ outcome: whole.outcome, profiles: whole.profiles, summary: whole.summary });
  });

  test('names a shard that is missing, and ends with 3', async () => {
    const file = await stored('lonely', { ...(await clean()), shard: { index: 1, of: 3 } });
    const { status, err } = await inProcess(['report', 'merge', file, '--report-dir', join(folder, 'partial')]);
    expect(err).toBe('labconform: 2 shards missing: 2/3, 3/3\n');
    expect(status).toBe(3);
  });

  test('names a check that is in two of the reports', async () => {
    const files = [
      await stored('one', { shard: { index: 1, of: 2 } }),
      await stored('two', { shard: { index: 2, of: 2 } }),
    ];
    const { status, err } = await inProcess(['report', 'merge', ...files, '--report-dir', join(folder, 'twice')]);
    expect(err).toMatch(new RegExp(`^labconform: ${sound} is in two reports: `, 'm'));
    expect(status).toBe(1);
  });

  test('refuses reports of different runs', async () => {
    const other = await stored('other', { target: { ...report.target, name: 'acme' } });
    const { status, err } = await inProcess(['report', 'merge', await stored('one'), other]);
    expect(status).toBe(2);
    expect(err).toMatch(/target\.name: found acme, expected embedded reference tenant as in/);
  });

  async function clean(): Promise<Partial<Report>> {
    return realReport('transport/no-challenge', [sound]);
  }
});

describe('labconform report sign and verify', () => {
  test.each(['ed', 'ec'])('a signed report is consistent (%s)', async (name) => {
    const file = await stored(`signed-${name}`);
    const signing = await inProcess(['report', 'sign', file, '--key', key(`${name}.pem`)]);
    expect(signing.out).toMatch(/conformance\.intoto\.json: FAILED, signed with key [0-9a-f]{16}\n$/);
    const { status, out } = await inProcess(['report', 'verify', file, '--key', key(`${name}.pub`)]);
    expect(out).toMatch(
      /^Signed with key [\s\S]*1 failure judged again from the evidence\.\nResult: Not conforming: .*\n.* is consistent\.\n$/,
    );
    expect(status).toBe(0);
  });

  test('a report that was edited after it was signed is not consistent, even if its contents are', async () => {
    const file = await stored('edited');
    await inProcess(['report', 'sign', file, '--key', key('ed.pem')]);
    await writeFile(file, writeJson({ ...report, finishedAt: '2026-11-20T09:00:00.000Z' }));
    for (const more of [['--key', key('ed.pub')], []]) {
      const { status, out } = await inProcess(['report', 'verify', file, ...more]);
      expect(status).toBe(1);
      expect(out).toMatch(/differs: .*the report is not the one that was signed/);
    }
  });

  test('a report that was edited and never signed contradicts its own contents', async () => {
    const file = await stored('unsigned', { outcome: 'conforming' });
    const { status, out } = await inProcess(['report', 'verify', file]);
    expect(status).toBe(1);
    expect(out).toMatch(/It is not signed\.[\s\S]*differs: the outcome is conforming, but not-conforming follows/);
  });

  test('a signature by another key is not valid', async () => {
    const file = await stored('stranger');
    await inProcess(['report', 'sign', file, '--key', key('ed.pem')]);
    const { status, out } = await inProcess(['report', 'verify', file, '--key', key('ec.pub')]);
    expect(status).toBe(1);
    expect(out).toMatch(/the signature was not made with this key/);
  });

  test('a report that contradicts itself is not signed', async () => {
    const file = await stored('contradiction', { outcome: 'conforming' });
    const { status, err } = await inProcess(['report', 'sign', file, '--key', key('ed.pem')]);
    expect(status).toBe(2);
    expect(err).toMatch(/it contradicts itself and is not signed: the outcome is conforming/);
    expect(await readdir(join(folder, 'contradiction'))).toEqual(['conformance.json']);
  });
});

describe('a mistake in the call or the files ends with 2 and a sentence', () => {
  beforeAll(async () => {
    await writeFile(join(folder, 'text.json'), 'hush-hush, not JSON');
    await writeFile(join(folder, 'list.json'), '[]');
    await writeFile(join(folder, 'future.json'), JSON.stringify({ ...report, reportVersion: 2 }));
    await writeFile(join(folder, 'wrong.json'), JSON.stringify({ ...report, seed: 'seven', outcome: 'fine' }));
  });

  test.each([
    [
      'a file that does not exist',
      'none.json',
      /none\.json: there is no such file, expected a report of labconform such as/,
    ],
    ['a folder', '.', /found a folder, expected a report/],
    ['no JSON', 'text.json', /text\.json: found something that is not JSON, expected a report/],
    ['other JSON', 'list.json', /list\.json: found no reportVersion in it, expected a report/],
    [
      'another version',
      'future.json',
      /future\.json: reportVersion: found 2, which this version cannot read, expected 1/,
    ],
    [
      'a wrong member',
      'wrong.json',
      /wrong\.json: it is no report: \/seed is "seven" \(a string\), expected an integer \(and 1 more\)/,
    ],
  ])('%s', async (_what, name, message) => {
    const file = join(folder, name);
    const commands = [
      ['report', 'verify', file],
      ['replay', file],
      ['report', 'render', file, '--format', 'md'],
    ];
    for (const command of commands) {
      const { status, err, out } = await inProcess(command);
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toMatch(message);
      expect(err).not.toMatch(/hush|\n\s+at /);
    }
  });

  test.each([
    ['sign', 'rsa.pem', /--key: .*rsa\.pem: found a key of type rsa, expected a private key of Ed25519 or ECDSA/],
    ['sign', 'ed.pub', /--key: .*ed\.pub: found a public key, expected a private key/],
    ['sign', 'text.json', /--key: .*text\.json: found no PEM/],
    ['sign', 'none.pem', /none\.pem: there is no such file, expected a private key/],
    [
      'verify',
      'ed.pem',
      /--key: .*ed\.pem: found a private key, which only the signer should have, expected a public key/,
    ],
    ['verify', 'ed.pub', /conformance\.intoto\.json: there is no such file, expected the signed statement/],
  ])('report %s with the key %s', async (command, name, message) => {
    const { status, err } = await inProcess(['report', command, await stored('keys'), '--key', key(name)]);
    expect(status).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/BEGIN|hush/);
  });

  test('an invalid envelope', async () => {
    const file = await stored('no-envelope');
    await writeFile(join(folder, 'no-envelope/conformance.intoto.json'), '{"payload":"e30="}');
    const { status, err } = await inProcess(['report', 'verify', file]);
    expect(status).toBe(2);
    expect(err).toMatch(/conformance\.intoto\.json: \/payloadType is missing.*expected the signed statement/);
  });

  test.each([
    ['an unknown format', ['render', 'x', '--format', 'pdf'], /"pdf".*no format/],
    ['no format', ['render', 'x'], /required option '--format/],
    ['an unknown command', ['rendr', 'x'], /unknown command 'rendr'[\s\S]*render/],
    ['no shard', ['merge'], /missing required argument 'report'/],
    [
      'something else to fail on',
      ['diff', 'x', 'y', '--fail-on', 'change'],
      /--fail-on: found "change", expected regression/,
    ],
  ])('%s', async (_what, args, message) => {
    const { status, err } = await inProcess(['report', ...args]);
    expect(status).toBe(2);
    expect(err).toMatch(message);
  });
});
