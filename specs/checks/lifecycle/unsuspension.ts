import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { accessTokenIn, aLaboratory, grant as addTo } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { aWritableProject, creatorIn, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { closedTo, showsAll, showsNone } from '../../expectations/acceptance.ts';
import { seesAll } from '../../expectations/reach.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { authorizeUntilTokens, callsAfterRevocation, mustBeServed } from '../../expectations/standing.ts';
import { aKeyHolder, anInsider, aStage, delegatedNeeds, pathAt, suspend, suspensionNeeds, unsuspend } from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

const needs = [...suspensionNeeds, 'user.unsuspend'] as const;
const delegated = [...delegatedNeeds, 'user.suspend', 'user.unsuspend'] as const;

/** What comes back with the un-suspension of a user ("States and transitions", User). */
export const unsuspensionChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/unsuspension-restores-the-reach-of-a-key',
    title: "A key shows the same records on every listing after its owner's suspension as before",
    proves: ['LIF-07'],
    needs: [...needs, 'access'],
    cases: objectOf({ projects: fc.integer({ min: 1, max: 3 }), cycles: fc.integer({ min: 1, max: 2 }) }),
    maxCases: 4,
    describe: ({ projects, cycles }) => inWords`${projects} projects, ${cycles} suspensions`,
    arrange: (scene) => aStage(scene, 'key'),
    async gather(scene, { projects, cycles }, stage) {
      const owner = await aKeyHolder(scene, stage);
      const authorization = basic(owner.apiKey);
      const own: CreatedRecord[] = [...(stage.laboratory?.records ?? [])];
      for (let count = 1; count < projects; count++) {
        const further = await aLaboratory(scene);
        await addTo(scene, further, owner);
        own.push(...further.records);
      }
      const foreign = (await aLaboratory(scene)).records;
      const listings = (await scene.listings()).filter(({ path }) => stage.forKeys.includes(path));
      const looks: { before: View; after: View; records: CreatedRecord[]; foreign: CreatedRecord[] }[] = [];
      const ofKind = (records: readonly CreatedRecord[], kind: string) => records.filter((one) => one.kind === kind);
      const before: View[] = [];
      for (const listing of listings) {
        const records = ofKind(own, listing.kind);
        const look = (): Promise<View> => scene.view(listing, authorization);
        before.push(await scene.settle(look, (view) => records.every((record) => shows(view, record))));
      }
      for (let cycle = 0; cycle < cycles; cycle++) {
        await suspend(scene, owner);
        await callsAfterRevocation(scene, authorization, stage.forKeys.slice(0, 1));
        await unsuspend(scene, owner);
      }
      for (const [index, listing] of listings.entries()) {
        const seen = before[index];
        if (seen === undefined) continue;
        const records = ofKind(own, listing.kind).filter((record) => shows(seen, record));
        const look = (): Promise<View> => scene.view(listing, authorization);
        const after = await scene.settle(look, (view) => records.every((record) => shows(view, record)));
        looks.push({ before: seen, after, records, foreign: ofKind(foreign, listing.kind) });
      }
      return looks;
    },
    *judge(looks) {
      yield* premise(
        looks.some(({ records }) => records.length > 0),
        'the key showed none of the records before',
      );
      for (const { after, records, foreign } of looks) {
        const subject = `GET ${after.path} with the key of a user who is active again`;
        // that the key is refused altogether is a matter of its own
        const closed = closedTo(after);
        if (closed !== undefined) {
          yield* premise(false, `${closed}, after the un-suspension`);
          continue;
        }
        yield* showsAll(after, records, 'LIF-07', subject);
        yield* showsNone(after, foreign, 'LIF-07', subject);
      }
    },
  }),

  check({
    id: 'lifecycle/unsuspension-restores-the-same-user',
    title: 'After a suspension a user authorizes apps as before, and they see the records that the user saw',
    proves: ['LIF-16'],
    needs: [...delegated, 'access'],
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, _, stage) {
      const app = await aClient(scene);
      const user = await anInsider(scene, stage);
      const before = await aGrant(scene, app, user);
      const path = pathAt(stage.forUsers, 0);
      await mustBeServed(scene, before.authorization, path, 'a delegated access token');
      await suspend(scene, user);
      await callsAfterRevocation(scene, before.authorization, [path]);
      await unsuspend(scene, user);
      const { exchanged } = await authorizeUntilTokens(scene, { user, app });
      const token = exchanged === undefined ? undefined : accessTokenIn(exchanged);
      if (token === undefined) return null;
      const looks: { view: View; records: CreatedRecord[] }[] = [];
      for (const listing of (await scene.listings()).filter((one) => stage.forUsers.includes(one.path))) {
        const records = (stage.laboratory?.records ?? []).filter(({ kind }) => kind === listing.kind);
        const look = (): Promise<View> => scene.view(listing, bearer(token));
        looks.push({ view: await scene.settle(look, (view) => records.every((one) => shows(view, one))), records });
      }
      return looks;
    },
    *judge(looks) {
      if (looks === null) {
        yield* premise(false, 'the user could not authorize the app again after the un-suspension');
        return;
      }
      for (const { view, records } of looks) {
        yield* seesAll({ view, sisters: [] }, records, 'LIF-16', `GET ${view.path} for a user who is active again`);
      }
    },
  }),

  check({
    id: 'lifecycle/unsuspension-keeps-the-identity-behind-a-key',
    title: 'What is created with a key after a suspension names the same user as what was created before',
    proves: ['LIF-16'],
    needs: [...needs, 'write-probe'],
    async gather(scene) {
      const [owner, other] = [
        await aKeyHolder(scene, { laboratory: undefined }),
        await aKeyHolder(scene, { laboratory: undefined }),
      ];
      const authorization = basic(owner.apiKey);
      const project = await aWritableProject(scene, owner, other);
      const write = (): Promise<Exchange> =>
        scene.settle(() => writeRecord(scene, authorization, project?.projectId), succeeded);
      const before = await write();
      await suspend(scene, owner);
      await callsAfterRevocation(scene, authorization, [(await scene.listings())[0].path]);
      await unsuspend(scene, owner);
      const identities = { owner: identityOf(owner, 'the owner of the key'), other: identityOf(other, 'another user') };
      return { before, after: await write(), ...identities, pointer: creatorPointer(scene) };
    },
    *judge({ before, after, owner, other, pointer }) {
      if (!(yield* premise(succeeded(before), `a record to be created with the key ${answer(before)} before`))) return;
      const isOwner = (name: string): boolean => owner.names.some((one) => one.toLowerCase() === name.toLowerCase());
      const [was, is] = [creatorIn(before, pointer), succeeded(after) ? creatorIn(after, pointer) : undefined];
      // whoever it is that is named now, it was the owner before
      if (was !== undefined && is !== undefined && isOwner(was) && !isOwner(is)) {
        const subject = 'a record created with a key after a suspension';
        yield finding('LIF-16', subject, `named ${is} as its creator`, `${was}, as before`, after);
        return;
      }
      yield* isAttributedTo(after, pointer, owner, [other], 'LIF-16', 'a record created with a key after a suspension');
    },
  }),
];
