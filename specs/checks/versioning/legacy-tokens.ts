import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { anAccessToken, anAppWithAccess, legacyTokenPath } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { glimpse } from '../../expectations/disclosure.ts';
import { alternate, worseThanOther } from '../../expectations/alternation.ts';
import { objectOf } from '../../../generators/object.ts';

/** All pages where records are looked for; the first where there are none, since what others recorded may be much. */
async function look(
  scene: Scene,
  listing: Listing,
  authorization: string,
  records: readonly CreatedRecord[],
): Promise<View> {
  if (records.length > 0) return scene.view(listing, authorization);
  return glimpse(scene, listing, await scene.call(listing.path, { authorization }));
}

const isServed = ({ pages }: View): boolean => pages.every(accepted);

/** What tokens of the legacy path are good for ("POST {base_url}/oauth/token", rule 3). */
export const legacyTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/legacy-tokens-work-on-both',
    title: 'Access tokens of the legacy token path work on v2 and on v3 as those of /oauth/token do',
    proves: ['VER-09'],
    needs: ['app'],
    cases: objectOf({ listings: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }) }),
    maxCases: 20,
    describe: ({ listings }) =>
      `a token of the legacy path on ${listings.map((index) => versionedListings[index]?.path ?? '').join(', ')}`,
    async arrange(scene) {
      const { app, laboratory, authorization } = await anAppWithAccess(scene);
      const records = laboratory?.records ?? [];
      for (const listing of scene.versionedListings) {
        const own = records.filter(({ kind }) => kind === listing.kind);
        await scene.settle(
          () => look(scene, listing, authorization, records),
          (view) => isServed(view) && own.every((record) => shows(view, record)),
        );
      }
      return { app, records };
    },
    async gather(scene, { listings }, { app, records }) {
      const inTurn = listings.map((index) => scene.versionedListingAt(index));
      const legacy = bearer(await anAccessToken(scene, app, legacyTokenPath));
      const lacks = (view: View, { kind }: Listing): boolean =>
        !isServed(view) || records.some((record) => record.kind === kind && !shows(view, record));
      const views: View[] = [];
      for (const [index, listing] of inTurn.entries()) {
        const view = await look(scene, listing, legacy, records);
        views.push(view);
        if (!lacks(view, listing)) continue;
        // does a token of the unversioned path that went the same way fare better?
        const unversioned = bearer(await anAccessToken(scene, app));
        for (const before of inTurn.slice(0, index)) await look(scene, before, unversioned, records);
        const turns = await alternate(
          () => scene.call(listing.path, { authorization: legacy }),
          () => scene.call(listing.path, { authorization: unversioned }),
        );
        const other = await look(scene, listing, unversioned, records);
        return { views, worseOff: { view, turns, other, own: records.filter(({ kind }) => kind === listing.kind) } };
      }
      return { views };
    },
    *judge({ views, worseOff }) {
      if (worseOff === undefined) {
        if (views.every(isServed)) yield held('VER-09');
        return;
      }
      const { view, turns, other, own } = worseOff;
      const subject = `GET ${view.path} with an access token from the legacy path`;
      const worse = worseThanOther(turns, accepted);
      const missing = own.filter((record) => !shows(view, record) && shows(other, record));
      if (worse !== undefined) {
        yield finding('VER-09', subject, answer(worse), 'a page, as with a token from /oauth/token', worse);
      } else if (
        yield* premise(
          isServed(view) && isServed(other) && missing.length > 0,
          `${view.path} serves tokens of /oauth/token no better`,
        )
      ) {
        const observed = `lacked ${missing.map(({ name }) => name).join(', ')}`;
        yield finding('VER-09', subject, observed, 'what a token from /oauth/token shows', lastPage(view));
      }
    },
  }),
];
