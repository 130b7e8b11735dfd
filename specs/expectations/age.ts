import type { Exchange } from '../../core/exchange.ts';
import { precise } from '../../core/grain.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import { byNow, lately, readClock, recently } from '../../drivers/world/clock-readings.ts';
import type { Scene } from '../../drivers/world/scene.ts';

/** What was done, and when by the tenant's clock. */
export interface Dated<T> {
  readonly outcome: T;
  readonly moment: Moment;
}

/** A probe of a credential at an age that is known to lie between two bounds, in seconds. */
export interface AgedProbe {
  /** When the credential was issued. */
  readonly born: Moment;
  readonly atLeast: number;
  readonly atMost: number;
  readonly exchange: Exchange;
}

/** Seconds by which what happens in the life of a credential may happen late, at an age. */
const tolerable = (age: number): number => Math.min(Math.max(age / 200, 0.25), 3);
/** Seconds by which a probe may be late that shows an age to the second: little beside half of one. */
export const exactly = 0.15;
/** Seconds by which a probe may be late otherwise, so that others share its move. */
const roughly = 3;
/** Seconds by which a probe of a credential that is to be served still may come early, so that others share its move. */
const early = 1;
/** Seconds for which somebody waits for others who are about to have something issued. */
const gathering = 60;

/** A clock that does not get there in so many steps does not move at all. */
const maxSteps = 60;

/** A coarse clock shows none of many small steps: so many of the smallest that are made there let it move once. */
const shownSteps = 20;

/** Does something between two readings of the tenant's clock, which ticks while requests queue; `begins` is the first. */
export async function dated<T>(scene: Scene, act: () => Promise<T>, begins?: Moment): Promise<Dated<T>> {
  const { after } = begins ?? (await lately(scene));
  const outcome = await act();
  const { before } = await readClock(scene);
  return { outcome, moment: { after, before } };
}

/**
 * Does something, and dates it by what others have read of the tenant's clock where that is recent: a little less exactly
 * than {@link dated}, and hardly ever with a reading of its own.
 */
export async function datedByOthers<T>(scene: Scene, act: () => Promise<T>): Promise<Dated<T>> {
  const { after } = await recently(scene);
  const outcome = await act();
  return { outcome, moment: { after, before: await byNow(scene) } };
}

/** Lets time pass until what was done at a moment is surely this old. */
export async function waitForAge(scene: Scene, born: Moment, age: number): Promise<void> {
  await waitWhile(scene, (now) => age - (now.after - born.before), tolerable(age));
}

/** Lets time pass until what was done at a moment is surely no more than this old, and not much less. */
function waitForAgeBelow(scene: Scene, born: Moment, age: number): Promise<Moment> {
  return waitWhile(scene, (now) => age - early - (now.before - born.after), early);
}

/**
 * Waits for a moment at which others go on too. What they have issued then ends at about the same time, so that a
 * shared clock is moved once for all of them.
 */
export async function waitForOthers(scene: Scene): Promise<void> {
  if (scene.target.time !== 'real') await scene.elapse(1, { late: gathering });
}

/** Probes a credential right now. */
export async function probe(
  scene: Scene,
  born: Moment,
  call: () => Promise<Exchange>,
  begins?: Moment,
): Promise<AgedProbe> {
  const skew = scene.target.settings.limits.clockSkewSeconds;
  const { outcome, moment } = await dated(scene, call, begins);
  return {
    born,
    atLeast: moment.after - born.before - skew,
    atMost: moment.before - born.after + skew,
    exchange: outcome,
  };
}

/**
 * Probes a credential that is surely this old, and as little older as the clock allows.
 *
 * @param late seconds by which it may be older: {@link exactly}, where it shows how long a credential lasts
 */
export async function probeFrom(
  scene: Scene,
  born: Moment,
  age: number,
  call: () => Promise<Exchange>,
  late = roughly,
): Promise<AgedProbe> {
  const surely = age + scene.target.settings.limits.clockSkewSeconds;
  const begins = await waitWhile(scene, (now) => surely - (now.after - born.before), late);
  return probe(scene, born, call, begins);
}

/**
 * Probes a credential that is, if nothing takes long, no older than this. How long a probe takes is estimated from how
 * long it took to have the credential issued.
 *
 * @param patience how many times as long it may take; see {@link AgedProbe.atMost} for whether it did not
 */
export async function probeUpTo(
  scene: Scene,
  born: Moment,
  age: number,
  patience: number,
  call: () => Promise<Exchange>,
): Promise<AgedProbe> {
  const allowance = patience * (born.before - born.after + 0.02);
  const surely = age - scene.target.settings.limits.clockSkewSeconds - allowance;
  const begins = await waitForAgeBelow(scene, born, surely);
  return probe(scene, born, call, begins);
}

/**
 * A clock that others use too runs on while they work: the first step counts that in, so that it is hardly ever too
 * long. Those that follow, at a clock that does not run on, are made ever shorter, each of them measured anew. Gives the
 * last reading.
 */
async function waitWhile(scene: Scene, secondsLeft: (now: Moment) => number, late: number): Promise<Moment> {
  for (let step = 0; step < maxSteps; step++) {
    const now = await lately(scene);
    const left = secondsLeft(now);
    if (left <= 0) return now;
    const ahead = step > 0 && left > 2 ? left - Math.max(1, left / 50) : left;
    const grain = (now.before - now.after) / 2;
    const shown = grain > precise ? Math.max(ahead, grain / shownSteps) : ahead;
    await scene.elapse(Math.ceil(shown * 1000) / 1000, { late, running: step === 0 });
  }
  throw new TestBedTrouble("the tenant's clock stood still although time was to pass");
}
