import fc from 'fast-check';
import { finding } from '../../../core/judgement.ts';
import { aProject, aUser, grant, requestToken } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, authorize, localRedirectUri, redirectUri } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive, ending, proveCode } from '../../expectations/authorization.ts';
import { isRegistered } from './registration.ts';
import { reinstalledAppsGoOn } from '../../../drivers/world/reinstallation.ts';
import { reinstallUnused } from '../lifecycle/reinstalled.ts';
import { objectOf } from '../../../generators/object.ts';

const gaveCode = ({ code }: Authorized): boolean => code !== undefined && code !== '';

/** The reason why a step that needs a session is not judged. */
const signedInAgain = 'the user had to sign in again: how long a session lasts is free';

/** Events between two visits of a user to one app. None of them changes anything for the next visit. */
const between = ['nothing', 'another app', 'a denial of another app', 'another user', 'another project'] as const;

/** Number of other users who consent before. A tenant that remembers too few consents by mistake remembers fewer. */
const many = 5;

/** Prompts, depending on the user's browser session ("GET {base_url}/oauth/authorize", 1). */
export const sessionsChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/without-a-session-the-user-signs-in',
    title: 'A user with no session is prompted to sign in',
    proves: ['DEL-15'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      before: fc.array(fc.constantFrom('same user', 'same user silently', 'another user', 'another app'), {
        maxLength: 3,
      }),
      another: fc.boolean(),
    }),
    maxCases: 25,
    describe: ({ before }) => `a new browser session after ${before.length === 0 ? 'nothing' : before.join(', ')}`,
    async gather(scene, { before, another }) {
      const app = await aClient(scene);
      const other = another ? await aClient(scene) : app;
      const user = await aUser(scene);
      const visits: { first: boolean; visit: Authorized }[] = [];
      let seen = false;
      for (const step of before) {
        if (step === 'another user') {
          visits.push({ first: true, visit: await arrive(scene, { user: await aUser(scene), app }) });
          continue;
        }
        const fresh = seen && step !== 'same user silently';
        const visit = await arrive(scene, {
          user,
          app: step === 'another app' ? other : app,
          ...(fresh ? { freshSession: true } : {}),
        });
        visits.push({ first: fresh || !seen, visit });
        seen = true;
      }
      const last = await arrive(scene, { user, app, ...(seen ? { freshSession: true } : {}) });
      if (gaveCode(last)) await proveCode(scene, app, last);
      return [...visits, { first: true, visit: last }];
    },
    *judge(visits) {
      for (const { first, visit } of visits) {
        if (!first || visit.prompts.includes('signIn')) continue;
        // a tenant that asks for consent takes the visitor for a known user, even if no code follows
        const asked = visit.prompts.includes('consent') && visit.status < 500;
        if (!gaveCode(visit) && !asked) continue;
        const subject = 'an authorization by a user with no session';
        const observed = `${gaveCode(visit) ? 'gave a code' : 'asked for a consent'} without a prompt to sign in`;
        yield finding('DEL-15', subject, observed, 'a prompt to sign in', visit);
        return;
      }
      yield* premise(
        visits.every(({ visit }) => gaveCode(visit)),
        'an authorization gave no code',
      );
    },
  }),

  check({
    id: 'delegated/with-a-session-only-consent-is-asked',
    title: 'A user with a session who has not consented to an app is asked to consent, without a new sign-in',
    proves: ['DEL-16'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      others: fc.integer({ min: 1, max: 3 }),
      again: fc.nat(1),
      /** The token or the access that the app already has. Neither is a consent. */
      known: fc.constantFrom('nothing', 'a token of its own', 'a project of the user'),
    }),
    maxCases: 15,
    describe: ({ others, known }) => `a user who signed in for ${others} other apps, and an app that has ${known}`,
    async gather(scene, { others, again, known }) {
      const user = await aUser(scene);
      for (let visited = 0; visited < others; visited++) {
        const other = await aClient(scene);
        for (let times = 0; times <= again; times++) await arrive(scene, { user, app: other });
      }
      const app = await aClient(scene);
      if (known === 'a token of its own') await requestToken(scene, app);
      const able = scene.supports('project.create') && scene.supports('project.grant');
      if (known === 'a project of the user' && able) {
        const project = await aProject(scene);
        for (const actor of [user, app]) await grant(scene, project, actor);
      }
      const visit = await arrive(scene, { user, app });
      if (gaveCode(visit)) {
        await proveCode(scene, app, visit);
        return { visit };
      }
      return { visit, anew: await authorize(scene, { user, app, freshSession: true }) };
    },
    *judge({ visit, anew }) {
      if (!(yield* premise(!visit.prompts.includes('signIn'), signedInAgain))) return;
      if (visit.prompts.includes('consent')) {
        yield* premise(gaveCode(visit), 'the authorization gave no code, although the user consented');
        return;
      }
      if (anew !== undefined && !(yield* premise(gaveCode(anew), 'no authorization of the app gave a code'))) return;
      const subject = 'an authorization by a user with a session and no earlier consent to the app';
      const observed = gaveCode(visit) ? 'gave a code without asking' : ending(visit);
      yield finding('DEL-16', subject, observed, 'a prompt to consent', visit);
    },
  }),

  check({
    id: 'delegated/with-session-and-consent-the-step-is-invisible',
    title: 'With a session and an earlier consent a code comes at once, without any prompt, time after time',
    proves: ['DEL-17'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      times: fc.integer({ min: 1, max: 4 }),
      between: fc.array(fc.constantFrom(...between), { minLength: 1, maxLength: 3 }),
      exchange: fc.boolean(),
      states: fc.boolean(),
      freshBefore: fc.boolean(),
      /** Whether the app uses a redirect URI on localhost for all visits. */
      local: fc.constantFrom(false, false, true),
      /** The past of the app when the user first comes to it. */
      before: fc.constantFrom('nothing', 'nothing', 'a reinstall', 'consents of many'),
    }),
    maxCases: 36,
    describe: ({ times, between: steps, exchange, freshBefore, local, before }) =>
      `${local ? 'at an app on localhost, ' : ''}${before === 'nothing' ? '' : `after ${before}, `}${times} further authorizations, with ${steps.join(', ')} between them${exchange ? ', the first code exchanged' : ''}${
        freshBefore ? ', after a second sign-in' : ''
      }`,
    async gather(scene, { times, between: steps, exchange, states, freshBefore, local, before }) {
      let app = await aClient(scene);
      if (before === 'a reinstall' && (await reinstalledAppsGoOn(scene))) {
        app = await reinstallUnused(scene, app);
      }
      // another requirement covers the registration of a local redirect URI
      const to = local && (await isRegistered(scene, app, localRedirectUri)) ? localRedirectUri : redirectUri;
      const earlier = before === 'consents of many' ? many : 0;
      for (let one = 0; one < earlier; one++) {
        await arrive(scene, { user: await aUser(scene), app });
      }
      const user = await aUser(scene);
      let first = await arrive(scene, { user, app, redirectUri: to });
      if (freshBefore) first = await arrive(scene, { user, app, redirectUri: to, freshSession: true });
      if (exchange) await proveCode(scene, app, first, to);
      const later: Authorized[] = [];
      for (let time = 0; time < times; time++) {
        const step = steps[time % steps.length];
        if (step === 'another app') await arrive(scene, { user, app: await aClient(scene) });
        if (step === 'a denial of another app')
          await authorize(scene, { user, app: await aClient(scene), consent: 'deny' });
        if (step === 'another project' && scene.supports('project.create') && scene.supports('project.grant')) {
          const project = await aProject(scene);
          for (const actor of [user, app]) await grant(scene, project, actor);
        }
        if (step === 'another user') await arrive(scene, { user: await aUser(scene), app });
        const request = { user, app, redirectUri: to, ...(states ? { state: `state-of-visit-${time}` } : {}) };
        // a consent may take time to be seen, but only the first time
        let visit =
          time > 0
            ? await authorize(scene, request)
            : await scene.settle(
                () => authorize(scene, request),
                (one) => gaveCode(one) && one.prompts.length === 0,
              );
        // the session may have ended (FRE-78), and after the sign-in there is one
        if (visit.prompts.includes('signIn')) visit = await authorize(scene, request);
        later.push(visit);
      }
      const last = later.at(-1);
      if (!exchange && last !== undefined && gaveCode(last)) await proveCode(scene, app, last, to);
      return { first, later };
    },
    *judge({ first, later }) {
      if (!(yield* premise(gaveCode(first), 'the first authorization gave no code'))) return;
      for (const visit of later) {
        if (!(yield* premise(!visit.prompts.includes('signIn'), signedInAgain))) return;
        const subject = 'an authorization with a session and an earlier consent';
        const expected = 'a redirect with a code and no prompt';
        if (visit.prompts.includes('consent')) {
          yield finding('DEL-17', subject, 'asked for consent again', expected, visit);
          return;
        }
        if (!gaveCode(visit)) {
          yield finding('DEL-17', subject, ending(visit), expected, visit);
          return;
        }
      }
    },
  }),
];
