import type { Check } from '../check.ts';
import type { Arranged, CaseOutcome } from './case.ts';
import { runCase } from './case.ts';
import type { CheckHost, HowToDo, Place } from './host.ts';
import { reallyWaits } from './host.ts';
import type { Manner, MetBadValue, OpenScene } from './manner.ts';
import type { SharedStage } from './stage.ts';
import type { Tally } from './tally.ts';
import type { Course, Doing } from './weather.ts';
import { courseOf, isDisturbed, standing, underOwnAnswers, whatIsLeft } from './weather.ts';
import type { WeatherRules } from './weather-rules.ts';
import { usualRules } from './weather-rules.ts';

/** So many cases that went wrong with nothing presumed too show that it did not come of what was. */
const enoughRedone = 3;

/** A case while it is done, once or several times. */
export interface CaseInHand {
  readonly of: number;
  readonly given: unknown;
  readonly attempts: Attempt[];
}

interface Attempt {
  readonly outcome: CaseOutcome;
  readonly doing: Doing;
  /** Whether something that it looked for may have been given up too early. */
  readonly hurried: boolean;
}

/** How a case ended. */
export interface Settled {
  readonly outcome: CaseOutcome;
  readonly hurried: boolean;
}

/** Does cases, and does them anew where they were disturbed, until they can be judged or it is clear that they cannot. */
export class CaseDoer<Need, Scene> {
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
    // where nothing is between the suite and the tenant, no time has to go by
    this.#rules = host.isDirect === true ? { ...usualRules, spreadMs: 0 } : usualRules;
  }

  /** Keys of the steps whose disturbed answers are the tenant's own. */
  get own(): ReadonlySet<string> {
    return this.#own;
  }

  begin(given: unknown): CaseInHand {
    return { of: this.#cases++, given, attempts: [] };
  }

  /** Does a case until it can be judged, or until it is clear that it cannot, be it without what was bad in it. */
  async settle(given: unknown, how: HowToDo<Scene> = {}): Promise<Settled> {
    return this.leavingOut(await this.#settle(given, how), given, how);
  }

  async #settle(given: unknown, how: HowToDo<Scene>): Promise<Settled> {
    const inHand = this.begin(given);
    for (;;) {
      const course = await this.attempt(inHand, await this.#stageFor(inHand, how), how);
      if (course.kind === 'judge' || course.kind === 'unclear' || this.#isInterrupted()) {
        return this.settled(inHand, course);
      }
      if (course.kind === 'again') await this.pause(course.pauseMs, how.place);
    }
  }

  /** Does a case once with everything made anew, for as often as it is disturbed; undefined where that does not end. */
  async settleAnew(given: unknown, manner: Manner = {}): Promise<CaseOutcome | undefined> {
    const outcome = await this.#settleAnew(given, { manner });
    return outcome && this.#withoutBadValues(outcome, given, { manner });
  }

  /** How a case ended that may have met a bad value. */
  async leavingOut(settled: Settled, given: unknown, how: HowToDo<Scene> = {}): Promise<Settled> {
    return { ...settled, outcome: await this.#withoutBadValues(settled.outcome, given, how) };
  }

  /**
   * What came to nothing with a bad value is done without it, by which another one may take its place; where none does, the
   * case is not about what its check is about.
   */
  async #withoutBadValues(first: CaseOutcome, given: unknown, how: HowToDo<Scene>): Promise<CaseOutcome> {
    const without = new Map<string, MetBadValue>();
    for (let outcome = first; ;) {
      const met = cameToNothing(outcome) ? this.#host.badValueIn?.(outcome.journal) : undefined;
      if (met === undefined || without.has(met.place) || this.#isInterrupted()) return outcome;
      // where its time would really have to be waited for it is not done again
      if (reallyWaits(this.#check, this.#host)) return ofBadValue(outcome, met);
      without.set(met.place, met);
      const another = await this.#settleAnew(given, { ...how, manner: { ...how.manner, without } });
      // what is wrong there may be so for want of what was left out, as where all listings have to be served first
      if (another === undefined || another.findings.length > 0) return outcome;
      const demanded = new Set([...without.values()].flatMap(({ demandedBy }) => demandedBy));
      const held = new Set([...another.held].filter((one) => !demanded.has(one)));
      if (another.held.size > 0 && held.size === 0) return outcome;
      outcome = { ...another, held };
    }
  }

  async #settleAnew(given: unknown, how: HowToDo<Scene>): Promise<CaseOutcome | undefined> {
    const { place, manner = {} } = how;
    const inHand = this.begin(given);
    for (;;) {
      if (this.#isInterrupted()) return undefined;
      const arranged = await this.#stage.another({ ...how, manner: this.#withOwn(manner) });
      const course = await this.attempt(inHand, { arranged, fresh: true }, how);
      await arranged.close();
      if (course.kind === 'judge') return this.settled(inHand, course).outcome;
      if (course.kind === 'unclear') return undefined;
      if (course.kind === 'again') await this.pause(course.pauseMs, place);
    }
  }

  /** Does a case once; undefined where it was disturbed. */
  async once(given: unknown): Promise<Settled | undefined> {
    const inHand = this.begin(given);
    const course = await this.attempt(inHand, await this.#stageFor(inHand, {}), {});
    return course.kind === 'judge' ? this.settled(inHand, course) : undefined;
  }

  /** One doing of a case on a stage; what is to be done with the case next. */
  async attempt(
    inHand: CaseInHand,
    { arranged, fresh }: { readonly arranged: Arranged; readonly fresh: boolean },
    { place = this.#host, manner = {} }: HowToDo<Scene>,
  ): Promise<Course> {
    const how = this.#withOwn(manner);
    const outcome = await this.#runCase(place.open, arranged, inHand.given, how);
    const steps = [...(fresh ? arranged.journal.steps.all() : []), ...outcome.journal.steps.all()];
    const doing = { of: inHand.of, steps, asIs: how.asIs ?? new Set<string>() };
    const hurried = this.#host.patience?.hurried === true;
    inHand.attempts.push({ outcome, doing, hurried });
    this.#doings.push(doing);
    for (const step of steps) if (this.#own.has(step.key) && !isDisturbed(step)) this.#own.delete(step.key);
    return this.courseOf(inHand);
  }

  /** What is to be done with a case next, after all that has been done by now. */
  courseOf({ of, attempts }: CaseInHand): Course {
    const last = attempts.at(-1);
    if (last === undefined || !last.doing.steps.some(isDisturbed)) return { kind: 'judge', doing: attempts.length - 1 };
    const others = this.#doings.filter((doing) => doing.of !== of);
    const all = [...others, ...attempts.map(({ doing }) => doing)];
    const { course, own } = courseOf(all, this.#now(), this.#rules, this.#host.silence?.());
    for (const key of own) this.#own.add(key);
    return course;
  }

  /** How a case ended that was done as often as its course asked for. */
  settled({ attempts }: CaseInHand, course: Course): Settled {
    const at = course.kind === 'judge' ? course.doing : attempts.length - 1;
    const { outcome, doing, hurried } = attempts[at] as Attempt;
    if (course.kind === 'judge') return { outcome: underOwnAnswers(outcome, doing.steps), hurried };
    const isFinal = doing.steps.some(({ final }) => final);
    const told = course.kind === 'unclear' ? course.reason : 'the run was interrupted';
    const reason = (isFinal ? outcome.hindrance?.reason : undefined) ?? told;
    const findings = attempts.flatMap((one) => standing(one.outcome));
    // a control that failed each time says so itself
    const broken = outcome.hindrance?.verdict === 'broken' ? outcome.hindrance : undefined;
    const weather = isFinal ? {} : ({ weather: true } as const);
    const silence = course.kind === 'unclear' ? course.silence : undefined;
    const inSilence = silence === undefined ? {} : { cause: silence.cause };
    const hindrance = { ...(broken ?? ({ verdict: 'inconclusive', reason, ...inSilence } as const)), ...weather };
    return { outcome: { ...outcome, findings, held: new Set(), hindrance }, hurried };
  }

  /** The last doing of a case that saw all of its answers, where it is not done again although it should be. */
  lastResort({ attempts }: CaseInHand): Course {
    return whatIsLeft(
      attempts.map(({ doing }) => doing),
      this.#own,
    );
  }

  async pause(ms: number, { pause }: Place<Scene> = this.#host): Promise<void> {
    if (ms > 0) await pause?.(ms);
  }

  #withOwn(manner: Manner): Manner {
    return this.#own.size === 0 ? manner : { ...manner, asIs: new Set(this.#own) };
  }

  /** The shared stage at first, and one that is made anew where the case is done anew. */
  async #stageFor(
    { attempts }: CaseInHand,
    how: HowToDo<Scene>,
  ): Promise<{ readonly arranged: Arranged; readonly fresh: boolean }> {
    const own = { ...how, manner: this.#withOwn({}) };
    if (attempts.length === 0) return this.#stage.get(own);
    return { arranged: await this.#stage.renew(own), fresh: true };
  }

  /** Does a case, and once more with nothing presumed where it may have gone wrong because something was. */
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
    if (this.#redoneInVain >= enoughRedone) return outcome;
    const again = await run();
    if (!isRight(again)) this.#redoneInVain++;
    return again;
  }
}

/** Whether a case showed nothing, or did not say why. */
function cameToNothing({ findings, held, hindrance, notApplicable }: CaseOutcome): boolean {
  if (findings.length > 0) return false;
  return hindrance === undefined
    ? held.size === 0 && notApplicable === undefined
    : hindrance.verdict === 'inconclusive';
}

/** What is said of a case that came to nothing with a bad value, and is not done without it. */
function ofBadValue({ hindrance: _none, ...outcome }: CaseOutcome, { told }: MetBadValue): CaseOutcome {
  return { ...outcome, notApplicable: told, isOfBadValue: true };
}

export function isRight({ findings, hindrance }: CaseOutcome): boolean {
  return findings.length === 0 && hindrance === undefined;
}
