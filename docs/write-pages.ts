/**
 * Writes the pages of docs/ that are made from the catalogue and the checks. `node docs/write-pages.ts` writes them; with
 * `--check` it writes nothing, and exits 1 where one is stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { needsPage } from './needs-page.ts';
import { requirementsPage } from './requirements-page.ts';

const pages = { 'requirements.md': requirementsPage, 'needs.md': needsPage };

const isCheck = process.argv.includes('--check');
for (const [name, page] of Object.entries(pages)) {
  const file = new URL(name, import.meta.url);
  const wanted = page();
  const present = await readFile(file, 'utf8').catch(() => undefined);
  if (present === wanted) continue;
  if (isCheck) process.exitCode = 1;
  else await writeFile(file, wanted);
  process.stdout.write(isCheck ? `docs/${name} is stale: run npm run docs\n` : `wrote docs/${name}\n`);
}
