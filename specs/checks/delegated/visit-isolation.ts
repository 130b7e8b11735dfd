import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { demand, finding, notApplicable } from '../../../core/judgement.ts';
import type { User } from '../../../drivers/world/actors.ts';
import { anAccessToken, aUser } from '../../../drivers/world/actors.ts';
import {
  aClient,
  aGrant,
  authorize,
  exchangeCode,
  localRedirectUri,
  redirectUri,
  refreshed,
} from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive, ending, isAt, placeOf, proveFlow, wasInvisible } from '../../expectations/authorization.ts';
import { granted } from '../../expectations/token-request.ts';
import { delegatedNeeds } from './working-grant.ts';

/** Number of users who come at the same time. */
const together = 6;
const otherUri = 'https://second.conformance.example/callback';

/** Actions of an app between an authorization and the exchange of its code. */
const meanwhile = ['asks for a token of its own', 'refreshes for another user'] as const;

/** Visits, apps and browsers that must not affect one another ("GET {base_url}/oauth/authorize"; "Delegated auth"). */
export const visitIsolationChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/visits-at-the-same-time-stay-apart',
    title: 'Simultaneous authorizations each come back with their own state and to their own address',
    proves: ['DEL-02', 'DEL-12'],
    needs: delegatedNeeds,
    async gather(scene) {
      const app = await aClient(scene, [redirectUri, otherUri]);
      for (const to of [redirectUri, otherUri]) await proveFlow(scene, app, await aUser(scene), to);
      const visitors: { user: User; to: string; state: string }[] = [];
      for (let index = 0; index < together; index++) {
        const state = `state-${index}-${scene.target.name('visit').replaceAll(' ', '-')}`;
        visitors.push({ user: await aUser(scene), to: index % 2 === 0 ? redirectUri : otherUri, state });
      }
      const visits = await scene.together(
        visitors.map(
          ({ user, to, state }) =>
            (part) =>
              // a new user may take a moment to be known
              part.settle(
                () => authorize(part, { user, app, redirectUri: to, state }),
                ({ code }) => code !== undefined,
              ),
        ),
      );
      return visits.map((visit, index) => ({ visit, state: visitors[index]?.state, to: visitors[index]?.to ?? '' }));
    },
    *judge(visits) {
      const cameBack = visits.some(({ visit }) => visit.code !== undefined);
      if (!(yield* premise(cameBack, 'none of several authorizations at the same time gave a code'))) return;
      const subject = 'one of several authorizations at the same time';
      for (const { visit, state, to } of visits) {
        // other checks judge a missing code
        if (visit.code === undefined) continue;
        const place = `came back to ${placeOf(visit.location)}`;
        yield demand(isAt(visit.location, to), 'DEL-12', subject, place, `a redirect to ${to}, which it named`, visit);
        const anothers = visits.some((one) => one.state === visit.state);
        const observed = `came back with ${anothers ? 'the state of another' : visit.state === undefined ? 'no state' : 'another state'}`;
        yield demand(visit.state === state, 'DEL-02', subject, observed, 'its own state', visit);
      }
    },
  }),

  check({
    id: 'delegated/a-consent-is-remembered-among-many',
    title: 'A user is not asked again after many other users and apps, and some denials',
    proves: ['DEL-17'],
    needs: delegatedNeeds,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      await proveFlow(scene, app, user);
      // a consent may take time to be seen
      const before = await scene.settle(() => authorize(scene, { user, app }), wasInvisible);
      const steps = [];
      for (let count = 0; count < together; count++) await arrive(scene, { user: await aUser(scene), app });
      steps.push({ after: `${together} more users`, visit: await authorize(scene, { user, app }) });
      for (let count = 0; count < together; count++) await arrive(scene, { user, app: await aClient(scene) });
      steps.push({ after: `${together} more apps`, visit: await authorize(scene, { user, app }) });
      await authorize(scene, { user: await aUser(scene), app, consent: 'deny' });
      await authorize(scene, { user, app: await aClient(scene), consent: 'deny' });
      const after = 'another user who denied it, and the denial of another app';
      steps.push({ after, visit: await authorize(scene, { user, app }) });
      return { before, steps };
    },
    *judge({ before, steps }) {
      if (!(yield* premise(wasInvisible(before), 'an authorization was not invisible to begin with'))) return;
      const within = steps.filter(({ visit }) => !visit.prompts.includes('signIn'));
      if (within.length === 0) yield notApplicable('the session was over each time');
      for (const { after, visit } of within) {
        if (!visit.prompts.includes('consent')) continue;
        const subject = `an authorization with a session and a consent, after ${after}`;
        yield finding('DEL-17', subject, 'asked for consent again', 'a redirect with a code and no prompt', visit);
        return;
      }
    },
  }),

  check({
    id: 'delegated/an-app-on-localhost-is-consented-to',
    title: 'A user with a session who has not consented to an app on localhost is asked to consent',
    proves: ['DEL-16'],
    needs: [...delegatedNeeds, 'app.registerRedirectUri'],
    async gather(scene) {
      const user = await aUser(scene);
      await proveFlow(scene, await aClient(scene), user);
      const app = await aClient(scene, []);
      const { registered } = await scene.operate('app.registerRedirectUri', {
        appId: app.appId,
        redirectUri: localRedirectUri,
      });
      // another requirement covers the registration of a local redirect URI
      return registered ? await arrive(scene, { user, app, redirectUri: localRedirectUri }) : null;
    },
    *judge(visit) {
      if (visit === null) {
        yield notApplicable('the local redirect URI was not registered');
        return;
      }
      if (!(yield* premise(visit.code !== undefined, 'the authorization gave no code'))) return;
      if (visit.prompts.includes('consent')) return;
      if (!(yield* premise(!visit.prompts.includes('signIn'), 'the user had to sign in again'))) return;
      const subject = 'a first authorization of an app on localhost by a user with a session';
      yield finding('DEL-16', subject, ending(visit), 'a prompt to consent', visit);
    },
  }),

  check({
    id: 'delegated/a-code-outlasts-what-its-app-does-meanwhile',
    title: 'A code can be exchanged after its app has requested other tokens',
    proves: ['DEL-27'],
    needs: delegatedNeeds,
    cases: fc.constantFrom(...meanwhile),
    maxCases: meanwhile.length,
    describe: (what) => `an app that ${what} before it exchanges a code`,
    async gather(scene, what) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const other = await aGrant(scene, app, await aUser(scene));
      const { code } = await arrive(scene, { user, app });
      if (what === 'asks for a token of its own') await anAccessToken(scene, app);
      else await refreshed(scene, other);
      const exchanged = code === undefined ? undefined : await exchangeCode(scene, app, code);
      if (exchanged === undefined || granted(exchanged)) return { exchanged };
      const anew = await arrive(scene, { user, app });
      return { exchanged, control: anew.code === undefined ? undefined : await exchangeCode(scene, app, anew.code) };
    },
    *judge({ exchanged, control }, what) {
      if (!(yield* premise(exchanged !== undefined, 'the authorization gave no code'))) return;
      if (exchanged === undefined || granted(exchanged)) return;
      const served = control !== undefined && granted(control);
      if (!(yield* premise(served, 'a code that was exchanged at once obtained nothing either'))) return;
      const subject = `the exchange of a fresh code by an app that ${what} first`;
      yield finding('DEL-27', subject, answer(exchanged), 'tokens', exchanged);
    },
  }),
];
