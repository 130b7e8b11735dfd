import type { Check } from '../check.ts';
import type { Arranged, CaseOutcome } from './case.ts';
import { runCase } from './case.ts';
import type { CaseHost, CaseOptions, CheckHost } from './host.ts';
import { hasToWait } from './host.ts';
import type { Manner, MetBadValue, OpenScene } from './manner.ts';
import type { SharedStage } from './stage.ts';
import type { Tally } from './tally.ts';
import type { Course, Doing } from './weather.ts';
import { courseOf, isDisturbed, restingOnAnswers, withoutDisturbedClaims, remainingCourse } from './weather.ts';
import type { WeatherRules } from './weather-rules.ts';
import { usualRules } from './weather-rules.ts';

/** Number of cases that also failed without the presumption, after which it no longer counts as the reason. */
const mostRedoneInVain = 3;

/** A case while it is run, once or several times. */
export interface CaseInHand {
  readonly of: number;
  readonly given: unknown;
  readonly attempts: Attempt[];
}

interface Attempt {
  readonly outcome: CaseOutcome;
  readonly doing: Doing;
  /** Whether the suite may have stopped waiting for something too early. */
  readonly hurried: boolean;
}

/** The end of a case. */
export interface Settled {
  readonly outcome: CaseOutcome;
  readonly hurried: boolean;
}

/** Runs cases, and repeats disturbed ones until they can be judged or it is clear that they cannot. */
export class CaseRunner<Need, Scene> {
  readonly #check: Check<string, string, Need, Scene>;
  readonly #host: CheckHost<Need, Scene>;
  readonly #stage: SharedStage<Need, Scene>;
  readonly #tally: Tally;
  readonly #now: () => number;
  readonly #isInterrupted: () => boolean;
  readonly #rules: WeatherRules;
  readonly #doings: Doing[] = [];
  readonly #own = new Set<string>();
  #cases = 0;
  #redoneInVain = 0;

  constructor(
    check: Check<string, string, Need, Scene>,
    host: CheckHost<Need, Scene>,
    stage: SharedStage<Need, Scene>,
    tally: Tally,
    { now, isInterrupted }: { readonly now: () => number; readonly isInterrupted: () => boolean },
  ) {
    this.#check = check;
    this.#host = host;
    this.#stage = stage;
    this.#tally = tally;
    this.#now = now;
    this.#isInterrupted = isInterrupted;
    // if nothing is between the suite and the tenant, no time has to pass
    this.#rules = host.isDirect === true ? { ...usualRules, spreadMs: 0 } : usualRules;
  }

  /** Keys of the steps whose disturbed answers are the tenant's own. */
  get own(): ReadonlySet<string> {
    return this.#own;
  }

