import type { Report, ReportedRequirement } from './report.ts';

/** What was not exercised for one and the same reason. */
export interface NotExercised {
  readonly reason: string;
  /** Ids. */
  readonly requirements: readonly string[];
  readonly checks: readonly string[];
}

/** What was not exercised, by reason; the reason that keeps back most stands first. */
export function notExercisedByReason(report: Report): NotExercised[] {
  const groups = new Map<string, { readonly requirements: Set<string>; readonly checks: Set<string> }>();
  const group = (reason: string): { readonly requirements: Set<string>; readonly checks: Set<string> } => {
    const made = groups.get(reason) ?? { requirements: new Set(), checks: new Set() };
    groups.set(reason, made);
    return made;
  };
  for (const check of report.checks) {
    if (check.verdict === 'not-exercised') group(check.reason ?? 'no reason was given').checks.add(check.id);
  }
  for (const requirement of report.requirements) {
    if (requirement.verdict !== 'not-exercised') continue;
    for (const reason of reasonsOf(report, requirement)) group(reason).requirements.add(requirement.id);
  }
  return [...groups]
    .map(([reason, { requirements, checks }]) => ({ reason, requirements: [...requirements], checks: [...checks] }))
    .sort((a, b) => b.requirements.length - a.requirements.length || b.checks.length - a.checks.length);
}

/** The requirements that no check covers yet. */
export function planned(report: Report): ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === 'planned');
}

function reasonsOf(report: Report, requirement: ReportedRequirement): ReadonlySet<string> {
  const own = new Set(requirement.checks);
  const reasons = report.checks.flatMap(({ id, verdict, reason }) =>
    verdict === 'not-exercised' && reason !== undefined && own.has(id) ? [reason] : [],
  );
  return new Set(reasons.length > 0 ? reasons : [requirement.reason ?? 'no reason was given']);
}
