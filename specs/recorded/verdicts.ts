import type { RequirementId } from '../requirements/index.ts';
import type { Seen } from './fit-to-be-seen.ts';
import { fitToBeSeen } from './fit-to-be-seen.ts';
import type { Ruling } from './ruling.ts';

/** What was found of one requirement. */
export interface Found {
  judged: number;
  broken: number;
  /** The first finding; the others are only counted. */
  first?: Seen;
}

/** Counts rulings by requirement. Of each only the first finding is kept, so that memory does not grow. */
export class Verdicts {
  readonly #found = new Map<RequirementId, Found>();

  add({ judged, findings, shownBy }: Ruling): void {
    for (const requirement of judged) {
      const found = this.of(requirement);
      found.judged++;
      const finding = findings.find((one) => one.requirement === requirement);
      if (finding === undefined) continue;
      found.broken++;
      found.first ??= fitToBeSeen(finding, shownBy);
    }
  }

  of(requirement: RequirementId): Found {
    let found = this.#found.get(requirement);
    if (found === undefined) this.#found.set(requirement, (found = { judged: 0, broken: 0 }));
    return found;
  }

  /** Adds what was counted elsewhere. */
  join(other: Verdicts): void {
    for (const [requirement, { judged, broken, first }] of other.#found) {
      const found = this.of(requirement);
      found.judged += judged;
      found.broken += broken;
      if (first !== undefined) found.first ??= first;
    }
  }
}
