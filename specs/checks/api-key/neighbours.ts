import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { day } from '../../../core/spans.ts';
import {
  aKey,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  aProject,
  aReplacedKey,
  aUser,
  grant,
  someRecords,
} from '../../../drivers/world/actors.ts';
import type { Project } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import { objectOf } from '../../../generators/object.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { closedTo, showsAll, showsNone } from '../../expectations/acceptance.ts';
import { listingAt, listingsOpenToKeys } from '../../expectations/open-listings.ts';

const needs = ['user.create', 'apiKey.create', 'access'] as const;

const noLaboratory = notApplicable('the owner of a key can be granted nothing');

/** More than fit on the first page of what a tenant may read its permissions from. */
const manyProjects = 26;

/** What a listing shows, once it shows these. */
function sees(scene: Scene, at: Listing, authorization: string, records: readonly CreatedRecord[]): Promise<View> {
  return scene.settle(
    () => scene.view(at, authorization),
    (view) => showsEach(view, records),
  );
}

function showsEach(view: View, records: readonly CreatedRecord[]): boolean {
  return records.every((record) => shows(view, record));
}

/** What the owner of a key was granted, beside others and for long ("Basic authentication", 1 and 2). */
export const neighboursChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/a-key-sees-what-its-owner-shares',
    title: 'A key sees what its owner was granted before the key was made, and what others were granted as well',
    proves: ['KEY-03'],
    needs: [...needs, 'app.create'],
    cases: objectOf({ listing: fc.nat(4), with: fc.constantFrom('nobody', 'an app', 'a user'), rotate: fc.boolean() }),
    maxCases: 25,
    describe: (one) => `a project shared with ${one.with}${one.rotate ? ', and a rotated key' : ''}`,
    arrange: listingsOpenToKeys,
    async gather(scene, { listing, with: whom, rotate }, open) {
      const target = listingAt(open, listing);
      const user = await aUser(scene);
      const laboratory = await aLaboratoryFor(scene, user);
      if (laboratory === undefined) return null;
      let key = await aKey(scene, user);
      if (rotate && scene.supports('apiKey.rotate')) key = await aReplacedKey(scene, user);
      const records = laboratory.records.filter(({ kind }) => kind === target.kind);
      const witness = await anApp(scene);
      if (whom === 'an app') await grant(scene, laboratory, witness);
      if (whom === 'a user') await grant(scene, laboratory, await aUser(scene));
      const view = await sees(scene, target, basic(key), records);
      if (showsEach(view, records)) return { view, records, elsewhere: true };
      // somebody else with the same project tells whether the records are shown at all
      await grant(scene, laboratory, witness);
      const other = await sees(scene, target, bearer(await anAccessToken(scene, witness)), records);
      return { view, records, elsewhere: showsEach(other, records) };
    },
    *judge(seen, { with: whom, rotate }) {
      if (seen === null) {
        yield noLaboratory;
        return;
      }
      const { view, records, elsewhere } = seen;
      const missing = records.find((record) => !shows(view, record));
      if (missing === undefined) return;
      if (!(yield* premise(elsewhere && view.end === 'whole', `GET ${view.path} showed the records to nobody`))) return;
      const subject = `GET ${view.path} with a ${rotate ? 'rotated ' : ''}key for a project shared with ${whom}`;
      yield finding('KEY-03', subject, `lacked ${missing.name}`, 'what the owner may see', lastPage(view));
    },
  }),

  check({
    id: 'api-key/a-key-sees-each-of-many-projects',
    title: 'A key shows what its owner was granted in each of many projects, and nothing of another',
    proves: ['KEY-03', 'KEY-04'],
    needs,
    arrange: listingsOpenToKeys,
    async gather(scene, _, open) {
      const target = listingAt(open, 0);
      const [user, witness] = [await aUser(scene), await aUser(scene)];
      const records: CreatedRecord[] = [];
      const projects: Project[] = [];
      for (let count = 0; count < manyProjects; count++) {
        const project = await aProject(scene);
        projects.push(project);
        records.push(...(await someRecords(scene, project, target.kind)));
        await grant(scene, project, user);
      }
      const others = await someRecords(scene, await aProject(scene), target.kind);
      const authorization = basic(await aKey(scene, user));
      const view = await sees(scene, target, authorization, records);
      const missing = records.findIndex((record) => !shows(view, record));
      const [project, record] = [projects[missing], records[missing]];
      if (project === undefined || record === undefined) return { view, others };
      // where another listing shows it with this key, the key is permitted to see it (LST-32)
      for (const sister of open.filter(({ kind, path }) => kind === target.kind && path !== target.path))
        if (shows(await scene.view(sister, authorization), record))
          return { view, others, record, sister: sister.path };
      // somebody who was granted that project alone tells whether the record is shown at all
      await grant(scene, project, witness);
      const other = await sees(scene, target, basic(await aKey(scene, witness)), [record]);
      return { view, others, record, elsewhere: shows(other, record) };
    },
    *judge({ view, others, record, sister, elsewhere }) {
      const subject = `GET ${view.path} with the key of a user who was granted ${manyProjects} projects`;
      yield* showsNone(view, others, 'KEY-04', `${subject}, for what is in another,`);
      if (record === undefined) {
        yield held('KEY-03');
        return;
      }
      if (!(yield* premise(sister === undefined, `GET ${sister} shows ${record.name} with the key`))) return;
      const told = elsewhere === true && view.end === 'whole';
      if (!(yield* premise(told, `GET ${view.path} showed ${record.name} to nobody`))) return;
      yield finding('KEY-03', subject, `lacked ${record.name}`, 'what the owner may see', lastPage(view));
    },
  }),

  check({
    id: 'api-key/access-does-not-lapse',
    title: 'A month after its owner was granted a project an old key still shows the records of the project',
    proves: ['KEY-03'],
    needs: [...needs, 'passing-time'],
    maxSeconds: 31 * day,
    arrange: listingsOpenToKeys,
    async gather(scene, _, open) {
      const target = listingAt(open, 0);
      const user = await aUser(scene);
      const laboratory = await aLaboratoryFor(scene, user);
      if (laboratory === undefined) return null;
      // keys of before 7 August 2026 do not expire
      const authorization = basic(await aKey(scene, user, '2026-03-01T00:00:00Z'));
      const records = laboratory.records.filter(({ kind }) => kind === target.kind);
      const first = await sees(scene, target, authorization, records);
      const later: { after: string; view: View }[] = [];
      for (const [after, seconds] of [
        ['a day', day],
        ['a month', 30 * day],
      ] as const) {
        await scene.elapse(seconds);
        later.push({ after, view: await sees(scene, target, authorization, records) });
      }
      return { first, later, records };
    },
    *judge(seen) {
      if (seen === null) {
        yield noLaboratory;
        return;
      }
      const { first, later, records } = seen;
      const saw = showsEach(first, records);
      if (!(yield* premise(saw, `GET ${first.path} did not show the key its records at first either`))) return;
      for (const { after, view } of later) {
        // that the key itself goes on is a question of its own
        if (closedTo(view) !== undefined) continue;
        const subject = `GET ${view.path} with the key of a user who was granted a project ${after} before`;
        yield* showsAll(view, records, 'KEY-03', subject);
      }
    },
  }),
];
