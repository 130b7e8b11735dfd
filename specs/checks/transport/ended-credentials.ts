import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import {
  aKeyOwnerWithAccess,
  aLaboratoryFor,
  anAccessToken,
  anAppWithAccess,
  aUser,
  aReplacedKey,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, authorize } from '../../../drivers/world/delegated.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { lastPage } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { glimpse, pageTokenIn, recordsIn } from '../../expectations/disclosure.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import { answeredWith401, challenges } from '../../expectations/refusal.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { demand, notApplicable } from '../../../core/judgement.ts';

/** Judges that a 401 shows no record and no page token, with any credential that has ended. */
function* saysNothing(
  look: View,
  records: readonly CreatedRecord[],
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  const call = lastPage(look);
  if (call.response?.status !== 401) {
    // other requirements cover the status of the answer
    yield notApplicable(`GET ${look.path} ${answer(call)}, which is not a 401`);
    return;
  }
  const noRecord = recordsIn(look, records).length === 0;
  yield demand(noRecord, 'TRN-12', subject, 'disclosed records', 'nothing of any record', call);
  yield demand(pageTokenIn(call) === undefined, 'TRN-12', subject, 'carried a page token', 'none', call);
}

/** Queries that no listing accepts. */
const oddQueries = [{ pageSize: 'abc' }, { sort: '??' }, { nextToken: 'bogus' }];

/** Credentials that were valid and are not valid any more. */
export const endedCredentialsChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-401-to-a-replaced-key-discloses-nothing',
    title: 'A 401 to a key that was replaced discloses no records and no page token',
    proves: ['TRN-12'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate', 'access'],
    async gather(scene) {
      const { owner, authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      const open = await listingsOpenTo(scene, authorization);
      await aReplacedKey(scene, owner);
      const looks = [];
      for (const listing of open) {
        const call = (): Promise<Exchange> => scene.call(listing.path, { authorization, note: 'a replaced key' });
        looks.push(glimpse(scene, listing, await scene.settle(call, (one) => !accepted(one))));
      }
      return { looks, records: laboratory?.records ?? [] };
    },
    *judge({ looks, records }) {
      yield* premise(looks.length > 0, 'no listing was open to the key');
      for (const look of looks) yield* saysNothing(look, records, `the 401 to GET ${look.path} with a replaced key`);
    },
  }),

  check({
    id: 'transport/a-401-to-who-was-stopped-carries-a-challenge',
    title: 'A 401 to an archived app or a suspended user carries a challenge and discloses nothing',
    proves: ['TRN-12', 'TRN-17'],
    needs: ['app.create', 'access', 'app.archive'],
    async gather(scene) {
      const { app, authorization, laboratory } = await anAppWithAccess(scene);
      const able = (['user.create', 'apiKey.create', 'user.suspend'] as const).every((name) => scene.supports(name));
      const held = able ? await aKeyOwnerWithAccess(scene) : undefined;
      const stopped = (path: string, as: string): Promise<Exchange> =>
        scene.settle(
          () => scene.call(path, { authorization: as }),
          (one) => !accepted(one),
        );
      const calls = [];
      const open = await listingsOpenTo(scene, authorization);
      await scene.operate('app.archive', { appId: app.appId });
      const ofApp = laboratory?.records ?? [];
      for (const listing of open) {
        const look = glimpse(scene, listing, await stopped(listing.path, authorization));
        calls.push({ whose: 'the token of an archived app', look, records: ofApp });
      }
      if (held !== undefined) {
        await scene.operate('user.suspend', { userId: held.owner.userId });
        const ofUser = held.laboratory?.records ?? [];
        for (const listing of open) {
          const look = glimpse(scene, listing, await stopped(listing.path, held.authorization));
          calls.push({ whose: 'the key of a suspended user', look, records: ofUser });
        }
      }
      return calls;
    },
    *judge(calls) {
      yield* premise(calls.length > 0, 'no listing was open to the app');
      for (const { whose, look, records } of calls) {
        // the specification does not say how such calls are refused
        if (lastPage(look).response?.status === 401) yield* challenges(lastPage(look), `the 401 to ${whose}`);
        yield* saysNothing(look, records, `the 401 to GET ${look.path} with ${whose}`);
      }
    },
  }),

  check({
    id: 'transport/an-expired-token-is-not-rescued-and-learns-nothing',
    title: 'A 401 to an expired token carries a challenge, discloses nothing, and comes with any query',
    proves: ['TRN-12', 'TRN-17', 'TRN-20', 'TRN-21'],
    needs: ['app.create', 'access', 'passing-time'],
    maxSeconds: 905,
    async gather(scene) {
      const { app, authorization, laboratory } = await anAppWithAccess(scene);
      const open = await listingsOpenTo(scene, authorization);
      const able = scene.supports('user.create') && scene.supports('browser.authorize');
      const session = able ? { client: await aClient(scene), user: await aUser(scene) } : undefined;
      if (session !== undefined) {
        await aLaboratoryFor(scene, session.user);
        await aGrant(scene, session.client, session.user);
      }
      await scene.elapse(905);
      const cookies =
        session === undefined
          ? []
          : ((await authorize(scene, { user: session.user, app: session.client })).cookies ?? []);
      const calls = [];
      for (const listing of open) {
        const { path } = listing;
        const plain = await scene.call(path, { authorization, note: 'an expired token' });
        const odd = [];
        for (const query of oddQueries) {
          odd.push({ query, call: await scene.call(path, { authorization, query, note: 'an expired token' }) });
        }
        const headers = { cookie: cookies.join('; ') };
        const rescued =
          cookies.length === 0 ? undefined : await scene.call(path, { authorization, headers, note: 'and a session' });
        calls.push({
          path,
          plain,
          odd,
          look: glimpse(scene, listing, plain),
          ...(rescued === undefined ? {} : { rescued }),
        });
      }
      const renewed = bearer(await anAccessToken(scene, app));
      const control = await scene.call(open[0]?.path ?? '', { authorization: renewed });
      return { calls, control, records: laboratory?.records ?? [] };
    },
    *judge({ calls, control, records }) {
      if (!(yield* premise(accepted(control), `a call with a new token ${answer(control)}`))) return;
      for (const { path, plain, odd, look, rescued } of calls) {
        for (const { query, call } of plain.response?.status === 401 ? odd : []) {
          const parameters = new URLSearchParams(query).toString();
          yield* answeredWith401(call, 'TRN-20', `GET ${path}?${parameters} with an expired access token`);
        }
        yield* saysNothing(look, records, `the 401 to GET ${path} with an expired access token`);
        yield* challenges(plain, `the 401 to GET ${path} with an expired access token`);
        if (rescued === undefined || accepted(plain)) continue;
        const subject = `GET ${path} with an expired access token and the cookies of a live session`;
        yield demand(!accepted(rescued), 'TRN-21', subject, `${answer(rescued)} and a page`, 'status 401', rescued);
      }
    },
  }),
];
