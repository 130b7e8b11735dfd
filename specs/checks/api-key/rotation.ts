import { answer } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { aKey, aLaboratoryFor, aReplacedKey, aUser } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { Command } from '../../../generators/history.ts';
import { storyOf } from '../../../generators/history.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { callsUntilServed } from '../../expectations/open-listings.ts';
import { storiesCheck } from '../../model/history-check.ts';
import { connect, rotateKey, suspend, times, unsuspend } from '../../world/commands.ts';
import { ofAUser, one } from '../../world/tellings.ts';

const rotateKeyOf = (user: number): Command => ({ do: 'rotateKey', user });

const presentIdToken: Command = { do: 'besideUser', user: 0, what: 'presents an ID token' };

/** Of keys of one user or of several. */
const ofSeveral = { ...ofAUser, users: 3 } as const;

/** Users who are called alike. */
const namesakes = [
  {
    address: 'a plain address',
    called: 'a plain name',
    resembling: 'an address of its own',
    namesake: true,
    further: false,
  },
] as const;

/** What rotation does ("Basic authentication", 2; "Credential handling"). */
export const rotationChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'api-key/rotation-puts-a-new-key-in-place-of-the-old',
    title: "Rotation puts a new key in the place of its owner's old ones, and leaves the keys of other users",
    proves: ['KEY-14', 'KEY-15', 'KEY-16', 'KEY-17'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    keys: true,
    stories: [
      storyOf([], [rotateKey], { ...one, apps: 0 }),
      storyOf(
        [],
        times(4, () => [rotateKey]),
        ofAUser,
      ),
      storyOf(
        [],
        times(3, () => [rotateKey]),
        { ...ofAUser, leavesUnused: true, atTheEnd: 'oldest first' },
      ),
      storyOf([], [rotateKeyOf(0), rotateKeyOf(2), rotateKeyOf(0)], ofSeveral),
      storyOf([], [rotateKeyOf(1)], { ...ofSeveral, projects: 'own' }),
      storyOf(
        times(3, (user) => [connect(user)]),
        [rotateKey, rotateKeyOf(1)],
        { ...ofSeveral, apps: 1 },
      ),
      storyOf([], [rotateKeyOf(0)], { ...ofSeveral, population: { users: namesakes } }),
      storyOf([], [rotateKey, suspend, unsuspend], ofAUser),
      storyOf([], [presentIdToken], ofAUser),
    ],
  }),

  check({
    id: 'api-key/a-first-key-by-rotation-works',
    title: 'Where a user who has no key can be given one by rotation, it works',
    proves: ['KEY-14'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    async gather(scene) {
      const [user, witness] = [await aUser(scene), await aUser(scene)];
      for (const one of [user, witness]) await aLaboratoryFor(scene, one);
      // that there is something to rotate may be asked for
      const first = await unlessRefused(aReplacedKey(scene, user));
      if (first === undefined) return null;
      await aKey(scene, witness);
      const second = await aReplacedKey(scene, witness);
      return {
        made: await callsUntilServed(scene, basic(first)),
        control: await callsUntilServed(scene, basic(second)),
      };
    },
    *judge(seen) {
      const [made, control] = [seen?.made.at(-1), seen?.control.at(-1)];
      if (made === undefined || control === undefined)
        yield notApplicable('a user who has no key is given none by rotation');
      else if (yield* premise(accepted(control), `the key that another rotation gave ${answer(control)}`))
        yield* isAccepted(made, 'KEY-14', 'a call with a key that rotation gave a user who had none');
    },
  }),
];
