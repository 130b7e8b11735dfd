import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { succeeded, jsonObject } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { anApp, legacyTokenPath, requestToken, tokenPathsOf } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldIf, premise } from '../../check.ts';
import { tokensIn } from '../../expectations/refusal.ts';
import { appAnswerMembers, isPlainTokenAnswer } from '../../expectations/token-answer-members.ts';
import { seen, tokenAnswer } from '../../expectations/token-request.ts';
import { firstRequest, someApps } from './request.ts';

/** A few right requests: their apps, and whether they are sent at the same time. */
interface Round {
  readonly apps: readonly number[];
  readonly together: boolean;
}

const rounds: fc.Arbitrary<Round> = fc.record({
  apps: fc.array(fc.nat(1), { minLength: 1, maxLength: 4 }),
  together: fc.boolean(),
});

const describeRound = ({ apps, together }: Round): string =>
  inWords`${apps.length} requests of ${new Set(apps).size} apps, ${together ? 'at the same time' : 'one after the other'}`;

/** Returns two apps after a first request each, which may take a moment to be granted and is not judged. */
async function twoApps(scene: Scene): Promise<readonly App[]> {
  const apps = await someApps(scene, 2);
  for (const app of apps) await scene.settle(() => requestToken(scene, app), succeeded);
  return apps;
}

async function answersOf(scene: Scene, { apps, together }: Round, stage: readonly App[]): Promise<Exchange[]> {
  const parts = apps.map((index) => (part: Scene) => requestToken(part, stage[index % stage.length] as App));
  const answers: Exchange[] = [];
  if (together) answers.push(...(await scene.together(parts)));
  else for (const part of parts) answers.push(await part(scene));
  // the legacy path has to give the same answer
  for (const path of tokenPathsOf(scene).slice(1)) answers.push(await requestToken(scene, stage[0] as App, path));
  return answers;
}

/** Additional names of apps: a name need not fit into a header. */
const namesOfApps = ['Größenprüfung 血清', '"a, b; c"'];

const subject = 'the answer to a client_credentials request';

const subjectOf = (one: Exchange): string =>
  one.request.url.endsWith(legacyTokenPath) ? `${subject} at ${legacyTokenPath}` : subject;

/**
 * Reports whether an answer gives an access token in any form. An answer without one proves nothing about its members.
 */
function carriesToken(one: Exchange): boolean {
  return tokensIn(one).includes('access_token');
}

/** Checks of the answer to a granted token request ("Access token response"). */
export const responsesChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/a-right-request-is-granted',
    title: 'A client_credentials form with the credentials of an app gets an access token response',
    proves: ['TOK-01'],
    needs: ['app'],
    cases: fc.record({ earlierApps: fc.nat(2) }),
    maxCases: 8,
    describe: ({ earlierApps }) => inWords`apps that were made after ${earlierApps} others`,
    async gather(scene, { earlierApps }) {
      await someApps(scene, earlierApps);
      const requests: Exchange[] = [];
      for (const name of [undefined, ...namesOfApps]) {
        const called = name === undefined ? {} : { name: `${scene.target.name('app')} ${name}` };
        requests.push(await firstRequest(scene, await anApp(scene, called)));
      }
      return requests;
    },
    *judge(requests) {
      for (const first of requests) {
        const body = jsonObject(first) ?? {};
        const members = ['token_type', 'access_token', 'expires_in'].some((name) => Object.hasOwn(body, name));
        if (!succeeded(first) || (!members && tokensIn(first).length === 0)) {
          yield finding('TOK-01', 'a right token request', seen(first), 'an access token response', first);
        }
      }
    },
  }),

  check({
    id: 'token-issuance/every-answer-has-its-members',
    title: 'Every access token response has token_type Bearer, an access_token and expires_in 900',
    proves: ['TOK-02', 'TOK-03', 'TOK-04', 'TOK-05', 'TOK-10'],
    needs: ['app'],
    cases: rounds,
    describe: describeRound,
    arrange: twoApps,
    gather: answersOf,
    *judge(answers) {
      const read = answers.flatMap((one) => {
        const body = tokenAnswer(one);
        return body === undefined ? [] : [{ one, body }];
      });
      yield* premise(read.length > 0, 'no right token request was answered with a JSON object');
      const obtained = answers.some(carriesToken);
      yield* premise(obtained, 'no right token request was answered with an access token');
      for (const { one, body } of read) yield* heldIf(obtained, appAnswerMembers(body, one, subjectOf(one)));
    },
  }),

  check({
    id: 'token-issuance/answers-are-json-that-no-cache-keeps',
    title: 'A granted token request is answered with status 200 and JSON that no cache may store',
    proves: ['TOK-26', 'TOK-27', 'TOK-28'],
    needs: ['app'],
    cases: rounds,
    maxCases: 50,
    describe: describeRound,
    arrange: twoApps,
    gather: answersOf,
    *judge(answers) {
      const granted = answers.filter(succeeded);
      yield* premise(granted.length > 0, 'no right token request was granted');
      const obtained = granted.some(carriesToken);
      yield* premise(obtained, 'no right token request was answered with an access token');
      for (const one of granted) yield* heldIf(obtained, isPlainTokenAnswer(one, subjectOf(one)));
    },
  }),
];
