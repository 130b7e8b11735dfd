import { catalogueFigures } from '../earlier.ts';
import type { Report } from '../report.ts';
import { counted } from '../wording.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, grouped, prose, section, table } from './pieces.ts';

/** Returns the section on the limits of the report. Without it, a green page seems to say more than was shown. */
export function scopeSection(report: Report): Insert {
  const { untestable = [], target, runsPerProperty, seed } = report;
  const catalogue = catalogueFigures(report);
  const points: readonly (readonly [string, string])[] = [
    [
      'A sample, not a proof.',
      runsPerProperty === 0
        ? 'Only recorded exchanges were judged. A requirement passed if no recorded exchange broke it.'
        : `A property was tried in at most ${counted(runsPerProperty, 'case')}, drawn from seed ${seed}. A requirement passed if no case broke it; another case still may.`,
    ],
    [
      'Seen from outside.',
      'To the suite the tenant is a black box. The suite knows its requests, the answers, and what the control says that it did. It cannot see how secrets are stored, what is logged and who else is served.',
    ],
    [
      'One tenant, one time.',
      `The report describes ${target.name} during this run. It does not describe other tenants of the same service or later releases.`,
    ],
    [
      'Stated and derived.',
      'A tenant fails if it breaks a requirement that the specification states. A requirement that follows by inference, or from the standards that the specification builds on, is derived: a tenant that breaks it gets a warning.',
    ],
    [
      'Freedom is not judged.',
      'If the specification is silent, the behaviour of the tenant is recorded as an observation, and no verdict depends on it.',
    ],
    ...(catalogue.faults === undefined
      ? []
      : [
          [
            'How good the checks are.',
            `The checks are tried on ${grouped(catalogue.faults)} tenants that each make one wrong decision. labconform explain, with the id of a requirement, names the faults that its checks find.`,
          ] as const,
        ]),
    [
      'No secrets.',
      'Labels stand for credentials, such as <refresh token 1>; equal labels in one case are equal secrets.',
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
