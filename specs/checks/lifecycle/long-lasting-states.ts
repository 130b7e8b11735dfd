import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import { Unsupported } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { User } from '../../../drivers/world/actors.ts';
import {
  aKey,
  aReplacedKey,
  aUser,
  requestToken,
  settledTokenRequest,
  accessTokenIn,
  tokenPath,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, yieldsToken } from '../../expectations/acceptance.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import {
  callEach,
  callsWhenServed,
  callsAfterRevocation,
  isAccepted,
  mustBeServed,
  refreshAfterRevocation,
  isRevoked,
} from '../../expectations/standing.ts';
import { acts, touched } from './changes-while-inactive.ts';
import {
  anInsider,
  archive,
  aStage,
  delegatedNeeds,
  pathAt,
  suspend,
  suspensionNeeds,
  unarchive,
  uninstall,
  uninstallationNeeds,
  unsuspend,
} from './stage.ts';
import { day } from '../../../core/spans.ts';
import { besideUsers } from '../../../generators/beside-event.ts';
import { happensToUser } from '../../world/beside-events.ts';

/** And than a year. */
const spans = [100, 400] as const;
/** From before keys began to expire ("Basic authentication", 3), so that only the state of its owner counts. */
const beforeKeysExpire = '2026-07-01T09:30:00.000Z';

/** What may be done to a suspended user, none of which ends the suspension. */
const ofUsers = [...besideUsers, 'is given a new key', 'is given a further key'] as const;

/** Does it, where the control can. Whether a suspended user can be changed at all is the operator's affair. */
async function changed(scene: Scene, user: User, what: (typeof ofUsers)[number]): Promise<void> {
  if (what === 'is given a new key') {
    if (scene.supports('apiKey.rotate')) await unlessRefused(aReplacedKey(scene, user));
  } else if (what === 'is given a further key') {
    if (scene.supports('apiKey.create')) await unlessRefused(aKey(scene, user));
  } else await happensToUser(scene, what, user);
}

/** What an ID token of a suspended user is answered with, beside that of another one; undefined where there are none. */
async function withIdTokens(scene: Scene, path: string, suspended: User, witness: User) {
  if (!scene.supports('identityProvider.trust')) return undefined;
  const tokenOf = async (user: User) => bearer(await anIdToken(scene, plainIdToken, { user }));
  const calls = await callsAfterRevocation(scene, await tokenOf(suspended), [path]);
  return { calls, control: await scene.call(path, { authorization: await tokenOf(witness) }) };
}

