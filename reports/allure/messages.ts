import type { LabelName } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { accountOf } from '../account.ts';
import type { ShownFailure } from '../failures.ts';
import { sentenceOf } from '../failures.ts';
import type { ExchangeEntry, Report, ReportedCheck, ReportedRequirement, RequirementVerdict } from '../report.ts';
import { groundOf } from '../ground.ts';
import { verdictWords } from '../wording.ts';

type Metadata = Extract<RuntimeMessage, { type: 'metadata' }>['data'];
type StepStatus = Extract<RuntimeMessage, { type: 'step_stop' }>['data']['status'];

const stepStatuses: Readonly<Record<RequirementVerdict, StepStatus>> = {
  passed: 'passed',
  warning: 'passed',
  failed: 'failed',
  broken: 'broken',
  inconclusive: 'broken',
  'not-exercised': 'skipped',
  waived: 'skipped',
  planned: 'skipped',
} as Readonly<Record<RequirementVerdict, StepStatus>>;

/** Returns the messages about a check for Allure. All their data comes from the report, so secrets are labels. */
export function messagesOf(
  check: ReportedCheck,
  failures: readonly ShownFailure[],
  requirements: ReadonlyMap<string, ReportedRequirement>,
  report: Report,
): RuntimeMessage[] {
  const at = Date.parse(check.startedAt ?? report.startedAt);
  return [
    { type: 'metadata', data: metadata(check, requirements, report) },
    ...check.requirements.flatMap((id) => {
      const broken = failures.filter(({ requirement }) => requirement === id);
      return [...judged(check, id, requirements.get(id), broken, at)];
    }),
  ];
}

function metadata(
  check: ReportedCheck,
  requirements: ReadonlyMap<string, ReportedRequirement>,
  report: Report,
): Metadata {
  const proved = check.requirements.flatMap((id) => requirements.get(id) ?? []);
  const isStated = proved.some(({ basis }) => basis === 'stated');
  const label = (name: `${LabelName}`, value: string): { name: string; value: string } => ({ name, value });
  return {
    displayName: check.title,
    testCaseId: check.id,
    historyId: `${report.target.name} ${check.id}`,
    description: [
      ...proved.map((one) => `**${one.id}** ${one.statement} (${placesOf(one)})`),
      ...(check.reason === undefined ? [] : [`${verdictWords[check.verdict]}: ${check.reason}`]),
    ].join('\n\n'),
    labels: [
      label('epic', check.profile),
      ...new Set(proved.map(({ section }) => section)).values().map((section) => label('feature', section)),
      ...check.requirements.map((id) => label('story', id)),
      label('severity', isStated ? 'critical' : 'minor'),
      ...(check.verdict === 'warning' ? [label('tag', 'warning')] : []),
      ...check.requirements.map((id) => label('tag', id)),
    ],
    parameters: [
      { name: 'seed', value: String(report.seed), excluded: true },
      { name: 'cases', value: String(check.cases), excluded: true },
      { name: 'exchanges', value: String(check.exchanges), excluded: true },
    ],
  };
}

/** Returns in one line where the specification states a requirement, or the places that it follows from. */
function placesOf(requirement: ReportedRequirement): string {
  const { says, places } = groundOf(requirement);
  return says === 'Section' ? requirement.section : `${says}: ${places.join('; ')}`;
}

/**
 * Yields a step for each requirement. The step contains the findings and their exchanges if the requirement is broken.
 */
function* judged(
  check: ReportedCheck,
  id: string,
  entry: ReportedRequirement | undefined,
  failures: readonly ShownFailure[],
  at: number,
): Generator<RuntimeMessage> {
  const verdict = check.verdicts?.[id] ?? check.verdict;
  const name = `${id}: ${entry?.statement ?? ''} (${verdictWords[verdict]})`;
  yield { type: 'step_start', data: { name, start: at } };
  for (const failure of failures) {
    yield attachment('What was found', accountOf(failure));
    for (const exchange of failure.evidence) yield* exchanged(exchange, at);
  }
  const [first] = failures;
  yield {
    type: 'step_stop',
    data: {
      stop: at + check.durationMs,
      status: stepStatuses[verdict],
      ...(first === undefined ? {} : { statusDetails: { message: sentenceOf(first) } }),
    },
  };
}

function* exchanged(
  { id, at: since, ms, note, request, response, trouble }: ExchangeEntry,
  at: number,
): Generator<RuntimeMessage> {
  const start = at + since;
  const ended = response === undefined ? (trouble ?? 'no answer') : String(response.status);
  const name = `${id} ${request.method} ${request.url}: ${ended}`;
  yield { type: 'step_start', data: { name: note === undefined ? name : `${name} (${note})`, start } };
  yield attachment(
    'Request',
    message([`${request.method} ${request.url}`, ...headerLines(request.headers)], request.body),
  );
  if (response !== undefined) {
    yield attachment('Response', message([String(response.status), ...headerLines(response.headers)], response.body));
  }
  yield { type: 'step_stop', data: { stop: start + (ms ?? 0), status: 'passed' as StepStatus } };
}

function message(head: readonly string[], body: string | undefined): string {
  return [...head, '', body ?? ''].join('\n');
}

function headerLines(headers: ExchangeEntry['request']['headers']): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : (value ?? [])).map((one) => `${name}: ${one}`),
  );
}

function attachment(name: string, text: string): RuntimeMessage {
  const content = Buffer.from(text.toWellFormed()).toString('base64');
  return {
    type: 'attachment_content',
    data: { name, content, encoding: 'base64', contentType: 'text/plain', fileExtension: '.txt' },
  };
}
