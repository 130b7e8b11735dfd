import fc from 'fast-check';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Project } from '../../../drivers/world/actors.ts';
import { aProject, someOfEachKind } from '../../../drivers/world/actors.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { directions, sortedListing } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsAll } from '../../expectations/acceptance.ts';
import { everyRecordOnce } from '../../expectations/listing-pages.ts';
import type { StockedRecord } from '../../expectations/listing-stock.ts';
import { aReader, readersOfAll } from '../../expectations/listing-stock.ts';
import type { Walk } from '../../expectations/listing-walk.ts';
import { isWhole, lastOf, missingIn, describeWalk, walk } from '../../expectations/listing-walk.ts';
import { plainTimes } from './stocks.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Number of records of each kind with the same name and time. The names in this check tell them apart in the report.
 */
const namesakes = 5;

const isSisterOf =
  ({ kind, path }: Listing) =>
  (other: Listing): boolean =>
    other.kind === kind && other.path !== path;

/** Records and projects that have the same name ("What the service does"; "Pagination"). */
export const equalNamesChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/records-of-one-time-and-name-are-each-shown',
    title: 'Records with the same name and modification time are each shown once over all pages',
    proves: ['LST-27', 'LST-31'],
    needs: ['app.create', 'access'],
    cases: objectOf({ listing: sortedListing, sort: directions, pageSize: fc.integer({ min: 1, max: 3 }) }),
    maxCases: 12,
    async arrange(scene) {
      const project = await aProject(scene);
      const records: StockedRecord[] = [];
      for (const kind of ['entry', 'plate'] as const) records.push(...(await sameRecords(scene, project, kind)));
      return { records, reader: await aReader(scene, project, 'app') };
    },
    async gather(scene, { listing: index, sort, pageSize }, { records, reader }) {
      const listing = scene.versionedListingAt(index);
      const known = records.filter(({ kind }) => kind === listing.kind);
      const asked = (size: number) =>
        walk(scene, listing, reader.authorization, { known, sort, pageSize: size, request: {} });
      const showsAll = (walked: Walk): boolean => missingIn(walked, known).length === 0;
      const whole = await scene.settle(() => asked(namesakes), showsAll);
      const missing = missingIn(whole, known);
      // it is open which records a version has (FRE-155)
      const sister = missing.length === 0 ? undefined : scene.versionedListings.find(isSisterOf(listing));
      const inOther =
        sister === undefined
          ? undefined
          : await walk(scene, sister, reader.authorization, { known, sort, pageSize: namesakes });
      // one server may know what another one does not know yet
      return { known, whole, inOther, walked: await scene.nowOrSettled(() => asked(pageSize), showsAll) };
    },
    *judge({ known, whole, inOther, walked }) {
      const missing = missingIn(whole, known).length;
      if (known.length === 0 || missing === known.length) {
        yield notApplicable(
          known.length === 0
            ? 'no two records may have the same name'
            : 'items show no identifier that the control gave',
        );
        return;
      }
      if (inOther !== undefined && missingIn(inOther, known).length === 0) {
        yield notApplicable('the other version shows more of them');
        return;
      }
      if (!(yield* premise(isWhole(whole), `${describeWalk(whole)} did not come to its end`))) return;
      if (missing > 0) {
        const observed = `showed ${known.length - missing} of ${known.length} records that have the same name`;
        yield finding('LST-31', describeWalk(whole), observed, 'all of them', lastOf(whole));
        return;
      }
      yield held('LST-31');
      yield* everyRecordOnce(walked, known, 'LST-27');
    },
  }),

  check({
    id: 'listing/projects-of-one-name-are-each-listed',
    title: 'A reader who was granted two projects with the same name sees the records of both',
    proves: ['LST-31'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const name = scene.target.name('project');
      const projects: Project[] = [];
      for (let count = 0; count < 2; count++) {
        const made = await unlessRefused(scene.operate('project.create', { name }));
        // the specification does not say that two projects may have the same name
        if (made === undefined) throw new NothingToJudge('no two projects may have the same name');
        projects.push({ projectId: made.projectId, name });
      }
      const records: CreatedRecord[] = [];
      for (const project of projects) {
        records.push(...(await someOfEachKind(scene, project)));
      }
      const looks = [];
      for (const kind of await readersOfAll(scene)) {
        const reader = await aReader(scene, projects, kind);
        for (const listing of await scene.listings()) {
          const wanted = records.filter((record) => record.kind === listing.kind);
          const view = await scene.settle(
            () => scene.view(listing, reader.authorization),
            (seen) => wanted.every((record) => shows(seen, record)),
          );
          looks.push({ kind, wanted, view });
          // if one listing lacks records, the check does not wait for the others
          if (!wanted.every((record) => shows(view, record))) break;
        }
      }
      return looks;
    },
    *judge(looks) {
      for (const { kind, wanted, view } of looks) {
        const served = view.end !== 'refused' || view.pages.length > 1;
        if (!(yield* premise(served, `GET ${view.path} was refused`))) continue;
        const subject = `GET ${view.path} by a reader (${kind}) of two projects with the same name`;
        // if the listing shows nothing of either project, their name is not the cause
        if (wanted.some((record) => shows(view, record))) yield* showsAll(view, wanted, 'LST-31', subject);
        else yield notApplicable(`${subject} showed nothing of either`);
      }
    },
  }),
];

async function sameRecords(scene: Scene, project: Project, kind: 'entry' | 'plate'): Promise<StockedRecord[]> {
  const name = scene.target.name(kind);
  const [modifiedAt = ''] = plainTimes(1);
  const records = Array.from({ length: namesakes }, () => ({ name, modifiedAt }));
  const made = await unlessRefused(scene.operate('record.create', { kind, projectId: project.projectId, records }));
  if (made === undefined) return [];
  return made.ids.map((id, index) => ({ id, name: `${name} (${index + 1})`, kind, modifiedAt }));
}
