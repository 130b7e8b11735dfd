import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, jsonObject, succeeded } from '../../../core/exchange.ts';
import type { Finding, Judgement } from '../../../core/judgement.ts';
import { finding, held, heldUnlessFound } from '../../../core/judgement.ts';
import { inWords, lasting, requestFor } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser } from '../../../drivers/world/actors.ts';
import { aCode, aKnownClient, exchangeCode, refresh, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf, premise } from '../../check.ts';
import { tokensIn } from '../../expectations/refusal.ts';
import {
  isPlainTokenAnswer,
  userAnswerMembers,
  userAnswerRequirements,
} from '../../expectations/token-answer-members.ts';
import { tokenAnswer } from '../../expectations/token-request.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const needs = ['app.create', 'user.create', 'browser.authorize'] as const;

/** The answers to a code exchange and to the refreshes that followed. */
type Chain = readonly { readonly grant: 'authorization_code' | 'refresh_token'; readonly one: Exchange }[];

/** Authorizations before the code exchange that begins a chain. */
interface EarlierAuthorizations {
  /** Number of other users who authorized the app before. */
  readonly earlierUsers: number;
  /** Whether the user authorized the app before. */
  readonly returns: boolean;
  /** Whether the user authorized another app before. */
  readonly elsewhere: boolean;
}

const noPast: EarlierAuthorizations = { earlierUsers: 0, returns: false, elsewhere: false };

/** Exchanges a code and refreshes once for each pause, after that pause in seconds. */
async function chain(
  scene: Scene,
  pauses: readonly number[],
  { earlierUsers, returns, elsewhere }: EarlierAuthorizations = noPast,
): Promise<Chain> {
  const app = await aKnownClient(scene);
  for (let user = 0; user < earlierUsers; user++) {
    await exchangeCode(scene, app, await aCode(scene, { app, user: await aUser(scene) }));
  }
  const user = await aUser(scene);
  if (elsewhere) {
    const other = await aKnownClient(scene);
    await exchangeCode(scene, other, await aCode(scene, { app: other, user }));
  }
  if (returns) await exchangeCode(scene, app, await aCode(scene, { app, user }));
  const first = await exchangeCode(scene, app, await aCode(scene, { app, user }));
  const answers: { grant: 'authorization_code' | 'refresh_token'; one: Exchange }[] = [
    { grant: 'authorization_code', one: first },
  ];
  let token = refreshTokenIn(first);
  for (const pause of pauses) {
    if (token === undefined) break;
    if (pause > 0) await scene.elapse(pause);
    const one = await refresh(scene, app, token);
    answers.push({ grant: 'refresh_token', one });
    token = refreshTokenIn(one);
  }
  return answers;
}

const granted = (one: Exchange): boolean => accessTokenIn(one) !== undefined;

/** A chain and, if a request in it was not granted, the shortest chain of another user of another app. */
interface Chains {
  readonly answers: Chain;
  readonly shortest?: Chain;
}

async function chainOrShortest(scene: Scene, pauses: readonly number[], past: EarlierAuthorizations): Promise<Chains> {
  const answers = await chain(scene, pauses, past);
  if (answers.every(({ one }) => isTokenResponse(one))) return { answers };
  return { answers, shortest: await chain(scene, [0]) };
}

/** Reports whether an answer is an access token response at all, which means that it has any of the members. */
function isTokenResponse(one: Exchange): boolean {
  const body = jsonObject(one) ?? {};
  const named = ['token_type', 'access_token', 'expires_in'].some((name) => Object.hasOwn(body, name));
  return succeeded(one) && (named || tokensIn(one).length > 0);
}

