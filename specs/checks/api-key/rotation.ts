import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { notApplicable } from '../../../core/judgement.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { KeyOwner } from '../../../drivers/world/actors.ts';
import { aKey, aKeyOwnerWithAccess, aLaboratoryFor, aReplacedKey, aUser } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Command } from '../../../generators/history.ts';
import { storyOf } from '../../../generators/history.ts';
import { plainPresentation } from '../../../generators/presentation.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { callsUntilServed, keyStage, listingAt } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { storiesCheck } from '../../engines/standing.ts';
import { connect, rotateKey, suspend, times, unsuspend } from '../../world/commands.ts';
import { ofAUser, one } from '../../world/tellings.ts';

const rotateKeyOf = (user: number): Command => ({ do: 'rotateKey', user });

/** The telling of a story about the keys of three users. */
const ofSeveral = { ...ofAUser, users: 3 } as const;

const plainUser = {
  address: 'a plain address',
  called: 'a plain name',
  resembling: 'an address of its own',
  namesake: false,
} as const;

/** Two users with the same name, the second with capitals in the address. */
const namesakes = [plainUser, { ...plainUser, address: 'capitals in the address', namesake: true }] as const;

/** Checks of the effect of a rotation on keys ("Basic authentication", 2; "Credential handling"). */
export const rotationChecks: readonly SuiteCheck[] = [
  storiesCheck({
    id: 'api-key/rotation-puts-a-new-key-in-place-of-the-old',
    title: "A rotation replaces a user's old keys with a new one, and leaves the keys of other users",
    proves: ['KEY-01', 'KEY-14', 'KEY-15', 'KEY-16'],
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
      storyOf([], [rotateKeyOf(1)], { ...one, users: 2, apps: 0 }),
      storyOf([], [rotateKeyOf(1)], { ...ofSeveral, presentations: [{ ...plainPresentation, connection: 'new' }] }),
      storyOf([], [rotateKeyOf(0)], { ...ofSeveral, population: { users: namesakes } }),
      storyOf([], [rotateKey, suspend, unsuspend], ofAUser),
      storyOf([connect(0, 0), connect(0, 1)], [rotateKey], { ...ofAUser, apps: 2 }),
    ],
  }),

  storiesCheck({
    id: 'api-key/an-id-token-does-not-end-a-key',
    title: 'A key still works after its owner called with an ID token',
    proves: ['KEY-17'],
    needs: ['user.create', 'apiKey.create', 'identityProvider.trust'],
    keys: true,
    stories: [storyOf([], [{ do: 'besideUser', user: 0, what: 'presented an ID token' }], ofAUser)],
  }),

  check({
    id: 'api-key/rotation-goes-for-users-of-an-app',
    title: 'Rotation ends the key of one user of an app, and no key of the other users of the app',
    proves: ['KEY-15', 'KEY-16'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate', 'app.create', 'browser.authorize'],
    async gather(scene) {
      const { path } = listingAt((await keyStage(scene)).open, 0);
      const app = await aClient(scene);
      const call = (apiKey: string) => scene.call(path, { authorization: basic(apiKey) });
      const served = (apiKey: string) => scene.settle(() => call(apiKey), accepted);
      const owners: KeyOwner[] = [];
      const before: Exchange[] = [];
      for (let made = 0; made < 3; made++) {
        const { owner } = await aKeyOwnerWithAccess(scene);
        await aGrant(scene, app, owner);
        before.push(await served(owner.apiKey));
        owners.push(owner);
      }
      const [first, ...others] = owners;
      if (first === undefined) return null;
      const live = await served(await aReplacedKey(scene, first));
      const after: Exchange[] = [];
      for (const { apiKey } of others) after.push(await served(apiKey));
      const old = await scene.settle(
        () => call(first.apiKey),
        (one) => !accepted(one),
      );
      return { path, before, live, old, after };
    },
    *judge(seen) {
      if (seen === null) return;
      const { path, before, live, old, after } = seen;
      const worked = before.every(accepted) && accepted(live);
      if (!(yield* premise(worked, 'not every key worked before the rotation, or the new one did not work after it')))
        return;
      yield* refusedByContrast(old, live, 'KEY-15', `GET ${path} with a replaced key of a user of an app`);
      for (const one of after)
        yield* isAccepted(one, 'KEY-16', `GET ${path} with a key after the key of another user of the app was rotated`);
    },
  }),

  check({
    id: 'api-key/a-replaced-key-ends-before-the-new-one-is-used',
    title: 'A replaced key is answered with 401 although the new key has not been used',
    proves: ['KEY-15'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    async gather(scene) {
      const { owner, authorization, open } = await keyStage(scene);
      const { path } = listingAt(open, 0);
      const apiKey = await aReplacedKey(scene, owner);
      const look = () => scene.call(path, { authorization, note: 'a replaced key' });
      const old = await scene.settle(look, (one) => !accepted(one));
      return {
        path,
        old,
        live: await scene.settle(() => scene.call(path, { authorization: basic(apiKey) }), accepted),
      };
    },
    *judge({ path, old, live }) {
      yield* refusedByContrast(old, live, 'KEY-15', `GET ${path} with a replaced key before the new one was used`);
    },
  }),

  check({
    id: 'api-key/a-first-key-by-rotation-works',
    title: 'A key that a rotation gives to a user who had none works',
    proves: ['KEY-14'],
    needs: ['user.create', 'apiKey.create', 'apiKey.rotate'],
    async gather(scene) {
      const [user, witness] = [await aUser(scene), await aUser(scene)];
      for (const one of [user, witness]) await aLaboratoryFor(scene, one);
      // the control may require that the user already has a key
      const first = await unlessRefused(aReplacedKey(scene, user));
      if (first === undefined) return null;
      const made = await callsUntilServed(scene, basic(first));
      await aKey(scene, witness);
      return { made, control: await callsUntilServed(scene, basic(await aReplacedKey(scene, witness))) };
    },
    *judge(seen) {
      const [made, control] = [seen?.made.at(-1), seen?.control.at(-1)];
      if (made === undefined || control === undefined)
        yield notApplicable('a rotation gives no key to a user who has none');
      else if (yield* premise(accepted(control), `the key that another rotation gave ${answer(control)}`))
        yield* isAccepted(made, 'KEY-14', 'a call with a key that rotation gave a user who had none');
    },
  }),
];
