import { groundOf } from '../reports/ground.ts';
import { inline, table } from '../reports/markdown/text.ts';
import type { Requirement } from '../specs/requirements/index.ts';
import { profileNames, requirements, requirementsOf } from '../specs/requirements/index.ts';

/** Returns the text of docs/requirements.md: one table for each profile of the catalogue. */
export function requirementsPage(): string {
  const count = (basis: Requirement['basis']): number => requirements.filter((one) => one.basis === basis).length;
  return [
    '# Requirements',
    [
      'Every requirement by profile, with the places of the specification that it rests on. `npm run docs` generates this page',
      'from the catalogue: change the catalogue, not this page.',
    ].join('\n'),
    [
      `- **stated** (${count('stated')}): the specification states it at these places. A tenant that breaks it fails.`,
      `- **derived** (${count('derived')}): it is inferred from these places, or from a standard that the specification builds on.`,
      '  A tenant that breaks it gets a warning, not a failure.',
    ].join('\n'),
    '`labconform explain ID` shows how a requirement is observed, which checks judge it and which faults they find.',
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
