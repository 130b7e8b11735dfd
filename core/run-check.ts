import fc from 'fast-check';
import { Behaviours } from './behaviour.ts';
import type { Check } from './check.ts';
import type { Arranged, CaseOutcome, Hindrance, OpenScene } from './case.ts';
import { arrange, runCase } from './case.ts';
import { stored } from './gathered.ts';
import type { Finding } from './judgement.ts';
import type { CheckResult, Failure, SeenFreedom } from './result.ts';
import type { Drawn } from './spread.ts';
import { spread } from './spread.ts';
import type { Basis, Verdict } from './verdict.ts';
import { verdictOfFinding, worst } from './verdict.ts';

/** What a check runs against: how its scenes are opened, and who looks again when something is red. */
export interface CheckHost<Need, Scene> {
  /** What the target lacks of the needs of a check, as the reason why it is not exercised; undefined when nothing. */
  missing(check: { readonly needs: readonly Need[]; readonly waits?: number }): string | undefined;
  readonly open: OpenScene<Scene>;
  /** Runs parts of the check side by side, each with time of its own. */
  together<T>(parts: readonly ((open: OpenScene<Scene>) => Promise<T>)[]): Promise<T[]>;
  /** Whether time passes at no cost, so that a case that waits can be done again and again. */
  readonly timeIsFree: boolean;
  /** How many cases that share nothing may be under way at the same time; one unless given. */
  readonly casesAtATime?: number;
  /** How long the check waits for changes, where it does not always wait for as long as they may take. */
  readonly patience?: {
    /** Whether something was given up that would have been waited for longer. */
    readonly hurried: boolean;
    /** Whether changes take a while, so that one which was seen once need not have been known everywhere yet. */
    readonly slow: boolean;
    /** Whether a change may be presumed to be known everywhere already, as all were so far at this tenant; whether one was. */
    readonly mayPresume: boolean;
    readonly presumed: boolean;
    /** From now on all is waited for as long as it may take, and nothing is presumed. */
    insist(): void;
    /** From now on nothing is presumed. */
    presumeNothing(): void;
    /** Has the work begin as if nothing had been waited for in vain yet, and be careful of changes that take a while. */
    anew<T>(work: () => Promise<T>): Promise<T>;
  };
  /** Real milliseconds after which what was arranged is made anew, since credentials expire; never unless given. */
  readonly arrangementLasts?: number;
  /**
   * Makes independent exchanges right after a red one: what they say of another cause, or undefined where the tenant
   * serves them.
   */
  lookAgain(): Promise<string | undefined>;
}

export interface RunOptions {
  /** Cases per property. */
  readonly runs: number;
  readonly seed: number;
  /** Replays one case and what it shrinks to, as fast-check names it. */
  readonly path?: string;
  /** Judges the case at `path` alone, and neither its neighbours nor what it shrinks to. */
  readonly exact?: boolean;
  readonly basisOf: (requirement: string) => Basis;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Real time after which a failing case is shrunk no further. */
  readonly shrinkMs: number;
  /** Real time for which further failures of a check are searched for after its first. */
  readonly searchMs: number;
  readonly signal?: AbortSignal;
}

const maxShrinks = 300;

/** So many cases that went wrong with nothing presumed too show that it did not come of what was. */
const enoughRedone = 3;

/** How often a case is done again with care before it is believed that it only went wrong because changes take a while. */
const carefulLooks = 3;

/** Cases that come to nothing before no more are run, and the real milliseconds after the first of them. */
const mostUnclear = 10;
const unclearMs = 20_000;

const searchedEnough: Hindrance = {
  verdict: 'inconclusive',
  reason: 'another requirement failed, and the cases that are left were not run since each takes long',
};

const interruption: Hindrance = { verdict: 'inconclusive', reason: 'the run was interrupted', interrupted: true };

/** Runs one check: all cases of a property, the shrinking of what is red, and the second look at it. */
export async function runCheck<Need, Scene>(
  check: Check<string, string, Need, Scene>,
  host: CheckHost<Need, Scene>,
  options: RunOptions,
): Promise<CheckResult> {
  const began = options.now();
  const missing = host.missing(check);
  if (missing !== undefined) return new Tally(check).result('not-exercised', missing, options.now() - began);
  const exploration = new Exploration(check, host, options);
  const { tally, hindrance } = await exploration.run();
  return tally.result(hindrance?.verdict, hindrance?.reason, options.now() - began);
}

