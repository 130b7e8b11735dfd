import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Builds into dist/ what `npm pack` takes: JavaScript with source maps, and the type declarations that the exports of
// the package lead to. About a thousand other declarations are of no use to users of the package. The source maps of
// the reference tenant's faults and variants, hundreds of small files, are of no use either.

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, 'dist');
const entries = ['api/index.d.ts', 'api/vitest.d.ts'];

rmSync(dist, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
  {
    stdio: 'inherit',
  },
);

const reached = new Set<string>();
const waiting = entries.map((entry) => join(dist, entry));
for (const file of waiting) {
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)\.[jt]s'/g)) {
    waiting.push(join(dirname(file), `${path}.d.ts`));
  }
}
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const file = join(dist, name);
  if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  if (!/^tenant[\\/](faults|variants)[\\/]/.test(name)) continue;
  if (name.endsWith('.map')) rmSync(file);
  if (name.endsWith('.js'))
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
}
