import type { Way } from '../drivers/session/need.ts';
import { combined, withoutSupersets, waysOf } from '../drivers/session/need.ts';
import { table } from '../reports/markdown/text.ts';
import { checks } from '../specs/checks/index.ts';
import { profileNames, requirementsOf } from '../specs/requirements/index.ts';

/** Maximum number of ways to exercise a requirement that the page shows, the smallest first. */
const mostWays = 3;

/** Returns the text of docs/needs.md: the minimum that each requirement needs, from the needs of the checks. */
export function needsPage(): string {
  return [
    '# What a requirement needs',
    [
      'What a target must offer, at least, so that a requirement is exercised: operations of its control, and keys of its target',
      'profile. `labconform plan` shows what your target offers, and which requirements one more operation or key would add.',
      '`npm run docs` generates this page from the checks: change their needs, not this page.',
    ].join('\n'),
    [
      'A target that offers more is tested more thoroughly. For example, if the control creates records, the suite knows in advance',
      'what an actor may see. If the clock cannot be moved, `--allow-waits` makes the suite wait some minutes in real time.',
    ].join('\n'),
    ...profileNames.flatMap((profile) => {
      const rows = Map.groupBy(requirementsOf(profile), ({ id }) => leastFor(id));
      return [
        `## ${profile}`,
        table(
          ['At least', 'Requirements'],
          [...rows].map(([needs, some]) => [needs, some.map(({ id }) => id).join(', ')]),
          rows.size,
        ),
      ];
    }),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function leastFor(requirement: string): string {
  const proving = checks.filter(({ proves }) => proves.some((id) => id === requirement));
  const ways = withoutSupersets(
    proving.flatMap(({ needs }) => combined(needs.map(waysOf)).map((way) => way.toSorted())),
  );
  return ways
    .toSorted((one, other) => one.length - other.length)
    .slice(0, mostWays)
    .map(inWords)
    .join('<br>or ');
}

function inWords(way: Way): string {
  return way.length === 0 ? 'the address of the tenant' : way.map(named).join(', ');
}

/** Returns a provision for the page: names of operations and keys as code, descriptions as text. */
function named(provision: Way[number]): string {
  return provision.includes(' ') ? provision : `\`${provision}\``;
}
