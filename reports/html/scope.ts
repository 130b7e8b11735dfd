import type { Report } from '../report.ts';
import { counted } from '../wording.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, grouped, prose, section, table } from './pieces.ts';

/** What the statement covers and what it does not: without it a green page says more than was shown. */
export function scopeSection(report: Report): Insert {
  const { untestable = [], faults = [], target, runsPerProperty, seed, catalogue } = report;
  const points: readonly (readonly [string, string])[] = [
    [
      'A sample, not a proof.',
      runsPerProperty === 0
        ? 'Only what was recorded was judged. A requirement passed where none of it showed otherwise.'
        : `A property was tried in at most ${counted(runsPerProperty, 'case')}, drawn from seed ${seed}. A requirement passed where none of them showed otherwise; another case still might.`,
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
      'A tenant fails by what the specification states. What follows by inference or from the standards that it builds on is derived: a tenant that does otherwise is warned.',
    ],
    [
      'Freedom is not judged.',
      'Where the specification is silent, what the tenant does is recorded as an observation, and nothing depends on it.',
    ],
    ...(faults.length === 0
      ? []
      : [
          [
            'What the checks are worth.',
            `They are tried on ${grouped(faults.length)} tenants that are wrong in one decision each. A requirement names those that its checks find out.`,
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
        'What the specification says and this report is silent on',
        [
          { title: 'Id' },
          { title: 'The specification says', kind: 'prose' },
          { title: 'Why it cannot be shown', kind: 'prose' },
        ],
        rows,
      ),
  );
}