type Identity = Pick<Check, 'id' | 'title' | 'proves'>;

/** Counts what a check did, and turns it into its result. */
class Tally {
  readonly #check: Identity;
  cases = 0;
  exchanges = 0;
  readonly failures: Failure[] = [];
  readonly excused: { requirement: string; reason: string }[] = [];
  readonly observations = new Map<string, SeenFreedom>();
  readonly #behaviours = new Behaviours();

  constructor(check: Identity) {
    this.#check = check;
  }

  count(outcome: CaseOutcome): void {
    this.cases++;
    this.exchanges += outcome.journal.made;
    const { exchanges, made } = outcome.journal;
    for (const exchange of exchanges.slice(exchanges.length - made)) this.#behaviours.add(exchange, outcome.journal);
    for (const { freedom, observed, exchange } of outcome.observations) {
      const text = outcome.journal.redact(observed);
      const key = `${freedom}\n${text}`;
      if (this.observations.has(key)) continue;
      const evidence = exchange === undefined ? [] : outcome.journal.evidence(exchange);
      this.observations.set(key, { freedom, observed: text, evidence });
    }
  }

  result(hindered: Hindrance['verdict'] | undefined, reason: string | undefined, durationMs: number): CheckResult {
    const verdicts: Record<string, Verdict> = {};
    for (const requirement of this.#check.proves) {
      const failure = this.failures.find((one) => one.requirement === requirement);
      const excuse = this.excused.find((one) => one.requirement === requirement);
      verdicts[requirement] = failure?.verdict ?? (excuse === undefined ? (hindered ?? 'passed') : 'inconclusive');
    }
    const verdict = worst(Object.values(verdicts));
    const because = reason ?? this.excused[0]?.reason;
    const behaviour = this.#behaviours.all();
    return {
      id: this.#check.id,
      title: this.#check.title,
      requirements: this.#check.proves,
      verdict,
      verdicts,
      ...(because === undefined ? {} : { reason: because }),
      durationMs: Math.round(durationMs),
      cases: this.cases,
      exchanges: this.exchanges,
      failures: [...this.failures].sort((a, b) => (a.verdict === b.verdict ? 0 : a.verdict === 'failed' ? -1 : 1)),
      observations: [...this.observations.values()],
      ...(behaviour.length === 0 ? {} : { behaviour }),
    };
  }
}

interface Judged {
  readonly outcome: CaseOutcome;
  readonly given: unknown;
  /** Which of the generated cases it is, as fast-check names it. */
  readonly path?: string;
  /** Whether something that it looked for may have been given up too early. */
  readonly hurried: boolean;
}

interface Red extends Judged {
  readonly finding: Finding;
  /** What it was shrunk from. */
  readonly whole?: Red;
}

function isRight({ findings, hindrance }: CaseOutcome): boolean {
  return findings.length === 0 && hindrance === undefined;
}

class Exploration<Need, Scene> {
  readonly #check: Check<string, string, Need, Scene>;
  readonly #host: CheckHost<Need, Scene>;
  readonly #options: RunOptions;
  readonly #tally: Tally;
  #arranged: { readonly stage: Arranged; readonly at: number } | undefined;
  /** Cases that are run once: the only one, or all of a check whose cases wait together. */
  #cohort: readonly Judged[] | undefined;
  #cases: readonly Drawn<unknown>[] | undefined;
  /** When the search for further failures ends. */
  #searchUntil = Infinity;
  /** So many of those that are done one after another were faultless: they need not be done again for what comes later. */
  #faultless = 0;
  /** Set once nothing more can be learnt: the remaining cases are let pass without being run. */
  #halt: Hindrance | undefined;
  /** What kept a case from being judged, or judged whole: what it did not find wrong was not shown to be right. */
  #doubt: Hindrance | undefined;
  #redoneInVain = 0;
  #unclear = 0;
  #unclearUntil = Infinity;

  constructor(check: Check<string, string, Need, Scene>, host: CheckHost<Need, Scene>, options: RunOptions) {
    this.#check = check;
    this.#host = host;
    this.#options = options;
    this.#tally = new Tally(check);
  }

