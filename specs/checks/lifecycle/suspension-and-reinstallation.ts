import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { accessTokenIn } from '../../../drivers/world/actors.ts';
import { aClient, aGrant, refresh } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { callsAfterRevocation, mustBeServed, refreshAfterRevocation, isRevoked } from '../../expectations/standing.ts';
import { arriveAsked, asksAgain, knownAgain } from './reinstalled.ts';
import {
  anInsider,
  archive,
  aStage,
  delegatedNeeds,
  install,
  pathAt,
  reinstallationNeeds,
  suspend,
  unarchive,
  uninstall,
  unsuspend,
} from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

/** Where the suspension lies that a reinstall goes along with: the acts in their order. */
const stories = {
  'for the time of the reinstall': ['suspend', 'uninstall', 'install', 'unsuspend'],
  'from before the reinstall until within it': ['suspend', 'uninstall', 'unsuspend', 'install'],
  'within the reinstall': ['uninstall', 'suspend', 'unsuspend', 'install'],
  'from within the reinstall until after it': ['uninstall', 'suspend', 'install', 'unsuspend'],
  'after the reinstall': ['uninstall', 'install', 'suspend', 'unsuspend'],
} as const;

type Story = keyof typeof stories;

function sparedBy(story: Story): 'LIF-43' | 'LIF-44' {
  return story === 'for the time of the reinstall' ? 'LIF-44' : 'LIF-43';
}

/** How suspension and reinstallation meet ("States and transitions"). */
export const suspensionAndReinstallationChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/unsuspension-restores-nothing-that-was-uninstalled',
    title: 'Un-suspending a user revives nothing that was uninstalled and replaces no consent',
    proves: ['LIF-43', 'LIF-44'],
    needs: [...reinstallationNeeds, 'user.suspend', 'user.unsuspend'],
    cases: objectOf({
      story: fc.constantFrom(...(Object.keys(stories) as Story[])),
      cycles: fc.integer({ min: 1, max: 2 }),
      listing: fc.nat(4),
    }),
    about: ({ story }) => [sparedBy(story)],
    maxCases: 20,
    describe: ({ story, cycles }) => `suspended ${story}${cycles > 1 ? ', and once more afterwards' : ''}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { story, cycles, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const [app, other] = [await aClient(scene), await aClient(scene)];
      const [user, bystander] = [await anInsider(scene, stage), await anInsider(scene, stage)];
      const held = await aGrant(scene, app, user);
      const control = await aGrant(scene, other, bystander);
      await mustBeServed(scene, held.authorization, path, 'a delegated access token');
      for (const act of stories[story]) {
        if (act === 'suspend') await suspend(scene, user);
        else if (act === 'unsuspend') await unsuspend(scene, user);
        else await (act === 'install' ? install : uninstall)(scene, app);
        await callsAfterRevocation(scene, held.authorization, [path]);
      }
      for (let more = 1; more < cycles; more++) {
        await suspend(scene, user);
        await callsAfterRevocation(scene, held.authorization, [path]);
        await unsuspend(scene, user);
      }
      const present = await knownAgain(scene, app);
      const calls = await callsAfterRevocation(scene, held.authorization, [path]);
      const answered = await refresh(scene, present, held.refreshToken, { note: 'from before a reinstall' });
      const authorized = await arriveAsked(scene, { user, app: present });
      return { calls, answered, authorized, works: await refresh(scene, other, control.refreshToken) };
    },
    *judge({ calls, answered, authorized, works }, { story }) {
      const when = `by a user who was suspended ${story}`;
      yield* isRevoked(calls, 'LIF-43', `with an access token from before a reinstall, authorized ${when},`);
      yield* obtainsNoToken(answered, 'LIF-43', `a refresh with a token from before a reinstall, authorized ${when},`);
      yield* premise(authorized.code !== undefined, 'an authorization after the reinstall gave no code');
      yield* asksAgain(authorized, sparedBy(story), `an authorization ${when}`);
      yield* premise(accessTokenIn(works) !== undefined, `the refresh by another app ${answer(works)} too`);
    },
  }),

  check({
    id: 'lifecycle/a-suspension-reaches-apps-that-are-archived-then',
    title: "A suspended user's tokens of an archived app stay refused once the app is unarchived",
    proves: ['LIF-04'],
    needs: [...delegatedNeeds, 'user.suspend', 'app.archive', 'app.unarchive'],
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, _, stage) {
      const path = pathAt(stage.forUsers, 0);
      const user = await anInsider(scene, stage);
      const [app, other] = [await aClient(scene), await aClient(scene)];
      const [held, spared] = [await aGrant(scene, app, user), await aGrant(scene, app, user)];
      const control = await aGrant(scene, other, user);
      await mustBeServed(scene, spared.authorization, path, 'a delegated access token');
      await archive(scene, app);
      await suspend(scene, user);
      await unarchive(scene, app);
      const calls = [];
      for (const { authorization } of [held, spared]) {
        calls.push(...(await callsAfterRevocation(scene, authorization, [path])));
      }
      const answered = [];
      for (const grant of [held, spared]) answered.push(await refreshAfterRevocation(scene, grant));
      return { calls, answered, control: await callsAfterRevocation(scene, control.authorization, [path]) };
    },
    *judge({ calls, answered, control }) {
      // where no suspension stops anything it is not for the archiving
      const reason = 'what an app that was not archived holds was not stopped either';
      if (!(yield* premise(!control.some(accepted), reason))) return;
      const when = 'of an app that was archived when the user was suspended';
      yield* isRevoked(calls, 'LIF-04', `with an access token ${when}`);
      for (const one of answered) yield* obtainsNoToken(one, 'LIF-04', `a refresh ${when}`);
    },
  }),
];
