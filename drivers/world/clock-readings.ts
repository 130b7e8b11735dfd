import { grainOf, precise } from '../../core/grain.ts';
import type { Target } from '../session/target.ts';
import type { Scene } from './scene.ts';

/** A moment known only to lie between two bounds, in seconds of the tenant's clock. */
export interface Moment {
  readonly after: number;
  readonly before: number;
}

/** Returns a moment that is later by a number of seconds. */
export function shifted({ after, before }: Moment, seconds: number): Moment {
  return { after: after + seconds, before: before + seconds };
}

/**
 * A reading of a tenant's clock. Its times are in milliseconds of the suite's own clock; `ended` is set when the
 * reading is complete.
 */
interface Reading {
  readonly moment: Promise<Moment>;
  /** How far the clock had been moved when it was read. */
  readonly movedTo: number;
  readonly began: number;
  ended?: number;
}

/**
 * Real milliseconds for which a reading still tells the moment at which something begins: short compared with a probe.
 */
const fresh = 20;
/**
 * Real milliseconds for which it tells that moment if a slightly earlier one does no harm: short compared with the
 * waits of a history.
 */
const recent = 250;
/** The same if the clock was seen to run by itself, because then the moment is known even later. */
const recentWhileRunning = 2000;
/**
 * Seconds by which a clock may deviate from its own pace. A clock that never shows the same millisecond twice deviates
 * when many operations happen at once.
 */
const offPace = 0.1;
/** How often a clock is read before it counts as a coarse one: a precise clock may show a round number too. */
const mostReadings = 3;

/** The finest precision that each tenant's clock has shown so far: a fraction does not appear by chance. */
const finest = new WeakMap<Target, number>();
/**
 * The last reading of each tenant's clock, made by any check. It makes most readings unnecessary if the control is far
 * away.
 */
const latest = new WeakMap<Target, Reading>();

/** Returns the last reading, unless the clock was moved since, or has run by itself for longer than `milliseconds`. */
function lastWithin(milliseconds: number, { target }: Scene): Reading | undefined {
  const last = latest.get(target);
  const newest = last?.movedTo === target.timeline.moment ? last : readingAtLastMove(target);
  return newest?.ended === undefined || target.realTime.now() - newest.ended <= milliseconds ? newest : undefined;
}

/**
 * Returns the reading that was taken when the clock was last moved; undefined if there is none or it is not precise.
 */
function readingAtLastMove({ timeline, shown }: Target): Reading | undefined {
  const reading = shown();
  if (reading === undefined || reading.grain > precise) return undefined;
  const { seconds, grain, began, ended } = reading;
  return { moment: Promise.resolve(around(seconds, grain)), movedTo: timeline.moment, began, ended };
}

/** Reads the tenant's clock now. Anything that was done before is no later than this moment. */
export function readClock(scene: Scene): Promise<Moment> {
  const { target } = scene;
  const began = target.realTime.now();
  const reading: Reading = { moment: readWithPrecision(scene), movedTo: target.timeline.moment, began };
  reading.moment.then(
    () => {
      reading.ended = target.realTime.now();
      latest.set(target, reading);
    },
    () => {},
  );
  if (lastWithin(fresh, scene) === undefined) latest.set(target, reading);
  return reading.moment;
}

/**
 * Returns a reading that another caller has just made or is making, or else a new one. Anything that is done next is no
 * earlier than this moment.
 */
export function latestReading(scene: Scene): Promise<Moment> {
  return momentOf(lastWithin(fresh, scene), scene);
}

/**
 * As {@link latestReading}, with a reading that may be somewhat older. If the clock runs by itself, the reading is carried
 * forward.
 */
export async function readClockRecently(scene: Scene): Promise<Moment> {
  const last = lastRecent(scene);
  const moment = await momentOf(last, scene);
  const passed = last?.ended === undefined ? 0 : (scene.target.realTime.now() - last.ended) / 1000;
  const ran = runsOn(scene) ? Math.max(0, passed - offPace) : 0;
  return shifted(moment, ran);
}

async function momentOf(reading: Reading | undefined, scene: Scene): Promise<Moment> {
  return reading === undefined ? readClock(scene) : reading.moment.catch(() => readClock(scene));
}

/** Reports whether the tenant's clock was seen to run by itself between two moves. */
function runsOn({ target }: Scene): boolean {
  return target.shown()?.runsOn === true;
}

function lastRecent(scene: Scene): Reading | undefined {
  return lastWithin(runsOn(scene) ? recentWhileRunning : recent, scene);
}

/**
 * Returns a second of the tenant's clock that is not past yet. Between two moves the clock runs second by second, so
 * that a recent reading tells this second too, as far as the clock keeps that pace.
 */
export async function byNow(scene: Scene): Promise<number> {
  const { realTime } = scene.target;
  const last = lastRecent(scene);
  if (last?.ended === undefined) return (await readClock(scene)).before;
  const passed = realTime.now() - last.began;
  return (await last.moment).before + passed / 1000 + offPace;
}

/**
 * Reads the clock and finds out its precision. The control is free in its precision and in how it rounds, so a reading
 * of whole seconds may be a second off in either direction.
 */
async function readWithPrecision(scene: Scene): Promise<Moment> {
  const seconds = await scene.clock();
  let grain = Math.min(grainOf(seconds), finest.get(scene.target) ?? Infinity);
  for (let again = 1; again < mostReadings && grain > precise; again++)
    grain = Math.min(grain, grainOf(await scene.clock()));
  finest.set(scene.target, grain);
  return around(seconds, grain);
}

function around(seconds: number, grain: number): Moment {
  return { after: seconds - grain, before: seconds + grain };
}
