import fc from 'fast-check';

import { NothingToJudge } from '../../../core/trouble.ts';
import type { App, Project, User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aKey,
  anAccessToken,
  aProject,
  aUser,
  grant,
  grantIfAllowed,
  revoke,
  settledTokenRequest,
  someRecords,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { accepted, showsAll, showsNone } from '../../expectations/acceptance.ts';

import { callsWhenServed, callsAfterRevocation, mustBeServed } from '../../expectations/standing.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Stage } from './stage.ts';
import {
  aKeyHolder,
  anAppInside,
  archive,
  archivingNeeds,
  aStage,
  pathAt,
  suspend,
  suspensionNeeds,
  unarchive,
  unsuspend,
} from './stage.ts';

/** What was added to a project of several actors, as the one of them sees it and as another does. */
interface AddedRecords {
  readonly view: View;
  readonly control: View;
  readonly added: readonly CreatedRecord[];
  /** All that the two may see. */
  readonly all: readonly CreatedRecord[];
}

/** Fills a project. */
async function addedTo(scene: Scene, project: Project): Promise<CreatedRecord[]> {
  const added: CreatedRecord[] = [];
  for (const kind of ['entry', 'plate', 'assayResult'] as const)
    added.push(...(await someRecords(scene, project, kind)));
  return added;
}

async function sideBySide(
  scene: Scene,
  { laboratory }: Stage,
  paths: readonly string[],
  added: readonly CreatedRecord[],
  authorization: string,
  witness: string,
): Promise<AddedRecords[]> {
  const looks: AddedRecords[] = [];
  for (const listing of (await scene.listings()).filter(({ path }) => paths.includes(path))) {
    const wanted = added.filter(({ kind }) => kind === listing.kind);
    const look = (as: string): Promise<View> =>
      scene.settle(
        () => scene.view(listing, as),
        (view) => wanted.every((record) => shows(view, record)),
      );
    const control = await look(witness);
    const all = [...added, ...(laboratory?.records ?? [])];
    looks.push({ control, view: await look(authorization), added: wanted, all });
  }
  return looks;
}

function* alike(looks: readonly AddedRecords[], requirement: RequirementId, subject: string) {
  for (const { view, control, added, all } of looks) {
    const there = added.filter((record) => shows(control, record));
    if (yield* premise(there.length === added.length, `GET ${view.path} shows another actor none of it either`)) {
      yield* showsAll(view, there, requirement, `GET ${view.path} ${subject}`, all);
    }
  }
}

/** What is done while an app is archived or a user suspended, and what of it is there afterwards ("States and transitions"). */
export const changesWhileInactiveChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/an-unarchived-app-sees-what-was-added-meanwhile',
    title: 'An app that was unarchived also lists what was added to its projects while it was archived and since',
    proves: ['LIF-26'],
    needs: [...archivingNeeds, 'app.unarchive', 'access'],
    arrange: (scene) => aStage(scene, 'app'),
    async gather(scene, _, stage) {
      const [app, other] = [await anAppInside(scene, stage), await anAppInside(scene, stage)];
      const project = await aProject(scene);
      for (const actor of [app, other]) await grant(scene, project, actor);
      const path = pathAt(stage.forApps, 0);
      await mustBeServed(scene, bearer(await anAccessToken(scene, app)), path, "the app's token");
      await archive(scene, app);
      const added = await addedTo(scene, project);
      await unarchive(scene, app);
      const token = accessTokenIn(await settledTokenRequest(scene, app));
      if (token === undefined) return [];
      added.push(...(await addedTo(scene, project)));
      return sideBySide(scene, stage, stage.forApps, added, bearer(token), bearer(await anAccessToken(scene, other)));
    },
    *judge(looks) {
      if (!(yield* premise(looks.length > 0, 'an app that was unarchived got no token'))) return;
      yield* alike(looks, 'LIF-26', 'by an app that was unarchived, for what was added meanwhile or since,');
    },
  }),

  check({
    id: 'lifecycle/an-unsuspended-user-sees-what-was-added-meanwhile',
    title: 'The key of a user who is active again lists what was added during the suspension and since',
    proves: ['LIF-07'],
    needs: [...suspensionNeeds, 'user.unsuspend', 'access'],
    arrange: (scene) => aStage(scene, 'key'),
    async gather(scene, _, stage) {
      const [owner, other] = [await aKeyHolder(scene, stage), await aKeyHolder(scene, stage)];
      const project = await aProject(scene);
      for (const actor of [owner, other]) await grant(scene, project, actor);
      const path = pathAt(stage.forKeys, 0);
      const authorization = basic(owner.apiKey);
      await mustBeServed(scene, authorization, path, 'the key of an active user');
      await suspend(scene, owner);
      await callsAfterRevocation(scene, authorization, [path]);
      const added = await addedTo(scene, project);
      await unsuspend(scene, owner);
      const [back] = await callsWhenServed(scene, authorization, [path]);
      if (back === undefined || !accepted(back)) return [];
      added.push(...(await addedTo(scene, project)));
      return sideBySide(scene, stage, stage.forKeys, added, authorization, basic(other.apiKey));
    },
    *judge(looks) {
      if (!(yield* premise(looks.length > 0, 'the key did not work again'))) return;
      yield* alike(
        looks,
        'LIF-07',
        'with the key of a user who is active again, for what was added meanwhile or since,',
      );
    },
  }),

  check({
    id: 'lifecycle/grants-that-change-meanwhile-hold-afterwards',
    title: 'Project grants and withdrawals during a suspension or archival hold afterwards',
    proves: ['LST-31'],
    needs: ['app.create', 'access', 'project.revoke'],
    cases: fc.constantFrom<'a user' | 'an app'>('a user', 'an app'),
    maxCases: 4,
    describe: (who) => `while ${who} is stopped`,
    async gather(scene, who) {
      const change = who === 'a user' ? aSuspension(scene) : anArchiving(scene);
      if (change === undefined) throw new NothingToJudge('the control cannot stop them and let them go on');
      const actor = await change.actor();
      const witness = await change.actor();
      const [before, added, withdrawn] = [await aProject(scene), await aProject(scene), await aProject(scene)];
      const [kept, wanted, foreign] = [
        await addedTo(scene, before),
        await addedTo(scene, added),
        await addedTo(scene, withdrawn),
      ];
      for (const { granted } of [actor, witness]) {
        for (const project of [before, withdrawn]) await grant(scene, project, granted);
      }
      const open = await listingsOpenTo(scene, await witness.authorization());
      const path = pathAt(
        open.map((listing) => listing.path),
        0,
      );
      await mustBeServed(scene, await actor.authorization(), path, `the credential of ${who}`);
      await change.stop(actor);
      // who is stopped need not be one who can be added or taken away
      const hasAdded = await grantIfAllowed(scene, added, actor.granted);
      const hasWithdrawn = (await unlessRefused(revoke(scene, withdrawn, actor.granted).then(() => true))) ?? false;
      await change.resume(actor);
      await grant(scene, added, witness.granted);
      await revoke(scene, withdrawn, witness.granted);
      const looks: {
        view: View;
        control: View;
        wanted: readonly CreatedRecord[];
        foreign: readonly CreatedRecord[];
      }[] = [];
      for (const listing of open) {
        const ofKind = (records: readonly CreatedRecord[]) => records.filter(({ kind }) => kind === listing.kind);
        const [shown, hidden] = [ofKind([...kept, ...(hasAdded ? wanted : [])]), hasWithdrawn ? ofKind(foreign) : []];
        const look = async (as: typeof actor): Promise<View> => {
          const authorization = await as.authorization();
          return scene.settle(
            () => scene.view(listing, authorization),
            (view) => shown.every((one) => shows(view, one)) && !hidden.some((one) => shows(view, one)),
          );
        };
        looks.push({ control: await look(witness), view: await look(actor), wanted: shown, foreign: hidden });
      }
      return { looks, kept };
    },
    *judge(seen, who) {
      const { looks, kept } = seen;
      for (const { view, control, wanted, foreign } of looks) {
        const subject = `GET ${view.path} by ${who} that was stopped for a while`;
        const right = wanted.every((one) => shows(control, one)) && !foreign.some((one) => shows(control, one));
        if (!(yield* premise(right, `GET ${view.path} shows another actor otherwise than was granted too`))) continue;
        // that a stop takes away what was there before is a matter of its own
        const former = wanted.filter((one) => kept.includes(one));
        if (
          !(yield* premise(
            former.every((one) => shows(view, one)),
            `${subject} lacks what was there before`,
          ))
        )
          continue;
        yield* showsAll(view, wanted, 'LST-31', `${subject}, for a project that was granted meanwhile,`);
        yield* showsNone(view, foreign, 'LST-31', `${subject}, for a project that was withdrawn meanwhile,`);
      }
    },
  }),
];

