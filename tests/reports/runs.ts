import type { CheckResult, Failure } from '../../core/result.ts';
import type { Basis, Verdict } from '../../core/verdict.ts';
import { worst } from '../../core/verdict.ts';
import type { Catalogue, RunRecord } from '../../reports/assemble.ts';
import type { ProfileName } from '../../reports/report.ts';

/** Returns a catalogue from lines such as `DEL-01 delegated derived`. */
export function catalogueOf(...lines: readonly `${string} ${ProfileName} ${Basis}`[]): Catalogue {
  const requirements = lines.map((line) => {
    const [id, profile, basis] = line.split(' ') as [string, ProfileName, Basis];
    return { id, profile, basis, section: `Section of ${id}`, statement: `Statement of ${id}.` };
  });
  return {
    catalogueVersion: '7',
    profileNames: [...new Set(requirements.map(({ profile }) => profile))],
    requirements,
    freedoms: [{ id: 'FRE-01', topic: 'Body of a 401', range: 'Any body.' }],
    untestable: [{ id: 'UNT-01' }],
  };
}

export function failureOf(requirement: string, given: Partial<Failure> = {}): Failure {
  return {
    requirement,
    verdict: 'failed',
    subject: 'presenting a spent refresh token',
    observed: 'was answered with 200',
    expected: 'an error `invalid_grant`',
    replay: { seed: 7 },
    confirmed: true,
    evidence: [],
    ...given,
  };
}

/** Returns the result of a check with these verdicts of requirements. */
export function resultOf(
  id: string,
  verdicts: Readonly<Record<string, Verdict>>,
  given: Partial<CheckResult> = {},
): CheckResult {
  const broken = Object.entries(verdicts).filter(([, verdict]) => ['failed', 'warning', 'waived'].includes(verdict));
  return {
    id,
    title: `Title of ${id}`,
    requirements: Object.keys(verdicts),
    verdict: worst(Object.values(verdicts)),
    verdicts,
    durationMs: 12,
    cases: 1,
    exchanges: 2,
    failures: broken.map(([requirement, verdict]) =>
      failureOf(requirement, { verdict: verdict === 'warning' ? 'warning' : 'failed' }),
    ),
    observations: [],
    ...given,
  };
}

export function runOf(
  catalogue: Catalogue,
  results: readonly CheckResult[],
  given: Partial<RunRecord> = {},
): RunRecord {
  const checksByRequirement = new Map<string, string[]>();
  for (const { id, requirements } of results) {
    for (const requirement of requirements) {
      checksByRequirement.set(requirement, [...(checksByRequirement.get(requirement) ?? []), id]);
    }
  }
  return {
    tool: { name: 'labconform', version: '0.1.0' },
    target: { name: 'acme-staging', baseUrl: 'https://acme.example', control: 'http', tenantId: 'ten_4f1c' },
    startedAt: '2026-11-20T08:00:00.000Z',
    finishedAt: '2026-11-20T08:01:03.000Z',
    seed: 1234,
    runsPerProperty: 100,
    results,
    catalogue,
    checksByRequirement,
    required: [],
    interrupted: false,
    rerun: (check) => `labconform run --check ${check} --seed 7`,
    ...given,
  };
}
