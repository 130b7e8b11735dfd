import type { SuiteCheck } from './check.ts';

/**
 * Checks in the order in which they had better begin where they share a tenant: those first of whose cases most follow
 * one another, so that the others go on beside them and nobody is left whom all have to wait for. Cases that wait for
 * time begin together. Of as many cases those are longest that would not do one after another where each has to wait
 * for changes. Deliveries come in real time, so whoever waits for one comes when there is least going on beside it.
 */
export function longestFirst(checks: readonly SuiteCheck[], runs: number): readonly SuiteCheck[] {
  const successive = ({ given, needs, waits, atMost = Infinity }: SuiteCheck): number => {
    if (needs.includes('app.setWebhook')) return 0;
    return given === undefined || waits !== undefined ? 1 : Math.min(runs, atMost);
  };
  const length = (check: SuiteCheck): number => successive(check) + (check.sideBySide === true ? 0.5 : 0);
  return checks.toSorted((one, other) => length(other) - length(one));
}
