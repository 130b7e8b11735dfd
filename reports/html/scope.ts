import { catalogueFigures } from '../earlier.ts';
import type { Report } from '../report.ts';
import { counted } from '../wording.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, grouped, prose, section, table } from './pieces.ts';

/** What the statement covers and what it does not: without it a green page says more than was shown. */
export function scopeSection(report: Report): Insert {
  const { untestable = [], target, runsPerProperty, seed } = report;
  const catalogue = catalogueFigures(report);
  const points: readonly (readonly [string, string])[] = [
    [
      'A sample, not a proof.',
      runsPerProperty === 0
        ? 'Only what was recorded was judged. A requirement passed if nothing that was recorded broke it.'
        : `A property was tried in at most ${counted(runsPerProperty, 'case')}, drawn from seed ${seed}. A requirement passed if no case broke it; another case still may.`,
    ],
    [
      'Seen from outside.',
      'To the suite the tenant is a black box: it knows what it sent, what came back and what the control says it did. How secrets are stored, what is logged and who else is served cannot be seen.',
    ],
    [
      'One tenant, one time.',
      `It speaks of ${target.name} as it was during this run, not of other tenants of the same service or of later releases.`,
    ],
    [
      'Stated and derived.',
      'A tenant fails by what the specification states. What follows by inference or from the standards that it builds on is derived: a tenant that breaks it is warned.',
    ],
    [
      'Freedom is not judged.',
      'Where the specification is silent, what the tenant does is recorded as an observation, and nothing depends on it.',
    ],
    ...(catalogue.faults === undefined
      ? []
      : [
          [
            'What the checks are worth.',
            `They are tried on ${grouped(catalogue.faults)} tenants that are wrong in one decision each. labconform explain, with the id of a requirement, names those that its checks find out.`,
          ] as const,
        ]),
    [
      'No secrets.',
      'Credentials stand as labels such as <refresh token 1>; equal labels in one case are equal secrets.',
    ],
  ];
  const rows = untestable.map(({ id, statement, reason }) => ({
    id,
    cells: [
      markup`<a class="id" href="#${id}">${id}</a>`,
      prose(statement),
      prose(asSentence(reason)),
    ] satisfies Insert[],
  }));
  const figure = untestable.length > 0 ? untestable.length : (catalogue.untestable ?? 0);
  return section(
    'scope',
    'Scope and limits',
    markup`<ul class="points">${points.map(([head, text]) => markup`<li><strong>${head}</strong> ${text}</li>\n`)}</ul>
`,
    figure > 0 &&
      markup`<h3>${counted(figure, 'statement')} that no suite can show from outside</h3>
`,
    rows.length > 0 &&
      table(
        'Statements of the specification that this report does not judge',
        [
          { title: 'Id' },
          { title: 'The specification says', kind: 'prose' },
          { title: 'Why it cannot be shown', kind: 'prose' },
        ],
        rows,
      ),
  );
}
