import { OutOfTime } from '../trouble.ts';
import type { Hindrance } from './case.ts';

/** Number of inconclusive cases after which no more are run, and the real milliseconds after the first of them. */
const mostUnclear = 10;
const unclearMs = 20_000;
/** Share of cases that the weather may keep from being judged. Above it, too few cases would be left to judge. */
const mostlyUnclear = 0.5;

const interruption: Hindrance = { verdict: 'inconclusive', reason: 'the run was interrupted', interrupted: true };

/** Decides when no more cases are begun, and why. */
export class Halt {
  readonly #now: () => number;
  readonly #signal: AbortSignal | undefined;
  readonly #isSilent: () => boolean;
  #reason: Hindrance | undefined;
  /** Set if so many cases were inconclusive that no more are run. */
  #isPointless = false;
  #cases = 0;
  #unclear = 0;
  #inWeather = 0;
  #unclearUntil = Infinity;
  #isEnough = false;

  /**
   * @param now milliseconds of a monotonic clock
   * @param isSilent reports whether the tenant answers nothing at all at this moment
   */
  constructor(now: () => number, signal: AbortSignal | undefined, isSilent: () => boolean = () => false) {
    this.#now = now;
    this.#signal = signal;
    this.#isSilent = isSilent;
  }

  get interrupted(): boolean {
    return this.#signal?.aborted === true;
  }

  /** Whether another case may be begun. */
  get goesOn(): boolean {
    return this.#reason === undefined && !this.#isPointless && !this.interrupted;
  }

  /**
   * The hindrance that decides about every requirement without findings; undefined if the cases that were run decide.
   */
  get reason(): Hindrance | undefined {
    if (this.#reason !== undefined || !this.interrupted) return this.#reason;
    return this.cutShort ? undefined : this.#interruption;
  }

  /** Whether the time of the run is over, and the cases that were run are enough for a judgement. */
  get cutShort(): boolean {
    return this.#isEnough && this.#signal?.reason instanceof OutOfTime;
  }

  /** Records that the cases that were run are enough for a judgement, should the time of the run be over. */
  enough(): void {
    this.#isEnough = true;
  }

  because(reason: Hindrance): void {
    this.#reason ??= reason;
  }

  /**
   * Records the end of a case. An inconclusive case need not keep another from being judged. A test bed that failed
   * stays so, and so does a lack of this target.
   */
  ended(hindrance: Hindrance | undefined, foundAnything: boolean): void {
    this.#cases++;
    if (hindrance === undefined || foundAnything) return;
    if (this.interrupted) return this.because(this.#interruption);
    this.#isPointless ||= hindrance.verdict === 'inconclusive' && this.#isSilent();
    if (hindrance.weather === true) {
      this.#inWeather++;
      this.#isPointless ||= this.#inWeather >= mostUnclear && this.#inWeather > mostlyUnclear * this.#cases;
      return;
    }
    if (hindrance.verdict !== 'inconclusive' || hindrance.interrupted === true) return this.because(hindrance);
    const now = this.#now();
    this.#unclearUntil = Math.min(this.#unclearUntil, now + unclearMs);
    this.#isPointless ||= ++this.#unclear >= mostUnclear || now >= this.#unclearUntil;
  }

  get #interruption(): Hindrance {
    const reason: unknown = this.#signal?.reason;
    return reason instanceof OutOfTime ? { ...interruption, reason: reason.message } : interruption;
  }
}
