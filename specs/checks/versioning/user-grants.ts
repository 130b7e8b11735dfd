import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aUser, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  localRedirectUri,
  redirectUri,
  refresh,
  refreshed,
  refreshedTimes,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import { objectOf } from '../../../generators/object.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { refreshRace } from '../../expectations/refresh-race.ts';
import {
  failsWithInvalidGrant,
  handsOutTokens,
  namesInvalidGrant,
  obtainsNoToken,
} from '../../expectations/spent-refresh-token.ts';
import { granted } from '../../expectations/token-request.ts';
import type { Way } from './both-paths.ts';
import { atLegacyPath, goesAlike, opposite, tried, userGrantNeeds } from './both-paths.ts';

/** Where codes are sent to: as usual, to an address with a query of its own, and to one for local development. */
const addresses = [redirectUri, `${redirectUri}?lab=7&next=%2Fentries`, localRedirectUri] as const;

const paths = fc.constantFrom(tokenPath, legacyTokenPath);

/** A refresh token that was spent at one path, some seconds ago, yields nothing at the other but invalid_grant. */
function spentCheck(seconds: number, definition: Pick<SuiteCheck, 'id' | 'title' | 'needs' | 'maxCases'>): SuiteCheck {
  return check({
    ...definition,
    proves: ['VER-11', 'VER-21'],
    ...(seconds === 0 ? {} : { maxSeconds: seconds }),
    cases: objectOf({ spentAt: paths, before: fc.nat(2), since: fc.nat(2), times: fc.integer({ min: 1, max: 2 }) }),
    describe: ({ spentAt, before, since, times }) =>
      inWords`a token of refresh ${before} spent at ${spentAt}, ${since} refreshes after it, then, ${seconds} s later, presented ${times} times at ${opposite(spentAt)}`,
    async gather(scene, { spentAt, before, since, times }) {
      const path = opposite(spentAt);
      const aToken = async (from: string) => aGrant(scene, await aClient(scene), await aUser(scene), { path: from });
      // all at one path: that the paths know each other's tokens is inference (VER-10)
      const grant = await refreshedTimes(scene, await aToken(spentAt), before, spentAt);
      await refreshedTimes(scene, grant, 1 + since, spentAt);
      if (seconds > 0) await scene.elapse(seconds);
      const presented: Exchange[] = [];
      while (presented.length < times) {
        const note = `a refresh token that was spent at ${spentAt}`;
        presented.push(await refresh(scene, grant.app, grant.refreshToken, { path, note }));
      }
      if (presented.every((one) => !handsOutTokens(one) && namesInvalidGrant(one))) return { presented };
      const takes = async ({ app, refreshToken }: Grant) => granted(await refresh(scene, app, refreshToken, { path }));
      const crossed = await takes(await aToken(spentAt));
      return { presented, beside: { crossed, served: crossed || (await takes(await aToken(path))) } };
    },
    *judge({ presented, beside = { crossed: true, served: true } }, { spentAt }) {
      const subject = `presenting a refresh token at ${opposite(spentAt)} that was spent at ${spentAt}`;
      for (const one of presented) {
        if (handsOutTokens(one)) yield* obtainsNoToken(one, 'VER-11', subject);
        else if (yield* premise(beside.served, 'the other path exchanges no refresh token at all')) {
          yield held('VER-11');
          // a path that does not know the tokens of the other takes them for ones that never were (FRE-26, FRE-241)
          if (beside.crossed) yield* failsWithInvalidGrant(one, 'VER-21', subject);
          else yield notApplicable('the paths do not know the refresh tokens of each other');
        }
      }
    },
  });
}

/** Of simultaneous refreshes over both paths with one refresh token, of some age in seconds, one at most obtains tokens. */
function raceCheck(seconds: number, definition: Pick<SuiteCheck, 'id' | 'title' | 'needs' | 'maxCases'>): SuiteCheck {
  return check({
    ...definition,
    proves: ['VER-12'],
    ...(seconds === 0 ? {} : { maxSeconds: seconds }),
    cases: objectOf({
      over: fc.array(paths, { minLength: 2, maxLength: 16 }).filter((drawn) => new Set(drawn).size === 2),
      connections: fc.constantFrom<'shared' | 'own'>('shared', 'own'),
      /** Whether the token that is raced for comes from a refresh. */
      ofRefresh: fc.boolean(),
    }),
    describe: ({ over, connections, ofRefresh }) =>
      inWords`${over.length} refreshes at once with a token of a ${ofRefresh ? 'refresh' : 'code exchange'}, ${seconds} s old, ${over.filter((path) => path === legacyTokenPath).length} of them at the legacy path${connections === 'own' ? ', each over a connection of its own' : ''}`,
    async gather(scene, { over, connections, ofRefresh }) {
      const first = await aGrant(scene, await aClient(scene), await aUser(scene));
      const grant = ofRefresh ? await refreshed(scene, first) : first;
      if (seconds > 0) await scene.elapse(seconds);
      return refreshRace(scene, grant, over, connections);
    },
    *judge(answers) {
      const winners = answers.filter(handsOutTokens);
      if (!(yield* premise(winners.length > 0, 'none of the simultaneous refreshes obtained tokens'))) return;
      const [, second] = winners;
      if (second === undefined) return;
      const subject = `${answers.length} simultaneous refreshes over both token paths with one refresh token`;
      yield finding('VER-12', subject, `obtained tokens ${winners.length} times`, 'once at most', second);
    },
  });
}

