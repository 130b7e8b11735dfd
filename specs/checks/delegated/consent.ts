import fc from 'fast-check';
import { finding, held, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { aProject, aUser, aUserNamed, grant } from '../../../drivers/world/actors.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, authorize, redirectUri } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { Attempt } from '../../expectations/authorization.ts';
import {
  arrive,
  attempted,
  aWorkingFlow,
  ending,
  handsOverNothing,
  refusalPlace,
  proveCode,
} from '../../expectations/authorization.ts';
import { objectOf } from '../../../generators/object.ts';

const gaveCode = ({ code }: Authorized): boolean => code !== undefined && code !== '';

/** A second redirect URI of the app, for rules about an app and not about an address. */
const otherRedirectUri = `${redirectUri}-2`;

/** Reports whether a visit gave a code although the user was not asked for consent. */
const unasked = (visit: Authorized): boolean => gaveCode(visit) && !visit.prompts.includes('consent');

/** Consent of one user to one app ("GET {base_url}/oauth/authorize", 1 and 2). */
export const consentChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-denied-consent-gives-no-code-and-is-not-remembered',
    title: 'A denied consent delivers no code, and is not remembered as given',
    proves: ['DEL-01', 'DEL-18', 'DEL-19'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      denials: fc.integer({ min: 1, max: 3 }),
      state: fc.boolean(),
      grantsAnother: fc.boolean(),
      freshAfter: fc.boolean(),
      /** Whether the last authorization names another redirect URI of the app. */
      elsewhere: fc.boolean(),
    }),
    maxCases: 25,
    describe: ({ denials, grantsAnother, freshAfter, elsewhere }) =>
      inWords`${denials} denials${grantsAnother ? ' by a user who consented to another app' : ''}, then an authorization${
        freshAfter ? ' in a new browser session' : ''
      }${elsewhere ? ' for another redirect URI' : ''}`,
    arrange: (scene) => aWorkingFlow(scene, [redirectUri, otherRedirectUri]),
    async gather(scene, { denials, state, grantsAnother, freshAfter, elsewhere }, { app }) {
      const user = await aUser(scene);
      if (grantsAnother) await arrive(scene, { user, app: await aClient(scene) });
      const stated = state ? { state: 'a-state' } : {};
      const denied: Attempt[] = [];
      for (let time = 0; time < denials; time++) {
        const visit = await scene.settle(
          () => authorize(scene, { user, app, consent: 'deny', ...stated }),
          ({ prompts }) => prompts.includes('consent'),
        );
        denied.push(await attempted(scene, app, visit));
      }
      const last = elsewhere ? { redirectUri: otherRedirectUri } : {};
      const after = await authorize(scene, {
        user,
        app,
        ...stated,
        ...last,
        ...(freshAfter ? { freshSession: true } : {}),
      });
      if (gaveCode(after)) return { denied, after };
      return { denied, after, another: await arrive(scene, { user: await aUser(scene), app, ...stated, ...last }) };
    },
    *judge({ denied, after, another }) {
      for (const [index, attempt] of denied.entries()) {
        const { authorized } = attempt;
        if (authorized.prompts.includes('consent')) {
          yield* handsOverNothing(attempt, 'DEL-18', 'an authorization that the user denied');
          if (index > 0) yield held('DEL-19');
          const observed = `a denied consent ends at ${refusalPlace(authorized, redirectUri)}`;
          yield observation('FRE-55', observed);
        } else if (index === 0) {
          yield* premise(false, 'the user was not asked for consent, and so could not deny it');
          return;
        } else if (gaveCode(authorized)) {
          const subject = 'an authorization after the user had denied it';
          yield finding('DEL-19', subject, 'gave a code without asking for consent', 'a prompt to consent', authorized);
          return;
        }
      }
      const subject = 'an authorization after the user had denied it';
      const isAsked = after.prompts.includes('consent');
      if (unasked(after)) {
        yield finding('DEL-19', subject, 'gave a code without asking for consent', 'a prompt to consent', after);
      } else if (isAsked) yield held('DEL-19');
      yield observation('FRE-230', `after a denial consent is ${isAsked ? 'asked for again' : 'not asked for again'}`);
      if (gaveCode(after)) yield held('DEL-01');
      // the specification does not say whether and how often a user who denied consent is asked again
      if (another === undefined || !isAsked) return;
      if (!(yield* premise(gaveCode(another), 'an authorization by another user gave no code either'))) return;
      const expected = 'a redirect with a code, as consent was asked for again and given';
      yield finding('DEL-01', subject, ending(after), expected, after);
    },
  }),

  check({
    id: 'delegated/consent-is-per-user',
    title: 'A user is asked to consent to an app even if other users have consented to it',
    proves: ['DEL-20'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      before: fc.integer({ min: 1, max: 3 }),
      times: fc.integer({ min: 1, max: 2 }),
      exchange: fc.boolean(),
      signedIn: fc.boolean(),
      /** The property that all the users share. */
      alike: fc.constantFrom('nothing', 'the name', 'what stands before the @'),
    }),
    maxCases: 20,
    describe: ({ before, signedIn, alike }) =>
      inWords`a user ${signedIn ? 'with a session' : 'without a session'} after ${before} others with whom the user has ${alike} in common had consented`,
    async gather(scene, { before, times, exchange, signedIn, alike }) {
      const app = await aClient(scene);
      const name = alike === 'nothing' ? undefined : scene.target.name('namesake');
      const another = async (index: number): Promise<User> => {
        if (name === undefined || alike === 'the name') return aUser(scene, name);
        const email = `${name.replaceAll(' ', '-')}@site-${index}.${scene.target.runId}.conformance.example`;
        // a tenant may refuse e-mail addresses
        return (await unlessRefused(aUserNamed(scene, email, scene.target.name('user')))) ?? aUser(scene);
      };
      const others: Authorized[] = [];
      for (let made = 0; made < before; made++) {
        const user = await another(made);
        for (let time = 0; time < times; time++) others.push(await arrive(scene, { user, app }));
        const last = others.at(-1);
        if (last !== undefined && (exchange || made === 0)) await proveCode(scene, app, last);
      }
      const user = await another(before);
      // signs in, but consents to nothing
      if (signedIn) await authorize(scene, { user, app: await aClient(scene), consent: 'deny' });
      return { others, visit: await arrive(scene, { user, app }) };
    },
    *judge({ others, visit }) {
      if (!(yield* premise(others.every(gaveCode), 'an authorization of another user gave no code'))) return;
      if (unasked(visit)) {
        const subject = "a user's first authorization of an app that others had consented to";
        yield finding('DEL-20', subject, 'gave a code without asking for consent', 'a prompt to consent', visit);
      } else yield* premise(gaveCode(visit), "the user's own authorization gave no code");
    },
  }),

  check({
    id: 'delegated/consent-is-per-app',
    title: 'A user is asked to consent to an app even after consenting to another one',
    proves: ['DEL-21'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      apps: fc.integer({ min: 2, max: 4 }),
      sameRedirectUri: fc.boolean(),
      times: fc.integer({ min: 1, max: 2 }),
      fresh: fc.boolean(),
      namesakes: fc.boolean(),
      /** Whether all the apps are in one project. */
      together: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ apps, sameRedirectUri, fresh, namesakes, together }) =>
      inWords`${apps} apps ${together ? 'of one project ' : ''}${namesakes ? 'of the same name ' : ''}with ${sameRedirectUri ? 'the same redirect URI' : 'redirect URIs of their own'}, one after another${
        fresh ? ', each in a new browser session' : ''
      }`,
    async gather(scene, { apps, sameRedirectUri, times, fresh, namesakes, together }) {
      const user = await aUser(scene);
      const name = namesakes ? scene.target.name('namesake') : undefined;
      const able = together && scene.supports('project.create') && scene.supports('project.grant');
      const project = able ? await aProject(scene) : undefined;
      const visits: Authorized[] = [];
      for (let made = 0; made < apps; made++) {
        const to = sameRedirectUri ? redirectUri : `${redirectUri}/of-app-${made + 1}`;
        const app = await aClient(scene, [to], name);
        if (project !== undefined) await grant(scene, project, app);
        const visit = await arrive(scene, asRequest(user, app, to, fresh && made > 0));
        if (made === 0) await proveCode(scene, app, visit, to);
        visits.push(visit);
        for (let time = 1; time < times; time++) await arrive(scene, asRequest(user, app, to, false));
      }
      return visits;
    },
    *judge(visits) {
      const [first, ...later] = visits;
      const asked = first?.prompts.includes('consent') === true;
      if (!(yield* premise(asked, 'the user was not even asked for the first app'))) return;
      const at = later.findIndex(unasked);
      if (at >= 0) {
        const subject = `an authorization of app ${at + 2} by a user who had consented to others only`;
        const shownBy = later[at];
        yield finding('DEL-21', subject, 'gave a code without asking for consent', 'a prompt to consent', shownBy);
      } else yield* premise(later.every(gaveCode), 'an authorization of another app gave no code');
    },
  }),
];

function asRequest(user: User, app: App, to: string, freshSession: boolean) {
  return { user, app, redirectUri: to, ...(freshSession ? { freshSession } : {}) };
}
