import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding, held } from '../../../core/judgement.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, exchangeCode } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive, ending } from '../../expectations/authorization.ts';
import { refreshAfterRevocation } from '../../expectations/standing.ts';
import { granted } from '../../expectations/token-request.ts';
import { suspend } from '../lifecycle/stage.ts';
import { delegatedNeeds } from './working-grant.ts';

/** A visit of a user, and the exchange of the code that it gave. */
interface Visit {
  readonly authorized: Authorized;
  readonly exchanged?: Exchange;
}

async function visit(scene: Scene, app: App, user: User): Promise<Visit> {
  const authorized = await arrive(scene, { user, app });
  const { code } = authorized;
  return code === undefined ? { authorized } : { authorized, exchanged: await exchangeCode(scene, app, code) };
}

const gotTokens = ({ exchanged }: Visit): boolean => exchanged !== undefined && granted(exchanged);

/**
 * The other users of an app while one of its users is suspended ("GET {base_url}/oauth/authorize"; "Delegated auth").
 */
export const besideSuspendedChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/an-app-of-a-suspended-user-is-authorized-by-others',
    title: 'While a user of an app is suspended, others can authorize it, and codes of others can be exchanged',
    proves: ['DEL-01', 'DEL-27'],
    needs: [...delegatedNeeds, 'user.suspend'],
    async gather(scene) {
      const [app, other] = [await aClient(scene), await aClient(scene)];
      const [suspended, known, stranger] = [await aUser(scene), await aUser(scene), await aUser(scene)];
      const held = await aGrant(scene, app, suspended);
      const { code } = await arrive(scene, { user: known, app });
      await suspend(scene, suspended);
      // this waits until the suspension has had time to take effect everywhere
      await refreshAfterRevocation(scene, held);
      const waiting = code === undefined ? undefined : await exchangeCode(scene, app, code);
      const visits = [await visit(scene, app, known), await visit(scene, app, stranger)];
      return { waiting, visits, control: await visit(scene, other, stranger) };
    },
    *judge({ waiting, visits, control }) {
      const works = gotTokens(control) && waiting !== undefined;
      if (!(yield* premise(works, 'an authorization of an app without other users brought no tokens either'))) return;
      const whose = 'an app with a suspended user';
      if (waiting !== undefined) {
        const subject = `the exchange of a code from before the suspension by ${whose}`;
        yield demand(granted(waiting), 'DEL-27', subject, answer(waiting), 'tokens', waiting);
      }
      for (const { authorized, exchanged } of visits) {
        if (exchanged === undefined) {
          const subject = `an authorization of ${whose}`;
          yield finding('DEL-01', subject, ending(authorized), 'a redirect with a code', authorized);
          continue;
        }
        yield held('DEL-01');
        const subject = `the exchange of a fresh code by ${whose}`;
        yield demand(granted(exchanged), 'DEL-27', subject, answer(exchanged), 'tokens', exchanged);
      }
    },
  }),
];