/** Demands that every answer of a chain has the members of an access token response ("Access token response"). */
function* haveTheirMembers({ answers, shortest = [] }: Chains): Generator<Judgement<RequirementId, never>, boolean> {
  const read = answers.some(({ one }) => tokenAnswer(one) !== undefined);
  const isGranted = answers.some(({ one }) => granted(one));
  const obtained = yield* premise(read && isGranted, 'no right token request obtained an access token');
  if (obtained && answers.every(({ one }) => isTokenResponse(one))) yield held('TOK-01');
  // a request that fails only after earlier ones is a matter for the checks of codes or of refreshes
  for (const { grant, one } of shortest) {
    if (isTokenResponse(one)) continue;
    yield finding('TOK-01', `a right ${grant} request`, answer(one), 'an access token response', one);
  }
  for (const [index, { grant, one }] of answers.entries()) {
    const subject = index < 2 ? `the answer to ${requestFor(grant)}` : `the answer to refresh ${index} of a chain`;
    const body = tokenAnswer(one);
    if (body !== undefined) yield* heldIf(obtained, userAnswerMembers(body, grant, one, subject));
  }
  return obtained;
}

function* repeatedIn<Requirement extends RequirementId>(
  answers: readonly Exchange[],
  tokenIn: (one: Exchange) => string | undefined,
  requirement: Requirement,
  what: string,
): Generator<Finding<Requirement>> {
  const handedOut = new Map<string, Exchange>();
  for (const one of answers) {
    const token = tokenIn(one);
    const before = token === undefined ? undefined : handedOut.get(token);
    if (token !== undefined && before === undefined) handedOut.set(token, one);
    if (before === undefined) continue;
    const observed = `handed out the same ${what} as request ${before.number}`;
    yield finding(requirement, `token request ${one.number}`, observed, 'another one for each request', one);
  }
}

function* refreshTokensAreTheirOwn(answers: readonly Exchange[]): Generator<Finding<'TOK-33'>> {
  yield* repeatedIn(answers, refreshTokenIn, 'TOK-33', 'refresh token');
  const accessTokens = new Set(answers.map(accessTokenIn));
  for (const one of answers) {
    const token = refreshTokenIn(one);
    if (token === undefined || !accessTokens.has(token)) continue;
    const observed = 'handed out a refresh token that is an access token too';
    yield finding('TOK-33', `token request ${one.number}`, observed, 'two tokens', one);
  }
}

const members = ['TOK-01', ...userAnswerRequirements] as const;

