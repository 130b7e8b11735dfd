import type { CheckResult, Failure } from '../../core/result.ts';
import { reasonOfFailure } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { verdictOfFinding, worst } from '../../core/verdict.ts';
import { withoutResult } from '../../core/without-result.ts';
import type { RequirementId } from '../requirements/index.ts';
import { profileNames, requirementById, requirementsOf } from '../requirements/index.ts';
import { beyondACapture } from './beyond-a-capture.ts';
import type { RecordedCheck } from './recorded-checks.ts';
import { recordedChecks } from './recorded-checks.ts';
import type { Found, Verdicts } from './verdicts.ts';

/**
 * Returns the results of recorded traffic in the form of check results. All other requirements get the reason why the
 * traffic says nothing about them.
 */
export function recordedResults(verdicts: Verdicts): CheckResult[] {
  const results = recordedChecks.flatMap((check) => resultsOf(check, verdicts));
  const judged = new Set<string>(recordedChecks.flatMap(({ judges }) => Object.keys(judges)));
  for (const profile of profileNames) {
    const beyond = requirementsOf(profile).filter(({ id }) => !judged.has(id));
    if (beyond.length === 0) continue;
    const ids = beyond.map(({ id }) => id);
    const title = `What recorded traffic cannot show of the profile ${profile}`;
    const beyondIt = { id: `recorded/beyond-a-capture-${profile}`, title, proves: ids };
    results.push(withoutResult(beyondIt, { verdict: 'not-exercised', reason: beyondACapture[profile] }));
  }
  return results;
}

function resultsOf({ id, title, judges }: RecordedCheck, verdicts: Verdicts): CheckResult[] {
  const unjudged = new Map<string, RequirementId[]>();
  const shown: RequirementId[] = [];
  for (const [requirement, needed] of Object.entries(judges) as [RequirementId, string][]) {
    const found = verdicts.of(requirement);
    if (found.judged > 0) {
      shown.push(requirement);
      continue;
    }
    const reason = reasonOf(found, needed);
    unjudged.set(reason, [...(unjudged.get(reason) ?? []), requirement]);
  }
  const absent = [...unjudged].map(([reason, proves], index) =>
    withoutResult({ id: `${id}-not-shown-${index + 1}`, title, proves }, { verdict: 'not-exercised', reason }),
  );
  return shown.length === 0 ? absent : [judgedResult(id, title, shown, verdicts), ...absent];
}

/** Returns why a requirement was not judged: the capture lacks the traffic for it, or shows too little else. */
function reasonOf({ left }: Found, needed: string): string {
  if (left.size === 0) return `the capture contains no traffic to judge it by: ${needed}`;
  const why = [...left].map(([text, count]) => `${count} ${text}`).join('; ');
  return `the capture contains ${needed}, but not enough other traffic: ${why}`;
}

function judgedResult(
  id: string,
  title: string,
  requirements: readonly RequirementId[],
  verdicts: Verdicts,
): CheckResult {
  const byRequirement: Record<string, Verdict> = {};
  const failures: Failure[] = [];
  let exchanges = 0;
  for (const requirement of requirements) {
    const found = verdicts.of(requirement);
    exchanges = Math.max(exchanges, found.judged);
    const failure = failureOf(requirement, found);
    byRequirement[requirement] = failure?.verdict ?? 'passed';
    if (failure !== undefined) failures.push(failure);
  }
  const verdict = worst(Object.values(byRequirement));
  const found = failures.find((one) => one.verdict === verdict);
  return {
    id,
    title,
    requirements,
    verdict,
    ...(found === undefined ? {} : { reason: reasonOfFailure(found) }),
    verdicts: byRequirement,
    durationMs: 0,
    cases: 1,
    exchanges,
    failures: failures.toSorted((a, b) => (a.verdict === b.verdict ? 0 : a.verdict === 'failed' ? -1 : 1)),
    observations: [],
  };
}

function failureOf(requirement: RequirementId, { judged, broken, first }: Found): Failure | undefined {
  if (first === undefined) return undefined;
  const { finding, evidence } = first;
  const last = evidence.at(-1);
  const where = last?.note === undefined ? '' : `${last.note}; `;
  return {
    requirement,
    verdict: verdictOfFinding(requirementById.get(requirement)?.basis ?? 'derived'),
    subject: finding.subject,
    observed: finding.observed,
    expected: finding.expected,
    counterexample: `${where}found in ${broken} of ${judged} that were judged`,
    replay: { seed: 0 },
    ...(last === undefined ? {} : { exchange: last.number }),
    evidence,
  };
}
