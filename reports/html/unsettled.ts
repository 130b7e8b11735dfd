import type { Report } from '../report.ts';
import { checksThatEnded, notExercisedByReason, planned } from '../unsettled.ts';
import { counted } from '../wording.ts';
import { evidence } from './evidence.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { pill, prose, section, table } from './pieces.ts';

/** The checks that were run and say nothing of the tenant. */
export function inconclusiveSection(report: Report): Insert {
  const checks = checksThatEnded(report, 'broken', 'inconclusive');
  if (checks.length === 0) return undefined;
  const columns = [
    { title: 'Check', kind: 'prose' as const },
    { title: 'Ended' },
    { title: 'Reason', kind: 'prose' as const },
    { title: 'Requirements', kind: 'prose' as const },
  ];
  const rows = checks.map(({ id, verdict, reason, requirements }) => ({
    cells: [markup`<code>${id}</code>`, pill(verdict), prose(reason ?? ''), links(requirements)] satisfies Insert[],
  }));
  return section(
    'unsettled',
    `Without a verdict on the tenant (${checks.length})`,
    markup`<p class="quiet">Inconclusive: a premise, the network or a limit got in the way. Broken: the test bed failed.</p>\n`,
    table('Checks without a verdict on the tenant', columns, rows),
  );
}

/** What was not exercised and why, and what no check covers yet. */
export function notExercisedSection(report: Report): Insert {
  const groups = notExercisedByReason(report);
  const missing = planned(report);
  const { untestable = 0 } = report.catalogue;
  if (groups.length + missing.length + untestable === 0) return undefined;
  const columns = [
    { title: 'Why', kind: 'prose' as const },
    { title: 'Requirements', kind: 'prose' as const },
    { title: 'Checks', kind: 'prose' as const },
  ];
  const rows = groups.map(({ reason, requirements, checks }) => ({
    cells: [
      prose(reason),
      requirements.length === 0 ? 'none' : links(requirements),
      checks.length === 0
        ? 'none was run'
        : markup`<details><summary>${counted(checks.length, 'check')}</summary>${checks.map((id) => markup`<code>${id}</code><br />`)}</details>`,
    ] satisfies Insert[],
  }));
  return section(
    'not-exercised',
    'Not exercised',
    rows.length > 0 && table('What was not exercised', columns, rows, 'By reason'),
    missing.length > 0 &&
      markup`<details><summary>${counted(missing.length, 'requirement')} of ${report.catalogue.requirements} without a check yet</summary>
<p>${links(missing.map(({ id }) => id))}</p></details>
`,
    untestable > 0 &&
      markup`<p class="quiet">Beyond these, ${counted(untestable, 'statement')} of the specification cannot be tested from outside.</p>\n`,
  );
}

/** What the tenant does where the specification leaves it free. */
export function observationSection(report: Report): Insert {
  if (report.observations.length === 0) return undefined;
  const freedoms = new Map((report.freedoms ?? []).map((freedom) => [freedom.id, freedom]));
  const columns = [
    { title: 'Freedom' },
    { title: 'Left open', kind: 'prose' as const },
    { title: 'Seen', kind: 'prose' as const },
  ];
  const rows = report.observations.map(({ freedom, observed, checks, evidence: shown }) => ({
    cells: [
      markup`<span class="mono">${freedom}</span>`,
      markup`${freedoms.get(freedom)?.topic ?? ''}<br /><span class="quiet">${freedoms.get(freedom)?.range ?? ''}</span>`,
      markup`${prose(observed)}<br /><span class="quiet">${checks.join(', ')}</span>${evidence(shown)}`,
    ] satisfies Insert[],
  }));
  return section(
    'observations',
    `Observations (${rows.length})`,
    markup`<p class="quiet">What this tenant does where the specification leaves it free. Never judged.</p>\n`,
    table('Observations', columns, rows),
  );
}

function links(requirements: readonly string[]): Insert {
  return requirements.flatMap((id, at) => [
    at > 0 && ', ',
    markup`<a class="mono" href="#requirement-${id}">${id}</a>`,
  ]);
}
