import { OutOfTime } from '../trouble.ts';
import type { Hindrance } from './case.ts';

/** Cases that come to nothing before no more are run, and the real milliseconds after the first of them. */
const mostUnclear = 10;
const unclearMs = 20_000;
/** Of cases that the weather kept from being judged, so many more may follow as leave others to be judged. */
const mostlyUnclear = 0.5;

const interruption: Hindrance = { verdict: 'inconclusive', reason: 'the run was interrupted', interrupted: true };

/** Says when no more cases are to be begun, and why. */
export class Halt {
  readonly #now: () => number;
  readonly #signal: AbortSignal | undefined;
  readonly #isSilent: () => boolean;
  #reason: Hindrance | undefined;
  /** What came to nothing so often that no more is run. */
  #isPointless = false;
  #cases = 0;
  #unclear = 0;
  #inWeather = 0;
  #unclearUntil = Infinity;
  #isEnough = false;

  /**
   * @param now milliseconds of a monotonic clock
   * @param isSilent whether the tenant answers nothing at all at this moment
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

  /** What decides for every requirement of which nothing was found; undefined where the cases that were done decide. */
  get reason(): Hindrance | undefined {
    if (this.#reason !== undefined || !this.interrupted) return this.#reason;
    return this.cutShort ? undefined : this.#interruption;
  }

  /** Whether the time of the run is over, and what was done before is enough to be judged by. */
  get cutShort(): boolean {
    return this.#isEnough && this.#signal?.reason instanceof OutOfTime;
  }

  /** What was done by now is enough to be judged by, should the time of the run be over. */
  enough(): void {
    this.#isEnough = true;
  }

  because(reason: Hindrance): void {
    this.#reason ??= reason;
  }

  /**
   * Takes down how a case ended. One that came to nothing need not keep another from being judged; but a test bed that
   * failed, or what is not to be had at this target, stays so.
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
