import fc from 'fast-check';
import {
  aLaboratory,
  anAccessToken,
  anApp,
  aProject,
  grant,
  revoke,
  someRecords,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import { accessHistories } from '../../../generators/permissions.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { held } from '../../../core/judgement.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import type { ReachSeen } from '../../expectations/reach.ts';
import { seesAll } from '../../expectations/reach.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Holding } from './settled-reach.ts';
import { lookAt, recordsIn } from './settled-reach.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** A look with a token from before the last grant, and with a new one where something was missing. */
interface TwoLooks {
  readonly early: ReachSeen;
  readonly fresh?: ReachSeen;
}

/** More than fit on the first page of what a tenant may read its permissions from. */
const manyProjects = 26;

/** What being added to a project gives an app, and when ("OAuth bearer with app credentials", 5). */
export const projectAccessChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/a-grant-opens-every-listing',
    title: 'An app that is added to a project sees its records on each listing with its earlier token',
    proves: ['CCR-08', 'CCR-11', 'CCR-12'],
    needs: ['app', 'access'],
    async gather(scene) {
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const laboratory = await aLaboratory(scene);
      await grant(scene, laboratory, app);
      const holding = (records: readonly CreatedRecord[]): Holding[] => [{ project: laboratory, records }];
      const listings = await scene.listings();
      const granted: TwoLooks[] = [];
      const renew = () => anAccessToken(scene, app);
      const { ms: untilGranted } = await delayed(scene, async () => {
        for (const listing of listings)
          granted.push(await lookTwice(scene, listing, token, holding(laboratory.records), renew));
      });
      const later: CreatedRecord[] = [];
      for (const kind of ['entry', 'plate', 'assayResult'] as const)
        later.push(...(await someRecords(scene, laboratory, kind)));
      const authorization = bearer(await renew());
      const grown: ReachSeen[] = [];
      const { ms: untilGrown } = await delayed(scene, async () => {
        for (const listing of listings) {
          grown.push(await lookAt(scene, listing, authorization, holding([...laboratory.records, ...later])));
        }
      });
      return { listings, laboratory, granted, grown, later, untilGranted, untilGrown };
    },
    *judge({ listings, laboratory, granted, grown, later, untilGranted, untilGrown }) {
      const everywhere = grown.every(
        ({ view, sisters, witness }) => view.end === 'whole' && !sisters.length && !witness,
      );
      if (everywhere && later.length > 0) {
        yield seenWithin('FRE-14', 'the admission to a project', untilGranted);
        yield seenWithin('FRE-13', 'a new record', untilGrown);
      }
      for (const [index, listing] of listings.entries()) {
        const [looks, after] = [granted[index], grown[index]];
        if (looks === undefined || after === undefined) continue;
        const subject = `GET ${listing.path} by an app that was added to a project`;
        const records = laboratory.records.filter(({ kind }) => kind === listing.kind);
        yield* reflectsGrant(looks, records, records, subject);
        // what was there when the app was added is judged above
        if (!records.every((record) => shows(after.view, record))) continue;
        const since = later.filter(({ kind }) => kind === listing.kind);
        const known = [...records, ...since];
        yield* seesAll(after, since, 'CCR-08', `${subject} and asks for what was recorded since`, known);
      }
    },
  }),

  check({
    id: 'client-credentials/each-of-many-projects-is-open',
    title: 'An app that was added to a score and more of projects sees what is in each of them, and in no other',
    proves: ['CCR-08', 'CCR-13'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const kinds = ['entry', 'plate', 'assayResult'] as const;
      const app = await anApp(scene);
      const holdings: Holding[] = [];
      for (let count = 0; count < manyProjects; count++) {
        const project = await aProject(scene);
        holdings.push({ project, records: await someRecords(scene, project, kinds[count % kinds.length] ?? 'entry') });
        await grant(scene, project, app);
      }
      const { records: others } = await aLaboratory(scene);
      const authorization = bearer(await anAccessToken(scene, app));
      const looks = [];
      for (const listing of await scene.listings()) {
        const look = await lookAt(scene, listing, authorization, holdings);
        looks.push({ look, records: recordsIn(holdings, listing) });
      }
      return { looks, others };
    },
    *judge({ looks, others }) {
      for (const { look, records } of looks) {
        const subject = `GET ${look.view.path} by an app that was added to ${manyProjects} projects`;
        yield* seesAll(look, records, 'CCR-08', subject);
        yield* showsNone(look.view, others, 'CCR-13', `${subject}, for what is in another,`);
      }
    },
  }),

  check({
    id: 'client-credentials/access-does-not-lapse',
    title: 'A month after it was added to a project an app still sees the records of the project',
    proves: ['CCR-08'],
    needs: ['app.create', 'access', 'passing-time'],
    maxSeconds: 31 * day,
    async gather(scene) {
      const listing = listingAt(await scene.listings(), 0);
      const [app, laboratory] = [await anApp(scene), await aLaboratory(scene)];
      await grant(scene, laboratory, app);
      const holdings: Holding[] = [{ project: laboratory, records: laboratory.records }];
      const looks: ReachSeen[] = [];
      for (const seconds of [0, day, 30 * day]) {
        if (seconds > 0) await scene.elapse(seconds);
        looks.push(await lookAt(scene, listing, bearer(await anAccessToken(scene, app)), holdings));
      }
      return { looks, records: recordsIn(holdings, listing) };
    },
    *judge(seen) {
      const [first, ...later] = seen.looks;
      if (first === undefined) return;
      const { path } = first.view;
      const saw = seen.records.every((record) => shows(first.view, record));
      if (!(yield* premise(saw, `GET ${path} did not show the app its records at first either`))) return;
      for (const [index, look] of later.entries()) {
        const subject = `GET ${path} by an app that was added to a project ${index === 0 ? 'a day' : 'a month'} before`;
        yield* seesAll(look, seen.records, 'CCR-08', subject);
      }
    },
  }),

  check({
    id: 'client-credentials/access-follows-a-history-of-grants',
    title: 'At each moment an app sees all of the projects that it is added to, and none that it never was',
    proves: ['CCR-08', 'CCR-10', 'CCR-11', 'CCR-12', 'CCR-13'],
    needs: ['app.create', 'access'],
    cases: objectOf({ steps: accessHistories, listing: fc.nat(4) }),
    maxCases: 30,
    describe: ({ steps, listing }) =>
      `${steps.map(({ does, project }) => `${does} ${does === 'record' ? 'in ' : ''}project ${project + 1}`).join(', ')}; ${listingNamed(listing)}`,
    async gather(scene, { steps, listing: index }) {
      const listing = listingAt(await scene.listings(), index);
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const projects = [await aTracked(scene, listing), await aTracked(scene, listing)] as const;
      const seen: Moment[] = [];
      const takeAway = async (project: Tracked): Promise<void> => {
        if (project.state !== 'granted' || !scene.supports('project.revoke')) return;
        await revoke(scene, project.project, app);
        project.state = 'revoked'; // what becomes of it then is not described
      };
      for (const { does, project: position } of steps) {
        const project = projects[position];
        const before = project.records.slice();
        if (does === 'record') project.records.push(...(await someRecords(scene, project.project, listing.kind)));
        if (does === 'revoke' || does === 'regrant') await takeAway(project);
        if (does === 'grant' || does === 'regrant') {
          await grant(scene, project.project, app);
          project.state = 'granted';
        }
        const held = projects.filter(({ state }) => state === 'granted');
        if (does === 'revoke' || (does === 'record' && project.state === 'revoked')) continue;
        seen.push({
          does,
          given: does === 'record' ? [] : before,
          held: recordsIn(held, listing),
          never: recordsIn(
            projects.filter(({ state }) => state === 'never'),
            listing,
          ),
          known: recordsIn(projects, listing),
          new: projects.every(({ state }) => state === 'never'),
          looks: await lookTwice(scene, listing, token, held, () => anAccessToken(scene, app)),
        });
      }
      return seen;
    },
    *judge(seen) {
      for (const { does, given, held, never, known, looks, new: isNew } of seen) {
        const path = looks.early.view.path;
        const subject = `GET ${path} by an app ${told[does]}`;
        yield* reflectsGrant(looks, given, known, subject);
        yield* reflectsGrant(
          looks,
          held.filter((record) => !given.some(({ id }) => id === record.id)),
          known,
          subject,
          'CCR-08',
        );
        const views = [looks.early.view, ...(looks.fresh === undefined ? [] : [looks.fresh.view])];
        const requirement = isNew ? 'CCR-10' : 'CCR-13';
        for (const view of views)
          yield* showsNone(view, never, requirement, `${subject}, for projects to which it never was,`);
      }
    },
  }),
];

