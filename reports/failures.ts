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

/** One requirement that one check found broken, with all that the report says of it. */
export interface ShownFailure {
  readonly requirement: string;
  /** Undefined where the report does not list the requirement. */
  readonly entry: ReportedRequirement | undefined;
  readonly check: ReportedCheck;
  readonly verdict: 'failed' | 'warning' | 'waived';
  readonly subject: string;
  readonly observed: string;
  readonly expected: string;
  readonly counterexample?: string | undefined;
  readonly steps?: readonly string[] | undefined;
  readonly replay?: ReportedFailure['replay'] | undefined;
  /** The command that does the case again. */
  readonly rerun?: string | undefined;
  readonly curl?: string | undefined;
  /** Where a browser that shows it was sent, and where it came to. */
  readonly visit?: ReportedFailure['visit'] | undefined;
  readonly confirmed?: boolean | undefined;
  /** Id of the exchange, the delivery or the operation that shows it. */
  readonly exchange?: string | undefined;
  readonly evidence: readonly ExchangeEntry[];
  readonly operations: readonly OperationEntry[];
  /** The place that is not there, where the finding is that it is not. */
  readonly lack?: Lack | undefined;
}

const order: readonly ShownFailure['verdict'][] = ['failed', 'warning', 'waived'];

/**
 * All that was found broken: what failed first, then warnings, then what is waived, each in the catalogue's order, and of
 * one requirement what the fewest exchanges show.
 */
export function failuresOf(report: Report): ShownFailure[] {
  const entries = new Map(report.requirements.map((entry, at) => [entry.id, { entry, at }]));
  const place = ({ requirement }: ShownFailure): number => entries.get(requirement)?.at ?? entries.size;
  // what was recorded elsewhere was not drawn from a seed
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

/** How many requirements failures break: what every format counts, as the last line does. */
export function brokenBy(failures: readonly Pick<ShownFailure, 'requirement'>[]): number {
  return new Set(failures.map(({ requirement }) => requirement)).size;
}

/** Where a browser was sent and where it came to, in two lines of text each with its label; none where no browser was. */
export function visitLines({ visit }: ShownFailure): readonly (readonly [label: string, text: string])[] {
  if (visit === undefined) return [];
  const { opened, sentTo, status } = visit;
  const stayed = `nowhere outside the tenant${status === undefined ? '' : `; its last page had status ${status}`}`;
  return [
    ['opened', opened],
    ['sent to', sentTo ?? stayed],
  ];
}

/** What was found, in one line and past tense. */
export function sentenceOf({ subject, observed, expected }: ShownFailure): string {
  return `${subject === '' ? '' : `${subject} `}${observed}, expected ${expected}`;
}

/** The exchange that shows a finding, where there is one. */
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
