import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, saysNothingIsThere } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, anApp, legacyTokenPath, requestToken, tokenPath } from '../../../drivers/world/actors.ts';
import { form } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { describeFlaw, flawed, knownFlaws } from '../../../generators/client-credential.ts';
import { describeWrong, wrongFields, wrongRequests } from '../../../generators/wrong-token-request.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { Alternation } from '../../expectations/alternation.ts';
import { alternate, worseThanOther } from '../../expectations/alternation.ts';
import type { Departure } from '../../expectations/app-token-answer.ts';
import { departures } from '../../expectations/app-token-answer.ts';
import { tokensIn } from '../../expectations/refusal.ts';
import { objectOf } from '../../../generators/object.ts';

const granted = (exchange: Exchange): boolean => accessTokenIn(exchange) !== undefined;

/** The last of right requests where each was answered that nothing is there: then no other path need issue tokens. */
function nothingThere(requests: readonly Exchange[]): Exchange | undefined {
  return requests.every(({ response }) => saysNothingIsThere(response?.status)) ? requests.at(-1) : undefined;
}

/** The same request at the one path and at the other, in turn. */
function alternatePaths(scene: Scene, app: App, path: string, other: string): Promise<Alternation> {
  return alternate(
    () => requestToken(scene, app, path),
    () => requestToken(scene, app, other),
  );
}

