import { anAccessToken, anApp } from '../../../drivers/world/actors.ts';
import { basic, bearer, onTheWire } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { areServedToNobody, probedEachWay, richerCalls } from '../../expectations/richer-calls.ts';

/** An app's credentials in the place of its token, in calls that are more than a plain one ("Authentication"). */
export const richerCallsChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/client-credentials-get-no-following-page-and-create-nothing',
    title: 'A client id and secret as Basic or Bearer get no following page and create nothing',
    proves: ['CCR-16', 'CCR-17'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const app = await anApp(scene);
      const calls = await richerCalls(scene, bearer(await anAccessToken(scene, app)), app);
      return probedEachWay(calls, [
        ['CCR-16', 'the client id and the secret as HTTP Basic', basic(app.clientId, app.clientSecret)],
        ['CCR-17', 'the client secret as bearer token', bearer(onTheWire(app.clientSecret))],
        ['CCR-17', 'the client id as bearer token', bearer(onTheWire(app.clientId))],
      ]);
    },
    *judge(probes) {
      yield* areServedToNobody(probes);
    },
  }),
];
