import type { Report } from '../report.ts';
import { casesText } from '../cases.ts';
import { isExercised } from '../outcome.ts';
import { lastLine } from '../last-line.ts';
import { hasRepeated, notExercisedCausesOf } from '../unsettled.ts';
import { counted, deviationSentence, lasting, moment, outcomeWords, shardName, waiverWords } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { legend } from './matrix.ts';
import { asSentence, grouped, outcomeBanner, prose, proseWithLinks, section } from './pieces.ts';

/** Returns the head of the page: the tenant that the report is about, and the outcome. */
export function masthead(report: Report): Markup {
  const { target } = report;
  const deviated = deviationSentence(target);
  const facts: readonly (readonly [string, Insert])[] = [
    ['Claims', report.claims !== undefined && report.claims.join(', ')],
    ['Gate', report.gate !== undefined && report.gate],
    ['Address', markup`<code>${target.baseUrl}</code>`],
    ['Tenant', target.tenantId !== undefined && markup`<code>${target.tenantId}</code>`],
    ['Control', target.control],
    ['Asked for', report.selectedProfiles !== undefined && report.selectedProfiles.join(', ')],
    ['Shard', report.shard !== undefined && shardName(report.shard)],
    [
      'Missing',
      (report.missingShards ?? []).length > 0 && `shard ${(report.missingShards ?? []).map(shardName).join(', ')}`,
    ],
    ['Started', markup`<time datetime="${report.startedAt}">${moment(report.startedAt)}</time>`],
    ['Took', lasting(Date.parse(report.finishedAt) - Date.parse(report.startedAt))],
    ['Seed', report.runsPerProperty > 0 && markup`<code>${report.seed}</code>`],
    ['Cases a property', report.runsPerProperty > 0 && report.runsPerProperty],
    ['Cases done', casesText(report)],
  ];
  return markup`<header class="masthead"><div class="width">
<p class="eyebrow">Conformance report</p>
<h1>${target.name}</h1>
${deviated !== undefined && markup`<p class="deviation"><strong>Not a real tenant.</strong> ${deviated}</p>\n`}${outcomeBanner(report.outcome, summary(report))}<dl class="facts">
${facts.map(([label, value]) => value !== false && markup`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
</div></header>
`;
}

/** Returns the last line of the report without its outcome word, and with links to the requirements that it names. */
function summary(report: Report): Insert {
  const sentence = lastLine(report).replace(new RegExp(`^${outcomeWords[report.outcome]}[:.]?\\s*`), '');
  return proseWithLinks(report, asSentence(sentence));
}

/** Returns how much was exercised, why the rest was not, and the limits of the result. */
export function overviewSection(report: Report): Markup {
  const { requirements, checks, profiles } = report;
  const exercised = requirements.filter(({ verdict }) => isExercised(verdict)).length;
  const whole = profiles.filter((profile) => profile.exercised === 'whole').length;
  const sum = (member: 'cases' | 'exchanges'): number => checks.reduce((total, check) => total + check[member], 0);
  const figures: readonly (readonly [string, number, string])[] = [
    ['Requirements exercised', exercised, `of ${requirements.length}`],
    ['Profiles exercised whole', whole, `of ${profiles.length}`],
    ['Checks', checks.length, `with ${grouped(sum('cases'))} cases`],
    ['Exchanges', sum('exchanges'), 'with the tenant'],
  ];
  return section(
    'overview',
    'Overview',
    markup`<dl class="figures">
${figures.map(([label, figure, note]) => markup`<div><dt>${label}</dt><dd><b>${grouped(figure)}</b> <span class="quiet">${note}</span></dd></div>\n`)}</dl>
`,
    legend(report),
    notExercisedNote(report),
    waiverNote(report),
    markup`<p class="note-line">${limits(report)} <a href="#scope">Scope and limits</a></p>
`,
  );
}

function limits({ catalogue, runsPerProperty }: Report): string {
  const { untestable = 0 } = catalogue;
  const sampled = `A passed requirement was kept in ${runsPerProperty === 0 ? 'all recorded exchanges' : 'every case that was tried'}, which are not all possible cases.`;
  return untestable === 0
    ? sampled
    : `${sampled} ${counted(untestable, 'statement')} of the specification cannot be shown from outside at all.`;
}

function notExercisedNote(report: Report): Insert {
  const count = report.requirements.filter(({ verdict }) => verdict === 'not-exercised').length;
  if (count === 0) return undefined;
  const causes = notExercisedCausesOf(report).filter(({ requirements }) => requirements.length > 0);
  const shown = causes.slice(0, 4);
  const manifold =
    hasRepeated(shown, 'requirements') && 'A requirement with several causes is counted for each of them. ';
  return markup`<div class="aside"><h3>${counted(count, 'requirement')} not exercised</h3>
<ul>${shown.map(({ reason, requirements }) => markup`<li>${proseWithLinks(report, reason)} <span class="quiet">(${requirements.length})</span></li>`)}</ul>
<p>${manifold}<a href="#not-exercised">${causes.length > shown.length ? `All ${causes.length} causes` : 'Show them'}</a></p></div>
`;
}

function waiverNote({ waivers = [], checks }: Report): Insert {
  if (waivers.length === 0) return undefined;
  const run = new Set(checks.map(({ id }) => id));
  const named = (check: string): Insert =>
    run.has(check) ? markup`<a href="#${check}"><code>${check}</code></a>` : markup`<code>${check}</code>`;
  return markup`<div class="aside"><h3>${counted(waivers.length, 'waiver')}</h3>
<ul>${waivers.map(({ check, requirement, reason, owner, lastDay, state }) => markup`<li>${requirement !== undefined && markup`<a class="id" href="#${requirement}">${requirement}</a> `}${named(check)} ${waiverWords[state]}. ${prose(asSentence(reason))} <span class="quiet">${owner}, until ${lastDay}</span></li>`)}</ul></div>
`;
}
