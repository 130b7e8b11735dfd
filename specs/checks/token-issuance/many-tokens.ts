import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held } from '../../../core/judgement.ts';
import { inWords, lasting } from '../../../core/wording.ts';
import {
  accessTokenIn,
  anAppWithAccess,
  legacyTokenPath,
  requestToken,
  tokenPath,
  tokenPathsOf,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { granted, lasts900, seen, tokenAnswer } from '../../expectations/token-request.ts';
import { aServedApp, someApps } from './request.ts';
import { day, hour } from '../../../core/spans.ts';

/** Calendar spans, in seconds. A tenant that counts by the calendar might end a token's validity with one of them. */
const spans = { hour, day } as const;
type Span = keyof typeof spans;
const fiveMinutes = 300;

/** Checks of many tokens, issued one after the other and at once. */
export const manyTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/no-token-is-handed-out-twice',
    title: 'Access tokens handed out by separate requests are pairwise different',
    proves: ['TOK-32'],
    needs: ['app'],
    cases: fc.record({
      bursts: fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      overBothPaths: fc.boolean(),
    }),
    maxCases: 30,
    describe: ({ bursts, overBothPaths }) =>
      inWords`${bursts.map((requests) => inWords`${requests.length} requests of ${new Set(requests).size} apps at once`).join(', then ')}${overBothPaths ? ', at both paths' : ''}`,
    arrange: (scene) => someApps(scene, 3, aServedApp),
    async gather(scene, { bursts, overBothPaths }, apps) {
      const answers: Exchange[] = [];
      for (const requests of bursts) {
        const burst = requests.flatMap((index) => apps[index % apps.length] ?? []);
        const parts = burst.map((app, index) => (part: Scene) => requestToken(part, app, pathOf(index, overBothPaths)));
        answers.push(...(await scene.together(parts)));
      }
      // one more of each app, after all the others
      for (const app of apps) answers.push(await requestToken(scene, app));
      for (const path of overBothPaths ? tokenPathsOf(scene).slice(1) : [])
        for (const app of apps) answers.push(await requestToken(scene, app, path));
      return answers;
    },
    *judge(answers) {
      yield* areDifferent(answers);
    },
  }),

  check({
    id: 'token-issuance/later-tokens-are-new-and-last-900-seconds',
    title: 'A token that is requested after any pause is a new one, and its expires_in is 900',
    proves: ['TOK-05', 'TOK-32'],
    needs: ['app', 'passing-time'],
    cases: fc.record({
      pauses: fc.array(fc.constantFrom(1, 60, 450, 899, 900, 901), { minLength: 1, maxLength: 2 }),
    }),
    maxCases: 8,
    maxSeconds: 1802,
    describe: ({ pauses }) => `requests ${pauses.map(lasting).join(', then ')} after the ones before`,
    async gather(scene, { pauses }) {
      const apps = await someApps(scene, 2, aServedApp);
      const answers: Exchange[] = [];
      for (const pause of [0, ...pauses]) {
        if (pause > 0) await scene.elapse(pause);
        const thrice = apps.flatMap((app) => [app, app, app]);
        answers.push(...(await scene.together(thrice.map((app) => (part: Scene) => requestToken(part, app)))));
      }
      return answers;
    },
    *judge(answers) {
      yield* areDifferent(answers);
      for (const one of answers) yield* lasts900(one, tokenAnswer(one)?.['expires_in']);
    },
  }),

  check({
    id: 'token-issuance/validity-does-not-end-with-the-day',
    title: 'expires_in is 900 in the last minutes of an hour and of a day, too',
    proves: ['TOK-05'],
    needs: ['app', 'passing-time'],
    cases: fc.constantFrom<Span>('hour', 'day'),
    maxCases: 2,
    maxSeconds: spans.day,
    describe: (span) => `a request five minutes before the end of ${span === 'day' ? 'a day' : 'an hour'} in UTC`,
    async gather(scene, span) {
      const app = await aServedApp(scene);
      const length = spans[span];
      const left = length - ((await scene.clock()) % length);
      await scene.elapse(left > fiveMinutes ? left - fiveMinutes : left + length - fiveMinutes, { late: 60 });
      return requestToken(scene, app);
    },
    *judge(one) {
      if (!(yield* premise(granted(one), `a token request ${answer(one)}`))) return;
      yield* lasts900(one, tokenAnswer(one)?.['expires_in']);
    },
  }),

  check({
    id: 'token-issuance/simultaneous-requests-each-get-a-usable-token',
    title: 'Simultaneous token requests of one app all succeed, and each gets a usable token',
    proves: ['TOK-34'],
    needs: ['app'],
    cases: fc.record({
      requests: fc.integer({ min: 2, max: 16 }),
      /** Number of requests of another app at the same time. */
      beside: fc.integer({ min: 0, max: 4 }),
      useTogether: fc.boolean(),
      overBothPaths: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ requests, beside, overBothPaths }) =>
      inWords`${requests} requests at once${overBothPaths ? ', at both paths' : ''}, ${beside} of another app at the same time`,
    async arrange(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      for (const path of await usedAt(scene)) await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { app, others: await someApps(scene, 1) };
    },
    async gather(scene, { requests, beside, useTogether, overBothPaths }, { app, others }) {
      const single = await requestToken(scene, app);
      // whether the legacy path answers at all is a separate question
      const alternate = overBothPaths && granted(await requestToken(scene, app, legacyTokenPath));
      const alone = await use(scene, single);
      const burst = [
        ...Array.from({ length: requests }, () => app),
        ...others.flatMap((o) => Array.from({ length: beside }, () => o)),
      ];
      const all = await scene.together(
        burst.map((each, index) => (part: Scene) => requestToken(part, each, pathOf(index, alternate))),
      );
      const answers = all.slice(0, requests);
      const uses: Exchange[] = [];
      if (useTogether) {
        uses.push(...(await scene.together(answers.map((one) => (part: Scene) => use(part, one)))).flat());
      } else for (const one of answers) uses.push(...(await use(scene, one)));
      return { single, alone, answers, uses };
    },
    *judge({ single, alone, answers, uses }) {
      if (!(yield* premise(granted(single), `a single token request ${answer(single)}`))) return;
      for (const one of answers) {
        if (!granted(one))
          yield finding('TOK-34', 'one of several simultaneous token requests', seen(one), 'an access token', one);
      }
      const open = alone.filter(accepted).map(({ request }) => request.url);
      if (!(yield* premise(open.length > 0, 'the token of a single request is not usable either'))) return;
      for (const used of uses) {
        // a listing that refuses every token says nothing about simultaneous requests
        if (accepted(used) || !open.includes(used.request.url)) continue;
        yield finding('TOK-34', 'a call with a token of simultaneous requests', answer(used), 'a page', used);
      }
    },
  }),
];

