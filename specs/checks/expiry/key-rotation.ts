import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { aWriting } from '../../expectations/standing.ts';
import {
  aKeyDated,
  aMember,
  aNewKey,
  callWith,
  rotated,
  surelyBefore,
  barelyGood,
  surelyOver,
  untilAge,
  untilKeysExpire,
} from './dated-keys.ts';
import type { DatedKey } from './dated-keys.ts';
import { listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const rotationNeeds = ['user.create', 'apiKey.create', 'apiKey.rotate', 'passing-time'] as const;

async function aListing(scene: Scene): Promise<string> {
  return (await listingsOpenToKeys(scene))[0]?.path ?? '';
}

/** Days after which a key is used that nobody has used yet. */
const firstUse = 20;

/** Days between rotations. */
/** What does not prolong a personal key, and what begins a new one ("Basic authentication", 2 and 3). */
export const keyRotationChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/use-prolongs-no-key',
    title: 'A key that is used every day, or for the first time after twenty days, expires like one that is not',
    proves: ['EXP-26'],
    needs: ['user.create', 'apiKey.create', 'passing-time'],
    maxSeconds: 132 * day,
    async gather(scene) {
      const listings = await listingsOpenToKeys(scene);
      const path = listings[0]?.path ?? '';
      await untilKeysExpire(scene);
      const used = await aNewKey(scene, await aMember(scene));
      const idle = await aNewKey(scene, await aMember(scene));
      const late = await aNewKey(scene, await aMember(scene));
      const fresh = await scene.settle(() => callWith(scene, path, used), accepted);
      await scene.settle(() => callWith(scene, path, idle), accepted);
      // to the last hour of which it is sure that the key is good, and beyond
      const writing = await aWriting(scene, basic(used.apiKey), used.user);
      for (const days of [...Array.from({ length: 29 }, (_, index) => index + 1), 29.5, 29.9]) {
        await untilAge(scene, used, days * day);
        await callWith(scene, listings[Math.floor(days) % listings.length]?.path ?? path, used);
        if (days % 10 === 9) await writing?.again();
        if (days === firstUse) await callWith(scene, path, late);
      }
      await untilAge(scene, late, surelyOver + 60);
      const after = { used: await callWith(scene, path, used), late: await callWith(scene, path, late) };
      return { path, fresh, ...after, idle: await callWith(scene, path, idle) };
    },
    *judge({ path, fresh, used, late, idle }) {
      if (!(yield* premise(accepted(fresh), `a new key ${answer(fresh)}`))) return;
      if (!(yield* premise(!accepted(idle), 'a key that was not used did not expire either'))) return;
      const uses = [
        { call: used, how: 'used every day' },
        { call: late, how: `used for the first time after ${firstUse} days` },
      ];
      for (const { call, how } of uses.filter((one) => accepted(one.call))) {
        yield finding('EXP-26', `GET ${path} with a key of 31 days that was ${how}`, answer(call), 'refusal', call);
      }
    },
  }),

  check({
    id: 'expiry/rotating-an-old-key-gives-one-that-expires',
    title: 'A key obtained by rotating one from before 7 August 2026 is not served 31 days after the rotation',
    proves: ['EXP-28'],
    needs: rotationNeeds,
    cases: objectOf({
      before: fc.constantFrom(0, 40, 400),
      later: fc.constantFrom(0, 3, 35),
      used: fc.boolean(),
      times: fc.constantFrom(1, 2),
    }),
    maxCases: 6,
    maxSeconds: 170 * day,
    describe: ({ before, later, times }) =>
      inWords`a key from ${before} days before 5 August 2026, rotated ${later} days from now, ${times} times`,
    async gather(scene, { before, later, used, times }) {
      const path = await aListing(scene);
      await untilKeysExpire(scene);
      const old = await aKeyDated(scene, surelyBefore - before * day);
      if (used) await callWith(scene, path, old);
      if (later > 0) await scene.elapse(later * day);
      const suspended = await rotatedInASuspension(scene, surelyBefore - before * day);
      for (let time = 1; time < times; time++) await rotated(scene, old.user);
      const ages = await bothAges(scene, path, await rotated(scene, old.user));
      const last = suspended === undefined ? undefined : await callWith(scene, path, suspended);
      return { path, ...ages, suspended: last };
    },
    *judge({ path, fresh, over, peer, suspended }) {
      if (!(yield* premise(accepted(fresh), `a key obtained by rotation ${answer(fresh)}`))) return;
      const lasting = [
        { call: over, when: '' },
        { call: suspended, when: ' during a suspension of its owner' },
      ].filter(({ call }) => call !== undefined && accepted(call));
      if (lasting.length === 0) return;
      if (!(yield* premise(!accepted(peer), 'a key created at the same time did not expire either'))) return;
      for (const { call, when } of lasting) {
        if (call === undefined) continue;
        const subject = `GET ${path} with a key 31 days after a key that does not expire was rotated${when}`;
        yield finding('EXP-28', subject, answer(call), 'refusal', call);
      }
    },
  }),
];

/** Calls with a key that is new now, on both sides of its 30 days, beside a key that is created at the same time. */
async function bothAges(scene: Scene, path: string, key: DatedKey) {
  const other = await aNewKey(scene, await aMember(scene));
  const fresh = await scene.settle(() => callWith(scene, path, key), accepted);
  await untilAge(scene, key, barelyGood);
  const good = await scene.settle(() => callWith(scene, path, key), accepted);
  const goodContrast = await scene.settle(() => callWith(scene, path, other), accepted);
  await untilAge(scene, other, surelyOver + 60);
  const over = await callWith(scene, path, key);
  const peer = await callWith(scene, path, other);
  return { fresh, good, goodContrast, over, peer };
}

/** A key that took the place of an old one while its owner was suspended; none where the operator does not do that (FRE-118). */
async function rotatedInASuspension(scene: Scene, createdAt: number): Promise<DatedKey | undefined> {
  if (!scene.supports('user.suspend') || !scene.supports('user.unsuspend')) return undefined;
  const { user } = await aKeyDated(scene, createdAt);
  const { userId } = user;
  await scene.operate('user.suspend', { userId });
  const key = await unlessRefused(rotated(scene, user));
  await scene.operate('user.unsuspend', { userId });
  return key;
}
