import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, held, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { NothingToJudge, PremiseUnmet } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { aKey, anAccessToken, createApp, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, redirectUri, refresh, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { ending } from '../../expectations/authorization.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import {
  authorizeUntilTokens,
  aWriting,
  bringsNothingUsable,
  callsWhenServed,
  callsAfterRevocation,
  isAccepted,
  mustBeServed,
  authorizeAndUse,
  respelt,
  stillWrites,
  isRevoked,
  writesNothing,
  writesOn,
  writtenInTime,
} from '../../expectations/standing.ts';
import type { Held, TokenKind } from './held-tokens.ts';
import { grantsHeld, served, stoppedIn, tryHeld, useHeld, works } from './held-tokens.ts';
import { olderTokenAxes, olderTokensAreStopped, stoppedWhenOlder } from './older-tokens.ts';
import { knownAgain, reinstall } from './reinstalled.ts';
import { appKinds } from '../../../generators/population.ts';
import {
  anAppLikeInside,
  anAppInside,
  anInsider,
  aStage,
  install,
  pathAt,
  suspend,
  uninstall,
  uninstallationNeeds,
  unsuspend,
} from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

/** What an uninstallation ends, and what it leaves alone ("States and transitions", App). */
export const uninstallationChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/uninstallation-ends-what-apps-hold',
    title: 'All that an uninstalled app holds for the users who consented is refused',
    proves: ['LIF-31', 'LIF-32', 'LIF-33'],
    needs: uninstallationNeeds,
    cases: objectOf({
      users: fc.constantFrom(1, 2, 3, 4, 6),
      authorizations: fc.integer({ min: 1, max: 3 }),
      refreshes: fc.nat(2),
      /** Whether the last of the users was suspended for a while before. */
      suspended: fc.boolean(),
      /** Whether the access tokens are used before. */
      used: fc.boolean(),
      reinstalls: fc.nat(1),
      /** What the app is like. */
      made: fc.constantFrom(...appKinds, 'an app that was made first and installed then'),
      /** Where the tokens were refreshed. */
      at: fc.constantFrom(tokenPath, legacyTokenPath),
      kind: fc.constantFrom<TokenKind>('access', 'refresh'),
      lastFirst: fc.boolean(),
      listing: fc.nat(4),
      connection: fc.constantFrom<'shared' | 'own'>('shared', 'own'),
    }),
    maxCases: 50,
    describe: ({ users, authorizations, refreshes, reinstalls, made, at, suspended, kind }) =>
      inWords`${made}${reinstalls > 0 ? ' that was reinstalled before' : ''}, ${users} users${suspended ? ', of whom the last was suspended once,' : ','} ${authorizations} authorizations each, ${refreshes} refreshes each at ${at}, then the ${kind} tokens tried`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(
      scene,
      { users, authorizations, refreshes, suspended, used, reinstalls, made, at, kind, lastFirst, listing, connection },
      stage,
    ) {
      const path = pathAt(stage.forUsers, listing);
      const late = made === 'an app that was made first and installed then';
      let app = await (late ? aLateClient(scene) : anAppLikeInside(scene, stage, made));
      const other = await aClient(scene);
      if (reinstalls > 0 && scene.supports('app.install')) {
        const early = await aGrant(scene, app, await anInsider(scene, stage));
        app = await reinstall(scene, app, early.authorization, path);
      }
      const held: Held[] = [];
      for (let index = 0; index < users; index++) {
        const user = await anInsider(scene, stage);
        const once = suspended && index === users - 1;
        if (once && scene.supports('user.suspend') && scene.supports('user.unsuspend')) {
          await suspend(scene, user);
          await unsuspend(scene, user);
          // the token endpoint may hear of it later than the pages do
          await authorizeUntilTokens(scene, { user, app });
        }
        const grants = await grantsHeld(scene, { app, user }, { authorizations, refreshes, at });
        held.push(...grants.map((grant) => ({ of: index, grant })));
      }
      const control = await aGrant(scene, other, await anInsider(scene, stage));
      // whatever was done with them before, they are refused now; which of them worked tells nothing of that
      const working = used ? await served(scene, path, held) : held;
      await uninstall(scene, app);
      const chosen = kind === 'access' ? working : held;
      const tried = await tryHeld(scene, path, lastFirst ? chosen.toReversed() : chosen, { kind, connection });
      return { tried, witness: await useHeld(scene, path, control, kind) };
    },
    *judge({ tried, witness }, { kind, users }) {
      const stoppedUsers = stoppedIn(tried);
      for (const { of, shown, through } of tried) {
        const several = through && users > 1 && stoppedUsers.size > 0 && !stoppedUsers.has(of);
        const whose = several ? 'another of the users who consented' : 'a user';
        if (kind === 'access') {
          const subject = `with an access token that an uninstalled app holds for ${whose}`;
          yield* isRevoked([shown], several ? 'LIF-33' : 'LIF-31', subject);
        } else {
          yield* obtainsNoToken(shown, several ? 'LIF-33' : 'LIF-32', `a refresh by an uninstalled app for ${whose}`);
        }
        if (users > 1 && !through) yield held('LIF-33');
      }
      yield* premise(works(kind, witness), 'what an installed app holds for a user is not served either');
      const refused = tried.find(({ through }) => !through)?.shown;
      if (refused === undefined) return;
      const freedom = kind === 'access' ? 'FRE-19' : 'FRE-25';
      yield observation(freedom, `an uninstalled app's ${kind} token ${answer(refused)}`, refused);
    },
  }),

  check({
    id: 'lifecycle/an-uninstalled-apps-access-token-is-refused-everywhere',
    title: 'An access token that an uninstalled app holds for a user is refused on every listing',
    proves: ['LIF-31'],
    needs: uninstallationNeeds,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, _, stage) {
      const [app, other, user] = [await anAppInside(scene, stage), await aClient(scene), await anInsider(scene, stage)];
      const grant = await refreshed(scene, await aGrant(scene, app, user));
      const control = await aGrant(scene, other, user);
      const path = pathAt(stage.forUsers, 0);
      await mustBeServed(scene, grant.authorization, path, 'a delegated access token');
      const own = bearer(await anAccessToken(scene, app));
      const writing = await aWriting(scene, grant.authorization, user);
      await uninstall(scene, app);
      const stopping = await delayed(scene, () => callsAfterRevocation(scene, grant.authorization, stage.forUsers));
      const calls = [...stopping.outcome];
      for (const same of respelt(grant.authorization)) calls.push(...(await callsAfterRevocation(scene, same, [path])));
      const write = await writtenInTime(scene, writing);
      const asItself = await scene.call(path, { authorization: own });
      const works = await scene.call(path, { authorization: control.authorization });
      return { calls, ms: stopping.ms, write, asItself, works };
    },
    *judge({ calls, ms, write, asItself, works }) {
      yield* isRevoked(calls, 'LIF-31', 'with an access token that an uninstalled app holds for a user');
      yield* writesNothing(write, 'LIF-31', 'a record to be created by an uninstalled app for a user');
      yield* premise(accepted(works), `what another app holds for the same user ${answer(works)} too`);
      const observed = `the own token of an uninstalled app ${answer(asItself)}`;
      yield observation('FRE-47', observed, asItself);
      if (calls.some(accepted)) return;
      yield seenWithin('FRE-15', 'an uninstallation', ms);
    },
  }),

  check({
    id: 'lifecycle/uninstallation-ends-older-tokens',
    title: 'An uninstallation ends tokens that the app has held for some time as it does new ones, and for good',
    proves: ['LIF-31', 'LIF-32'],
    needs: [...uninstallationNeeds, 'passing-time'],
    maxSeconds: 3_000_000,
    cases: objectOf({
      age: fc.constantFrom(1, 60, 450, 890, 901, 3700, 90_000, 1_400_000),
      ...olderTokenAxes,
    }),
    maxCases: 25,
    describe: ({ age, afterwards, earlier }) =>
      inWords`tokens held for ${age} s when the app was uninstalled${earlier > 0 ? ' and refreshed after as long' : ''}, tried ${afterwards} s later`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, drawn, stage) {
      const path = pathAt(stage.forUsers, drawn.listing);
      const [app, other] = [await aClient(scene), await aClient(scene)];
      const grant = await aGrant(scene, app, await anInsider(scene, stage));
      const control = await aGrant(scene, other, await anInsider(scene, stage));
      return stoppedWhenOlder(scene, path, { grant, control }, drawn, () => uninstall(scene, app));
    },
    *judge(seen) {
      yield* olderTokensAreStopped(seen, {
        access: {
          requirement: 'LIF-31',
          subject: 'with an access token that an app had held for some time when it was uninstalled',
        },
        refresh: {
          requirement: 'LIF-32',
          subject: 'a refresh by an uninstalled app with a token that it had held for some time',
        },
        spared: 'the refresh by another app',
      });
    },
  }),

  check({
    id: 'lifecycle/an-uninstalled-app-gets-no-code',
    title: 'A user who is sent through the authorization flow of an uninstalled app gives it no token that works',
    proves: ['LIF-34'],
    needs: uninstallationNeeds,
    cases: objectOf({
      known: fc.boolean(),
      freshSession: fc.boolean(),
      passes: fc.integer({ min: 1, max: 2 }),
      /** How often the app was uninstalled and installed again before. */
      earlier: fc.nat(1),
      listing: fc.nat(4),
    }),
    maxCases: 12,
    describe: ({ known, freshSession, passes, earlier }) =>
      inWords`${passes} passes by a user who ${known ? 'had' : 'had not'} consented before, the session ${freshSession ? 'fresh' : 'kept'}${earlier === 0 ? '' : ', the app reinstalled once before'}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { known, freshSession, passes, earlier, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const [app, other] = [await anAppInside(scene, stage), await aClient(scene)];
      const [user, witness] = [await anInsider(scene, stage), await anInsider(scene, stage)];
      const before = await aGrant(scene, app, known ? user : witness);
      await aGrant(scene, other, user);
      if (earlier > 0 && scene.supports('app.install')) {
        await uninstall(scene, app);
        await install(scene, app);
      }
      await uninstall(scene, app);
      await callsAfterRevocation(scene, before.authorization, [path]);
      const made = [];
      for (let pass = 0; pass < passes; pass++)
        made.push(await authorizeAndUse(scene, { user, app, freshSession }, [path]));
      const control = await aGrant(scene, other, user);
      const works = await scene.settle(() => scene.call(path, { authorization: control.authorization }), accepted);
      return { made, works };
    },
    *judge({ made, works }) {
      for (const { use } of made) yield* bringsNothingUsable(use, 'LIF-34', 'an authorization of an uninstalled app');
      yield* premise(accepted(works), `what the user authorized another app for ${answer(works)} too`);
    },
  }),

  check({
    id: 'lifecycle/uninstallation-leaves-others-alone',
    title: "Users' API keys and their tokens of other apps go on working while an app is uninstalled",
    proves: ['LIF-41'],
    needs: [...uninstallationNeeds, 'apiKey.create'],
    cases: objectOf({
      olderApp: fc.boolean(),
      apps: fc.integer({ min: 1, max: 2 }),
      refreshes: fc.nat(1),
      /** Whether all of them are added to one project. */
      inside: fc.boolean(),
      writes: fc.boolean(),
      listing: fc.nat(4),
      sized: fc.boolean(),
    }),
    maxCases: 16,
    describe: ({ olderApp, apps, inside }) =>
      inWords`${apps} apps uninstalled that are ${olderApp ? 'older' : 'younger'} than the one that stays${inside ? ', and in its project' : ''}`,
    arrange: (scene) => aStage(scene, 'key', 'delegated'),
    async gather(scene, { olderApp, apps, refreshes, inside, writes, listing, sized }, stage) {
      const made = [];
      for (let count = 0; count <= apps; count++)
        made.push(await (inside ? anAppInside(scene, stage) : aClient(scene)));
      const [other, ...doomed] = olderApp ? made.toReversed() : made;
      if (other === undefined) throw new NothingToJudge('no app was made');
      const user = await anInsider(scene, stage);
      const key = basic(await aKey(scene, user));
      let held = await aGrant(scene, other, user);
      for (const app of doomed) await aGrant(scene, app, user);
      if (refreshes > 0) held = await refreshed(scene, held);
      const query = sized ? '?pageSize=10' : '';
      const [keyPath, userPath] = [pathAt(stage.forKeys, listing) + query, pathAt(stage.forUsers, listing) + query];
      await mustBeServed(scene, key, keyPath, 'the key of a user');
      await mustBeServed(scene, held.authorization, userPath, 'a delegated token of another app');
      const writing = writes ? await aWriting(scene, key, user, ...doomed) : undefined;
      for (const app of doomed) await uninstall(scene, app);
      return {
        written: await writesOn(scene, writing),
        byKey: await callsWhenServed(scene, key, [keyPath]),
        byToken: await callsWhenServed(scene, held.authorization, [userPath]),
        again: await refresh(scene, other, held.refreshToken),
        anew: await authorizeUntilTokens(scene, { user, app: other }),
      };
    },
    *judge(seen) {
      yield* isAccepted(seen.byKey, 'LIF-41', 'with the API key of a user of an app that was uninstalled');
      yield* isAccepted(
        seen.byToken,
        'LIF-41',
        "with a user's token for another app than the one that was uninstalled",
      );
      yield* yieldsToken(seen.again, 'LIF-41', 'a refresh by another app than the one that was uninstalled');
      yield* stillWrites(seen.written, 'LIF-41', 'the write probe with the API key of a user of an uninstalled app');
      // all of them share a redirect URI
      const { exchanged, authorized } = seen.anew;
      const subject = 'an authorization of another app than the one that was uninstalled';
      if (exchanged === undefined) yield finding('LIF-41', subject, ending(authorized), 'a code for that app');
      else yield* yieldsToken(exchanged, 'LIF-41', `the code of ${subject}`);
    },
  }),
];

/** An app that is made without being installed, and installed then; made as usual where the control cannot do that. */
async function aLateClient(scene: Scene): Promise<App> {
  if (!scene.supports('app.install')) return aClient(scene);
  const made = await unlessRefused(createApp(scene, 'app', { redirectUris: [redirectUri], installed: false }));
  if (made === undefined) return aClient(scene);
  const app = { appId: made.appId, clientId: made.clientId, clientSecret: made.clientSecret, own: true };
  await install(scene, app);
  try {
    return await knownAgain(scene, app); // it may have another secret then (FRE-49)
  } catch (reason) {
    if (reason instanceof PremiseUnmet) return aClient(scene);
    throw reason;
  }
}
