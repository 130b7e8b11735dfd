import { behaviourIn } from '../behaviours.ts';
import type { ShownFailure } from '../failures.ts';
import type { Behaviour, FaultEntry, ProfileResult, Report, ReportedCheck, ReportedRequirement } from '../report.ts';
import { counted, lasting, verdictColumns, verdictWords, workOf } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { asSentence, groundLine, pill, prose, requirementLinks, section, sign, table } from './pieces.ts';

interface Shown {
  readonly checks: ReadonlyMap<string, ReportedCheck>;
  /** The wrong tenants that are found out, by requirement. */
  readonly faults: ReadonlyMap<string, readonly FaultEntry[]>;
  readonly findings: ReadonlyMap<string, readonly ShownFailure[]>;
  readonly anchors: ReadonlyMap<ShownFailure, string>;
  /** Freedoms that were seen used, by check. */
  readonly freedoms: ReadonlyMap<string, readonly string[]>;
}

/** A part a requirement, in the order of the catalogue, and after those of a profile its checks. */
export function catalogueSection(report: Report, anchors: ReadonlyMap<ShownFailure, string>): Markup {
  const freedoms = new Map<string, string[]>();
  for (const { freedom, checks } of report.observations) {
    for (const check of checks) freedoms.set(check, [...(freedoms.get(check) ?? []), freedom]);
  }
  const shown: Shown = {
    checks: new Map(report.checks.map((check) => [check.id, check])),
    faults: faultsOf(report),
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

/** Shown by the script, without which there is nothing to filter with. */
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
${requirements.map((requirement) => requirementPart(requirement, shown))}${checks.length > 0 && checksOf(name, checks, behaviourIn(report))}</div>
`;
}

function requirementPart(requirement: ReportedRequirement, shown: Shown): Markup {
  const { id, verdict, basis, statement, checks, reason } = requirement;
  const found = shown.findings.get(id) ?? [];
  const freedoms = [...new Set(checks.flatMap((check) => shown.freedoms.get(check) ?? []))];
  return markup`<article class="requirement ${verdict}" id="${id}" data-verdict="${verdict}" data-basis="${basis}" aria-labelledby="${id}-id">
<div class="state">${pill(verdict)}</div>
<h4 id="${id}-id"><a href="#${id}">${id}</a></h4>
<div class="text"><p class="statement">${prose(statement)}</p>
${groundLine(requirement, basis === 'derived' && markup` <span class="basis">derived</span>`)}${verdict === 'not-exercised' && reason !== undefined && markup`<p class="reason">${prose(asSentence(reason))}</p>\n`}${
    found.length > 0 && markup`<ul class="found">${foundHere(found, shown)}</ul>\n`
  }<details><summary>${proofLine(requirement, shown)}<span class="vh"> of ${id}</span></summary>
${provedBy(requirement, shown)}${freedoms.length > 0 && markup`<p class="quiet">Observed on the way: ${freedoms.map((freedom, at) => [at > 0 && ', ', markup`<a class="id" href="#${freedom}">${freedom}</a>`])}.</p>\n`}${faultList(requirement, shown)}</details></div>
</article>
`;
}

/** A link to the first finding of each kind, and how many checks came to it. */
function foundHere(found: readonly ShownFailure[], shown: Shown): Insert {
  const kinds = Map.groupBy(found, ({ subject, observed }) => asSentence(`${subject} ${observed}`));
  return [...kinds].map(([sentence, alike]) => {
    const [first] = alike;
    const anchor = first === undefined ? undefined : shown.anchors.get(first);
    return markup`<li><a href="#${anchor}">${prose(sentence)}</a>${alike.length > 1 && markup` <span class="quiet">in ${alike.length} checks</span>`}</li>`;
  });
}

function faultsOf({ faults = [] }: Report): ReadonlyMap<string, readonly FaultEntry[]> {
  const found = new Map<string, FaultEntry[]>();
  for (const fault of faults) {
    for (const requirement of fault.breaks) found.set(requirement, [...(found.get(requirement) ?? []), fault]);
  }
  return found;
}

function proofLine({ id, checks }: ReportedRequirement, shown: Shown): string {
  const faults = shown.faults.get(id) ?? [];
  if (checks.length === 0) return 'No check yet';
  return faults.length === 0
    ? counted(checks.length, 'check')
    : `${counted(checks.length, 'check')}, proved by ${counted(faults.length, 'fault')}`;
}

function provedBy({ id, checks }: ReportedRequirement, shown: Shown): Insert {
  if (checks.length === 0) return markup`<p>Planned: nothing shows yet whether a tenant keeps it.</p>\n`;
  const items = checks.map((check) => {
    const run = shown.checks.get(check);
    if (run === undefined)
      return markup`<li>${sign('planned')}<code>${check}</code> <span class="quiet">not run</span></li>`;
    const verdict = run.verdicts?.[id] ?? run.verdict;
    const effort = run.cases === 0 ? '' : `, ${counted(run.cases, 'case')}, ${workOf(run)}`;
    return markup`<li class="${verdict}">${sign(verdict)}<a href="#check-${check}">${run.title}</a> <span class="quiet">${verdictWords[verdict]}${effort}</span></li>`;
  });
  return markup`<ul class="proof">${items}</ul>\n`;
}

/** The wrong tenants that its checks find out: what shows that a `passed` could have been something else. */
function faultList({ id: requirement }: ReportedRequirement, shown: Shown): Insert {
  const faults = shown.faults.get(requirement) ?? [];
  if (faults.length === 0) return undefined;
  const items = faults.map(({ id, summary }) => markup`<li>${prose(summary)} <code>${id}</code></li>`);
  return markup`<p class="label">Wrong tenants that are found out here</p>
<ul class="faults">${items}</ul>\n`;
}

function checksOf(
  name: string,
  checks: readonly ReportedCheck[],
  behaviourOf: (check: ReportedCheck) => readonly Behaviour[],
): Markup {
  const columns = [
    { title: 'Check', kind: 'prose' as const },
    { title: 'Ended' },
    { title: 'Proves', kind: 'prose' as const },
    { title: 'Cases', kind: 'number' as const },
    { title: 'Exchanges', kind: 'number' as const },
    { title: 'Took', kind: 'number' as const },
  ];
  const rows = checks.map((check) => ({
    id: `check-${check.id}`,
    cells: [
      markup`${check.title}<br /><code>${check.id}</code>${check.reason !== undefined && markup`<br /><span class="quiet">${prose(asSentence(check.reason))}</span>`}${answersOf(behaviourOf(check))}`,
      pill(check.verdict),
      requirementLinks(check.requirements),
      check.cases,
      check.exchanges,
      lasting(check.durationMs),
    ] satisfies Insert[],
  }));
  return markup`<details class="checks"><summary>${counted(checks.length, 'check')} of ${name}</summary>
${table(`Checks of ${name}`, columns, rows, 'of-checks')}</details>
`;
}

/** How the tenant was seen to answer during a check: a line a kind of request. */
function answersOf(behaviour: readonly Behaviour[]): Insert {
  if (behaviour.length === 0) return undefined;
  const answers = new Map<string, Set<string>>();
  for (const { request, answer } of behaviour) {
    answers.set(request, (answers.get(request) ?? new Set()).add(answer));
  }
  return markup`<details class="answers"><summary>Answers seen</summary><ul>${[...answers].map(
    ([request, seen]) => markup`<li><code>${request}</code> ${[...seen].join(', ')}</li>`,
  )}</ul></details>`;
}