/** Checks of the answers to the grants of users ("Access token response"). */
export const userGrantAnswersChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/answers-to-user-grants-have-their-members',
    title: 'The answers to code exchanges and refreshes have all members of the access token response',
    proves: [...members, 'TOK-26', 'TOK-27', 'TOK-28'],
    needs,
    cases: objectOf({
      refreshes: fc.integer({ min: 1, max: 6 }),
      earlierUsers: fc.nat(1),
      returns: fc.boolean(),
      elsewhere: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ refreshes, earlierUsers, returns, elsewhere }) =>
      inWords`a code exchange${earlierUsers > 0 ? " after another user's" : ''}${returns ? ' of a user who authorized the app before' : ''}${elsewhere ? ' of a user of another app' : ''} and ${refreshes} refreshes`,
    gather: (scene, { refreshes, ...past }) =>
      chainOrShortest(
        scene,
        Array.from({ length: refreshes }, () => 0),
        past,
      ),
    *judge(chains) {
      const obtained = yield* haveTheirMembers(chains);
      for (const { grant, one } of chains.answers) {
        const subject = `the answer to ${requestFor(grant)}`;
        if (isTokenResponse(one)) yield* heldIf(obtained, isPlainTokenAnswer(one, subject));
      }
    },
  }),

  check({
    id: 'token-issuance/lifetimes-are-announced-alike-on-every-day',
    title: 'Each refresh of a chain over weeks announces lifetimes of 900 s and 2592000 s',
    proves: [...members, 'TOK-26', 'TOK-27', 'TOK-28'],
    needs: [...needs, 'passing-time'],
    maxSeconds: 10_100_000,
    cases: objectOf({
      pauses: fc.oneof(
        {
          weight: 4,
          arbitrary: fc.array(fc.constantFrom(60, 901, day, 10 * day, 29 * day), {
            minLength: 1,
            maxLength: 2,
          }),
        },
        // a tenant might wrongly give the whole chain an end, and announce it before it comes
        { weight: 1, arbitrary: fc.constant([29, 29, 29, 29].map((days) => days * day)) },
      ),
    }),
    maxCases: 15,
    describe: ({ pauses }) => `refreshes ${pauses.map(lasting).join(', then ')} after what came before`,
    gather: (scene, { pauses }) => chain(scene, pauses),
    *judge(answers) {
      const obtained = yield* haveTheirMembers({ answers });
      for (const { grant, one } of answers) {
        const subject = `the answer to ${requestFor(grant)} after a while`;
        if (isTokenResponse(one)) yield* heldIf(obtained, isPlainTokenAnswer(one, subject));
      }
    },
  }),

  check({
    id: 'token-issuance/no-refresh-token-is-handed-out-twice',
    title: 'Tokens of separate user grants differ from each other, and simultaneous requests all succeed',
    proves: ['TOK-32', 'TOK-33', 'TOK-34'],
    needs,
    cases: objectOf({
      users: fc.integer({ min: 1, max: 3 }),
      apps: fc.integer({ min: 1, max: 2 }),
      refreshes: fc.integer({ min: 1, max: 4 }),
      /** Whether each user authorizes each app twice. */
      twice: fc.boolean(),
    }),
    maxCases: 12,
    describe: ({ users, apps, refreshes, twice }) =>
      inWords`${users} users of each of ${apps} apps, ${twice ? 'authorized twice, ' : ''}each refreshed for ${refreshes} times at once`,
    async gather(scene, { users: count, apps: many, refreshes, twice }) {
      const users = [];
      while (users.length < count) users.push(await aUser(scene));
      const answers: Exchange[] = [];
      let held: { readonly app: App; readonly token: string }[] = [];
      for (let index = 0; index < many; index++) {
        const app = await aKnownClient(scene);
        for (const user of users) {
          // whether the first authorization stays valid after the second is a separate question
          if (twice) answers.push(await exchangeCode(scene, app, await aCode(scene, { app, user })));
          const one = await exchangeCode(scene, app, await aCode(scene, { app, user }));
          answers.push(one);
          const token = refreshTokenIn(one);
          if (token !== undefined) held.push({ app, token });
        }
      }
      for (let round = 0; round < refreshes; round++) {
        const sent = held;
        const all = await scene.together(
          sent.map(
            ({ app, token }) =>
              (part: Scene) =>
                refresh(part, app, token),
          ),
        );
        answers.push(...all);
        held = all.flatMap((one, index) => {
          const [token, app] = [refreshTokenIn(one), sent[index]?.app];
          return token === undefined || app === undefined ? [] : [{ app, token }];
        });
      }
      if (answers.every(granted) || count * many === 1) return { answers };
      // a chain of refreshes that ends by itself says nothing about simultaneous requests
      const alone = await chain(
        scene,
        Array.from({ length: refreshes }, () => 0),
      );
      return { answers, alone: alone.map(({ one }) => one) };
    },
    *judge({ answers, alone }, { users, apps }) {
      if (users * apps > 1 && answers.every(granted)) yield held('TOK-34');
      for (const one of alone?.every(granted) === true ? answers : []) {
        if (granted(one) || !one.request.body?.includes('refresh_token=')) continue;
        yield finding('TOK-34', 'one of several simultaneous refreshes', answer(one), 'new tokens, as alone', one);
      }
      const refreshable = answers.some((one) => refreshTokenIn(one) !== undefined);
      const obtained = yield* premise(refreshable, 'no refresh token was handed out');
      const several = obtained && answers.length > 1;
      yield* heldIf(several, heldUnlessFound('TOK-32', repeatedIn(answers, accessTokenIn, 'TOK-32', 'access token')));
      yield* heldIf(several, heldUnlessFound('TOK-33', refreshTokensAreTheirOwn(answers)));
    },
  }),
];