/** An actor that a change of state stops and lets go on again. */
interface Stoppable {
  readonly granted: App | User;
  readonly authorization: () => Promise<string>;
}

interface Change {
  readonly actor: () => Promise<Stoppable>;
  readonly stop: (actor: Stoppable) => Promise<void>;
  readonly resume: (actor: Stoppable) => Promise<void>;
}

function aSuspension(scene: Scene): Change | undefined {
  const able = ([...suspensionNeeds, 'user.unsuspend'] as const).every((name) => scene.supports(name));
  if (!able) return undefined;
  return {
    actor: async () => {
      const user = await aUser(scene);
      const authorization = basic(await aKey(scene, user));
      return { granted: user, authorization: () => Promise.resolve(authorization) };
    },
    stop: async ({ granted }) => ('userId' in granted ? suspend(scene, granted) : undefined),
    resume: async ({ granted }) => ('userId' in granted ? unsuspend(scene, granted) : undefined),
  };
}

function anArchiving(scene: Scene): Change | undefined {
  const able = ([...archivingNeeds, 'app.unarchive'] as const).every((name) => scene.supports(name));
  if (!able) return undefined;
  return {
    actor: async () => {
      const app = await aClient(scene);
      return { granted: app, authorization: async () => bearer(await anAccessToken(scene, app)) };
    },
    stop: async ({ granted }) => ('appId' in granted ? archive(scene, granted) : undefined),
    resume: async ({ granted }) => ('appId' in granted ? unarchive(scene, granted) : undefined),
  };
}
