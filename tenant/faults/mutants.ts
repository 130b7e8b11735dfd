import { createHash } from 'node:crypto';
import type { Fault } from './fault.ts';
import { apiKeyDecisions } from './generated/api-key.ts';
import { clientCredentialsDecisions } from './generated/client-credentials.ts';
import type { Decision, Decisions } from './generated/decision.ts';
import { expiryDecisions } from './generated/expiry.ts';
import { lifecycleDecisions } from './generated/lifecycle.ts';
import { versioningDecisions } from './generated/versioning.ts';
import type { Condition } from './operators/condition.ts';
import { conditionsOf } from './operators/conditions.ts';
import { wrongWhen } from './operators/rows.ts';

const decisions: Readonly<Record<string, Decisions>> = {
  'client-credentials': clientCredentialsDecisions,
  'api-key': apiKeyDecisions,
  versioning: versioningDecisions,
  lifecycle: lifecycleDecisions,
  expiry: expiryDecisions,
};

/**
 * Every decision made wrongly under every condition that fits it. These are thousands; `mutants` is a share of them.
 */
export const product: readonly (readonly Fault[])[] = Object.entries(decisions).flatMap(([profile, ofProfile]) =>
  Object.entries(ofProfile).map(([id, decision]) =>
    conditionsOf(decision.under)
      .filter((condition) => decision.except?.includes(condition.id) !== true)
      .map((condition) => mutantOf(`${profile}/generated/${id}`, decision, condition)),
  ),
);

/** The generated faults. */
export const mutants: readonly Fault[] = product.flat().filter(({ id }) => isInShare(id));

/**
 * Reports whether the mutant is in the share of one in six. Only the id decides, so a new decision or condition changes
 * no other.
 */
function isInShare(id: string): boolean {
  return createHash('sha256').update(id).digest().readUInt32BE() % 6 === 0;
}

function mutantOf(id: string, decision: Decision, condition: Condition): Fault {
  const { does, breaks, also = [], where = {}, wrong } = decision;
  const besides = condition.touches === undefined ? [] : (where[condition.touches] ?? []);
  return {
    id: `${id}-${condition.id}`,
    breaks: [...new Set([...breaks, ...besides])],
    also: also.filter((one) => !breaks.includes(one) && !besides.includes(one)),
    summary: `${does} ${condition.when}.`,
    behaviour: wrongWhen(wrong, condition),
  };
}
