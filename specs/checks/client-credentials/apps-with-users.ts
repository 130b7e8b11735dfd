import { answer } from '../../../core/exchange.ts';
import {
  accessTokenIn,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  aUser,
  requestToken,
  settledTokenRequest,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { showsNone, yieldsToken } from '../../expectations/acceptance.ts';

const addresses = ['callback', 'second'].map((path) => `https://client.conformance.example/${path}`);

/** How a listing can be asked for otherwise than plainly. */
const queries = [{ sort: 'modifiedAt:asc' }, { sort: 'modifiedAt:desc', pageSize: '2' }, { pageSize: '1' }];

/** Apps that users are sent to, as themselves ("OAuth bearer with app credentials"). */
export const appsWithUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/an-app-for-users-obtains-a-token-without-them',
    title: 'An app with one redirect URI or two obtains a token of its own before any user has consented to it',
    proves: ['CCR-19'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const requests = [];
      for (const registered of [1, 2]) {
        const redirectUris = addresses.slice(0, registered);
        const app = await anApp(scene, { redirectUris });
        const before = await settledTokenRequest(scene, app);
        if (accessTokenIn(before) !== undefined) continue;
        const [redirectUri = ''] = redirectUris;
        await aGrant(scene, app, await aUser(scene), { redirectUri });
        requests.push({ registered, before, after: await requestToken(scene, app) });
      }
      return requests;
    },
    *judge(requests) {
      for (const { registered, before, after } of requests) {
        const subject = `a client_credentials request of an app with ${registered} redirect URIs and no consent`;
        const since = accessTokenIn(after) !== undefined;
        if (!(yield* premise(since, `the same request after a consent ${answer(after)}`))) continue;
        yield* yieldsToken(before, 'CCR-19', subject);
      }
    },
  }),

  check({
    id: 'client-credentials/no-query-shows-what-only-users-see',
    title: 'However a listing is asked for, an app does not see what only the users see who authorized it',
    proves: ['CCR-09'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'access'],
    async gather(scene) {
      const app = await aClient(scene);
      const own = await aLaboratoryFor(scene, app);
      const { user, laboratory } = await aUserWithAccess(scene);
      await aGrant(scene, app, user);
      const authorization = bearer(await anAccessToken(scene, app));
      const looks = [];
      for (const listing of await scene.listings()) {
        const [mine, theirs] = [own, laboratory].map((one) =>
          (one?.records ?? []).filter(({ kind }) => kind === listing.kind),
        );
        const plain = await scene.settle(
          () => scene.view(listing, authorization),
          (view) => (mine ?? []).every((record) => shows(view, record)),
        );
        const views = [plain];
        for (const query of queries) views.push(await scene.view(listing, authorization, { query }));
        looks.push({ path: listing.path, mine: mine ?? [], theirs: theirs ?? [], plain, views });
      }
      return looks;
    },
    *judge(looks) {
      for (const { path, mine, theirs, plain, views } of looks) {
        const subject = `GET ${path} by an app, for what only a user of it may see,`;
        const saw = mine.every((record) => shows(plain, record));
        const tells = yield* premise(saw, `GET ${path} does not show the app what it was added to`);
        for (const view of views) yield* heldWhere(tells, showsNone(view, theirs, 'CCR-09', subject));
      }
    },
  }),
];
