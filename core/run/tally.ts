import type { ExercisedTimes } from '../exercised.ts';
import { summed } from '../exercised.ts';
import { Behaviours } from '../behaviour.ts';
import type { Check } from '../check.ts';
import type { Journal } from '../journal.ts';
import { isDelivery, isExchange } from '../journal.ts';
import type { CheckResult, Failure, SeenFreedom } from '../result.ts';
import { foundIn } from '../result.ts';
import type { Verdict } from '../verdict.ts';
import { worst } from '../verdict.ts';
import type { CaseOutcome, Hindrance } from './case.ts';
import { redacted } from './case.ts';
import { Traffic } from './traffic.ts';

type Identity = Pick<Check, 'id' | 'title' | 'proves'>;

/** Of so many cases or more, one in ten may come to nothing. */
const enoughToSpare = 10;
const shareJudged = 0.9;
/** So many reasons for which cases were about nothing are told in a sentence, and so many are kept. */
const mostTold = 3;
const mostKept = 20;

/** How many cases said something of a requirement, and how many were about it, or may have been, and could not. */
interface Count {
  judged: number;
  unclear: number;
  /** Of the unclear ones, those that the weather kept from being judged. */
  inWeather: number;
  /** Of the unclear ones, those in which the test bed failed. */
  broken: number;
  /** How many were about other requirements of the check, and how many about none, for a bad value. */
  others: number;
  ofBadValue: number;
  /** Of the first unclear one. */
  reason?: string;
  cause?: string | undefined;
}

/** Counts what a check did, and turns it into its result. */
export class Tally {
  readonly #check: Identity;
  readonly #counts: ReadonlyMap<string, Count>;
  readonly #observations = new Map<string, SeenFreedom>();
  readonly #exercised: ExercisedTimes[] = [];
  readonly #behaviours = new Behaviours();
  readonly #notApplicable = new Set<string>();
  readonly #badValues = new Set<string>();
  readonly #traffic = new Traffic();
  readonly failures: Failure[] = [];
  readonly excused = new Map<string, string>();
  cases = 0;
  #unjudged = 0;
  /** Cases that named no requirement, and said no reason for it. */
  #unexplained = 0;
  #exchanges = 0;
  #deliveries = 0;
  #operations = 0;

