import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProcess } from './in-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labconform-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function profile(text: string): Promise<string> {
  await writeFile(join(folder, 'target.yaml'), text);
  return join(folder, 'target.yaml');
}

describe('a mistake of the user gets a message of one or two lines, and nothing is run', () => {
  const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown flag', ['run', '--sed', '1'], /unknown option '--sed'[\s\S]*--seed/],
    ['an unknown command', ['rum'], /unknown command 'rum'[\s\S]*run/],
    [
      'an unknown check',
      ['run', '--check', 'transport/no-such-check'],
      /--check.*"transport\/no-such-check".*no check/,
    ],
    ['an unknown profile', ['run', '--profile', 'transprot'], /--profile.*"transprot".*did you mean transport\?/],
    [
      'an unknown fault',
      ['run', '--fault', 'transport/no-chalenge'],
      /--fault.*did you mean transport\/no-challenge\?/,
    ],
    ['an unknown variant', ['run', '--variant', 'nothing/like-this'], /--variant.*no variant/],
    ['an unknown format', ['run', '--format', 'pdf'], /--format.*"pdf".*no format/],
    [
      'a flag with a choice',
      ['run', '--fail-on', 'everything'],
      /^labconform: --fail-on: found "everything", expected warning$/m,
    ],
    ['a flag with a wrong value', ['run', '--runs', 'many'], /^labconform: --runs: found "many", expected/],
    ['a command like no other', ['dance'], /unknown command 'dance'; labconform --help/],
    ['an invalid number', ['run', '--runs', 'many'], /--runs.*"many".*expected a whole number.*e\.g\. 100/],
    ['a shard beyond the last', ['run', '--shard', '4/3'], /--shard.*"4\/3".*e\.g\. 1\/3/],
    [
      'a fault together with a target',
      ['run', '--target', 'x.yaml', '--fault', 'transport/no-challenge'],
      /--fault.*embedded/,
    ],
    ['a profile file that is not there', ['run', '--target', 'missing.yaml'], /missing\.yaml.*no such file/],
    [
      'a report folder that cannot be created',
      ['run', '--report-dir', '/dev/null/report'],
      /--report-dir.*\/dev\/null\/report/,
    ],
    [
      'a profile without its flag',
      ['run', 'acme.yaml'],
      /got 1: acme\.yaml.*did you mean labconform run --target acme\.yaml\?/i,
    ],
    ['a word too many', ['plan', 'everything'], /got 1: everything.*labconform plan --help/],
    ['an option without its value', ['run', '--target'], /--target.*labconform run --help/],
    ['a report that is not named', ['report', 'render'], /(missing|not specified).*labconform report render --help/],
    ['names with commas', ['run', '--profile', 'api-key,listing'], /separate several by spaces: api-key listing/],
    ['a profile as a check', ['run', '--check', 'api-key'], /--check.*a profile; did you mean --profile api-key\?/],
    [
      'a requirement as a check',
      ['run', '--check', 'key-06'],
      /--check.*a requirement; expected a check of it such as api-key\/.*labconform explain KEY-06/,
    ],
    [
      'a check of another profile',
      ['run', '--profile', 'listing', '--check', 'api-key/a-key-needs-no-app'],
      /--check: found no check of listing/,
    ],
    [
      'a duration without its unit',
      ['run', '--allow-waits', '20'],
      /--allow-waits.*"20", expected a number with s, m, h or d/,
    ],
    ['a report folder without a name', ['run', '--report-dir', ''], /--report-dir: found nothing/],
    ['an empty control token', ['tenant', '--control-token', ''], /--control-token.*found nothing, expected a token/],
    [
      'a public address without TLS',
      ['tenant', '--public-url', 'http://lab.example'],
      /--public-url: found "http:\/\/lab\.example", expected https, e\.g\. https/,
    ],
    [
      'a public address with a path',
      ['tenant', '--public-url', 'https://lab.example/a'],
      /--public-url.*without a path/,
    ],
    ['an unknown list', ['list', 'requirement'], /did you mean requirements\?/],
    ['an unknown id', ['explain', 'TOK-99'], /TOK-99/],
    ['an invalid instant', ['tenant', '--now', 'tomorrow'], /--now.*"tomorrow".*RFC 3339/],
  ];

  test.for(mistakes)('%s', async ([, args, message]) => {
    const { status, out, err } = await inProcess(args);
    expect(err).toMatch(message);
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(err).not.toMatch(/\n {4}at /);
    expect(out).toBe('');
    expect(status).toBe(2);
  });

  const profiles: readonly (readonly [string, string, RegExp])[] = [
    ['not YAML', 'name: [', /target\.yaml/],
    ['an unknown key', 'name: a\nbaseUrl: https://a.example\nlimit: {}', /limit.*limits/],
    ['a clear-text base address', 'name: a\nbaseUrl: http://a.example', /baseUrl.*http:\/\/a\.example.*https/],
    [
      'a missing variable',
      'name: a\nbaseUrl: https://a.example\ncontrol: { type: http, url: "http://127.0.0.1:1", token: "${NOWHERE}" }',
      /control\.token.*NOWHERE/,
    ],
    [
      'an authority that cannot be read',
      'name: a\nbaseUrl: https://a.example\ntls: { caFile: ./none.pem }',
      /tls\.caFile.*no such file/,
    ],
    [
      'a control that needs a person at a terminal',
      'name: a\nbaseUrl: https://a.example\ncontrol: { type: manual }',
      /control\.type.*manual.*nobody is at a terminal, expected http, command or none/,
    ],
  ];

  test.for(profiles)('a profile with %s', async ([, text, message]) => {
    const { status, out, err } = await inProcess(['run', '--target', await profile(text)]);
    expect(err).toMatch(message);
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(out).toBe('');
    expect(status).toBe(2);
  });
});
