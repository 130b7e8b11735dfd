import type { ExercisedTimes } from '../exercised.ts';
import { summed } from '../exercised.ts';
import { Behaviours } from '../behaviour.ts';
import type { Check } from '../check.ts';
import type { Journal } from '../journal.ts';
import { isDelivery, isExchange } from '../journal.ts';
import type { CheckResult, Failure, SeenFreedom } from '../result.ts';
import { reasonOfFailure } from '../result.ts';
import type { Verdict } from '../verdict.ts';
import { worst } from '../verdict.ts';
import type { CaseOutcome, Hindrance } from './case.ts';
import { redacted } from './case.ts';
import { Traffic } from './traffic.ts';

type Identity = Pick<Check, 'id' | 'title' | 'proves'>;

/** From this number of cases on, one in ten may stay unjudged. */
const enoughToSpare = 10;
const shareJudged = 0.9;
/** Number of reasons why cases did not apply that one sentence names, and number of reasons that are kept. */
const mostTold = 3;
const mostKept = 20;

/**
 * Number of cases that judged a requirement, and of cases that were or may have been about it and could not judge it.
 */
interface Count {
  judged: number;
  unclear: number;
  /** Unclear cases that the weather kept from being judged. */
  inWeather: number;
  /** Unclear cases in which the test bed failed. */
  broken: number;
  /** Cases about other requirements of the check, and cases about none because of a bad value. */
  others: number;
  ofBadValue: number;
  /** Reason and cause of the first unclear case. */
  reason?: string;
  cause?: string | undefined;
}

/** Counts the work of a check, and makes its result. */
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
  /** Cases that named no requirement and gave no reason. */
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

  /** Counts a case that was begun and came to its end, of any kind. */
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
      // an observation that is kept already need not be searched for secrets again
      if (this.#observations.has(keyOf(freedom, observed))) continue;
      const text = journal.redact(observed);
      const key = keyOf(freedom, text);
      if (this.#observations.has(key)) continue;
      const evidence = exchange === undefined ? [] : journal.evidence(exchange);
      this.#observations.set(key, { freedom, observed: text, evidence });
    }
  }

  /** Whether no case so far was about any requirement: then another case is worth drawing. */
  get noCaseApplied(): boolean {
    return this.cases > 0 && [...this.#counts.values()].every(({ judged, unclear }) => judged + unclear === 0);
  }

  /** Counts the requests and operations for one case, or for all cases, even if they led to nothing. */
  countWork(journal: Journal): void {
    this.#traffic.count(journal);
    for (const entry of journal.own) {
      if (isExchange(entry)) this.#exchanges++;
      else if (isDelivery(entry)) this.#deliveries++;
      else this.#operations++;
    }
  }

  /**
   * Returns the result of the check.
   *
   * @param hindrance the hindrance that ended the check before all its cases were run
   * @param own keys of the steps whose disturbed answers are the tenant's own
   */
  result(hindrance: Hindrance | undefined, durationMs: number, own: ReadonlySet<string> = new Set()): CheckResult {
    const said = this.#check.proves.map(
      (requirement) => [requirement, this.#verdictOf(requirement, hindrance)] as const,
    );
    // if no case said anything, nor why, the whole check said nothing: it must not end like a check that was left out
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
    const because = found === undefined ? reasonFor(verdict, verdicts, reasons) : reasonOfFailure(found);
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
    // nothing is lacking if every value by which it could have been judged is bad
    if (ofBadValue > 0 && others === 0) return { verdict: 'inconclusive', reason: this.#aboutNothing(this.#badValues) };
    return { verdict: 'not-exercised', reason: this.#aboutNothing() };
  }

  /** Reports whether only the weather kept a requirement from being judged. */
  #isInWeather(verdicts: Readonly<Record<string, Verdict>>): boolean {
    return Object.entries(verdicts).some(([requirement, verdict]) => {
      const { unclear = 0, inWeather = 0 } = this.#counts.get(requirement) ?? {};
      return (verdict === 'inconclusive' || verdict === 'broken') && unclear > 0 && inWeather === unclear;
    });
  }

  #aboutNothing(why: ReadonlySet<string> = this.#notApplicable): string {
    const statement =
      this.cases === 1 ? 'the one case did not exercise it' : `none of ${this.cases} cases exercised it`;
    return why.size === 0 ? statement : `${statement}: ${[...why].slice(0, mostTold).join('; ')}`;
  }
}

/** Returns the reason of a check without findings: the reason of the first requirement with the check's verdict. */
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
