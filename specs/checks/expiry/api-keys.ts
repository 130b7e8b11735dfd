import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { listingAt, listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { answeredWith401 } from '../../expectations/refusal.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { DatedKey } from './dated-keys.ts';
import {
  aKeyDated,
  aMember,
  aNewKey,
  callWith,
  expiringSince,
  barelyGood,
  surelyBefore,
  surelyOver,
  tenantsNow,
  untilAge,
  untilKeysExpire,
  withANewKey,
} from './dated-keys.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const keyNeeds = ['user.create', 'apiKey.create'] as const;

/** Calls with a key of some age, and one with a key that was made for contrast. */
interface KeyCalls {
  readonly told: string;
  readonly calls: readonly Exchange[];
  readonly contrast: Exchange;
}

/** A key is served on each listing that serves keys. */
async function calls(scene: Scene, told: string, key: DatedKey, paths: readonly string[]): Promise<KeyCalls> {
  const found: Exchange[] = [];
  for (const path of paths) found.push(await scene.settle(() => callWith(scene, path, key), accepted));
  const refused = found.findIndex((one) => !accepted(one));
  return { told, calls: found, contrast: await withANewKey(scene, paths[Math.max(0, refused)] ?? '') };
}

/** The same where a refusal is expected: looking again would only take time. */
async function refusals(scene: Scene, told: string, key: DatedKey, paths: readonly string[]): Promise<KeyCalls> {
  const found: Exchange[] = [];
  for (const path of paths) found.push(await callWith(scene, path, key));
  return { told, calls: found, contrast: await withANewKey(scene, paths[0] ?? '') };
}

function* isGood(
  { told, calls: made, contrast }: KeyCalls,
  requirement: RequirementId,
): Generator<Judgement<RequirementId, never>> {
  const refused = made.find((one) => !accepted(one));
  if (refused === undefined) {
    if (made.length > 0) yield held(requirement);
    return;
  }
  if (!(yield* premise(accepted(contrast), `a key that was made then ${answer(contrast)} too`))) return;
  yield finding(requirement, `${pathOf(refused)} with ${told}`, answer(refused), 'a page', refused);
}

function* isOver({ told, calls: made, contrast }: KeyCalls): Generator<Judgement<RequirementId, never>> {
  for (const one of made) {
    const subject = `${pathOf(one)} with ${told}`;
    if (accepted(one)) yield finding('EXP-22', subject, `${answer(one)} and a page`, 'refusal', one);
    else if (yield* premise(accepted(contrast), `a key that was made then ${answer(contrast)} too`)) {
      yield held('EXP-22');
      yield* answeredWith401(one, 'EXP-23', subject);
    }
  }
}

function pathOf({ request }: Exchange): string {
  return `GET ${new URL(request.url).pathname}`;
}

/** How long personal keys last ("Basic authentication", 3; "Limits"). */
export const apiKeysChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/keys-last-30-days-as-time-passes',
    title: 'A key is served until 29 days after its creation and answered with 401 from 31 days on',
    proves: ['EXP-21', 'EXP-22', 'EXP-23'],
    needs: [...keyNeeds, 'passing-time'],
    maxSeconds: 320 * day,
    async gather(scene) {
      const paths = (await listingsOpenToKeys(scene)).map(({ path }) => path);
      await untilKeysExpire(scene);
      return scene.together(
        [0, 30, 61, 92, 140, 155, 180].map((start) => async (part: Scene) => {
          if (start > 0) await part.elapse(start * day, { late: day / 3 });
          const key = await aNewKey(part, await aMember(part));
          await untilAge(part, key, barelyGood);
          const good = await calls(part, 'a key of 29 days', key, paths);
          await untilAge(part, key, surelyOver + 60);
          const over = await refusals(part, 'a key of 31 days', key, paths);
          await untilAge(part, key, 100 * day);
          return { good, over, longOver: await refusals(part, 'a key of 100 days', key, paths.slice(0, 1)) };
        }),
      );
    },
    *judge(keys) {
      for (const { good, over, longOver } of keys) {
        yield* isGood(good, 'EXP-21');
        yield* isOver(over);
        yield* isOver(longOver);
      }
    },
  }),

  check({
    id: 'expiry/keys-from-before-august-2026-do-not-expire',
    title: 'A key created some days or years before 7 August 2026 is served',
    proves: ['EXP-24'],
    needs: keyNeeds,
    cases: objectOf({
      before: fc.oneof(fc.constantFrom(0, 1, 10, 27, 29, 31, 40, 365, 366 * 5), fc.integer({ min: 0, max: 3650 })),
      hours: fc.nat(23),
      listing: fc.nat(4),
    }),
    maxCases: 16,
    describe: ({ before, hours }) => inWords`a key created ${before} days and ${hours} h before 5 August 2026`,
    arrange: listingsOpenToKeys,
    async gather(scene, { before, hours, listing }, open) {
      const latest = Math.min(surelyBefore, (await tenantsNow(scene)) - 60);
      const key = await aKeyDated(scene, latest - before * day - hours * 3600);
      return calls(scene, 'a key created before 7 August 2026', key, [listingAt(open, listing).path]);
    },
    *judge(seen) {
      yield* isGood(seen, 'EXP-24');
    },
  }),

  check({
    id: 'expiry/the-date-of-a-key-decides',
    title: 'A key from before 7 August 2026 is served when a younger one of 31 days is not',
    proves: ['EXP-25'],
    needs: keyNeeds,
    cases: objectOf({
      before: fc.constantFrom(0, 5, 40, 400),
      age: fc.constantFrom(31, 33, 60),
      ofOneUser: fc.boolean(),
      listing: fc.nat(4),
    }),
    maxCases: 8,
    describe: ({ before, age, ofOneUser }) =>
      inWords`a key from ${before} days before 5 August 2026 beside one of ${age} days of ${ofOneUser ? 'the same user' : 'another user'}`,
    arrange: listingsOpenToKeys,
    async gather(scene, { before, age, ofOneUser, listing }, open) {
      const { path } = listingAt(open, listing);
      const since = await expiringSince(scene, age * day + 3600, true);
      const young = await aKeyDated(scene, since);
      // the one that must be served is made last, as a user's earlier keys may end with a further one
      const old = await aKeyDated(scene, surelyBefore - before * day, ofOneUser ? young.user : undefined);
      const served = await scene.settle(() => callWith(scene, path, old), accepted);
      return { served, refused: await callWith(scene, path, young), contrast: await withANewKey(scene, path) };
    },
    *judge({ served, refused, contrast }) {
      // where the younger one is served, keys do not expire at all, which is another matter
      if (accepted(served) || accepted(refused)) return;
      if (!(yield* premise(accepted(contrast), `a key that was made then ${answer(contrast)} too`))) return;
      const subject = `${pathOf(served)} with a key from before 7 August 2026`;
      yield finding('EXP-25', subject, `${answer(served)} like one from after it`, 'a page', served);
    },
  }),
];
