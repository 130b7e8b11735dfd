import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { dated, probeFrom, waitForAge } from '../../expectations/age.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import { accessLifetime, codeGrants, renewedGrants } from './issuing.ts';
import { demand } from '../../../core/judgement.ts';

/** Tokens of one kind that were issued at the same time and used differently, all tried when they had expired. */
interface Uses {
  readonly kind: string;
  readonly path: string;
  readonly fresh: Exchange;
  /** Called once when it was new, and then left alone. */
  readonly plain: Exchange;
  /** Called over and over, until shortly before its end. */
  readonly used: Exchange;
  /** Never called before. */
  readonly idle: Exchange;
}

type Issue = () => Promise<{ readonly authorization: string }>;

/** Beyond the end by more than lies between the issue of a token and its first call. */
const afterwards = accessLifetime + 5;

async function differentlyUsed(scene: Scene, kind: string, issues: readonly Issue[]): Promise<Uses> {
  const [forPlain, forUsed, forIdle] = issues;
  if (forPlain === undefined || forUsed === undefined || forIdle === undefined) throw new RangeError('too few tokens');
  const listings = await scene.listings();
  const path = listings[1]?.path ?? '';
  const call = (token: { readonly authorization: string }, at = path): Promise<Exchange> =>
    scene.call(at, { authorization: token.authorization });
  const used = await dated(scene, forUsed);
  const plain = await dated(scene, forPlain);
  const idle = await dated(scene, forIdle);
  const fresh = await scene.settle(() => call(plain.outcome), accepted);
  for (const age of [0, 100, 200, 300, 400, 500, 600, 700, 800, 890]) {
    if (age > 0) await waitForAge(scene, used.moment, age);
    await call(used.outcome);
    await call(used.outcome, listings[(age / 10) % listings.length]?.path);
  }
  // the youngest first: when it is over, so are the others
  const idleAfter = await probeFrom(scene, idle.moment, afterwards, () => call(idle.outcome));
  const plainAfter = await probeFrom(scene, plain.moment, afterwards, () => call(plain.outcome));
  const usedAfter = await probeFrom(scene, used.moment, afterwards, () => call(used.outcome));
  return {
    kind,
    path,
    fresh,
    plain: plainAfter.exchange,
    used: usedAfter.exchange,
    idle: idleAfter.exchange,
  };
}

function* neitherMatters({ kind, path, fresh, plain, used, idle }: Uses): Generator<Judgement<RequirementId, never>> {
  if (!(yield* premise(accepted(fresh), `GET ${path} with a new ${kind} ${answer(fresh)}`))) return;
  // a token that lives on without either is a matter of the life itself
  const reason = `a ${kind} that was called once when it was new did not expire`;
  if (!(yield* premise(!accepted(plain), reason))) return;
  const subject = `GET ${path} after ${accessLifetime} s with a ${kind}`;
  yield demand(!accepted(used), 'EXP-06', `${subject} that was used all the time`, answer(used), 'refusal', used);
  yield demand(!accepted(idle), 'EXP-07', `${subject} that had never been used`, answer(idle), 'refusal', idle);
}

/** From when an access token's life is counted, and what does not change it ("Limits"). */
export const tokenUseChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/delegated-tokens-expire-however-they-are-used',
    title: 'Neither use nor the lack of it prolongs a delegated access token',
    proves: ['EXP-06', 'EXP-07'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    gather: async (scene) =>
      differentlyUsed(scene, 'delegated access token', await codeGrants(scene, { withAccess: true })(3)),
    *judge(seen) {
      yield* neitherMatters(seen);
    },
  }),

  check({
    id: 'expiry/refreshed-tokens-expire-however-they-are-used',
    title: 'Neither use nor the lack of it prolongs an access token that a refresh brought',
    proves: ['EXP-06', 'EXP-07'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    gather: async (scene) =>
      differentlyUsed(scene, 'refreshed access token', await renewedGrants(scene, [0], { withAccess: true })(3)),
    *judge(seen) {
      yield* neitherMatters(seen);
    },
  }),
];
