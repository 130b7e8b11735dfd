import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aKey,
  aLaboratoryFor,
  anAccessToken,
  aProject,
  aUser,
  grant as grantProject,
  legacyTokenPath,
  requestToken,
  revoke,
  someRecords,
  tokenPathsOf,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aGrant,
  aUserWithAccess,
  grantIn,
  refresh,
  refreshed,
  refreshTokenIn,
  refreshedTimes,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { lastPage, shows, sightOf } from '../../../drivers/world/view.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsAll } from '../../expectations/acceptance.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { presented } from '../../expectations/refresh-lifetime.ts';
import { aWorkingGrant, delegatedNeeds, servedListing } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Options for tokens that are issued at the legacy path and refreshed there. It is inferred that a path knows the
 * tokens of the other (VER-10).
 */
const legacy = { path: legacyTokenPath } as const;

/** Actions of an app that has tokens of both kinds. */
const besideSteps = [
  'app token',
  'app call',
  'refresh',
  'refresh at the legacy path',
  'user call',
  'authorize',
] as const;
type BesideStep = (typeof besideSteps)[number];

/** Use of delegated tokens ("Authentication", the table of methods; "Delegated auth"). */
export const tokenUseChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/records-name-the-user-as-their-creator',
    title: 'A record created with a delegated token names the user as its creator',
    proves: ['DEL-33'],
    needs: [...delegatedNeeds, 'write-probe'],
    cases: objectOf({
      writers: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }).filter((writers) => writers.some((who) => who < 3)),
      atOnce: fc.boolean(),
    }),
    maxCases: 12,
    describe: ({ writers, atOnce }) =>
      `written ${atOnce ? 'at once' : 'in turn'} by ${writers.map((who) => ['user 1', 'user 1 after a refresh', 'user 2 after one at the legacy path', 'the app itself'][who]).join(', ')}`,
    async arrange(scene) {
      const app = await aClient(scene);
      const [one, two] = [await aUser(scene), await aUser(scene)];
      const first = await aGrant(scene, app, one);
      const again = await refreshed(scene, await aGrant(scene, app, one));
      const [usual, path = usual] = tokenPathsOf(scene);
      const writers: { readonly actor: App | User; readonly authorization: string }[] = [
        { actor: one, authorization: first.authorization },
        { actor: one, authorization: again.authorization },
        {
          actor: two,
          authorization: (await refreshed(scene, await aGrant(scene, app, two, { path }), path)).authorization,
        },
        { actor: app, authorization: bearer(await anAccessToken(scene, app)) },
      ];
      const project = await aWritableProject(scene, one, two, app);
      const able: Exchange[] = [];
      for (const { authorization } of writers) {
        // a later authorization may have ended the first token
        able.push(await scene.settle(() => writeRecord(scene, authorization, project?.projectId), succeeded));
      }
      return {
        writers: writers.map((writer, index) => ({
          ...writer,
          able: able[index] !== undefined && succeeded(able[index]),
        })),
        project,
      };
    },
    async gather(scene, { writers: drawn, atOnce }, { writers, project }) {
      const parts = drawn.flatMap((index) => {
        const writer = writers[index];
        // if the first token no longer writes, the one after a refresh is used instead
        const able = writer?.able === true || index > 0 ? writer : writers[1];
        return able === undefined ? [] : [{ actor: able.actor, authorization: able.authorization }];
      });
      const write = (part: Scene, authorization: string) => writeRecord(part, authorization, project?.projectId);
      const answers: Exchange[] = [];
      if (atOnce) {
        answers.push(
          ...(await scene.together(
            parts.map(
              ({ authorization }) =>
                (part: Scene) =>
                  write(part, authorization),
            ),
          )),
        );
      } else for (const { authorization } of parts) answers.push(await write(scene, authorization));
      return {
        written: parts.flatMap(({ actor }, index) =>
          answers[index] === undefined ? [] : [{ actor, one: answers[index] }],
        ),
        actors: [...new Set(writers.map(({ actor }) => actor))],
        pointer: creatorPointer(scene),
      };
    },
    *judge({ written, actors, pointer }) {
      // another requirement covers the records that the app creates for itself
      if (written.every(({ actor }) => 'appId' in actor)) yield notApplicable('the app alone wrote');
      for (const { actor, one } of written) {
        if ('appId' in actor) continue;
        const others = actors
          .filter((other) => !('userId' in other && other.userId === actor.userId))
          .map((other) => identityOf(other, 'userId' in other ? 'another user' : 'the app'));
        const subject = 'a record created with a delegated token';
        yield* isAttributedTo(one, pointer, identityOf(actor, 'the user'), others, 'DEL-33', subject);
      }
    },
  }),

  check({
    id: 'delegated/a-token-follows-the-permissions-of-its-user',
    title: 'A delegated token shows projects that its user is granted later, and nothing that was withdrawn',
    proves: ['DEL-35'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({ listing: fc.nat(4), earlier: fc.nat(1), used: fc.boolean(), withdraw: fc.boolean() }),
    maxCases: 20,
    describe: ({ listing, earlier, used, withdraw }) =>
      `a token of ${earlier === 0 ? 'a code' : 'a refresh'}, ${used ? 'used' : 'not used'} before, on ${listingNamed(listing)}: ${withdraw ? 'a grant, then its withdrawal and another grant' : 'a grant'}`,
    async gather(scene, { listing: place, earlier, used, withdraw }) {
      const app = await aClient(scene);
      const { user, laboratory } = await aUserWithAccess(scene);
      const key = scene.supports('apiKey.create') ? await aKey(scene, user) : undefined;
      const authorized = async (): Promise<Grant> => refreshedTimes(scene, await aGrant(scene, app, user), earlier);
      const listing = await scene.listingAt(place);
      if (listing === undefined) return null;
      const before = (laboratory?.records ?? []).filter(({ kind }) => kind === listing.kind);
      const { authorization } = await authorized();
      const look = () => scene.view(listing, authorization);
      if (used) await scene.settle(look, (view) => before.every((record) => shows(view, record)));
      const project = await aProject(scene);
      const records = await someRecords(scene, project, listing.kind);
      // in each order, the records that may be withdrawn lie between two of the user's own, where following pages
      // reach them
      if (withdraw && laboratory !== undefined) before.push(...(await someRecords(scene, laboratory, listing.kind)));
      const complete = (view: Awaited<ReturnType<typeof look>>): boolean => records.every((one) => shows(view, one));
      await grantProject(scene, project, user);
      const granted = await scene.settle(look, complete);
      const fresh = complete(granted)
        ? undefined
        : await scene.settle(async () => scene.view(listing, (await authorized()).authorization), complete);
      if (!withdraw || !complete(granted) || key === undefined || !scene.supports('project.revoke')) {
        return { before, records, granted, fresh };
      }
      await revoke(scene, project, user);
      const gone = (view: Awaited<ReturnType<typeof look>>): boolean => records.every((one) => !shows(view, one));
      const withdrawn = await scene.settle(look, gone);
      const paged = await scene.view(listing, authorization, { query: { pageSize: '1' } });
      const byKey = await scene.view(listing, basic(key));
      await grantProject(scene, project, user);
      const again = await scene.settle(look, complete);
      const againByKey = complete(again) ? again : await scene.settle(() => scene.view(listing, basic(key)), complete);
      return { before, records, granted, fresh, gone: { withdrawn, paged, byKey, again, againByKey } };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('there is no such listing');
        return;
      }
      const { before, records, granted, fresh } = seen;
      const subject = `GET ${granted.path} with a delegated token`;
      if (fresh !== undefined && records.some((one) => !shows(granted, one))) {
        const there = records.every((one) => shows(fresh, one));
        if (yield* premise(there, `${subject} of a new authorization does not show what was granted either`)) {
          const known = [...before, ...records];
          yield* showsAll(granted, records, 'DEL-35', `${subject}, after its user was granted a project,`, known);
        }
      }
      if (seen.gone === undefined) return;
      const { withdrawn, paged, byKey, again, againByKey } = seen.gone;
      for (const [view, how] of [
        [withdrawn, ''],
        [paged, ', page by page,'],
      ] as const) {
        const still = records.find((one) => sightOf(view, one) === 'surely');
        if (still === undefined || sightOf(byKey, still) !== 'no') continue;
        const observed = `showed ${still.name}, which the user's own key no longer shows`;
        yield finding(
          'DEL-35',
          `${subject}${how} after a grant was withdrawn,`,
          observed,
          'not to show it',
          lastPage(view),
        );
        return;
      }
      // if the user's own key does not show the records either, the cause is the grant
      if (!records.every((one) => shows(againByKey, one))) return;
      const known = [...before, ...records];
      yield* showsAll(again, records, 'DEL-35', `${subject}, after what was withdrawn was granted again,`, known);
    },
  }),

  check({
    id: 'delegated/a-token-is-accepted-on-each-listing',
    title: 'A delegated access token is accepted on each documented listing',
    proves: ['DEL-62'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({
      order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      origin: fc.constantFrom('a code', 'a refresh', 'a refresh at the legacy path'),
    }),
    maxCases: 6,
    describe: ({ order, origin }) => `a token of ${origin} on ${order.map(listingNamed).join(', ')}`,
    async gather(scene, { order, origin }) {
      const app = await aClient(scene);
      const { user, laboratory } = await aUserWithAccess(scene);
      if (laboratory !== undefined) await grantProject(scene, laboratory, app);
      let own = await aGrant(scene, app, user, origin === 'a refresh at the legacy path' ? legacy : {});
      if (origin === 'a refresh') own = await refreshed(scene, own);
      if (origin === 'a refresh at the legacy path') own = await refreshed(scene, own, legacyTokenPath);
      const listings = await scene.listings();
      const seen = [];
      for (const { path } of order.flatMap((index) => listings[index] ?? [])) {
        const { authorization } = own;
        const call = await scene.settle(() => scene.call(path, { authorization }), accepted);
        if (accepted(call)) {
          seen.push({ path, call, anonymous: await scene.call(path) });
          continue;
        }
        const token = bearer(await anAccessToken(scene, app));
        seen.push({
          path,
          call,
          byApp: await scene.settle(() => scene.call(path, { authorization: token }), accepted),
        });
      }
      return seen;
    },
    *judge(seen) {
      for (const { path, call, anonymous, byApp } of seen) {
        if (anonymous !== undefined)
          yield* premise(!accepted(anonymous), `GET ${path} is served without a credential too`);
        if (byApp === undefined) continue;
        if (!(yield* premise(accepted(byApp), `GET ${path} does not serve the app either`))) continue;
        yield finding('DEL-62', `GET ${path} with a delegated access token`, answer(call), 'a page', call);
      }
    },
  }),

  check({
    id: 'delegated/app-and-user-tokens-live-side-by-side',
    title: 'Using, refreshing or requesting delegated tokens ends no app token, and vice versa',
    proves: ['DEL-63'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({
      steps: fc.array(fc.constantFrom(...besideSteps), { minLength: 1, maxLength: 6 }),
      appFirst: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ steps, appFirst }) =>
      `${appFirst ? 'the app’s own' : 'the delegated'} token first, then ${steps.join(', ')}`,
    async gather(scene, { steps, appFirst }) {
      const app = await aClient(scene);
      let own = '';
      let ownPath: string | undefined;
      if (appFirst) {
        await aLaboratoryFor(scene, app);
        own = bearer(await anAccessToken(scene, app));
        ownPath = await servedListing(scene, own); // before any delegated token exists
      }
      const working = await aWorkingGrant(scene, app);
      const { laboratory, served } = working;
      let { grant } = working;
      if (laboratory !== undefined) await grantProject(scene, laboratory, app);
      own ||= bearer(await anAccessToken(scene, app));
      const call = (authorization: string) => {
        const path = authorization === own ? (ownPath ?? served) : served;
        return scene.settle(() => scene.call(path, { authorization }), accepted);
      };
      const start = { own: await call(own), delegated: await call(grant.authorization) };
      for (const step of steps) {
        grant = await afterStep(scene, step, { app, own, grant }, call);
        // the authorization is of another user, because another requirement covers a second one of the same user
        if (step === 'authorize') await aGrant(scene, app, await aUser(scene));
      }
      const end = { own: await call(own), delegated: await call(grant.authorization) };
      const renewal = await presented(scene, grant);
      const afterwards = await call(own);
      const all = [start.own, start.delegated, end.own, end.delegated, afterwards];
      const well = all.every(accepted) && accessTokenIn(renewal) !== undefined;
      return { start, end, renewal, afterwards, ...(well ? {} : { lone: await twins(scene, steps) }) };
    },
    *judge({ start, end, renewal, afterwards, lone }, { appFirst }) {
      const works = (appFirst || accepted(start.own)) && accepted(start.delegated);
      if (!(yield* premise(works, 'one of the two tokens was not served when it was new'))) return;
      const ofWhichApp = 'of an app that has both kinds';
      const appLives = lone === undefined || accepted(lone.own);
      yield* premise(appLives, 'an app token ends by itself, without a delegated token');
      for (const one of [start.own, end.own, afterwards]) {
        if (appLives && !accepted(one))
          yield finding('DEL-63', `a call with an app token ${ofWhichApp}`, answer(one), 'a page', one);
      }
      const userLives = lone === undefined || accepted(lone.delegated);
      yield* premise(userLives, 'a delegated token ends by itself, without an app token');
      if (userLives && !accepted(end.delegated)) {
        yield finding(
          'DEL-63',
          `a call with a delegated token ${ofWhichApp}`,
          answer(end.delegated),
          'a page',
          end.delegated,
        );
      }
      if (accessTokenIn(renewal) !== undefined || lone === undefined) return;
      const alone = `a refresh for an app without a token of its own ${answer(lone.renewal)} too`;
      if (!(yield* premise(accessTokenIn(lone.renewal) !== undefined, alone))) return;
      yield finding('DEL-63', `a refresh ${ofWhichApp}`, answer(renewal), 'new tokens', renewal);
    },
  }),
];

/** Takes the same steps with two apps, one of which has only tokens of its own and the other only delegated tokens. */
async function twins(
  scene: Scene,
  steps: readonly BesideStep[],
): Promise<{ readonly own: Exchange; readonly delegated: Exchange; readonly renewal: Exchange }> {
  const working = await aWorkingGrant(scene);
  const { laboratory, served } = working;
  let { grant } = working;
  const app = await aClient(scene);
  if (laboratory !== undefined) await grantProject(scene, laboratory, app);
  const own = bearer(await anAccessToken(scene, app));
  const call = (authorization: string) => scene.settle(() => scene.call(served, { authorization }), accepted);
  await call(own);
  for (const step of steps) grant = await afterStep(scene, step, { app, own, grant }, call);
  const ends = { own: await call(own), delegated: await call(grant.authorization) };
  return { ...ends, renewal: await presented(scene, grant) };
}

/** Takes a step with the app's own token or the grant. Returns the grant after the step. */
async function afterStep(
  scene: Scene,
  step: BesideStep,
  { app, own, grant }: { readonly app: App; readonly own: string; readonly grant: Grant },
  call: (authorization: string) => Promise<Exchange>,
): Promise<Grant> {
  if (step === 'app token') await requestToken(scene, app);
  if (step === 'app call') await call(own);
  if (step === 'user call') await call(grant.authorization);
  if (step === 'refresh') return refreshed(scene, grant, new URL(grant.answered.request.url).pathname);
  return step === 'refresh at the legacy path' ? refreshedAtLegacyPath(scene, grant) : grant;
}

/** Refreshes at the legacy path. If that path does not know the token, refreshes one that it issued itself. */
async function refreshedAtLegacyPath(scene: Scene, grant: Grant): Promise<Grant> {
  const answered = await refresh(scene, grant.app, grant.refreshToken, legacy);
  if (refreshTokenIn(answered) !== undefined) {
    return grantIn(grant.app, grant.user, answered, 'the refresh of an unused refresh token');
  }
  return refreshed(scene, await aGrant(scene, grant.app, grant.user, legacy), legacyTokenPath);
}
