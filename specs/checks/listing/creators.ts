import fc from 'fast-check';
import { succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { Unsupported } from '../../../core/trouble.ts';
import type { OperationName } from '../../../drivers/control/operation.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { aKey, anAccessToken, anApp, aUser, someOfEachKind } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { aWritableProject, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { aReader, pick } from '../../expectations/listing-stock.ts';

const ends = ['a user, who is then suspended', 'an app, which is then archived'] as const;
type End = (typeof ends)[number];

/** An actor who may write, until the operator suspends or archives it. */
interface Creator {
  readonly actor: App | User;
  readonly authorization: string;
  readonly stop: () => Promise<unknown>;
}

/** Returns the actors that the control can make and stop. @throws Unsupported if there are none */
function possibleEnds(scene: Scene): readonly End[] {
  const needs: Readonly<Record<End, readonly OperationName[]>> = {
    'a user, who is then suspended': ['user.create', 'apiKey.create', 'user.suspend'],
    'an app, which is then archived': ['app.archive'],
  };
  const possible = ends.filter((end) => needs[end].every((name) => scene.supports(name)));
  if (possible.length === 0)
    throw new Unsupported('the control cannot suspend or archive an actor who creates a record');
  return possible;
}

async function aCreator(scene: Scene, end: End): Promise<Creator> {
  if (end === 'an app, which is then archived') {
    const app = await anApp(scene);
    const stop = (): Promise<unknown> => scene.operate('app.archive', { appId: app.appId });
    return { actor: app, authorization: bearer(await anAccessToken(scene, app)), stop };
  }
  const user = await aUser(scene);
  const stop = (): Promise<unknown> => scene.operate('user.suspend', { userId: user.userId });
  return { actor: user, authorization: basic(await aKey(scene, user)), stop };
}

/**
 * Returns an actor's view of each listing. The actor may see only one project, so everything in the views is of that
 * project.
 */
async function looks(scene: Scene, authorization: string): Promise<View[]> {
  const views: View[] = [];
  for (const listing of await scene.listings()) views.push(await scene.view(listing, authorization));
  return views;
}

/** States of actors that must not affect records ("States and transitions"). */
export const creatorsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/records-stay-listed-when-their-creator-is-stopped',
    title: 'A record stays listed to others when its creator is suspended or archived',
    proves: ['LST-31'],
    needs: ['app.create', 'access', 'write-probe'],
    cases: fc.nat(ends.length - 1),
    maxCases: 4,
    describe: (end) => `the ${end === 0 ? 'first' : 'second'} of the actors that the control can stop`,
    async gather(scene, index) {
      const end = pick(possibleEnds(scene), index);
      const creator = await aCreator(scene, end);
      const project = await aWritableProject(scene, creator.actor);
      if (project === undefined)
        throw new Unsupported('writeProbe names no project, so it is not known who may see the record');
      const { authorization } = await aReader(scene, project, 'app');
      // the project has other records too, because an empty page may hold anything
      const others: CreatedRecord[] = [];
      others.push(...(await someOfEachKind(scene, project)));
      const usual = await scene.settle(
        () => looks(scene, authorization),
        (views) => views.every((view) => others.some((one) => shows(view, one))),
      );
      // the creator's permission to write there need not be known at once (FRE-14)
      const written = await scene.settle(() => writeRecord(scene, creator.authorization, project.projectId), succeeded);
      const more = (views: readonly View[], index: number): boolean =>
        (views[index]?.items.length ?? 0) > (usual[index]?.items.length ?? 0);
      const before = await scene.settle(
        () => looks(scene, authorization),
        (views) => views.some((_, index) => more(views, index)),
      );
      await creator.stop();
      const after = await scene.settle(
        () => looks(scene, authorization),
        (views) => views.every((_, index) => more(views, index) || !more(before, index)),
      );
      const seen = after.map((view, index) => ({ view, had: more(before, index), has: more(after, index) }));
      return { end, written, seen };
    },
    *judge({ end, written, seen }) {
      const shown = succeeded(written) && seen.some(({ had }) => had);
      if (!(yield* premise(shown, 'no listing shows the record that the write probe creates'))) return;
      for (const { view, had, has } of seen) {
        // if the whole listing is refused, the cause is its reader
        if (!had || has || view.end !== 'whole') continue;
        const subject = `GET ${view.path} by an app that may see its project`;
        const observed = `showed a record that was created by ${end}, and then did not`;
        yield finding('LST-31', subject, observed, 'the record in both cases', view.pages.at(-1));
        return;
      }
    },
  }),
];
