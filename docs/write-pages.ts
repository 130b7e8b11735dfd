/**
 * Writes the pages of docs/ that are generated from the catalogue, the checks and the record of the proof, and the
 * figures in README and of the faults. `node docs/write-pages.ts` writes them. With `--check`, it writes nothing and
 * exits with 1 if one of them is stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { exercisedPage } from './exercised-page.ts';
import { faultFigures } from './fault-figures.ts';
import { needsPage } from './needs-page.ts';
import { proofPage, proofSummary } from './proof-page.ts';
import { requirementsPage } from './requirements-page.ts';

/** The generator of each page. A generated part of a page stands between two marks. */
const pages: Readonly<Record<string, (present: string) => string>> = {
  'docs/requirements.md': requirementsPage,
  'docs/needs.md': needsPage,
  'docs/exercised.md': exercisedPage,
  'docs/proof.md': proofPage,
  'tenant/faults/figures.json': faultFigures,
  'README.md': (present) =>
    present.replace(/(<!-- proof -->\n)[^]*(<!-- \/proof -->)/, (_, begin: string, end: string) =>
      [begin, '\n', proofSummary(), '\n\n', end].join(''),
    ),
};

const isCheck = process.argv.includes('--check');
for (const [name, page] of Object.entries(pages)) {
  const file = new URL(`../${name}`, import.meta.url);
  const present = await readFile(file, 'utf8').catch(() => '');
  const wanted = page(present);
  if (present === wanted) continue;
  if (isCheck) process.exitCode = 1;
  else await writeFile(file, wanted);
  process.stdout.write(isCheck ? `${name} is stale: run npm run docs\n` : `wrote ${name}\n`);
}
