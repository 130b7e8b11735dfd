import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import {
  accessTokenIn,
  anAccessToken,
  anApp,
  anAppWithAccess,
  requestToken,
  settledTokenRequest,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted, yieldsToken } from '../../expectations/acceptance.ts';
import { filledProject } from '../../expectations/page-by-page.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';

/** Seconds for which a token may be used, and the ages at which it is. */
const lifetime = 900;
const ages = [300, 450, 880] as const;
/** A clock of whole seconds may be one off at either reading of it, and a life of whole seconds one short. */
const grain = 2;
/** Real milliseconds for which a new token is used: calls may have to wait their turn at a tenant that limits them. */
const useMs = 600_000;

/** That a token is good for all of its life and for every call ("OAuth bearer with app credentials", 2 and 3). */
export const tokenUseChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/a-token-is-good-for-many-calls',
    title: 'One access token is accepted call after call, one after another, at once and over new connections',
    proves: ['CCR-05'],
    needs: ['app'],
    cases: objectOf({
      bursts: fc.array(
        objectOf({
          listing: fc.nat(4),
          calls: fc.integer({ min: 1, max: 6 }),
          how: fc.constantFrom('one after another', 'at once', 'over a new connection'),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    maxCases: 12,
    describe: ({ bursts }) =>
      bursts
        .map(({ listing, calls, how }) => inWords`${calls} calls of ${listingNamed(listing)} ${how}`)
        .join(', then '),
    arrange: async (scene) => {
      const actor = await anAppWithAccess(scene);
      return { app: actor.app, open: await servedTo(scene, actor.authorization) };
    },
    async gather(scene, { bursts }, { app, open }) {
      const authorization = bearer(await anAccessToken(scene, app));
      const enough = untilEnough(scene);
      const answers: Exchange[] = [];
      for (const { listing, calls, how } of bursts) {
        const path = open[listing % open.length];
        if (path === undefined || enough()) break;
        answers.push(...(await burst(scene, path, authorization, calls, how)));
      }
      return answers;
    },
    *judge(answers) {
      yield* acceptedAgain(answers);
    },
  }),

  check({
    id: 'client-credentials/a-token-is-good-for-calls-of-any-sort',
    title: 'A token that a listing serves is accepted there for small pages, following ones and orders too',
    proves: ['CCR-05'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const app = await anApp(scene);
      await filledProject(scene, app);
      const authorization = bearer(await anAccessToken(scene, app));
      const seen: { how: string; plain: Exchange; call: Exchange }[] = [];
      for (const { path, kind } of await scene.listings()) {
        const plain = await scene.settle(() => scene.call(path, { authorization }), accepted);
        const queries: Record<string, string>[] = [{ pageSize: '1' }];
        // sort is not among the parameters of the others
        if (kind !== 'assayResult')
          queries.push({ sort: 'modifiedAt:asc' }, { sort: 'modifiedAt:desc', pageSize: '1' });
        for (const query of queries) {
          const call = await scene.call(path, { authorization, query });
          seen.push({ how: `${path} with ${Object.keys(query).join(' and ')}`, plain, call });
          const nextToken = nextTokenOf(call);
          if (nextToken === undefined) continue;
          const next = await scene.call(path, { authorization, query: { ...query, nextToken } });
          seen.push({ how: `${path} for a following page`, plain, call: next });
        }
      }
      return seen;
    },
    *judge(seen) {
      for (const { how, plain, call } of seen) {
        if (!(yield* premise(accepted(plain), 'a listing does not serve the token of an app at all'))) continue;
        // what becomes of a query is a question of the listings: here it is whether the token is known
        if (call.response?.status !== 401) continue;
        yield finding('CCR-05', `GET ${how} with a token that the same listing serves`, answer(call), 'a page', call);
      }
    },
  }),

  check({
    id: 'client-credentials/another-token-can-be-had-at-any-age-of-the-last',
    title: 'An app whose last token is young, old or in its last minute obtains another by the same request',
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
      // that nobody is served at this moment is no matter of the app's own tokens
      return accessTokenIn(again) === undefined
        ? { again, other: await settledTokenRequest(scene, await anApp(scene)) }
        : { again };
    },
    *judge({ again, other }, age) {
      if (other === undefined) return;
      if (!(yield* premise(accessTokenIn(other) !== undefined, 'another app obtained no token either'))) return;
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
      const open = await servedTo(scene, bearer(rested));
      const lone = scene.supports('app.create') ? (await anAppWithAccess(scene)).authorization : undefined;
      const [path = ''] = open;
      // as many calls wherever they can be made
      const at = (turn: number): string => open[turn % open.length] ?? path;
      const call = (token: string) => scene.call(path, { authorization: bearer(token) });
      const born = await scene.clock();
      const worn = await anAccessToken(scene, app);
      const enough = untilEnough(scene);
      const early: Exchange[] = [];
      for (let turn = 0; turn < 60 && !enough(); turn++)
        early.push(await scene.call(at(turn), { authorization: bearer(worn) }));
      const moments: Moment[] = [];
      for (const age of ages) {
        await scene.elapse(born + age - (await scene.clock()));
        const sibling = await call(rested);
        const control =
          lone === undefined
            ? undefined
            : await scene.settle(() => scene.call(path, { authorization: lone }), accepted);
        const uses: Exchange[] = [];
        for (let turn = 0; turn < 5; turn++) uses.push(...(await burst(scene, at(turn), bearer(worn), 4, 'at once')));
        const again = await requestToken(scene, app);
        const younger = accessTokenIn(again);
        const byYounger = younger === undefined ? undefined : await call(younger);
        const afterwards = await call(worn);
        const until = (await scene.clock()) - born + 2 * scene.target.settings.limits.clockSkewSeconds;
        moments.push({
          age,
          until,
          sibling,
          uses,
          again,
          afterwards,
          ...(control === undefined ? {} : { control }),
          ...(byYounger === undefined ? {} : { byYounger }),
        });
      }
      // the first have expired, and the app asks in the same way
      await scene.elapse(lifetime);
      const again = await requestToken(scene, app);
      const newest = accessTokenIn(again);
      return { early, moments, again, ...(newest === undefined ? {} : { byNewest: await call(newest) }) };
    },
    *judge({ early, moments, again, byNewest }) {
      const worn = yield* acceptedAgain(early);
      for (const moment of moments) {
        yield* yieldsToken(moment.again, 'CCR-06', `a client_credentials request ${moment.age} s after an earlier one`);
        if (worn && moment.until < lifetime - grain) yield* stillGood(moment);
      }
      yield* yieldsToken(again, 'CCR-06', 'a client_credentials request after the earlier tokens had expired');
      if (byNewest !== undefined)
        yield* isAccepted(byNewest, 'CCR-06', 'a call with a token requested after the earlier ones had expired');
    },
  }),
];

/** A moment in the life of a token that was used many times. */
interface Moment {
  readonly age: number;
  /** Seconds that it may have reached when the last of these answers came. */
  readonly until: number;
  /** A call with a token of the same app and nearly the same age that was hardly used. */
  readonly sibling: Exchange;
  /** A call with the only token of another app, of nearly the same age. */
  readonly control?: Exchange;
  readonly uses: readonly Exchange[];
  readonly again: Exchange;
  readonly byYounger?: Exchange;
  /** A call with the token after another one was requested. */
  readonly afterwards: Exchange;
}

/** Why a token ended early is told by comparison: with one that was used less, and with one that had no successor. */
function* stillGood({
  age,
  sibling,
  control,
  uses,
  byYounger,
  afterwards,
}: Moment): Generator<Judgement<RequirementId, never>> {
  const subject = `a call with a token ${age} s old`;
  const refused = uses.find((use) => !accepted(use));
  if (refused === undefined) {
    if (byYounger === undefined || accepted(byYounger)) {
      yield* isAccepted(afterwards, 'CCR-07', `${subject}, after another was requested,`);
    }
  } else if (accepted(sibling)) {
    yield* isAccepted(refused, 'CCR-05', `${subject} that had been used many times`);
  } else if (
    yield* premise(
      control !== undefined && accepted(control),
      `tokens ${age} s old are not accepted at all: that is a matter of their lifetime`,
    )
  ) {
    yield* isAccepted(refused, 'CCR-07', `${subject}, some time after others were requested,`);
  }
}

/** Tells whether a token that is new now has been used for so long that it may soon expire. */
function untilEnough({ target }: Scene): () => boolean {
  const began = target.realTime.now();
  return () => target.realTime.now() - began > useMs;
}

/** Calls with one token, in the way that is asked for. */
async function burst(
  scene: Scene,
  path: string,
  authorization: string,
  calls: number,
  how: 'one after another' | 'at once' | 'over a new connection',
): Promise<Exchange[]> {
  const inTurn = async (over?: Dispatcher): Promise<Exchange[]> => {
    const answers: Exchange[] = [];
    for (let call = 0; call < calls; call++) {
      answers.push(await scene.call(path, { authorization, ...(over === undefined ? {} : { over }) }));
    }
    return answers;
  };
  if (how === 'over a new connection') return scene.onOneConnection(inTurn);
  if (how === 'one after another') return inTurn();
  return scene.together(Array.from({ length: calls }, () => (part) => part.call(path, { authorization })));
}

/**
 * The paths of the listings that serve a token: whether each of them does is a question of its own.
 *
 * @throws PremiseUnmet where none does
 */
async function servedTo(scene: Scene, authorization: string): Promise<string[]> {
  const open: string[] = [];
  for (const { path } of await scene.listings()) {
    if (accepted(await scene.settle(() => scene.call(path, { authorization }), accepted))) open.push(path);
  }
  if (open.length === 0) throw new PremiseUnmet('no listing serves the access token of an app');
  return open;
}

/** Where the first call is served, so are all others; whether it was. */
function* acceptedAgain(answers: readonly Exchange[]): Generator<Judgement<RequirementId, never>, boolean> {
  const [first, ...others] = answers;
  if (first === undefined || !(yield* premise(accepted(first), 'the token was not accepted when it was new')))
    return false;
  const refused = others.findIndex((other) => !accepted(other));
  const answered = others[refused];
  if (answered === undefined) {
    if (others.length > 0) yield held('CCR-05');
    return true;
  }
  yield* isAccepted(answered, 'CCR-05', `call ${refused + 2} with an access token`);
  return false;
}
