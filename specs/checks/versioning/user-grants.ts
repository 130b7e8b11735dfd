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
import { atLegacyPath, demandSameOutcome, opposite, tried, userGrantNeeds } from './both-paths.ts';

/** Redirect URIs of codes: the usual one, one with its own query, and one for local development. */
const addresses = [redirectUri, `${redirectUri}?lab=7&next=%2Fentries`, localRedirectUri] as const;

const paths = fc.constantFrom(tokenPath, legacyTokenPath);

/**
 * Returns a check that a refresh token that was spent at one path, `seconds` ago, gets only invalid_grant at the other.
 */
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
      // all at one path, because it is an inference that the paths know each other's tokens (VER-10)
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
          // a path that does not know the tokens of the other treats them as never issued (FRE-26, FRE-241)
          if (beside.crossed) yield* failsWithInvalidGrant(one, 'VER-21', subject);
          else yield notApplicable('the paths do not know the refresh tokens of each other');
        }
      }
    },
  });
}

/**
 * Returns a check that at most one of simultaneous refreshes over both paths with one refresh token, `seconds` old,
 * obtains tokens.
 */
function raceCheck(seconds: number, definition: Pick<SuiteCheck, 'id' | 'title' | 'needs' | 'maxCases'>): SuiteCheck {
  return check({
    ...definition,
    proves: ['VER-12'],
    ...(seconds === 0 ? {} : { maxSeconds: seconds }),
    cases: objectOf({
      over: fc.array(paths, { minLength: 2, maxLength: 16 }).filter((drawn) => new Set(drawn).size === 2),
      connections: fc.constantFrom<'shared' | 'own'>('shared', 'own'),
      /** Whether the token of the race comes from a refresh. */
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

/** Checks of codes and refresh tokens at the legacy path ("POST {base_url}/oauth/token", rule 3; "Versioning", 3). */
export const userGrantsChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/the-legacy-path-serves-each-user-and-address',
    title: 'The legacy path exchanges codes of each redirect URI and user, and refreshes for each user',
    proves: ['VER-06', 'VER-07', 'VER-10'],
    needs: userGrantNeeds,
    cases: objectOf({
      visits: fc.array(paths, { minLength: 0, maxLength: 3 }),
      address: fc.constantFrom(...addresses),
      /** Whether the user returns, and so has tokens from an earlier authorization. */
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
        // a token of the same path if that exchanges codes: VER-10 judges whether one path knows the other's tokens
        const token = refreshTokenIn(await exchange(path, own)) ?? (await aGrant(scene, app, own)).refreshToken;
        if (returns) await aGrant(scene, app, own);
        return refresh(scene, app, token, { path });
      };
      const ofRefresh = atLegacyPath('VER-07', 'a refresh', refreshAt);
      /** Refreshes a token of a new user who may see nothing, like the other users here. */
      const refreshOf = async (from: string): Promise<Exchange> => {
        const answered = await exchange(from, await aUser(scene));
        const token = refreshTokenIn(answered);
        return token === undefined ? answered : refresh(scene, app, token, { path: legacyTokenPath });
      };
      const acrossPaths: Way = {
        requirement: 'VER-10',
        subject: 'a refresh at the legacy path with a token from /oauth/token',
        as: 'with a token of its own',
        send: () => refreshOf(tokenPath),
        contrast: () => refreshOf(legacyTokenPath),
      };
      const seen = [
        await tried(ofCode, await scene.settle(ofCode.send, granted)),
        await tried(acrossPaths, await acrossPaths.send()),
      ];
      const one = await ofRefresh.send();
      // that several authorizations are valid at the same time is an inference, and a separate question
      if (granted(one) || !returns || granted(await ofRefresh.contrast())) seen.push(await tried(ofRefresh, one));
      return seen;
    },
    *judge(seen) {
      for (const one of seen) yield* demandSameOutcome(one);
    },
  }),

  spentCheck(0, {
    id: 'versioning/spent-at-one-path-is-spent-at-the-other',
    title: 'A refresh token that was spent at one path gets only invalid_grant at the other',
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
    title: 'At most one of simultaneous refreshes over both paths with one refresh token obtains tokens',
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
