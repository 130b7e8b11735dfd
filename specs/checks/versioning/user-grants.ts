import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  redirectUri,
  refresh,
  refreshTokenIn,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { Alternation } from '../../expectations/alternation.ts';
import { alternate, worseThanOther } from '../../expectations/alternation.ts';
import { refreshRace } from '../../expectations/refresh-race.ts';
import {
  failsWithInvalidGrant,
  handsOutTokens,
  namesInvalidGrant,
  obtainsNoToken,
} from '../../expectations/spent-refresh-token.ts';
import { userAnswerDepartures } from '../../expectations/user-token-answer.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { objectOf } from '../../../generators/object.ts';

export const userGrantNeeds = ['app.create', 'user.create', 'browser.authorize'] as const;

/** Where codes are sent to: as usual, to an address with a query of its own, and to one for local development. */
const addresses = [redirectUri, `${redirectUri}?lab=7&next=%2Fentries`, 'http://localhost:7777/callback'] as const;

const paths = fc.constantFrom(tokenPath, legacyTokenPath);
const granted = (exchange: Exchange): boolean => accessTokenIn(exchange) !== undefined;
const opposite = (path: string): string => (path === tokenPath ? legacyTokenPath : tokenPath);

/** Exchanges a new user's code at the first path and refreshes at the others, as far as tokens come. */
async function chain(scene: Scene, over: readonly string[], returns = false): Promise<Exchange[]> {
  const app = await aClient(scene);
  const user = await aUser(scene);
  const [first, ...others] = over;
  // whoever comes back has tokens of an authorization before
  if (returns) await aGrant(scene, app, user);
  const code = await aCode(scene, { app, user });
  const answers = [await exchangeCode(scene, app, code, first === undefined ? {} : { path: first })];
  for (const path of others) {
    const token = refreshTokenIn(answers.at(-1) as Exchange);
    if (token === undefined) break;
    answers.push(await refresh(scene, app, token, { path }));
  }
  return answers;
}

/** Whether a chain came to its end with tokens; its last answer tells. */
async function endOf(scene: Scene, over: readonly string[]): Promise<Exchange> {
  return (await chain(scene, over)).at(-1) as Exchange;
}

const all = (path: string, length: number): string[] => Array.from({ length }, () => path);

/** A chain of one length at the one path and at the other, in turn. */
function alternatePaths(scene: Scene, path: string, length: number): Promise<Alternation> {
  return alternate(
    () => endOf(scene, all(path, length)),
    () => endOf(scene, all(opposite(path), length)),
    3,
  );
}

/** Spends a refresh token at a path, those before it and after it at others. */
async function spentOne(
  scene: Scene,
  app: App,
  {
    before,
    spentAt,
    since,
  }: { readonly before: readonly string[]; readonly spentAt: string; readonly since: readonly string[] },
): Promise<{ readonly spent?: string; readonly last: Exchange }> {
  const [first = tokenPath, ...earlier] = before;
  let last = await exchangeCode(scene, app, await aCode(scene, { app, user: await aUser(scene) }), { path: first });
  const tokens = [refreshTokenIn(last)];
  for (const path of [...earlier, spentAt, ...since]) {
    const token = tokens.at(-1);
    if (token === undefined) return { last };
    last = await refresh(scene, app, token, { path });
    tokens.push(refreshTokenIn(last));
  }
  const spent = tokens[before.length - 1];
  return spent === undefined || !granted(last) ? { last } : { spent, last };
}

/** What the other path does with unspent refresh tokens: with one of the path, and where it does not know that, with its own. */
export interface OtherPathRefresh {
  readonly crossed: Exchange;
  readonly own?: Exchange;
}

export async function unspentElsewhere(scene: Scene, path: string): Promise<OtherPathRefresh> {
  const other = opposite(path);
  const unspent = async (from: string): Promise<Exchange> => {
    const { app, refreshToken } = await aGrant(scene, await aClient(scene), await aUser(scene), { path: from });
    return refresh(scene, app, refreshToken, { path: other });
  };
  const crossed = await unspent(path);
  return granted(crossed) ? { crossed } : { crossed, own: await unspent(other) };
}

