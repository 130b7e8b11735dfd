import type fc from 'fast-check';
import type { Check } from '../check.ts';
import type { Finding } from '../judgement.ts';
import type { CaseOutcome, Hindrance } from './case.ts';
import { redacted } from './case.ts';
import type { CaseDoer, CaseInHand, Settled } from './doing.ts';
import { isRight } from './doing.ts';
import type { Drawn } from './draw.ts';
import { draw } from './draw.ts';
import type { Halt } from './halt.ts';
import type { CheckHost, Place, RunOptions, Share, Turn } from './host.ts';
import { casesOf, mayOverlap, reallyWaits } from './host.ts';
import { turnOf } from './turn.ts';
import type { SharedStage } from './stage.ts';
import type { Tally } from './tally.ts';
import type { Course } from './weather.ts';

/** A case that shows that a requirement is broken. */
export interface Red extends Settled {
  readonly given: unknown;
  /** Which of the drawn cases it is, as fast-check names it. */
  readonly path?: string;
  readonly finding: Finding;
  /** What it was shrunk from. */
  readonly whole?: Red;
}

type Judged = Omit<Red, 'finding' | 'whole'>;

/** So many cases are done at most, where fewer were planned and none of these is about what the check is about. */
const enoughToMeetOne = 16;

/** A drawn case with its place in the order in which they are done. */
interface PlacedCase extends Drawn<unknown> {
  readonly at: number;
}

type PlacedJudged = Judged & { readonly at: number };

const noTurn: Turn = () => {};

/** How often what was disturbed is done in each pass on a clock. */
const timesInPasses = [1, 1, 3, 5] as const;

const searchedEnough: Hindrance = {
  verdict: 'inconclusive',
  reason: 'another requirement failed, and the remaining cases were not run because each takes long',
};

/** The finding of an outcome that is looked for: one of a requirement not yet known to be broken, or of one alone. */
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

/** Goes through the cases of a check in search of what is wrong. */
export class Search<Need, Scene> {
  readonly #check: Check<string, string, Need, Scene>;
  readonly #host: CheckHost<Need, Scene>;
  readonly #options: RunOptions;
  readonly #doer: CaseDoer<Need, Scene>;
  readonly #stage: SharedStage<Need, Scene>;
  readonly #tally: Tally;
  readonly #halt: Halt;
  #cases: readonly Drawn<unknown>[] | undefined;
  /** What went wrong among cases that are done once: the only one, all that wait together, or the first of a share. */
  #cohort: readonly Judged[] | undefined;
  /** So many of those that are done one after another were faultless: they need not be done again for what comes later. */
  #faultless = 0;
  /** When the search for further failures ends. */
  #until = Infinity;

  constructor(
    check: Check<string, string, Need, Scene>,
    host: CheckHost<Need, Scene>,
    options: RunOptions,
    parts: {
      readonly doer: CaseDoer<Need, Scene>;
      readonly stage: SharedStage<Need, Scene>;
      readonly tally: Tally;
      readonly halt: Halt;
    },
  ) {
    this.#check = check;
    this.#host = host;
    this.#options = options;
    this.#doer = parts.doer;
    this.#stage = parts.stage;
    this.#tally = parts.tally;
    this.#halt = parts.halt;
  }

  /** Whether there is time to shrink, and to search for more. */
  get hasTime(): boolean {
    return this.#options.now() <= this.#until;
  }

