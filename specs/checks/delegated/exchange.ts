import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable, observation } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aKnownClient,
  authorize,
  exchangeCode,
  grantIn,
  redirectUri,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import type { RequestOptions } from '../../../drivers/world/request.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import {
  changed,
  changes,
  describeChange,
  patternOf,
  patterns,
  strangers,
  withAnotherMiddle,
  anotherMiddle,
} from '../../../generators/credential.ts';
import type { DepartureKind } from '../../../generators/redirect-uri.ts';
import { departed } from '../../../generators/redirect-uri.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { granted, noTokenByContrast } from '../../expectations/token-request.ts';
import { aConsentingUser, aWorkingGrant, delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';

const otherUri = 'https://client.conformance.example/second/callback';

/** A redirect URI that becomes another address if it is decoded once too often. */
const escapedUri = 'https://client.conformance.example/lab%20portal/a+b';

/** Redirect URIs that no app of the suite registers. Each differs from the registered ones in more than details. */
const unregistered = [
  `${redirectUri}/more`,
  'https://client.conformance.example/call',
  'https://client.conformance.example/',
  'https://attacker.conformance.example/callback',
  'https://client.conformance.example.attacker.example/callback',
  'http://localhost:7777/callback',
] as const;

/** Other changes of the address to which the code was sent. */
const departuresAtExchange = [
  'without TLS',
  'on another port',
  'with one letter of its path in upper case',
  'with its path in upper case',
  'with a longer path',
  'with a path that leads out of it',
  'with a user name',
  'on a host below its host',
] as const satisfies readonly DepartureKind[];

const isDeparture = (sent: string): sent is (typeof departuresAtExchange)[number] =>
  departuresAtExchange.some((kind) => kind === sent);

/** The other tokens that a code brings. Neither was ever issued as a code. */
const otherTokens = fc.constantFrom('the refresh token first', 'the access token first');
const bothTokens = ['refreshToken', 'accessToken'] as const;

/** An exchange of a code with one flaw, and the correct exchange. */
interface Flawed {
  readonly probe: Exchange;
  readonly control: Exchange;
}

/** Tries up to `times` times, until an attempt obtains tokens. */
async function untilGranted(attempt: () => Promise<Exchange>, times: number): Promise<Exchange> {
  const answered = await attempt();
  return times <= 1 || granted(answered) ? answered : untilGranted(attempt, times - 1);
}

/** Exchanges the same code correctly, or a new code if the wrong attempt may have used up the first. */
async function exchangeCorrectly(scene: Scene, app: App, user: User, code: string): Promise<Exchange> {
  const same = await exchangeCode(scene, app, code);
  return granted(same) ? same : exchangeCode(scene, app, await aCode(scene, { app, user }));
}

/** The exchange of codes ("POST {base_url}/oauth/token", rule 2). */
export const exchangeChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-fresh-code-is-exchanged-for-tokens',
    title: "A fresh code with the app's credentials and redirect_uri gets an access and a refresh token",
    proves: ['DEL-27'],
    needs: delegatedNeeds,
    cases: objectOf({
      visits: fc.array(fc.record({ user: fc.nat(2), uri: fc.nat(1), elsewhere: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
      }),
      state: fc.boolean(),
      /** Whether all codes are issued before the first exchange, each for a user of its own (FRE-63). */
      waiting: fc.boolean(),
      /** Whether one of the redirect URIs contains characters that have a meaning in forms. */
      escaped: fc.boolean(),
      /** Whether each user has denied consent to the app before. */
      denied: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ visits, waiting, escaped, denied }) =>
      `authorizations by user ${visits.map(({ user, uri }, index) => `${(waiting ? index : user) + 1} (redirect URI ${uri + 1})`).join(', then ')}${waiting ? ', whose codes all wait' : ''}${escaped ? ', one of the redirect URIs with escapes' : ''}${denied ? ', each after a denial' : ''}`,
    async gather(scene, { visits, state, waiting, escaped, denied }) {
      // a tenant may refuse some characters in a redirect URI
      const odd = escaped ? await unlessRefused(aKnownClient(scene, [redirectUri, escapedUri])) : undefined;
      const uris = [redirectUri, odd === undefined ? otherUri : escapedUri];
      const app = odd ?? (await aKnownClient(scene, uris));
      const users: User[] = [];
      const exchanges: (() => Promise<Exchange>)[] = [];
      const answers: Exchange[] = [];
      for (const [place, { user: index, uri, elsewhere }] of visits.entries()) {
        const user = (users[waiting ? place : index] ??= await aUser(scene));
        const sentTo = uris[uri] ?? redirectUri;
        const visit = { app, user, redirectUri: sentTo, ...(state ? { state: 'state of a visit' } : {}) };
        if (denied) await authorize(scene, { ...visit, consent: 'deny' });
        // the specification does not say that a user may authorize an app after a denial
        const code = denied ? (await authorize(scene, visit)).code : await aCode(scene, visit);
        if (code === undefined) continue;
        const exchange = (options: RequestOptions = {}): Promise<Exchange> =>
          exchangeCode(scene, app, code, { ...options, redirectUri: sentTo });
        exchanges.push(() => (elsewhere ? scene.onOneConnection((over) => exchange({ over })) : exchange()));
        if (!waiting) for (const one of exchanges.splice(0)) answers.push(await one());
      }
      for (const one of exchanges) answers.push(await one());
      return answers;
    },
    *judge(answers) {
      if (answers.length === 0) yield notApplicable('no authorization gave a code after a denial');
      for (const [index, one] of answers.entries()) {
        const subject = `the exchange of a fresh code${index === 0 ? '' : ` after ${index} others`}`;
        yield* yieldsToken(one, 'DEL-27', subject);
        if (accessTokenIn(one) !== undefined && refreshTokenIn(one) === undefined) {
          yield finding('DEL-27', subject, `${answer(one)} and no refresh_token`, 'a refresh token too', one);
        }
      }
    },
  }),

  check({
    id: 'delegated/codes-presented-again',
    title: 'A code is exchanged; the outcomes of a second exchange and of simultaneous ones are recorded',
    proves: ['DEL-27'],
    needs: delegatedNeeds,
    async gather(scene) {
      const { app, user } = await aConsentingUser(scene);
      const code = await aCode(scene, { app, user });
      const first = await exchangeCode(scene, app, code);
      const again = await exchangeCode(scene, app, code, { note: 'a code that was exchanged before' });
      const raced = await aCode(scene, { app, user });
      const race = await scene.together(
        Array.from(
          { length: 4 },
          () => (part: Scene) => exchangeCode(part, app, raced, { note: 'one of four at once' }),
        ),
      );
      return { first, again, race };
    },
    *judge({ first, again, race }) {
      yield* yieldsToken(first, 'DEL-27', 'the exchange of a fresh code');
      const second = granted(again) ? 'obtained tokens again' : answer(again);
      yield observation('FRE-61', `a second exchange ${second}`, again);
      const won = race.filter(granted).length;
      yield observation('FRE-61', `${won} of ${race.length} simultaneous exchanges won`);
    },
  }),

  check({
    id: 'delegated/an-unknown-code-yields-no-token',
    title: 'A code that was never issued, or one that was altered, yields no token',
    proves: ['DEL-28'],
    needs: delegatedNeeds,
    cases: fc.oneof(
      { weight: 3, arbitrary: objectOf({ change: changes, after: fc.boolean() }) },
      { weight: 1, arbitrary: objectOf({ value: strangers }) },
      { weight: 1, arbitrary: objectOf({ pattern: patterns }) },
      { weight: 1, arbitrary: objectOf({ instead: otherTokens }) },
    ),
    maxCases: 60,
    describe: (given) =>
      'value' in given
        ? 'a value that was never issued'
        : 'pattern' in given
          ? `a code ${given.pattern}`
          : 'instead' in given
            ? `both tokens that it brought instead of a code, ${given.instead}`
            : `a code, ${describeChange(given.change)}, ${given.after ? 'after' : 'before'} its exchange`,
    arrange: aConsentingUser,
    async gather(scene, given, { app, user }): Promise<Flawed | null> {
      const code = await aCode(scene, { app, user });
      if ('value' in given) {
        const probe = await exchangeCode(scene, app, given.value, { note: 'a value that was never issued' });
        return { probe, control: await exchangeCorrectly(scene, app, user, code) };
      }
      if ('instead' in given) {
        const tokens = grantIn(
          app,
          user,
          await exchangeCorrectly(scene, app, user, code),
          'the exchange of a fresh code',
        );
        const [one, other] = given.instead === 'the refresh token first' ? bothTokens : bothTokens.toReversed();
        const misplaced = (member: 'refreshToken' | 'accessToken' = 'refreshToken') =>
          exchangeCode(scene, app, tokens[member], { note: `the ${member} as the code` });
        const probe = await misplaced(one);
        return { probe: granted(probe) ? probe : await misplaced(other), control: tokens.answered };
      }
      const isPattern = 'pattern' in given;
      const wrong = isPattern ? patternOf(code, given.pattern) : changed(code, given.change);
      if (wrong === undefined) return null;
      const how = isPattern ? given.pattern : describeChange(given.change);
      scene.journal.secrets.learnNearMiss(code, wrong, how);
      const before = !isPattern && given.after ? await exchangeCorrectly(scene, app, user, code) : undefined;
      const probe = await exchangeCode(scene, app, wrong, { note: `the code, ${how}` });
      const other = isPattern || granted(probe) ? undefined : withAnotherMiddle(code);
      if (other !== undefined) scene.journal.secrets.learnNearMiss(code, other, anotherMiddle);
      const second =
        other === undefined ? probe : await exchangeCode(scene, app, other, { note: `the code, ${anotherMiddle}` });
      const control = before ?? (await exchangeCorrectly(scene, app, user, code));
      return { probe: granted(second) ? second : probe, control };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('the drawn change does not change this code');
        return;
      }
      yield* noTokenByContrast(seen.probe, seen.control, 'DEL-28', 'the exchange of a code that was never issued');
    },
  }),

  check({
    id: 'delegated/a-code-is-bound-to-its-redirect-uri',
    title: 'A code sent to one redirect URI is not exchanged with another, registered or not',
    proves: ['DEL-29'],
    needs: delegatedNeeds,
    cases: objectOf({
      used: fc.nat(1),
      sent: fc.constantFrom('the other registered one', ...unregistered, ...departuresAtExchange),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
      times: fc.integer({ min: 1, max: 2 }),
    }),
    maxCases: 40,
    describe: ({ used, sent, path, times }) =>
      `authorized with registered redirect URI ${used + 1}, exchanged with ${isDeparture(sent) ? `it ${sent}` : sent} at ${path}${times > 1 ? ', twice' : ''}`,
    async arrange(scene) {
      const uris = [redirectUri, otherUri] as const;
      return { app: await aClient(scene, uris), user: await aUser(scene), uris };
    },
    async gather(scene, { used, sent, path, times }, { app, user, uris }): Promise<Flawed | null> {
      const [right, other] = used === 0 ? uris : uris.toReversed();
      const visit = { app, user, redirectUri: right ?? redirectUri };
      const wrong = isDeparture(sent)
        ? departed(visit.redirectUri, { kind: sent, word: 'lumen' })
        : sent === 'the other registered one'
          ? (other ?? otherUri)
          : sent;
      if (wrong === undefined) return null;
      const code = await aCode(scene, visit);
      const note = 'another redirect_uri than that of the authorization request';
      const wrongly = () => exchangeCode(scene, app, code, { redirectUri: wrong, path, note });
      const probe = await untilGranted(wrongly, times);
      const control = await exchangeCode(scene, app, await aCode(scene, visit), {
        redirectUri: visit.redirectUri,
        path,
      });
      return { probe, control };
    },
    *judge(seen, { sent }) {
      if (seen === null) {
        yield notApplicable('this change yields no address, or one that differs only in details');
        return;
      }
      const which = isDeparture(sent)
        ? `that of the authorization, ${sent}`
        : sent.startsWith('http')
          ? 'an unregistered redirect_uri'
          : 'the redirect_uri of another registration';
      yield* noTokenByContrast(seen.probe, seen.control, 'DEL-29', `the exchange of a code with ${which}`);
    },
  }),

  check({
    id: 'delegated/a-code-is-its-own-apps',
    title: 'A code that was issued to one app is not exchanged for another app',
    proves: ['DEL-30'],
    needs: delegatedNeeds,
    cases: objectOf({
      known: fc.boolean(),
      olderApp: fc.boolean(),
      afterwards: fc.boolean(),
      times: fc.integer({ min: 1, max: 2 }),
      path: fc.constantFrom(tokenPath, legacyTokenPath),
    }),
    maxCases: 12,
    describe: ({ known, olderApp, afterwards, times, path }) =>
      `presented ${times > 1 ? 'twice ' : ''}at ${path} by an ${olderApp ? 'older' : 'younger'} app that the user ${known ? 'has authorized too' : 'does not know'}, ${afterwards ? 'after' : 'before'} the rightful one`,
    async gather(scene, { known, olderApp, afterwards, times, path }): Promise<Flawed> {
      const [one, two] = [await aClient(scene), await aClient(scene)];
      const [app, other] = olderApp ? [two, one] : [one, two];
      const user = await aUser(scene);
      if (known) await exchangeCode(scene, other, await aCode(scene, { app: other, user }));
      const code = await aCode(scene, { app, user });
      const before = afterwards ? await exchangeCorrectly(scene, app, user, code) : undefined;
      const wrongly = () => exchangeCode(scene, other, code, { path, note: 'a code of another app' });
      const probe = await untilGranted(wrongly, times);
      return { probe, control: before ?? (await exchangeCorrectly(scene, app, user, code)) };
    },
    *judge({ probe, control }) {
      yield* noTokenByContrast(probe, control, 'DEL-30', 'the exchange of a code by another app');
    },
  }),

  check({
    id: 'delegated/a-code-is-no-bearer-token',
    title: 'An authorization code is refused with 401 as a bearer token, before its exchange and after it',
    proves: ['DEL-58'],
    needs: delegatedNeeds,
    arrange: async (scene) => {
      const { grant } = await aWorkingGrant(scene);
      return { grant, open: await listingsOpenTo(scene, grant.authorization) };
    },
    async gather(scene, _case, { grant: { app, user, authorization: earlier }, open }) {
      const looks = [];
      for (const { path } of open) {
        const code = await aCode(scene, { app, user });
        const note = 'an authorization code as a bearer token';
        const probe = await scene.call(path, { authorization: bearer(code), note });
        const exchanged = await exchangeCode(scene, app, code);
        const token = accessTokenIn(exchanged);
        const authorization = token === undefined ? earlier : bearer(token);
        const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
        const after = await scene.call(path, { authorization: bearer(code), note });
        looks.push({ path, probe, after, control });
      }
      return looks;
    },
    *judge(looks) {
      for (const { path, probe, after, control } of looks) {
        yield* refusedByContrast(probe, control, 'DEL-58', `GET ${path} with an authorization code`);
        yield* refusedByContrast(after, control, 'DEL-58', `GET ${path} with an authorization code that was exchanged`);
      }
    },
  }),
];
