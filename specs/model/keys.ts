import { unlessRefused } from '../../drivers/control/unless-refused.ts';
import { aUser } from '../../drivers/world/actors.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { KeyDate } from '../../generators/history.ts';
import { day } from '../../core/spans.ts';
import { expiryOf } from './age.ts';
import type { Timekeeper } from './timekeeper.ts';
import type { Credential } from './vocabulary.ts';

/** A key of a user's that is dated so; one of now where the control dates none. */
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
  // a control that overlooks the date makes one of now, too
  if (made === undefined || (age > 0 && Math.abs(Date.parse(made.createdAt) / 1000 - (now - age)) > day))
    return aKeyDated(scene, time, userId, 0);
  const born = { after: moment.after - age, before: moment.before - age };
  return { born, expires: expiryOf(made.createdAt), apiKey: made.apiKey };
}

/** What the tenant's clock says, in seconds since the epoch: where it cannot be read, a new key tells. */
async function tenantsNow(scene: Scene): Promise<number> {
  if (scene.supports('clock.now')) return scene.clock();
  const { userId } = await aUser(scene);
  return Date.parse((await scene.operate('apiKey.create', { userId })).createdAt) / 1000;
}
