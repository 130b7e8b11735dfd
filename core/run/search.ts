import type fc from 'fast-check';
import type { Check } from '../check.ts';
import type { Finding } from '../judgement.ts';
import type { CaseOutcome, Hindrance } from './case.ts';
import { redacted } from './case.ts';
import type { CaseRunner, CaseInHand, Settled } from './doing.ts';
import { isRight } from './doing.ts';
import type { Drawn } from './draw.ts';
import { draw } from './draw.ts';
import type { Halt } from './halt.ts';
import type { CaseHost, CheckHost, RunOptions, Share, Turn } from './host.ts';
import { casesOf, mayOverlap, hasToWait } from './host.ts';
import { turnOf } from './turn.ts';
import type { SharedStage } from './stage.ts';
import type { Tally } from './tally.ts';
import type { Course } from './weather.ts';

/** A case that shows that a requirement is broken. */
export interface Red extends Settled {
  readonly given: unknown;
  /** Path of the case among the drawn cases, in the notation of fast-check. */
  readonly path?: string;
  readonly finding: Finding;
  /** The case from which it was shrunk. */
  readonly whole?: Red;
}

type Judged = Omit<Red, 'finding' | 'whole'>;

/** The number up to which cases are run if no planned case is about the subject of the check. */
const enoughToMeetOne = 16;

/** A drawn case with its place in the order in which cases are run. */
interface PlacedCase extends Drawn<unknown> {
  readonly at: number;
}

type PlacedJudged = Judged & { readonly at: number };

const noTurn: Turn = () => {};

/** Number of runs of each remaining case in each pass over cases that wait together. */
const timesInPasses = [1, 1, 3, 5] as const;

const searchedEnough: Hindrance = {
  verdict: 'inconclusive',
  reason: 'another requirement failed, and the remaining cases were not run because each takes long',
};

/** Returns a finding of a requirement that is not yet known to be broken, or of one given requirement alone. */
export function findingIn({ findings }: CaseOutcome, known: ReadonlySet<string>, only?: string): Finding | undefined {
  return findings.find(({ requirement }) => (only === undefined ? !known.has(requirement) : requirement === only));
}

function redIn(cases: readonly Judged[], known: ReadonlySet<string>): Red | undefined {
  for (const judged of cases) {
    const finding = findingIn(judged.outcome, known);
    if (finding !== undefined) return { ...judged, finding };
  }
  return undefined;
}

/** The search for failures among the cases of a check. */
export class Search<Need, Scene> {
  readonly #check: Check<string, string, Need, Scene>;
  readonly #host: CheckHost<Need, Scene>;
  readonly #options: RunOptions;
  readonly #runner: CaseRunner<Need, Scene>;
  readonly #stage: SharedStage<Need, Scene>;
  readonly #tally: Tally;
  readonly #halt: Halt;
  #cases: readonly Drawn<unknown>[] | undefined;
  /**
   * The part of the cases that is run only once: the only case, or those cases that went wrong among all that wait
   * together, or among the first cases of a share.
   */
  #casesRunOnce: readonly Judged[] | undefined;
  /** Number of first cases without a failure, if cases run one after another. No later search runs them again. */
  #faultless = 0;
  /** The time at which the search for further failures ends. */
  #until = Infinity;

  constructor(
    check: Check<string, string, Need, Scene>,
    host: CheckHost<Need, Scene>,
    options: RunOptions,
    parts: {
      readonly runner: CaseRunner<Need, Scene>;
      readonly stage: SharedStage<Need, Scene>;
      readonly tally: Tally;
      readonly halt: Halt;
    },
  ) {
    this.#check = check;
    this.#host = host;
    this.#options = options;
    this.#runner = parts.runner;
    this.#stage = parts.stage;
    this.#tally = parts.tally;
    this.#halt = parts.halt;
  }

  /** Whether there is time to shrink, and to search for more failures. */
  get hasTime(): boolean {
    return this.#options.now() <= this.#until;
  }

