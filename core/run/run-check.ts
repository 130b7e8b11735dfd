import fc from 'fast-check';
import type { Check } from '../check.ts';
import { stored } from '../gathered.ts';
import type { Journal } from '../journal.ts';
import type { CheckResult, Failure } from '../result.ts';
import { verdictOfFinding } from '../verdict.ts';
import type { Confirmation } from './confirm.ts';
import { confirm } from './confirm.ts';
import { CaseRunner } from './doing.ts';
import { Halt } from './halt.ts';
import type { CheckHost, RunOptions, Turn } from './host.ts';
import { casesOf, hasToWait } from './host.ts';
import type { Red } from './search.ts';
import { Search } from './search.ts';
import { shrink } from './shrink.ts';
import { SharedStage } from './stage.ts';
import { Tally } from './tally.ts';
import { turnOf } from './turn.ts';

export type { CheckHost, RunOptions } from './host.ts';

/** Runs one check: all cases of a property, the shrinking of red cases, and the second look at them. */
export async function runCheck<Need, Scene>(
  check: Check<string, string, Need, Scene>,
  host: CheckHost<Need, Scene>,
  options: RunOptions,
): Promise<CheckResult> {
  const began = options.now();
  const tally = new Tally(check);
  const missing = host.missing(check);
  if (missing !== undefined) {
    return tally.result({ verdict: 'not-exercised', ...missing }, options.now() - began);
  }
  const halt = new Halt(options.now, options.signal, () => host.silence?.() !== undefined);
  const stage = new SharedStage(check, host, options.now, ({ journal }) => tally.countWork(journal));
  const runner = new CaseRunner(check, host, stage, tally, {
    now: options.now,
    isInterrupted: () => halt.interrupted,
  });
  const search = new Search(check, host, options, { runner, stage, tally, halt });
  const isWaitedFor = hasToWait(check, host);
  // a case that is not repeated has to be certain the first time
  if (isWaitedFor) host.patience?.insist();

  const { cases } = check;
  const { share } = options;

  const nextRed = async (known: ReadonlySet<string>): Promise<Red | undefined> => {
    const ended = (settled: Parameters<typeof search.ended>[0], isShrinking: boolean): void => {
      if (!isShrinking) search.ended(settled);
    };
    if (cases === undefined || options.path === undefined) return search.next(known);
    const hooks = { goesOn: () => halt.goesOn, ended };
    return shrink(cases, { path: options.path, runs: casesOf(check, options.runs), known }, runner, options, hooks);
  };

  const madeSmaller = async (red: Red, known: ReadonlySet<string>): Promise<Red> => {
    if (red.path === undefined || options.path !== undefined || cases === undefined) return red;
    if (isWaitedFor || !search.hasTime || share?.left() === 0) return red;
    const only = red.finding.requirement;
    const shrinkMs = Math.min(options.shrinkMs, share?.left() ?? Infinity);
    const hooks = { goesOn: () => halt.goesOn, ended: () => {} };
    const quest = { path: red.path, runs: 1, only, known };
    const smaller = await shrink(cases, quest, runner, { ...options, shrinkMs }, hooks);
    return smaller === undefined ? red : { ...smaller, whole: red };
  };

  /** Waits for the turn to look again at a red case. If no cases are drawn, there are no further cases to wait for. */
  const roomToLookAgain = async (): Promise<Turn | undefined> => {
    if (share === undefined || (cases === undefined && share.leftForReds() > 0)) return () => {};
    return cases === undefined ? undefined : turnOf(share.mayLookAgain, host, stage, options.signal);
  };

  /**
   * Looks again at a red case. If a shrunk case has an excuse, the case from which it was shrunk is looked at instead.
   */
  const lookAgain = async (red: Red): Promise<LookedAt> => {
    if (halt.interrupted || isWaitedFor || share?.leftForReds() === 0) return unconfirmed(red);
    const confirmation = await confirm(red, runner, host);
    // a shorter case may be red by haste or by chance, although the case from which it was shrunk is red without them
    const { excuse } = confirmation;
    return excuse !== undefined && red.whole !== undefined ? lookAgain(red.whole) : { ...confirmation, red };
  };

  try {
    // A red requirement is set aside and the property goes on, so that one mistake does not hide another.
    const known = new Set<string>();
    while (known.size < check.proves.length && (halt.goesOn || known.size === 0)) {
      const found = await nextRed(known);
      if (found === undefined) break;
      const turn = await roomToLookAgain();
      try {
        const { red, confirmed, excuse } =
          turn === undefined ? unconfirmed(found) : await lookAgain(await madeSmaller(found, known));
        known.add(found.finding.requirement);
        if (excuse === undefined) tally.failures.push(failureOf(red, confirmed, check, options));
        else tally.excused.set(red.finding.requirement, red.outcome.journal.redact(excuse));
      } finally {
        turn?.();
      }
      search.limit();
    }
  } catch (error) {
    // work under way may fail when the run is stopped; the result has everything that is known by then
    if (!halt.interrupted) throw error;
  } finally {
    await stage.close();
  }
  return tally.result(halt.reason, options.now() - began, runner.own);
}

type LookedAt = Confirmation & { readonly red: Red };

function unconfirmed(red: Red): LookedAt {
  return { red, confirmed: undefined };
}

type Describable = Pick<Check, 'cases' | 'describe'>;

function failureOf(red: Red, confirmed: boolean | undefined, check: Describable, options: RunOptions): Failure {
  const { finding, outcome, given, path } = red;
  const { journal } = outcome;
  const entries = new Map<object, number>(journal.entries.map((entry) => [entry, entry.number]));
  const kept = (value: unknown): unknown => journal.redactAll(stored(value, (entry) => entries.get(entry)));
  const gathered = kept(outcome.seen);
  const steps =
    check.cases === undefined ? undefined : [...caseInWords(check, given, outcome.seen), ...actorsInWords(journal)];
  const drawn = check.cases === undefined ? undefined : kept(given);
  return {
    requirement: finding.requirement,
    verdict: verdictOfFinding(options.basisOf(finding.requirement)),
    subject: journal.redact(finding.subject),
    observed: journal.redact(finding.observed),
    expected: journal.redact(finding.expected),
    ...(steps === undefined ? {} : { counterexample: journal.redact(steps.join('; ')) }),
    ...(steps === undefined || steps.length < 2 ? {} : { steps: steps.map((step) => journal.redact(step)) }),
    ...(drawn === undefined ? {} : { given: drawn }),
    replay: { seed: options.seed, ...(path === undefined ? {} : { path }) },
    ...(confirmed === undefined ? {} : { confirmed }),
    ...(finding.exchange === undefined ? {} : { exchange: finding.exchange }),
    evidence: journal.evidence(),
    ...(gathered === undefined ? {} : { gathered }),
  };
}

/** Returns the properties of the actors that may matter, although the check did not draw them. */
function actorsInWords({ actors }: Journal): string[] {
  return actors.size === 0 ? [] : [`also drawn: users and apps with ${[...actors].join(', ')}`];
}

function caseInWords({ describe }: Describable, given: unknown, seen: unknown): readonly string[] {
  const steps = describe?.(given, seen) ?? fc.stringify(given);
  return typeof steps === 'string' ? [steps] : steps;
}
