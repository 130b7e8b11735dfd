import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { SuiteMistake } from '../../../core/trouble.ts';
import { notApplicable, observation } from '../../../core/judgement.ts';
import {
  aProject,
  aUser,
  grant,
  legacyTokenPath,
  requestToken,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { aGrant, redirectUri } from '../../../drivers/world/delegated.ts';
import { sameShape } from '../../../generators/same-shape.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { answeredWith401 } from '../../expectations/refusal.ts';
import { granted, noTokenByContrast, servedOtherwise } from '../../expectations/token-request.ts';
import { ask, aServedApp, rightFields, someApps, withField } from './request.ts';

/**
 * Checks of the status for wrong client credentials, and of the credentials of two apps ("POST {base_url}/oauth/token",
 * rule 1; "Errors", first row).
 */
export const wrongClientsChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/a-wrong-client-credential-is-answered-401',
    title: 'A token request that is refused for a wrong client credential has status 401',
    proves: ['TOK-19'],
    needs: ['app'],
    cases: fc.record({
      wrong: fc.constantFrom('client_secret', 'client_id', 'former client_secret'),
      seed: fc.nat(),
      stranger: fc.boolean(),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
    }),
    maxCases: 30,
    describe: ({ wrong, stranger, path }) =>
      wrong === 'former client_secret'
        ? `${wrong} at ${path}`
        : `${wrong} ${stranger ? 'of no app' : 'with one character replaced by another of its kind'} at ${path}`,
    arrange: (scene) => aServedApp(scene),
    async gather(scene, { wrong, seed, stranger, path }, app) {
      if (wrong === 'former client_secret') {
        if (!scene.supports('app.create') || !scene.supports('app.rotateSecret')) return null;
        const former = await aServedApp(scene);
        const current = await withNewSecret(scene, former);
        const control = await scene.settle(() => requestToken(scene, current, path), granted);
        const refused = (one: Exchange): boolean => !granted(one);
        return {
          probe: await scene.settle(() => requestToken(scene, former, path, { note: wrong }), refused),
          control,
        };
      }
      const live = wrong === 'client_id' ? app.clientId : app.clientSecret;
      // of the same length and characters as a live value, so that it is not malformed
      const value = sameShape(live, seed, stranger ? live.length : 1);
      if (value === live) return null;
      if (wrong === 'client_secret') scene.journal.secrets.learnNearMiss(live, value, 'characters replaced');
      const probe = await ask(scene, withField(rightFields(app), wrong, value), { note: `${wrong} wrong`, path });
      return { probe, control: await requestToken(scene, app, path) };
    },
    *judge(seen, { wrong }) {
      // another check judges whether it yields a token
      if (seen === null || granted(seen.probe)) {
        yield notApplicable(seen === null ? `there is no wrong ${wrong} of this kind` : 'nothing was refused');
        return;
      }
      if (!(yield* servedOtherwise(seen.control))) return;
      yield* answeredWith401(seen.probe, 'TOK-19', `a token request with a wrong ${wrong}`);
      if (seen.probe.response?.status === 401) return;
      const observed = `a wrong ${wrong} ${answer(seen.probe)}`;
      yield observation('FRE-21', observed, seen.probe);
    },
  }),

  check({
    id: 'token-issuance/credentials-of-two-apps-do-not-fit-together',
    title: 'The client id of one app with the client secret of another yields no token',
    proves: ['TOK-21'],
    needs: ['app.create'],
    cases: fc.record({
      pair: fc.shuffledSubarray([0, 1, 2], { minLength: 2, maxLength: 2 }),
      rightFirst: fc.boolean(),
      namesakes: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ pair, rightFirst, namesakes }) =>
      `the id of app ${pair[0]} and the secret of app ${pair[1]}${namesakes ? ' of the same name, project and user' : ''}, ${rightFirst ? 'after' : 'before'} right requests`,
    async arrange(scene) {
      const name = scene.target.name('namesake');
      const own = await someApps(scene, 3, aServedApp);
      const alike = await someApps(scene, 3, (each) => aServedApp(each, { name, redirectUris: [redirectUri] }));
      // apps that share a name, a project and a user still have separate secrets
      if (scene.supports('project.create') && scene.supports('project.grant')) {
        const project = await aProject(scene);
        for (const app of alike) await grant(scene, project, app);
      }
      if (scene.supports('user.create') && scene.supports('browser.authorize')) {
        const user = await aUser(scene);
        for (const app of alike) await aGrant(scene, app, user);
      }
      return { own, alike };
    },
    async gather(scene, { pair, rightFirst, namesakes }, { own, alike }) {
      const apps = namesakes ? alike : own;
      const two = pair.flatMap((index) => apps[index] ?? []);
      const [one, other] = two;
      if (one === undefined || other === undefined) throw new SuiteMistake('there are no three apps');
      const right = (): Promise<Exchange[]> =>
        scene.together(two.map((app) => (part) => requestToken(part, app, undefined, { note: 'of its own' })));
      const before = rightFirst ? await right() : undefined;
      const mismatched = { clientId: one.clientId, clientSecret: other.clientSecret };
      const probe = await ask(scene, rightFields(mismatched), {
        note: 'client_id of one app, client_secret of another',
      });
      return { probe, controls: before ?? (await right()) };
    },
    *judge({ probe, controls }) {
      const [first = probe] = controls;
      const control = controls.find((one) => !granted(one)) ?? first;
      const subject = 'a token request with the client id of one app and the client secret of another';
      yield* noTokenByContrast(probe, control, 'TOK-21', subject);
    },
  }),
];