  /** Limits the time for further failures after the first one, unless each further case has to wait for its turn. */
  limit(): void {
    if (this.#options.share !== undefined) return;
    this.#until = Math.min(this.#until, this.#options.now() + this.#options.searchMs);
  }

  /** Returns the first red case against a requirement that is not yet known to be broken. */
  async next(known: ReadonlySet<string>): Promise<Red | undefined> {
    const { cases, maxSeconds } = this.#check;
    const { share } = this.#options;
    if (cases !== undefined && maxSeconds === undefined) {
      return share === undefined ? this.#untilRed(known, cases) : this.#untilRedInTurn(known, cases, share);
    }
    this.#casesRunOnce ??= cases === undefined ? await this.#theOnlyCase() : await this.#waitingCases(cases);
    return redIn(this.#casesRunOnce, known);
  }

  /** Counts a case, and records the hindrance that kept it from being judged. */
  ended({ outcome }: Settled): void {
    this.#tally.count(outcome);
    const { hindrance, journal, findings } = outcome;
    this.#halt.ended(hindrance && redacted(hindrance, journal), findings.length > 0);
  }

  /** Returns the first red case of a property whose cases need not wait for a turn. */
  async #untilRed(known: ReadonlySet<string>, given: fc.Arbitrary<unknown>): Promise<Red | undefined> {
    const cases = this.#placed(given);
    const red = await this.#firstRed(cases.slice(this.#faultless, this.#planned), known);
    if (red !== undefined || !this.#tally.noCaseApplied || !this.#halt.goesOn) return red;
    return this.#firstRed(cases.slice(this.#planned), known, { goesOn: () => this.#tally.noCaseApplied });
  }

  /**
   * Returns the first red case of a property whose first cases are run in any event, and only once, and whose further
   * cases wait for their turn.
   */
  async #untilRedInTurn(
    known: ReadonlySet<string>,
    given: fc.Arbitrary<unknown>,
    { firstCases, mayGoOn }: Share,
  ): Promise<Red | undefined> {
    const cases = this.#placed(given).slice(0, this.#planned);
    this.#casesRunOnce ??= await this.#firstCases(cases.slice(0, firstCases));
    const red = redIn(this.#casesRunOnce, known);
    if (red !== undefined || !this.#halt.goesOn) return red;
    this.#halt.enough();
    return this.#firstRed(cases.slice(Math.max(this.#faultless, firstCases)), known, {
      turnAt: (host) => turnOf(mayGoOn, host, this.#stage, this.#options.signal),
    });
  }

  /** Returns the cases that went wrong among the first ones. */
  async #firstCases(cases: readonly PlacedCase[]): Promise<readonly Judged[]> {
    const kept: PlacedJudged[] = [];
    await this.#goThrough(cases, (judged) => {
      if (!isRight(judged.outcome)) kept.push(judged);
      return true;
    });
    return kept.toSorted((one, other) => one.at - other.at);
  }

  async #firstRed(
    cases: readonly PlacedCase[],
    known: ReadonlySet<string>,
    {
      turnAt,
      goesOn = () => true,
    }: {
      readonly turnAt?: (host: CaseHost<Scene>) => Promise<Turn | undefined>;
      readonly goesOn?: () => boolean;
    } = {},
  ): Promise<Red | undefined> {
    const reds: (Red & { readonly at: number })[] = [];
    const onJudged = (judged: PlacedJudged): boolean => {
      const finding = findingIn(judged.outcome, known);
      if (finding !== undefined) reds.push({ ...judged, finding });
      return reds.length === 0 && goesOn();
    };
    await this.#goThrough(cases, onJudged, turnAt);
    const first = reds.toSorted((one, other) => one.at - other.at)[0];
    if (first !== undefined) this.#faultless = first.at;
    return first;
  }

  /**
   * Runs the cases one after another, or some of them in parallel if they change nothing that they share.
   *
   * @param onJudged receives each ended case, and returns whether to go on
   */
  async #goThrough(
    cases: readonly PlacedCase[],
    onJudged: (judged: PlacedJudged) => boolean,
    turnAt: (host: CaseHost<Scene>) => Promise<Turn | undefined> = () => Promise.resolve(noTurn),
  ): Promise<void> {
    let taken = 0;
    const progress = { goesOn: true };
    const doNext = async (host: CaseHost<Scene>): Promise<void> => {
      if (!this.hasTime) this.#halt.because(searchedEnough);
      // another part may have reached the end while this one waited for its turn
      const next = progress.goesOn && this.#halt.goesOn ? cases[taken++] : undefined;
      if (next === undefined) return;
      const { index, value, at } = next;
      const settled = await this.#runner.settle(value, { host });
      // the time of the run ended during the case
      if (this.#halt.cutShort && settled.outcome.hindrance !== undefined) return;
      this.ended(settled);
      if (!onJudged({ ...settled, given: value, path: String(index), at })) progress.goesOn = false;
    };
    const part = async (host: CaseHost<Scene>): Promise<void> => {
      while (progress.goesOn && taken < cases.length && this.#halt.goesOn) {
        const turn = await turnAt(host);
        if (turn === undefined) return;
        try {
          await doNext(host);
        } finally {
          turn();
        }
      }
    };
    const { casesAtATime = 1 } = this.#host;
    const width = mayOverlap(this.#check) ? Math.min(casesAtATime, cases.length) : 1;
    if (width <= 1) await part(this.#host);
    else await this.#host.together(Array.from({ length: width }, () => part));
  }

  async #theOnlyCase(): Promise<readonly Judged[]> {
    if (this.#hasToWait) return this.#together([{ inHand: this.#runner.begin(undefined) }]);
    const settled = await this.#runner.settle(undefined);
    this.ended(settled);
    return [{ ...settled, given: undefined }];
  }

  /** Returns the cases that went wrong, of a check whose cases wait together. */
  async #waitingCases(given: fc.Arbitrary<unknown>): Promise<readonly Judged[]> {
    const waiting = this.#drawn(given).map(({ index, value }) => ({ value, path: String(index) }));
    const together = (some: typeof waiting): Promise<readonly Judged[]> =>
      this.#together(some.map(({ value, path }) => ({ inHand: this.#runner.begin(value), path })));
    const judged = await together(waiting.slice(0, this.#planned));
    if (!this.#tally.noCaseApplied || this.#hasToWait || !this.#halt.goesOn) return judged;
    return [...judged, ...(await together(waiting.slice(this.#planned)))];
  }

  /** Runs cases that wait together. Disturbed cases are repeated in a few further passes, more often in each pass. */
  async #together(
    cases: readonly { readonly inHand: CaseInHand; readonly path?: string }[],
  ): Promise<readonly Judged[]> {
    let left = cases;
    let pauseMs = 0;
    for (const [pass, times] of timesInPasses.entries()) {
      if (left.length === 0) break;
      await this.#runner.pause(pauseMs);
      const staged = pass === 0 ? await this.#stage.get() : { arranged: await this.#stage.renew(), fresh: true };
      const parts = left.flatMap(({ inHand }) =>
        Array.from({ length: times }, () => async (host: CaseHost<Scene>) => {
          await this.#runner.attempt(inHand, staged, { host });
        }),
      );
      await this.#host.together(parts);
      if (this.#hasToWait || this.#halt.interrupted) break;
      const courses = left.map(({ inHand }) => this.#runner.courseOf(inHand));
      pauseMs = Math.max(...courses.map((course) => (course.kind === 'again' ? course.pauseMs : 0)));
      // the last pass is only for cases that are disturbed at a different step each time
      const repeatsAsIs = pass < timesInPasses.length - 2;
      left = left.filter((_one, at) => courses[at]?.kind === 'again' || (repeatsAsIs && courses[at]?.kind === 'as-is'));
    }
    const kept: Judged[] = [];
    for (const { inHand, path } of cases) {
      const settled = await this.#runner.withoutBadValue(
        this.#runner.settled(inHand, this.#endOf(inHand)),
        inHand.given,
      );
      this.ended(settled);
      if (!isRight(settled.outcome))
        kept.push({ ...settled, given: inHand.given, ...(path === undefined ? {} : { path }) });
    }
    return kept;
  }

  /** Returns the course of a case that is not run any more. */
  #endOf(inHand: CaseInHand): Course {
    const course = this.#runner.courseOf(inHand);
    if (course.kind === 'judge' || course.kind === 'unclear') return course;
    return this.#runner.lastResort(inHand);
  }

  /** Whether the suite would really have to wait if a case were repeated. */
  get #hasToWait(): boolean {
    return hasToWait(this.#check, this.#host);
  }

  get #planned(): number {
    return casesOf(this.#check, this.#options.runs);
  }

  #placed(given: fc.Arbitrary<unknown>): readonly PlacedCase[] {
    return this.#drawn(given).map((drawn, at) => ({ ...drawn, at }));
  }

  /**
   * Returns the cases of the property to run, and some more in case none of these is about the subject. They are drawn
   * once.
   */
  #drawn(given: fc.Arbitrary<unknown>): readonly Drawn<unknown>[] {
    const { about, sameAs, maxCases = Infinity } = this.#check;
    const count = Math.max(this.#planned, Math.min(enoughToMeetOne, maxCases));
    this.#cases ??= draw(given, count, this.#options.seed, about, sameAs);
    return this.#cases;
  }
}
