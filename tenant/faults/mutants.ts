import { createHash } from 'node:crypto';
import type { Fault } from './fault.ts';
import type { Condition } from './operators/condition.ts';
import { conditionsOf } from './operators/conditions.ts';
import type { Decision } from './operators/decision.ts';
import { apiKeyDecisions } from './operators/decisions/api-key.ts';
import { clientCredentialsDecisions } from './operators/decisions/client-credentials.ts';
import { expiryDecisions } from './operators/decisions/expiry.ts';
import { lifecycleDecisions } from './operators/decisions/lifecycle.ts';
import { versioningDecisions } from './operators/decisions/versioning.ts';
import { wrongWhen } from './operators/rows.ts';

const decisions: readonly Decision[] = [
  ...clientCredentialsDecisions,
  ...apiKeyDecisions,
  ...versioningDecisions,
  ...lifecycleDecisions,
  ...expiryDecisions,
];

/** Every decision made wrongly under every condition that makes sense: thousands, of which `mutants` is a share. */
export const product: readonly (readonly Fault[])[] = decisions.map((decision) =>
  conditionsOf(decision.under)
    .filter(({ id }) => decision.except?.includes(id) !== true)
    .map((condition) => mutantOf(decision, condition)),
);

/** The generated faults. */
export const mutants: readonly Fault[] = product.flat().filter(({ id }) => isInShare(id));

/** One in six, by its id alone: so the others stay the same where a decision or a condition is added. */
function isInShare(id: string): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE() % 6 === 0;
}

function mutantOf(decision: Decision, condition: Condition): Fault {
  const { profile, id, does, breaks, also = [], where = {}, wrong } = decision;
  const besides = condition.touches === undefined ? [] : (where[condition.touches] ?? []);
  return {
    id: `${profile}/generated/${id}-${condition.id}`,
    breaks: [...new Set([...breaks, ...besides])],
    also: also.filter((one) => !breaks.includes(one) && !besides.includes(one)),
    summary: `${does} ${condition.when}.`,
    behaviour: wrongWhen(wrong, condition),
  };
}
