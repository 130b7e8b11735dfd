import { aLaboratoryFor, aUser } from '../../../drivers/world/actors.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { bearer, asUtf8Octets } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  authorize,
  exchangeCode,
  refresh,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import { accessTokenIn } from '../../../drivers/world/actors.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { sessionOf } from '../../expectations/authorization.ts';
import { areRefusedToAll, probed, richerCalls } from '../../expectations/richer-calls.ts';
import { delegatedNeeds } from './working-grant.ts';

/** Calls and token requests with additional parts ("Delegated auth", 4 to 6). */
export const richerCallsChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/codes-and-refresh-tokens-get-no-following-page-and-create-nothing',
    title: 'A code or refresh token as bearer token gets no following or sorted page and creates nothing',
    proves: ['DEL-56', 'DEL-58'],
    needs: [...delegatedNeeds, 'access'],
    async gather(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const granted = await aGrant(scene, app, user);
      const calls = await richerCalls(scene, granted.authorization, user);
      return probed(calls, [
        ['DEL-56', 'a live refresh token as bearer token', bearer(asUtf8Octets(granted.refreshToken))],
        ['DEL-58', 'a code as bearer token', bearer(asUtf8Octets(await aCode(scene, { app, user })))],
      ]);
    },
    *judge(probes) {
      yield* areRefusedToAll(probes);
    },
  }),

  check({
    id: 'delegated/a-session-beside-a-token-request-is-nobody',
    title: "A code or refresh token with another user's session cookies acts for its own user",
    proves: ['DEL-36', 'DEL-60'],
    needs: [...delegatedNeeds, 'access'],
    async gather(scene) {
      const [app, user, other] = [await aClient(scene), await aUser(scene), await aUser(scene)];
      const foreign = (await aLaboratoryFor(scene, other))?.records ?? [];
      await aLaboratoryFor(scene, user);
      const code = await aCode(scene, { app, user });
      await aGrant(scene, app, other);
      const headers = sessionOf(await authorize(scene, { user: other, app }));
      const exchanged = await exchangeCode(scene, app, code, { headers, note: "with another user's session" });
      const refreshToken = refreshTokenIn(exchanged);
      const renewed = refreshToken === undefined ? undefined : await refresh(scene, app, refreshToken, { headers });
      const views = [];
      for (const [requirement, one] of [['DEL-60', exchanged] as const, ['DEL-36', renewed] as const]) {
        const token = one === undefined ? undefined : accessTokenIn(one);
        if (token === undefined) continue;
        for (const listing of await scene.listings()) {
          views.push({ requirement, view: await scene.view(listing, bearer(token)) });
        }
      }
      return { views, foreign };
    },
    *judge({ views, foreign }) {
      if (views.length === 0) yield notApplicable('token requests that come with cookies are refused');
      for (const { requirement, view } of views) {
        const how = requirement === 'DEL-60' ? 'a code exchange' : 'a refresh';
        const subject = `GET ${view.path} with the token of ${how} that came with the cookies of another user's session`;
        yield* showsNone(view, foreign, requirement, subject);
      }
    },
  }),
];