  /** From the first failure on there is only so much time for others, unless each of them has to wait for its turn. */
  limit(): void {
    if (this.#options.share !== undefined) return;
    this.#until = Math.min(this.#until, this.#options.now() + this.#options.searchMs);
  }

  /** The first red case against a requirement not yet known to be broken. */
  async next(known: ReadonlySet<string>): Promise<Red | undefined> {
    const { cases, maxSeconds } = this.#check;
    const { share } = this.#options;
    if (cases !== undefined && maxSeconds === undefined) {
      return share === undefined ? this.#untilRed(known, cases) : this.#untilRedInTurn(known, cases, share);
    }
    this.#cohort ??= cases === undefined ? await this.#theOnlyCase() : await this.#waitingCases(cases);
    return redIn(this.#cohort, known);
  }

  /** Counts a case, and takes down what kept it from being judged. */
  ended({ outcome }: Settled): void {
    this.#tally.count(outcome);
    const { hindrance, journal, findings } = outcome;
    this.#halt.ended(hindrance && redacted(hindrance, journal), findings.length > 0);
  }

  /** The first red case of a property whose cases need not wait for a turn. */
  async #untilRed(known: ReadonlySet<string>, given: fc.Arbitrary<unknown>): Promise<Red | undefined> {
    const cases = this.#placed(given);
    const red = await this.#firstRed(cases.slice(this.#faultless, this.#planned), known);
    if (red !== undefined || !this.#tally.isAboutNothing || !this.#halt.goesOn) return red;
    return this.#firstRed(cases.slice(this.#planned), known, { goesOn: () => this.#tally.isAboutNothing });
  }

  /** The same of one whose first cases come in any event, and once only, and whose further ones wait for their turn. */
  async #untilRedInTurn(
    known: ReadonlySet<string>,
    given: fc.Arbitrary<unknown>,
    { firstCases, mayGoOn }: Share,
  ): Promise<Red | undefined> {
    const cases = this.#placed(given).slice(0, this.#planned);
    this.#cohort ??= await this.#firstCases(cases.slice(0, firstCases));
    const red = redIn(this.#cohort, known);
    if (red !== undefined || !this.#halt.goesOn) return red;
    this.#halt.enough();
    return this.#firstRed(cases.slice(Math.max(this.#faultless, firstCases)), known, {
      turnAt: (place) => turnOf(mayGoOn, place, this.#stage, this.#options.signal),
    });
  }

  /** What went wrong among the first cases. */
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
      readonly turnAt?: (place: Place<Scene>) => Promise<Turn | undefined>;
      readonly goesOn?: () => boolean;
    } = {},
  ): Promise<Red | undefined> {
    const reds: (Red & { readonly at: number })[] = [];
    const take = (judged: PlacedJudged): boolean => {
      const finding = findingIn(judged.outcome, known);
      if (finding !== undefined) reds.push({ ...judged, finding });
      return reds.length === 0 && goesOn();
    };
    await this.#goThrough(cases, take, turnAt);
    const first = reds.toSorted((one, other) => one.at - other.at)[0];
    if (first !== undefined) this.#faultless = first.at;
    return first;
  }

