import type { ShownFailure } from '../failures.ts';
import type { ProfileResult, Report, ReportedCheck, ReportedRequirement } from '../report.ts';
import { counted, lasting, verdictColumns, verdictWords, workOf } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, groundLine, pill, prose, section } from './pieces.ts';

interface Shown {
  readonly checks: ReadonlyMap<string, ReportedCheck>;
  readonly findings: ReadonlyMap<string, readonly ShownFailure[]>;
  readonly anchors: ReadonlyMap<ShownFailure, string>;
  /** Ids of the freedoms that each check observed in use, by id of the check. */
  readonly freedoms: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns the section of the requirements, in the order of the catalogue. The checks of each profile follow its
 * requirements.
 */
export function catalogueSection(report: Report, anchors: ReadonlyMap<ShownFailure, string>): Markup {
  const freedoms = new Map<string, string[]>();
  for (const { freedom, checks } of report.observations) {
    for (const check of checks) freedoms.set(check, [...(freedoms.get(check) ?? []), freedom]);
  }
  const shown: Shown = {
    checks: new Map(report.checks.map((check) => [check.id, check])),
    findings: Map.groupBy(anchors.keys(), ({ requirement }) => requirement),
    anchors,
    freedoms,
  };
  return section(
    'requirements',
    'Requirements',
    filters(report),
    report.profiles.map((profile) => profilePart(profile, report, shown)),
  );
}

/** Returns the filters. They stay hidden until the script shows them, because they do not work without it. */
function filters(report: Report): Markup {
  const present = verdictColumns.filter((verdict) => report.requirements.some((one) => one.verdict === verdict));
  const option = (value: string, text = value): Markup => markup`<option value="${value}">${text}</option>`;
  return markup`<form class="filters" role="search" aria-label="Filter requirements" hidden="">
<label class="wide">Search <input type="search" name="text" autocomplete="off" spellcheck="false" /></label>
<label>Verdict <select name="verdict">${option('', 'any')}${present.map((verdict) => option(verdict, verdictWords[verdict]))}</select></label>
<label>Profile <select name="profile">${option('', 'any')}${report.profiles.map(({ name }) => option(name))}</select></label>
<label>Basis <select name="basis">${option('', 'any')}${option('stated')}${option('derived')}</select></label>
<button type="reset">Clear</button>
<p class="count" role="status" aria-live="polite">${counted(report.requirements.length, 'requirement')}</p>
</form>
`;
}

function profilePart({ name, counts }: ProfileResult, report: Report, shown: Shown): Markup {
  const requirements = report.requirements.filter(({ profile }) => profile === name);
  const checks = report.checks.filter(({ profile }) => profile === name);
  const present = verdictColumns.filter((verdict) => (counts[verdict] ?? 0) > 0);
  return markup`<div class="profile" id="profile-${name}" data-profile="${name}">
<div class="head"><h3>${name}</h3> <p>${present.map((verdict) => [pill(verdict, counts[verdict]), ' '])}</p></div>
${requirements.filter((one) => !isLeftOut(one, shown)).map((requirement) => requirementPart(requirement, shown))}${leftOut(requirements, shown)}${checks.length > 0 && checksOf(name, checks)}</div>
`;
}

/** Reports whether no check of a requirement ran, so that only its statement and the reason can be shown. */
function isLeftOut({ verdict, checks }: ReportedRequirement, shown: Shown): boolean {
  return verdict === 'not-exercised' && checks.every((check) => !shown.checks.has(check));
}

/** Returns the requirements without a result, folded and grouped by their reason. */
function leftOut(requirements: readonly ReportedRequirement[], shown: Shown): Insert {
  const byReason = Map.groupBy(
    requirements.filter((one) => isLeftOut(one, shown)),
    ({ reason }) => reason ?? 'no reason is given',
  );
  return [...byReason].map(
    ([reason, these]) =>
      markup`<details class="left-out"><summary>Not exercised: ${counted(these.length, 'requirement')}. ${prose(asSentence(reason))}</summary>
<ul>
${these.map(leftOutLine)}</ul></details>
`,
  );
}

function leftOutLine({ id, basis, statement }: ReportedRequirement): Markup {
  return markup`<li class="requirement" id="${id}"${basis === 'derived' && markup` data-basis="derived"`}><a href="#${id}">${id}</a> ${prose(statement)}</li>
`;
}

function requirementPart(requirement: ReportedRequirement, shown: Shown): Markup {
  const { id, verdict, basis, statement, checks, reason } = requirement;
  const found = shown.findings.get(id) ?? [];
  const freedoms = [...new Set(checks.flatMap((check) => shown.freedoms.get(check) ?? []))];
  return markup`<article class="requirement ${verdict}" id="${id}" data-verdict="${verdict}"${basis === 'derived' && markup` data-basis="derived"`}>
${pill(verdict)}
<h4><a href="#${id}">${id}</a></h4>
<div class="text"><p>${prose(statement)}</p>
${groundLine(requirement, basis === 'derived' && markup` <span class="basis">derived</span>`)}${verdict === 'not-exercised' && reason !== undefined && markup`<p class="reason">${prose(asSentence(reason))}</p>\n`}${
    found.length > 0 && markup`<ul class="found">${foundHere(found, shown)}</ul>\n`
  }${provedBy(requirement, shown)}${freedoms.length > 0 && markup`<p class="quiet">Also observed: ${freedoms.map((freedom, at) => [at > 0 && ', ', markup`<a class="id" href="#${freedom}">${freedom}</a>`])}.</p>\n`}</div>
</article>
`;
}

/** Returns a link to the first finding of each kind, with the number of checks that had such a finding. */
function foundHere(found: readonly ShownFailure[], shown: Shown): Insert {
  const kinds = Map.groupBy(found, ({ subject, observed }) => asSentence(`${subject} ${observed}`));
  return [...kinds].map(([sentence, alike]) => {
    const [first] = alike;
    const anchor = first === undefined ? undefined : shown.anchors.get(first);
    return markup`<li><a href="#${anchor}">${prose(sentence)}</a>${alike.length > 1 && markup` <span class="quiet">in ${alike.length} checks</span>`}</li>`;
  });
}

/**
 * Number of checks that are named with a passed requirement: those that prove the fewest other requirements. The list
 * of checks names the requirements of each check.
 */
const mostNamed = 1;
/** A check that proves more requirements than this is not about one of them in particular, so they are not links. */
const mostLinked = 3;

function provedBy({ id, verdict, checks }: ReportedRequirement, shown: Shown): Insert {
  if (checks.length === 0) return markup`<p class="proof">Planned: no check shows yet whether a tenant keeps it.</p>\n`;
  const run = checks.flatMap((check) => shown.checks.get(check) ?? []);
  const notRun = checks.length - run.length;
  const verdictOf = (check: ReportedCheck): string => check.verdicts?.[id] ?? check.verdict;
  const requirementCount = (check: ReportedCheck): number => check.requirements.length;
  // checks that decided the verdict come first, then checks that prove few other requirements
  const ordered = run.toSorted(
    (one, other) =>
      Number(verdictOf(other) === verdict) - Number(verdictOf(one) === verdict) ||
      requirementCount(one) - requirementCount(other),
  );
  const deciding = verdict === 'passed' ? [] : ordered.filter((check) => verdictOf(check) === verdict);
  const named = ordered.slice(0, Math.max(mostNamed, deciding.length));
  const others = run.length - named.length;
  const rest = [
    ...(others === 0 ? [] : [`${others} more`]),
    ...(notRun === 0 ? [] : [`${counted(notRun, 'check')} not run`]),
  ];
  const links = named.map((check, at) => [
    at > 0 && ', ',
    markup`<a href="#${check.id}">${check.id.slice(check.id.indexOf('/') + 1)}</a>`,
    verdictOf(check) !== 'passed' &&
      markup` <span class="quiet">${verdictWords[verdictOf(check) as keyof typeof verdictWords]}</span>`,
  ]);
  return markup`<p class="proof">${links}${named.length > 0 && rest.length > 0 && '; '}${rest.join('; ')}</p>\n`;
}

/** Returns a line for each check: its title, its verdict, how much it did, and the requirements that it proves. */
function checksOf(name: string, checks: readonly ReportedCheck[]): Markup {
  return markup`<details class="checks"><summary>${counted(checks.length, 'check')} of ${name}</summary>
<ul>
${checks.map(checkLine)}</ul></details>
`;
}

function checkLine(check: ReportedCheck): Markup {
  const { id, title, verdict, reason, requirements, cases, durationMs } = check;
  const effort = cases === 0 ? '' : `, ${counted(cases, 'case')}, ${workOf(check)}, ${lasting(durationMs)}`;
  const proved =
    requirements.length > mostLinked
      ? requirements.join(' ')
      : requirements.map((one, at) => [at > 0 && ' ', markup`<a href="#${one}">${one}</a>`]);
  return markup`<li id="${id}">${verdict !== 'passed' && pill(verdict)}${title} <code>${id}</code>${
    reason !== undefined && markup` <span class="reason">${prose(asSentence(reason))}</span>`
  } <small>${verdictWords[verdict]}${effort}: ${proved}</small></li>
`;
}
