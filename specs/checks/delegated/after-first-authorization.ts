import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser, withNewSecret } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  aUserWithAccess,
  authorize,
  exchangeCode,
  refresh,
  refreshed,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import { shows } from '../../../drivers/world/view.ts';
import { ambiguousStates } from '../../../generators/state.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { showsAll, showsNone, yieldsToken } from '../../expectations/acceptance.ts';
import { ending, isAt, wasInvisible } from '../../expectations/authorization.ts';
import { failsWithInvalidGrant } from '../../expectations/spent-refresh-token.ts';
import { bringsAnotherRefreshToken } from '../../expectations/token-answer-members.ts';

const needs = ['app.create', 'user.create', 'browser.authorize'] as const;

/** Events after the first authorization: another address, another app, another day ("Delegated auth"). */
export const afterFirstAuthorizationChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-later-redirect-uri-can-be-used',
    title: 'A redirect URI registered after users consented gets codes that are exchanged and refreshed',
    proves: ['DEL-12', 'DEL-22', 'DEL-27', 'DEL-37'],
    needs: [...needs, 'app.registerRedirectUri'],
    cases: fc.constantFrom('https://later.conformance.example/cb', 'https://later.conformance.example/cb?own=1'),
    maxCases: 6,
    describe: (uri) => `${uri}, registered after a consent`,
    async gather(scene, uri) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      await aGrant(scene, app, user);
      const { registered } = await scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: uri });
      // a tenant may refuse to register a redirect URI with a query (FRE-64)
      if (!registered && uri.includes('?')) return null;
      const visit = await scene.settle(
        () => authorize(scene, { user, app, redirectUri: uri }),
        ({ code }) => code !== undefined,
      );
      const exchanged =
        visit.code === undefined ? undefined : await exchangeCode(scene, app, visit.code, { redirectUri: uri });
      const token = exchanged === undefined ? undefined : refreshTokenIn(exchanged);
      const renewed = token === undefined ? undefined : await refresh(scene, app, token);
      const control = await authorize(scene, { user, app });
      return { registered, visit, exchanged, renewed, control };
    },
    *judge(seen, uri) {
      if (seen === null) {
        yield notApplicable('a redirect URI with a query is not registered here');
        return;
      }
      const { registered, visit, exchanged, renewed, control } = seen;
      if (!(yield* premise(registered, `the redirect URI ${uri} could not be registered`))) return;
      if (!(yield* premise(control.code !== undefined, 'the first redirect URI no longer got a code'))) return;
      // a requirement of its own covers a redirect URI that has its own query
      const requirement = uri.includes('?') ? 'DEL-22' : 'DEL-12';
      if (visit.code === undefined || !isAt(visit.location, uri)) {
        const subject = `an authorization for ${uri}, which was registered after the consent,`;
        yield finding(requirement, subject, ending(visit), 'a redirect to it with a code', visit);
      } else {
        yield held(requirement);
        const subject = `the exchange of a fresh code that went to ${uri}`;
        if (exchanged !== undefined) yield* yieldsToken(exchanged, 'DEL-27', subject);
      }
      if (renewed !== undefined)
        yield* yieldsToken(renewed, 'DEL-37', `a refresh of the token whose code went to ${uri}`);
    },
  }),

  check({
    id: 'delegated/codes-of-several-users-wait-for-each-other',
    title: 'Codes of several users or apps can each be exchanged after all were issued',
    proves: ['DEL-27', 'DEL-60'],
    needs,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const answers: { readonly ofOneUser: boolean; readonly exchange: Exchange }[] = [];
      const codes: { readonly app: App; readonly code: string }[] = [];
      for (const each of [await aUser(scene), await aUser(scene), await aUser(scene)]) {
        codes.push({ app, code: await aCode(scene, { app, user: each }) });
      }
      for (const other of [await aClient(scene), await aClient(scene)]) {
        codes.push({ app: other, code: await aCode(scene, { app: other, user }) });
      }
      for (const waiting of codes) {
        const exchange = await exchangeCode(scene, waiting.app, waiting.code);
        answers.push({ ofOneUser: waiting.app !== app, exchange });
      }
      const control = await exchangeCode(scene, app, await aCode(scene, { app, user: await aUser(scene) }));
      return { answers, control };
    },
    *judge({ answers, control }) {
      const alone = accessTokenIn(control) !== undefined;
      if (!(yield* premise(alone, `the exchange of a code at once ${answer(control)}`))) return;
      for (const { ofOneUser, exchange } of answers) {
        const whose = ofOneUser ? 'its user' : 'its app';
        yield* yieldsToken(
          exchange,
          // one session may keep only one code at a time (FRE-62, FRE-63)
          ofOneUser ? 'DEL-60' : 'DEL-27',
          `the exchange of a fresh code while other codes of ${whose} were waiting`,
        );
      }
    },
  }),

  check({
    id: 'delegated/each-app-of-a-user-sees-what-the-user-sees',
    title: 'Each app that a user authorizes sees what the user may see',
    proves: ['DEL-31'],
    needs: [...needs, 'access'],
    async gather(scene) {
      const { user, laboratory } = await aUserWithAccess(scene);
      if (laboratory === undefined) return null;
      const looks = [];
      const [listing] = await scene.listings();
      if (listing === undefined) return null;
      const records = laboratory.records.filter(({ kind }) => kind === listing.kind);
      for (let count = 0; count < 3; count++) {
        const { authorization } = await aGrant(scene, await aClient(scene), user);
        looks.push(
          await scene.settle(
            () => scene.view(listing, authorization),
            (view) => records.every((record) => shows(view, record)),
          ),
        );
      }
      return { looks, records };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('users can be given nothing to see');
        return;
      }
      const { looks, records } = seen;
      const some = looks.some((view) => records.every((record) => shows(view, record)));
      if (!(yield* premise(some, 'no token of the user showed the records'))) return;
      for (const view of looks) {
        yield* showsAll(view, records, 'DEL-31', `GET ${view.path} with the token of one of several apps`);
      }
    },
  }),

  check({
    id: 'delegated/simultaneous-exchanges-stay-separate',
    title: 'Simultaneous code exchanges, and refreshes afterwards, give tokens of their own users',
    proves: ['DEL-34', 'DEL-36'],
    needs: [...needs, 'access'],
    async gather(scene) {
      const app = await aClient(scene);
      const people = [await aUserWithAccess(scene), await aUserWithAccess(scene), await aUserWithAccess(scene)];
      const codes: string[] = [];
      for (const { user } of people) codes.push(await aCode(scene, { app, user }));
      const answers = await scene.together(codes.map((code) => (part) => exchangeCode(part, app, code)));
      const [listing] = await scene.listings();
      const looks = [];
      for (const [index, one] of answers.entries()) {
        const token = accessTokenIn(one);
        if (token === undefined || listing === undefined) continue;
        const others = people.flatMap((person, other) => (other === index ? [] : (person.laboratory?.records ?? [])));
        const view = await scene.view(listing, bearer(token));
        const refreshToken = refreshTokenIn(one);
        const again = refreshToken === undefined ? one : await refresh(scene, app, refreshToken);
        const renewed = accessTokenIn(again);
        looks.push({
          view,
          // other checks judge whether a refresh brings a token
          ...(again === one || renewed === undefined ? {} : { later: await scene.view(listing, bearer(renewed)) }),
          others,
        });
      }
      return looks;
    },
    *judge(looks) {
      if (!(yield* premise(looks.length === 3, 'codes that were exchanged at once gave no tokens'))) return;
      for (const { view, later, others } of looks) {
        yield* showsNone(view, others, 'DEL-34', `GET ${view.path} with a token of a simultaneous exchange`);
        if (later === undefined || others.some((record) => shows(view, record))) continue;
        yield* showsNone(
          later,
          others,
          'DEL-36',
          `GET ${later.path} with the token of a refresh for one of three users of an app,`,
        );
      }
    },
  }),

  check({
    id: 'delegated/an-unused-grant-can-be-refreshed',
    title: 'A refresh works although the access token was never used, and so does a second one at once',
    proves: ['DEL-37', 'DEL-68'],
    needs,
    cases: fc.constantFrom(0, 11),
    maxCases: 2,
    describe: (others) => inWords`a grant of a user who authorizes ${others} apps more`,
    async gather(scene, others) {
      const user = await aUser(scene);
      const granted = await aGrant(scene, await aClient(scene), user);
      for (let count = 0; count < others; count++) await aGrant(scene, await aClient(scene), user);
      const first = await refresh(scene, granted.app, granted.refreshToken);
      const next = refreshTokenIn(first);
      const answers = next === undefined ? [first] : [first, await refresh(scene, granted.app, next)];
      if (others === 0 || answers.every((one) => accessTokenIn(one) !== undefined)) return { answers };
      // only after a failure: does a refresh work without the other apps?
      const alone = await aGrant(scene, await aClient(scene), await aUser(scene));
      return { answers, control: await refresh(scene, alone.app, alone.refreshToken) };
    },
    *judge({ answers, control }, others) {
      const subject = 'a refresh of a grant whose access token was never used';
      if (others === 0) {
        for (const one of answers) yield* yieldsToken(one, 'DEL-37', subject);
        return;
      }
      const works = control === undefined || accessTokenIn(control) !== undefined;
      if (!(yield* premise(works, 'a refresh for the only app of a user gave no tokens either'))) return;
      for (const one of answers) {
        yield* yieldsToken(one, 'DEL-68', inWords`${subject}, of a user who authorized ${others} apps more,`);
      }
    },
  }),

  check({
    id: 'delegated/a-late-refresh-brings-another-refresh-token',
    title: 'A refresh days after the last one brings another refresh token, and ends the one that was sent',
    proves: ['DEL-38', 'DEL-43'],
    needs: [...needs, 'passing-time'],
    maxSeconds: 2_000_000,
    cases: fc.constantFrom(901, 86_401, 1_000_000),
    maxCases: 9,
    describe: (after) => inWords`a refresh after ${after} s`,
    async gather(scene, after) {
      const granted = await aGrant(scene, await aClient(scene), await aUser(scene));
      await scene.elapse(after);
      const first = await refresh(scene, granted.app, granted.refreshToken);
      const again = await refresh(scene, granted.app, granted.refreshToken, { note: 'spent' });
      return { first, again, sent: granted.refreshToken };
    },
    *judge({ first, again, sent }, after) {
      if (!(yield* premise(accessTokenIn(first) !== undefined, `a refresh after ${after} s ${answer(first)}`))) return;
      yield* bringsAnotherRefreshToken(first, sent, `a refresh after ${after} s`);
      yield* failsWithInvalidGrant(again, 'DEL-43', `a refresh token that was spent after ${after} s`);
    },
  }),

  check({
    id: 'delegated/a-rotation-unspends-nothing',
    title: 'A spent refresh token fails with invalid_grant after the client secret was rotated too',
    proves: ['DEL-44'],
    needs: [...needs, 'app.rotateSecret'],
    async gather(scene) {
      const app = await aClient(scene);
      const granted = await aGrant(scene, app, await aUser(scene));
      await refreshed(scene, granted);
      const renewed = await withNewSecret(scene, app);
      // a code exchange for another user shows when the tenant knows the new secret
      const control = await scene.settle(
        async () => exchangeCode(scene, renewed, await aCode(scene, { app, user: await aUser(scene) })),
        (one) => accessTokenIn(one) !== undefined,
      );
      return { control, again: await refresh(scene, renewed, granted.refreshToken, { note: 'spent' }) };
    },
    *judge({ control, again }) {
      const known = accessTokenIn(control) !== undefined;
      if (!(yield* premise(known, `a code exchange with the new secret ${answer(control)}`))) return;
      // a tenant may end refresh tokens at a rotation, and may report that instead of the spent token
      if (accessTokenIn(again) === undefined) return;
      yield* failsWithInvalidGrant(again, 'DEL-44', 'a spent refresh token after a rotation of the client secret');
    },
  }),

  check({
    id: 'delegated/consent-is-remembered-through-use',
    title: 'In the same session, authorization stays invisible after refreshes and after a quarter of an hour',
    proves: ['DEL-17'],
    needs: [...needs, 'passing-time'],
    maxSeconds: 1_000,
    cases: fc.constantFrom('a refresh', 'some time'),
    maxCases: 6,
    describe: (after) => `an authorization after ${after}`,
    async gather(scene, after) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const granted = await aGrant(scene, app, user);
      const before = await scene.settle(() => authorize(scene, { user, app }), wasInvisible);
      if (after === 'a refresh') await refreshed(scene, granted);
      else await scene.elapse(905);
      const first = await authorize(scene, { user, app });
      // a prompt to sign in shows that the session was over
      return { before, first };
    },
    *judge({ before, first }, after) {
      if (!(yield* premise(wasInvisible(before), 'an authorization was not invisible to begin with'))) return;
      // the length of a session is open, and a tenant may ask for consent again after it
      if (first.prompts.includes('signIn')) yield notApplicable('the session was over');
      if (first.prompts.includes('signIn') || !first.prompts.includes('consent')) return;
      yield finding('DEL-17', `an authorization after ${after}`, 'asked for consent again', 'no prompt', first);
    },
  }),

  check({
    id: 'delegated/ambiguous-states-come-back-unchanged',
    title: 'States that are easily mistaken for another kind of value come back unchanged',
    proves: ['DEL-02'],
    needs,
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      await aGrant(scene, app, user);
      const seen = [];
      for (const sent of ambiguousStates) {
        const visit = await authorize(scene, { user, app, state: sent });
        const refused =
          visit.code === undefined ? { plain: await authorize(scene, { user, app, state: 'plain' }) } : {};
        seen.push({ sent, visit, ...refused });
      }
      return seen;
    },
    *judge(seen) {
      for (const { sent, visit, plain } of seen) {
        const subject = `an authorization with the state ${JSON.stringify(sent)}`;
        if (plain !== undefined) {
          if (!(yield* premise(plain.code !== undefined, 'an authorization with a plain state gave no code either')))
            return;
          yield finding('DEL-02', subject, ending(visit), 'a redirect with a code and the same state', visit);
        } else if (visit.state !== sent) {
          const { state } = visit;
          const observed = state === undefined ? 'came back without it' : `came back with ${JSON.stringify(state)}`;
          yield finding('DEL-02', subject, observed, 'it unchanged', visit);
        }
      }
    },
  }),
];