  /**
   * Case after case, or some of them side by side where they change nothing that they share.
   *
   * @param take hears how each ended, and says whether to go on
   */
  async #goThrough(
    cases: readonly PlacedCase[],
    take: (judged: PlacedJudged) => boolean,
    turnAt: (place: Place<Scene>) => Promise<Turn | undefined> = () => Promise.resolve(noTurn),
  ): Promise<void> {
    let taken = 0;
    const course = { goesOn: true };
    const doNext = async (place: Place<Scene>): Promise<void> => {
      if (!this.hasTime) this.#halt.because(searchedEnough);
      // another part may have come to the end while this one waited for its turn
      const next = course.goesOn && this.#halt.goesOn ? cases[taken++] : undefined;
      if (next === undefined) return;
      const { index, value, at } = next;
      const settled = await this.#doer.settle(value, { place });
      // the time of the run was over in the middle of it
      if (this.#halt.cutShort && settled.outcome.hindrance !== undefined) return;
      this.ended(settled);
      if (!take({ ...settled, given: value, path: String(index), at })) course.goesOn = false;
    };
    const part = async (place: Place<Scene>): Promise<void> => {
      while (course.goesOn && taken < cases.length && this.#halt.goesOn) {
        const turn = await turnAt(place);
        if (turn === undefined) return;
        try {
          await doNext(place);
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
    if (this.#reallyWaits) return this.#together([{ inHand: this.#doer.begin(undefined) }]);
    const settled = await this.#doer.settle(undefined);
    this.ended(settled);
    return [{ ...settled, given: undefined }];
  }

  /** All cases of a check whose cases wait together. What is right is let go. */
  async #waitingCases(given: fc.Arbitrary<unknown>): Promise<readonly Judged[]> {
    const waiting = this.#drawn(given).map(({ index, value }) => ({ value, path: String(index) }));
    const together = (some: typeof waiting): Promise<readonly Judged[]> =>
      this.#together(some.map(({ value, path }) => ({ inHand: this.#doer.begin(value), path })));
    const judged = await together(waiting.slice(0, this.#planned));
    if (!this.#tally.isAboutNothing || this.#reallyWaits || !this.#halt.goesOn) return judged;
    return [...judged, ...(await together(waiting.slice(this.#planned)))];
  }

  /** Cases that wait together; what was disturbed is done anew in few further passes, in each of them more often. */
  async #together(
    cases: readonly { readonly inHand: CaseInHand; readonly path?: string }[],
  ): Promise<readonly Judged[]> {
    let left = cases;
    let pauseMs = 0;
    for (const [pass, times] of timesInPasses.entries()) {
      if (left.length === 0) break;
      await this.#doer.pause(pauseMs);
      const staged = pass === 0 ? await this.#stage.get() : { arranged: await this.#stage.renew(), fresh: true };
      const parts = left.flatMap(({ inHand }) =>
        Array.from({ length: times }, () => async (place: Place<Scene>) => {
          await this.#doer.attempt(inHand, staged, { place });
        }),
      );
      await this.#host.together(parts);
      if (this.#reallyWaits || this.#halt.interrupted) break;
      const courses = left.map(({ inHand }) => this.#doer.courseOf(inHand));
      pauseMs = Math.max(...courses.map((course) => (course.kind === 'again' ? course.pauseMs : 0)));
      // the last pass is for what is disturbed at another step each time
      const isForOwn = pass < timesInPasses.length - 2;
      left = left.filter((_one, at) => courses[at]?.kind === 'again' || (isForOwn && courses[at]?.kind === 'as-is'));
    }
    const kept: Judged[] = [];
    for (const { inHand, path } of cases) {
      const settled = await this.#doer.leavingOut(this.#doer.settled(inHand, this.#endOf(inHand)), inHand.given);
      this.ended(settled);
      if (!isRight(settled.outcome))
        kept.push({ ...settled, given: inHand.given, ...(path === undefined ? {} : { path }) });
    }
    return kept;
  }

  /** What is said of a case that is not done any more. */
  #endOf(inHand: CaseInHand): Course {
    const course = this.#doer.courseOf(inHand);
    if (course.kind === 'judge' || course.kind === 'unclear') return course;
    return this.#doer.lastResort(inHand);
  }

  /** Whether what a case lets pass would really have to be waited for, were it done again. */
  get #reallyWaits(): boolean {
    return reallyWaits(this.#check, this.#host);
  }

  get #planned(): number {
    return casesOf(this.#check, this.#options.runs);
  }

  #placed(given: fc.Arbitrary<unknown>): readonly PlacedCase[] {
    return this.#drawn(given).map((drawn, at) => ({ ...drawn, at }));
  }

  /** The cases of the property that are run, and some more in case that none of these is about anything; drawn once. */
  #drawn(given: fc.Arbitrary<unknown>): readonly Drawn<unknown>[] {
    const { about, sameAs, maxCases = Infinity } = this.#check;
    const some = Math.max(this.#planned, Math.min(enoughToMeetOne, maxCases));
    this.#cases ??= draw(given, some, this.#options.seed, about, sameAs);
    return this.#cases;
  }
}
