import { finding } from '../../../core/judgement.ts';
import { anAccessToken, anAppWithAccess, legacyTokenPath } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';

const isServed = ({ pages }: View): boolean => pages.every(accepted);

/** Checks of the access that tokens of the legacy path give ("POST {base_url}/oauth/token", rule 3). */
export const legacyTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/legacy-tokens-work-on-both',
    title: 'Access tokens of the legacy token path show on v2 and on v3 what those of /oauth/token show',
    proves: ['VER-09'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const { app, laboratory, authorization } = await anAppWithAccess(scene);
      const records = laboratory?.records ?? [];
      const looks = async (as: string): Promise<View[]> => {
        const views = [];
        for (const listing of scene.versionedListings) {
          const own = records.filter(({ kind }) => kind === listing.kind);
          const isWhole = (view: View): boolean => isServed(view) && own.every((record) => shows(view, record));
          views.push(await scene.settle(() => scene.view(listing, as), isWhole));
        }
        return views;
      };
      const contrasts = await looks(authorization);
      const views = await looks(bearer(await anAccessToken(scene, app, legacyTokenPath)));
      return { records, contrasts, views };
    },
    *judge({ records, contrasts, views }) {
      for (const [index, view] of views.entries()) {
        const contrast = contrasts[index];
        const both = contrast !== undefined && isServed(view) && isServed(contrast);
        if (!(yield* premise(both, `${view.path} was not served to tokens of both token paths`)) || !both) continue;
        const missing = records.filter((record) => !shows(view, record) && shows(contrast, record));
        if (missing.length === 0) continue;
        const subject = `GET ${view.path} with an access token from the legacy path`;
        const observed = `lacked ${missing.map(({ name }) => name).join(', ')}`;
        yield finding('VER-09', subject, observed, 'what a token from /oauth/token shows', lastPage(view));
      }
    },
  }),
];