/** What a state is like long after it came about, when other things were done, and in more than a listing ("States and transitions"). */
export const longLastingStatesChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/a-suspension-lasts-for-months',
    title: 'A suspension is not over after months, and the original key works again, also months after it ended',
    proves: ['LIF-01', 'LIF-05', 'LIF-15'],
    needs: [...suspensionNeeds, 'user.unsuspend', 'passing-time'],
    cases: fc.constantFrom(...spans),
    maxCases: 2,
    maxSeconds: 800 * day,
    describe: (days) => inWords`${days} days of suspension, and after it`,
    async gather(scene, days) {
      const stage = await aStage(scene, 'key');
      const path = pathAt(stage.forKeys, 0);
      const [user, witness] = [await anInsider(scene, stage), await anInsider(scene, stage)];
      const key = basic(await aKeyFromBefore(scene, user));
      const control = basic(await aKeyFromBefore(scene, witness));
      await mustBeServed(scene, key, path, 'the key of an active user');
      await suspend(scene, user);
      const calls = await callsAfterRevocation(scene, key, [path]);
      await scene.elapse(days * day);
      calls.push(...(await callsAfterRevocation(scene, key, [path])));
      const byIdToken = await withIdTokens(scene, path, user, witness);
      await unsuspend(scene, user);
      const back = await callsWhenServed(scene, key, [path]);
      const beside = await scene.call(path, { authorization: control });
      const later: { readonly call: Exchange; readonly control: Exchange }[] = [];
      for (const pause of [day, 9 * day, (days - 10) * day]) {
        await scene.elapse(pause);
        const call = await scene.call(path, { authorization: key });
        later.push({ call, control: await scene.call(path, { authorization: control }) });
      }
      return { calls, byIdToken, back, beside, later };
    },
    *judge({ calls, byIdToken, back, beside, later }, days) {
      yield* isRevoked(calls, 'LIF-01', `with the API key of a user who was suspended ${days} days before`);
      // whether ID tokens are served there is a question of its own
      if (byIdToken !== undefined && accepted(byIdToken.control)) {
        yield* isRevoked(byIdToken.calls, 'LIF-15', `with an ID token of a user who was suspended ${days} days before`);
      }
      if (!(yield* premise(accepted(beside), `the key of another user ${answer(beside)} too`))) return;
      yield* isAccepted(back, 'LIF-05', `with the original API key of a user who is active again after ${days} days`);
      for (const { call, control } of later) {
        if (!(yield* premise(accepted(control), `the key of another user ${answer(control)} too`))) return;
        yield* isAccepted([call], 'LIF-05', 'with the original API key of a user who was suspended once');
      }
    },
  }),

  check({
    id: 'lifecycle/a-former-secret-stays-shut-out',
    title: "An app gets tokens by its present secret alone during a user's suspension and days later",
    proves: ['LIF-10', 'LIF-11'],
    needs: [...delegatedNeeds, 'user.suspend', 'user.unsuspend', 'app.rotateSecret', 'passing-time'],
    maxSeconds: 40 * day,
    async gather(scene) {
      const user = await aUser(scene);
      const app = await aClient(scene);
      await aGrant(scene, app, user);
      await suspend(scene, user);
      const { clientSecret } = await withNewSecret(scene, app);
      const present = { ...app, clientSecret };
      const witness = await withNewSecret(scene, await aClient(scene));
      const atFirst = await settledTokenRequest(scene, present);
      await settledTokenRequest(scene, witness);
      const looks = [];
      // for how long a former secret works beside the new one is free (FRE-16)
      for (const [pause, then] of [
        [900, 'stays'],
        [day, 'stays'],
        [8 * day, 'stays'],
        [3600, 'is un-suspended'],
        [30 * day, 'stays'],
      ] as const) {
        await scene.elapse(pause);
        if (then === 'is un-suspended') await unsuspend(scene, user);
        const asked = await requestToken(scene, present);
        const former = await requestToken(scene, app, tokenPath, { note: 'a secret from before a rotation' });
        looks.push({ asked, former, control: await requestToken(scene, witness) });
      }
      return { atFirst, looks };
    },
    *judge({ atFirst, looks }) {
      // what the rotation of another app's secret does to this one is no matter of the suspension
      const worked = accessTokenIn(atFirst) !== undefined;
      if (!(yield* premise(worked, `client_credentials with the secret of a rotation ${answer(atFirst)}`))) return;
      const isShut = looks.findIndex(({ former }) => accessTokenIn(former) === undefined);
      for (const [index, { asked, former, control }] of looks.entries()) {
        const works = accessTokenIn(control) !== undefined;
        if (!(yield* premise(works, `client_credentials of another app ${answer(control)} too`))) return;
        yield* yieldsToken(asked, 'LIF-10', 'client_credentials of an app some time after a user of it was suspended');
        if (isShut >= 0 && index > isShut) {
          const subject = 'client_credentials with a former secret that had been refused before';
          yield* yieldsNoToken(former, 'LIF-11', subject);
        }
      }
    },
  }),

  check({
    id: 'lifecycle/nothing-but-unsuspending-unsuspends',
    title: 'A suspended user who is changed in another way, or tries to call, stays suspended',
    proves: ['LIF-01', 'LIF-02'],
    needs: [...suspensionNeeds, ...delegatedNeeds],
    async gather(scene) {
      const stage = await aStage(scene, 'key', 'delegated');
      const [user, witness] = [await anInsider(scene, stage), await anInsider(scene, stage)];
      const [key, app] = [basic(await aKey(scene, user)), await aClient(scene)];
      const { authorization } = await aGrant(scene, app, user);
      const control = (await aGrant(scene, app, witness)).authorization;
      const [byKey, byApp] = [pathAt(stage.forKeys, 0), pathAt(stage.forUsers, 0)];
      await mustBeServed(scene, key, byKey, 'the key of an active user');
      await mustBeServed(scene, authorization, byApp, 'a delegated access token of an active user');
      await suspend(scene, user);
      await callsAfterRevocation(scene, key, [byKey]);
      await callsAfterRevocation(scene, authorization, [byApp]);
      const steps = [];
      for (const what of ofUsers) {
        await changed(scene, user, what);
        const keys = await callsAfterRevocation(scene, key, [byKey]);
        steps.push({ what, keys, tokens: await callsAfterRevocation(scene, authorization, [byApp]) });
      }
      return { steps, control: await scene.call(byApp, { authorization: control }) };
    },
    *judge({ steps, control }) {
      for (const { what, keys, tokens } of steps) {
        yield* isRevoked(keys, 'LIF-01', `with the API key of a suspended user who ${what}`);
        yield* isRevoked(tokens, 'LIF-02', `with an access token that an app holds for a suspended user who ${what}`);
      }
      yield* premise(accepted(control), `the token of another user ${answer(control)} too`);
    },
  }),

  check({
    id: 'lifecycle/nothing-but-installing-installs',
    title: 'What an uninstalled app held for users stays refused when the app is changed in another way',
    proves: ['LIF-31', 'LIF-32'],
    needs: uninstallationNeeds,
    async gather(scene) {
      const stage = await aStage(scene, 'delegated');
      const path = pathAt(stage.forUsers, 0);
      const user = await anInsider(scene, stage);
      const [made, other] = [await aClient(scene), await aClient(scene)];
      const [held, control] = [await aGrant(scene, made, user), await aGrant(scene, other, user)];
      await mustBeServed(scene, held.authorization, path, 'a delegated access token');
      await uninstall(scene, made);
      await callsAfterRevocation(scene, held.authorization, [path]);
      let app = made;
      const steps = [];
      for (const act of [...acts, 'asking for a token of its own'] as const) {
        if (act === 'asking for a token of its own') await requestToken(scene, app);
        else app = await touched(scene, app, act);
        const calls = await callsAfterRevocation(scene, held.authorization, [path]);
        steps.push({ what: `was ${act}`, calls });
        if (calls.some(accepted)) break;
      }
      const refreshed = await refreshAfterRevocation(scene, { ...held, app });
      const whileArchived = await uninstalledWhileArchived(scene, user);
      return { steps, refreshed, whileArchived, control: (await callEach(scene, control.authorization, [path]))[0] };
    },
    *judge({ steps, refreshed, whileArchived, control }) {
      for (const { what, calls } of steps) {
        yield* isRevoked(
          calls,
          'LIF-31',
          `with an access token that an uninstalled app holds for a user, when it ${what},`,
        );
      }
      yield* obtainsNoToken(refreshed, 'LIF-32', 'a refresh by an uninstalled app that was changed in other ways');
      if (whileArchived !== undefined) {
        yield* obtainsNoToken(whileArchived, 'LIF-32', 'a refresh by an unarchived app that was uninstalled before');
      }
      const served = control !== undefined && accepted(control);
      yield* premise(served, 'what another app holds for the user is not served either');
    },
  }),
];

