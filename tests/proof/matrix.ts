import type { CheckResult } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { worst } from '../../core/verdict.ts';
import type { EmbeddedOptions } from '../../drivers/target/embedded.ts';
import { openEmbedded } from '../../drivers/target/embedded.ts';
import { checks } from '../../specs/checks/index.ts';
import type { SuiteCheck } from '../../specs/check.ts';
import { runAll } from '../../specs/run-all.ts';
import type { Fault, Variant } from '../../tenant/index.ts';
import { realTime } from '../../drivers/real-time.ts';

const seed = 20261120;

/** Cases a property where a fault must be found, and where it must not be. */
const thorough = 100;
const glance = 4;
/** Cases a property for a variant: its verdicts must be those of the plain tenant. */
const fair = 15;

/** What a fault was caught by, and what was found that has nothing to do with it. */
export interface FaultOutcome {
  /** Requirements that the fault is meant to break, and that no finding named. */
  readonly missed: readonly string[];
  /** Findings for requirements that the fault does not break. */
  readonly unrelated: readonly string[];
  /** Checks that ended as broken: the test bed, or the suite itself. */
  readonly broken: readonly string[];
}

/** Runs all checks against a tenant with one wrong decision: those of the requirements that it breaks whole, the others at a glance. */
export async function judgeFault(fault: Fault): Promise<FaultOutcome> {
  const aimed = (check: SuiteCheck): boolean => check.proves.some((requirement) => fault.breaks.includes(requirement));
  const results = [
    ...(await run(checks.filter(aimed), { fault }, thorough)),
    ...(await run(
      checks.filter((check) => !aimed(check)),
      { fault },
      glance,
    )),
  ];
  const found = results.flatMap(({ id, failures }) => failures.map((failure) => ({ check: id, ...failure })));
  const foreseen = new Set([...fault.breaks, ...(fault.also ?? [])]);
  return {
    missed: fault.breaks.filter((requirement) => !found.some((one) => one.requirement === requirement)),
    unrelated: found
      .filter((one) => !foreseen.has(one.requirement))
      .map((one) => `${one.requirement} by ${one.check}: ${one.subject} ${one.observed}, expected ${one.expected}`),
    broken: results.filter((one) => one.verdict === 'broken').map((one) => `${one.id}: ${one.reason ?? ''}`),
  };
}

/** Runs all checks against a conforming tenant that uses its freedoms otherwise; what differs from the plain tenant. */
export async function judgeVariant(variant: Variant): Promise<readonly string[]> {
  const listed = new Set(variant.warnings ?? []);
  const different: string[] = [];
  for (const result of await run(checks, { variant }, fair)) {
    for (const [requirement, verdict] of Object.entries(result.verdicts)) {
      if (verdict === 'passed' || (verdict === 'warning' && listed.has(requirement))) continue;
      const failure = result.failures.find((one) => one.requirement === requirement);
      const why =
        failure === undefined
          ? (result.reason ?? '')
          : `${failure.subject} ${failure.observed}, expected ${failure.expected}`;
      different.push(`${requirement} is ${verdict} by ${result.id}: ${why}`);
    }
  }
  return different;
}

/** The verdict of each requirement over all checks. */
export function verdictsByRequirement(results: readonly CheckResult[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const result of results) {
    for (const [requirement, verdict] of Object.entries(result.verdicts)) {
      verdicts.set(requirement, worst([verdict, verdicts.get(requirement) ?? 'not-exercised']));
    }
  }
  return verdicts;
}

async function run(
  some: readonly SuiteCheck[],
  deviation: Pick<EmbeddedOptions, 'fault' | 'variant'>,
  runs: number,
): Promise<CheckResult[]> {
  const session = await openEmbedded({ seed, runId: 'proof', realTime, ...deviation });
  try {
    return await runAll(some, session, { runs, seed, now: realTime.now, shrinkMs: 2000 });
  } finally {
    await session.close();
  }
}
