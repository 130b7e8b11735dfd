import fc from 'fast-check';
import type { Project } from '../../../drivers/world/actors.ts';
import {
  aKey,
  anAccessToken,
  anApp,
  aProject,
  aUser,
  grant,
  grantIfAllowed,
  revoke,
  someRecords,
  someOfEachKind,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { anyListing, listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { everyRecordOnce } from '../../expectations/listing-pages.ts';
import type { Reader } from '../../expectations/listing-stock.ts';
import { aReader, pick, readersOfAll } from '../../expectations/listing-stock.ts';
import { missingIn, unclearIn, walk } from '../../expectations/listing-walk.ts';
import { seesAll } from '../../expectations/reach.ts';
import { theListing } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';

/** A reader's view after one of the changes of grants. */
interface SeenAfterChange {
  readonly told: string;
  readonly view: View;
  readonly wanted: readonly CreatedRecord[];
  readonly foreign: readonly CreatedRecord[];
  /** The view of another reader of the same projects, present if something is missing. */
  readonly witness?: View;
  readonly sisters: readonly View[];
}

/** Reports whether a view shows all the wanted records, and none of the foreign ones. */
function isRight(view: View, wanted: readonly CreatedRecord[], foreign: readonly CreatedRecord[]): boolean {
  return wanted.every((one) => shows(view, one)) && !foreign.some((one) => shows(view, one));
}

/** Listings by readers whose grants change ("What the service does"; "Listing endpoints used in examples"). */
export const grantsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/what-is-shown-follows-the-grants',
    title: 'A listing shows the records of a project, and those added meanwhile, exactly while it is granted',
    proves: ['LST-31', 'LST-13'],
    needs: ['app.create', 'access', 'project.revoke'],
    cases: objectOf({ listing: anyListing, reader: fc.nat(2) }),
    maxCases: 15,
    describe: ({ listing, reader }) => `${listingNamed(listing)}, reader ${reader + 1}`,
    async arrange(scene) {
      const possible = await readersOfAll(scene);
      const own = await aProject(scene);
      if (!possible.includes('delegated')) return { possible, own, client: undefined, ofClient: [] };
      // this app may see records itself, which must not count for the users in whose name it acts
      const client = await aClient(scene);
      await grant(scene, own, client);
      const ofClient: CreatedRecord[] = [];
      ofClient.push(...(await someOfEachKind(scene, own)));
      return { possible, own, client, ofClient };
    },
    async gather(scene, { listing: index, reader: position }, { possible, client, ofClient }) {
      const listing = await theListing(scene, index);
      const kind = pick(possible, position);
      const [empty, steady, changing] = [await aProject(scene), await aProject(scene), await aProject(scene)];
      const always = await someRecords(scene, steady, listing.kind, 1);
      const first = await someRecords(scene, changing, listing.kind, 2);
      const foreign = ofClient.filter((record) => record.kind === listing.kind);
      const actor = kind === 'app' ? await anApp(scene) : await aUser(scene);
      // after the grant of the first project, which is empty, a reader has nothing to see yet
      for (const project of [empty, steady]) await grant(scene, project, actor);
      const authorization =
        'appId' in actor
          ? bearer(await anAccessToken(scene, actor))
          : kind === 'key'
            ? basic(await aKey(scene, actor))
            : (await aGrant(scene, client ?? (await aClient(scene)), actor)).authorization;
      const reader: Reader = { kind, actor, authorization };
      const witness = await aReader(scene, [steady, changing], 'app');
      const stages: SeenAfterChange[] = [];
      const look = async (told: string, wanted: readonly CreatedRecord[], hidden: readonly CreatedRecord[]) => {
        stages.push(await aStage(scene, listing, reader, witness, { told, wanted, foreign: [...hidden, ...foreign] }));
      };
      const fill = async (project: Project) => someRecords(scene, project, listing.kind, 1);
      await look('before the grant', always, first);
      await grant(scene, changing, actor);
      await look('after the grant', [...always, ...first], []);
      const all = [...first, ...(await fill(changing))];
      await look('after a record was added', [...always, ...all], []);
      await revoke(scene, changing, actor);
      await look('after the revocation', always, all);
      await grant(scene, changing, actor);
      await look('after a second grant', [...always, ...all], []);
      const known = [...always, ...all];
      const walked = await walk(scene, listing, authorization, { known, pageSize: 2 });
      if (kind === 'delegated' && client !== undefined) {
        // the user did not get the access from the app, so a revocation from the app must not end it
        await grant(scene, changing, client);
        await revoke(scene, changing, client);
        await look('after it was revoked from the app that acts for the user', [...always, ...all], []);
      }
      // a second grant of the same project changes nothing, so one revocation ends the access
      await grantIfAllowed(scene, changing, actor);
      await revoke(scene, changing, actor);
      await look('after a repeated grant and a revocation', always, all);
      return { kind, stages, known, walked };
    },
    *judge({ kind, stages, known, walked }) {
      for (const { told, view, wanted, foreign, witness, sisters } of stages) {
        const subject = `GET ${view.path} by a reader (${kind}) ${told}`;
        const look = { view, sisters, ...(witness === undefined ? {} : { witness }) };
        yield* showsNone(view, foreign, 'LST-31', subject);
        yield* seesAll(look, wanted, 'LST-31', subject);
      }
      if (unclearIn(walked, known) !== undefined) return;
      // the judgement above covers the missing records
      const missing = new Set(missingIn(walked, known));
      yield* everyRecordOnce(
        walked,
        known.filter((record) => !missing.has(record)),
        'LST-13',
      );
    },
  }),
];

async function aStage(
  scene: Scene,
  listing: Listing,
  { authorization }: Reader,
  other: Reader,
  { told, wanted, foreign }: Pick<SeenAfterChange, 'told' | 'wanted' | 'foreign'>,
): Promise<SeenAfterChange> {
  const view = await scene.settle(
    () => scene.view(listing, authorization),
    (one) => isRight(one, wanted, foreign),
  );
  if (wanted.every((one) => shows(view, one))) return { told, view, wanted, foreign, sisters: [] };
  const sisters: View[] = [];
  for (const sister of await scene.listings()) {
    if (sister.kind === listing.kind && sister.path !== listing.path)
      sisters.push(await scene.view(sister, authorization));
  }
  const witness = await scene.view(listing, other.authorization, { note: 'another reader of the same projects' });
  return { told, view, wanted, foreign, witness, sisters };
}
