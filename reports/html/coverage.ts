import type { ProfileResult, Report, ReportedRequirement, VerdictCounts } from '../report.ts';
import { verdictColumns, verdictWords } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';
import { pill, prose, section, table } from './pieces.ts';

/** The table of profiles: how each one ended, and how far it was exercised. */
export function profileSection(report: Report): Markup {
  const shown = verdictColumns.filter(
    (name) => name === 'passed' || name === 'failed' || report.profiles.some(({ counts }) => (counts[name] ?? 0) > 0),
  );
  const columns = [
    { title: 'Profile' },
    { title: 'Verdict' },
    { title: 'Exercised' },
    { title: 'Share' },
    ...shown.map((name) => ({ title: verdictWords[name], kind: 'number' as const })),
  ];
  const required = new Set(report.required ?? []);
  const rows = report.profiles.map(({ name, verdict, exercised, counts }) => ({
    cells: [
      markup`<a href="#profile-${name}">${name}</a>`,
      pill(verdict),
      `${exercised}${required.has(name) ? ', required whole' : ''}`,
      bar(counts),
      ...shown.map((column) => counts[column] ?? 0),
    ] satisfies Insert[],
  }));
  return section('profiles', 'Profiles', table('Profiles', columns, rows, 'Requirements of each profile by verdict'));
}

/** Every requirement with its verdict and its checks, folded by profile; open where something is wrong. */
export function coverageSection(report: Report): Markup {
  return section(
    'requirements',
    `Requirements (${report.requirements.length})`,
    report.profiles.map((profile) =>
      coverage(
        profile,
        report.requirements.filter((requirement) => requirement.profile === profile.name),
      ),
    ),
  );
}

function coverage({ name, verdict, counts }: ProfileResult, requirements: readonly ReportedRequirement[]): Markup {
  const open = verdict === 'failed' || verdict === 'broken' || verdict === 'inconclusive' || verdict === 'warning';
  const columns = [
    { title: 'Id' },
    { title: 'Verdict' },
    { title: 'Requirement', kind: 'prose' as const },
    { title: 'Basis' },
    { title: 'Checks', kind: 'prose' as const },
  ];
  const rows = requirements.map((requirement) => ({
    id: `requirement-${requirement.id}`,
    cells: [
      markup`<span class="mono">${requirement.id}</span>`,
      pill(requirement.verdict),
      markup`${prose(requirement.statement)}<br /><span class="quiet">${requirement.section}</span>`,
      requirement.basis,
      checksOf(requirement),
    ] satisfies Insert[],
  }));
  return markup`<details class="profile" id="profile-${name}"${open && markup` open=""`}>
<summary><h3>${name}</h3> ${verdictColumns.flatMap((column) => (counts[column] === undefined ? [] : [pill(column, counts[column]), ' ']))}</summary>
${table(`Requirements of ${name}`, columns, rows)}</details>
`;
}

function checksOf({ checks, verdict, reason }: ReportedRequirement): Insert {
  const ids = checks.flatMap((check, at) => [at > 0 && markup`<br />`, markup`<code>${check}</code>`]);
  if (verdict !== 'not-exercised' || reason === undefined) return ids.length === 0 ? 'none yet' : ids;
  return [ids, markup`<br /><span class="quiet">${reason}</span>`];
}

/** A stacked bar of the counts; what it shows stands beside it in figures. */
function bar(counts: VerdictCounts): Markup {
  const present = verdictColumns.flatMap((verdict) => [{ verdict, count: counts[verdict] ?? 0 }]);
  const total = present.reduce((sum, { count }) => sum + count, 0);
  let x = 0;
  const parts = present.map(({ verdict, count }) => {
    const width = total === 0 ? 0 : (count / total) * 100;
    const part =
      width > 0 &&
      markup`<rect class="${verdict}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"></rect>`;
    x += width;
    return part;
  });
  return markup`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${parts}</svg>`;
}
