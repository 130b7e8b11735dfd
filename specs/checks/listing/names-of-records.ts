import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Project } from '../../../drivers/world/actors.ts';
import { aProject, someRecords } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsAll } from '../../expectations/acceptance.ts';
import { aReader, readersOfAll } from '../../expectations/listing-stock.ts';

/** Names that people give to records. Each is made from a unique name. */
const namesOfRecords: readonly ((name: string) => string)[] = [
  (name) => `.${name}`,
  (name) => `_${name}`,
  (name) => `#${name}`,
  (name) => `-${name}`,
  (name) => `=${name}`,
  (name) => `~${name}`,
  (name) => `@${name}`,
  (name) => `[${name}]`,
  (name) => `{${name}}`,
  (name) => `${name}/2; 3?a=b&c=d`,
  (name) => `${name} 🧪`,
  (name) => `${name}\n(second line)`,
  (name) => `${name} `,
  (name) => name.padEnd(300, 'x'),
  (name) => name.replaceAll(/\D/g, '').padStart(9, '7'),
  () => 'null',
  () => '0',
];

/** Names that people give to projects. */
const namesOfProjects: readonly ((name: string) => string)[] = [
  (name) => `${name} Größe 血清`,
  (name) => `${name} O'Brien`,
  (name) => `${name} <b> "x" & 5 %`,
  (name) => `${name} archive`,
  (name) => `_${name}`,
  (name) => name.padEnd(200, 'x'),
];

/** Creates a record with this name. Returns nothing if the tenant refuses the name. */
async function recordCalled(
  scene: Scene,
  { projectId }: Project,
  kind: 'entry' | 'plate',
  name: string,
): Promise<CreatedRecord[]> {
  const made = await unlessRefused(scene.operate('record.create', { kind, projectId, records: [{ name }] }));
  const [id] = made?.ids ?? [];
  return id === undefined ? [] : [{ id, name, kind }];
}

/** Names of records and projects, which must not matter ("What the service does"). */
export const namesOfRecordsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/names-hide-nothing',
    title: 'A listing shows a record of any name, in a project of any name, to its readers',
    proves: ['LST-31', 'LST-32'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const plain = await aProject(scene);
      const projects = [plain];
      const usual: CreatedRecord[] = [];
      const odd: CreatedRecord[] = [];
      for (const kind of ['entry', 'plate'] as const) {
        usual.push(...(await someRecords(scene, plain, kind)));
        for (const called of namesOfRecords) {
          odd.push(...(await recordCalled(scene, plain, kind, called(scene.target.name(kind)))));
        }
      }
      for (const called of namesOfProjects) {
        const project = await unlessRefused(aProject(scene, called(scene.target.name('project'))));
        if (project === undefined) continue;
        projects.push(project);
        for (const kind of ['entry', 'plate'] as const) odd.push(...(await someRecords(scene, project, kind)));
      }
      const [kind = 'app'] = (await readersOfAll(scene)).toReversed();
      const reader = await aReader(scene, projects, kind);
      const looks = [];
      for (const listing of scene.versionedListings) {
        const wanted = [...usual, ...odd].filter((one) => one.kind === listing.kind);
        const view = await scene.settle(
          () => scene.view(listing, reader.authorization),
          (seen) => wanted.every((one) => shows(seen, one)),
        );
        looks.push({ view, wanted, usual: usual.filter((one) => one.kind === listing.kind) });
      }
      return looks;
    },
    *judge(looks) {
      for (const { view, wanted, usual } of looks) {
        const served = usual.every((one) => shows(view, one));
        if (!(yield* premise(served, `GET ${view.path} does not show a record of a usual name either`))) continue;
        const missing = wanted.filter((one) => !shows(view, one));
        // a record that only one version shows breaks the requirement that both versions show the same (FRE-155)
        const nowhere = missing.filter((one) => !looks.some((other) => shows(other.view, one)));
        const subject = `GET ${view.path} by a reader of records and projects of any names`;
        yield* showsAll(view, [...usual, ...nowhere], 'LST-31', subject);
        if (missing.length === 0 || nowhere.length < missing.length) yield* showsAll(view, wanted, 'LST-32', subject);
      }
    },
  }),
];
