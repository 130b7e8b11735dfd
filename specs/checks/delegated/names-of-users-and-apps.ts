import fc from 'fast-check';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import { aClient } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive, ending, proveCode, proveFlow, wasInvisible } from '../../expectations/authorization.ts';
import { addressKinds, nameKinds } from '../../../generators/population.ts';
import { endings } from '../../../drivers/world/actor-makes.ts';
import { aUserCalled } from '../../world/populations.ts';
import { delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';

/** Users with any name authorize apps with any name ("GET {base_url}/oauth/authorize"). */
export const namesOfUsersAndAppsChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/users-and-apps-may-have-any-name',
    title: 'A user with any name and e-mail address authorizes an app with any name, and consents only once',
    proves: ['DEL-01', 'DEL-17'],
    needs: delegatedNeeds,
    cases: objectOf({
      address: fc.constantFrom(...addressKinds),
      user: fc.constantFrom(...nameKinds),
      app: fc.constantFrom(...nameKinds),
    }),
    maxCases: 12,
    describe: ({ address, user, app }) => `a user with ${address} and ${user}, and an app with ${app}`,
    async gather(scene, { address, user: called, app: appCalled }) {
      const user = await aUserCalled(scene, address, called);
      if (user === undefined) return null;
      const app = await unlessRefused(aClient(scene, undefined, scene.target.name('app') + endings[appCalled]));
      if (app === undefined) return null;
      const visit = await arrive(scene, { user, app });
      if (visit.code !== undefined) {
        await proveCode(scene, app, visit);
        const again = await scene.settle(
          () => arrive(scene, { user, app }),
          ({ prompts }) => !prompts.includes('consent'),
        );
        return { visit, again };
      }
      const plain = await aClient(scene);
      await proveFlow(scene, plain, await aUser(scene));
      return { visit, control: await arrive(scene, { user: await aUser(scene), app: plain }) };
    },
    *judge(seen, { address, user, app }) {
      if (seen === null) {
        yield notApplicable('the tenant refuses a user or an app with this name');
        return;
      }
      const { visit, again } = seen;
      // the length of a session is open (FRE-78), and so are the other prompts at a sign-in (FRE-72)
      if (visit.prompts.includes('consent') && again?.prompts.join() === 'consent') {
        const subject = `the second authorization of an app with ${app} by a user with ${address} and ${user}`;
        yield finding(
          'DEL-17',
          subject,
          'asked for consent again',
          'no prompt, as the first one was consented to',
          again,
        );
      } else if (again !== undefined && wasInvisible(again)) yield held('DEL-17');
      if (visit.code !== undefined) {
        yield held('DEL-01');
        return;
      }
      const works = seen.control?.code !== undefined;
      if (!(yield* premise(works, 'a user and an app with plain names got no code either'))) return;
      const subject = `an authorization of an app with ${app} by a user with ${address} and ${user}`;
      yield finding('DEL-01', subject, ending(visit), 'a redirect with a code', visit);
    },
  }),
];
