import type { Exchange } from '../../core/exchange.ts';
import type { Finding, Judgement } from '../../core/judgement.ts';
import type { NotedDelivery } from '../../drivers/capture/recorded.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';

/** What was recorded says something of these requirements, and breaks those that a finding names. */
export interface Ruling {
  readonly judged: readonly RequirementId[];
  readonly findings: readonly Finding<RequirementId>[];
  /** What shows it, as it was recorded. */
  readonly shownBy: readonly (Exchange | NotedDelivery)[];
  /** Why it says nothing of them after all, in words that follow a number. */
  readonly left?: string;
}

/** What a capture holds of these requirements and what cannot be judged all the same. */
export function leave(about: readonly RequirementId[], why: string): Ruling {
  return { judged: about, findings: [], shownBy: [], left: why };
}

/** A ruling over requirements by judgements of which only the findings count, and of those only the named ones'. */
export function rule(
  judged: readonly RequirementId[],
  judgements: Iterable<Judgement<RequirementId, FreedomId>>,
  ...shownBy: readonly (Exchange | NotedDelivery)[]
): Ruling {
  const findings: Finding<RequirementId>[] = [];
  for (const one of judgements) if (one.kind === 'finding' && judged.includes(one.requirement)) findings.push(one);
  return { judged, findings, shownBy };
}
