import type { Exchange } from '../../core/exchange.ts';
import type { Finding, Judgement } from '../../core/judgement.ts';
import type { NotedDelivery } from '../../drivers/capture/recorded.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';

/** The judgement of recorded traffic on some requirements; the findings name those that it breaks. */
export interface Ruling {
  readonly judged: readonly RequirementId[];
  readonly findings: readonly Finding<RequirementId>[];
  /** The recorded traffic that shows it. */
  readonly shownBy: readonly (Exchange | NotedDelivery)[];
  /** The reason why the traffic could not be judged after all, in words that follow a number. */
  readonly left?: string;
}

/** Returns a ruling about traffic that concerns these requirements but cannot be judged. */
export function leave(about: readonly RequirementId[], why: string): Ruling {
  return { judged: about, findings: [], shownBy: [], left: why };
}

/** Returns a ruling on the named requirements; of the judgements, only findings about these requirements count. */
export function rule(
  judged: readonly RequirementId[],
  judgements: Iterable<Judgement<RequirementId, FreedomId>>,
  ...shownBy: readonly (Exchange | NotedDelivery)[]
): Ruling {
  const findings: Finding<RequirementId>[] = [];
  for (const one of judgements) if (one.kind === 'finding' && judged.includes(one.requirement)) findings.push(one);
  return { judged, findings, shownBy };
}
