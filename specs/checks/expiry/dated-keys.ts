import type { Exchange } from '../../../core/exchange.ts';
import { isRefusal, Unsupported } from '../../../core/trouble.ts';
import type { User } from '../../../drivers/world/actors.ts';
import { aKey, aLaboratoryFor, aUser } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { day } from '../../../core/spans.ts';

/**
 * Personal keys began to expire on 7 August 2026. On which side that day itself is, and in which time zone it is a
 * day, is free (FRE-94, FRE-95), so dates keep two days away from it. Seconds since the epoch.
 */
export const surelyBefore = Date.UTC(2026, 7, 5) / 1000;
export const surelyAfter = Date.UTC(2026, 7, 10, 12) / 1000;

/** Days are not seconds here (FRE-96): a key of at most 29 days is surely good, one of 31 days is surely not. */
export const surelyGood = 29 * day;
export const surelyOver = 31 * day;
/** Seconds by which a key may be older than it is to be: the day of its end is free, and far from it nothing hangs on a day. */
const late = { near: 600, far: 0.4 * day };
/** As old as a key is to be that is surely good, so that it is so still where others share the move. */
export const barelyGood = surelyGood - late.near - 120;

/** A personal key, its owner, and what the control says of its date. */
export interface DatedKey {
  readonly user: User;
  readonly apiKey: string;
  /** In seconds since the epoch. */
  readonly createdAt: number;
}

/** How long it may take until keys begin to expire, where the tenant's clock stands before that. */
const longestWait = 100 * day;

/** A user with something to see and no key of which the suite knows. */
export async function aMember(scene: Scene): Promise<User> {
  const user = await aUser(scene);
  await aLaboratoryFor(scene, user);
  return user;
}

/** A key of the user's that is made now. */
export async function aNewKey(scene: Scene, user: User): Promise<DatedKey> {
  const made = await scene.operate('apiKey.create', { userId: user.userId });
  return { user, apiKey: scene.journal.secrets.learn('API key', made.apiKey), createdAt: secondsOf(made.createdAt) };
}

/** A key in place of the user's present one. */
export async function rotated(scene: Scene, user: User): Promise<DatedKey> {
  const made = await scene.operate('apiKey.rotate', { userId: user.userId });
  return { user, apiKey: scene.journal.secrets.learn('API key', made.apiKey), createdAt: secondsOf(made.createdAt) };
}

/**
 * A key of a user's, of a new one's where none is given, dated by the control.
 *
 * @throws Unsupported where the control makes keys but does not date them so
 */
export async function aKeyDated(scene: Scene, createdAt: number, owner?: User): Promise<DatedKey> {
  const user = owner ?? (await aMember(scene));
  const date = new Date(Math.round(createdAt) * 1000).toISOString();
  const lacks = `a key dated ${date}, which the control does not make`;
  try {
    const made = await scene.operate('apiKey.create', { userId: user.userId, createdAt: date });
    const apiKey = scene.journal.secrets.learn('API key', made.apiKey);
    if (Math.abs(secondsOf(made.createdAt) - createdAt) <= 3600) return { user, apiKey, createdAt };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // a control that makes keys at all, and not this one, refuses the date
    await aKey(scene, user);
  }
  throw new Unsupported(`needs ${lacks}`);
}

/** What the tenant's clock says, in seconds since the epoch. */
export async function tenantsNow(scene: Scene): Promise<number> {
  if (scene.supports('clock.now')) return scene.clock();
  return (await aNewKey(scene, await aUser(scene))).createdAt;
}

/**
 * The creation date of a key that is this old now and expires, or is as old as such keys can be where that will do.
 *
 * @param old whether 31 days must be over
 * @throws Unsupported where no key that expires can be that old yet
 */
export async function expiringSince(scene: Scene, age: number, old: boolean): Promise<number> {
  const now = await tenantsNow(scene);
  const createdAt = Math.max(now - age, surelyAfter);
  if (old ? now - createdAt > surelyOver + 60 : now - createdAt >= 0) return createdAt;
  const what = old ? 'a key of 31 days' : 'a key';
  throw new Unsupported(
    `needs ${what} from after 7 August 2026: the tenant's clock stands at ${new Date(now * 1000).toISOString()}`,
  );
}

/** Lets time pass until new keys surely expire. @throws Unsupported where that is too far away */
export async function untilKeysExpire(scene: Scene): Promise<void> {
  const left = surelyAfter - (await tenantsNow(scene));
  if (left <= 0) return;
  if (left > longestWait) {
    throw new Unsupported(`needs the tenant's clock to stand at or after 7 August 2026, which is ${left} s away`);
  }
  await scene.elapse(left);
}

/** Lets time pass until a key is surely this old. */
export async function untilAge(scene: Scene, key: DatedKey, age: number): Promise<void> {
  // the date of a key may be told in whole seconds
  const left = key.createdAt + age + 2 - (await tenantsNow(scene));
  if (left > 0) await scene.elapse(left, { late: age >= surelyOver ? late.far : late.near });
}

export function callWith(scene: Scene, path: string, { apiKey }: Pick<DatedKey, 'apiKey'>): Promise<Exchange> {
  return scene.call(path, { authorization: basic(apiKey) });
}

/** A call with a key that is made for it: whether keys are served at all at this moment. */
export async function withANewKey(scene: Scene, path: string): Promise<Exchange> {
  const key = await aNewKey(scene, await aMember(scene));
  return scene.settle(() => callWith(scene, path, key), accepted);
}

function secondsOf(date: string): number {
  return Date.parse(date) / 1000;
}