/** What the legacy path does with codes and refresh tokens ("POST {base_url}/oauth/token", rule 3; "Versioning", 3). */
export const userGrantsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/the-legacy-path-serves-each-user-and-address',
    title: 'The legacy path exchanges codes of each redirect URI and user, and refreshes for each user',
    proves: ['VER-06', 'VER-07', 'VER-10'],
    needs: userGrantNeeds,
    cases: objectOf({
      visits: fc.array(paths, { minLength: 0, maxLength: 3 }),
      address: fc.constantFrom(...addresses),
      /** Whether the user comes back, and so has tokens of an authorization before. */
      returns: fc.boolean(),
    }),
    maxCases: 16,
    describe: ({ visits, address, returns }) =>
      `a code for ${address} of a user who ${returns ? 'returns' : 'is new'}, at the legacy path after exchanges at ${visits.join(', ') || 'neither'}`,
    async gather(scene, { visits, address, returns }) {
      const app = await aClient(scene);
      const { registered } =
        address !== redirectUri && scene.supports('app.registerRedirectUri')
          ? await scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: address })
          : { registered: false };
      const sentTo = registered ? address : redirectUri;
      const known = await aUser(scene);
      const exchange = async (path: string, user = known): Promise<Exchange> =>
        exchangeCode(scene, app, await aCode(scene, { app, user, redirectUri: sentTo }), { path, redirectUri: sentTo });
      for (const path of visits) await exchange(path, await aUser(scene));
      if (returns) await aGrant(scene, app, known);
      const user = async () => (returns ? known : aUser(scene));
      const ofCode = atLegacyPath('VER-06', 'the exchange of a code', async (path) => exchange(path, await user()));
      const refreshAt = async (path: string): Promise<Exchange> => {
        const own = await user();
        // of the same path where that exchanges codes: what it knows of the tokens of the other is a matter of VER-10
        const token = refreshTokenIn(await exchange(path, own)) ?? (await aGrant(scene, app, own)).refreshToken;
        if (returns) await aGrant(scene, app, own);
        return refresh(scene, app, token, { path });
      };
      const ofRefresh = atLegacyPath('VER-07', 'a refresh', refreshAt);
      /** Of a user who may see nothing, as the others here. */
      const refreshOf = async (from: string): Promise<Exchange> => {
        const answered = await exchange(from, await aUser(scene));
        const token = refreshTokenIn(answered);
        return token === undefined ? answered : refresh(scene, app, token, { path: legacyTokenPath });
      };
      const crossing: Way = {
        requirement: 'VER-10',
        subject: 'a refresh at the legacy path of a token had at /oauth/token',
        as: 'of a token of its own',
        send: () => refreshOf(tokenPath),
        contrast: () => refreshOf(legacyTokenPath),
      };
      const seen = [
        await tried(ofCode, await scene.settle(ofCode.send, granted)),
        await tried(crossing, await crossing.send()),
      ];
      const one = await ofRefresh.send();
      // that authorizations live side by side is inference, and a question of its own
      if (granted(one) || !returns || granted(await ofRefresh.contrast())) seen.push(await tried(ofRefresh, one));
      return seen;
    },
    *judge(seen) {
      for (const one of seen) yield* goesAlike(one);
    },
  }),

  spentCheck(0, {
    id: 'versioning/spent-at-one-path-is-spent-at-the-other',
    title: 'A refresh token that was spent at one path yields nothing at the other, which names it invalid_grant',
    needs: userGrantNeeds,
    maxCases: 20,
  }),

  spentCheck(3700, {
    id: 'versioning/spent-long-ago-is-spent-at-the-other-path',
    title: 'A refresh token spent an hour ago at one path gets invalid_grant at the other',
    needs: [...userGrantNeeds, 'passing-time'],
    maxCases: 6,
  }),

  raceCheck(0, {
    id: 'versioning/a-race-over-both-paths-has-one-winner-at-most',
    title: 'Of simultaneous refreshes with one refresh token over both paths one at most obtains tokens',
    needs: userGrantNeeds,
    maxCases: 15,
  }),

  raceCheck(905, {
    id: 'versioning/a-late-race-over-both-paths-has-one-winner-at-most',
    title: 'Once the access token has expired, simultaneous refreshes over both paths obtain tokens once at most',
    needs: [...userGrantNeeds, 'passing-time'],
    maxCases: 6,
  }),
];
