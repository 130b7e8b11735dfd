import { succeeded } from '../../../core/exchange.ts';
import { demand, notApplicable } from '../../../core/judgement.ts';
import { aKeyOwner, aLaboratory, anAccessToken, anApp, grant } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { anEventfulApp } from '../../../drivers/world/eventful-app.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import { valueAt } from '../../../drivers/world/page.ts';
import type { View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { identityOf } from '../../expectations/attribution.ts';
import { createAndWithdraw, judgeWithdrawnAccess } from '../../expectations/withdrawn-access.ts';

/** A listing as the app and a user of the same projects see it. */
interface SeenByBoth {
  readonly listing: Listing;
  readonly byApp: View;
  readonly byUser: View;
}

const textOf = (item: unknown): string => JSON.stringify(item) ?? '';

/** Returns the items of the later view that the earlier one did not have. */
function added(before: View, after: View): readonly unknown[] {
  const known = new Set(before.items.map(textOf));
  return after.items.filter((item) => !known.has(textOf(item)));
}

/**
 * Checks of the listing of records that an app created ("Authentication", the table of methods; "What the service
 * does").
 */
export const writtenRecordsChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/an-app-lists-what-it-created',
    title: 'An app lists a record that it created if a user of the project does, with the app as creator',
    proves: ['CCR-08', 'CCR-15'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access', 'write-probe'],
    async gather(scene) {
      const [app, owner, laboratory] = [await anApp(scene), await aKeyOwner(scene), await aLaboratory(scene)];
      const project = await aWritableProject(scene, app, owner);
      if (project === undefined) return null;
      for (const actor of [app, owner]) await grant(scene, laboratory, actor);
      const credentials = [bearer(await anAccessToken(scene, app)), basic(owner.apiKey)] as const;
      const listings = (await scene.listings()).filter(({ kind }) => kind !== 'assayResult');
      const look = async (): Promise<SeenByBoth[]> => {
        const looks: SeenByBoth[] = [];
        for (const listing of listings) {
          const [byApp, byUser] = [
            await scene.view(listing, credentials[0]),
            await scene.view(listing, credentials[1]),
          ];
          looks.push({ listing, byApp, byUser });
        }
        return looks;
      };
      const known = ({ listing, byApp, byUser }: SeenByBoth): boolean =>
        [byApp, byUser].every((view) =>
          laboratory.records.filter(({ kind }) => kind === listing.kind).every((record) => shows(view, record)),
        );
      const before = await scene.settle(look, (looks) => looks.every(known));
      const written = await scene.settle(() => writeRecord(scene, credentials[0], project.projectId), succeeded);
      const grown = (looks: readonly SeenByBoth[], whose: 'byApp' | 'byUser'): readonly boolean[] =>
        looks.map((one, index) => one[whose].items.length > (before[index]?.[whose].items.length ?? 0));
      // a new record may appear later on one listing than on another, and later for one actor than for another
      const after = await scene.settle(look, (looks) => {
        const [app, user] = [grown(looks, 'byApp'), grown(looks, 'byUser')];
        return user.some(Boolean) && user.every((more, index) => !more || app[index] === true);
      });
      const looks = before.flatMap((one, index) => {
        const then = after[index];
        return then === undefined ? [] : [{ before: one, after: then, known: known(one) }];
      });
      return { looks, written, owner, pointer: creatorPointer(scene) };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('records are written in no project');
        return;
      }
      const { looks, written, owner, pointer } = seen;
      if (!(yield* premise(succeeded(written), 'the app could not create a record'))) return;
      const foreign = identityOf(owner, 'a user who may see the project').names;
      for (const { before, after, known } of looks) {
        const views = [before.byApp, before.byUser, after.byApp, after.byUser];
        if (!known || views.some(({ end }) => end !== 'whole')) continue; // separate questions
        const { path } = after.listing;
        // the specification does not say whether a created record is listed at once, or under this kind
        const shown = added(before.byUser, after.byUser);
        const [more, moreForApp] = [
          after.byUser.items.length > before.byUser.items.length,
          after.byApp.items.length > before.byApp.items.length,
        ];
        if (more) {
          const subject = `GET ${path} by an app, of a record that it created`;
          const observed = 'lacked what a user of the project saw';
          yield demand(moreForApp, 'CCR-08', subject, observed, 'the record', lastPage(after.byApp));
        }
        for (const item of shown.length === 1 ? shown : []) {
          const creator = valueAt(item, pointer);
          if (typeof creator !== 'string') continue;
          const subject = `a record that an app created, in GET ${path}`;
          const isRight = !foreign.includes(creator);
          yield demand(isRight, 'CCR-15', subject, 'named a user as its creator', 'the app', lastPage(after.byUser));
        }
      }
    },
  }),

  check({
    id: 'client-credentials/what-an-app-created-is-no-exception',
    title: 'An app sees nothing of a project that it was taken from, not even what it created there',
    proves: ['CCR-09'],
    needs: ['app.create', 'access', 'project.revoke', 'write-probe'],
    async gather(scene) {
      const app = await anEventfulApp(scene);
      return createAndWithdraw(scene, app, bearer(await anAccessToken(scene, app)));
    },
    *judge(seen) {
      yield* judgeWithdrawnAccess(seen, 'CCR-09', 'the token of an app that');
    },
  }),
];
