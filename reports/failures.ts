import { pathOf } from '../core/behaviour.ts';
import type {
  ExchangeEntry,
  FindingEntry,
  OperationEntry,
  Report,
  ReportedCheck,
  ReportedFailure,
  ReportedRequirement,
} from './report.ts';
import type { Lack } from './survey.ts';
import { lacksIn } from './survey.ts';

/** One requirement that one check found broken, with everything that the report says about it. */
export interface ShownFailure {
  readonly requirement: string;
  /** Undefined if the report does not list the requirement. */
  readonly entry: ReportedRequirement | undefined;
  readonly check: ReportedCheck;
  readonly verdict: 'failed' | 'warning' | 'waived';
  readonly subject: string;
  readonly observed: string;
  readonly expected: string;
  readonly counterexample?: string | undefined;
  readonly steps?: readonly string[] | undefined;
  readonly replay?: ReportedFailure['replay'] | undefined;
  /** The command that runs the case again. */
  readonly rerun?: string | undefined;
  readonly curl?: string | undefined;
  /** The visit of a browser that shows the failure: the address that it opened and the address that it reached. */
  readonly visit?: ReportedFailure['visit'] | undefined;
  readonly confirmed?: boolean | undefined;
  /** Id of the exchange, delivery or operation that shows the failure. */
  readonly exchange?: string | undefined;
  readonly evidence: readonly ExchangeEntry[];
  readonly operations: readonly OperationEntry[];
  /** The missing place, if the finding says that a place is missing. */
  readonly lack?: Lack | undefined;
}

const order: readonly ShownFailure['verdict'][] = ['failed', 'warning', 'waived'];

/**
 * Returns everything that was found broken: failures, then warnings, then waived failures, each in the catalogue's
 * order. For one requirement, the failure with the fewest exchanges comes first.
 */
export function failuresOf(report: Report): ShownFailure[] {
  const entries = new Map(report.requirements.map((entry, at) => [entry.id, { entry, at }]));
  const place = ({ requirement }: ShownFailure): number => entries.get(requirement)?.at ?? entries.size;
  // cases that were recorded elsewhere were not drawn from a seed
  const isDrawn = report.runsPerProperty > 0;
  const lacks = lacksIn(report);
  return report.checks
    .flatMap((check) =>
      check.findings.map((finding) => shown(check, finding, entries.get(finding.requirement)?.entry, isDrawn)),
    )
    .map((failure) => ({ ...failure, lack: lacks.find((lack) => isOf(failure, lack)) }))
    .sort(
      (a, b) =>
        order.indexOf(a.verdict) - order.indexOf(b.verdict) ||
        place(a) - place(b) ||
        a.evidence.length - b.evidence.length,
    );
}

/** Returns how many requirements failures break. Every format shows this number, as the last line does. */
export function brokenBy(failures: readonly Pick<ShownFailure, 'requirement'>[]): number {
  return new Set(failures.map(({ requirement }) => requirement)).size;
}

/** Returns the addresses that a browser opened and reached, as two lines with labels; none if no browser was sent. */
export function visitLines({ visit }: ShownFailure): readonly (readonly [label: string, text: string])[] {
  if (visit === undefined) return [];
  const { opened, sentTo, status } = visit;
  const stayed = `nowhere outside the tenant${status === undefined ? '' : `; its last page had status ${status}`}`;
  return [
    ['opened', opened],
    ['sent to', sentTo ?? stayed],
  ];
}

/** Returns the finding in one line, in past tense. */
export function sentenceOf({ subject, observed, expected }: ShownFailure): string {
  return `${subject === '' ? '' : `${subject} `}${observed}, expected ${expected}`;
}

/** Returns the exchange that shows a finding; undefined if no exchange shows it. */
export function decidingExchange({ evidence, exchange }: ShownFailure): ExchangeEntry | undefined {
  return exchange === undefined ? undefined : evidence.find(({ id }) => id === exchange);
}

function isOf(failure: ShownFailure, { place, demandedBy }: Lack): boolean {
  const request = decidingExchange(failure)?.request;
  const asked = failure.visit === undefined ? request : { method: 'GET', url: failure.visit.opened };
  return (
    demandedBy.includes(failure.requirement) && asked !== undefined && place === `${asked.method} ${pathOf(asked.url)}`
  );
}

function shown(
  check: ReportedCheck,
  finding: FindingEntry,
  entry: ReportedRequirement | undefined,
  isDrawn: boolean,
): ShownFailure {
  const { requirement, subject, observed, expected } = finding;
  const details = [check.failure, ...(check.furtherFailures ?? [])].find((one) => one?.requirement === requirement);
  const waived = (check.verdicts?.[requirement] ?? check.verdict) === 'waived';
  return {
    requirement,
    entry,
    check,
    verdict: waived ? 'waived' : finding.verdict,
    subject,
    observed,
    expected,
    counterexample: details?.counterexample,
    steps: details?.steps,
    replay: isDrawn ? details?.replay : undefined,
    rerun: details?.rerun,
    curl: details?.curl,
    visit: details?.visit,
    confirmed: details?.confirmed,
    exchange: details?.exchange,
    evidence: details?.evidence ?? [],
    operations: details?.operations ?? [],
  };
}
