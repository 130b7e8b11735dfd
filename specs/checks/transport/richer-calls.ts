import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { anAccessToken, anApp, aProject, grant } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aWritableProject, creatorIn, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import { withAnotherEnd } from '../../../generators/credential.ts';
import { sameShape } from '../../../generators/same-shape.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { FollowingCall } from '../../expectations/following-call.ts';
import { filteredCall, sortedCall } from '../../expectations/following-call.ts';
import { challenges, refusedByContrast } from '../../expectations/refusal.ts';
import { areRefusedToAll, nearMissesOf, probed, richerCalls } from '../../expectations/richer-calls.ts';
import { demand } from '../../../core/judgement.ts';

/** Values that are no bearer tokens, in calls with additional parts ("Authentication"; "Errors", first row). */
export const richerCallsChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/what-is-no-bearer-token-gets-no-following-page-and-creates-nothing',
    title: 'A changed, quoted or misnamed bearer token gets no following page and creates nothing',
    proves: ['TRN-07', 'TRN-08', 'TRN-09', 'TRN-10'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const calls = await richerCalls(scene, bearer(token), app);
      const [changed, stranger] = [withAnotherEnd(token), sameShape(token, 2, token.length)];
      scene.journal.secrets.learnNearMiss(token, changed, 'its end replaced');
      scene.journal.secrets.learnNearMiss(token, stranger, 'another one of its form');
      return probed(calls, [
        ['TRN-07', 'a token that was never issued', bearer(stranger)],
        ['TRN-08', 'a live token with its end replaced', bearer(changed)],
        ...nearMissesOf(scene, token).map(
          ([what, mutant]) => ['TRN-08', `a live token, ${what}`, bearer(mutant)] as const,
        ),
        ['TRN-09', 'a live token under the scheme Token', `Token ${token}`],
        ['TRN-09', 'a live token under the scheme DPoP', `DPoP ${token}`],
        ['TRN-10', 'a live token without a scheme', token],
      ]);
    },
    *judge(probes) {
      yield* areRefusedToAll(probes);
    },
  }),

  check({
    id: 'transport/nothing-is-created-without-a-header',
    title: 'A write without an Authorization header creates nothing, even with a live token elsewhere',
    proves: ['TRN-06', 'TRN-11', 'TRN-17'],
    needs: ['app.create', 'access', 'write-probe'],
    async gather(scene) {
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const project = await aWritableProject(scene, app);
      const pointer = creatorPointer(scene);
      const wrote = (call: Exchange): boolean => succeeded(call) && creatorIn(call, pointer) !== undefined;
      const write = (as: string | undefined, options: Parameters<typeof writeRecord>[3]): Promise<Exchange> =>
        writeRecord(scene, as, project?.projectId, options);
      const control = await scene.settle(() => write(bearer(token), { note: 'with the token in the header' }), wrote);
      const anonymous = await write(undefined, { note: 'without a credential' });
      const probes = [];
      for (const name of ['access_token', 'token']) {
        for (const [where, carried] of [
          ['the query string', { query: { [name]: token } }],
          ['the JSON body', { beside: { [name]: token } }],
        ] as const) {
          const call = await write(undefined, { ...carried, note: `the token is sent as ${name} in ${where}` });
          probes.push({ name, where, call, created: wrote(call) });
        }
      }
      return { control, anonymous, served: wrote(control), toNobody: wrote(anonymous), probes };
    },
    *judge({ control, anonymous, served, toNobody, probes }) {
      if (!(yield* premise(served, `the write probe with a right credential ${answer(control)}`))) return;
      const bare = 'the write probe without a credential';
      yield demand(!toNobody, 'TRN-06', bare, `${answer(anonymous)} and was served`, 'a refusal', anonymous);
      if (toNobody) return;
      yield* challenges(anonymous, 'the 401 to the write probe without a credential');
      for (const { name, where, call, created } of probes) {
        const subject = `the write probe with a live token as ${name} in ${where} and no header`;
        yield demand(!created, 'TRN-11', subject, `${answer(call)} and was served`, 'a refusal', call);
      }
    },
  }),

  check({
    id: 'transport/sorted-and-filtered-listings-are-refused-like-plain-ones',
    title: 'A sorted or filtered listing is refused to a token that was never issued, like a plain one',
    proves: ['TRN-07', 'TRN-17'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const project = await aProject(scene);
      await grant(scene, project, app);
      const calls: (FollowingCall | undefined)[] = [];
      for (const index of [0, 1, 2, 3]) calls.push(await sortedCall(scene, bearer(token), index));
      calls.push(await filteredCall(scene, bearer(token), project));
      for (const { path } of await scene.listings()) {
        const again = (as = bearer(token)): Promise<Exchange> =>
          scene.call(path, { authorization: as, query: { pageSize: '1' } });
        calls.push({ path, again });
      }
      const stranger = sameShape(token, 3, token.length);
      scene.journal.secrets.learnNearMiss(token, stranger, 'another one of its form');
      const seen = [];
      for (const call of calls) {
        if (call === undefined) continue;
        seen.push({ path: call.path, probe: await call.again(bearer(stranger)), control: await call.again() });
      }
      return seen;
    },
    *judge(seen) {
      if (!(yield* premise(seen.length > 0, 'no listing could be sorted or filtered'))) return;
      for (const { path, probe, control } of seen) {
        const subject = `GET ${path}, sorted, filtered or in pages, with a token that was never issued`;
        yield* refusedByContrast(probe, control, 'TRN-07', subject);
        yield* challenges(probe, `the 401 to ${subject}`);
      }
    },
  }),
];
