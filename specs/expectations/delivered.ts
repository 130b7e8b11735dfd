import type { Delivery } from '../../core/delivery.ts';
import { Unsupported } from '../../core/trouble.ts';
import type { Demanded, Finding, UnmetPremise } from '../../core/judgement.ts';
import { held } from '../../core/judgement.ts';
import type { DeliveriesOfCause } from '../../drivers/world/webhooks.ts';
import type { RequirementId } from '../requirements/index.ts';

/** Returns a finding that a delivery shows. */
export function deliveryFinding(
  requirement: RequirementId,
  subject: string,
  observed: string,
  expected: string,
  delivery?: Delivery,
): Finding<RequirementId> {
  const shown = delivery === undefined ? {} : { exchange: delivery.number };
  return { kind: 'finding', requirement, subject, observed, expected, ...shown };
}

/** Demands that a condition is met; otherwise the delivery shows that the requirement is broken. */
export function deliveryDemand(
  met: boolean,
  ...[requirement, ...more]: Parameters<typeof deliveryFinding>
): Demanded<RequirementId> {
  return met ? held(requirement) : deliveryFinding(requirement, ...more);
}

/** A delivery that arrived, with its cause. */
export interface Arrived extends DeliveriesOfCause {
  readonly delivery: Delivery;
}

export function hasArrived(found: DeliveriesOfCause): found is Arrived {
  return found.delivery !== undefined;
}

/**
 * Requires a delivery about an entry that the control created. A tenant that sends none for such entries breaks
 * nothing.
 *
 * @throws Unsupported if no app received one
 */
export function requireEntryDelivery(all: readonly DeliveriesOfCause[]): void {
  if (!all.some(hasArrived)) throw new Unsupported('record.create causes no delivery of v2.entry.created here');
}

/** Returns the causes whose delivery arrived. Yields an unmet premise if any delivery is missing. */
export function* arrivedDeliveries(all: readonly DeliveriesOfCause[]): Generator<UnmetPremise, readonly Arrived[]> {
  const missing = all.find((found) => !hasArrived(found));
  if (missing !== undefined)
    yield { kind: 'premise', text: `no delivery of ${missing.cause.type} arrived within limits.deliverySeconds` };
  return all.filter(hasArrived);
}

/** Returns a value of a message in the words of a finding. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
