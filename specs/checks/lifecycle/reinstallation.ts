import { accessTokenIn } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aGrant } from '../../../drivers/world/delegated.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsAll } from '../../expectations/acceptance.ts';
import { authorizeUntilTokens, mustBeServed } from '../../expectations/standing.ts';
import { reinstall } from './reinstalled.ts';
import { anAppInside, anInsider, aStage, pathAt, reinstallationNeeds } from './stage.ts';

/** What a reinstallation does not bring back, and what it takes to begin anew ("States and transitions", App). */
export const reinstallationChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/a-renewed-consent-shows-the-users-records',
    title: "After a reinstall and a new consent the app sees on every listing the user's records",
    proves: ['LIF-38'],
    needs: [...reinstallationNeeds, 'access'],
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, _, stage) {
      const [app, user] = [await anAppInside(scene, stage), await anInsider(scene, stage)];
      const held = await aGrant(scene, app, user);
      const path = pathAt(stage.forUsers, 0);
      await mustBeServed(scene, held.authorization, path, 'a delegated access token');
      const present = await reinstall(scene, app, held.authorization, path);
      const { exchanged } = await authorizeUntilTokens(scene, { user, app: present }, 'asked');
      const token = exchanged && accessTokenIn(exchanged);
      if (token === undefined) return null;
      const views: View[] = [];
      for (const listing of (await scene.listings()).filter((one) => stage.forUsers.includes(one.path))) {
        const records = (stage.laboratory?.records ?? []).filter(({ kind }) => kind === listing.kind);
        const look = (): Promise<View> => scene.view(listing, bearer(token));
        views.push(await scene.settle(look, (view) => records.every((one) => shows(view, one))));
      }
      return { views, records: stage.laboratory?.records ?? [] };
    },
    *judge(seen) {
      if (!(yield* premise(seen !== null, 'a renewed consent gave the app no token')) || seen === null) return;
      for (const view of seen.views) {
        const records = seen.records.filter(({ kind }) => kind === view.kind);
        yield* showsAll(view, records, 'LIF-38', `GET ${view.path} with the token of a consent that was renewed`);
      }
    },
  }),
];
