import type { CheckResult } from '../core/result.ts';
import { runCheck } from '../core/run-check.ts';
import { seedFor } from '../core/seed.ts';
import type { Verdict } from '../core/verdict.ts';
import type { CheckVisit, Session } from '../drivers/target/session.ts';
import type { SuiteCheck } from './check.ts';
import { plainly } from './plainly.ts';
import { requirementById } from './requirements/index.ts';
import type { RequirementId } from './requirements/index.ts';

export interface SuiteRunOptions {
  readonly runs: number;
  readonly seed: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Real time after which a failing case is shrunk no further; 20 s unless given. */
  readonly shrinkMs?: number;
  /** Real time for which further failures of a check are searched for after its first; a minute unless given. */
  readonly searchMs?: number;
  readonly signal?: AbortSignal;
  /** Replays one case of a check, as an earlier report names it. */
  readonly replay?: ReadonlyMap<string, { readonly seed: number; readonly path?: string }>;
}

/** Runs one check against an open target; once more by itself, where it came to nothing among others. */
export async function runSuiteCheck(
  check: SuiteCheck,
  session: Session,
  options: SuiteRunOptions,
): Promise<CheckResult> {
  const visit = await session.visit(check, options.signal);
  const first = await runVisit(check, visit, options);
  if (!isWorthAnotherLook(check, first, visit.host.timeIsFree)) return first;
  const another = await session.visitAlone?.(check, options.signal);
  if (another === undefined) return first;
  const second = await runVisit(check, another, options);
  return conclusive.has(second.verdict) ? second : first;
}

const conclusive: ReadonlySet<Verdict> = new Set(['passed', 'warning', 'failed']);

/** Whether others may have been in the way: what one of them does to a tenant at fault may be felt by all. */
function isWorthAnotherLook({ waits }: SuiteCheck, { verdict, failures }: CheckResult, timeIsFree: boolean): boolean {
  return verdict === 'inconclusive' && failures.length === 0 && (waits === undefined || timeIsFree);
}

async function runVisit(check: SuiteCheck, visit: CheckVisit, options: SuiteRunOptions): Promise<CheckResult> {
  const replay = options.replay?.get(check.id);
  try {
    return await runCheck({ tell: plainly, ...check }, visit.host, {
      runs: options.runs,
      seed: replay?.seed ?? seedFor(options.seed, check.id),
      ...(replay?.path === undefined ? {} : { path: replay.path, exact: true }),
      basisOf: (id) => requirementById.get(id as RequirementId)?.basis ?? 'derived',
      now: options.now,
      shrinkMs: options.shrinkMs ?? 20_000,
      searchMs: options.searchMs ?? 60_000,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } finally {
    await visit.close();
  }
}

/** Runs checks side by side without a test runner, as many at a time as the target allows. */
export async function runAll(
  checks: readonly SuiteCheck[],
  session: Session,
  options: SuiteRunOptions,
  onResult: (result: CheckResult) => void = () => {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const waiting = checks.values();
  session.expect(checks);
  const work = async (): Promise<void> => {
    for (const check of waiting) {
      const result = await runSuiteCheck(check, session, options);
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(session.concurrency, checks.length) }, work));
  return results;
}
