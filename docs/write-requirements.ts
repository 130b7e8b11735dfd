/**
 * Writes docs/requirements.md from the catalogue: a table a profile. `node docs/write-requirements.ts` writes; with
 * `--check` it writes nothing, and exits 1 where the page is stale.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { groundOf } from '../reports/ground.ts';
import { inline, table } from '../reports/markdown/text.ts';
import type { Requirement } from '../specs/requirements/index.ts';
import { profileNames, requirements, requirementsOf } from '../specs/requirements/index.ts';

const page = new URL('requirements.md', import.meta.url);

/** The page as the catalogue has it. */
export function requirementsPage(): string {
  const count = (basis: Requirement['basis']): number => requirements.filter((one) => one.basis === basis).length;
  return [
    '# Requirements',
    [
      'Every requirement by profile, with the places of the specification that it rests on. Written from the catalogue by',
      '`npm run requirements`: change the catalogue, not this page.',
    ].join('\n'),
    [
      `- **stated** (${count('stated')}): the words at these places state it. A tenant that breaks it fails.`,
      `- **derived** (${count('derived')}): it follows by inference from these places, or from a standard that the specification`,
      '  builds on. A tenant that breaks it is warned, and fails nothing.',
    ].join('\n'),
    '`labconform explain ID` tells of each how it is seen, which checks judge it and which faults they find.',
    ...profileNames.flatMap((profile) => {
      const mine = requirementsOf(profile);
      return [
        `## ${profile} (${mine.length})`,
        table(['Id', 'Basis', 'Statement', 'Place'], mine.map(row), mine.length),
      ];
    }),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function row(requirement: Requirement): string[] {
  const { id, basis, statement } = requirement;
  return [id, basis, inline(statement), groundOf(requirement).places.map(inline).join('<br>')];
}

async function main(check: boolean): Promise<number> {
  const wanted = requirementsPage();
  const present = await readFile(page, 'utf8').catch(() => undefined);
  if (present === wanted) return 0;
  if (check) {
    process.stdout.write('docs/requirements.md is stale: run npm run requirements\n');
    return 1;
  }
  await writeFile(page, wanted);
  process.stdout.write('wrote docs/requirements.md\n');
  return 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.includes('--check'));
