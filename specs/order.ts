import { casesOf, mayOverlap } from '../core/run/host.ts';
import { casesAtATime } from '../drivers/session/session.ts';
import type { SuiteCheck } from './check.ts';

/** A case that makes its own apps and users takes this many times as long as a case that finds them ready. */
const dearer = 4;

/**
 * Sorts checks for a shared tenant in the best order to begin. Checks whose cases run mostly one after the other come
 * first: the others run at the same time, and no long check is left at the end. Cases that wait for time begin
 * together, when no running case keeps the clock from moving. Deliveries come in real time, so a check that waits for
 * one and does not stop the clock comes last, when the fewest other checks run.
 */
export function longestFirst(checks: readonly SuiteCheck[], runs: number): readonly SuiteCheck[] {
  const length = (check: SuiteCheck): number => {
    const { clockIndependent = false, cases, maxSeconds } = check;
    const waits = maxSeconds !== undefined;
    // checks that wait for silence as well end last
    if (clockIndependent && waitsForDeliveries(check)) return waits ? 0.25 : 0;
    if (waits) return 0.5;
    if (cases === undefined) return 1;
    const count = casesOf(check, runs);
    return mayOverlap(check) ? Math.ceil((dearer * count) / casesAtATime) : count;
  };
  return checks.toSorted((one, other) => length(other) - length(one));
}

/**
 * Sorts checks that each have a tenant of their own. Checks that wait for deliveries in real time come first, because
 * others can work during that wait.
 */
export function waitingFirst(checks: readonly SuiteCheck[]): readonly SuiteCheck[] {
  return checks.toSorted((one, other) => Number(waitsForDeliveries(other)) - Number(waitsForDeliveries(one)));
}

function waitsForDeliveries({ needs }: Pick<SuiteCheck, 'needs'>): boolean {
  return needs.includes('app.setWebhook');
}
