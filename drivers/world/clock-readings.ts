import { grainOf, precise } from '../../core/grain.ts';
import type { Target } from '../session/target.ts';
import type { Scene } from './scene.ts';

/** A moment known only to lie between two bounds, in seconds of the tenant's clock. */
export interface Moment {
  readonly after: number;
  readonly before: number;
}

/** A reading of a tenant's clock, with milliseconds of the suite's own clock; `ended` when it is there. */
interface Reading {
  readonly moment: Promise<Moment>;
  /** How far the clock had been moved by then. */
  readonly movedTo: number;
  readonly began: number;
  ended?: number;
}

/** Real milliseconds after which a reading tells no longer when something begins: little beside what a probe takes. */
const fresh = 20;
/** Real milliseconds for which it tells that where a moment more does no harm: little beside what a history waits. */
const recent = 250;
/** The same where the clock was seen to run on by itself, so that the moment is known all the same. */
const recentWhileRunning = 2000;
/** Seconds by which a clock may be off its own pace: one that shows no millisecond twice is, when much is done at once. */
const offPace = 0.1;
/** A precise clock may show a round number too, so it is read again before it is taken for a coarse one. */
const readings = 3;

/** The finest precision in which each tenant's clock has shown itself so far: a fraction is not there by chance. */
const finest = new WeakMap<Target, number>();
/** The last reading of each tenant's clock, made by any check. It spares a control that is far away most of them. */
const latest = new WeakMap<Target, Reading>();

/** The last reading, unless the clock has been moved since, or has run on by itself for longer than that. */
function lastWithin(milliseconds: number, { target }: Scene): Reading | undefined {
  const last = latest.get(target);
  const made = last?.movedTo === target.timeline.moment ? last : atMove(target);
  return made?.ended === undefined || target.realTime.now() - made.ended <= milliseconds ? made : undefined;
}

/** Who moves the clock reads it when it has been moved. */
function atMove({ timeline, shown }: Target): Reading | undefined {
  const reading = shown();
  if (reading === undefined || reading.grain > precise) return undefined;
  const { seconds, grain, began, ended } = reading;
  return { moment: Promise.resolve(around(seconds, grain)), movedTo: timeline.moment, began, ended };
}

/** Reads the tenant's clock now: what was done before is no later than this moment. */
export function readClock(scene: Scene): Promise<Moment> {
  const { target } = scene;
  const began = target.realTime.now();
  const reading: Reading = { moment: precisely(scene), movedTo: target.timeline.moment, began };
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

/** A reading that somebody has just made or is making, and a new one where there is none: what is done next is no earlier. */
export function lately(scene: Scene): Promise<Moment> {
  return momentOf(lastWithin(fresh, scene), scene);
}

/** As {@link lately}, by a reading that may be somewhat older; one of a clock that runs on is carried forward. */
export async function recently(scene: Scene): Promise<Moment> {
  const last = lastRecent(scene);
  const { after, before } = await momentOf(last, scene);
  const passed = last?.ended === undefined ? 0 : (scene.target.realTime.now() - last.ended) / 1000;
  const ran = runsOn(scene) ? Math.max(0, passed - offPace) : 0;
  return { after: after + ran, before: before + ran };
}

async function momentOf(reading: Reading | undefined, scene: Scene): Promise<Moment> {
  return reading === undefined ? readClock(scene) : reading.moment.catch(() => readClock(scene));
}

/** Whether the tenant's clock was seen to run on by itself between two moves. */
function runsOn({ target }: Scene): boolean {
  return target.shown()?.runsOn === true;
}

function lastRecent(scene: Scene): Reading | undefined {
  return lastWithin(runsOn(scene) ? recentWhileRunning : recent, scene);
}

/**
 * A second of the tenant's clock that is not past yet. Between two moves the clock runs on second by second, so that a
 * recent reading tells it too, as far as a clock keeps that pace.
 */
export async function byNow(scene: Scene): Promise<number> {
  const { realTime } = scene.target;
  const last = lastRecent(scene);
  if (last?.ended === undefined) return (await readClock(scene)).before;
  const passed = realTime.now() - last.began;
  return (await last.moment).before + passed / 1000 + offPace;
}

/**
 * How precise a clock is, and whether it rounds up or down, is left to the control: a reading of whole seconds may be a
 * second off either way.
 */
async function precisely(scene: Scene): Promise<Moment> {
  const seconds = await scene.clock();
  let grain = Math.min(grainOf(seconds), finest.get(scene.target) ?? Infinity);
  for (let again = 1; again < readings && grain > precise; again++)
    grain = Math.min(grain, grainOf(await scene.clock()));
  finest.set(scene.target, grain);
  return around(seconds, grain);
}

function around(seconds: number, grain: number): Moment {
  return { after: seconds - grain, before: seconds + grain };
}