/** Returns the token path for the request at this place in a burst. */
function pathOf(index: number, overBothPaths: boolean): string {
  return overBothPaths && index % 2 === 1 ? legacyTokenPath : tokenPath;
}

/** Demands that no two token requests got the same access token. */
function* areDifferent(answers: readonly Exchange[]): Generator<Judgement<'TOK-32', never>> {
  const first = new Map<string, Exchange>();
  let again = 0;
  for (const request of answers) {
    const token = accessTokenIn(request);
    if (token === undefined) continue;
    const before = first.get(token);
    if (before === undefined) first.set(token, request);
    else {
      again++;
      const observed = `handed out the same access token as request ${before.number}`;
      yield finding('TOK-32', `token request ${request.number}`, observed, 'another token for each request', request);
    }
  }
  const several = answers.filter(granted).length > 1;
  if ((yield* premise(several, 'fewer than two token requests were granted')) && again === 0) yield held('TOK-32');
}

/** Returns the paths at which tokens are used: a listing of each version, if it is served. */
async function usedAt(scene: Scene): Promise<readonly string[]> {
  return [(await scene.usualListing(1)).path, (await scene.usualListing(0)).path];
}

/** Calls a listing of each version with the token of an answer, if it has one. */
async function use(scene: Scene, request: Exchange): Promise<Exchange[]> {
  const token = accessTokenIn(request);
  const calls: Exchange[] = [];
  for (const path of token === undefined ? [] : await usedAt(scene)) {
    calls.push(await scene.call(path, { authorization: bearer(token ?? '') }));
  }
  return calls;
}
