import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { KeyOwner } from '../../../drivers/world/actors.ts';
import {
  aKey,
  aKeyOfAnotherDay,
  aUser,
  aKeyOwnerWithAccess,
  aLaboratory,
  aLaboratoryFor,
  grant,
  aReplacedKey,
} from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { callInsistently, listingAt, listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';

/** What rotation does ("Basic authentication", 2; "Credential handling"). */
export const rotationChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/rotation-puts-a-new-key-in-place-of-the-old',
    title: 'A key obtained by rotation works for the same owner, and those before it are answered with 401',
    proves: ['KEY-14', 'KEY-15'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    cases: objectOf({
      rotations: fc.integer({ min: 1, max: 4 }),
      usedBetween: fc.boolean(),
      /** Whether the owner has let an app act in their name. */
      authorizes: fc.constantFrom(false, false, true),
      listing: fc.nat(4),
    }),
    maxCases: 20,
    describe: ({ rotations, usedBetween, authorizes }) =>
      inWords`a key ${authorizes ? 'of somebody who has authorized an app ' : ''}rotated ${rotations} times, ${usedBetween ? 'each new one used at once' : 'only the last new one used'}`,
    arrange: listingsOpenToKeys,
    async gather(scene, { rotations, usedBetween, authorizes, listing }, open) {
      const at = listingAt(open, listing);
      const { owner, laboratory } = await aKeyOwnerWithAccess(scene);
      if (authorizes && scene.supports('app.create') && scene.supports('browser.authorize')) {
        await aGrant(scene, await aClient(scene), owner);
      }
      const call = (key: string): Promise<Exchange> => scene.call(at.path, { authorization: basic(key) });
      const served = (key: string): Promise<Exchange> => scene.settle(() => call(key), accepted);
      const own = laboratory?.records.filter(({ kind }) => kind === at.kind) ?? [];
      const viewWith = (key: string): Promise<View> =>
        scene.settle(
          () => scene.view(at, basic(key)),
          (view) => own.every((record) => shows(view, record)),
        );

      const before = await served(owner.apiKey);
      const viewBefore = own.length === 0 ? undefined : await viewWith(owner.apiKey);
      const keys = [owner.apiKey];
      const renewed: Exchange[] = [];
      for (let rotation = 1; rotation <= rotations; rotation++) {
        const key = await aReplacedKey(scene, owner);
        keys.push(key);
        if (usedBetween || rotation === rotations) renewed.push(await served(key));
      }
      const last = keys.at(-1) ?? owner.apiKey;
      const viewAfter = own.length === 0 ? undefined : await viewWith(last);
      const ended: { old: Exchange; live: Exchange }[] = [];
      let longest = 0;
      for (const key of keys.slice(0, -1)) {
        // an old key may live on for a moment
        const gone = (one: Exchange): boolean => !accepted(one);
        const { outcome: old, ms } = await delayed(scene, () => scene.settle(() => call(key), gone));
        longest = Math.max(longest, ms);
        ended.push({ old, live: await call(last) });
      }
      return { path: at.path, before, renewed, own, viewBefore, viewAfter, ended, longest };
    },
    *judge({ path, before, renewed, own, viewBefore, viewAfter, ended, longest }) {
      if (!(yield* premise(accepted(before), `the key before the rotation ${answer(before)}`))) return;
      for (const call of renewed) yield* isAccepted(call, 'KEY-14', `GET ${path} with a key obtained by rotation`);
      if (viewBefore !== undefined && viewAfter !== undefined) {
        const sawBefore = own.every((record) => shows(viewBefore, record));
        if (
          (yield* premise(sawBefore, 'the key before the rotation did not show what its owner may see')) &&
          viewAfter.end === 'whole' &&
          !own.every((record) => shows(viewAfter, record))
        ) {
          const expected = 'what its owner may see, as before';
          yield finding(
            'KEY-14',
            `GET ${path} with a key obtained by rotation`,
            'showed something else',
            expected,
            viewAfter.pages.at(-1),
          );
        }
      }
      for (const { old, live } of ended) {
        yield* refusedByContrast(old, live, 'KEY-15', `GET ${path} with a key that rotation had replaced`);
      }
      if (!ended.some(({ old }) => accepted(old))) yield seenWithin('FRE-16', 'the end of a replaced key', longest);
    },
  }),

  check({
    id: 'api-key/a-first-key-by-rotation-works',
    title: 'Where a user who has no key can be given one by rotation, it works',
    proves: ['KEY-14'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    arrange: listingsOpenToKeys,
    async gather(scene, _, open) {
      const { path } = listingAt(open, 0);
      const [user, witness] = [await aUser(scene), await aUser(scene)];
      for (const one of [user, witness]) await aLaboratoryFor(scene, one);
      // that there is something to rotate may be asked for
      const first = await unlessRefused(aReplacedKey(scene, user));
      if (first === undefined) return null;
      await aKey(scene, witness);
      const second = await aReplacedKey(scene, witness);
      const call = (key: string): Promise<Exchange> =>
        scene.settle(() => scene.call(path, { authorization: basic(key) }), accepted);
      return { path, made: await call(first), control: await call(second) };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('a user who has no key is given none by rotation');
        return;
      }
      const { path, made, control } = seen;
      if (!(yield* premise(accepted(control), `the key that another rotation gave ${answer(control)}`))) return;
      yield* isAccepted(made, 'KEY-14', `GET ${path} with a key that rotation gave a user who had none`);
    },
  }),

  check({
    id: 'api-key/rotation-leaves-other-keys-working',
    title: "Rotating one user's key leaves other users' keys working",
    proves: ['KEY-16'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    cases: objectOf({
      owners: fc.integer({ min: 2, max: 4 }),
      rotating: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
      listing: fc.nat(4),
      /** Whether all of them have authorized one app. */
      oneApp: fc.boolean(),
      /** The moment of 2025 at which all keys were made, in seconds of the year: no other check has keys of it. */
      made: fc.option(fc.integer({ min: 0, max: 31_000_000 }), { nil: undefined }),
    }),
    maxCases: 20,
    describe: ({ owners, rotating, oneApp, made }) =>
      inWords`of ${owners} users${oneApp ? ' of one app' : ''}${made === undefined ? '' : ' with keys of one second'}, the key of number ${rotating.map((who) => (who % owners) + 1).join(', then of number ')} rotated`,
    arrange: listingsOpenToKeys,
    async gather(scene, { owners, rotating, listing, oneApp, made }, open) {
      const { path } = listingAt(open, listing);
      const createdAt = made === undefined ? undefined : new Date(Date.UTC(2025, 0, 1) + made * 1000).toISOString();
      const everybody = await keyOwners(scene, owners, createdAt);
      if (oneApp && scene.supports('app.create') && scene.supports('browser.authorize')) {
        const app = await aClient(scene);
        for (const owner of everybody) await aGrant(scene, app, owner);
      }
      const call = (key: string): Promise<Exchange> => scene.call(path, { authorization: basic(key) });
      const keys = everybody.map(({ apiKey }) => apiKey);
      const before: Exchange[] = [];
      for (const key of keys) before.push(await scene.settle(() => call(key), accepted));

      const rounds: { renewed: Exchange; others: Exchange[] }[] = [];
      for (const drawn of rotating) {
        const who = drawn % owners;
        const owner = everybody[who];
        if (owner === undefined) continue;
        const key = await aReplacedKey(scene, owner);
        keys[who] = key;
        const renewed = await scene.settle(() => call(key), accepted);
        const others: Exchange[] = [];
        for (const [index, other] of keys.entries())
          if (index !== who) others.push(await callInsistently(scene, path, basic(other)));
        rounds.push({ renewed, others });
      }
      return { path, before, rounds };
    },
    *judge({ path, before, rounds }) {
      if (!(yield* premise(before.every(accepted), 'not every key worked before the rotation'))) return;
      for (const { renewed, others } of rounds) {
        if (!(yield* premise(accepted(renewed), `the key obtained by rotation ${answer(renewed)}`))) return;
        for (const call of others) {
          yield* isAccepted(call, 'KEY-16', `GET ${path} with a key after another user's was rotated`);
        }
      }
    },
  }),
];

/** Users with keys who may all see one project, where the control can make it. */
async function keyOwners(scene: Scene, count: number, createdAt?: string): Promise<KeyOwner[]> {
  const able = (['project.create', 'project.grant', 'record.create'] as const).every((name) => scene.supports(name));
  const laboratory = able ? await aLaboratory(scene) : undefined;
  const owners: KeyOwner[] = [];
  for (let made = 0; made < count; made++) {
    const user = await aUser(scene);
    const owner = {
      ...user,
      apiKey: await (createdAt === undefined ? aKey(scene, user) : aKeyOfAnotherDay(scene, user, createdAt)),
    };
    if (laboratory !== undefined) await grant(scene, laboratory, owner);
    owners.push(owner);
  }
  return owners;
}
