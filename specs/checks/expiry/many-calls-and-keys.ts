import fc from 'fast-check';
import { answer, jsonObject } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import {
  accessTokenIn,
  aLaboratoryFor,
  anAccessToken,
  aUser,
  requestToken,
  settledTokenRequest,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { instant } from '../../../drivers/world/identity.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { dated, probeFrom, probeUpTo, waitForAge } from '../../expectations/age.ts';
import { agreesWithLifetime } from '../../expectations/lifetime.ts';
import { listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { isRevoked } from '../../expectations/standing.ts';
import { aMember, aNewKey, callWith, surelyOver, untilAge, untilKeysExpire } from './dated-keys.ts';
import { accessLifetime, anAppThatMaySee } from './issuing.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { day } from '../../../core/spans.ts';

/** More than any count of uses that would be taken for enough. */
const manyCalls = 120;

const named = {
  app: 'an app access token',
  delegated: 'a delegated access token',
  refreshed: 'a delegated access token from before a refresh',
} as const;

/** Many calls, many keys, a second token, and a long time after the end ("Limits"). */
export const manyCallsAndKeysChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/a-token-is-good-for-any-number-of-calls',
    title: 'An access token is accepted on each of a great number of calls within its 900 seconds',
    proves: ['EXP-01', 'EXP-04'],
    needs: ['app.create'],
    cases: fc.constantFrom<'app' | 'delegated'>('app', 'delegated'),
    maxCases: 2,
    describe: (kind) => inWords`${manyCalls} calls with ${named[kind]}`,
    async gather(scene, kind) {
      if (kind === 'delegated' && !(scene.supports('user.create') && scene.supports('browser.authorize'))) {
        throw new NothingToJudge('no user can authorize an app');
      }
      const path = (await scene.usualListing(0)).path;
      const app = await (kind === 'app' ? anAppThatMaySee(scene) : aClient(scene));
      const user = kind === 'app' ? undefined : await aUser(scene);
      if (user !== undefined) await aLaboratoryFor(scene, user);
      const issue = async () =>
        user === undefined ? bearer(await anAccessToken(scene, app)) : (await aGrant(scene, app, user)).authorization;
      const begun = await instant(scene);
      const authorization = await issue();
      const first = await scene.settle(() => scene.call(path, { authorization }), accepted);
      let count = 1;
      let last = first;
      while (accepted(last) && count < manyCalls) {
        // what is refused for its rate alone (FRE-12) may be served again in a moment
        last = await scene.settle(() => scene.call(path, { authorization }), accepted);
        count++;
      }
      const age = ((await instant(scene)).getTime() - begun.getTime()) / 1000;
      const again = await issue();
      const control = accepted(last)
        ? last
        : await scene.settle(() => scene.call(path, { authorization: again }), accepted);
      return { path, first, last, count, age, control };
    },
    *judge(seen, kind) {
      const { path, first, last, count, age, control } = seen;
      if (!(yield* premise(accepted(first), `GET ${path} with ${named[kind]} ${answer(first)} at first`))) return;
      const requirement = kind === 'app' ? 'EXP-01' : 'EXP-04';
      if (accepted(last)) return yield held(requirement);
      // a rate limit may have any status (FRE-12); 401 says that the credential is good no more
      const isOver = last.response?.status === 401;
      if (
        !(yield* premise(isOver, `call ${count} within ${age.toFixed(0)} s ${answer(last)}: is that a rate limit?`))
      ) {
        return;
      }
      const inTime = age < accessLifetime - 60;
      if (!(yield* premise(inTime, `${count} calls took ${age.toFixed(0)} s`))) return;
      if (!(yield* premise(accepted(control), `GET ${path} with a new one ${answer(control)} then too`))) return;
      const subject = `GET ${path} on call ${count} with ${named[kind]} that is live`;
      yield finding(requirement, subject, answer(last), 'a page', last);
    },
  }),

  check({
    id: 'expiry/a-second-token-lasts-as-long-as-announced',
    title: 'A token that an app asks for while it has a live one lasts as long as its own expires_in says',
    proves: ['EXP-20'],
    needs: ['app.create', 'passing-time'],
    cases: fc.constantFrom(0, 30, 300, 600),
    maxCases: 4,
    maxSeconds: 1_600,
    describe: (apart) => inWords`a second token of an app ${apart} s after the first`,
    async gather(scene, apart) {
      const path = (await scene.usualListing(1)).path;
      const app = await anAppThatMaySee(scene);
      const first = await dated(scene, () => settledTokenRequest(scene, app));
      if (apart > 0) await waitForAge(scene, first.moment, apart);
      const { outcome: request, moment } = await dated(scene, () => requestToken(scene, app));
      const token = accessTokenIn(request);
      const seconds = Number(jsonObject(request)?.['expires_in']);
      if (token === undefined || !(seconds > 5 && seconds <= accessLifetime + 5)) return { request, seconds };
      const call = () => scene.call(path, { authorization: bearer(token) });
      const fresh = await scene.settle(call, accepted);
      const early = await probeUpTo(scene, moment, seconds - 2, 2, call);
      const contrast = accepted(early.exchange)
        ? undefined
        : await scene.settle(
            async () => scene.call(path, { authorization: bearer(await anAccessToken(scene, app)) }),
            accepted,
          );
      const late = await probeFrom(scene, moment, seconds + 1, call);
      return { request, seconds, probes: { fresh, early, contrast, late } };
    },
    *judge({ request, seconds, probes }, apart) {
      // that none is granted, or that nothing of use is announced, is a question of its own
      const told = `the second token of an app (${answer(request)}) announced ${seconds} s, which cannot be tried`;
      if (!(yield* premise(probes !== undefined, told)) || probes === undefined) return;
      const { fresh, early, contrast, late } = probes;
      if (!(yield* premise(accepted(fresh), `the second token of an app ${answer(fresh)}`))) return;
      const subject = `a token that was asked for ${apart} s after another one, with expires_in ${seconds},`;
      const before = contrast === undefined ? { aged: early } : { aged: early, contrast };
      yield* agreesWithLifetime(before, seconds, accepted, 'EXP-20', subject);
      yield* agreesWithLifetime({ aged: late }, seconds, accepted, 'EXP-20', subject);
    },
  }),

  check({
    id: 'expiry/every-key-of-a-user-expires',
    title: 'The newest of any number of keys of a user is refused after 30 days, and after a year',
    proves: ['EXP-22'],
    needs: ['user.create', 'apiKey.create', 'passing-time'],
    cases: fc.integer({ min: 2, max: 4 }),
    maxCases: 3,
    maxSeconds: 533 * day,
    describe: (count) => `key ${count} of a user`,
    async gather(scene, count) {
      const path = (await listingsOpenToKeys(scene))[0]?.path ?? '';
      await untilKeysExpire(scene);
      const user = await aMember(scene);
      let key = await aNewKey(scene, user);
      // how many keys a user may have is free (FRE-93)
      for (let made = 1; made < count; made++) key = (await unlessRefused(aNewKey(scene, user))) ?? key;
      const fresh = await scene.settle(() => callWith(scene, path, key), accepted);
      const sole = await aNewKey(scene, await aMember(scene));
      await untilAge(scene, key, surelyOver);
      const late = await callWith(scene, path, key);
      const other = await callWith(scene, path, sole);
      await scene.elapse(400 * day);
      const muchLater = [await callWith(scene, path, key), await callWith(scene, path, sole)];
      return { fresh, late, other, muchLater };
    },
    *judge({ fresh, late, other, muchLater }) {
      if (!(yield* premise(accepted(fresh), `a further key of a user ${answer(fresh)} when it was new`))) return;
      if (!accepted(late) && !accepted(other)) yield* isRevoked(muchLater, 'EXP-22', 'with a key more than a year old');
      if (!accepted(late)) return;
      if (!(yield* premise(!accepted(other), 'the only key of a user did not expire either'))) return;
      yield* isRevoked([late], 'EXP-22', 'after 31 days with a key of a user who had had another one before');
    },
  }),
];
