import fc from 'fast-check';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Project } from '../../../drivers/world/actors.ts';
import { anApp, grant, someRecords } from '../../../drivers/world/actors.ts';
import { aProject } from '../../../drivers/world/actors.ts';
import { aTable } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { anyListing, listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { settledView } from '../../expectations/settled-view.ts';
import type { ReaderKind } from '../../expectations/listing-stock.ts';
import { aReader, pick, readersOfAll, timedRecords } from '../../expectations/listing-stock.ts';
import { seesAll } from '../../expectations/reach.ts';
import { reservedCharactersEnd, longEnd, plainTimes, nonAsciiNameEnd } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';
import { recordKinds } from '../../../drivers/world/listing.ts';

interface Filled {
  readonly project: Project;
  readonly records: readonly CreatedRecord[];
}

async function someProjects(scene: Scene, counts: readonly number[]): Promise<Filled[]> {
  const filled: Filled[] = [];
  for (const [index, count] of counts.entries()) {
    const project = await aProject(scene);
    const records: CreatedRecord[] = [];
    for (const kind of recordKinds) {
      // in one project there are results with no field set yet
      if (index === 2 && kind === 'assayResult') records.push(...(await resultsWithoutValues(scene, project, 1)));
      const named = kind === 'assayResult' ? undefined : await namedRecords(scene, project, kind, count, ends[index]);
      records.push(...(named ?? (await someRecords(scene, project, kind, count))));
    }
    filled.push({ project, records });
  }
  return filled;
}

/**
 * The ends of the names of records, by the position of the project: with characters of laboratories everywhere, and
 * with characters that pages and queries use.
 */
const ends: Readonly<Record<number, string>> = { 1: nonAsciiNameEnd, 3: `${reservedCharactersEnd}${longEnd}` };

/**
 * Creates records whose names end in `end`. Returns undefined if there is no end, or if the tenant refuses such
 * names.
 */
async function namedRecords(
  scene: Scene,
  project: Project,
  kind: 'entry' | 'plate',
  count: number,
  end: string | undefined,
): Promise<readonly CreatedRecord[] | undefined> {
  return end === undefined ? undefined : unlessRefused(timedRecords(scene, project, kind, plainTimes(count), end));
}

/** Creates results of a schema, with no field set. Returns none if the tenant demands values. */
async function resultsWithoutValues(scene: Scene, project: Project, count: number): Promise<readonly CreatedRecord[]> {
  if (!scene.supports('schema.create')) return [];
  const table = await unlessRefused(aTable(scene, project, { columns: [], rows: [] }));
  if (table === undefined) return [];
  const names = Array.from({ length: count }, () => scene.target.name('assayResult'));
  const made = await unlessRefused(
    scene.operate('record.create', {
      kind: 'assayResult',
      projectId: project.projectId,
      records: names.map((name) => ({ name, schemaId: table.schemaId })),
    }),
  );
  return (made?.ids ?? []).map((id, index) => ({ id, name: names[index] ?? '', kind: 'assayResult' }));
}

/** More projects than a tenant is likely to look up one by one. */
const severalProjects = 18;

/** More members of a project than a tenant is likely to show on a page about it. */
const severalMembers = 12;

/** Records that a listing shows to a reader ("What the service does"). */
export const reachChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/each-reader-sees-the-projects-granted',
    title: 'A listing shows a reader all records of the projects that were granted, and no others',
    proves: ['LST-31'],
    needs: ['app.create', 'access'],
    cases: objectOf({
      reader: fc.nat(2),
      granted: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
      listings: fc.uniqueArray(anyListing, { minLength: 1, maxLength: 2 }),
    }),
    maxCases: 30,
    describe: ({ reader, granted, listings }) =>
      `reader ${reader + 1}, granted projects ${granted.map((one) => one + 1).join(', ')}, ${listings.map(listingNamed).join(', ')}`,
    async arrange(scene) {
      const projects = await someProjects(scene, [1, 2, 2, 1]);
      const kind: ReaderKind = (await readersOfAll(scene)).includes('key') ? 'key' : 'app';
      const all = await aReader(
        scene,
        projects.map(({ project }) => project),
        kind,
      );
      return { projects, all };
    },
    async gather(scene, { reader: index, granted, listings: positions }, { projects, all }) {
      const own = granted.map((one) => pick(projects, one));
      const reader = await aReader(
        scene,
        own.map(({ project }) => project),
        pick(await readersOfAll(scene), index),
      );
      const listings = await scene.listings();
      const looks = [];
      for (const position of positions) {
        const listing = pick(listings, position);
        const ofKind = (some: readonly Filled[]): CreatedRecord[] =>
          some.flatMap(({ records }) => records.filter(({ kind }) => kind === listing.kind));
        const wanted = ofKind(own);
        const complete = (view: Awaited<ReturnType<typeof scene.view>>): boolean =>
          wanted.every((one) => shows(view, one));
        const foreign = ofKind(projects.filter((one) => !own.includes(one)));
        const look = (): Promise<View> => scene.view(listing, reader.authorization);
        const view = await settledView(scene, look, { due: wanted, never: foreign });
        if (complete(view)) {
          looks.push({ look: { view, sisters: [] }, wanted, foreign });
          continue;
        }
        const sisters = [];
        for (const other of listings) {
          if (other.kind === listing.kind && other.path !== listing.path)
            sisters.push(await scene.view(other, reader.authorization));
        }
        const witness = await scene.view(listing, all.authorization, { note: 'a reader of all projects' });
        looks.push({ look: { view, sisters, witness }, wanted, foreign });
      }
      return { kind: reader.kind, looks };
    },
    *judge({ kind, looks }) {
      for (const { look, wanted, foreign } of looks) {
        const subject = `GET ${look.view.path} by a reader (${kind}) of some of the projects`;
        yield* showsNone(look.view, foreign, 'LST-31', subject);
        yield* seesAll(look, wanted, 'LST-31', subject);
      }
    },
  }),

  check({
    id: 'listing/a-reader-of-many-projects-sees-all-of-them',
    title: 'A listing shows a reader the records of each of many granted projects',
    proves: ['LST-31'],
    needs: ['app.create', 'access'],
    cases: objectOf({ reader: fc.nat(2), listing: fc.nat(3) }),
    maxCases: 4,
    describe: ({ reader, listing }) =>
      inWords`reader ${reader + 1} of ${severalProjects} projects, ${listingNamed(listing)}`,
    async arrange(scene) {
      const projects: Project[] = [];
      const records: CreatedRecord[] = [];
      while (projects.length < severalProjects) {
        const project = await aProject(scene);
        projects.push(project);
        for (const kind of ['entry', 'plate'] as const) records.push(...(await someRecords(scene, project, kind)));
      }
      return { projects, records, possible: await readersOfAll(scene) };
    },
    async gather(scene, { reader: position, listing: index }, { projects, records, possible }) {
      const listing = scene.versionedListingAt(index);
      const wanted = records.filter(({ kind }) => kind === listing.kind);
      const lookAs = async (authorization: string, these: readonly CreatedRecord[]): Promise<View> =>
        scene.settle(
          () => scene.view(listing, authorization),
          (view) => these.every((one) => shows(view, one)),
        );
      const aReaderOf = (some: readonly Project[]) => aReader(scene, some, pick(possible, position));
      const { authorization } = await aReaderOf(projects);
      const view = await lookAs(authorization, wanted);
      if (wanted.every((one) => shows(view, one))) {
        const project = pick(projects, 0);
        for (let count = 0; count < severalMembers; count++) await grant(scene, project, await anApp(scene));
        return { view, wanted, crowded: await lookAs(authorization, wanted) };
      }
      // readers of one project each, for contrast, because it is not known how few projects a tenant can handle at a
      // time
      const apart: View[] = [];
      for (const [place, project] of projects.entries()) {
        apart.push(await lookAs((await aReaderOf([project])).authorization, wanted.slice(place, place + 1)));
      }
      return { view, wanted, apart };
    },
    *judge({ view, wanted, crowded, apart }) {
      const subject = `GET ${view.path} by a reader of ${severalProjects} projects`;
      if (crowded !== undefined) {
        const later = `${subject} after ${severalMembers} others were added to one of them`;
        yield* seesAll({ view: crowded, sisters: [] }, wanted, 'LST-31', later);
      }
      if (apart === undefined) return;
      const there = wanted.every((one) => apart.some((part) => shows(part, one)));
      if (!(yield* premise(there, `GET ${view.path} does not show readers of one of the projects all either`))) return;
      yield* seesAll({ view, sisters: [] }, wanted, 'LST-31', subject);
    },
  }),
];
