import type { Exchange } from '../../../core/exchange.ts';
import { answer, saysNothingIsThere } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { accessTokenIn, aUser, requestToken } from '../../../drivers/world/actors.ts';
import { aClient, authorize } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive, proveCode } from '../../expectations/authorization.ts';

/** Paths at which the endpoint might be by mistake. */
const elsewhere = ['/api/v2/oauth/authorize', '/api/v3/oauth/authorize', '/api/v2/authorize', '/v2/oauth/authorize'];

/** A state of the length that an app's encrypted state may have. */
const aLongState = 'a-state-'.repeat(64);

/** Checks of the path to which users are sent ("GET {base_url}/oauth/authorize"). */
export const authorizationPathChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/the-authorization-endpoint-is-unversioned',
    title: 'The authorization endpoint is at /oauth/authorize',
    proves: ['VER-19'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const app = await aClient(scene);
      const user = await aUser(scene);
      const visit = await arrive(scene, { user, app, state: 'a-state' });
      if (visit.code !== undefined) {
        await proveCode(scene, app, visit);
        // a user who comes back has a session and a consent
        const again = await arrive(scene, { user, app, state: 'a-state' });
        const long = await arrive(scene, { user, app, state: aLongState });
        // a user who denied the app before has only a session
        const denier = await aUser(scene);
        await authorize(scene, { user: denier, app, consent: 'deny' });
        return { visits: [again, long, await arrive(scene, { user: denier, app, state: 'a-state' })] };
      }
      // a survey exists only if the tenant serves something
      const isTenant = scene.target.survey !== undefined || accessTokenIn(await requestToken(scene, app)) !== undefined;
      const open = (url: string): Promise<Exchange> =>
        scene.send({ method: 'GET', url, headers: { accept: 'text/html' }, note: 'as a browser, with no session' });
      const here = await open(visit.url);
      const there = [];
      for (const path of elsewhere) there.push({ path, call: await open(visit.url.replace('/oauth/authorize', path)) });
      // a web application may answer at every path that is not in use
      const anywhere = await open(visit.url.replace('/oauth/authorize', '/api/v2/oauth/no-such-path'));
      return { here, there, anywhere, isTenant };
    },
    *judge(seen) {
      if ('visits' in seen) {
        for (const { code, location, status, url } of seen.visits ?? []) {
          if (code !== undefined || location !== null || !saysNothingIsThere(status)) continue;
          const returning = `a right request of ${url.length} characters to /oauth/authorize of a user who returns`;
          yield finding(
            'VER-19',
            returning,
            `ended at status ${status} inside the tenant`,
            'the authorization endpoint',
          );
        }
        return;
      }
      const { here, there, anywhere, isTenant } = seen;
      if (!(yield* premise(isTenant, 'no authorization gave a code, and no request a token'))) return;
      const isMissing = saysNothingIsThere(here.response?.status);
      const found = isThere(here) || isThere(anywhere) ? undefined : there.find(({ call }) => isThere(call));
      if (!(yield* premise(isMissing || found !== undefined, 'no authorization gave a code'))) return;
      const observed = `${answer(here)}${found === undefined ? '' : `, while GET ${found.path} was served`}`;
      const subject = 'GET /oauth/authorize with a right request';
      yield finding('VER-19', subject, observed, 'the authorization endpoint', here);
    },
  }),
];

function isThere({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 400;
}
