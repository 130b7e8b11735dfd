import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import {
  accessTokenIn,
  aLaboratory,
  anAccessToken,
  grant as addTo,
  requestToken,
  settledTokenRequest,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted, showsAll, yieldsToken } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { anAppInside, archive, archivingNeeds, aStage, pathAt, unarchive } from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

const needs = [...archivingNeeds, 'app.unarchive'] as const;

/** What comes back when an app is unarchived ("States and transitions", App). */
export const unarchivingChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/unarchiving-restores-access',
    title: 'An app that was unarchived obtains a token with its secret from before and lists its former records',
    proves: ['LIF-26', 'LIF-27'],
    needs,
    cases: objectOf({ projects: fc.integer({ min: 1, max: 2 }), triedMeanwhile: fc.nat(3) }),
    maxCases: 4,
    describe: ({ projects, triedMeanwhile }) =>
      inWords`${projects} projects, ${triedMeanwhile} attempts while archived`,
    arrange: (scene) => aStage(scene, 'app'),
    async gather(scene, { projects, triedMeanwhile }, stage) {
      const app = await anAppInside(scene, stage);
      const own: CreatedRecord[] = [...(stage.laboratory?.records ?? [])];
      for (let count = 1; count < projects && stage.laboratory !== undefined; count++) {
        const further = await aLaboratory(scene);
        await addTo(scene, further, app);
        own.push(...further.records);
      }
      const early = bearer(await anAccessToken(scene, app));
      const listings = (await scene.listings()).filter(({ path }) => stage.forApps.includes(path));
      const look = async (authorization: string): Promise<View[]> => {
        const views: View[] = [];
        for (const listing of listings) {
          const records = own.filter((record) => record.kind === listing.kind);
          const view = (): Promise<View> => scene.view(listing, authorization);
          views.push(await scene.settle(view, (seen) => records.every((record) => shows(seen, record))));
        }
        return views;
      };
      const before = await look(early);
      await archive(scene, app);
      for (let count = 0; count < triedMeanwhile; count++)
        await requestToken(scene, app, undefined, { note: 'the app is archived' });
      await unarchive(scene, app);
      const { outcome: asked, ms } = await delayed(scene, () => settledTokenRequest(scene, app));
      let token = accessTokenIn(asked);
      let anew: Exchange | undefined;
      if (token === undefined && scene.supports('app.rotateSecret')) {
        // with a secret of its own making it is the access that is tried, and no longer the secret
        anew = await settledTokenRequest(scene, await withNewSecret(scene, app));
        token = accessTokenIn(anew);
      }
      const old = await scene.call(pathAt(stage.forApps, 0), { authorization: early });
      const after = token === undefined ? undefined : await look(bearer(token));
      return {
        before,
        asked,
        ms,
        own,
        old,
        ...(anew === undefined ? {} : { anew }),
        ...(after === undefined ? {} : { after }),
      };
    },
    *judge({ before, asked, ms, anew, own, old, after }) {
      yield* yieldsToken(
        asked,
        'LIF-27',
        'client_credentials with the secret from before archiving, after unarchiving,',
      );
      if (anew !== undefined) {
        yield* yieldsToken(anew, 'LIF-26', 'client_credentials of an app that was unarchived, with a new secret,');
      }
      for (const [index, view] of (after ?? []).entries()) {
        const earlier = before[index];
        if (earlier === undefined || earlier.end === 'refused') continue;
        const records = own.filter((record) => record.kind === view.kind && shows(earlier, record));
        const subject = `GET ${view.path} by an app that was unarchived`;
        const [first] = view.pages;
        if (view.end === 'refused' && view.pages.length === 1 && first !== undefined) {
          yield finding('LIF-26', subject, answer(first), 'a page', first);
        } else yield* showsAll(view, records, 'LIF-26', subject);
      }
      if (accessTokenIn(asked) !== undefined) yield seenWithin('FRE-15', 'an unarchiving', ms);
      const resumed = accepted(old) ? 'works again' : 'stays refused';
      yield observation('FRE-120', `a token from before archiving ${resumed} after it`, old);
    },
  }),
];
