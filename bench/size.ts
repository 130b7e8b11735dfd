import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { verdict } from './telling.ts';

// Counts the text of the suite in tokens: line breaks, comments and imports do not count, and a string counts as many
// tokens as it has words. Tests do not count; data does. Usage: `node bench/size.ts`.

const five = ['lifecycle', 'expiry', 'versioning', 'client-credentials', 'api-key'];
const under =
  (...folders: readonly string[]) =>
  (file: string): boolean =>
    folders.some((folder) => file.startsWith(`${folder}/`) || file === `${folder}.ts`);
const ofFive = (folder: string) => under(...five.map((profile) => `${folder}/${profile}`));
const generation = under('tenant/faults/generated', 'tenant/faults/mutants');
const ofFaults = (file: string): boolean => ofFive('tenant/faults')(file) || generation(file);
const suite = under('specs', 'generators', 'drivers/world', 'tenant/faults');

/** The parts that are counted, each with its limit. */
const rooms: readonly (readonly [what: string, has: (file: string) => boolean, limit: number])[] = [
  ['checks of the five profiles', ofFive('specs/checks'), 75_000],
  // the operators are not among them: the faults of all twelve profiles use them
  ['faults of the five profiles, with their generation', ofFaults, 85_000],
  ['vocabulary, model and engines', under('specs/world', 'specs/model', 'specs/engines'), 45_000],
  [
    'specs without requirements, generators, drivers/world and faults',
    (file) => suite(file) && !under('specs/requirements')(file),
    740_000,
  ],
];

const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/;
const text = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/;
const other = /[\p{L}_$][\w$]*|\d[\d_.]*|=>|\?\?|\?\.|\.\.\.|[^\s\w]/u;
const token = new RegExp([comment, text, other].map(({ source }) => source).join('|'), 'gu');
const imported = /^import\s[^;]*?'[^']*';$/gm;

function tokensOf(file: string): number {
  let tokens = 0;
  for (const [one] of readFileSync(file, 'utf8').replace(imported, '').matchAll(token)) {
    if (/^\/[/*]/.test(one)) continue;
    tokens += /^['"`]/.test(one) ? Math.max(1, one.slice(1, -1).split(/\s+/).filter(Boolean).length) : 1;
  }
  return tokens;
}

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|js|json|ya?ml|csv)$/.test(file) && !file.endsWith('.test.ts'));
for (const [label, has, limit] of rooms) {
  const tokens = files.filter(has).reduce((sum, file) => sum + tokensOf(file), 0);
  verdict(label, tokens, limit, ' tokens');
}
