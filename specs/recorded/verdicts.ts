import type { RequirementId } from '../requirements/index.ts';
import type { Seen } from './redact-finding.ts';
import { redactFinding } from './redact-finding.ts';
import type { Ruling } from './ruling.ts';

/** The judgements on one requirement. */
export interface Found {
  judged: number;
  broken: number;
  /** The first finding; the others are only counted. */
  first?: Seen;
  /** How often the capture had traffic for the requirement that could not be judged, by reason. */
  readonly left: Map<string, number>;
}

/** Counts rulings by requirement. Only the first finding of each is kept, so that memory does not grow. */
export class Verdicts {
  readonly #found = new Map<RequirementId, Found>();

  add({ judged, findings, shownBy, left }: Ruling): void {
    for (const requirement of judged) {
      const found = this.of(requirement);
      if (left !== undefined) {
        found.left.set(left, (found.left.get(left) ?? 0) + 1);
        continue;
      }
      found.judged++;
      const finding = findings.find((one) => one.requirement === requirement);
      if (finding === undefined) continue;
      found.broken++;
      found.first ??= redactFinding(finding, shownBy);
    }
  }

  of(requirement: RequirementId): Found {
    let found = this.#found.get(requirement);
    if (found === undefined) this.#found.set(requirement, (found = { judged: 0, broken: 0, left: new Map() }));
    return found;
  }

  /** Adds the counts of other verdicts. */
  join(other: Verdicts): void {
    for (const [requirement, { judged, broken, first, left }] of other.#found) {
      const found = this.of(requirement);
      found.judged += judged;
      found.broken += broken;
      if (first !== undefined) found.first ??= first;
      for (const [why, count] of left) found.left.set(why, (found.left.get(why) ?? 0) + count);
    }
  }
}
