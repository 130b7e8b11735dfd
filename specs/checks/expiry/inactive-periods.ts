import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { User } from '../../../drivers/world/actors.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import { aClient, aGrant, authorize } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { dated, probeFrom, waitForAge } from '../../expectations/age.ts';
import { listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { presented } from '../../expectations/refresh-lifetime.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import { aMember, aNewKey, callWith, surelyOver, untilAge, untilKeysExpire } from './dated-keys.ts';
import { codeGrants, one, refreshLifetime } from './issuing.ts';
import { day } from '../../../core/spans.ts';

const keyNeeds = ['user.create', 'user.suspend', 'user.unsuspend', 'apiKey.create', 'passing-time'] as const;

function suspend(scene: Scene, { userId }: User): Promise<unknown> {
  return scene.operate('user.suspend', { userId });
}

function unsuspend(scene: Scene, { userId }: User): Promise<unknown> {
  return scene.operate('user.unsuspend', { userId });
}

/** What stops a credential for a while does not prolong its life ("States and transitions"; "Limits"). */
export const inactivePeriodsChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/a-suspension-does-not-stop-the-clock-of-a-key',
    title: 'A key whose owner was suspended for some of its days expires like any other',
    proves: ['EXP-29'],
    needs: keyNeeds,
    maxSeconds: 132 * day,
    async gather(scene) {
      const path = (await listingsOpenToKeys(scene))[0]?.path ?? '';
      await untilKeysExpire(scene);
      return scene.together(daysOfSuspension.map((days) => (part: Scene) => suspendedFor(part, path, days)));
    },
    *judge(keys) {
      for (const { path, days, resumed, probe, other } of keys) {
        if (!(yield* premise(accepted(resumed), `the key after the suspension ${answer(resumed)}`))) return;
        if (!(yield* premise(!accepted(other), 'a key whose owner was never suspended did not expire either'))) return;
        const when = days.map(([from, to]) => `${from} to ${to}`).join(', ');
        const subject = `GET ${path} with a key of 31 days whose owner was suspended on days ${when}`;
        if (accepted(probe)) yield finding('EXP-29', subject, answer(probe), 'refusal', probe);
      }
    },
  }),

  check({
    id: 'expiry/a-suspension-prolongs-no-refresh-token',
    title: 'The refresh token of a user who was suspended for a while yields nothing after 30 days all the same',
    proves: ['EXP-32'],
    needs: [...delegatedNeeds, 'user.suspend', 'user.unsuspend', 'passing-time'],
    maxSeconds: 41 * day,
    async gather(scene) {
      const lone = await one(codeGrants(scene));
      const seen = await scene.together(pausePlans.map((plan) => (part: Scene) => refreshedAfter(part, plan)));
      return { seen, lone: await presented(scene, lone) };
    },
    *judge({ seen, lone }) {
      for (const { plan, back, probe } of seen) {
        if (!handsOutTokens(probe)) {
          yield* premise(back.code !== undefined, 'the user could not authorize an app after the suspension');
          continue;
        }
        const reason = 'the refresh token of a user who was never suspended did not expire either';
        if (!(yield* premise(!handsOutTokens(lone), reason))) continue;
        const subject = `a refresh token after 30 days, its user having been suspended on days ${told(plan)},`;
        yield finding('EXP-32', subject, `${answer(probe)} and a token`, 'no token', probe);
      }
    },
  }),
];

type Plan = readonly (readonly [from: number, to: number])[];

/** On which days a user is suspended or an app archived, from when to when; some are so when the 30 days end. */
const pausePlans: readonly Plan[] = [
  [[5, 25]],
  [[1, 1.1]],
  [
    [2, 4],
    [6, 9],
    [20, 22],
  ],
  [[28, 29.9]],
  [[29, 31]],
  [[10, 40]],
];

function told(plan: Plan): string {
  return plan.map(([from, to]) => `${from} to ${to}`).join(', ');
}

/** What a refresh token yields after 30 days of which its user was suspended on some. */
async function refreshedAfter(scene: Scene, plan: Plan) {
  const [app, user] = [await aClient(scene), await aUser(scene)];
  const grant = await dated(scene, () => aGrant(scene, app, user));
  for (const [from, to] of plan) {
    await waitForAge(scene, grant.moment, from * day);
    await suspend(scene, user);
    await waitForAge(scene, grant.moment, to * day);
    await unsuspend(scene, user);
  }
  // that the user may act again is seen by another app, so that this authorization is left alone
  const other = await aClient(scene);
  const back = await scene.settle(
    () => authorize(scene, { app: other, user }),
    ({ code }) => code !== undefined,
  );
  const probe = await probeFrom(scene, grant.moment, refreshLifetime + 1, () => presented(scene, grant.outcome));
  return { plan, back, probe: probe.exchange };
}

type Days = readonly [from: number, to: number];

/** The days of a key's life on which its owner was suspended. */
const daysOfSuspension: readonly (readonly Days[])[] = [
  [[5, 25]],
  [[1, 2]],
  [
    [2, 4],
    [6, 9],
    [20, 22],
  ],
  [[27, 29]],
];

async function suspendedFor(scene: Scene, path: string, days: readonly Days[]) {
  const [key, other] = [await aNewKey(scene, await aMember(scene)), await aNewKey(scene, await aMember(scene))];
  let resumed: Exchange = await scene.settle(() => callWith(scene, path, key), accepted);
  for (const [from, to] of days) {
    await untilAge(scene, key, from * day);
    await suspend(scene, key.user);
    await untilAge(scene, key, to * day - 1200);
    await unsuspend(scene, key.user);
    resumed = await scene.settle(() => callWith(scene, path, key), accepted);
  }
  await untilAge(scene, other, surelyOver + 60);
  const probe = await callWith(scene, path, key);
  return { path, days, resumed, probe, other: await callWith(scene, path, other) };
}
