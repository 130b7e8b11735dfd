import fc from 'fast-check';
import { finding, held } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import {
  anAccessToken,
  anApp,
  aUser,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { anAppOfKind, appKinds } from '../../../drivers/world/eventful-app.ts';
import { aClient } from '../../../drivers/world/delegated.ts';
import { objectOf } from '../../../generators/object.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive } from '../../expectations/authorization.ts';
import { granted } from '../../expectations/token-request.ts';
import type { Way } from './both-paths.ts';
import { atLegacyPath, demandSameOutcome, isThere, tried, userGrantNeeds } from './both-paths.ts';

const ofItself = 'a client_credentials request';
/** Number of requests in turn: enough to tell a path that fails from two paths that fail now and then. */
const rounds = 12;

/** Checks of the paths at which tokens are issued ("Versioning", 3; "POST {base_url}/oauth/token", rule 3). */
export const issuanceChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/tokens-are-issued-at-the-unversioned-path',
    title: 'Tokens are issued at /oauth/token, without a version in the path or in a header',
    proves: ['VER-04'],
    needs: ['app'],
    async gather(scene) {
      const app = await anApp(scene);
      const way: Way = {
        requirement: 'VER-04',
        subject: `${ofItself} to /oauth/token`,
        as: 'at the legacy path',
        send: () => requestToken(scene, app, tokenPath),
        contrast: () => requestToken(scene, app, legacyTokenPath),
        rounds,
      };
      return tried(way, await scene.settle(way.send, granted));
    },
    *judge(way) {
      // if the path issues some tokens, another requirement covers the requests that it refuses
      if (way.turns?.one.some(granted) !== true) yield* isThere(way);
    },
  }),

  check({
    id: 'versioning/the-legacy-path-issues-tokens',
    title: 'The legacy path /api/v2/token issues tokens for client_credentials whenever /oauth/token does',
    proves: ['VER-05'],
    needs: ['app'],
    cases: objectOf({
      before: fc.nat(2),
      requests: fc.integer({ min: 1, max: 4 }),
      client: fc.constantFrom(...appKinds),
    }),
    maxCases: 20,
    describe: ({ before, requests, client }) =>
      inWords`${requests} requests of ${client} to the legacy path after ${before} to /oauth/token`,
    async gather(scene, { before, requests, client }) {
      const app = await anAppOfKind(scene, client);
      for (let asked = 0; asked < before; asked++) await requestToken(scene, app);
      const way = atLegacyPath('VER-05', ofItself, (path) => requestToken(scene, app, path));
      // a new app may take a moment to be known at both paths
      let one = await scene.settle(way.send, granted);
      for (let asked = 1; asked < requests && granted(one); asked++) one = await way.send();
      return tried({ ...way, rounds }, one);
    },
    judge: isThere,
  }),

  check({
    id: 'versioning/an-app-of-the-legacy-path-is-served-elsewhere-too',
    title: 'An app that got tokens at the legacy path gets them at /oauth/token too, and its users get a code',
    proves: ['VER-04', 'VER-19'],
    needs: userGrantNeeds,
    cases: fc.boolean(),
    maxCases: 4,
    describe: (rotated) => `an app ${rotated ? 'whose secret was rotated' : 'with its first secret'}`,
    async gather(scene, rotated) {
      let app = await aClient(scene);
      const [other, user] = [await aClient(scene), await aUser(scene)];
      await anAccessToken(scene, other);
      if (rotated && scene.supports('app.rotateSecret')) app = await withNewSecret(scene, app);
      await anAccessToken(scene, app, legacyTokenPath);
      const way: Way = {
        requirement: 'VER-04',
        subject: `${ofItself} to /oauth/token of an app that has a token of the legacy path`,
        as: 'for other apps',
        send: () => requestToken(scene, app),
        contrast: () => requestToken(scene, other),
      };
      // a new secret that one path knows may still be unknown to the other (FRE-16)
      const own = await tried(way, await scene.settle(way.send, granted));
      const { code } = await arrive(scene, { user, app });
      const contrast = code ?? (await arrive(scene, { user, app: other })).code;
      return { own, served: code !== undefined, othersServed: contrast !== undefined };
    },
    *judge({ own, served, othersServed }) {
      yield* demandSameOutcome(own);
      if (served) yield held('VER-19');
      else if (yield* premise(othersServed, 'no authorization gave a code')) {
        const subject = 'an authorization at /oauth/authorize for an app that has a token of the legacy path';
        yield finding('VER-19', subject, 'gave no code', 'a code, as for other apps', own.one);
      }
    },
  }),
];