  constructor(check: Identity) {
    this.#check = check;
    this.#counts = new Map(
      check.proves.map((requirement) => [
        requirement,
        { judged: 0, unclear: 0, inWeather: 0, broken: 0, others: 0, ofBadValue: 0 },
      ]),
    );
  }

  /** Counts a case that was begun and came to its end, whichever that was. */
  count(outcome: CaseOutcome): void {
    this.cases++;
    const { journal, hindrance, findings, held, notApplicable, isOfBadValue = false } = outcome;
    const named = new Set([...held, ...findings.map(({ requirement }) => requirement)]);
    if (hindrance !== undefined) this.#unjudged++;
    if (notApplicable !== undefined) {
      const reason = journal.redact(notApplicable);
      this.#notApplicable.add(reason);
      if (isOfBadValue) this.#badValues.add(reason);
    }
    if (named.size === 0 && hindrance === undefined && notApplicable === undefined) this.#unexplained++;
    for (const [requirement, count] of this.#counts) {
      if (named.has(requirement)) count.judged++;
      else if (hindrance !== undefined) {
        count.unclear++;
        if (hindrance.weather === true) count.inWeather++;
        if (hindrance.verdict === 'broken') count.broken++;
        if (count.reason !== undefined) continue;
        const { reason, cause } = redacted(hindrance, journal);
        Object.assign(count, { reason, cause });
      } else if (isOfBadValue) count.ofBadValue++;
      else if (notApplicable === undefined) count.others++;
    }
    for (const exchange of journal.own.filter(isExchange)) this.#behaviours.add(exchange, journal);
    this.#exercised.push(...outcome.exercised.map((one) => ({ ...one, times: 1 })));
    for (const { freedom, observed, exchange } of outcome.observations) {
      // what is kept already as it is need not be looked through for secrets once more
      if (this.#observations.has(keyOf(freedom, observed))) continue;
      const text = journal.redact(observed);
      const key = keyOf(freedom, text);
      if (this.#observations.has(key)) continue;
      const evidence = exchange === undefined ? [] : journal.evidence(exchange);
      this.#observations.set(key, { freedom, observed: text, evidence });
    }
  }

  /** Whether no case so far was about anything: then another one is worth drawing. */
  get isAboutNothing(): boolean {
    return this.cases > 0 && [...this.#counts.values()].every(({ judged, unclear }) => judged + unclear === 0);
  }

  /** Counts what was done for a case, or for all of them, whether anything came of it or not. */
  countWork(journal: Journal): void {
    this.#traffic.count(journal);
    for (const entry of journal.own) {
      if (isExchange(entry)) this.#exchanges++;
      else if (isDelivery(entry)) this.#deliveries++;
      else this.#operations++;
    }
  }

  /**
   * @param hindrance what ended the check before all its cases were done
   * @param own keys of the steps whose disturbed answers are the tenant's own
   */
  result(hindrance: Hindrance | undefined, durationMs: number, own: ReadonlySet<string> = new Set()): CheckResult {
    const said = this.#check.proves.map(
      (requirement) => [requirement, this.#verdictOf(requirement, hindrance)] as const,
    );
    // where no case said anything at all, nor why, the whole check did not: it must not end like one that was left out
    const isSilent = this.#unexplained === this.cases && this.failures.length === 0;
    const verdicts: Record<string, Verdict> = {};
    const reasons: Record<string, string> = {};
    for (const [requirement, { verdict, reason }] of said) {
      const nothing = verdict === 'not-exercised' && isSilent && hindrance === undefined;
      verdicts[requirement] = nothing ? 'inconclusive' : verdict;
      if (reason !== undefined) reasons[requirement] = reason;
    }
    const verdict = worst(Object.values(verdicts));
    const found = this.failures.find((one) => one.verdict === verdict);
    const because = found === undefined ? reasonFor(verdict, verdicts, reasons) : foundIn(found);
    const cause =
      found === undefined
        ? (hindrance?.cause ?? [...this.#counts.values()].find(({ reason }) => reason === because)?.cause)
        : undefined;
    const isLeftOut = hindrance === undefined && Object.values(verdicts).includes('not-exercised');
    const whyNot = this.#notApplicable.size === 0 ? ['no case exercised it'] : [...this.#notApplicable];
    const causes = isLeftOut ? whyNot.slice(0, mostKept) : [];
    const others = Object.entries(reasons).filter(([, reason]) => reason !== because);
    const behaviour = this.#behaviours.all();
    const traffic = this.#traffic.all(own);
    return {
      id: this.#check.id,
      title: this.#check.title,
      requirements: this.#check.proves,
      verdict,
      verdicts,
      ...(because === undefined ? {} : { reason: because }),
      ...(this.#isInWeather(verdicts) ? { inWeather: true as const } : {}),
      ...(cause === undefined ? {} : { cause }),
      ...(causes.length === 0 ? {} : { causes }),
      ...(others.length === 0 ? {} : { reasons: Object.fromEntries(others) }),
      durationMs: Math.round(durationMs),
      cases: this.cases,
      ...(this.#unjudged === 0 ? {} : { unjudged: this.#unjudged }),
      exchanges: this.#exchanges,
      ...(this.#deliveries === 0 ? {} : { deliveries: this.#deliveries }),
      ...(this.#operations === 0 ? {} : { operations: this.#operations }),
      failures: [...this.failures].sort((a, b) => (a.verdict === b.verdict ? 0 : a.verdict === 'failed' ? -1 : 1)),
      observations: [...this.#observations.values()],
      ...(this.#exercised.length === 0 ? {} : { exercised: summed(this.#exercised) }),
      ...(behaviour.length === 0 ? {} : { behaviour }),
      ...(traffic.length === 0 ? {} : { traffic }),
    };
  }

  #verdictOf(
    requirement: string,
    hindrance: Hindrance | undefined,
  ): { readonly verdict: Verdict; readonly reason?: string } {
    const failure = this.failures.find((one) => one.requirement === requirement);
    if (failure !== undefined) return { verdict: failure.verdict };
    const excuse = this.excused.get(requirement);
    if (excuse !== undefined) return { verdict: 'inconclusive', reason: excuse };
    if (hindrance !== undefined) return { verdict: hindrance.verdict, reason: hindrance.reason };
    const {
      judged = 0,
      unclear = 0,
      broken = 0,
      others = 0,
      ofBadValue = 0,
      reason,
    } = this.#counts.get(requirement) ?? {};
    const about = judged + unclear;
    const enough = about < enoughToSpare ? unclear === 0 : judged >= shareJudged * about;
    if (judged > 0 && enough) return { verdict: 'passed' };
    if (unclear > 0) {
      const verdict = judged === 0 && broken === unclear ? 'broken' : 'inconclusive';
      return { verdict, ...(reason === undefined ? {} : { reason }) };
    }
    // nothing is lacking where all that it could have been judged by is bad
    if (ofBadValue > 0 && others === 0) return { verdict: 'inconclusive', reason: this.#aboutNothing(this.#badValues) };
    return { verdict: 'not-exercised', reason: this.#aboutNothing() };
  }

  /** Whether it is for the weather alone that a requirement was not judged. */
  #isInWeather(verdicts: Readonly<Record<string, Verdict>>): boolean {
    return Object.entries(verdicts).some(([requirement, verdict]) => {
      const { unclear = 0, inWeather = 0 } = this.#counts.get(requirement) ?? {};
      return (verdict === 'inconclusive' || verdict === 'broken') && unclear > 0 && inWeather === unclear;
    });
  }

  #aboutNothing(why: ReadonlySet<string> = this.#notApplicable): string {
    const none = this.cases === 1 ? 'the one case did not exercise it' : `none of ${this.cases} cases exercised it`;
    return why.size === 0 ? none : `${none}: ${[...why].slice(0, mostTold).join('; ')}`;
  }
}

/** The reason that stands for the check where nothing was found: that of the first requirement with its verdict. */
function reasonFor(
  verdict: Verdict,
  verdicts: Readonly<Record<string, Verdict>>,
  reasons: Readonly<Record<string, string>>,
): string | undefined {
  const first = Object.keys(verdicts).find((one) => verdicts[one] === verdict && reasons[one] !== undefined);
  return first === undefined ? undefined : reasons[first];
}

function keyOf(freedom: string, observed: string): string {
  return `${freedom}\n${observed}`;
}
