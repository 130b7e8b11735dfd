import fc from 'fast-check';
import { finding, notApplicable } from '../../../core/judgement.ts';
import {
  aKeyOwnerWithAccess,
  aProject,
  anAccessToken,
  anApp,
  anAppWithAccess,
  grant,
  grantIfAllowed,
  revoke,
  someRecords,
} from '../../../drivers/world/actors.ts';
import type { Project, User } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, aTokenUser, plainIdToken, signInWhereNeeded } from '../../../drivers/world/identity.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { lastPage, shows, sightOf } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { idTokenNeeds } from '../../expectations/id-token.ts';
import { listingOf } from './versioned.ts';
import { objectOf } from '../../../generators/object.ts';

type Kind = 'entry' | 'plate';
type ActorKind = 'app' | 'user' | 'delegate' | 'bearer';

type History = 'none' | 'once withdrawn' | 'granted during a suspension';

const cases = objectOf({
  actor: fc.constantFrom<ActorKind>('app', 'user', 'delegate', 'bearer'),
  kind: fc.constantFrom<Kind>('entry', 'plate'),
  /** Whether the project was granted and withdrawn before, or is granted while the user is suspended. */
  history: fc.constantFrom<History>('none', 'once withdrawn', 'granted during a suspension'),
});

const who = {
  app: 'an app',
  user: 'a user with a key',
  delegate: 'a user of an app',
  bearer: 'a user with an ID token',
} as const;

const tell = ({ actor, kind, history }: { actor: ActorKind; kind: Kind; history: History }): string =>
  `${who[actor]} and a record of the kind ${kind}${history === 'none' ? '' : `, ${history}`}`;

/** Grants a project to a user who is suspended meanwhile, and whose key works again afterwards. */
async function grantDuringSuspension(scene: Scene, project: Project, user: User): Promise<void> {
  await scene.operate('user.suspend', { userId: user.userId });
  await grantIfAllowed(scene, project, user);
  await scene.operate('user.unsuspend', { userId: user.userId });
}

/** An app and, where the control can make one, a user with a key, each of whom has seen both versions already. */
async function members(scene: Scene) {
  const app = await anAppWithAccess(scene);
  const canMakeKeys = scene.supports('user.create') && scene.supports('apiKey.create');
  const user = canMakeKeys ? await aKeyOwnerWithAccess(scene) : undefined;
  const delegates = scene.supports('user.create') && scene.supports('browser.authorize');
  const { user: delegator } = delegates ? await aUserWithAccess(scene) : { user: undefined };
  const able = idTokenNeeds.every((need) => scene.supports(need));
  const known = able ? await aTokenUser(scene) : undefined;
  if (known !== undefined) await signInWhereNeeded(scene, known);
  const of = {
    bearer:
      known === undefined
        ? { who: app.app, authorization: app.authorization }
        : { who: known, authorization: bearer(await anIdToken(scene, plainIdToken, { user: known })) },
    app: { who: app.app, authorization: app.authorization },
    user:
      user === undefined
        ? { who: app.app, authorization: app.authorization }
        : { who: user.owner, authorization: user.authorization },
    delegate:
      delegator === undefined
        ? { who: app.app, authorization: app.authorization }
        : {
            who: delegator,
            authorization: (await aGrant(scene, await aClient(scene), delegator)).authorization,
          },
  };
  const served = { app: true, user: true, delegate: true, bearer: true };
  for (const name of ['app', 'user', 'delegate', 'bearer'] as const) {
    for (const listing of scene.versionedListings) {
      const { end } = await scene.settle(
        () => scene.view(listing, of[name].authorization),
        (view) => view.end !== 'refused',
      );
      if (end === 'refused') served[name] = false;
    }
  }
  // that a key works on both versions is inference of its own
  const servedAs = (name: ActorKind) => (served[name] ? of[name] : of.app);
  return { app: of.app, user: servedAs('user'), delegate: servedAs('delegate'), bearer: servedAs('bearer') };
}

/** The two listings of a kind. */
function pair(kind: Kind): readonly [Listing, Listing] {
  return [listingOf('v2', kind), listingOf('v3', kind)];
}

/** Looks at both versions until both show, or no longer show, a record. */
function lookAtBoth(
  scene: Scene,
  kind: Kind,
  authorization: string,
  record: CreatedRecord,
  shown: boolean,
): Promise<View[]> {
  return scene.settle(
    async () => {
      const views = [];
      for (const listing of pair(kind)) views.push(await scene.view(listing, authorization));
      return views;
    },
    (views) => views.every((view) => shows(view, record) === shown),
  );
}