const told = {
  grant: 'after it was added to a project',
  revoke: 'after it was taken from a project',
  regrant: 'after it was taken from a project and added again',
  record: 'after a record was created',
} as const;

/** What was looked at after a step of a history. */
interface Moment {
  readonly does: 'grant' | 'revoke' | 'regrant' | 'record';
  /** Records that were there when the app was added, if that was the step. */
  readonly given: readonly CreatedRecord[];
  readonly held: readonly CreatedRecord[];
  readonly never: readonly CreatedRecord[];
  readonly known: readonly CreatedRecord[];
  /** Whether the app had been added to nothing so far. */
  readonly new: boolean;
  readonly looks: TwoLooks;
}

interface Tracked extends Holding {
  readonly records: CreatedRecord[];
  state: 'never' | 'granted' | 'revoked';
}

async function aTracked(scene: Scene, listing: Listing): Promise<Tracked> {
  const project = await aProject(scene);
  return { project, records: await someRecords(scene, project, listing.kind), state: 'never' };
}

/** Looks with a token, and again with a new one where that did not show everything. */
async function lookTwice(
  scene: Scene,
  listing: Listing,
  token: string,
  holdings: readonly Holding[],
  renew: () => Promise<string>,
): Promise<TwoLooks> {
  const early = await lookAt(scene, listing, bearer(token), holdings);
  const wanted = recordsIn(holdings, listing);
  if (wanted.every((record) => shows(early.view, record))) return { early };
  const fresh = await lookAt(scene, listing, bearer(await renew()), holdings);
  if (!wanted.some((record) => shows(fresh.view, record))) return { early, fresh };
  // by now the early token has had as much time as the new one
  return { early: { ...early, view: await scene.view(listing, bearer(token)) }, fresh };
}

/**
 * Records are seen with the token from before the grant. Where only a new token shows them, the grant counts and the
 * early token does not reflect it; where that does not show them either, the permission itself is not honoured.
 */
function* reflectsGrant(
  { early, fresh }: TwoLooks,
  records: readonly CreatedRecord[],
  known: readonly CreatedRecord[],
  subject: string,
  honoured: Extract<RequirementId, 'CCR-08' | 'CCR-11'> = 'CCR-11',
): ReturnType<typeof seesAll> {
  if (fresh === undefined) {
    for (const requirement of records.length === 0 ? [] : ([honoured, 'CCR-12'] as const)) yield held(requirement);
    return;
  }
  yield* seesAll(fresh, records, honoured, subject, known);
  const shown = records.filter((record) => shows(fresh.view, record));
  yield* seesAll(early, shown, 'CCR-12', `${subject}, with a token from before`, known);
}
