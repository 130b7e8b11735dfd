import type { Report, RequirementVerdict } from './report.ts';
import { counted } from './wording.ts';

/** The rule that says which verdicts fail a run. */
export type Gate = NonNullable<Report['gate']>;

/** The gates from the loosest to the strictest, each with a description of the verdicts that pass. */
export const gates = {
  stated: 'A requirement that failed does not pass; warnings do.',
  strict: 'Neither a failed requirement nor a warning passes.',
  acceptance: 'As strict, with every claimed profile exercised whole and nothing waived.',
} as const satisfies Readonly<Record<Gate, string>>;

export const gateNames = Object.keys(gates) as readonly Gate[];

/** Reports whether warnings count as failures. */
export function countsWarnings(gate: Gate): boolean {
  return gate !== 'stated';
}

/** Returns the strictest of some gates; undefined if there are none. */
export function strictestOf(some: readonly Gate[]): Gate | undefined {
  return gateNames.findLast((gate) => some.includes(gate));
}

/**
 * Returns a sentence for each stricter gate that would not let the report pass, with the reason. A report that did not
 * pass its own gate has no such sentences.
 */
export function stricterGates(report: Report): string[] {
  if (report.outcome !== 'conforming' && report.outcome !== 'partly-exercised') return [];
  const countOf = (wanted: RequirementVerdict): number =>
    report.requirements.filter(({ verdict }) => verdict === wanted).length;
  const [warnings, waived] = [countOf('warning'), countOf('waived')];
  const gate = report.gate ?? (report.failOn === 'warning' ? 'strict' : 'stated');
  return [
    ...(warnings > 0 && !countsWarnings(gate)
      ? [`--gate strict would not let ${counted(warnings, 'warning')} pass.`]
      : []),
    ...(waived > 0 && gate !== 'acceptance' && report.claims !== undefined
      ? [`--gate acceptance would not let ${counted(waived, 'waived requirement')} pass.`]
      : []),
  ];
}
