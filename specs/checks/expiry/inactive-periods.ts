import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aLaboratoryFor, aUser, settledTokenRequest } from '../../../drivers/world/actors.ts';
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
import { accessLifetime, anAppThatMaySee, codeGrants, issuedTo, one, refreshLifetime } from './issuing.ts';
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
    id: 'expiry/an-un-suspension-revives-no-expired-key',
    title: 'A key that expired while its owner was suspended, or before, is not served after the un-suspension',
    proves: ['EXP-30'],
    needs: keyNeeds,
    maxSeconds: 161 * day,
    async gather(scene) {
      const path = (await listingsOpenToKeys(scene))[0]?.path ?? '';
      await untilKeysExpire(scene);
      return scene.together(suspensionsBeyondTheEnd.map((days) => (part: Scene) => suspendedBeyond(part, path, days)));
    },
    *judge(keys) {
      for (const { path, days, fresh, probe, other, resumed } of keys) {
        if (!(yield* premise(accepted(fresh), `a new key ${answer(fresh)}`))) return;
        if (accepted(probe)) {
          if (yield* premise(!accepted(other), 'a key whose owner was never suspended did not expire either')) {
            const subject = `GET ${path} with a key that had expired when its owner, suspended on day ${days[0]}, was un-suspended on day ${days[1]}`;
            yield finding('EXP-30', subject, answer(probe), 'refusal', probe);
          }
        } else yield* premise(accepted(resumed), `a new key of the un-suspended user ${answer(resumed)}`);
      }
    },
  }),

  check({
    id: 'expiry/archiving-prolongs-no-access-token',
    title: 'An access token of an app that was archived for a while is refused after 900 seconds all the same',
    proves: ['EXP-31'],
    needs: [...delegatedNeeds, 'app.archive', 'app.unarchive', 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const path = (await scene.usualListing(1)).path;
      return scene.together(
        [
          { kind: 'app', archived: [300, 310] },
          { kind: 'app', archived: [100, 700, 800, 890] },
          { kind: 'delegated', archived: [300, 310] },
          { kind: 'delegated', archived: [100, 700] },
          // beyond the end
          { kind: 'app', archived: [850, 903] },
          { kind: 'delegated', archived: [850, 903] },
        ].map(({ kind, archived }) => async (part: Scene) => {
          const [app, other, user] = kind === 'app' ? await twoApps(part) : await twoClients(part);
          const issue = async (to: App) => (user === undefined ? issuedTo(part, to) : aGrant(part, to, user));
          const call = ({ authorization }: { authorization: string }) => part.call(path, { authorization });
          const lone = await dated(part, () => issue(other));
          const token = await dated(part, () => issue(app));
          const fresh = await part.settle(() => call(token.outcome), accepted);
          for (const [index, age] of archived.entries()) {
            await waitForAge(part, token.moment, age);
            await part.operate(index % 2 === 0 ? 'app.archive' : 'app.unarchive', { appId: app.appId });
            if (index % 2 === 1) await call(token.outcome);
          }
          // what was asked for after the archival is of no concern: from here on nothing is done but waiting
          const probe = await probeFrom(part, token.moment, accessLifetime + 1, () => call(token.outcome));
          const loneProbe = await probeFrom(part, lone.moment, accessLifetime, () => call(lone.outcome));
          return { kind, path, fresh, probe: probe.exchange, lone: loneProbe.exchange };
        }),
      );
    },
    *judge(tokens) {
      for (const { kind, path, fresh, probe, lone } of tokens) {
        if (!(yield* premise(accepted(fresh), `a new ${kind} access token ${answer(fresh)}`))) continue;
        if (!accepted(probe)) continue;
        const reason = `an ${kind} access token of an app that was never archived did not expire either`;
        if (!(yield* premise(!accepted(lone), reason))) continue;
        const subject = `GET ${path} after 900 s with the ${kind} access token of an app that was archived for a while`;
        yield finding('EXP-31', subject, answer(probe), 'refusal', probe);
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

  check({
    id: 'expiry/archiving-prolongs-no-refresh-token',
    title: 'The refresh token of an app that was archived for a while yields nothing after 30 days all the same',
    proves: ['EXP-12'],
    needs: [...delegatedNeeds, 'app.archive', 'app.unarchive', 'passing-time'],
    maxSeconds: 41 * day,
    async gather(scene) {
      const lone = await one(codeGrants(scene));
      const seen = await scene.together(
        pausePlans.map((plan) => async (part: Scene) => {
          const [app, user] = [await aClient(part), await aUser(part)];
          const grant = await dated(part, () => aGrant(part, app, user));
          for (const [from, to] of plan) {
            await waitForAge(part, grant.moment, from * day);
            await part.operate('app.archive', { appId: app.appId });
            await waitForAge(part, grant.moment, to * day);
            await part.operate('app.unarchive', { appId: app.appId });
          }
          const back = await settledTokenRequest(part, app);
          const probe = await probeFrom(part, grant.moment, refreshLifetime + 1, () => presented(part, grant.outcome));
          return { plan, back, probe: probe.exchange };
        }),
      );
      return { seen, lone: await presented(scene, lone) };
    },
    *judge({ seen, lone }) {
      for (const { plan, back, probe } of seen) {
        if (!handsOutTokens(probe)) {
          yield* premise(accessTokenIn(back) !== undefined, `client_credentials of an unarchived app ${answer(back)}`);
          continue;
        }
        const reason = 'the refresh token of an app that was never archived did not expire either';
        if (!(yield* premise(!handsOutTokens(lone), reason))) continue;
        const subject = `a refresh token after 30 days, its app having been archived on days ${told(plan)},`;
        yield finding('EXP-12', subject, `${answer(probe)} and a token`, 'no token', probe);
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

async function twoApps(scene: Scene): Promise<readonly [App, App, undefined]> {
  return [await anAppThatMaySee(scene), await anAppThatMaySee(scene), undefined];
}

async function twoClients(scene: Scene): Promise<readonly [App, App, User]> {
  const user = await aUser(scene);
  await aLaboratoryFor(scene, user);
  return [await aClient(scene), await aClient(scene), user];
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

/** Suspensions that end when the key has expired. */
const suspensionsBeyondTheEnd: readonly Days[] = [
  [5, 40],
  [0, 32],
  [29, 60],
  [31, 45],
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

async function suspendedBeyond(scene: Scene, path: string, days: Days) {
  const [from, to] = days;
  const [key, other] = [await aNewKey(scene, await aMember(scene)), await aNewKey(scene, await aMember(scene))];
  const fresh = await scene.settle(() => callWith(scene, path, key), accepted);
  await untilAge(scene, key, from * day);
  await suspend(scene, key.user);
  await untilAge(scene, other, to * day);
  await unsuspend(scene, key.user);
  // an un-suspension may take a moment to be seen, of which this key cannot tell; a further one may end it (FRE-93)
  await scene.settleWhole();
  const probe = await callWith(scene, path, key);
  const otherProbe = await callWith(scene, path, other);
  const next = await aNewKey(scene, key.user);
  const resumed = await scene.settle(() => callWith(scene, path, next), accepted);
  return { path, days, fresh, probe, other: otherProbe, resumed };
}
