import fc from 'fast-check';
import { succeeded } from '../../../core/exchange.ts';
import { anAccessToken, aUser, settledTokenRequest } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, refreshed } from '../../../drivers/world/delegated.ts';
import { aWritableProject, creatorPointer, writeRecord } from '../../../drivers/world/write-probe.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { identityOf, isAttributedTo } from '../../expectations/attribution.ts';
import { suspend, unsuspend } from '../lifecycle/stage.ts';
import { happen, happenings, possible } from '../token-issuance/after-changes.ts';
import { delegatedNeeds } from './working-grant.ts';

const pasts = [...happenings, 'suspension of the user'] as const;

/** Whom records name as their creator when something had happened before ("Authentication", the table of methods). */
export const creatorsAfterAPastChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/whatever-had-happened-records-name-their-creator',
    title: 'Whatever had happened to an app or its user before, a record names as its creator whoever created it',
    proves: ['DEL-33', 'CCR-15'],
    needs: [...delegatedNeeds, 'write-probe'],
    given: fc.constantFrom(...pasts),
    atMost: 2 * pasts.length,
    tell: (what) => `records created after ${what}`,
    async gather(scene, what) {
      const user = await aUser(scene);
      let app = await aClient(scene);
      if (what !== 'suspension of the user') {
        if (!possible(scene, what)) return undefined;
        app = await happen(scene, app, what);
      } else if (scene.supports('user.suspend') && scene.supports('user.unsuspend')) {
        await suspend(scene, user);
        await unsuspend(scene, user);
      } else return undefined;
      if (scene.changesTakeTime) await scene.settleWhole();
      await settledTokenRequest(scene, app);
      const grant = await aGrant(scene, app, user);
      // the second of two: the first of an app, and of a user, is looked at by others
      await anAccessToken(scene, app);
      const writers = [
        { actor: user, authorization: (await refreshed(scene, grant)).authorization },
        { actor: app, authorization: bearer(await anAccessToken(scene, app)) },
      ] as const;
      const project = await aWritableProject(scene, user, app);
      const records = [];
      for (const { actor, authorization } of writers) {
        const write = () => writeRecord(scene, authorization, project?.projectId);
        records.push({ actor, written: await scene.settle(write, succeeded) });
      }
      return {
        user: identityOf(user, 'the user'),
        app: identityOf(app, 'the app'),
        records,
        pointer: creatorPointer(scene),
      };
    },
    *judge(seen, what) {
      if (seen === undefined) return; // the control cannot bring it about
      const { user, app, records, pointer } = seen;
      for (const { actor, written } of records) {
        const subject = `a record created after ${what}`;
        if ('userId' in actor) {
          yield* isAttributedTo(written, pointer, user, [app], 'DEL-33', `${subject} with a delegated token`);
        } else yield* isAttributedTo(written, pointer, app, [user], 'CCR-15', `${subject} with a token of the app`);
      }
    },
  }),
];
