import type { Way } from '../drivers/target/need.ts';
import { combined, leastOf, waysOf } from '../drivers/target/need.ts';
import { table } from '../reports/markdown/text.ts';
import { checks } from '../specs/checks/index.ts';
import { profileNames, requirementsOf } from '../specs/requirements/index.ts';

/** So many ways of a requirement are told, the smallest first. */
const mostWays = 3;

/** docs/needs.md as the needs of the checks are: which requirement needs what, at least. */
export function needsPage(): string {
  return [
    '# What a requirement needs',
    [
      'What a target has to offer, at least, for a requirement to be exercised: operations of its control, and keys of its',
      'profile. `labconform plan` tells of your target what is there and what would be exercised besides with more. Written from',
      'the checks by `npm run docs`: change their needs, not this page.',
    ].join('\n'),
    [
      'With more, more is tried of a requirement, and better: where the control makes records, it is known beforehand what an',
      'actor may see. Where the clock cannot be moved, waits of minutes are really waited for with `--allow-waits`.',
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
  const ways = leastOf(proving.flatMap(({ needs }) => combined(needs.map(waysOf)).map((way) => way.toSorted())));
  return ways
    .toSorted((one, other) => one.length - other.length)
    .slice(0, mostWays)
    .map(inWords)
    .join('<br>or ');
}

function inWords(way: Way): string {
  return way.length === 0 ? 'the address of the tenant' : way.map(named).join(', ');
}

/** Names of operations and keys stand as code, what is said in words as words. */
function named(provision: Way[number]): string {
  return provision.includes(' ') ? provision : `\`${provision}\``;
}
