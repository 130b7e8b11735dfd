import type { Exchange } from '../../core/exchange.ts';
import { precise } from '../../core/grain.ts';
import { TestBedTrouble } from '../../core/trouble.ts';
import type { Moment } from '../../drivers/world/clock-readings.ts';
import { byNow, latestReading, readClock, readClockRecently } from '../../drivers/world/clock-readings.ts';
import type { Scene } from '../../drivers/world/scene.ts';

/** The result of an action, and the time of the action by the tenant's clock. */
export interface Dated<T> {
  readonly outcome: T;
  readonly moment: Moment;
}

/** A probe of a credential whose age is known to lie between two bounds, in seconds. */
export interface AgedProbe {
  /** The moment at which the credential was issued. */
  readonly born: Moment;
  readonly atLeast: number;
  readonly atMost: number;
  readonly exchange: Exchange;
}

/** Returns the seconds by which an event in the life of a credential may be late, for its age. */
const tolerable = (age: number): number => Math.min(Math.max(age / 200, 0.25), 3);
/** Seconds by which a probe that shows an age to the second may be late: small compared with half a second. */
export const exactly = 0.15;
/** Seconds by which any other probe may be late, so that others share its move of the clock. */
const roughly = 3;
/** Seconds by which a probe of a credential that must still be served may be early, so that others share its move. */
const early = 1;
/** Seconds for which a case waits for others that are about to have something issued. */
const gathering = 60;

/**
 * Seconds by which a probe is estimated to take longer than the issuing was measured to take: at a fast tenant, the
 * measured duration may be nearly zero.
 */
const leastDuration = 0.02;

/** After this many steps without reaching the wanted time, the clock is taken to stand still. */
const maxSteps = 60;

/**
 * A clock may show time only in coarse steps. {@link waitWhile} waits at least for such a step divided by this number.
 * Otherwise {@link maxSteps} waits might be too short for the clock to show that time passes.
 */
const shownSteps = 20;

/**
 * Performs an action between two readings of the tenant's clock, which ticks while requests queue. `begins` is the
 * first reading.
 */
export async function dated<T>(scene: Scene, act: () => Promise<T>, begins?: Moment): Promise<Dated<T>> {
  const { after } = begins ?? (await latestReading(scene));
  const outcome = await act();
  const { before } = await readClock(scene);
  return { outcome, moment: { after, before } };
}

/**
 * Performs an action and dates it by recent clock readings of others. This is a little less exact than {@link dated},
 * and hardly ever needs a reading of its own.
 */
export async function datedByOthers<T>(scene: Scene, act: () => Promise<T>): Promise<Dated<T>> {
  const { after } = await readClockRecently(scene);
  const outcome = await act();
  return { outcome, moment: { after, before: await byNow(scene) } };
}

/** Lets time pass until something that was done at a moment is surely this old. */
export async function waitForAge(scene: Scene, born: Moment, age: number): Promise<void> {
  await waitWhile(scene, (now) => age - (now.after - born.before), tolerable(age));
}

/** Lets time pass until something that was done at a moment is surely no older than this, and not much younger. */
function waitForAgeBelow(scene: Scene, born: Moment, age: number): Promise<Moment> {
  return waitWhile(scene, (now) => age - early - (now.before - born.after), early);
}

/**
 * Waits for a moment at which other cases continue too. Credentials that they all have issued then end at about the
 * same time, so that a shared clock is moved once for all of them.
 */
export async function waitForOthers(scene: Scene): Promise<void> {
  if (scene.target.time !== 'real') await scene.elapse(1, { late: gathering });
}

/** Probes a credential now. */
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
 * @param late seconds by which it may be older: {@link exactly} if the probe shows how long a credential lasts
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
 * Probes a credential that is no older than this if nothing takes long. The duration of the probe is estimated from the
 * time that it took to have the credential issued.
 *
 * @param patience factor by which the probe may take longer; {@link AgedProbe.atMost} says whether it took even longer
 */
export async function probeUpTo(
  scene: Scene,
  born: Moment,
  age: number,
  patience: number,
  call: () => Promise<Exchange>,
): Promise<AgedProbe> {
  const allowance = patience * (born.before - born.after + leastDuration);
  const surely = age - scene.target.settings.limits.clockSkewSeconds - allowance;
  const begins = await waitForAgeBelow(scene, born, surely);
  return probe(scene, born, call, begins);
}

/**
 * Lets time pass while seconds are left. A clock that others use too runs on while they work: the first step allows for
 * that, so that it is hardly ever too long. At a clock that does not run on, the further steps get shorter, and each is
 * measured anew. Returns the last reading.
 */
async function waitWhile(scene: Scene, secondsLeft: (now: Moment) => number, late: number): Promise<Moment> {
  for (let step = 0; step < maxSteps; step++) {
    const now = await latestReading(scene);
    const left = secondsLeft(now);
    if (left <= 0) return now;
    const ahead = step > 0 && left > 2 ? left - Math.max(1, left / 50) : left;
    const grain = (now.before - now.after) / 2;
    const shown = grain > precise ? Math.max(ahead, grain / shownSteps) : ahead;
    await scene.elapse(Math.ceil(shown * 1000) / 1000, { late, running: step === 0 });
  }
  throw new TestBedTrouble("the tenant's clock stood still although time was to pass");
}
