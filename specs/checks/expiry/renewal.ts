import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding } from '../../../core/judgement.ts';
import { grantIn, refreshTokenIn } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { anew, presented } from '../../expectations/refresh-lifetime.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import { codeGrants, one } from './issuing.ts';
import { day } from '../../../core/spans.ts';

/**
 * Days before each refresh of a chain. The first chain refreshes every four weeks for more than two years. The others
 * last more than a year: one refreshes eight times a fortnight, the other with different pauses. Their dates coincide,
 * so that chains that share a clock wake at the same moves.
 */
const chains: readonly (readonly number[])[] = [
  Array.from({ length: 28 }, () => 28),
  Array.from({ length: 216 }, (_, index) => (index % 8 === 0 ? 14 : 0)),
  Array.from({ length: 40 }, (_, index) => [0.25, 27.75, 0, 14][index % 4] ?? 1),
];
/** The latest day of a refresh that waits to share a move of the clock with others: a little less than 30. */
const longest = 29.5;

/** Checks that refreshes renew access without the user ("Delegated auth", 7). */
export const renewalChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/chains-of-refreshes-go-on-for-more-than-a-year',
    title: 'A chain of refreshes, each within 30 days of the one before, continues for more than a year',
    proves: ['EXP-15'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 70_000_000,
    gather: (scene) => scene.together(chains.map((pauses) => (part: Scene) => chain(part, pauses))),
    *judge(all) {
      for (const seen of all) yield* goesOn(seen);
    },
  }),
];

interface Chain {
  readonly pauses: readonly number[];
  /** The refresh that gave no tokens, if one gave none. `refreshes` is the number of those that gave some. */
  readonly refused?: Exchange;
  readonly refreshes: number;
  readonly contrast?: Exchange;
}

async function chain(scene: Scene, pauses: readonly number[]): Promise<Chain> {
  const prepare = codeGrants(scene);
  let grant = await one(prepare);
  for (const [refreshes, pause] of pauses.entries()) {
    if (pause > 0) await scene.elapse(pause * day, { late: (longest - pause) * day });
    const answered = await presented(scene, grant);
    if (refreshTokenIn(answered) === undefined) {
      const contrast = await anew(scene, prepare);
      return { pauses, refreshes, refused: answered, ...(contrast === undefined ? {} : { contrast }) };
    }
    grant = grantIn(grant.app, grant.user, answered, 'a refresh');
  }
  return { pauses, refreshes: pauses.length };
}

function* goesOn({ pauses, refused, refreshes, contrast }: Chain): Generator<Judgement<RequirementId, never>> {
  if (refused === undefined) return;
  const served = contrast !== undefined && handsOutTokens(contrast);
  if (!(yield* premise(served, 'a refresh token that was new at that time was not exchanged either'))) return;
  const days = pauses.slice(0, refreshes + 1).reduce((sum, pause) => sum + pause, 0);
  const subject = `refresh ${refreshes + 1} of a chain, ${Math.round(days)} days after the user had authorized,`;
  yield finding('EXP-15', subject, answer(refused), 'tokens', refused);
}