/** What was granted and withdrawn is so in both versions ("Versioning", 1; "OAuth bearer with app credentials", 5). */
export const permissionsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/a-grant-is-seen-by-both',
    title: 'When a project is granted, v2 and v3 alike show its records',
    proves: ['VER-20'],
    needs: ['app.create', 'access'],
    cases,
    maxCases: 12,
    describe: tell,
    arrange: members,
    async gather(scene, { actor, kind, history }, stage) {
      const { who, authorization } = stage[actor];
      const project = await aProject(scene);
      if (history === 'once withdrawn' && scene.supports('project.revoke')) {
        await grant(scene, project, who);
        await revoke(scene, project, who);
      }
      const witness = await anApp(scene);
      await grant(scene, project, witness);
      const [record] = await someRecords(scene, project, kind);
      if (record === undefined) return null;
      const before = await lookAtBoth(scene, kind, authorization, record, false);
      const suspendable = scene.supports('user.suspend') && scene.supports('user.unsuspend');
      // what was issued by delegation may stay dead after a suspension (FRE-114)
      if (history === 'granted during a suspension' && actor === 'user' && 'userId' in who && suspendable) {
        await grantDuringSuspension(scene, project, who);
        // which may have done already
        await grantIfAllowed(scene, project, who);
      } else {
        await grant(scene, project, who);
      }
      const after = await lookAtBoth(scene, kind, authorization, record, true);
      if (after.every((view) => shows(view, record))) return { record, before, after };
      // does the version that lacks it show it to somebody whose permission was there before the record was?
      const witnessed = await lookAtBoth(scene, kind, bearer(await anAccessToken(scene, witness)), record, true);
      return { record, before, after, witnessed };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('no such record can be made');
        return;
      }
      const { record, before, after, witnessed } = seen;
      const served = after.every(({ end }) => end === 'whole' || end === 'unreadable');
      if (!(yield* premise(served, 'not both versions were served after the grant'))) return;
      const fresh = before.every((view) => !shows(view, record));
      if (!(yield* premise(fresh, 'the record was shown before its project was granted'))) return;
      if (
        !(yield* premise(
          after.some((view) => shows(view, record)),
          'neither version showed what was granted',
        ))
      )
        return;
      const lacking = after.findIndex((view) => !shows(view, record));
      const [view, other, witness] = [after[lacking], after[1 - lacking], witnessed?.[lacking]];
      if (view === undefined || other === undefined) return;
      if (!(yield* premise(witness !== undefined && shows(witness, record), `${view.path} shows the record to nobody`)))
        return;
      yield finding(
        'VER-20',
        `${view.path} after a project was granted`,
        `lacked its record while ${other.path} showed it`,
        'the same on both versions',
        lastPage(view),
      );
    },
  }),

  check({
    id: 'versioning/a-withdrawal-is-seen-by-both',
    title: 'When a grant is withdrawn, v2 and v3 alike no longer show the records',
    proves: ['VER-20'],
    needs: ['app.create', 'access', 'project.revoke'],
    cases,
    maxCases: 12,
    describe: tell,
    arrange: members,
    async gather(scene, { actor, kind }, stage) {
      const { who, authorization } = stage[actor];
      const project = await aProject(scene);
      const [record] = await someRecords(scene, project, kind);
      if (record === undefined) return null;
      await grant(scene, project, who);
      const before = await lookAtBoth(scene, kind, authorization, record, true);
      await revoke(scene, project, who);
      const after = await lookAtBoth(scene, kind, authorization, record, false);
      return { record, before, after };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('no such record can be made');
        return;
      }
      const { record, before, after } = seen;
      const served = after.every(({ end }) => end === 'whole' || end === 'unreadable');
      if (!(yield* premise(served, 'not both versions were served after the withdrawal'))) return;
      const granted = before.every((view) => shows(view, record));
      if (!(yield* premise(granted, 'not both versions showed what was granted'))) return;
      const without = after.find((view) => !shows(view, record));
      if (!(yield* premise(without !== undefined, 'both versions went on showing what was withdrawn'))) return;
      const still = after.find((view) => sightOf(view, record) === 'surely');
      if (still === undefined || without === undefined) return;
      yield finding(
        'VER-20',
        `${still.path} after a grant was withdrawn`,
        `showed the record while ${without.path} no longer did`,
        'the same on both versions',
        lastPage(still),
      );
    },
  }),
];