/** What was spent at the one path yields nothing at the other, and is named so where that knows unspent ones. */
export function* isSpentElsewhere(
  presented: readonly Exchange[],
  beside: OtherPathRefresh | undefined,
  subject: string,
): Generator<Judgement<RequirementId, never>> {
  const served = beside === undefined || granted(beside.own ?? beside.crossed);
  for (const one of presented) {
    if (handsOutTokens(one)) yield* obtainsNoToken(one, 'VER-11', subject);
    else if (yield* premise(served, 'the other path exchanges no refresh token at all')) {
      yield held('VER-11');
      // a path that does not know the tokens of the other takes them for ones that never were (FRE-26, FRE-241)
      if (beside === undefined || granted(beside.crossed)) yield* failsWithInvalidGrant(one, 'VER-21', subject);
      else yield notApplicable('the paths do not know the refresh tokens of each other');
    }
  }
}

/** What the legacy path does with codes and refresh tokens ("POST {base_url}/oauth/token", rule 3; "Versioning", 3). */
export const userGrantsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/the-legacy-path-exchanges-codes',
    title: 'The legacy path /api/v2/token exchanges authorization codes wherever /oauth/token does',
    proves: ['VER-06'],
    needs: userGrantNeeds,
    cases: objectOf({
      visits: fc.array(paths, { minLength: 0, maxLength: 3 }),
      address: fc.constantFrom(...addresses),
    }),
    maxCases: 16,
    describe: ({ visits, address }) =>
      `a code for ${address} at the legacy path after exchanges at ${visits.join(', ') || 'neither'}`,
    async gather(scene, { visits, address }) {
      const app = await aClient(scene);
      const { registered } =
        address !== redirectUri && scene.supports('app.registerRedirectUri')
          ? await scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: address })
          : { registered: false };
      const sentTo = registered ? address : redirectUri;
      const exchange = async (path: string): Promise<Exchange> =>
        exchangeCode(scene, app, await aCode(scene, { app, user: await aUser(scene), redirectUri: sentTo }), {
          path,
          redirectUri: sentTo,
        });
      for (const path of visits) await exchange(path);
      const one = await scene.settle(() => exchange(legacyTokenPath), granted);
      if (granted(one)) return { one };
      const turns = await alternate(
        () => exchange(legacyTokenPath),
        () => exchange(tokenPath),
        3,
      );
      return { one, turns };
    },
    *judge({ one, turns }) {
      if (granted(one)) yield held('VER-06');
      if (turns === undefined) return;
      const worse = worseThanOther(turns, granted);
      if (!(yield* premise(worse !== undefined, 'codes are exchanged no better at /oauth/token'))) return;
      const subject = 'the exchange of a code at the legacy path /api/v2/token';
      if (worse !== undefined) yield finding('VER-06', subject, answer(worse), 'tokens, as at /oauth/token', worse);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-exchanges-refresh-tokens',
    title: 'The legacy path /api/v2/token refreshes as often as /oauth/token does',
    proves: ['VER-07'],
    needs: userGrantNeeds,
    cases: objectOf({ refreshes: fc.integer({ min: 1, max: 5 }) }),
    maxCases: 10,
    describe: ({ refreshes }) => inWords`${refreshes} refreshes at the legacy path`,
    async gather(scene, { refreshes }) {
      const length = refreshes + 1;
      const answers = await chain(scene, all(legacyTokenPath, length));
      if (answers.length === length && answers.every(granted)) return { answers };
      // that codes are not exchanged there is a matter of its own
      const app = await aClient(scene);
      const end = async (path: string): Promise<Exchange> => {
        const { refreshToken } = await aGrant(scene, app, await aUser(scene));
        let one = await refresh(scene, app, refreshToken, { path });
        for (let index = 1; index < refreshes; index++) {
          const token = refreshTokenIn(one);
          if (token === undefined) break;
          one = await refresh(scene, app, token, { path });
        }
        return one;
      };
      const crossed = await alternate(
        () => end(legacyTokenPath),
        () => end(tokenPath),
        3,
      );
      const [first] = answers;
      const exchanges = first !== undefined && granted(first);
      const pure = exchanges ? { pure: await alternatePaths(scene, legacyTokenPath, length) } : {};
      return { answers, turns: { crossed, ...pure } };
    },
    *judge({ answers, turns }, { refreshes }) {
      if (answers.length > refreshes && answers.every(granted)) yield held('VER-07');
      if (turns === undefined) return;
      // what is refused only where it was had at the other path is a matter of their one state (VER-10)
      const worse = worseThanOther(turns.pure ?? turns.crossed, granted);
      if (!(yield* premise(worse !== undefined, 'refreshes go no better at /oauth/token'))) return;
      const subject = 'a refresh at the legacy path /api/v2/token';
      if (worse !== undefined) yield finding('VER-07', subject, answer(worse), 'tokens, as at /oauth/token', worse);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-answers-user-grants-alike',
    title: 'The legacy path answers user grants with the members and values of /oauth/token',
    proves: ['VER-08'],
    needs: userGrantNeeds,
    cases: objectOf({ refreshes: fc.integer({ min: 0, max: 4 }) }),
    maxCases: 10,
    describe: ({ refreshes }) => inWords`a code exchange and ${refreshes} refreshes at the legacy path`,
    async gather(scene, { refreshes }) {
      const legacy = await chain(scene, all(legacyTokenPath, refreshes + 1));
      if (legacy.every((one) => userAnswerDepartures(one).length === 0)) return { legacy };
      return { legacy, unversioned: await chain(scene, all(tokenPath, refreshes + 1)) };
    },
    *judge({ legacy, unversioned }) {
      if (!(yield* premise(legacy.some(handsOutTokens), 'the legacy path handed out no tokens'))) return;
      if (unversioned === undefined) return;
      const elsewhere = new Set(unversioned.flatMap((one) => userAnswerDepartures(one).map(({ member }) => member)));
      if (!(yield* premise(unversioned.some(handsOutTokens), '/oauth/token handed out no tokens'))) return;
      for (const [index, one] of legacy.entries()) {
        for (const { member, found, expected } of userAnswerDepartures(one)) {
          if (elsewhere.has(member)) continue; // so it is at /oauth/token, and no difference between the two
          const subject = `${member} in the answer of the legacy path to a ${index === 0 ? 'code exchange' : 'refresh'}`;
          yield finding('VER-08', subject, found, `${expected}, as at /oauth/token`, one);
        }
      }
    },
  }),

  check({
    id: 'versioning/both-paths-share-one-token-state',
    title: 'A refresh token had at one path is exchangeable at the other, however often they alternate',
    proves: ['VER-10'],
    needs: userGrantNeeds,
    cases: objectOf({
      over: fc.array(paths, { minLength: 2, maxLength: 6 }).filter((drawn) => new Set(drawn).size === 2),
      returns: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ over, returns }) =>
      `a ${returns ? 'second ' : ''}code at ${over[0] ?? ''}, refreshes at ${over.slice(1).join(', ')}`,
    async gather(scene, { over, returns }) {
      const answers = await chain(scene, over, returns);
      if (answers.length === over.length && answers.every(granted)) return { answers };
      const again = await chain(scene, over, returns);
      const pure = [
        await chain(scene, all(tokenPath, answers.length), returns),
        await chain(scene, all(legacyTokenPath, answers.length), returns),
      ];
      return { answers, broken: { again, pure, whole: answers.length } };
    },
    *judge({ answers, broken }, { over }) {
      if (answers.length === over.length && answers.every(granted)) yield held('VER-10');
      if (broken === undefined) return;
      const { again, pure, whole } = broken;
      const well = pure.every((one) => one.length === whole && one.every(granted));
      if (!(yield* premise(well, 'a chain of refreshes at one path alone breaks off too'))) return;
      const failed =
        again.find((one) => !granted(one)) === undefined ? undefined : answers.find((one) => !granted(one));
      if (failed === undefined) {
        yield notApplicable('the same refreshes went well when they were done again');
        return;
      }
      const subject = `a refresh at ${new URL(failed.request.url).pathname} of a token that had been at the other path`;
      yield finding('VER-10', subject, answer(failed), 'new tokens, as within one path', failed);
    },
  }),

  check({
    id: 'versioning/spent-at-one-path-is-spent-at-the-other',
    title: 'A refresh token that was spent at one path yields nothing at the other, which names it invalid_grant',
    proves: ['VER-11', 'VER-21'],
    needs: userGrantNeeds,
    cases: objectOf({
      before: fc.array(paths, { minLength: 1, maxLength: 3 }),
      spentAt: paths,
      since: fc.array(paths, { minLength: 0, maxLength: 2 }),
      times: fc.integer({ min: 1, max: 2 }),
    }),
    maxCases: 20,
    describe: ({ before, spentAt, since, times }) =>
      `tokens had at ${before.join(', ')}, the last one spent at ${spentAt}${since.length > 0 ? `, refreshes at ${since.join(', ')}` : ''}, then presented ${times === 1 ? 'once' : 'twice'} at ${opposite(spentAt)}`,
    async gather(scene, { before, spentAt, since, times }) {
      const app = await aClient(scene);
      const mixed = await spentOne(scene, app, { before, spentAt, since });
      // that the paths know each other's tokens is inference (VER-10): where they do not, all is had and spent at one
      const one =
        mixed.spent === undefined
          ? await spentOne(scene, app, {
              before: all(spentAt, before.length),
              spentAt,
              since: all(spentAt, since.length),
            })
          : mixed;
      const presented: Exchange[] = [];
      if (one.spent === undefined) return { presented, last: one.last };
      for (let time = 0; time < times; time++) {
        const note = `a refresh token that was spent at ${spentAt}`;
        presented.push(await refresh(scene, app, one.spent, { path: opposite(spentAt), note }));
      }
      if (presented.every((each) => !handsOutTokens(each) && namesInvalidGrant(each))) {
        return { presented, last: one.last };
      }
      return { presented, last: one.last, beside: await unspentElsewhere(scene, spentAt) };
    },
    *judge({ presented, last, beside }, { spentAt }) {
      if (!(yield* premise(presented.length > 0, `a refresh of an unspent token ${answer(last)}`))) return;
      const subject = `presenting a refresh token at ${opposite(spentAt)} that was spent at ${spentAt}`;
      yield* isSpentElsewhere(presented, beside, subject);
    },
  }),

  check({
    id: 'versioning/a-race-over-both-paths-has-one-winner-at-most',
    title: 'Of simultaneous refreshes with one refresh token over both paths one at most obtains tokens',
    proves: ['VER-12'],
    needs: userGrantNeeds,
    cases: objectOf({
      over: fc.array(paths, { minLength: 2, maxLength: 16 }).filter((drawn) => new Set(drawn).size === 2),
      connections: fc.constantFrom<'shared' | 'own'>('shared', 'own'),
      /** Whether the token that is raced for comes from a refresh. */
      ofRefresh: fc.boolean(),
    }),
    maxCases: 15,
    describe: ({ over, connections, ofRefresh }) =>
      inWords`${over.length} refreshes at once with a token of a ${ofRefresh ? 'refresh' : 'code exchange'}, ${over.filter((path) => path === legacyTokenPath).length} of them at the legacy path${connections === 'own' ? ', each over a connection of its own' : ''}`,
    async gather(scene, { over, connections, ofRefresh }) {
      const first = await aGrant(scene, await aClient(scene), await aUser(scene));
      const grant = ofRefresh ? await refreshed(scene, first) : first;
      const answers = await refreshRace(scene, grant, over, connections);
      return answers;
    },
    *judge(answers) {
      const winners = answers.filter(handsOutTokens);
      if (!(yield* premise(winners.length > 0, 'none of the simultaneous refreshes obtained tokens'))) return;
      const [, second] = winners;
      if (second === undefined) return;
      const subject = `${answers.length} simultaneous refreshes over both token paths with one refresh token`;
      yield finding('VER-12', subject, `obtained tokens ${winners.length} times`, 'once at most', second);
    },
  }),
];
