import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import {
  accessTokenIn,
  anAccessToken,
  anApp,
  anAppWithAccess,
  requestToken,
  settledTokenRequest,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted, yieldsToken } from '../../expectations/acceptance.ts';
import { callsOfAnySort } from '../../expectations/calls-of-any-sort.ts';
import { listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { acceptedAgain, burst, isUsedLongEnough, repeatedUseCheck } from '../../expectations/repeated-use.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** Lifetime of an access token in seconds, and the ages at which the check uses one. */
const lifetime = 900;
const ages = [300, 450, 880] as const;
/**
 * Tolerance in seconds: a clock of whole seconds may be one off at each reading, and a lifetime in whole seconds one
 * short.
 */
const grain = 2;

/**
 * Checks that a token works for its whole lifetime and for every call ("OAuth bearer with app credentials", 2 and 3).
 */
export const tokenUseChecks: readonly SuiteCheck[] = [
  repeatedUseCheck({
    id: 'client-credentials/a-token-is-good-for-many-calls',
    title: 'One access token is accepted in many calls: one after another, at once and over new connections',
    proves: ['CCR-05'],
    needs: ['app'],
    what: 'an access token',
    arrange: async (scene) => {
      const { app, authorization } = await anAppWithAccess(scene);
      return { app, open: await listingsOpenTo(scene, authorization) };
    },
    credential: async (scene, { app }) => bearer(await anAccessToken(scene, app)),
  }),

  check({
    id: 'client-credentials/a-token-is-good-for-calls-of-any-sort',
    title: 'A token that a listing serves is accepted there for small, following, sorted and filtered pages',
    proves: ['CCR-05'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const app = await anApp(scene);
      const calls = await callsOfAnySort(scene, app);
      return calls(bearer(await anAccessToken(scene, app)), await scene.listings());
    },
    *judge(seen) {
      for (const { how, plain, call } of seen) {
        if (!(yield* premise(accepted(plain), 'a listing does not serve the token of an app at all'))) continue;
        // The checks of listings judge the effect of a query. Here only a 401 counts: the token was not recognised.
        if (call.response?.status !== 401) continue;
        yield finding('CCR-05', `GET ${how} with a token that the same listing serves`, answer(call), 'a page', call);
      }
    },
  }),

  check({
    id: 'client-credentials/another-token-can-be-had-at-any-age-of-the-last',
    title: 'An app whose last token is young, old or in its last minute obtains another with the same request',
    proves: ['CCR-06'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 880,
    cases: fc.constantFrom(1, 60, 300, 595, 845, 880),
    maxCases: 12,
    describe: (age) => inWords`a token of ${age} s`,
    async gather(scene, age) {
      const { app } = await anAppWithAccess(scene);
      await scene.elapse(age);
      const again = await requestToken(scene, app);
      // if no app obtains a token at this moment, the app's own tokens are not the reason
      const isServed = accessTokenIn(again) !== undefined;
      return { again, other: isServed ? again : await settledTokenRequest(scene, await anApp(scene)) };
    },
    *judge({ again, other }, age) {
      if (yield* premise(accessTokenIn(other) !== undefined, 'another app obtained no token either'))
        yield* yieldsToken(again, 'CCR-06', `a client_credentials request ${age} s after the last one`);
    },
  }),

  check({
    id: 'client-credentials/a-token-is-good-throughout-its-life',
    title: 'An access token serves over a hundred calls until shortly before it expires',
    proves: ['CCR-05', 'CCR-06', 'CCR-07'],
    needs: ['app', 'passing-time'],
    maxSeconds: 1800,
    async gather(scene) {
      const { app, token: rested } = await anAppWithAccess(scene);
      const open = await listingsOpenTo(scene, bearer(rested));
      const lone = scene.supports('app.create') ? (await anAppWithAccess(scene)).authorization : undefined;
      // calls go to the open listings in turn, so their number does not depend on how many are open
      const at = (turn: number): string => listingAt(open, turn).path;
      const call = (authorization: string, turn = 0) => scene.call(at(turn), { authorization });
      const born = await scene.clock();
      const worn = bearer(await anAccessToken(scene, app));
      const isEnough = isUsedLongEnough(scene);
      const early: Exchange[] = [];
      for (let turn = 0; turn < 60 && !isEnough(); turn++) early.push(await call(worn, turn));
      const another = async () => {
        const again = await requestToken(scene, app);
        const token = accessTokenIn(again);
        return { again, byIt: token === undefined ? undefined : await call(bearer(token)) };
      };
      const moments: Moment[] = [];
      for (const age of ages) {
        await scene.elapse(born + age - (await scene.clock()), { late: 1 });
        const sibling = await call(bearer(rested));
        const control = lone === undefined ? undefined : await scene.settle(() => call(lone), accepted);
        const uses: Exchange[] = [];
        for (let turn = 0; turn < 5; turn++) uses.push(...(await burst(scene, at(turn), worn, 4, 'at once')));
        const younger = await another();
        const afterwards = await call(worn);
        const until = (await scene.clock()) - born + 2 * scene.target.settings.limits.clockSkewSeconds;
        moments.push({ age, until, sibling, control, uses, younger, afterwards });
      }
      // the earlier tokens have expired, and the app sends the same request again
      await scene.elapse(lifetime);
      return { early, moments, newest: await another() };
    },
    *judge({ early, moments, newest }) {
      const worn = yield* acceptedAgain(early, 'CCR-05', 'an access token');
      for (const moment of moments) {
        const { age, until, younger } = moment;
        yield* yieldsToken(younger.again, 'CCR-06', `a client_credentials request ${age} s after an earlier one`);
        if (worn && until < lifetime - grain) yield* stillGood(moment);
      }
      yield* yieldsToken(newest.again, 'CCR-06', 'a client_credentials request after the earlier tokens had expired');
      if (newest.byIt !== undefined)
        yield* isAccepted(newest.byIt, 'CCR-06', 'a call with a token requested after the earlier ones had expired');
    },
  }),
];

/** A request for another token, and a call with that token if there is one. */
interface Another {
  readonly again: Exchange;
  readonly byIt: Exchange | undefined;
}

/** A moment in the life of a token that was used many times. */
interface Moment {
  readonly age: number;
  /** The highest age, in seconds, that the token may have had when the last of these answers came. */
  readonly until: number;
  /** A call with a token of the same app and nearly the same age that was hardly used. */
  readonly sibling: Exchange;
  /** A call with the only token of another app, of nearly the same age. */
  readonly control: Exchange | undefined;
  readonly uses: readonly Exchange[];
  readonly younger: Another;
  /** A call with the token after another one was requested. */
  readonly afterwards: Exchange;
}

/** Judges why a token ended early, by comparison with one that was used less and one that had no successor. */
function* stillGood(moment: Moment): Generator<Judgement<RequirementId, never>> {
  const { age, sibling, control, younger, afterwards } = moment;
  const subject = `a call with a token ${age} s old`;
  const refused = moment.uses.find((use) => !accepted(use));
  if (refused === undefined) {
    if (younger.byIt === undefined || accepted(younger.byIt))
      yield* isAccepted(afterwards, 'CCR-07', `${subject}, after another was requested,`);
  } else if (accepted(sibling)) {
    yield* isAccepted(refused, 'CCR-05', `${subject} that had been used many times`);
  } else {
    const serves = control !== undefined && accepted(control);
    if (yield* premise(serves, `tokens ${age} s old are not accepted at all, even if they were hardly used`))
      yield* isAccepted(refused, 'CCR-07', `${subject}, some time after others were requested,`);
  }
}
