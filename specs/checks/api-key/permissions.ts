import fc from 'fast-check';
import { finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { aKey, aKeyOwner, aUser, anApp, grant, revoke } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { View } from '../../../drivers/world/view.ts';
import { pageWith, shows, sightOf } from '../../../drivers/world/view.ts';
import { describePlan, projectPlans } from '../../../generators/project-plan.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { showsAll, showsNone } from '../../expectations/acceptance.ts';
import type { ReachSeen } from '../../expectations/reach.ts';
import { seesAll } from '../../expectations/reach.ts';
import type { FilledProject } from './project-records.ts';
import { filledProject, listedBy, lookWithKey, showsEvery } from './project-records.ts';
import { keyStage, listingAt, listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { objectOf } from '../../../generators/object.ts';

const full = { entry: 1, plate: 1, assayResult: 1 } as const;

/** A call with a key has the powers of its owner ("Basic authentication", 2; "What the service does"). */
export const permissionsChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/a-key-sees-what-its-owner-may-see',
    title: 'A call with a key sees what its owner may see, and nothing beyond',
    proves: ['KEY-03', 'KEY-04'],
    needs: ['user.create', 'apiKey.create', 'access'],
    cases: objectOf({
      granted: fc.array(projectPlans, { minLength: 1, maxLength: 3 }),
      elsewhere: fc.array(
        objectOf({ plan: projectPlans, to: fc.constantFrom('nobody', 'another user', 'a namesake', 'an app') }),
        { minLength: 1, maxLength: 3 },
      ),
      grantedFirst: fc.boolean(),
    }),
    maxCases: 25,
    describe: ({ granted, elsewhere }) =>
      `an owner with ${granted.map((plan) => `a project of ${describePlan(plan)}`).join(' and ')}, beside ${elsewhere
        .map(({ plan, to }) => `one of ${describePlan(plan)} granted to ${to}`)
        .join(' and ')}`,
    async arrange(scene) {
      const strangers: Partial<Record<'nobody' | 'another user' | 'an app', App | User>> = {
        'another user': await aUser(scene),
        ...(scene.supports('app.create') ? { 'an app': await anApp(scene) } : {}),
      };
      return { open: await listingsOpenToKeys(scene), strangers };
    },
    async gather(scene, given, { open, strangers }) {
      const called = scene.target.name('user');
      const user = await aUser(scene, called);
      const owner = { ...user, apiKey: await aKey(scene, user) };
      const grantOwn = async (): Promise<FilledProject[]> => {
        const projects: FilledProject[] = [];
        for (const plan of given.granted) {
          const project = await filledProject(scene, plan);
          await grant(scene, project, owner);
          projects.push(project);
        }
        return projects;
      };
      const early = given.grantedFirst ? await grantOwn() : undefined;
      const others: FilledProject[] = [];
      for (const { plan, to } of given.elsewhere) {
        const project = await filledProject(scene, plan);
        const stranger = to === 'a namesake' ? await aUser(scene, called) : strangers[to];
        if (stranger !== undefined) await grant(scene, project, stranger);
        others.push(project);
      }
      const authorization = basic(owner.apiKey);
      const outside = [];
      if (early === undefined) {
        // whether a key that was used before notices what its owner is granted later is KEY-19's matter
        const newcomer = basic((await aKeyOwner(scene)).apiKey);
        for (const listing of open) {
          outside.push({ view: await scene.view(listing, newcomer), theirs: listedBy(listing, others) });
        }
      }
      const own = early ?? (await grantOwn());

      const looks = [];
      for (const listing of open) {
        const [mine, theirs] = [listedBy(listing, own), listedBy(listing, others)];
        const look = await lookWithKey(scene, listing, authorization, own, theirs);
        const inPages = await scene.view(listing, authorization, { query: { pageSize: '1' } });
        looks.push({ look, inPages, mine, theirs });
      }
      return { outside, looks };
    },
    *judge({ outside, looks }) {
      const sees = looks.some(({ look, mine }) => mine.length > 0 && showsEvery(look.view, mine));
      const positive = yield* premise(sees, 'the owner saw nothing, so that what was not shown proves nothing');
      for (const { view, theirs } of outside) {
        const subject = `GET ${view.path} with the API key of a user who is in no project yet`;
        yield* heldWhere(positive, showsNone(view, theirs, 'KEY-04', subject));
      }
      for (const { look, inPages, mine, theirs } of looks) {
        const subject = `GET ${look.view.path} with an API key`;
        yield* seesAll(look, mine, 'KEY-03', subject);
        yield* heldWhere(positive, showsNone(look.view, theirs, 'KEY-04', subject));
        yield* heldWhere(positive, showsNone(inPages, theirs, 'KEY-04', `${subject} and a pageSize of 1`));
      }
    },
  }),

  check({
    id: 'api-key/keys-of-several-users-act-as-their-owners',
    title: 'Keys of different users, used by turns and at once, act each as its own owner',
    proves: ['KEY-18'],
    needs: ['user.create', 'apiKey.create', 'access'],
    cases: objectOf({
      looks: fc.array(objectOf({ who: fc.nat(2), listing: fc.nat(4) }), {
        minLength: 2,
        maxLength: 6,
      }),
      atOnce: fc.boolean(),
    }),
    maxCases: 40,
    describe: ({ looks, atOnce }) =>
      `users ${looks.map(({ who }) => 'ABC'.charAt(who)).join(', ')} ${atOnce ? 'at once' : 'one after the other'}`,
    async arrange(scene) {
      const { open, laboratory } = await keyStage(scene);
      const owners = [];
      for (let made = 0; made < 3; made++) {
        const { apiKey, ...user } = await aKeyOwner(scene);
        const project = await filledProject(scene, full);
        await grant(scene, project, user);
        const alone = [];
        for (const listing of open) {
          const records = listedBy(listing, [project]);
          const view = await scene.settle(
            () => scene.view(listing, basic(apiKey)),
            (look) => showsEvery(look, records),
          );
          alone.push(showsEvery(view, records));
        }
        owners.push({ authorization: basic(apiKey), project, seenAlone: alone.every(Boolean) });
      }
      // what the very first caller may see is nobody else's either
      return { open, owners, first: laboratory?.records ?? [] };
    },
    async gather(scene, { looks, atOnce }, { open, owners, first }) {
      const parts = looks.map(({ who, listing }) => async (part: Scene) => {
        const at = listingAt(open, listing);
        const owner = owners[who];
        const view = await part.view(at, owner?.authorization);
        const own = listedBy(at, owner === undefined ? [] : [owner.project]);
        const others = [
          ...first.filter(({ kind }) => kind === at.kind),
          ...listedBy(
            at,
            owners.filter((one) => one !== owner).map(({ project }) => project),
          ),
        ];
        return { who: 'ABC'.charAt(who), view, own, others };
      });
      const seenAlone = owners.every((owner) => owner.seenAlone);
      if (atOnce) return { seenAlone, views: await scene.together(parts) };
      const views = [];
      for (const part of parts) views.push(await part(scene));
      return { seenAlone, views };
    },
    *judge({ seenAlone, views }) {
      for (const { who, view, own, others } of views) {
        const subject = `GET ${view.path} with the key of user ${who}`;
        const foreign = others.find((record) => sightOf(view, record) === 'surely');
        if (foreign !== undefined) {
          const expected = `what user ${who} may see`;
          yield finding('KEY-18', subject, 'showed what only another user may see', expected, pageWith(view, foreign));
        } else if (
          !showsEvery(view, own) &&
          (yield* premise(seenAlone, 'not every user saw their own records while only they called')) &&
          (yield* premise(view.pages[0]?.response?.status !== 401, `${subject} was not served any more`))
        ) {
          yield* showsAll(view, own, 'KEY-18', subject);
        }
      }
    },
  }),

  check({
    id: 'api-key/a-project-granted-later-is-seen',
    title: 'A key shows what its owner is granted after the key was made and used',
    proves: ['KEY-19'],
    needs: ['user.create', 'apiKey.create', 'access'],
    cases: objectOf({ grants: fc.integer({ min: 1, max: 3 }), listing: fc.nat(4) }),
    maxCases: 20,
    describe: ({ grants }) => inWords`${grants} projects granted one after the other`,
    arrange: listingsOpenToKeys,
    async gather(scene, { grants, listing }, open) {
      const at = listingAt(open, listing);
      const owner = await aKeyOwner(scene);
      const first = await filledProject(scene, full);
      await grant(scene, first, owner);
      const seen: FilledProject[] = [first];
      const look = (): Promise<ReachSeen> => lookWithKey(scene, at, basic(owner.apiKey), seen);
      const before = await look();
      const steps = [];
      for (let made = 0; made < grants; made++) {
        const project = await filledProject(scene, full);
        await grant(scene, project, owner);
        seen.push(project);
        steps.push({ look: await look(), records: listedBy(at, seen) });
      }
      return { before, records: listedBy(at, [first]), steps };
    },
    *judge({ before, records, steps }) {
      if (!(yield* premise(showsEvery(before.view, records), 'the key did not show what its owner could see at first')))
        return;
      for (const { look, records: all } of steps) {
        yield* seesAll(look, all, 'KEY-19', `GET ${look.view.path} after its owner was granted a project`);
      }
    },
  }),

  check({
    id: 'api-key/a-project-withdrawn-is-no-longer-seen',
    title: 'A key no longer shows what was withdrawn from its owner, and shows it again once it is granted again',
    proves: ['KEY-19'],
    needs: ['user.create', 'apiKey.create', 'access', 'project.revoke'],
    cases: objectOf({
      listing: fc.nat(4),
      again: fc.boolean(),
      /** Whether the owner is granted the project once more while they have it, which changes nothing. */
      twice: fc.boolean(),
      sorted: fc.boolean(),
    }),
    maxCases: 12,
    arrange: listingsOpenToKeys,
    async gather(scene, { listing, again, twice, sorted }, open) {
      const at = listingAt(open, listing);
      const owner = await aKeyOwner(scene);
      const [kept, withdrawn] = [await filledProject(scene, full), await filledProject(scene, full)];
      for (const project of [kept, withdrawn]) await grant(scene, project, owner);
      if (twice) await unlessRefused(grant(scene, withdrawn, owner));
      const [own, other] = [listedBy(at, [kept]), listedBy(at, [withdrawn])];
      const sort = at.kind === 'assayResult' || !sorted ? {} : { query: { sort: 'modifiedAt:desc' } };
      const look = (until: (view: View) => boolean): Promise<View> =>
        scene.settle(() => scene.view(at, basic(owner.apiKey), sort), until);
      const before = await look((view) => showsEvery(view, [...own, ...other]));
      await revoke(scene, withdrawn, owner);
      const after = await look((view) => showsEvery(view, own) && !other.some((record) => shows(view, record)));
      if (!again) return { own, other, before, after };
      await grant(scene, withdrawn, owner);
      return { own, other, before, after, restored: await look((view) => showsEvery(view, [...own, ...other])) };
    },
    *judge({ own, other, before, after, restored }) {
      if (!(yield* premise(showsEvery(before, [...own, ...other]), 'the key did not show what its owner could see')))
        return;
      const subject = `GET ${after.path} after a project was withdrawn from the key's owner`;
      if (yield* premise(showsEvery(after, own), 'what its owner may still see was not shown')) {
        yield* showsNone(after, other, 'KEY-19', subject);
      }
      if (restored === undefined) return;
      const all = [...own, ...other];
      yield* showsAll(restored, all, 'KEY-19', `GET ${after.path} after a project was granted to its owner again`);
    },
  }),
];
