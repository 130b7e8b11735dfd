import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aCode, aGrant, exchangeCode, refreshed } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import {
  aWriting,
  bringsNothingUsable,
  callsAfterRevocation,
  mustBeServed,
  authorizeAndUse,
  respelt,
  isRevoked,
  useOf,
  writesNothing,
  writtenInTime,
} from '../../expectations/standing.ts';
import type { Held, TokenKind } from './held-tokens.ts';
import { grantsHeld, served, stoppedIn, tryHeld, useHeld, works } from './held-tokens.ts';
import { olderTokenAxes, olderTokensAreStopped, stoppedWhenOlder } from './older-tokens.ts';
import { aKeyHolder, anInsider, aStage, delegatedNeeds, pathAt, suspend, suspensionNeeds, unsuspend } from './stage.ts';
import { held, observation } from '../../../core/judgement.ts';
import { objectOf } from '../../../generators/object.ts';

/** What the suspension of a user stops ("States and transitions", User). */
export const suspensionChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/a-suspended-users-key-is-refused',
    title: "A suspended user's API key is refused on every listing and connection, and writes nothing",
    proves: ['LIF-01'],
    needs: suspensionNeeds,
    arrange: (scene) => aStage(scene, 'key'),
    async gather(scene, _, stage) {
      const paths = stage.forKeys;
      const [owner, bystander] = [await aKeyHolder(scene, stage), await aKeyHolder(scene, stage)];
      const authorization = basic(owner.apiKey);
      const writing = await aWriting(scene, authorization, owner);
      return scene.onOneConnection(async (kept) => {
        await mustBeServed(scene, authorization, pathAt(paths, 0), 'the key of an active user');
        await scene.call(pathAt(paths, 0), { authorization, over: kept });
        await suspend(scene, owner);
        const { outcome: calls, ms } = await delayed(scene, () => callsAfterRevocation(scene, authorization, paths));
        const onKept = await callsAfterRevocation(scene, authorization, paths, { over: kept });
        const again = await callsAfterRevocation(scene, authorization, paths);
        for (const same of respelt(authorization))
          again.push(...(await callsAfterRevocation(scene, same, paths.slice(0, 1))));
        const control = await scene.call(pathAt(paths, 0), { authorization: basic(bystander.apiKey) });
        const write = await writtenInTime(scene, writing);
        return { calls: [...calls, ...onKept, ...again], ms, control, write };
      });
    },
    *judge({ calls, ms, control, write }) {
      yield* isRevoked(calls, 'LIF-01', 'with the API key of a suspended user');
      yield* writesNothing(write, 'LIF-01', 'a record to be created with the API key of a suspended user');
      yield* premise(accepted(control), `the key of a user who was not suspended ${answer(control)} too`);
      const refused = calls[0];
      if (refused === undefined || calls.some(accepted)) return;
      yield observation('FRE-17', `a suspended user's key ${answer(refused)}`, refused);
      yield seenWithin('FRE-15', 'a suspension', ms);
    },
  }),

  check({
    id: 'lifecycle/a-suspension-stops-what-apps-hold',
    title: 'Access and refresh tokens that apps hold for a suspended user are refused',
    proves: ['LIF-02', 'LIF-03', 'LIF-04'],
    needs: [...delegatedNeeds, 'user.suspend'],
    cases: objectOf({
      apps: fc.constantFrom(1, 1, 1, 2, 3, 6),
      authorizations: fc.integer({ min: 1, max: 2 }),
      refreshes: fc.nat(2),
      /** Where the tokens were refreshed. */
      at: fc.constantFrom(tokenPath, legacyTokenPath),
      others: fc.nat(1),
      /** Whether the access tokens are used before. */
      used: fc.boolean(),
      kind: fc.constantFrom<TokenKind>('access', 'refresh'),
      listing: fc.nat(4),
      connection: fc.constantFrom<'shared' | 'own'>('shared', 'own'),
    }),
    maxCases: 40,
    describe: ({ apps, authorizations, refreshes, at, kind }) =>
      inWords`${apps} apps, ${authorizations} authorizations each, ${refreshes} refreshes each at ${at}, then the ${kind} tokens tried`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { apps, authorizations, refreshes, at, others, used, kind, listing, connection }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const bystander = await anInsider(scene, stage);
      const user = await anInsider(scene, stage);
      const held: Held[] = [];
      let control: Grant | undefined;
      for (let index = 0; index < apps; index++) {
        const app = await aClient(scene);
        control ??= await aGrant(scene, app, bystander);
        for (let other = 0; other < others; other++) await aGrant(scene, app, await anInsider(scene, stage));
        const grants = await grantsHeld(scene, { app, user }, { authorizations, refreshes, at });
        held.push(...grants.map((grant) => ({ of: index, grant })));
      }
      // whatever was done with them before, they are refused now; which of them worked tells nothing of that
      const working = used ? await served(scene, path, held) : held;
      await suspend(scene, user);
      const tried = await tryHeld(scene, path, kind === 'access' ? working : held, { kind, connection });
      return { tried, witness: control && (await useHeld(scene, path, control, kind)) };
    },
    *judge({ tried, witness }, { kind, apps }) {
      const stoppedApps = stoppedIn(tried);
      for (const { of, shown, through } of tried) {
        const several = through && apps > 1 && stoppedApps.size > 0 && !stoppedApps.has(of);
        if (kind === 'access') {
          const subject = several
            ? 'with the access token that another app holds for a suspended user'
            : 'with an access token that an app holds for a suspended user';
          yield* isRevoked([shown], several ? 'LIF-04' : 'LIF-02', subject);
        } else {
          const subject = several ? "another app's refresh for a suspended user" : 'a refresh for a suspended user';
          yield* obtainsNoToken(shown, several ? 'LIF-04' : 'LIF-03', subject);
        }
        if (apps > 1 && !through) yield held('LIF-04');
      }
      const isServed = witness !== undefined && works(kind, witness);
      yield* premise(isServed, `what the app holds for another user is not served either`);
      const refused = tried.find(({ through }) => !through)?.shown;
      if (refused === undefined) return;
      const freedom = kind === 'access' ? 'FRE-17' : 'FRE-28';
      yield observation(freedom, `a suspended user's ${kind} token ${answer(refused)}`, refused);
    },
  }),

  check({
    id: 'lifecycle/a-suspended-users-access-token-is-refused-everywhere',
    title: "A suspended user's delegated access token is refused on every listing, and writes nothing",
    proves: ['LIF-02'],
    needs: [...delegatedNeeds, 'user.suspend'],
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, _, stage) {
      const user = await anInsider(scene, stage);
      const bystander = await aGrant(scene, await aClient(scene), await anInsider(scene, stage));
      const grant = await refreshed(scene, await aGrant(scene, await aClient(scene), user));
      const writing = await aWriting(scene, grant.authorization, user);
      await mustBeServed(scene, grant.authorization, pathAt(stage.forUsers, 0), 'a delegated access token');
      await suspend(scene, user);
      const calls = await callsAfterRevocation(scene, grant.authorization, stage.forUsers);
      for (const same of respelt(grant.authorization)) {
        calls.push(...(await callsAfterRevocation(scene, same, [pathAt(stage.forUsers, 0)])));
      }
      const write = await writtenInTime(scene, writing);
      const control = await scene.call(pathAt(stage.forUsers, 0), { authorization: bystander.authorization });
      return { calls, write, control };
    },
    *judge({ calls, write, control }) {
      yield* isRevoked(calls, 'LIF-02', 'with an access token that an app holds for a suspended user');
      yield* writesNothing(write, 'LIF-02', 'a record to be created by an app for a suspended user');
      yield* premise(accepted(control), `a token for a user who was not suspended ${answer(control)} too`);
    },
  }),

  check({
    id: 'lifecycle/a-suspension-stops-older-tokens',
    title: 'Tokens that an app has held for some time are stopped by a suspension as new ones are, and stay so',
    proves: ['LIF-02', 'LIF-03'],
    needs: [...delegatedNeeds, 'user.suspend', 'passing-time'],
    maxSeconds: 3_000_000,
    cases: objectOf({
      age: fc.constantFrom(1, 450, 890, 901, 3700, 90_000, 1_400_000),
      ...olderTokenAxes,
    }),
    maxCases: 25,
    describe: ({ age, afterwards, earlier }) =>
      inWords`tokens held for ${age} s when the user was suspended${earlier > 0 ? ' and refreshed after as long' : ''}, tried ${afterwards} s later`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, drawn, stage) {
      const path = pathAt(stage.forUsers, drawn.listing);
      const user = await anInsider(scene, stage);
      const [app, witness] = [await aClient(scene), await anInsider(scene, stage)];
      const grant = await aGrant(scene, app, user);
      const control = await aGrant(scene, app, witness);
      return stoppedWhenOlder(scene, path, { grant, control }, drawn, () => suspend(scene, user));
    },
    *judge(seen) {
      yield* olderTokensAreStopped(seen, {
        access: {
          requirement: 'LIF-02',
          subject: 'with an access token that an app had held for some time for a user now suspended',
        },
        refresh: {
          requirement: 'LIF-03',
          subject: 'a refresh for a suspended user with a token that was held for some time',
        },
        spared: 'the refresh for another user',
      });
    },
  }),

  check({
    id: 'lifecycle/a-suspended-user-authorizes-nothing',
    title: 'A suspended user who is sent through the authorization flow again gives no app a token that works',
    proves: ['LIF-17'],
    needs: [...delegatedNeeds, 'user.suspend'],
    cases: objectOf({
      session: fc.constantFrom('kept', 'fresh', 'none'),
      known: fc.boolean(),
      passes: fc.integer({ min: 1, max: 2 }),
      /** How often the user was suspended and un-suspended before. */
      earlier: fc.nat(1),
      listing: fc.nat(4),
    }),
    maxCases: 16,
    describe: ({ session, known, passes, earlier }) =>
      inWords`${passes} passes with ${session === 'none' ? 'no session before' : `the session ${session}`}, to an app that the user ${known ? 'had' : 'had not'} consented to${earlier === 0 ? '' : ', suspended once before'}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { session, known, passes, earlier, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const [user, bystander] = [await anInsider(scene, stage), await anInsider(scene, stage)];
      const first = await aClient(scene);
      const app = known ? first : await aClient(scene);
      const before = session === 'none' ? undefined : await aGrant(scene, first, user);
      if (earlier > 0 && scene.supports('user.unsuspend')) {
        await suspend(scene, user);
        await unsuspend(scene, user);
      }
      await suspend(scene, user);
      if (before !== undefined) await callsAfterRevocation(scene, before.authorization, [path]);
      const made = [];
      for (let pass = 0; pass < passes; pass++) {
        made.push(await authorizeAndUse(scene, { user, app, freshSession: session === 'fresh' }, [path]));
      }
      const control = await aGrant(scene, app, bystander);
      const works = await scene.settle(() => scene.call(path, { authorization: control.authorization }), accepted);
      return { made, works };
    },
    *judge({ made, works }) {
      for (const { code, use } of made) {
        yield* bringsNothingUsable(use, 'LIF-17', 'an authorization by a suspended user');
        const observed = code ? 'a code was sent to the app' : 'no code was sent to the app';
        yield observation('FRE-116', `where a suspended user was sent to authorize, ${observed}`);
      }
      yield* premise(accepted(works), `a token that another user authorized ${answer(works)} too`);
    },
  }),

  check({
    id: 'lifecycle/a-code-from-before-a-suspension-is-of-no-use',
    title: 'A code that was issued before its user was suspended gives no token that works during the suspension',
    proves: ['LIF-18'],
    needs: [...delegatedNeeds, 'user.suspend'],
    cases: objectOf({
      earlier: fc.nat(1),
      attempts: fc.integer({ min: 1, max: 2 }),
      listing: fc.nat(4),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
    }),
    maxCases: 12,
    describe: ({ earlier, attempts, path }) =>
      inWords`${earlier} authorizations before, then ${attempts} exchanges at ${path} while suspended`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { earlier, attempts, listing, path: at }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const app: App = await aClient(scene);
      const [user, bystander] = [await anInsider(scene, stage), await anInsider(scene, stage)];
      for (let index = 0; index < earlier; index++) await aGrant(scene, app, user);
      const code = await aCode(scene, { app, user });
      const other = await aCode(scene, { app, user: bystander });
      await suspend(scene, user);
      const uses = [];
      for (let attempt = 0; attempt < attempts; attempt++) {
        const answered = await exchangeCode(scene, app, code, { path: at, note: 'the user was suspended since' });
        uses.push(await useOf(scene, app, answered, [path]));
      }
      return { uses, control: await exchangeCode(scene, app, other) };
    },
    *judge({ uses, control }) {
      for (const use of uses) {
        yield* bringsNothingUsable(use, 'LIF-18', 'the exchange of a code whose user was suspended since');
        yield observation('FRE-117', `the exchange for a suspended user ${answer(use.answered)}`, use.answered);
      }
      yield* premise(
        accessTokenIn(control) !== undefined,
        `the exchange of another user's code ${answer(control)} too`,
      );
    },
  }),
];
