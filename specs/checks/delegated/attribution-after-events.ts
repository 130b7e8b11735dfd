import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { succeeded } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { Project } from '../../../drivers/world/actors.ts';
import { anAccessToken, aUser, settledTokenRequest } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import type { Identity } from '../../expectations/attribution.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { dated, waitForAge } from '../../expectations/age.ts';
import { suspend, unsuspend } from '../lifecycle/stage.ts';
import { carryOutEvent, appEvents, possible } from '../token-issuance/after-changes.ts';
import { delegatedNeeds } from './working-grant.ts';

/**
 * Ages of a token, in seconds. They exceed the five or ten minutes for which a tenant may cache something, and the
 * last one is close to the expiry.
 */
const ages = [320, 620, 880] as const;

const pasts = [...appEvents, 'suspension of the user'] as const;

/** The creators that records name after earlier events ("Authentication", the table of methods). */
export const attributionAfterEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/records-name-their-creator-after-events',
    title: 'A record names its creator after any event of the app or its user',
    proves: ['DEL-33', 'CCR-15'],
    needs: [...delegatedNeeds, 'write-probe'],
    cases: fc.constantFrom(...pasts),
    maxCases: 2 * pasts.length,
    describe: (what) => `records created after ${what}`,
    async gather(scene, what) {
      const user = await aUser(scene);
      let app = await aClient(scene);
      // shows in which form records name the app
      const token = bearer(await anAccessToken(scene, app));
      const earlier = await writeWhenKnown(scene, token, await aWritableProject(scene, app));
      if (what !== 'suspension of the user') {
        if (!possible(scene, what)) return null;
        app = await carryOutEvent(scene, app, what);
      } else if (scene.supports('user.suspend') && scene.supports('user.unsuspend')) {
        await suspend(scene, user);
        await unsuspend(scene, user);
      } else return null;
      await scene.settleWhole();
      await settledTokenRequest(scene, app);
      const grant = await aGrant(scene, app, user);
      // uses the second token of the app and of the user, because other checks cover the first
      await anAccessToken(scene, app);
      const held = await refreshed(scene, grant);
      const own = bearer(await anAccessToken(scene, app));
      const project = await aWritableProject(scene, user, app);
      const created = await recordsOf(scene, held, own, (by) => writeWhenKnown(scene, by, project));
      return { ...created, earlier };
    },
    *judge(seen, what) {
      if (seen === null) {
        yield notApplicable(`the control can bring about no ${what}`);
        return;
      }
      yield* nameTheirCreators(seen, `a record created after ${what}`);
    },
  }),

  check({
    id: 'delegated/records-created-late-name-their-creator',
    title: 'A record created with a token of any age names the actor of the token as its creator',
    proves: ['DEL-33', 'CCR-15'],
    needs: [...delegatedNeeds, 'write-probe', 'passing-time'],
    cases: fc.constantFrom(...ages),
    maxCases: ages.length,
    maxSeconds: Math.max(...ages),
    describe: (age) => inWords`tokens that are ${age} seconds old`,
    async gather(scene, age) {
      const app = await aClient(scene);
      const user = await aUser(scene);
      const project = await aWritableProject(scene, user, app);
      const grant = await aGrant(scene, app, user);
      // the clock of a tenant that others use too runs on meanwhile, and an age above 900 s would show nothing
      const { outcome: held, moment: born } = await dated(scene, () => refreshed(scene, grant));
      const own = bearer(await anAccessToken(scene, app));
      await waitForAge(scene, born, age);
      return recordsOf(scene, held, own, (by) => writeRecord(scene, by, project?.projectId));
    },
    *judge(seen, age) {
      yield* nameTheirCreators(seen, inWords`a record created ${age} seconds after its token was issued`);
    },
  }),
];

interface Created {
  /** A record that the app created before the others. */
  readonly earlier?: Exchange;
  readonly user: Identity;
  readonly app: Identity;
  readonly byUser: Exchange;
  readonly byApp: Exchange;
  readonly pointer: string;
}

/** Creates a record, as soon as the tenant knows the actor and the project. */
function writeWhenKnown(scene: Scene, by: string, project: Project | undefined): Promise<Exchange> {
  return scene.settle(() => writeRecord(scene, by, project?.projectId), succeeded);
}

/** Creates one record with the app's delegated token for the user, and one with the app's own token. */
async function recordsOf(
  scene: Scene,
  { app, user, authorization }: Grant,
  own: string,
  write: (by: string) => Promise<Exchange>,
): Promise<Created> {
  return {
    user: identityOf(user, 'the user'),
    app: identityOf(app, 'the app'),
    byUser: await write(authorization),
    byApp: await write(own),
    pointer: creatorPointer(scene),
  };
}

function* nameTheirCreators(
  { earlier, user, app, byUser, byApp, pointer }: Created,
  subject: string,
): ReturnType<typeof isAttributedTo> {
  yield* isAttributedTo(byUser, pointer, user, [app], 'DEL-33', `${subject}, with a delegated token,`);
  const before = earlier === undefined ? [] : [earlier];
  yield* isAttributedTo(byApp, pointer, app, [user], 'CCR-15', `${subject}, with a token of the app,`, before);
}
