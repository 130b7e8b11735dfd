import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import { aUser } from '../../drivers/world/actors.ts';
import { shifted } from '../../drivers/world/clock-readings.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { KeyDate } from '../../generators/history.ts';
import { day } from '../../core/spans.ts';
import { expiryOf } from './age.ts';
import type { Timekeeper } from './timekeeper.ts';
import type { Credential } from './vocabulary.ts';

/** Makes a key for a user with a given date of creation. If the control cannot date keys, the key is created now. */
export async function aKeyDated(
  scene: Scene,
  time: Timekeeper,
  userId: string,
  date: KeyDate,
): Promise<Pick<Credential, 'born' | 'expires'> & { readonly apiKey: string }> {
  const now = date === 0 ? 0 : await tenantsNow(scene);
  const age = typeof date === 'number' ? date : Math.max(now - Date.parse(date) / 1000, 60);
  const { outcome: made, moment } = await time.dated(async () => {
    if (age === 0) return scene.operate('apiKey.create', { userId });
    const createdAt = new Date((now - age) * 1000).toISOString();
    return unlessRefused(scene.operate('apiKey.create', { userId, createdAt }));
  });
  // a control may also ignore the date and create the key now
  if (made === undefined || (age > 0 && Math.abs(Date.parse(made.createdAt) / 1000 - (now - age)) > day))
    return aKeyDated(scene, time, userId, 0);
  return { born: shifted(moment, -age), expires: expiryOf(made.createdAt), apiKey: made.apiKey };
}

/**
 * Reads the tenant's clock, in seconds since the epoch. If the clock cannot be read, the creation time of a new key is
 * used.
 */
async function tenantsNow(scene: Scene): Promise<number> {
  if (scene.supports('clock.now')) return scene.clock();
  const { userId } = await aUser(scene);
  return Date.parse((await scene.operate('apiKey.create', { userId })).createdAt) / 1000;
}
