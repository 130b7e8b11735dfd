import { answer } from '../../../core/exchange.ts';
import { demand, finding } from '../../../core/judgement.ts';
import { aKeyOwner, anAccessToken, anApp, aReplacedKey } from '../../../drivers/world/actors.ts';
import { basic, bearer, onTheWire } from '../../../drivers/world/authorization.ts';
import { sameShape } from '../../../generators/same-shape.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { secondPage } from '../../expectations/following-call.ts';
import {
  areServedToNobody,
  nearMissesOf,
  probed,
  probedEachWay,
  richerCalls,
} from '../../expectations/richer-calls.ts';

/** What is no key, or is one no longer, in calls that are more than a plain one ("Basic authentication", 1 and 2). */
export const richerCallsChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/what-is-no-key-gets-no-following-page-and-creates-nothing',
    title: 'What is no key, or was replaced, gets no following page and no sorted listing, and creates no record',
    proves: ['KEY-06', 'KEY-07', 'KEY-08', 'KEY-09', 'KEY-10', 'KEY-11', 'KEY-14', 'KEY-15'],
    needs: ['user.create', 'apiKey.create', 'access'],
    async gather(scene) {
      const owner = await aKeyOwner(scene);
      const { apiKey } = owner;
      const calls = await richerCalls(scene, basic(apiKey), owner);
      const stranger = sameShape(apiKey, 1, apiKey.length);
      scene.journal.secrets.learnNearMiss(apiKey, stranger, 'another one of its form');
      const wrong = await probedEachWay(calls, [
        ...nearMissesOf(scene, apiKey).map(([what, value]) => ['KEY-07', `a key, ${what}`, basic(value)] as const),
        ['KEY-06', 'a key that was never issued', basic(stranger)],
        ['KEY-08', 'an empty username and password', basic('')],
        ['KEY-09', 'a key as password and no username', basic('', apiKey)],
        ['KEY-10', "a key as password of its owner's e-mail address", basic(owner.email, apiKey)],
        ['KEY-11', 'a key as bearer token', bearer(onTheWire(apiKey))],
      ]);
      if (!scene.supports('apiKey.rotate')) return { wrong, replaced: [], live: [] };
      const renewed = basic(await aReplacedKey(scene, owner));
      const replaced = await scene.settle(
        () => probed(calls, [['KEY-15', 'a key that rotation had replaced', basic(apiKey)]]),
        (probes) => !probes.some(({ served }) => served),
      );
      // a page token may belong to the key that it was given to (FRE-136)
      const own = calls.filter(({ follows }) => follows === undefined);
      const live = await scene.settle(
        () => probed(own, [['KEY-14', 'the key that took its place', renewed]]),
        (probes) => probes.every(({ served }) => served),
      );
      const path = calls.find(({ follows }) => follows !== undefined)?.follows;
      const pages = path === undefined ? undefined : await secondPage(scene, path, renewed);
      return { wrong, replaced, live, ...(pages === undefined ? {} : { pages }) };
    },
    *judge({ wrong, replaced, live, pages }) {
      // what was refused was refused for the key
      const isServed = live.length === 0 || live.some(({ served }) => served);
      const control = yield* premise(isServed, 'the key that took the place of another one was not served either');
      yield* heldWhere(control, areServedToNobody([...wrong, ...replaced]));
      if (!control) return;
      for (const { requirement, subject, probe, served } of live) {
        yield demand(served, requirement, subject, answer(probe), 'what the key before it was served', probe);
      }
      if (pages?.second !== undefined && !accepted(pages.second)) {
        const subject = 'a following page with the key that took the place of another';
        yield finding('KEY-14', subject, answer(pages.second), 'the second page', pages.second);
      }
    },
  }),

  check({
    id: 'api-key/an-access-token-as-username-gets-no-following-page-and-creates-nothing',
    title: 'An access token as Basic username gets no following, sorted or filtered page and creates nothing',
    proves: ['KEY-12'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const calls = await richerCalls(scene, bearer(token), app);
      return probedEachWay(calls, [['KEY-12', 'a live access token as Basic username', basic(token)]]);
    },
    *judge(probes) {
      yield* areServedToNobody(probes);
    },
  }),
];
