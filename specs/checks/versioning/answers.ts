import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import {
  anAccessToken,
  anApp,
  aUser,
  legacyTokenPath,
  requestToken,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  exchangeCode,
  redirectUri,
  refresh,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { objectOf } from '../../../generators/object.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { alternate } from '../../expectations/alternation.ts';
import { departures } from '../../expectations/app-token-answer.ts';
import { granted } from '../../expectations/token-request.ts';
import { userAnswerDepartures } from '../../expectations/user-token-answer.ts';
import type { Answers } from './both-paths.ts';
import { demandSameAnswers, atLegacyPath, demandSameOutcome, tried, userGrantNeeds } from './both-paths.ts';

/** Exchanges a new user's code at a path and refreshes there, for as long as tokens come. */
async function chain(scene: Scene, path: string, refreshes: number): Promise<Exchange[]> {
  const app = await aClient(scene);
  const answers = [await exchangeCode(scene, app, await aCode(scene, { app, user: await aUser(scene) }), { path })];
  while (answers.length <= refreshes) {
    const token = refreshTokenIn(answers.at(-1) as Exchange);
    if (token === undefined) break;
    answers.push(await refresh(scene, app, token, { path }));
  }
  return answers;
}

/** Returns the fields, other than grant_type and the client's credentials, of a right request to a path. */
type Fields = (path: string) => Promise<Readonly<Record<string, string>>>;

/**
 * Checks of the answers of the legacy path to token requests ("POST {base_url}/oauth/token", introduction and rule 3).
 */
export const answersChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/the-legacy-path-answers-alike',
    title: 'The legacy path answers client_credentials with the members and values of /oauth/token',
    proves: ['VER-08'],
    needs: ['app'],
    cases: objectOf({ requests: fc.integer({ min: 1, max: 6 }) }),
    maxCases: 15,
    describe: ({ requests }) => inWords`up to ${requests} requests to the legacy path`,
    arrange: (scene) => anApp(scene),
    async gather(scene, { requests }, app): Promise<Answers> {
      const ask = (): Promise<Exchange> => requestToken(scene, app, legacyTokenPath);
      let last = await scene.settle(ask, granted);
      for (let asked = 1; asked < requests && departures(last).length === 0; asked++) last = await ask();
      if (departures(last).length === 0) return { legacy: [last] };
      const turns = await alternate(ask, () => requestToken(scene, app));
      return { legacy: [last, ...turns.one], unversioned: turns.other };
    },
    judge: (answers) => demandSameAnswers(answers, departures),
  }),

  check({
    id: 'versioning/the-legacy-path-answers-user-grants-alike',
    title: 'The legacy path answers user grants with the members and values of /oauth/token',
    proves: ['VER-08'],
    needs: userGrantNeeds,
    cases: objectOf({ refreshes: fc.integer({ min: 0, max: 4 }) }),
    maxCases: 10,
    describe: ({ refreshes }) => inWords`a code exchange and ${refreshes} refreshes at the legacy path`,
    async gather(scene, { refreshes }): Promise<Answers> {
      const legacy = await chain(scene, legacyTokenPath, refreshes);
      if (legacy.every((one) => userAnswerDepartures(one).length === 0)) return { legacy };
      return { legacy, unversioned: await chain(scene, tokenPath, refreshes) };
    },
    judge: (answers) => demandSameAnswers(answers, userAnswerDepartures),
  }),

  check({
    id: 'versioning/the-legacy-path-reads-fields-in-any-order',
    title: 'The legacy path issues tokens in any order of the fields, as /oauth/token does',
    proves: ['VER-08'],
    needs: userGrantNeeds,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      await anAccessToken(scene, app);
      const grants: Readonly<Record<string, Fields>> = {
        client_credentials: async () => ({}),
        authorization_code: async () => ({ redirect_uri: redirectUri, code: await aCode(scene, { app, user }) }),
        // a token of the same path: VER-10 judges whether one path knows the tokens of the other
        refresh_token: async (path) => ({ refresh_token: (await aGrant(scene, app, user, { path })).refreshToken }),
      };
      const ways = Object.entries(grants).map(([grantType, fields]) =>
        atLegacyPath('VER-08', `the grant ${grantType}, with its fields in another order,`, async (path) => {
          const client = { client_id: app.clientId, client_secret: app.clientSecret };
          const usual = Object.entries({ grant_type: grantType, ...client, ...(await fields(path)) });
          const body = form(Object.fromEntries(usual.toReversed()));
          return scene.postForm(path, body, { note: 'its fields in another order' });
        }),
      );
      const seen = [];
      for (const way of ways) seen.push(await tried({ ...way, rounds: 1 }, await way.send()));
      return seen;
    },
    *judge(seen) {
      for (const one of seen) yield* demandSameOutcome(one);
    },
  }),
];