/** A refresh by an app that was uninstalled while it was archived, and is unarchived now. */
async function uninstalledWhileArchived(scene: Scene, user: User): Promise<Exchange | undefined> {
  if (!scene.supports('app.archive') || !scene.supports('app.unarchive')) return undefined;
  const app = await aClient(scene);
  const held = await aGrant(scene, app, user);
  await archive(scene, app);
  // an operator may uninstall active apps only
  const uninstalled = await unlessRefused(uninstall(scene, app).then(() => true));
  await unarchive(scene, app);
  return uninstalled === true ? refreshAfterRevocation(scene, held) : undefined;
}

/**
 * A key of a day when keys did not expire.
 *
 * @throws Unsupported where the control dates no keys back
 */
async function aKeyFromBefore(scene: Scene, { userId }: User): Promise<string> {
  const made = await unlessRefused(scene.operate('apiKey.create', { userId, createdAt: beforeKeysExpire }));
  const apiKey = made === undefined ? undefined : scene.journal.secrets.learn('API key', made.apiKey);
  if (apiKey === undefined || Date.parse(made?.createdAt ?? '') > Date.parse(beforeKeysExpire) + day * 1000)
    throw new Unsupported(`needs a key dated ${beforeKeysExpire}, which the control does not make`);
  return apiKey;
}
