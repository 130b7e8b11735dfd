import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held } from '../../../core/judgement.ts';
import fc from 'fast-check';
import { inWords, lasting } from '../../../core/wording.ts';
import { legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { LifetimeProbes, LifetimeRequirement } from '../../expectations/lifetime.ts';
import { lifetimeProbes, respectsLifetime } from '../../expectations/lifetime.ts';
import type { PrepareGrants } from '../../expectations/refresh-lifetime.ts';
import { anew, presented } from '../../expectations/refresh-lifetime.ts';
import { answeredWith401 } from '../../expectations/refusal.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import type { Bystander, GrantOptions } from './issuing.ts';
import {
  accessTokensOf,
  beforeMidnight,
  bystanders,
  codeGrants,
  one,
  renewedGrants,
  untilBeforeMidnight,
} from './issuing.ts';
import { onEachListing } from './on-each-listing.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

interface DelegatedProbes {
  readonly path: string;
  readonly probes: LifetimeProbes;
}

async function probedOn(
  scene: Scene,
  path: string,
  prepare: PrepareGrants,
  { withoutHistory, ...options }: { readonly withoutHistory?: PrepareGrants; readonly lastSecond?: boolean } = {},
): Promise<DelegatedProbes> {
  const call = ({ authorization }: Grant): Promise<Exchange> => scene.call(path, { authorization });
  return { path, probes: await lifetimeProbes(scene, accessTokensOf(prepare, call, withoutHistory), options) };
}

function* lastsAsStated(
  { path, probes }: DelegatedProbes,
  requirement: LifetimeRequirement,
  kind: string,
): Generator<Judgement<RequirementId, never>> {
  const subject = `GET ${path} with an access token of ${kind}`;
  yield* respectsLifetime(probes, accepted, requirement, subject);
  if (!accepted(probes.fresh)) return;
  for (const { exchange } of probes.beyond) {
    if (!accepted(exchange)) yield* answeredWith401(exchange, 'EXP-03', `${subject} that had expired`);
  }
}

const paths = fc.constantFrom(tokenPath, legacyTokenPath);

/** How long delegated access tokens last ("Limits": all token grants; "Delegated auth", 5). */
export const delegatedTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/tokens-of-code-exchanges-last-900-seconds-at-any-hour',
    title: 'The access token of a code exchange lasts 900 seconds at either path and at any hour',
    proves: ['EXP-03', 'EXP-04', 'EXP-35'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: objectOf({
      seconds: fc.constantFrom(...beforeMidnight),
      issuedAt: paths,
      listing: fc.nat(4),
      codeAge: fc.constantFrom(0, 20),
      // a refusal that comes too early is stated only where there is nothing beside it
      beside: fc.constantFrom('nothing', 'nothing', 'nothing', ...bystanders),
    }),
    maxCases: 12,
    maxSeconds: day + 930,
    describe: ({ seconds, issuedAt, codeAge, beside }) =>
      inWords`a code exchanged at ${issuedAt} ${seconds} s before midnight, ${codeAge} s after it was issued, beside ${beside}`,
    async gather(scene, { seconds, issuedAt, listing, codeAge, beside }) {
      const listings = await scene.listings();
      await untilBeforeMidnight(scene, seconds);
      const path = listings[listing % listings.length]?.path ?? '';
      const options: GrantOptions = { withAccess: true, path: issuedAt, codeAge };
      return probedOn(scene, path, codeGrants(scene, { ...options, beside }), {
        withoutHistory: codeGrants(scene, options),
      });
    },
    *judge(seen, { beside }) {
      // what else there is of the app and the user may end it, for all that is stated (FRE-51, FRE-240)
      const early = beside === 'nothing' ? 'EXP-04' : 'EXP-35';
      yield* lastsAsStated(seen, { early, late: 'EXP-04' }, 'a code exchange');
    },
  }),

  check({
    id: 'expiry/tokens-of-refreshes-last-900-seconds',
    title: 'The access token of a refresh lasts 900 seconds from its own issue and no longer, on each listing',
    proves: ['EXP-03', 'EXP-05'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 910,
    gather: (scene) =>
      onEachListing(scene, (part, path) => probedOn(part, path, renewedGrants(part, [4], { withAccess: true }))),
    *judge(listings) {
      for (const seen of listings) yield* lastsAsStated(seen, 'EXP-05', 'a refresh');
    },
  }),

  check({
    id: 'expiry/tokens-of-refreshes-last-900-seconds-whatever-came-before',
    title: 'The access token of each refresh lasts 900 seconds from its own issue',
    proves: ['EXP-03', 'EXP-05'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: objectOf({
      pauses: fc.array(fc.constantFrom(0, 1, 60, 450, 800, 899, 1000, day), { minLength: 1, maxLength: 3 }),
      issuedAt: paths,
      listing: fc.nat(4),
    }),
    maxCases: 8,
    maxSeconds: 3 * day + 910,
    describe: ({ pauses, issuedAt }) => `refreshed at ${issuedAt} after ${pauses.map(lasting).join(', ')}`,
    async gather(scene, { pauses, issuedAt, listing }) {
      const listings = await scene.listings();
      const path = listings[listing % listings.length]?.path ?? '';
      const options: GrantOptions = { withAccess: true, path: issuedAt };
      return probedOn(scene, path, renewedGrants(scene, pauses, options), {
        withoutHistory: renewedGrants(scene, [0], options),
        lastSecond: false,
      });
    },
    *judge(seen) {
      yield* lastsAsStated(seen, 'EXP-05', 'a refresh');
    },
  }),

  check({
    id: 'expiry/expired-access-tokens-leave-the-refresh-token-usable-for-days',
    title: 'Hours and days after the access token has expired the refresh token is exchanged all the same',
    proves: ['EXP-10', 'EXP-34'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 29 * day,
    gather: (scene) =>
      scene.together(
        [1800, 3700, 6 * 3600, day, 7 * day, 29 * day].flatMap((after, index) =>
          [...lives, bystanders[index] ?? 'nothing'].map((life) => (part: Scene) => refreshedAfter(part, after, life)),
        ),
      ),
    *judge(all) {
      yield* areStillUsable(all);
    },
  }),
];

/** What else there is in the life of a grant: what is beside it, or that its access token is tried when it has expired. */
type Life = Bystander | 'tried';

const lives = ['nothing', 'tried'] as const satisfies readonly Life[];

/** The refresh of a grant whose access token has expired. */
interface RefreshedAfter {
  readonly seconds: number;
  readonly life: Life;
  readonly refreshed: Exchange;
  readonly contrast?: Exchange;
}

async function refreshedAfter(scene: Scene, seconds: number, life: Life): Promise<RefreshedAfter> {
  // the contrast has seen the same, so that what it lacks too is no matter of time
  const prepare = codeGrants(scene, { beside: life === 'tried' ? 'nothing' : life });
  const grant = await one(prepare);
  await scene.elapse(seconds);
  if (life === 'tried') {
    const path = (await scene.usualListing(1)).path;
    await scene.call(path, { authorization: grant.authorization, note: 'an expired access token' });
  }
  const refreshed = await presented(scene, grant);
  if (handsOutTokens(refreshed)) return { seconds, life, refreshed };
  const contrast = await anew(scene, prepare);
  return { seconds, life, refreshed, ...(contrast === undefined ? {} : { contrast }) };
}

function* areStillUsable(all: readonly RefreshedAfter[]): Generator<Judgement<RequirementId, never>> {
  for (const { seconds, life, refreshed, contrast } of all) {
    const alone = all.find((other) => other.seconds === seconds && other.life === 'nothing');
    const livesAlone = alone !== undefined && handsOutTokens(alone.refreshed);
    // what happens after its issue may end it, for all that is stated (FRE-240)
    const isOfOther = livesAlone && (life === 'tried' || life === 'another user after');
    const requirement = isOfOther ? 'EXP-34' : 'EXP-10';
    if (handsOutTokens(refreshed)) {
      yield held(requirement);
      continue;
    }
    const served = contrast !== undefined && handsOutTokens(contrast);
    if (!(yield* premise(served, 'a refresh token whose access token was new was not exchanged either'))) continue;
    const when = life === 'tried' ? ' and been tried' : life === 'nothing' ? '' : `, beside ${life},`;
    const subject = `a refresh ${seconds} s after the grant, its access token having expired${when},`;
    yield finding(requirement, subject, answer(refreshed), 'tokens', refreshed);
  }
}
