import type { Scene } from '../../drivers/world/scene.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { Dated } from '../expectations/age.ts';
import { datedByOthers } from '../expectations/age.ts';

/** Dates the acts of a history by the tenant's clock or, if no time passes in the history, by the suite's own clock. */
export class Timekeeper {
  readonly #scene: Scene;
  readonly #byTenant: boolean;
  #latest: Moment = { after: 0, before: 0 };

  constructor(scene: Scene, byTenant: boolean) {
    this.#scene = scene;
    this.#byTenant = byTenant;
  }

  /** The time of the latest act. */
  get latest(): Moment {
    return this.#latest;
  }

  async dated<T>(act: () => Promise<T>): Promise<Dated<T>> {
    const { outcome, moment } = this.#byTenant ? await datedByOthers(this.#scene, act) : await this.#datedHere(act);
    // widened by the allowed difference of two clocks
    const skew = this.#scene.target.settings.limits.clockSkewSeconds;
    this.#latest = { after: moment.after - skew, before: moment.before + skew };
    return { outcome, moment: this.#latest };
  }

  async now(): Promise<Moment> {
    return (await this.dated(async () => {})).moment;
  }

  /**
   * Lets time pass and returns the moment at the end. A credential that expired meanwhile is known to be refused then.
   */
  async elapse(seconds: number, late: number): Promise<Moment> {
    const { moment } = await this.dated(() => this.#scene.elapse(seconds, { late }));
    this.#latest = { after: moment.before, before: moment.before };
    return this.#latest;
  }

  async #datedHere<T>(act: () => Promise<T>): Promise<Dated<T>> {
    const { now } = this.#scene.target.realTime;
    const after = now() / 1000;
    const outcome = await act();
    return { outcome, moment: { after, before: now() / 1000 } };
  }
}