  async run(): Promise<{ tally: Tally; hindrance?: Hindrance }> {
    // what is not done again has to be sure the first time
    if (this.#reallyWaits) this.#host.patience?.insist();
    try {
      // A red requirement is set aside and the property goes on, so that one mistake does not hide another.
      const known = new Set<string>();
      while (known.size < this.#check.proves.length && this.#halt === undefined) {
        const red = await this.#search(known);
        if (red === undefined) break;
        known.add(red.finding.requirement);
        await this.#settle(red);
        this.#searchUntil = Math.min(this.#searchUntil, this.#options.now() + this.#options.searchMs);
      }
    } finally {
      await this.#arranged?.stage.close();
    }
    if (this.#interrupted) this.#halt ??= interruption;
    const hindrance = this.#halt ?? this.#doubt;
    return { tally: this.#tally, ...(hindrance === undefined ? {} : { hindrance }) };
  }

  /** Whether what a case lets pass would really have to be waited for, were it done again. */
  get #reallyWaits(): boolean {
    return this.#check.waits !== undefined && !this.#host.timeIsFree;
  }

  get #hasSearchedEnough(): boolean {
    return this.#options.now() > this.#searchUntil;
  }

  get #hurried(): boolean {
    return this.#host.patience?.hurried === true;
  }

