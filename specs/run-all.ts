import { isExchange } from '../core/journal.ts';
import type { CheckResult, Failure } from '../core/result.ts';
import type { Allotment } from '../core/run/allotment.ts';
import type { Share } from '../core/run/host.ts';
import { casesOf, hasToWait } from '../core/run/host.ts';
import { runCheck } from '../core/run/run-check.ts';
import { seedFor } from '../core/seed.ts';
import type { Verdict } from '../core/verdict.ts';
import { OutOfTime } from '../core/trouble.ts';
import type { WithoutResult } from '../core/without-result.ts';
import { withoutResult } from '../core/without-result.ts';
import type { HostedCheck, Session } from '../drivers/session/session.ts';
import { servesNothing } from '../drivers/survey/survey.ts';
import { needsToBeAlone } from '../drivers/session/turns.ts';
import { firstCasesOf, plannedCasesOf } from './first-cases.ts';
import type { SuiteCheck } from './check.ts';
import { plainSteps } from './describe-case.ts';
import { requirementById } from './requirements/index.ts';
import type { RequirementId } from './requirements/index.ts';

export interface SuiteRunOptions {
  readonly runs: number;
  readonly seed: number;
  /** A reading of a monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Real time after which a failing case is shrunk no further; 20 s unless given. */
  readonly shrinkMs?: number;
  /** Real time for which further failures of a check are searched for after its first; a minute unless given. */
  readonly searchMs?: number;
  readonly signal?: AbortSignal;
  /** Divides up the time of a run with a time limit. */
  readonly allotment?: Allotment | undefined;
  /** Replays one case of a check, as an earlier report names it. */
  readonly replay?: ReadonlyMap<string, { readonly seed: number; readonly path?: string }>;
}

/** Runs one check against an open target. The result also says how many cases were planned. */
export async function runSuiteCheck(
  check: SuiteCheck,
  session: Session,
  options: SuiteRunOptions,
): Promise<CheckResult> {
  const { allotment } = options;
  const result = await (allotment === undefined
    ? runToTheEnd(check, session, options)
    : runInTurn(check, session, options, allotment));
  if (result.verdict === 'not-exercised' || options.replay !== undefined) return result;
  return { ...result, planned: (allotment === undefined ? casesOf : plannedCasesOf)(check, options.runs) };
}

/** Runs a check in a run with a time limit. When it has ended in any way, other checks no longer wait for it. */
async function runInTurn(
  check: SuiteCheck,
  session: Session,
  options: SuiteRunOptions,
  allotment: Allotment,
): Promise<CheckResult> {
  try {
    await allotment.begin(check.id);
    const { signal, runs } = options;
    // beginning a check that is to be stopped at once would take time too
    if (signal?.aborted === true) return withoutResult(check, stopped(signal));
    return await runToTheEnd(check, session, { ...options, runs: plannedCasesOf(check, runs) });
  } finally {
    allotment.over(check.id);
  }
}

function stopped({ reason }: AbortSignal): WithoutResult {
  const why = reason instanceof OutOfTime ? reason.message : 'the run was interrupted';
  return { verdict: 'inconclusive', reason: `${why} before the check began` };
}

/** Runs a check. If other checks may have disturbed it, runs it once more alone. */
async function runToTheEnd(check: SuiteCheck, session: Session, options: SuiteRunOptions): Promise<CheckResult> {
  const survey = await session.survey();
  if (survey !== undefined && servesNothing(survey)) return withoutResult(check, nothingServed);
  const hosted = await session.host(check, options.signal);
  const first = await runHosted(check, hosted, options);
  if (session.hostAlone === undefined || !isWorthAnotherLook(check, first, hosted)) return first;
  const { allotment, runs } = options;
  const turn = await (allotment === undefined ? freely : allotment.turnAlone(check.id));
  if (turn === undefined) return first;
  try {
    const another = await session.hostAlone(check, options.signal, first.inWeather === true);
    if (another === undefined) return first;
    // all other checks pause meanwhile, so the first cases must be enough
    const whole = allotment === undefined ? options : { ...options, runs: firstCasesOf(check, runs) };
    const second = await runHosted(check, another, { ...whole, allotment: undefined });
    if (!isJudged(second) || second.verdict === first.verdict) another.wasInVain?.();
    return joined(first, second);
  } finally {
    turn();
  }
}

