import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { User } from '../../../drivers/world/actors.ts';
import {
  accessTokenIn,
  aKey,
  aLaboratory,
  anAccessToken,
  anApp,
  aUser,
  aUserNamed,
  grant,
  legacyTokenPath,
  requestToken,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, grantIn, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsAll, yieldsToken } from '../../expectations/acceptance.ts';
import { secondPage } from '../../expectations/following-call.ts';
import { listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { filledProject } from '../../expectations/page-by-page.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import {
  aWriting,
  callsAfterRevocation,
  callsWhenServed,
  isAccepted,
  mustBeServed,
  stillWrites,
  writesOn,
} from '../../expectations/standing.ts';
import type { Stage } from './stage.ts';
import {
  anAppInside,
  anInsider,
  aStage,
  delegatedNeeds,
  pathAt,
  suspend,
  suspensionNeeds,
  unsuspend,
} from './stage.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { objectOf } from '../../../generators/object.ts';
import { resemblances } from '../../../generators/population.ts';
import { resemblingAddress } from '../../world/populations.ts';

/** What the suspension of a user leaves alone ("States and transitions"; "OAuth bearer with app credentials", 7). */
export const suspensionIsolationChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/a-suspension-leaves-other-users-alone',
    title: "While a user is suspended, other users' keys, access tokens and refresh tokens go on working",
    proves: ['LIF-08'],
    needs: [...suspensionNeeds, ...delegatedNeeds],
    cases: objectOf({
      resembling: fc.constantFrom(...resemblances),
      older: fc.boolean(),
      sameApp: fc.boolean(),
      namesakes: fc.boolean(),
      suspended: fc.integer({ min: 1, max: 2 }),
      at: fc.constantFrom(tokenPath, legacyTokenPath),
      writes: fc.boolean(),
      listing: fc.nat(4),
    }),
    maxCases: 30,
    describe: ({ resembling, older, sameApp, namesakes }) =>
      `a bystander with ${resembling}${namesakes ? ' and the same name' : ''}, ${older ? 'older' : 'younger'} than the suspended user, at ${sameApp ? 'the same app' : 'another app'}`,
    arrange: (scene) => aStage(scene, 'key', 'delegated'),
    async gather(scene, { resembling, older, sameApp, namesakes, suspended, at, writes, listing }, stage) {
      const app = await aClient(scene);
      const name = scene.target.name('user');
      const names = [name, namesakes ? name : scene.target.name('user')] as const;
      const address = `${scene.target.name('user').replaceAll(' ', '-')}@${scene.target.runId}.conformance.example`;
      // which addresses a tenant takes is free
      const other = async (): Promise<User> =>
        (await unlessRefused(named(scene, names[1], resemblingAddress(resembling, address), stage))) ??
        named(scene, names[1], resemblingAddress('an address of its own', address), stage);
      let bystander = older ? await other() : undefined;
      const user = await named(scene, names[0], address, stage);
      bystander ??= await other();
      await aGrant(scene, app, user);
      const first = await aGrant(scene, sameApp ? app : await aClient(scene), bystander);
      // whether the legacy path refreshes at all is a matter of its own
      const early = at === tokenPath ? undefined : await refresh(scene, first.app, first.refreshToken, { path: at });
      const refreshes = early === undefined || refreshTokenIn(early) !== undefined;
      const held =
        early !== undefined && refreshes ? grantIn(first.app, bystander, early, 'a refresh at the legacy path') : first;
      const key = basic(await aKey(scene, bystander));
      const [keyPath, userPath] = [pathAt(stage.forKeys, listing), pathAt(stage.forUsers, listing)];
      await mustBeServed(scene, key, keyPath, 'the key of another user');
      await mustBeServed(scene, held.authorization, userPath, 'an access token for another user');
      // a project that both may write to
      const writing = writes ? await aWriting(scene, key, bystander, user) : undefined;
      const own = basic(await aKey(scene, user));
      // others who authorized the same app, too
      const more = [];
      while (more.length < suspended - 1) {
        const another = await anInsider(scene, stage);
        await aGrant(scene, app, another);
        more.push(another);
      }
      await suspend(scene, user);
      for (const another of more) await suspend(scene, another);
      await callsAfterRevocation(scene, own, [keyPath]);
      return {
        byKey: await scene.call(keyPath, { authorization: key }),
        byToken: await scene.call(userPath, { authorization: held.authorization }),
        refreshed: refreshes ? await refresh(scene, held.app, held.refreshToken, { path: at }) : undefined,
        written: await writesOn(scene, writing),
      };
    },
    *judge({ byKey, byToken, refreshed, written }) {
      yield* isAccepted([byKey], 'LIF-08', 'with the API key of a user while another was suspended');
      yield* isAccepted([byToken], 'LIF-08', 'with an access token for a user while another was suspended');
      if (refreshed !== undefined) {
        yield* yieldsToken(refreshed, 'LIF-08', 'a refresh for a user while another was suspended');
      }
      yield* stillWrites(written, 'LIF-08', 'the write probe with the API key of a user while another was suspended');
    },
  }),

  check({
    id: 'lifecycle/a-suspension-leaves-apps-alone',
    title: 'An app to which a suspended user consented goes on listing with its own token, and gets new ones',
    proves: ['LIF-09', 'LIF-10'],
    needs: [...delegatedNeeds, 'user.suspend'],
    cases: objectOf({
      users: fc.integer({ min: 1, max: 3 }),
      everybody: fc.boolean(),
      delegatedFirst: fc.boolean(),
      /** How often they were suspended and un-suspended before. */
      earlier: fc.nat(2),
      listing: fc.nat(4),
    }),
    maxCases: 20,
    describe: ({ users, everybody, earlier }) =>
      inWords`${users} users of the app, ${everybody ? 'all of them' : 'the first'} suspended${earlier === 0 ? '' : inWords`, ${earlier} times before too`}`,
    arrange: (scene) => aStage(scene, 'app', 'delegated'),
    async gather(scene, { users, everybody, delegatedFirst, earlier, listing }, stage) {
      const app = await anAppInside(scene, stage);
      // whether the legacy path serves the app at all is a matter of its own; a token may end the one before (FRE-51)
      const legacy = accessTokenIn(await requestToken(scene, app, legacyTokenPath)) !== undefined;
      const early = delegatedFirst ? undefined : await anAccessToken(scene, app);
      const consenting: User[] = [];
      const held = [];
      while (consenting.length < users) {
        const user = await anInsider(scene, stage);
        consenting.push(user);
        held.push(await aGrant(scene, app, user));
      }
      const authorization = bearer(early ?? (await anAccessToken(scene, app)));
      const path = pathAt(stage.forApps, listing);
      await mustBeServed(scene, authorization, path, "the app's own token");
      const suspended = everybody ? consenting : consenting.slice(0, 1);
      for (const user of suspended) {
        if (scene.supports('user.unsuspend')) {
          for (let time = 0; time < earlier; time++) {
            await suspend(scene, user);
            await unsuspend(scene, user);
          }
        }
        await suspend(scene, user);
      }
      const [first] = held;
      if (first !== undefined) await callsAfterRevocation(scene, first.authorization, [pathAt(stage.forUsers, 0)]);
      const calls: Exchange[] = [await scene.call(path, { authorization })];
      const asked = [await requestToken(scene, app), await requestToken(scene, app)];
      const token = accessTokenIn(asked[1] ?? asked[0]!);
      const renewed = token === undefined ? [] : await callsWhenServed(scene, bearer(token), [path]);
      if (legacy) asked.push(await requestToken(scene, app, legacyTokenPath));
      const rotated: { readonly own: Exchange; readonly control: Exchange }[] = [];
      if (scene.supports('app.rotateSecret')) {
        const own = await settledTokenRequest(scene, await withNewSecret(scene, app));
        const control = await settledTokenRequest(scene, await withNewSecret(scene, await aClient(scene)));
        rotated.push({ own, control });
      }
      return { calls, asked, renewed, rotated };
    },
    *judge({ calls, asked, renewed, rotated }) {
      for (const { own, control } of rotated) {
        // that new secrets work at all is a matter of rotation
        if (accessTokenIn(control) === undefined) continue;
        const subject = 'client_credentials with a secret that is new, while a user who consented was suspended';
        yield* yieldsToken(own, 'LIF-10', subject);
      }
      yield* isAccepted(calls, 'LIF-09', "with an app's own token while a user who consented to the app was suspended");
      for (const one of asked) {
        yield* yieldsToken(
          one,
          'LIF-10',
          'client_credentials of an app while a user who consented to it was suspended',
        );
      }
      yield* isAccepted(
        renewed,
        'LIF-10',
        "with an app's new token while a user who consented to the app was suspended",
      );
    },
  }),

  check({
    id: 'lifecycle/an-apps-token-survives-a-suspension-everywhere',
    title: "An app's own token lists, follows pages and writes while a user who consented is suspended",
    proves: ['LIF-09'],
    needs: [...delegatedNeeds, 'user.suspend'],
    arrange: (scene) => aStage(scene, 'app', 'delegated'),
    async gather(scene, _, stage) {
      const app = await anAppInside(scene, stage);
      const user = await anInsider(scene, stage);
      const authorization = bearer(await anAccessToken(scene, app));
      const held = await aGrant(scene, app, user);
      const able = stage.laboratory !== undefined;
      if (able) await filledProject(scene, app);
      // after all else that has happened to the app: what ends a token then is the suspension
      const before = await callsWhenServed(scene, authorization, stage.forApps);
      const path = pathAt(stage.forApps, 0);
      // a page token may be good once (FRE-135), so each look begins anew
      const second = (): Promise<Exchange | undefined> =>
        scene.settle(
          async () => (await secondPage(scene, path, authorization)).second,
          (page) => page !== undefined && accepted(page),
        );
      const follows = able ? await second() : undefined;
      const writing = await aWriting(scene, authorization, app);
      await suspend(scene, user);
      await callsAfterRevocation(scene, held.authorization, [pathAt(stage.forUsers, 0)]);
      const after = await callsWhenServed(scene, authorization, stage.forApps);
      const written = await writesOn(scene, writing);
      const following = follows !== undefined && accepted(follows) ? await second() : undefined;
      return { before, after, written, following };
    },
    *judge({ before, after, written, following }) {
      if (!(yield* premise(before.every(accepted), "the app's token was not served before"))) return;
      const when = 'while a user who consented to the app was suspended';
      yield* isAccepted(after, 'LIF-09', `with an app's own token ${when}`);
      if (following !== undefined)
        yield* isAccepted([following], 'LIF-09', `for a second page by an app as itself, ${when},`);
      yield* stillWrites(written, 'LIF-09', `the write probe by an app as itself, ${when},`);
    },
  }),

  check({
    id: 'lifecycle/rotation-shuts-a-suspended-user-out',
    title: "An app's old secret works after a user's suspension until it is rotated",
    proves: ['LIF-11'],
    needs: [...delegatedNeeds, 'user.suspend', 'app.rotateSecret'],
    cases: fc.integer({ min: 1, max: 3 }),
    maxCases: 4,
    describe: (rotations) => inWords`${rotations} rotations of the secret`,
    async gather(scene, rotations) {
      const user = await aUser(scene);
      // the user may have consented to the app, or just known its secret
      const [known, other] = [await aClient(scene), await aClient(scene)];
      await aGrant(scene, known, user);
      await suspend(scene, user);
      const before: Exchange[] = [];
      const shut: Exchange[] = [];
      const renewed: Exchange[] = [];
      for (const app of [known, other]) {
        before.push(await requestToken(scene, app));
        const former = [app.clientSecret];
        for (let count = 0; count < rotations; count++) {
          const { clientSecret } = await withNewSecret(scene, app);
          for (const secret of former) {
            for (const path of [tokenPath, legacyTokenPath]) {
              const ask = (): Promise<Exchange> =>
                requestToken(scene, { ...app, clientSecret: secret }, path, {
                  note: 'a secret from before a rotation',
                });
              shut.push(await scene.settle(ask, (one) => accessTokenIn(one) === undefined));
            }
          }
          renewed.push(await settledTokenRequest(scene, { ...app, clientSecret }));
          former.push(clientSecret);
        }
      }
      return { before, shut, renewed };
    },
    *judge({ before, shut, renewed }) {
      for (const one of before) {
        const works = accessTokenIn(one) !== undefined;
        if (!(yield* premise(works, `the secret from before ${answer(one)} already`))) return;
      }
      for (const one of shut) {
        const { pathname } = new URL(one.request.url);
        const subject = `client_credentials at ${pathname} with a secret that was rotated after a suspension`;
        yield* yieldsNoToken(one, 'LIF-11', subject);
      }
      for (const one of renewed) {
        yield* yieldsToken(one, 'LIF-11', 'client_credentials with the secret from a rotation after a suspension');
      }
    },
  }),

  check({
    id: 'lifecycle/who-is-stopped-takes-nobody-out-of-projects',
    title: 'Others keep the projects that they share with a suspended user or a stopped app',
    proves: ['LIF-08', 'LIF-09', 'LIF-29', 'LIF-41'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access'],
    cases: fc.constantFrom('user.suspend' as const, 'app.archive' as const, 'app.uninstall' as const),
    maxCases: 6,
    describe: (stop) => `after ${stop}`,
    async gather(scene, stop) {
      if (!scene.supports(stop)) throw new NothingToJudge(`the control does not offer ${stop}`);
      const members = [await aUser(scene), await aUser(scene)];
      const [shared, apart] = [await aLaboratory(scene), await aLaboratory(scene)];
      const member = await anApp(scene);
      for (const project of [shared, apart]) {
        for (const actor of [...members, member]) await grant(scene, project, actor);
      }
      const listing = (await listingsOpenToKeys(scene))[0];
      const [one, other] = members;
      if (listing === undefined || one === undefined || other === undefined)
        throw new NothingToJudge('there are no two to compare');
      const readers = {
        user: basic(await aKey(scene, one)),
        app: bearer(await anAccessToken(scene, member)),
      };
      const ofKind = ({ records }: typeof shared) => records.filter(({ kind }) => kind === listing.kind);
      const all = [...ofKind(shared), ...ofKind(apart)];
      const lookAs = (authorization: string) =>
        scene.settle(
          () => scene.view(listing, authorization),
          (view) => all.every((record) => shows(view, record)),
        );
      const look = async () => ({ user: await lookAs(readers.user), app: await lookAs(readers.app) });
      const app = stop === 'user.suspend' ? undefined : await anApp(scene);
      const stopped = app ?? (await aUser(scene));
      await grant(scene, shared, stopped);
      const before = await look();
      if ('appId' in stopped && stop !== 'user.suspend') await scene.operate(stop, { appId: stopped.appId });
      if ('userId' in stopped) await suspend(scene, stopped);
      return { before, after: await look(), shared: ofKind(shared), apart: ofKind(apart) };
    },
    *judge(seen, stop) {
      const { shared, apart } = seen;
      for (const reader of ['user', 'app'] as const) {
        const [before, after] = [seen.before[reader], seen.after[reader]];
        const there = [...shared, ...apart].every((record) => shows(before, record));
        // whether an app is served there at all is a question of apps
        if (reader === 'app' && !there) continue;
        if (!(yield* premise(there, `GET ${before.path} did not show all before either`))) continue;
        // what nobody was stopped in must still be there, or it is not for the stop
        const kept = apart.every((record) => shows(after, record));
        if (!(yield* premise(kept, `GET ${after.path} lacks more by now`))) continue;
        const requirement = leftAlone[stop][reader];
        if (requirement === undefined) continue;
        const whose = reader === 'user' ? 'the key of another member' : 'the token of an app that is a member';
        yield* showsAll(after, shared, requirement, `GET ${after.path} with ${whose}, after ${stop},`);
      }
    },
  }),
];

/** Which requirement says that others see on; of an uninstallation it is said of users alone. */
const leftAlone = {
  'user.suspend': { user: 'LIF-08', app: 'LIF-09' },
  'app.archive': { user: 'LIF-29', app: 'LIF-29' },
  'app.uninstall': { user: 'LIF-41', app: undefined },
} as const;

async function named(scene: Scene, name: string, email: string, { laboratory }: Stage): Promise<User> {
  const user = await aUserNamed(scene, email, name);
  if (laboratory !== undefined) await grant(scene, laboratory, user);
  return user;
}
