import type { Report } from '../report.ts';
import { isManifold, notExercisedCausesOf, planned, unsettledCausesOf } from '../unsettled.ts';
import { disturbedEndpoints, weatherSentence } from '../weather.ts';
import { counted } from '../wording.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, pill, prose, proseWithLinks, requirementLinks, section, table } from './pieces.ts';

/** The checks that were run and say nothing of the tenant, by what kept them from it. */
export function unsettledSection(report: Report): Insert {
  const causes = unsettledCausesOf(report);
  if (causes.length === 0) return undefined;
  const columns = [
    { title: 'Cause', kind: 'prose' as const },
    { title: 'Ended' },
    { title: 'Checks', kind: 'prose' as const },
    { title: 'Requirements', kind: 'prose' as const },
  ];
  const rows = causes.map(({ verdicts, reason, andTheLike, checks, requirements }) => ({
    cells: [
      proseWithLinks(report, asSentence(andTheLike ? `${reason} (and the like)` : reason)),
      verdicts.map((verdict, at) => [at > 0 && ' ', pill(verdict)]),
      checkLinks(checks.map(({ id }) => id)),
      foldedRequirements(requirements),
    ] satisfies Insert[],
  }));
  return section(
    'unsettled',
    'Without a verdict',
    markup`<p class="intro">These checks were run and say nothing of the tenant. Inconclusive: a premise, the network or a limit got in the way. Broken: the test bed failed.</p>\n`,
    table('Checks without a verdict, by cause', columns, rows),
  );
}

/** How often answers were disturbed on the way, by endpoint. */
export function weatherSection(report: Report): Insert {
  const endpoints = disturbedEndpoints(report);
  if (endpoints.length === 0) return undefined;
  const columns = [
    { title: 'Endpoint', kind: 'prose' as const },
    { title: 'Disturbed', kind: 'prose' as const },
  ];
  const rows = endpoints.map((one) => ({
    cells: [markup`<code>${one.endpoint}</code>`, prose(asSentence(weatherSentence(one)))] satisfies Insert[],
  }));
  return section(
    'weather',
    'Disturbed answers',
    markup`<p class="intro">A disturbed answer (none at all, one that was cut, a limit of the rate, a server error) shows nothing of the tenant by itself. What it was part of was done again; where it came each time while other requests were served, it is the tenant's own answer and was judged.</p>\n`,
    table('Disturbed answers, by endpoint', columns, rows),
  );
}

/** What was not exercised and why, and what no check covers yet. */
export function notExercisedSection(report: Report): Insert {
  const causes = notExercisedCausesOf(report);
  const missing = planned(report);
  if (causes.length + missing.length === 0) return undefined;
  const columns = [
    { title: 'Why', kind: 'prose' as const },
    { title: 'Requirements', kind: 'prose' as const },
    { title: 'Checks', kind: 'prose' as const },
  ];
  const rows = causes.map(({ reason, requirements, checks }) => ({
    cells: [
      proseWithLinks(report, asSentence(reason)),
      requirements.length === 0 ? 'none' : foldedRequirements(requirements),
      checks.length === 0 ? 'none' : checkLinks(checks.map(({ id }) => id)),
    ] satisfies Insert[],
  }));
  return section(
    'not-exercised',
    'Not exercised',
    markup`<p class="intro">Nothing is said of these: not that the tenant keeps them, and not that it breaks them.${isManifold(causes, 'requirements') && ' What several causes keep back stands with each of them.'}</p>\n`,
    rows.length > 0 && table('What was not exercised, by cause', columns, rows),
    missing.length > 0 &&
      markup`<details><summary>${counted(missing.length, 'requirement')} of ${report.catalogue.requirements} without a check yet</summary>
<p>${requirementLinks(missing.map(({ id }) => id))}</p></details>
`,
  );
}

function checkLinks(ids: readonly string[]): Insert {
  const links = ids.map((id) => markup`<li><a href="#${id}"><code>${id}</code></a></li>`);
  return folded(counted(ids.length, 'check'), markup`<ul class="plain">${links}</ul>`, ids.length > 3);
}

function foldedRequirements(ids: readonly string[]): Insert {
  return folded(counted(ids.length, 'requirement'), requirementLinks(ids), ids.length > 12);
}

function folded(summary: string, content: Insert, long: boolean): Insert {
  return long ? markup`<details><summary>${summary}</summary>${content}</details>` : content;
}
