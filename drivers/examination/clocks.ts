import { header } from '../../core/exchange.ts';
import { seemingOffset } from '../world/clock-offset.ts';
import { versionedListings } from '../world/listing.ts';
import type { Scene } from '../world/scene.ts';
import type { Examined } from './examined.ts';
import { note, ok } from './examined.ts';
import { longSpan } from './long-span.ts';

/**
 * Compares the tenant's clock with this machine's. Ages are judged by the tenant's clock if the control reads it, and
 * by this machine's clock otherwise.
 */
export async function examineClocks(scene: Scene): Promise<readonly Examined[]> {
  const { realTime, time } = scene.target;
  const call = await scene.call(versionedListings[0].path, { note: 'what does the tenant say the time is?' });
  const machineTime = realTime.today().getTime() / 1000;
  const answerTime = Date.parse(header(call, 'date') ?? '') / 1000;
  const controlTime = scene.supports('clock.now') ? await scene.clock() : undefined;
  if (time !== 'real') {
    const says = controlTime === undefined ? 'does not tell the time' : `says ${instant(controlTime)}`;
    return [ok('clock', `can be moved, and ${says}`)];
  }
  const why = scene.target.control.kind === 'none' ? 'no control can move it' : 'the control has no movable clock';
  const real = note(
    'clock',
    `${why}: checks that wait 900 s are exercised with --allow-waits 20m, checks that wait days are not`,
  );
  const tenantTime = controlTime ?? answerTime;
  if (Number.isNaN(tenantTime)) return [real, note('clock', 'the tenant does not tell its time')];
  const ahead = tenantTime - machineTime;
  if (Math.abs(ahead) <= seemingOffset) return [real, ok('clock', "agrees with this machine's")];
  const direction = ahead > 0 ? 'ahead of' : 'behind';
  return [
    real,
    note(
      'clock',
      `says ${instant(tenantTime)}, which is ${longSpan(ahead)} ${direction} this machine's: a run measures the difference and subtracts it`,
    ),
  ];
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
