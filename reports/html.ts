import { createHash } from 'node:crypto';
import type { ShownFailure } from './failures.ts';
import { brokenBy, failuresOf } from './failures.ts';
import { catalogueSection } from './html/catalogue.ts';
import { findingAnchors, findingsSection } from './html/findings.ts';
import type { Insert, Markup } from './html/markup.ts';
import { Markup as Known, markup } from './html/markup.ts';
import { matrixSection } from './html/matrix.ts';
import { exercisedSection } from './html/exercised.ts';
import { observationSection } from './html/observations.ts';
import { masthead, overviewSection } from './html/overview.ts';
import { light } from './html/palette.ts';
import { outcomeVerdicts } from './html/pieces.ts';
import { scopeSection } from './html/scope.ts';
import { script } from './html/script.ts';
import type { Room } from './html/sequence.ts';
import { signSheet, tabIcon } from './html/signs.ts';
import { style } from './html/style.ts';
import { surveySection } from './html/survey.ts';
import { notExercisedSection, unsettledSection, weatherSection } from './html/unsettled.ts';
import type { Report } from './report.ts';
import { rootCausesOf } from './root-causes.ts';
import { unsettledCausesOf } from './unsettled.ts';
import { outcomeWords } from './wording.ts';

const css = `\n${style}\n`;
/** The page loads nothing from elsewhere: its one style sheet and its one script are allowed by their hashes. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${digest(css)}'`,
  `script-src 'sha256-${digest(script)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Maximum number of characters of recorded messages on a page, so that it opens quickly even with many failures. */
const roomForMessages = 3_000_000;

/** Returns the report as `conformance.html`: one page that sends no requests and can be read without its script. */
export function writeHtml(report: Report): string {
  const failures = failuresOf(report);
  const outcome = outcomeVerdicts[report.outcome];
  const parts = partsOf(report, failures);
  const page = markup`<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<meta name="color-scheme" content="light dark" />
<meta name="generator" content="${report.tool.name} ${report.tool.version}" />
<title>${outcomeWords[report.outcome]}: ${report.target.name}</title>
${tabIcon(outcome, light.bars[outcome])}
<style>${new Known(css)}</style>
</head>
<body>
${signSheet}<a class="skip" href="#main">Skip to the results</a>
${masthead(report)}${contents(parts)}<main class="width" id="main" tabindex="-1">
${parts.map(({ content }) => content)}</main>
<footer><div class="width">Written by ${report.tool.name} ${report.tool.version} from version ${report.catalogue.version} of the catalogue. It contains no secret that was sent or received.</div></footer>
<script>${new Known(script)}</script>
</body>
</html>
`;
  return `<!DOCTYPE html>\n${page.text}`;
}

interface Part {
  readonly id: string;
  readonly title: string;
  /** Number of entries in the part; undefined if it is of no interest. */
  readonly count?: number | undefined;
  readonly content: Insert;
}

function partsOf(report: Report, failures: readonly ShownFailure[]): Part[] {
  const anchors = findingAnchors(failures);
  const room = roomFor(failures);
  const causes = rootCausesOf(failures);
  const findings = (id: string, title: string, verdict: ShownFailure['verdict'], meaning: string): Part => {
    const these = causes.filter(({ first }) => first.verdict === verdict);
    return {
      id,
      title,
      count: brokenBy(failures.filter((one) => one.verdict === verdict)),
      content: findingsSection(id, title, meaning, these, anchors, room),
    };
  };
  return [
    { id: 'overview', title: 'Overview', content: overviewSection(report) },
    findings('failures', 'Failures', 'failed', 'The tenant broke requirements that the specification states.'),
    findings(
      'warnings',
      'Warnings',
      'warning',
      'The tenant broke requirements that follow from the specification, or from a standard that it builds on. The specification does not state them.',
    ),
    findings('waived', 'Waived', 'waived', 'These requirements are broken, and a waiver in force covers them.'),
    {
      id: 'unsettled',
      title: 'Without a verdict',
      count: unsettledCausesOf(report).length,
      content: unsettledSection(report),
    },
    { id: 'weather', title: 'Disturbed answers', content: weatherSection(report) },
    { id: 'coverage', title: 'Coverage', content: matrixSection(report) },
    {
      id: 'requirements',
      title: 'Requirements',
      count: report.requirements.length,
      content: catalogueSection(report, anchors),
    },
    {
      id: 'observations',
      title: 'Observations',
      count: report.observations.length,
      content: observationSection(report),
    },
    { id: 'exercised', title: 'Credentials exercised', content: exercisedSection(report) },
    { id: 'not-exercised', title: 'Not exercised', content: notExercisedSection(report) },
    { id: 'served', title: 'What is served', content: surveySection(report) },
    { id: 'scope', title: 'Scope and limits', content: scopeSection(report) },
  ].filter(({ content }) => content !== undefined);
}

function contents(parts: readonly Part[]): Markup {
  const items = parts.map(
    ({ id, title, count }) =>
      markup`<li><a href="#${id}">${title}${count !== undefined && markup` <b>${count}</b>`}</a></li>\n`,
  );
  return markup`<nav class="contents" aria-label="Contents"><ul class="width">
${items}</ul></nav>
`;
}

/** Returns how much of the messages is shown: the more failures there are, the less of each message. */
function roomFor(failures: readonly ShownFailure[]): Room {
  const steps = failures.reduce(
    (sum, { evidence, operations }) => sum + Math.min(evidence.length + operations.length, 40),
    0,
  );
  const body = Math.round(roomForMessages / Math.max(steps * 2, 1));
  return { body: Math.min(6000, Math.max(200, body)), steps: failures.length > 100 ? 12 : 40 };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
