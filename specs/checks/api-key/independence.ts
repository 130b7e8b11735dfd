import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import { isRefusal } from '../../../core/trouble.ts';
import type { App, KeyOwner } from '../../../drivers/world/actors.ts';
import { aKeyOwner, aKeyOwnerWithAccess, aUser, anApp, grant, aReplacedKey } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { callInsistently, listingAt, listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';

const fates = ['archived', 'uninstalled', 'archived and uninstalled', 'uninstalled and archived'] as const;
type Fate = (typeof fates)[number];

/** A key is its owner's own: no app stands behind it ("Authentication", the table of methods). */
export const independenceChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/a-key-needs-no-app',
    title: 'The key of a user who never consented works, with every app of the suite archived or uninstalled',
    proves: ['KEY-22'],
    needs: ['user.create', 'apiKey.create'],
    cases: objectOf({
      apps: fc.array(fc.constantFrom(...fates), { maxLength: 3 }),
      shared: fc.boolean(),
      listing: fc.nat(4),
    }),
    maxCases: 20,
    describe: ({ apps, shared }) =>
      apps.length === 0
        ? 'no app'
        : `${apps.map((fate) => `an app, ${fate}`).join(', ')}${shared ? ', with the same project as the owner' : ''}`,
    arrange: listingsOpenToKeys,
    async gather(scene, { apps, shared, listing }, open) {
      const { path } = listingAt(open, listing);
      const { authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      const made: { app: App; fate: Fate }[] = [];
      if (scene.supports('app.create')) {
        for (const fate of apps) {
          const app = await anApp(scene);
          if (shared && laboratory !== undefined) await grant(scene, laboratory, app);
          made.push({ app, fate });
        }
      }
      const before = await scene.settle(() => scene.call(path, { authorization }), accepted);
      for (const { app, fate } of made) await meet(scene, app, fate);
      return { path, before, after: await callInsistently(scene, path, authorization) };
    },
    *judge({ path, before, after }) {
      const subject = `GET ${path} with the key of a user who consented to no app, while every app of the suite was gone,`;
      if (!(yield* premise(accepted(before), `the same call before that ${answer(before)}`))) return;
      yield* isAccepted(after, 'KEY-22', subject);
    },
  }),

  check({
    id: 'api-key/what-a-key-creates-names-its-owner',
    title: "A record created with a key names the key's owner as its creator",
    proves: ['KEY-05'],
    needs: ['api-key', 'write-probe'],
    cases: objectOf({
      owners: fc.integer({ min: 1, max: 3 }),
      writes: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
      /** Whether the keys are those of a rotation. */
      rotated: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ owners, writes, rotated }) =>
      inWords`of ${owners} users, number ${writes.map((who) => (who % owners) + 1).join(', then ')} wrote${rotated ? ' with keys of a rotation' : ''}`,
    async gather(scene, { owners, writes, rotated }) {
      const several = scene.supports('user.create') && scene.supports('apiKey.create');
      const writers = [await aKeyOwner(scene)];
      if (several) while (writers.length < owners) writers.push(await aKeyOwner(scene));
      for (const [index, { userId }] of several && rotated ? writers.entries() : []) {
        if (!scene.supports('apiKey.rotate')) break;
        const apiKey = await aReplacedKey(scene, { userId });
        writers[index] = { ...(writers[index] as KeyOwner), apiKey };
      }
      const bystanders = [
        ...(scene.supports('user.create') ? [identityOf(await aUser(scene), 'a user who did nothing')] : []),
        ...(scene.supports('app.create') ? [identityOf(await anApp(scene), 'an app')] : []),
      ];
      const project = await aWritableProject(scene, ...writers);
      const written = [];
      for (const drawn of writes) {
        const writer = writers[drawn % writers.length];
        if (writer === undefined) continue;
        const call = await scene.settle(
          () => writeRecord(scene, basic(writer.apiKey), project?.projectId),
          (one) => one.response !== undefined && one.response.status < 300,
        );
        const others = writers.filter((one) => one !== writer).map((one) => identityOf(one, 'another user'));
        written.push({ call, owner: identityOf(writer, "the key's owner"), others: [...others, ...bystanders] });
      }
      return { written, pointer: creatorPointer(scene) };
    },
    *judge({ written, pointer }) {
      for (const { call, owner, others } of written) {
        yield* isAttributedTo(call, pointer, owner, others, 'KEY-05', 'a record that was created with an API key');
      }
    },
  }),
];

/** Lets an app come to its end, as far as the control can. */
async function meet(scene: Scene, { appId }: App, fate: Fate): Promise<void> {
  for (const part of fate.split(' and ')) {
    const operation = part === 'archived' ? 'app.archive' : 'app.uninstall';
    try {
      if (scene.supports(operation)) await scene.operate(operation, { appId });
    } catch (reason) {
      // an archived app need not be one that can be uninstalled (FRE-124)
      if (!isRefusal(reason)) throw reason;
    }
  }
}