/**
 * The result of each check if the server at the address serves nothing: its answers then show nothing about a tenant.
 */
const nothingServed: WithoutResult = {
  verdict: 'inconclusive',
  reason:
    'the tenant served no valid request with any credential: check that baseUrl is its address, and run labconform doctor',
};

const freely = (): void => {};

const conclusive: ReadonlySet<Verdict> = new Set(['passed', 'warning', 'failed']);

function isJudged({ verdict }: CheckResult): boolean {
  return conclusive.has(verdict);
}

/** Reports whether other checks may have disturbed this one: at a faulty tenant, one check may affect all others. */
function isWorthAnotherLook(check: SuiteCheck, first: CheckResult, { host }: HostedCheck): boolean {
  const { verdict, failures, inWeather } = first;
  const isUnclear = verdict === 'inconclusive' || (verdict === 'broken' && inWeather === true);
  return (isUnclear ? failures.length === 0 : dependsOnPageTokens(first)) && !hasToWait(check, host);
}

/**
 * Reports whether a check has no findings but those about following pages. A page token may end when another check
 * changes a record (FRE-135, FRE-144), and then be answered in any way except 401 (FRE-136).
 */
function dependsOnPageTokens({ failures }: CheckResult): boolean {
  return failures.length > 0 && failures.every((failure) => isAboutAPageToken(failure));
}

function isAboutAPageToken({ evidence, exchange }: Failure): boolean {
  const shown = evidence.filter(isExchange).find(({ number }) => number === exchange);
  return shown !== undefined && /[?&]nextToken=/.test(shown.request.url) && shown.response?.status !== 401;
}

/**
 * Returns the result of the second run, or of the first one if only that one is conclusive. The second counts in any
 * case if the first depends on page tokens. Exchanges of both count.
 */
function joined(first: CheckResult, second: CheckResult): CheckResult {
  const isSecond = isJudged(second) || dependsOnPageTokens(first);
  const [conclusion, other] = isSecond ? [second, first] : [first, second];
  const traffic = [...(first.traffic ?? []), ...(second.traffic ?? [])];
  return {
    ...conclusion,
    exchanges: conclusion.exchanges + other.exchanges,
    durationMs: conclusion.durationMs + other.durationMs,
    ...(traffic.length === 0 ? {} : { traffic }),
  };
}

async function runHosted(check: SuiteCheck, hosted: HostedCheck, options: SuiteRunOptions): Promise<CheckResult> {
  const { allotment, replay: replays } = options;
  const replay = replays?.get(check.id);
  // a check that really waits runs next to the others; but a check that needs the tenant for itself must not meet them
  if (hasToWait(check, hosted.host) && !needsToBeAlone(check)) allotment?.over(check.id);
  try {
    return await runCheck({ describe: plainSteps, ...check }, hosted.host, {
      runs: options.runs,
      seed: replay?.seed ?? seedFor(options.seed, check.id),
      ...(replay?.path === undefined ? {} : { path: replay.path, exact: true }),
      basisOf: (id) => requirementById.get(id as RequirementId)?.basis ?? 'derived',
      now: options.now,
      shrinkMs: options.shrinkMs ?? 20_000,
      searchMs: options.searchMs ?? 60_000,
      ...(allotment === undefined ? {} : { share: shareOf(check, hosted, allotment, options.runs) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } finally {
    await hosted.close();
  }
}

/** Returns a check's share of the run time. A check that has the tenant for itself lets others run before it waits. */
function shareOf(check: SuiteCheck, { letOthersIn }: HostedCheck, allotment: Allotment, runs: number): Share {
  return {
    firstCases: firstCasesOf(check, runs),
    mayGoOn: () => {
      letOthersIn?.();
      return allotment.mayGoOn(check.id);
    },
    mayLookAgain: () => {
      letOthersIn?.();
      return allotment.mayLookAgain(check.id);
    },
    left: () => allotment.left,
    leftForReds: () => allotment.leftForReds,
  };
}

/** Runs checks at the same time without a test runner, at most as many as the target allows. */
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
  // with an allotment, checks wait for their turns, and the allotment limits how many run at a time
  const atATime = options.allotment === undefined ? session.concurrency : Infinity;
  await Promise.all(Array.from({ length: Math.min(atATime, checks.length) }, work));
  return results;
}
