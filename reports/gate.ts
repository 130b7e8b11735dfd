import type { Report, RequirementVerdict } from './report.ts';
import { counted } from './wording.ts';

/** What a run may end well with. */
export type Gate = NonNullable<Report['gate']>;

/** From the loosest to the strictest, each with what it lets pass. */
export const gates = {
  stated: 'A requirement that failed does not pass; warnings do.',
  strict: 'Neither a failed requirement nor a warning passes.',
  acceptance: 'As strict, with every claimed profile exercised whole and nothing waived.',
} as const satisfies Readonly<Record<Gate, string>>;

export const gateNames = Object.keys(gates) as readonly Gate[];

/** Whether warnings count as failures. */
export function countsWarnings(gate: Gate): boolean {
  return gate !== 'stated';
}

/** The strictest of some gates; undefined where there is none. */
export function strictestOf(some: readonly Gate[]): Gate | undefined {
  return gateNames.findLast((gate) => some.includes(gate));
}

/** Of a report that its gate let pass, the stricter gates that would not have, with the reason. */
export function stricterGates(report: Report): string[] {
  if (report.outcome !== 'conforming' && report.outcome !== 'partly-exercised') return [];
  const having = (wanted: RequirementVerdict): number =>
    report.requirements.filter(({ verdict }) => verdict === wanted).length;
  const [warnings, waived] = [having('warning'), having('waived')];
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