  begin(given: unknown): CaseInHand {
    return { of: this.#cases++, given, attempts: [] };
  }

  /**
   * Runs a case until it can be judged, if necessary without a bad value that it met, or until it is clear that it
   * cannot.
   */
  async settle(given: unknown, options: CaseOptions<Scene> = {}): Promise<Settled> {
    return this.withoutBadValue(await this.#settle(given, options), given, options);
  }

  async #settle(given: unknown, options: CaseOptions<Scene>): Promise<Settled> {
    const inHand = this.begin(given);
    for (;;) {
      const course = await this.attempt(inHand, await this.#stageFor(inHand, options), options);
      if (course.kind === 'judge' || course.kind === 'unclear' || this.#isInterrupted()) {
        return this.settled(inHand, course);
      }
      if (course.kind === 'again') await this.pause(course.pauseMs, options.host);
    }
  }

  /**
   * Runs a case with new actors, and repeats it while it is disturbed; returns undefined if it cannot be judged in the
   * end.
   */
  async runWithNewActors(given: unknown, manner: Manner = {}): Promise<CaseOutcome | undefined> {
    const outcome = await this.#runWithNewActors(given, { manner });
    return outcome && this.#withoutBadValues(outcome, given, { manner });
  }

  /** Returns the end of a case that may have met a bad value. */
  async withoutBadValue(settled: Settled, given: unknown, options: CaseOptions<Scene> = {}): Promise<Settled> {
    return { ...settled, outcome: await this.#withoutBadValues(settled.outcome, given, options) };
  }

  /**
   * Repeats a case that showed nothing and met a bad value, without that value, so that another one may take its place.
   * If none does, the case is not about the subject of its check.
   */
  async #withoutBadValues(first: CaseOutcome, given: unknown, options: CaseOptions<Scene>): Promise<CaseOutcome> {
    const without = new Map<string, MetBadValue>();
    for (let outcome = first; ;) {
      const met = showedNothing(outcome) ? this.#host.badValueIn?.(outcome.journal) : undefined;
      if (met === undefined || without.has(met.place) || this.#isInterrupted()) return outcome;
      // a case that would really have to wait is not repeated
      if (hasToWait(this.#check, this.#host)) return ofBadValue(outcome, met);
      without.set(met.place, met);
      const another = await this.#runWithNewActors(given, { ...options, manner: { ...options.manner, without } });
      // the missing value may be the reason of a finding, for example if all listings have to be served first
      if (another === undefined || another.findings.length > 0) return outcome;
      const demanded = new Set([...without.values()].flatMap(({ demandedBy }) => demandedBy));
      const held = new Set([...another.held].filter((one) => !demanded.has(one)));
      if (another.held.size > 0 && held.size === 0) return outcome;
      outcome = { ...another, held };
    }
  }

  async #runWithNewActors(given: unknown, options: CaseOptions<Scene>): Promise<CaseOutcome | undefined> {
    const { host, manner = {} } = options;
    const inHand = this.begin(given);
    for (;;) {
      if (this.#isInterrupted()) return undefined;
      const arranged = await this.#stage.another({ ...options, manner: this.#withOwn(manner) });
      const course = await this.attempt(inHand, { arranged, fresh: true }, options);
      await arranged.close();
      if (course.kind === 'judge') return this.settled(inHand, course).outcome;
      if (course.kind === 'unclear') return undefined;
      if (course.kind === 'again') await this.pause(course.pauseMs, host);
    }
  }

  /** Runs a case once; returns undefined if it was disturbed. */
  async once(given: unknown): Promise<Settled | undefined> {
    const inHand = this.begin(given);
    const course = await this.attempt(inHand, await this.#stageFor(inHand, {}), {});
    return course.kind === 'judge' ? this.settled(inHand, course) : undefined;
  }

  /** Runs a case once on a stage, and returns the next course of the case. */
  async attempt(
    inHand: CaseInHand,
    { arranged, fresh }: { readonly arranged: Arranged; readonly fresh: boolean },
    { host = this.#host, manner = {} }: CaseOptions<Scene>,
  ): Promise<Course> {
    const withOwn = this.#withOwn(manner);
    const outcome = await this.#runCase(host.open, arranged, inHand.given, withOwn);
    const steps = [...(fresh ? arranged.journal.steps.all() : []), ...outcome.journal.steps.all()];
    const doing = { of: inHand.of, steps, asIs: withOwn.asIs ?? new Set<string>() };
    const hurried = this.#host.patience?.hurried === true;
    inHand.attempts.push({ outcome, doing, hurried });
    this.#doings.push(doing);
    for (const step of steps) if (this.#own.has(step.key) && !isDisturbed(step)) this.#own.delete(step.key);
    return this.courseOf(inHand);
  }

  /** Returns the next course of a case, after all its runs so far. */
  courseOf({ of, attempts }: CaseInHand): Course {
    const last = attempts.at(-1);
    if (last === undefined || !last.doing.steps.some(isDisturbed)) return { kind: 'judge', doing: attempts.length - 1 };
    const others = this.#doings.filter((doing) => doing.of !== of);
    const all = [...others, ...attempts.map(({ doing }) => doing)];
    const { course, own } = courseOf(all, this.#now(), this.#rules, this.#host.silence?.());
    for (const key of own) this.#own.add(key);
    return course;
  }

  /** Returns the end of a case that was run as often as its course demanded. */
  settled({ attempts }: CaseInHand, course: Course): Settled {
    const at = course.kind === 'judge' ? course.doing : attempts.length - 1;
    const { outcome, doing, hurried } = attempts[at] as Attempt;
    if (course.kind === 'judge') return { outcome: withoutDisturbedClaims(outcome, doing.steps), hurried };
    const isFinal = doing.steps.some(({ final }) => final);
    const courseReason = course.kind === 'unclear' ? course.reason : 'the run was interrupted';
    const reason = (isFinal ? outcome.hindrance?.reason : undefined) ?? courseReason;
    const findings = attempts.flatMap((one) => restingOnAnswers(one.outcome));
    // a control that failed each time states the reason itself
    const broken = outcome.hindrance?.verdict === 'broken' ? outcome.hindrance : undefined;
    const weather = isFinal ? {} : ({ weather: true } as const);
    const silence = course.kind === 'unclear' ? course.silence : undefined;
    const inSilence = silence === undefined ? {} : { cause: silence.cause };
    const hindrance = { ...(broken ?? ({ verdict: 'inconclusive', reason, ...inSilence } as const)), ...weather };
    return { outcome: { ...outcome, findings, held: new Set(), hindrance }, hurried };
  }

  /**
   * Returns the course of a case that should be repeated and is not: its last run that saw all its answers is judged.
   */
  lastResort({ attempts }: CaseInHand): Course {
    return remainingCourse(
      attempts.map(({ doing }) => doing),
      this.#own,
    );
  }

  async pause(ms: number, { pause }: CaseHost<Scene> = this.#host): Promise<void> {
    if (ms > 0) await pause?.(ms);
  }

  #withOwn(manner: Manner): Manner {
    return this.#own.size === 0 ? manner : { ...manner, asIs: new Set(this.#own) };
  }

  /** Returns the shared stage for the first run of a case, and a new one for each repetition. */
  async #stageFor(
    { attempts }: CaseInHand,
    options: CaseOptions<Scene>,
  ): Promise<{ readonly arranged: Arranged; readonly fresh: boolean }> {
    const own = { ...options, manner: this.#withOwn({}) };
    if (attempts.length === 0) return this.#stage.get(own);
    return { arranged: await this.#stage.renew(own), fresh: true };
  }

  /** Runs a case, and runs it once more with nothing presumed if a presumption may be the reason why it went wrong. */
  async #runCase(open: OpenScene<Scene>, arranged: Arranged, given: unknown, manner: Manner): Promise<CaseOutcome> {
    const { patience } = this.#host;
    const mayPresume = patience?.mayPresume === true;
    const run = async (): Promise<CaseOutcome> => {
      const done = await runCase(this.#check, open, arranged, given, manner);
      this.#tally.countWork(done.journal);
      return done;
    };
    const outcome = await run();
    if (isRight(outcome) || !mayPresume || !patience.presumed || this.#isInterrupted()) return outcome;
    patience.presumeNothing();
    if (this.#redoneInVain >= mostRedoneInVain) return outcome;
    const again = await run();
    if (!isRight(again)) this.#redoneInVain++;
    return again;
  }
}

/** Reports whether a case showed nothing without a reason, or was inconclusive. */
function showedNothing({ findings, held, hindrance, notApplicable }: CaseOutcome): boolean {
  if (findings.length > 0) return false;
  return hindrance === undefined
    ? held.size === 0 && notApplicable === undefined
    : hindrance.verdict === 'inconclusive';
}

/** Returns the outcome of a case that met a bad value, showed nothing, and is not repeated without the value. */
function ofBadValue({ hindrance: _none, ...outcome }: CaseOutcome, { told }: MetBadValue): CaseOutcome {
  return { ...outcome, notApplicable: told, isOfBadValue: true };
}

export function isRight({ findings, hindrance }: CaseOutcome): boolean {
  return findings.length === 0 && hindrance === undefined;
}
