import type { Report } from '../report.ts';
import { hasRepeated, notExercisedCausesOf, planned, unsettledCausesOf } from '../unsettled.ts';
import { disturbedEndpoints, weatherSentence } from '../weather.ts';
import { counted } from '../wording.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, pill, prose, proseWithLinks, requirementLinks, section, table } from './pieces.ts';

/** Returns the checks that were run and say nothing about the tenant, by cause. */
export function unsettledSection(report: Report): Insert {
  const causes = unsettledCausesOf(report);
  if (causes.length === 0) return undefined;
  const columns = [
    { title: 'Cause', kind: 'prose' as const },
    { title: 'Ended' },
    { title: 'Checks', kind: 'prose' as const },
    { title: 'Requirements', kind: 'prose' as const },
  ];
  const rows = causes.map(({ verdicts, reason, hasOtherReasons, checks, requirements }) => ({
    cells: [
      proseWithLinks(report, asSentence(hasOtherReasons ? `${reason} (and similar reasons)` : reason)),
      verdicts.map((verdict, at) => [at > 0 && ' ', pill(verdict)]),
      checkLinks(checks.map(({ id }) => id)),
      foldedRequirements(requirements),
    ] satisfies Insert[],
  }));
  return section(
    'unsettled',
    'Without a verdict',
    markup`<p class="intro">These checks were run and say nothing about the tenant. Inconclusive: a premise, the network or a limit prevented a verdict. Broken: the test bed failed.</p>\n`,
    table('Checks without a verdict, by cause', columns, rows),
  );
}

/** Returns how often answers were disturbed, by endpoint. */
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
    markup`<p class="intro">A disturbed answer (a lost or cut answer, a rate limit, a server error) shows nothing about the tenant by itself. The suite sent the request again or repeated the case. If the answer came each time while other requests were served, it is the tenant's own answer and was judged.</p>\n`,
    table('Disturbed answers, by endpoint', columns, rows),
  );
}

/**
 * Returns the requirements and checks that were not exercised, by cause, and the requirements that no check covers yet.
 */
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
    markup`<p class="intro">The report does not say whether the tenant keeps or breaks these requirements.${hasRepeated(causes, 'requirements') && ' A requirement with several causes is listed with each of them.'}</p>\n`,
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
