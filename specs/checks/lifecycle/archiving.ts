import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, observation } from '../../../core/judgement.ts';
import { inWords, lasting } from '../../../core/wording.ts';
import {
  accessTokenIn,
  aKey,
  anAccessToken,
  legacyTokenPath,
  requestToken,
  settledTokenRequest,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aCode, aGrant, exchangeCode, refresh, refreshedTimes } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { arrive, ending } from '../../expectations/authorization.ts';
import type { TokenUse, Writing, Written } from '../../expectations/standing.ts';
import {
  aWriting,
  bringsNothingUsable,
  callEach,
  callsWhenServed,
  isAccepted,
  mustBeServed,
  overConnection,
  authorizeAndUse,
  respelt,
  stillWrites,
  isRevoked,
  useOf,
  writesNothing,
  writesOn,
  writtenStill,
} from '../../expectations/standing.ts';
import { appKinds } from '../../../generators/population.ts';
import {
  anAppLikeInside,
  anAppInside,
  anInsider,
  archive,
  archivingNeeds,
  aStage,
  delegatedNeeds,
  pathAt,
} from './stage.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { objectOf } from '../../../generators/object.ts';

const delegated = [...delegatedNeeds, 'app.archive'] as const;

/** What archiving an app stops, which is judged at once, and what it leaves alone ("States and transitions", App). */
export const archivingChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/an-archived-apps-token-is-refused-everywhere',
    title: 'Right after an app was archived its access token is refused on every listing, and writes nothing',
    proves: ['LIF-21'],
    needs: archivingNeeds,
    arrange: (scene) => aStage(scene, 'app'),
    async gather(scene, _, stage) {
      const [app, other] = [await anAppInside(scene, stage), await anAppInside(scene, stage)];
      const authorization = bearer(await anAccessToken(scene, app));
      const bystander = bearer(await anAccessToken(scene, other));
      const writing = await aWriting(scene, authorization, app);
      return scene.onOneConnection(async (kept) => {
        await callsWhenServed(scene, authorization, stage.forApps);
        await mustBeServed(scene, authorization, pathAt(stage.forApps, 0), "the app's token");
        await scene.call(pathAt(stage.forApps, 0), { authorization, over: kept });
        await archive(scene, app);
        const calls = await callEach(scene, authorization, stage.forApps);
        calls.push(...(await callEach(scene, authorization, stage.forApps, { over: kept })));
        for (const same of respelt(authorization))
          calls.push(...(await callEach(scene, same, stage.forApps.slice(0, 1))));
        const write = await writtenStill(writing);
        return { calls, write, control: await scene.call(pathAt(stage.forApps, 0), { authorization: bystander }) };
      });
    },
    *judge({ calls, write, control }) {
      yield* isRevoked(calls, 'LIF-21', 'with an access token of an app that was archived');
      yield* writesNothing(write, 'LIF-21', 'a record to be created by an archived app');
      yield* premise(accepted(control), `the token of another app ${answer(control)} too`);
      const refused = calls[0];
      if (refused === undefined || calls.some(accepted)) return;
      yield observation('FRE-18', `an archived app's call ${answer(refused)}`, refused);
    },
  }),

  check({
    id: 'lifecycle/archiving-stops-every-token-of-an-app',
    title: 'Archiving an app refuses each access token that it has and each request for one',
    proves: ['LIF-21', 'LIF-22', 'VER-15'],
    needs: archivingNeeds,
    cases: objectOf({
      used: fc.array(fc.boolean(), { minLength: 1, maxLength: 8, size: 'max' }),
      asked: fc.integer({ min: 1, max: 3 }),
      askedFirst: fc.boolean(),
      wrongBefore: fc.boolean(),
      /** Whether the legacy path issues its tokens. */
      legacy: fc.boolean(),
      /** What the app is like. */
      made: fc.constantFrom('an app without redirect URIs', ...appKinds),
      listing: fc.nat(4),
      connection: fc.constantFrom<'shared' | 'own'>('shared', 'own'),
    }),
    maxCases: 40,
    describe: ({ used, asked, askedFirst, legacy, made }) =>
      inWords`${made}, ${used.length} tokens${legacy ? ' of the legacy path' : ''} (${used.map((one) => (one ? 'used' : 'unused')).join(', ')}), archived, ${asked} more asked for ${askedFirst ? 'before' : 'after'} they are tried`,
    arrange: async (scene) => {
      const stage = await aStage(scene, 'app');
      return { stage, bystander: bearer(await anAccessToken(scene, await anAppInside(scene, stage))) };
    },
    async gather(
      scene,
      { used, asked, askedFirst, wrongBefore, legacy, made, listing, connection },
      { stage, bystander },
    ) {
      const path = pathAt(stage.forApps, listing);
      const app =
        made === 'an app without redirect URIs'
          ? await anAppInside(scene, stage, { redirected: false })
          : await anAppLikeInside(scene, stage, made);
      const tokens: string[] = [];
      for (const use of used) {
        const token = await anAccessToken(scene, app, legacy ? legacyTokenPath : tokenPath);
        tokens.push(token);
        if (use) await scene.call(path, { authorization: bearer(token) });
      }
      await mustBeServed(scene, bearer(tokens.at(-1) ?? ''), path, "the app's token");
      if (wrongBefore) await scene.call(path, { authorization: bearer('nobody-was-ever-given-this') });
      await archive(scene, app);
      const uses: TokenUse[] = [];
      const ask = async (): Promise<void> => {
        for (let count = 0; count < asked; count++) {
          uses.push(await useOf(scene, app, await requestToken(scene, app), [path], 'at once'));
        }
      };
      if (askedFirst) await ask();
      const calls = await overConnection(scene, connection, async (options) => {
        const made: Exchange[] = [];
        for (const token of tokens) made.push(...(await callEach(scene, bearer(token), [path], options)));
        return made;
      });
      if (!askedFirst) await ask();
      return { calls, uses, control: await scene.call(path, { authorization: bystander }) };
    },
    *judge({ calls, uses, control }, { legacy }) {
      const [requirement, whose] = legacy ? (['VER-15', ' of the legacy path'] as const) : (['LIF-21', ''] as const);
      yield* isRevoked(calls, requirement, `with an access token${whose} of an app that was archived since`);
      for (const use of uses) {
        yield* bringsNothingUsable(use, 'LIF-22', 'client_credentials of an archived app');
        const observed = `client_credentials of an archived app ${answer(use.answered)}`;
        yield observation('FRE-122', observed, use.answered);
      }
      yield* premise(accepted(control), `the token of another app ${answer(control)} too`);
    },
  }),

  check({
    id: 'lifecycle/an-archived-app-stays-stopped',
    title: 'As time passes, an archived app gets no token that works, and its tokens stay refused',
    proves: ['LIF-21', 'LIF-22', 'LIF-26', 'LIF-27'],
    needs: [...archivingNeeds, 'app.unarchive', 'passing-time'],
    maxSeconds: 2_000_000,
    cases: objectOf({
      age: fc.constantFrom(0, 450, 890),
      pauses: fc.array(fc.constantFrom(1, 5, 300, 901, 3700, 90_000, 900_000), { minLength: 1, maxLength: 2 }),
      listing: fc.nat(4),
    }),
    maxCases: 15,
    describe: ({ age, pauses }) =>
      inWords`a token ${age} s old, archived and tried after ${pauses.map(lasting).join(' and another ')}`,
    arrange: (scene) => aStage(scene, 'app'),
    async gather(scene, { age, pauses, listing }, stage) {
      const path = pathAt(stage.forApps, listing);
      const [app, bystander] = [await anAppInside(scene, stage), await anAppInside(scene, stage)];
      const authorization = bearer(await anAccessToken(scene, app));
      await mustBeServed(scene, authorization, path, "the app's token");
      if (age > 0) await scene.elapse(age);
      await archive(scene, app);
      const calls = await callEach(scene, authorization, [path]);
      const uses: TokenUse[] = [];
      for (const pause of pauses) {
        await scene.elapse(pause);
        calls.push(...(await callEach(scene, authorization, [path])));
        uses.push(await useOf(scene, app, await requestToken(scene, app), [path], 'at once'));
      }
      const control = await scene.call(path, { authorization: bearer(await anAccessToken(scene, bystander)) });
      await scene.operate('app.unarchive', { appId: app.appId });
      const renewed = await settledTokenRequest(scene, app);
      const token = accessTokenIn(renewed);
      return {
        calls,
        uses,
        control,
        renewed,
        after: token === undefined ? [] : await callsWhenServed(scene, bearer(token), [path]),
      };
    },
    *judge({ calls, uses, control, renewed, after }) {
      yield* isRevoked(calls, 'LIF-21', 'with an access token of an app that was archived some time before');
      for (const use of uses) {
        yield* bringsNothingUsable(use, 'LIF-22', 'client_credentials of an app that was archived some time before');
      }
      if (!(yield* premise(accepted(control), `the token of another app ${answer(control)} too`))) return;
      yield* yieldsToken(renewed, 'LIF-27', 'client_credentials with the secret from before a long archiving');
      yield* isAccepted(after, 'LIF-26', 'with a new token of an app that is active after a long archiving');
    },
  }),

  check({
    id: 'lifecycle/archiving-stops-delegated-tokens',
    title: 'An archived app can neither use nor refresh the tokens that it holds for users',
    proves: ['LIF-23', 'LIF-24'],
    needs: delegated,
    cases: objectOf({
      users: fc.integer({ min: 1, max: 3 }),
      refreshes: fc.nat(2),
      attempts: fc.integer({ min: 1, max: 2 }),
      at: fc.constantFrom(tokenPath, legacyTokenPath),
      ownToken: fc.boolean(),
      listing: fc.nat(4),
    }),
    maxCases: 20,
    describe: ({ users, refreshes, attempts, at }) =>
      inWords`${users} users, ${refreshes} refreshes each, then ${attempts} attempts each at ${at} to refresh for them`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { users, refreshes, attempts, at, ownToken, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const [app, other] = [await anAppInside(scene, stage), await aClient(scene)];
      const held: Grant[] = [];
      let control: Grant | undefined;
      while (held.length < users) {
        const user = await anInsider(scene, stage);
        const grant = await refreshedTimes(scene, await aGrant(scene, app, user, { path: at }), refreshes, at);
        await mustBeServed(scene, grant.authorization, path, 'a delegated access token');
        control ??= await aGrant(scene, other, user);
        held.push(grant);
      }
      if (ownToken) await anAccessToken(scene, app);
      const [only] = users === 1 ? held : [];
      const writing = only === undefined ? undefined : await aWriting(scene, only.authorization, only.user);
      await archive(scene, app);
      const calls: Exchange[] = [];
      const paths = users === 1 ? stage.forUsers : [path];
      for (const { authorization } of held) calls.push(...(await callEach(scene, authorization, paths)));
      const uses: TokenUse[] = [];
      for (const { refreshToken } of held) {
        for (let attempt = 0; attempt < attempts; attempt++) {
          const answered = await refresh(scene, app, refreshToken, { path: at, note: 'the app is archived' });
          uses.push(await useOf(scene, app, answered, [path], 'at once'));
        }
      }
      const write = await writtenStill(writing);
      const works = await scene.call(path, { authorization: control?.authorization ?? '' });
      return { calls, write, uses, works };
    },
    *judge({ calls, write, uses, works }) {
      yield* isRevoked(calls, 'LIF-23', 'with an access token that an archived app holds for a user');
      yield* writesNothing(write, 'LIF-23', 'a record to be created by an archived app for a user');
      for (const use of uses) yield* bringsNothingUsable(use, 'LIF-24', 'a refresh by an archived app');
      yield* premise(accepted(works), `what another app holds for the same user ${answer(works)} too`);
    },
  }),

  check({
    id: 'lifecycle/an-archived-app-is-authorized-for-nothing',
    title: 'Neither authorizations while an app is archived nor codes from before give it tokens that work',
    proves: ['LIF-25', 'LIF-47'],
    needs: delegated,
    cases: objectOf({
      known: fc.boolean(),
      freshSession: fc.boolean(),
      early: fc.boolean(),
      at: fc.constantFrom(tokenPath, legacyTokenPath),
      listing: fc.nat(4),
    }),
    maxCases: 16,
    describe: ({ known, freshSession, early, at }) =>
      `${early ? 'a code from before the archiving' : `an authorization with the session ${freshSession ? 'fresh' : 'kept'}`}, the app ${known ? 'known' : 'new'} to the user, the code exchanged at ${at}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { known, freshSession, early, at, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const [app, other, user] = [await aClient(scene), await aClient(scene), await anInsider(scene, stage)];
      if (known) await aGrant(scene, app, user);
      const code = early ? await aCode(scene, { app, user }) : undefined;
      await archive(scene, app);
      const use =
        code === undefined
          ? (await authorizeAndUse(scene, { user, app, freshSession }, [path], 'at once', at)).use
          : await useOf(scene, app, await exchangeCode(scene, app, code, { path: at }), [path], 'at once');
      const control = await aGrant(scene, other, user);
      const works = await scene.settle(() => scene.call(path, { authorization: control.authorization }), accepted);
      return { works, ...(use === undefined ? {} : { use }) };
    },
    *judge({ use, works }, { early }) {
      const subject = early ? 'the exchange of a code by an archived app' : 'an authorization of an archived app';
      yield* bringsNothingUsable(use, early ? 'LIF-47' : 'LIF-25', subject);
      yield* premise(accepted(works), `what the user authorized another app for ${answer(works)} too`);
    },
  }),

  check({
    id: 'lifecycle/archiving-leaves-others-alone',
    title: "Other apps' tokens and the keys of its users go on working while an app is archived",
    proves: ['LIF-29'],
    needs: [...delegated, 'apiKey.create'],
    cases: objectOf({
      older: fc.boolean(),
      archived: fc.integer({ min: 1, max: 2 }),
      namesakes: fc.boolean(),
      writes: fc.boolean(),
      listing: fc.nat(4),
      sized: fc.boolean(),
    }),
    maxCases: 12,
    describe: ({ older, archived, namesakes }) =>
      inWords`${archived} apps archived, ${older ? 'younger' : 'older'} than the one that goes on${namesakes ? ' and of its name' : ''}`,
    arrange: (scene) => aStage(scene, 'key', 'delegated', 'app'),
    async gather(scene, { older, archived, namesakes, writes, listing, sized }, stage) {
      const made = [];
      const called = namesakes ? scene.target.name('namesake') : undefined;
      for (let count = 0; count <= archived; count++) made.push(await anAppInside(scene, stage, { called }));
      const ordered = older ? made.toReversed() : made;
      const [other, ...doomed] = ordered;
      if (other === undefined) throw new NothingToJudge('no app was made');
      const user = await anInsider(scene, stage);
      const key = basic(await aKey(scene, user));
      for (const app of doomed) await aGrant(scene, app, user);
      const held = await aGrant(scene, other, user);
      const own = bearer(await anAccessToken(scene, other));
      const paths = [stage.forKeys, stage.forUsers, stage.forApps].map(
        (open) => pathAt(open, listing) + (sized ? '?pageSize=10' : ''),
      );
      const [keyPath = '', userPath = '', appPath = ''] = paths;
      await mustBeServed(scene, key, keyPath, 'the key of a user');
      await mustBeServed(scene, held.authorization, userPath, 'a delegated token of another app');
      await mustBeServed(scene, own, appPath, 'the token of another app');
      // to projects that the doomed apps may write to as well
      const writings: Writing[] = [];
      for (const [authorization, actor] of [[own, other] as const, [key, user] as const]) {
        const writing = writes ? await aWriting(scene, authorization, actor, ...doomed) : undefined;
        if (writing !== undefined) writings.push(writing);
      }
      for (const app of doomed) await archive(scene, app);
      const written: (Written | undefined)[] = [];
      for (const writing of writings) written.push(await writesOn(scene, writing));
      // a new credential may be known here and not yet there
      const goesOnAt = (path: string, authorization: string): Promise<Exchange> =>
        scene.settle(() => scene.call(path, { authorization }), accepted);
      return {
        written,
        byKey: await goesOnAt(keyPath, key),
        byUser: await goesOnAt(userPath, held.authorization),
        byApp: await goesOnAt(appPath, own),
        asked: await requestToken(scene, other),
        refreshed: await refresh(scene, other, held.refreshToken),
        authorized: await arrive(scene, { user, app: other }),
      };
    },
    *judge(seen) {
      const meanwhile = 'while another app was archived';
      yield* isAccepted([seen.byKey], 'LIF-29', `with the API key of a user of an archived app, ${meanwhile},`);
      yield* isAccepted([seen.byUser], 'LIF-29', `with a delegated access token ${meanwhile}`);
      yield* isAccepted([seen.byApp], 'LIF-29', `with an app's own token ${meanwhile}`);
      yield* yieldsToken(seen.asked, 'LIF-29', `client_credentials ${meanwhile}`);
      yield* yieldsToken(seen.refreshed, 'LIF-29', `a refresh ${meanwhile}`);
      if (seen.authorized.code === undefined) {
        const subject = `an authorization of an app, ${meanwhile},`;
        yield finding('LIF-29', subject, ending(seen.authorized), 'a redirect with a code, as before');
      }
      for (const one of seen.written) {
        yield* stillWrites(one, 'LIF-29', `the write probe by an app or a user who shares a project, ${meanwhile},`);
      }
    },
  }),
];
