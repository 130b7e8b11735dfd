import { casesOf, mayOverlap } from '../core/run/host.ts';
import { casesAtATime } from '../drivers/session/session.ts';
import type { SuiteCheck } from './check.ts';

/** A case that makes all that it uses takes so many times as long as one that finds it made. */
const dearer = 4;

/**
 * Checks in the order in which they had better begin where they share a tenant: those first of whose cases most follow
 * one another, so that the others go on beside them and nobody is left whom all have to wait for. Cases that wait for
 * time begin together, when no case is left that would keep the clock from moving. Deliveries come in real time, so a check
 * that waits for one, and does not hold the clock meanwhile, comes when there is least going on beside it.
 */
export function longestFirst(checks: readonly SuiteCheck[], runs: number): readonly SuiteCheck[] {
  const length = (check: SuiteCheck): number => {
    const { atAnyTime = false, cases, maxSeconds } = check;
    const waits = maxSeconds !== undefined;
    // those that wait for silence, too, end last
    if (atAnyTime && waitsForDeliveries(check)) return waits ? 0.25 : 0;
    if (waits) return 0.5;
    if (cases === undefined) return 1;
    const count = casesOf(check, runs);
    return mayOverlap(check) ? Math.ceil((dearer * count) / casesAtATime) : count;
  };
  return checks.toSorted((one, other) => length(other) - length(one));
}

/**
 * Checks in the order in which they had better begin where each has a tenant of its own: those first that wait for
 * deliveries in real time, since the others have work to do meanwhile.
 */
export function waitingFirst(checks: readonly SuiteCheck[]): readonly SuiteCheck[] {
  return checks.toSorted((one, other) => Number(waitsForDeliveries(other)) - Number(waitsForDeliveries(one)));
}

function waitsForDeliveries({ needs }: Pick<SuiteCheck, 'needs'>): boolean {
  return needs.includes('app.setWebhook');
}
