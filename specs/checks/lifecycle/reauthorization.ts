import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { accessTokenIn } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, authorize, refresh, refreshed, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import { spentAt } from '../../../generators/refresh-history.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { arrive, ending } from '../../expectations/authorization.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import {
  authorizeUntilTokens,
  callsWhenServed,
  callsAfterRevocation,
  isAccepted,
  mustBeServed,
} from '../../expectations/standing.ts';
import { anInsider, aStage, delegatedNeeds, pathAt, suspend, unsuspend } from './stage.ts';
import { shares } from '../../../generators/share.ts';
import { objectOf } from '../../../generators/object.ts';

const delegated = [...delegatedNeeds, 'user.suspend', 'user.unsuspend'] as const;

/** What users authorize again after a suspension, and what does not come back by itself ("States and transitions", User). */
export const reauthorizationChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/an-unsuspended-user-authorizes-again',
    title: 'A user who is active again can authorize known and new apps, and their tokens work',
    proves: ['LIF-20'],
    needs: delegated,
    cases: objectOf({
      known: fc.boolean(),
      freshSession: fc.boolean(),
      cycles: fc.integer({ min: 1, max: 3 }),
      triedMeanwhile: fc.boolean(),
      listing: fc.nat(4),
    }),
    maxCases: 20,
    describe: ({ known, freshSession, cycles, triedMeanwhile }) =>
      inWords`${cycles} suspensions${triedMeanwhile ? ', with an attempt to authorize in each' : ''}, then ${known ? 'the app from before' : 'a new app'}, the session ${freshSession ? 'fresh' : 'kept'}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { known, freshSession, cycles, triedMeanwhile, listing }, stage): Promise<Again> {
      const path = pathAt(stage.forUsers, listing);
      const [user, bystander] = [await anInsider(scene, stage), await anInsider(scene, stage)];
      const former = await aClient(scene);
      const app = known ? former : await aClient(scene);
      const before = await aGrant(scene, former, user);
      await mustBeServed(scene, before.authorization, path, 'a delegated access token');
      for (let cycle = 0; cycle < cycles; cycle++) {
        await suspend(scene, user);
        await callsAfterRevocation(scene, before.authorization, [path]);
        if (triedMeanwhile) await authorize(scene, { user, app });
        await unsuspend(scene, user);
      }
      const works = await aGrant(scene, app, bystander);
      const old = await scene.call(path, { authorization: before.authorization });
      const { authorized, exchanged } = await authorizeUntilTokens(scene, { user, app, freshSession });
      const seen: Again = { authorized, works: works.answered, old, calls: [] };
      if (exchanged === undefined) return seen;
      const token = accessTokenIn(exchanged);
      const calls = token === undefined ? [] : await callsWhenServed(scene, bearer(token), [path]);
      const refreshToken = token === undefined ? undefined : refreshTokenIn(exchanged);
      const again = refreshToken === undefined ? undefined : await refresh(scene, app, refreshToken);
      return { ...seen, exchanged, calls, ...(again === undefined ? {} : { again }) };
    },
    *judge({ authorized, old, exchanged, calls, again }, { known, freshSession }) {
      const subject = 'an authorization by a user who is active again';
      if (exchanged === undefined) yield finding('LIF-20', subject, ending(authorized), 'a code for the app');
      else if (accessTokenIn(exchanged) === undefined) {
        yield finding('LIF-20', `the code of ${subject}`, answer(exchanged), 'an access token', exchanged);
      }
      yield* isAccepted(calls, 'LIF-20', `with the token of ${subject}`);
      if (again !== undefined && accessTokenIn(again) === undefined) {
        yield finding('LIF-20', `the refresh after ${subject}`, answer(again), 'an access token', again);
      }
      const resumed = accepted(old) ? 'works again' : 'stays refused';
      yield observation('FRE-114', `an access token from before a suspension ${resumed} after it`);
      if (!known || freshSession) return;
      const asked = authorized.prompts.includes('consent') ? 'asked again' : 'remembered';
      yield observation('FRE-74', `consent is ${asked} after a suspension`);
    },
  }),

  check({
    id: 'lifecycle/unsuspension-revives-no-spent-token',
    title: 'A refresh token that was spent before a suspension yields no token after it',
    proves: ['LIF-45'],
    needs: delegated,
    cases: objectOf({
      refreshes: fc.integer({ min: 1, max: 4 }),
      which: fc.oneof(fc.constantFrom(0, 1), shares),
      cycles: fc.integer({ min: 1, max: 2 }),
      newestTriedMeanwhile: fc.boolean(),
      spentTriedMeanwhile: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ refreshes, cycles, which }) =>
      inWords`${refreshes} refreshes, ${cycles} suspensions, then spent token ${Math.round(which * (refreshes - 1)) + 1} presented`,
    async gather(scene, { refreshes, which, cycles, newestTriedMeanwhile, spentTriedMeanwhile }) {
      const app = await aClient(scene);
      const user = await anInsider(scene, { laboratory: undefined });
      const bystander = await aGrant(scene, app, await anInsider(scene, { laboratory: undefined }));
      let grant = await aGrant(scene, app, user);
      const spent: string[] = [];
      for (let count = 0; count < refreshes; count++) {
        spent.push(grant.refreshToken);
        grant = await refreshed(scene, grant);
      }
      const presented =
        spent[spentAt({ which, path: 'unversioned', times: 1, atOnce: false, elsewhere: false, after: 0 }, refreshes)];
      for (let cycle = 0; cycle < cycles; cycle++) {
        await suspend(scene, user);
        if (spentTriedMeanwhile)
          await refresh(scene, app, presented ?? '', { note: 'spent, and the user is suspended' });
        if (newestTriedMeanwhile) await refresh(scene, app, grant.refreshToken, { note: 'the user is suspended' });
        await unsuspend(scene, user);
      }
      const authorized = await arrive(scene, { user, app }); // until the user is known to be active again
      const probe = await refresh(scene, app, presented ?? '', {
        note: 'a token that was spent before the suspension',
      });
      const control = await refresh(scene, app, bystander.refreshToken);
      return { probe, control, active: authorized.code !== undefined };
    },
    *judge({ probe, control, active }) {
      yield* obtainsNoToken(probe, 'LIF-45', 'a refresh token that was spent before a suspension');
      yield* premise(active, 'the user could not authorize the app after the un-suspension');
      yield* premise(accessTokenIn(control) !== undefined, `the refresh for another user ${answer(control)} too`);
    },
  }),
];

/** An authorization after a suspension, and what came of it. */
interface Again {
  readonly authorized: Authorized;
  /** The answer that gave another user's token. */
  readonly works: Exchange;
  /** A call with an access token from before. */
  readonly old: Exchange;
  readonly calls: readonly Exchange[];
  readonly exchanged?: Exchange;
  readonly again?: Exchange;
}
