import { createHash } from 'node:crypto';
import type { ShownFailure } from './failures.ts';
import { failuresOf } from './failures.ts';
import { coverageSection, profileSection } from './html/coverage.ts';
import { failureCards } from './html/failures.ts';
import type { Insert, Markup } from './html/markup.ts';
import { Markup as Known, markup } from './html/markup.ts';
import { outcomePill, prose } from './html/pieces.ts';
import { style } from './html/style.ts';
import { inconclusiveSection, notExercisedSection, observationSection } from './html/unsettled.ts';
import { lastLine } from './last-line.ts';
import type { Report } from './report.ts';
import { lasting, moment, outcomeWords } from './wording.ts';

const css = `\n${style}\n`;
/** Nothing is loaded and nothing runs: the one style sheet is allowed by its hash. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The report as `conformance.html`: one page that needs no script and asks nothing of anybody. */
export function writeHtml(report: Report): string {
  const failures = failuresOf(report);
  const title = `${outcomeWords[report.outcome]}: ${report.target.name}`;
  const page = markup`<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<meta name="generator" content="${report.tool.name} ${report.tool.version}" />
<title>${title}</title>
<link rel="icon" href="data:," />
<style>${new Known(css)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
${masthead(report)}${contents(report, failures)}<main class="width" id="main">
${sections(report, failures)}</main>
<footer><div class="width">Written by ${report.tool.name} ${report.tool.version} from catalogue ${report.catalogue.version}. The same data, whole and for programs, is in <code>conformance.json</code>.</div></footer>
</body>
</html>
`;
  return `<!DOCTYPE html>\n${page.text}`;
}

function masthead(report: Report): Markup {
  const { target } = report;
  const facts: readonly (readonly [string, Insert])[] = [
    ['Address', markup`<code>${target.baseUrl}</code>`],
    ['Tenant', target.tenantId !== undefined && markup`<code>${target.tenantId}</code>`],
    ['Control', target.control],
    ['Fault', target.fault !== undefined && markup`<code>${target.fault}</code>`],
    ['Variant', target.variant !== undefined && markup`<code>${target.variant}</code>`],
    ['Started', markup`<time datetime="${report.startedAt}">${moment(report.startedAt)}</time>`],
    ['Took', lasting(Date.parse(report.finishedAt) - Date.parse(report.startedAt))],
    ['Seed', markup`<code>${report.seed}</code>`],
    ['Cases per property', report.runsPerProperty],
  ];
  return markup`<header class="masthead"><div class="width">
<p class="eyebrow">Conformance of a laboratory data platform tenant</p>
<h1>${target.name}</h1>
<p>${outcomePill(report.outcome)}</p>
<p class="lead">${prose(lastLine(report))}</p>
<dl class="facts">
${facts.map(([label, value]) => value !== false && markup`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
</div></header>
`;
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly content: Insert;
}

function parts(report: Report, failures: readonly ShownFailure[]): Part[] {
  const having = (verdict: ShownFailure['verdict']): ShownFailure[] =>
    failures.filter((failure) => failure.verdict === verdict);
  const cards = (id: string, verdict: ShownFailure['verdict'], title: string, meaning: string): Part => ({
    id,
    title,
    content: failureCards(id, title, meaning, having(verdict)),
  });
  return [
    cards('failures', 'failed', 'Failures', 'The tenant did otherwise than the specification states.'),
    { id: 'profiles', title: 'Profiles', content: profileSection(report) },
    cards(
      'warnings',
      'warning',
      'Warnings',
      'The tenant did otherwise than follows by inference or from the standards that the specification builds on; it does not state this.',
    ),
    { id: 'unsettled', title: 'Without a verdict', content: inconclusiveSection(report) },
    cards('waived', 'waived', 'Waived', 'Broken, and covered by a waiver in force.'),
    { id: 'requirements', title: 'Requirements', content: coverageSection(report) },
    { id: 'not-exercised', title: 'Not exercised', content: notExercisedSection(report) },
    { id: 'observations', title: 'Observations', content: observationSection(report) },
  ].filter(({ content }) => content !== undefined);
}

function sections(report: Report, failures: readonly ShownFailure[]): Insert {
  return parts(report, failures).map(({ content }) => content);
}

function contents(report: Report, failures: readonly ShownFailure[]): Markup {
  const items = parts(report, failures).map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>\n`);
  return markup`<nav class="contents" aria-label="Contents"><ul class="width">
${items}</ul></nav>
`;
}