/** Where tokens are issued ("Versioning", 3; "POST {base_url}/oauth/token", rule 3). */
export const issuanceChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/tokens-are-issued-at-the-unversioned-path',
    title: 'Tokens are issued at /oauth/token, without a version in the path or in a header',
    proves: ['VER-04'],
    needs: ['app'],
    async gather(scene) {
      const app = await anApp(scene);
      const request = await scene.settle(() => requestToken(scene, app), granted);
      if (granted(request)) return { request };
      return { request, turns: await alternatePaths(scene, app, tokenPath, legacyTokenPath) };
    },
    *judge({ turns }) {
      if (turns === undefined) return;
      if (turns.one.some(granted)) return; // it does issue them; that it does not always is another requirement's
      const subject = 'a client_credentials request to /oauth/token';
      const absent = nothingThere(turns.one);
      if (absent !== undefined) {
        yield finding('VER-04', subject, answer(absent), 'an access token', absent);
        return;
      }
      const worse = worseThanOther(turns, granted);
      if (!(yield* premise(worse !== undefined, 'no token could be had at the legacy path either'))) return;
      if (worse === undefined) return;
      yield finding('VER-04', subject, answer(worse), 'an access token, as at the legacy path', worse);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-issues-tokens',
    title: 'The legacy path /api/v2/token issues tokens for client_credentials wherever /oauth/token does',
    proves: ['VER-05'],
    needs: ['app'],
    cases: objectOf({ before: fc.nat(2), requests: fc.integer({ min: 1, max: 4 }) }),
    maxCases: 20,
    describe: ({ before, requests }) =>
      inWords`${requests} requests to the legacy path after ${before} to /oauth/token`,
    async gather(scene, { before, requests }) {
      const app = await anApp(scene);
      for (let asked = 0; asked < before; asked++) await requestToken(scene, app);
      const answers: Exchange[] = [];
      for (let asked = 0; asked < requests; asked++) {
        const ask = (): Promise<Exchange> => requestToken(scene, app, legacyTokenPath);
        // a new app may take a moment to be known at both paths
        const answered = asked === 0 ? await scene.settle(ask, granted) : await ask();
        answers.push(answered);
        if (granted(answered)) continue;
        return { answers, turns: await alternatePaths(scene, app, legacyTokenPath, tokenPath) };
      }
      return { answers };
    },
    *judge({ turns }) {
      if (turns === undefined) return;
      const subject = 'a client_credentials request to the legacy path /api/v2/token';
      const absent = nothingThere(turns.one);
      if (absent !== undefined) {
        yield finding('VER-05', subject, answer(absent), 'an access token', absent);
        return;
      }
      if (!(yield* premise(turns.other.some(granted), 'no token could be had at /oauth/token either'))) return;
      const worse = worseThanOther(turns, granted);
      if (worse === undefined) {
        yield notApplicable('requests at /oauth/token fail now and then as well');
        return;
      }
      yield finding('VER-05', subject, answer(worse), 'an access token, as at /oauth/token', worse);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-answers-alike',
    title: 'The legacy path answers client_credentials with the members and values of /oauth/token',
    proves: ['VER-08'],
    needs: ['app'],
    cases: objectOf({ requests: fc.integer({ min: 1, max: 6 }) }),
    maxCases: 15,
    describe: ({ requests }) => inWords`up to ${requests} requests to the legacy path`,
    arrange: (scene) => anApp(scene),
    async gather(scene, { requests }, app) {
      let last = await scene.settle(() => requestToken(scene, app, legacyTokenPath), granted);
      for (let asked = 1; asked < requests && departures(last).length === 0; asked++) {
        last = await requestToken(scene, app, legacyTokenPath);
      }
      return departures(last).length === 0
        ? { last }
        : { last, turns: await alternatePaths(scene, app, legacyTokenPath, tokenPath) };
    },
    *judge({ last, turns }) {
      if (!(yield* premise(granted(last) || departures(last).length > 0, 'the legacy path issued no token'))) return;
      const tokens = [last, ...(turns?.one ?? []), ...(turns?.other ?? [])].some(granted);
      if (!(yield* premise(tokens, 'neither path issued a token'))) return;
      if (turns === undefined) return;
      const elsewhere = new Set(turns.other.flatMap((one) => departures(one).map(({ member }) => member)));
      const found = new Map<string, { departure: Departure; exchange: Exchange }>();
      for (const exchange of [last, ...turns.one]) {
        for (const departure of departures(exchange)) found.set(departure.member, { departure, exchange });
      }
      for (const [member, { departure, exchange }] of found) {
        if (elsewhere.has(member)) continue; // so it is at /oauth/token, and no difference between the two
        const subject = `${member} in the answer of the legacy path`;
        yield finding('VER-08', subject, departure.found, `${departure.expected}, as at /oauth/token`, exchange);
      }
    },
  }),

  check({
    id: 'versioning/no-known-flaw-passes-at-the-legacy-path',
    title: 'A client secret that is wrong in a well-known way yields no token at the legacy path either',
    proves: ['VER-13'],
    needs: ['app'],
    async gather(scene) {
      const app = await anApp(scene);
      const passed: { what: string; legacy: Exchange; unversioned: Exchange }[] = [];
      for (const flaw of knownFlaws) {
        const clientSecret = flawed(app.clientSecret, flaw);
        if (clientSecret === undefined || clientSecret === '') continue;
        const what = describeFlaw(flaw);
        if (flaw.kind !== 'something else') scene.journal.secrets.learnNearMiss(app.clientSecret, clientSecret, what);
        const send = async (path: string): Promise<Exchange> => {
          const fields = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: clientSecret };
          return scene.postForm(path, form(fields), { note: `client_secret ${what}` });
        };
        const legacy = await send(legacyTokenPath);
        if (tokensIn(legacy).length > 0) passed.push({ what, legacy, unversioned: await send(tokenPath) });
      }
      const right = () => requestToken(scene, app, legacyTokenPath);
      return { passed, right: await scene.settle(right, granted) };
    },
    *judge({ passed, right }) {
      if (!(yield* premise(granted(right), 'the right request obtained no token at the legacy path'))) return;
      for (const { what, legacy, unversioned } of passed) {
        // what is not refused at /oauth/token either is a question of its own
        if (!tokensIn(legacy).includes('access_token') || tokensIn(unversioned).includes('access_token')) continue;
        const subject = `a client_credentials request to the legacy path with a client_secret ${what}`;
        yield finding(
          'VER-13',
          subject,
          `${answer(legacy)} and an access_token`,
          'no token, as at /oauth/token',
          legacy,
        );
      }
    },
  }),

  check({
    id: 'versioning/the-legacy-path-refuses-alike',
    title: 'The legacy path refuses wrong secrets, missing fields and unknown grants as /oauth/token does',
    proves: ['VER-13'],
    needs: ['app'],
    cases: wrongRequests,
    describe: (request) => `a client_credentials request ${describeWrong(request)}`,
    async arrange(scene) {
      const app = await anApp(scene);
      return { app, other: app.own ? await anApp(scene) : app };
    },
    async gather(scene, request, { app, other }) {
      const fields = wrongFields(request, app, other);
      if (fields === undefined || (request.wrong === 'crossed' && other === app)) return null;
      const note = `a request ${describeWrong(request)}`;
      const { client_secret: clientSecret } = fields;
      const derived = request.wrong === 'secret' && request.flaw.kind !== 'something else';
      if (derived && clientSecret !== undefined)
        scene.journal.secrets.learnNearMiss(app.clientSecret, clientSecret, describeWrong(request));
      const send = async (path: string): Promise<Exchange> => {
        return scene.postForm(path, form(fields), { note });
      };
      const wrong = await send(legacyTokenPath);
      return {
        wrong,
        right: await scene.settle(() => requestToken(scene, app, legacyTokenPath), granted),
        ...(tokensIn(wrong).length > 0 ? { unversioned: await send(tokenPath) } : {}),
      };
    },
    *judge(seen, request) {
      if (seen === null) {
        yield notApplicable('the drawn flaw does not make this request wrong');
        return;
      }
      const { wrong, right, unversioned } = seen;
      if (!(yield* premise(granted(right), 'the right request obtained no token at the legacy path'))) return;
      if (!tokensIn(wrong).includes('access_token') || unversioned === undefined) return;
      if (tokensIn(unversioned).includes('access_token')) {
        yield notApplicable('the request is not refused at /oauth/token either');
        return;
      }
      const subject = `a client_credentials request to the legacy path ${describeWrong(request)}`;
      yield finding('VER-13', subject, `${answer(wrong)} and an access_token`, 'no token, as at /oauth/token', wrong);
    },
  }),
];
