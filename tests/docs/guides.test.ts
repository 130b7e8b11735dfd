import { describe, expect, test } from 'vitest';
import type { Call } from './command-lines.ts';
import { callsIn, idsIn, isInCatalogue, helpOf, unknownIn } from './command-lines.ts';
import { blocksOf, brokenLink, linksOf, pages } from './markdown.ts';

const all = await pages();
const [readme] = all;

function pageOf(path: string): (typeof all)[number] {
  const found = all.find((one) => one.path === path);
  if (found === undefined) throw new Error(`there is no page ${path}`);
  return found;
}

test.for(all)('every relative link of $path leads to a file and a heading', async (page) => {
  const broken = await Promise.all(linksOf(page).map((target) => brokenLink(page, target, all)));
  expect(broken.filter((one) => one !== undefined)).toEqual([]);
});

test.for(all)('the command lines of $path name existing subcommands and flags', async (page) => {
  const calls = blocksOf(page).flatMap(callsIn);
  const unknown = await Promise.all(calls.map(unknownIn));
  expect(unknown.flat()).toEqual([]);
});

test.for(all)('the ids in the command lines of $path are in the catalogue', async (page) => {
  for (const id of blocksOf(page).flatMap(callsIn).flatMap(idsIn))
    expect([id, await isInCatalogue(id)]).toEqual([id, true]);
});

test('an id that is not in the catalogue is noticed', async () => {
  const [call = []] = callsIn({ language: 'sh', text: 'labconform run --fault no/such --check a' });
  expect(idsIn(call)).toEqual(['no/such', 'a']);
  expect(await isInCatalogue('no/such')).toBe(false);
  expect(await isInCatalogue('TOK-04')).toBe(true);
});

test.for<[Call, string[]]>([
  [['run', '--target', 'acme.yaml', '--runs=3'], []],
  [['run', '--no-such-flag'], ['flag --no-such-flag of labconform run']],
  [['report', 'forget', 'old.json'], ['subcommand report forget']],
  [['report', 'diff', 'old.json', 'new.json', '--key', 'key.pem'], ['flag --key of labconform report diff']],
  [['--version'], []],
])('in %j the test notices %j', async ([call, unknown]) => {
  expect(await unknownIn(call)).toEqual(unknown);
});

test('calls are found after npx, variables and other commands', () => {
  const text = [
    'npm ci && npm run conformance -- --runs 5',
    'TOKEN=x npx labconform run --target a.yaml \\',
    '  --profile api-key   # a remark with --no-flag',
    '- run: labconform doctor --target a.yaml',
    'podman run labconform run --no-flag',
  ].join('\n');
  expect(callsIn({ language: 'sh', text })).toEqual([
    ['run', '--runs', '5'],
    ['run', '--target', 'a.yaml', '--profile', 'api-key'],
    ['doctor', '--target', 'a.yaml'],
  ]);
  expect(callsIn({ language: 'text', text })).toEqual([]);
});

describe('docs/commands.md', () => {
  test('has a heading for every command, and every flag of it', async () => {
    const { text } = pageOf('docs/commands.md');
    const sections = new Map(
      text.split(/^## /m).map((section) => {
        const [, name = ''] = /^`labconform ([a-z ]+)`/.exec(section) ?? [];
        return [name, section];
      }),
    );
    const top = [...(await helpOf([])).subcommands].filter((name) => name !== 'help' && name !== 'report');
    const ofReports = [...(await helpOf(['report'])).subcommands].filter((name) => name !== 'help');
    for (const name of [...top, ...ofReports.map((one) => `report ${one}`)]) {
      const section = sections.get(name);
      expect(section, `a section for labconform ${name}`).toBeDefined();
      const { flags } = await helpOf(name.split(' '));
      for (const flag of flags) {
        if (flag === '-h' || flag === '--help') continue;
        expect(section, `labconform ${name} ${flag}`).toContain(`\`${flag}`);
      }
    }
  });
});

test('the README is short', () => {
  expect(readme?.path).toBe('README.md');
  expect(readme?.text.split('\n').length).toBeLessThanOrEqual(151);
});
