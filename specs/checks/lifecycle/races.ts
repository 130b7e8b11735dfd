import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import { accessTokenIn, anAccessToken, requestToken } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import { callsAfterRevocation, mustBeServed, refreshAfterRevocation, isRevoked } from '../../expectations/standing.ts';
import { anAppInside, anInsider, archive, archivingNeeds, aStage, delegatedNeeds, pathAt, suspend } from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

/** Checks of changes of state while requests are on their way ("States and transitions"). */
export const racesChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/no-token-of-a-refresh-that-raced-with-a-suspension',
    title: 'Tokens from refreshes during a suspension are refused once the suspension has taken effect',
    proves: ['LIF-19'],
    needs: [...delegatedNeeds, 'user.suspend'],
    cases: objectOf({
      chains: fc.integer({ min: 1, max: 6 }),
      apps: fc.integer({ min: 1, max: 2 }),
      ahead: fc.nat(5),
      listing: fc.nat(4),
    }),
    maxCases: 12,
    describe: ({ chains, apps, ahead }) =>
      inWords`${chains} authorizations of ${apps} apps refreshed without a pause, the user suspended after ${ahead} refreshes`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { chains, apps, ahead, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const user = await anInsider(scene, stage);
      const made = [await aClient(scene)];
      while (made.length < apps) made.push(await aClient(scene));
      const grants: Grant[] = [];
      for (let index = 0; index < chains; index++) {
        const app = made[index % made.length];
        if (app !== undefined) grants.push(await aGrant(scene, app, user));
      }
      const control = await aGrant(scene, made[0] ?? grants[0]!.app, await anInsider(scene, stage));
      await mustBeServed(scene, control.authorization, path, 'a delegated access token');
      const race = { refreshes: 0, over: false };
      return scene.onConnections(grants.length, async (connections) => {
        const chainOf =
          (grant: Grant, over: Dispatcher) =>
          async (part: Scene): Promise<Chain> => {
            const tokens: string[] = [];
            let newest = grant.refreshToken;
            for (let turn = 0; turn < 40 && (!race.over || turn < 2); turn++) {
              const answered = await refresh(part, grant.app, newest, { over });
              race.refreshes++;
              const [token, next] = [accessTokenIn(answered), refreshTokenIn(answered)];
              if (token === undefined || next === undefined) break;
              tokens.push(token);
              newest = next;
            }
            return { grant: { app: grant.app, refreshToken: newest }, tokens };
          };
        const suspending = async (part: Scene): Promise<undefined> => {
          for (let turn = 0; turn < 100 && race.refreshes < ahead; turn++) {
            await part.call(path, { note: 'while refreshes are on their way' });
          }
          await suspend(part, user);
          race.over = true;
          return undefined;
        };
        const ended = await scene.together<Chain | undefined>([
          ...connections.map((over, index) => chainOf(grants[index]!, over)),
          suspending,
        ]);
        const calls: Exchange[] = [];
        const answers: Exchange[] = [];
        for (const chain of ended) {
          if (chain === undefined) continue;
          for (const token of chain.tokens) calls.push(...(await callsAfterRevocation(scene, bearer(token), [path])));
          answers.push(await refreshAfterRevocation(scene, chain.grant));
        }
        return { calls, answers, control: await scene.call(path, { authorization: control.authorization }) };
      });
    },
    *judge({ calls, answers, control }) {
      yield* isRevoked(calls, 'LIF-19', 'with an access token of a refresh that raced with the suspension of its user');
      for (const one of answers) {
        yield* obtainsNoToken(one, 'LIF-19', 'a refresh token of a refresh that raced with the suspension of its user');
      }
      yield* premise(accepted(control), `a token for another user ${answer(control)} too`);
    },
  }),

  check({
    id: 'lifecycle/no-call-after-archiving-was-acknowledged',
    title: 'No call on any connection is served after the archiving of its app was acknowledged',
    proves: ['LIF-30'],
    needs: archivingNeeds,
    cases: objectOf({
      callers: fc.integer({ min: 2, max: 9 }),
      askers: fc.nat(2),
      ahead: fc.integer({ min: 1, max: 2 }),
      after: fc.integer({ min: 1, max: 2 }),
      listing: fc.nat(4),
    }),
    maxCases: 12,
    describe: ({ callers, askers, ahead, after }) =>
      inWords`${callers} connections with calls and ${askers} that ask for tokens, archived after ${ahead} calls each, ${after} more each`,
    arrange: (scene) => aStage(scene, 'app'),
    async gather(scene, { callers, askers, ahead, after, listing }, stage) {
      const app = await anAppInside(scene, stage);
      const bystander = bearer(await anAccessToken(scene, await anAppInside(scene, stage)));
      const path = pathAt(stage.forApps, listing);
      const tokens = [await anAccessToken(scene, app), await anAccessToken(scene, app)];
      await mustBeServed(scene, bearer(tokens[0] ?? ''), path, "the app's token");
      await mustBeServed(scene, bystander, path, 'the token of another app');
      const state = { acknowledged: false, calls: 0 };
      const late: Exchange[] = [];
      await scene.onConnections(callers, async (connections) => {
        const caller =
          (index: number, over: Dispatcher) =>
          async (part: Scene): Promise<void> => {
            let left = after;
            for (let turn = 0; turn < 60 && left > 0; turn++) {
              const began = state.acknowledged;
              const token = tokens[(index + turn) % tokens.length] ?? '';
              const call = await part.call(path, { authorization: bearer(token), over });
              state.calls++;
              if (!began) continue;
              late.push(call);
              left--;
            }
          };
        const asker = async (part: Scene): Promise<void> => {
          for (let turn = 0; turn < 20 && !state.acknowledged; turn++) {
            const token = accessTokenIn(await requestToken(part, app));
            if (token !== undefined) tokens.push(token);
          }
        };
        const archiving = async (part: Scene): Promise<void> => {
          for (let turn = 0; turn < 100 && state.calls < ahead * callers; turn++) {
            await part.call(path, { authorization: bystander, note: 'while calls of another app are on their way' });
          }
          await archive(part, app);
          state.acknowledged = true;
        };
        await scene.together<void>([
          ...connections.map((over, index) => caller(index, over)),
          ...Array.from({ length: askers }, () => asker),
          archiving,
        ]);
        for (const token of tokens) late.push(await scene.call(path, { authorization: bearer(token) }));
      });
      return { late, control: await scene.call(path, { authorization: bystander }) };
    },
    *judge({ late, control }) {
      yield* isRevoked(late, 'LIF-30', 'that began after the archiving of its app was acknowledged');
      yield* premise(late.length > 0 && accepted(control), `the token of another app ${answer(control)} too`);
    },
  }),
];

/** A chain of refreshes, each with the refresh token that the one before brought. */
interface Chain {
  readonly grant: Pick<Grant, 'app' | 'refreshToken'>;
  readonly tokens: readonly string[];
}