  get #slow(): boolean {
    return this.#host.patience?.slow === true;
  }

  get #interrupted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  /** What the cases share, made anew where it may have expired. Where cases wait, they all share the first. */
  async #stage(): Promise<Arranged> {
    const before = this.#arranged;
    const { arrangementLasts = Infinity } = this.#host;
    const keep = this.#check.arrange === undefined || this.#check.waits !== undefined;
    if (before !== undefined && (keep || this.#options.now() - before.at <= arrangementLasts)) return before.stage;
    await before?.stage.close();
    const stage = await arrange(this.#check, this.#host.open);
    this.#arranged = { stage, at: this.#options.now() };
    this.#tally.exchanges += stage.journal.exchanges.length;
    return stage;
  }

  /** The first red case against a requirement not yet known to be broken, shrunk. */
  async #search(known: ReadonlySet<string>): Promise<Red | undefined> {
    const { given, waits } = this.#check;
    const { path } = this.#options;
    if (given !== undefined && path !== undefined) return this.#explore(known, given, { path, runs: this.#numRuns });
    const red =
      given === undefined || waits !== undefined
        ? this.#firstRed((this.#cohort ??= await this.#runCohort(await this.#stage(), given)), known)
        : await this.#untilRed(known, given);
    if (red?.path === undefined || given === undefined || this.#reallyWaits || this.#hasSearchedEnough) return red;
    const shrunk = await this.#explore(known, given, { path: red.path, runs: 1, only: red.finding.requirement });
    return shrunk === undefined ? red : { ...shrunk, whole: red };
  }

  /** Case after case, or some of them side by side where they share nothing, until one is red: the first that is. */
  async #untilRed(known: ReadonlySet<string>, given: fc.Arbitrary<unknown>): Promise<Red | undefined> {
    const left = this.#chosen(given).filter(({ index }) => index >= this.#faultless);
    const reds: (Red & { readonly index: number })[] = [];
    const cases = left.values();
    const goThrough = async (open: OpenScene<Scene>): Promise<void> => {
      for (const { index, value } of cases) {
        if (this.#hasSearchedEnough) this.#halt ??= searchedEnough;
        if (this.#halt !== undefined || this.#interrupted) return;
        const red = await this.#one(value, known, { open });
        if (red !== undefined) reds.push({ ...red, path: String(index), index });
        if (reds.length > 0) return;
      }
    };
    const { arrange: sharing } = this.#check;
    const { casesAtATime = 1 } = this.#host;
    const width = sharing === undefined ? Math.min(casesAtATime, left.length) : 1;
    if (width <= 1) await goThrough(this.#host.open);
    else await this.#host.together(Array.from({ length: width }, () => goThrough));
    const first = reds.toSorted((one, other) => one.index - other.index)[0];
    if (first !== undefined) this.#faultless = first.index;
    return first;
  }

  /** The one case of a check that is no property, or all cases of one, which wait together. What is not red is let go. */
  async #runCohort(arranged: Arranged, given: fc.Arbitrary<unknown> | undefined): Promise<readonly Judged[]> {
    const kept: Judged[] = [];
    const keep = (judged: Judged): void => {
      this.#tally.count(judged.outcome);
      if (!isRight(judged.outcome)) kept.push(judged);
    };
    if (given === undefined) {
      const outcome = await this.#runCase(this.#host.open, arranged, undefined);
      keep({ given: undefined, outcome, hurried: this.#hurried });
      return kept;
    }
    const parts = this.#chosen(given).map(({ index, value }) => async (open: OpenScene<Scene>) => ({
      given: value,
      path: String(index),
      outcome: await this.#runCase(open, arranged, value),
      hurried: this.#hurried,
    }));
    for (const judged of await this.#host.together(parts)) keep(judged);
    return kept;
  }

  /** Does a case, and once more with nothing presumed where it may have gone wrong because something was. */
  async #runCase(open: OpenScene<Scene>, arranged: Arranged, given: unknown): Promise<CaseOutcome> {
    const { patience } = this.#host;
    const mayPresume = patience?.mayPresume === true;
    const outcome = await runCase(this.#check, open, arranged, given);
    if (isRight(outcome) || !mayPresume || !patience.presumed || this.#interrupted) return outcome;
    patience.presumeNothing();
    if (this.#redoneInVain >= enoughRedone) return outcome;
    this.#tally.exchanges += outcome.journal.made;
    const again = await runCase(this.#check, open, arranged, given);
    if (!isRight(again)) this.#redoneInVain++;
    return again;
  }

  #firstRed(cohort: readonly Judged[], known: ReadonlySet<string>): Red | undefined {
    for (const judged of cohort) {
      const finding = this.#weigh(judged.outcome, known);
      if (finding !== undefined) return { ...judged, finding };
    }
    return undefined;
  }

  /** The cases of the property that are run, drawn once. */
  #chosen(given: fc.Arbitrary<unknown>): readonly Drawn<unknown>[] {
    this.#cases ??= spread(given, this.#numRuns, this.#options.seed);
    return this.#cases;
  }

  get #numRuns(): number {
    return Math.min(this.#options.runs, this.#check.atMost ?? Infinity);
  }

  /** The case at a path, so many after it while none of them is red, and what the first red one shrinks to. */
  async #explore(
    known: ReadonlySet<string>,
    given: fc.Arbitrary<unknown>,
    { path, runs, only }: { readonly path: string; readonly runs: number; readonly only?: string },
  ): Promise<Red | undefined> {
    const first: { red?: Red } = {};
    let shrinks = 0;
    let shrinkUntil = Infinity;
    let judged = 0;
    const property = fc.asyncProperty(given, async (value) => {
      if (this.#halt !== undefined || this.#interrupted) return true;
      if (this.#options.exact === true && judged++ > 0) return true;
      if (first.red !== undefined && (++shrinks > maxShrinks || this.#options.now() > shrinkUntil)) return true;
      const found = await this.#one(value, known, { only: only ?? first.red?.finding.requirement });
      if (found === undefined) return true;
      if (first.red === undefined) shrinkUntil = this.#options.now() + this.#options.shrinkMs;
      first.red = { ...found, whole: first.red?.whole ?? found };
      return false;
    });
    const details = await fc.check(property, { numRuns: runs, seed: this.#options.seed, path });
    if (first.red === undefined) return undefined;
    return { ...first.red, ...(details.counterexamplePath === null ? {} : { path: details.counterexamplePath }) };
  }

  async #one(
    given: unknown,
    known: ReadonlySet<string>,
    { only, open = this.#host.open }: { readonly only?: string | undefined; readonly open?: OpenScene<Scene> } = {},
  ): Promise<Red | undefined> {
    const outcome = await this.#runCase(open, await this.#stage(), given);
    this.#tally.count(outcome);
    const finding = this.#weigh(outcome, known, only);
    return finding === undefined ? undefined : { finding, outcome, given, hurried: this.#hurried };
  }

  #weigh(outcome: CaseOutcome, known: ReadonlySet<string>, only?: string): Finding | undefined {
    const finding = outcome.findings.find((one) =>
      only === undefined ? !known.has(one.requirement) : one.requirement === only,
    );
    if (finding !== undefined) return finding;
    // while a failing case is being shrunk, a case that comes to nothing is just not a smaller one
    const { hindrance } = outcome;
    if (only === undefined && hindrance !== undefined) {
      // whatever was under way when the run was interrupted came to nothing because of that
      const told = this.#interrupted
        ? interruption
        : { ...hindrance, reason: outcome.journal.redact(hindrance.reason) };
      if (outcome.findings.length === 0 && !this.#mayBecomeClear(told)) this.#halt = this.#doubt ?? told;
      else this.#doubt ??= told;
    }
    return undefined;
  }

  /** Whether another case may show what this one could not: what kept it from that need not keep all of them. */
  #mayBecomeClear({ verdict, interrupted }: Hindrance): boolean {
    if (verdict !== 'inconclusive' || interrupted === true) return false;
    if (this.#arranged?.stage.hindrance !== undefined) return false;
    const now = this.#options.now();
    this.#unclearUntil = Math.min(this.#unclearUntil, now + unclearMs);
    return ++this.#unclear < mostUnclear && now < this.#unclearUntil;
  }

  /** Looks again at a red case before it is reported: is it really this requirement? */
  async #settle(red: Red): Promise<void> {
    const { whole } = red;
    const confirmed = await this.#isConfirmed(red);
    // what a shorter case showed in haste or by chance, the one that it was shrunk from may have shown without
    if ((red.hurried || this.#slow) && confirmed === false && whole !== undefined) return this.#settle(whole);
    const { finding, outcome } = red;
    const excuse = await this.#excuse(red, confirmed);
    if (excuse !== undefined) {
      this.#tally.excused.push({ requirement: finding.requirement, reason: outcome.journal.redact(excuse) });
      return;
    }
    const { journal } = outcome;
    const entries = new Map<object, number>(journal.entries.map((entry) => [entry, entry.number]));
    const gathered = journal.redactAll(stored(outcome.seen, (value) => entries.get(value)));
    this.#tally.failures.push({
      requirement: finding.requirement,
      verdict: verdictOfFinding(this.#options.basisOf(finding.requirement)),
      subject: journal.redact(finding.subject),
      observed: journal.redact(finding.observed),
      expected: journal.redact(finding.expected),
      ...(this.#check.given === undefined
        ? {}
        : { counterexample: journal.redact(this.#check.tell?.(red.given) ?? fc.stringify(red.given)) }),
      replay: { seed: this.#options.seed, ...(red.path === undefined ? {} : { path: red.path }) },
      ...(confirmed === undefined ? {} : { confirmed }),
      ...(finding.exchange === undefined ? {} : { exchange: finding.exchange }),
      evidence: journal.evidence(),
      ...(gathered === undefined ? {} : { gathered }),
    });
  }

  /** Whether the same case shows the same once more; undefined where it is not done again. */
  async #isConfirmed({ given, finding }: Red): Promise<boolean | undefined> {
    const { patience } = this.#host;
    let again: CaseOutcome | undefined;
    for (let look = 1; look === 1 || (look <= carefulLooks && this.#slow); look++) {
      again = await (patience === undefined ? this.#again(given) : patience.anew(() => this.#again(given)));
      if (again === undefined) return undefined;
      if (again.findings.some((one) => one.requirement === finding.requirement)) return true;
    }
    return false;
  }

  /** The same case once more, with everything made anew; not where that would really have to be waited for. */
  async #again(given: unknown): Promise<CaseOutcome | undefined> {
    if (this.#interrupted) return undefined;
    if (this.#reallyWaits) return undefined;
    const arranged = await arrange(this.#check, this.#host.open);
    try {
      const outcome = await runCase(this.#check, this.#host.open, arranged, given);
      this.#tally.exchanges += outcome.journal.exchanges.length;
      return outcome;
    } finally {
      await arranged.close();
    }
  }

  async #excuse({ finding, hurried }: Red, confirmed: boolean | undefined): Promise<string | undefined> {
    if (confirmed === false && hurried) {
      return `${finding.subject} ${finding.observed} where it was waited for in haste, and not when it was done again`;
    }
    if (confirmed === false && this.#slow) {
      return `${finding.subject} ${finding.observed}, but not when it was done again with time for each change to be known everywhere, which takes a while at this tenant`;
    }
    if (finding.shown === undefined) return undefined;
    const elsewhere = await this.#host.lookAgain();
    if (elsewhere !== undefined) {
      return `${finding.subject} ${finding.observed}, but so it went elsewhere at the same time: ${elsewhere}`;
    }
    if (finding.shown === 'no-answer' && confirmed === false) {
      return `${finding.subject} ${finding.observed} once and was answered when it was done again`;
    }
    return undefined;
  }
}
