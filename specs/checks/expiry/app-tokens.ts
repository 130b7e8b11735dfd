import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { aLaboratoryFor, settledTokenRequest } from '../../../drivers/world/actors.ts';
import { aClient } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { AgedProbe } from '../../expectations/age.ts';
import { dated, exactly, probe, probeFrom, waitForAge } from '../../expectations/age.ts';
import type { LifetimeProbes } from '../../expectations/lifetime.ts';
import { lifetimeProbes, respectsLifetime } from '../../expectations/lifetime.ts';
import { answeredWith401 } from '../../expectations/refusal.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { carryOutEvent, appEvents, possible, type AppEvent } from '../token-issuance/after-changes.ts';
import { accessLifetime, anAppThatMaySee, appTokens, issuedTo } from './issuing.ts';

interface AppTokenProbes {
  readonly path: string;
  readonly probes: LifetimeProbes;
  /** Whether the tokens are of apps that nobody else uses. */
  readonly own: boolean;
}

async function probedOn(
  scene: Scene,
  path: string,
  { make, ...options }: { readonly make?: (scene: Scene) => Promise<App>; readonly lastSecond?: boolean } = {},
): Promise<AppTokenProbes> {
  const probes = await lifetimeProbes(scene, appTokens(scene, path, make), options);
  return { path, probes, own: scene.supports('app.create') };
}

function* lastsAsStated({ path, probes, own }: AppTokenProbes): Generator<Judgement<RequirementId, never>> {
  const subject = `GET ${path} with an app access token`;
  for (const one of respectsLifetime(probes, accepted, { early: 'EXP-01', late: 'EXP-02' }, subject)) {
    if (one.kind === 'finding' && one.requirement === 'EXP-01' && !own) {
      // how many tokens of one app live side by side is free (FRE-51)
      yield { kind: 'premise', text: 'further tokens of the one app that there is may have ended those before' };
    } else yield one;
  }
  if (!accepted(probes.fresh)) return;
  for (const { exchange } of probes.beyond) {
    if (!accepted(exchange)) yield* answeredWith401(exchange, 'EXP-03', `${subject} that had expired`);
  }
}

/** What had happened to apps, in order, when they asked for a token. A dozen are more than one asks for at a time. */
const pasts: readonly (readonly AppEvent[])[] = [
  ...appEvents.map((one) => [one]),
  Array.from({ length: 12 }, () => 'token' as const),
];

async function anAppWithPast(scene: Scene, past: readonly AppEvent[]): Promise<App> {
  let app = await aClient(scene);
  for (const what of past) app = await carryOutEvent(scene, app, what);
  await aLaboratoryFor(scene, app);
  // what was changed may need a moment
  await settledTokenRequest(scene, app);
  return app;
}

/** How long app access tokens last ("Limits"; "OAuth bearer with app credentials", 3). */
export const appTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/app-tokens-last-900-seconds-whatever-happened-before',
    title: 'An app access token lasts 900 seconds from its issue after any event of its app',
    proves: ['EXP-01', 'EXP-02', 'EXP-03'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const listings = await scene.listings();
      return scene.together(
        pasts
          .filter((past) => past.every((what) => possible(scene, what)))
          .map((past, index) => async (part: Scene) => {
            const path = listings[index % listings.length]?.path ?? '';
            return probedOn(part, path, { make: (one) => anAppWithPast(one, past) });
          }),
      );
    },
    *judge(tokens) {
      for (const seen of tokens) yield* lastsAsStated(seen);
    },
  }),

  check({
    id: 'expiry/tokens-of-one-app-expire-one-by-one-at-any-distance',
    title: 'However far apart two tokens of an app were issued, each expires at its own 900 seconds',
    proves: ['EXP-08'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 1_780,
    gather: (scene) =>
      scene.together([30, 300, 450, 600, 870].map((apart) => (part: Scene) => youngAndOld(part, apart))),
    *judge(pairs) {
      for (const seen of pairs) yield* expireOneByOne(seen);
    },
  }),
];

interface YoungAndOld {
  readonly path: string;
  readonly fresh: Exchange;
  readonly old: AgedProbe;
  /** When the old one has expired: the younger one of the same app, and one as young of another app. */
  readonly young: AgedProbe;
  readonly peer: Exchange;
  readonly youngLater: AgedProbe;
  readonly peerLater: Exchange;
  /** Of another app that has but one, as old as the old one. */
  readonly lone: Exchange;
}

async function youngAndOld(scene: Scene, apart: number): Promise<YoungAndOld> {
  const path = (await scene.usualListing(1)).path;
  const [app, loner, other] = [
    await anAppThatMaySee(scene),
    await anAppThatMaySee(scene),
    await anAppThatMaySee(scene),
  ];
  const call = (token: { readonly authorization: string }): Promise<Exchange> =>
    scene.call(path, { authorization: token.authorization });
  const lone = await issuedTo(scene, loner);
  const old = await dated(scene, () => issuedTo(scene, app));
  await waitForAge(scene, old.moment, apart);
  const young = await dated(scene, () => issuedTo(scene, app));
  const peer = await dated(scene, () => issuedTo(scene, other));
  const fresh = await scene.settle(() => call(young.outcome), accepted);
  const oldProbe = await probeFrom(scene, old.moment, accessLifetime, () => call(old.outcome), exactly);
  const loneProbe = await call(lone);
  const youngProbe = await probe(scene, young.moment, () => call(young.outcome));
  const peerProbe = await scene.settle(() => call(peer.outcome), accepted);
  const youngLater = await probeFrom(scene, young.moment, accessLifetime, () => call(young.outcome), exactly);
  const peerLater = (await probeFrom(scene, peer.moment, accessLifetime, () => call(peer.outcome))).exchange;
  return { path, fresh, old: oldProbe, lone: loneProbe, young: youngProbe, peer: peerProbe, youngLater, peerLater };
}

function* expireOneByOne(seen: YoungAndOld): Generator<Judgement<RequirementId, never>> {
  const { path, fresh, old, lone, young, peer, youngLater, peerLater } = seen;
  if (!(yield* premise(accepted(fresh), `a new token ${answer(fresh)}`))) return;
  const subject = (which: string): string => `GET ${path} with the ${which} of two tokens of one app`;
  if (accepted(old.exchange)) {
    // where tokens outlive their time anyway, it is no matter of there being two
    if (yield* premise(!accepted(lone), 'a token that was the only one of its app did not expire either')) {
      const expected = 'refusal, whether there is a younger one or not';
      yield finding('EXP-08', `${subject('older')} after 900 s`, answer(old.exchange), expected, old.exchange);
    }
  }
  if (!accepted(young.exchange) && young.atMost < accessLifetime - 1) {
    if (yield* premise(accepted(peer), 'a token of the same age that was the only one of its app was refused too')) {
      const when = `${subject('younger')} when the older had expired`;
      yield finding('EXP-08', when, answer(young.exchange), 'a page', young.exchange);
    }
  }
  if (accepted(youngLater.exchange)) {
    if (yield* premise(!accepted(peerLater), 'a token that was the only one of its app did not expire either')) {
      const when = `${subject('younger')} after its own 900 s`;
      yield finding('EXP-08', when, answer(youngLater.exchange), 'refusal', youngLater.exchange);
    }
  }
}
